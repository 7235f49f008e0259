"""The yardstick's digest: a run is valid with this file only."""

from hashlib import sha256
from pathlib import Path
from typing import Final

HAND: Final = Path(__file__).parent / "hand.py"
HAND_SHA256: Final = "4050650720015a222bdcd99ef595dc37a5c4507d0a9fa6eb6ad3bc5ce75d9cd2"


def digest() -> str:
    """The sha256 of the hand-written function's file as it is."""
    return sha256(HAND.read_bytes()).hexdigest()
