"""The yardstick's digest: a run is valid with this file only."""

from hashlib import sha256
from pathlib import Path
from typing import Final

HAND: Final = Path(__file__).parent / "hand.py"
HAND_SHA256: Final = "324bfd59aa9a9f492a01ae38566915984b1f48ea966a066697c3d605a6ae9f42"


def digest() -> str:
    """The sha256 of the hand-written function's file as it is."""
    return sha256(HAND.read_bytes()).hexdigest()
