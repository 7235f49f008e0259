"""The yardstick's digest: a run is valid with this file only."""

from hashlib import sha256
from pathlib import Path
from typing import Final

HAND: Final = Path(__file__).parent / "hand.py"
HAND_SHA256: Final = "be341534b34f801c8f9583be4a9c0fb215fddb14feb63120496e4e16f7b0682c"


def digest() -> str:
    """The sha256 of the hand-written function's file as it is."""
    return sha256(HAND.read_bytes()).hexdigest()
