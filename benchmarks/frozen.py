"""The yardstick's digest: a run is valid with this file only."""

from hashlib import sha256
from pathlib import Path
from typing import Final

HAND: Final = Path(__file__).parent / "hand.py"
HAND_SHA256: Final = "fcce08096e190da0598a26e5e1ec805001f68f5dcbd5f75851ac0cdada246226"


def digest() -> str:
    """The sha256 of the hand-written function's file as it is."""
    return sha256(HAND.read_bytes()).hexdigest()
