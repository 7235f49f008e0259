"""The yardstick's digest: a run is valid with this file only."""

from hashlib import sha256
from pathlib import Path
from typing import Final

HAND: Final = Path(__file__).parent / "hand.py"
HAND_SHA256: Final = "d3d439a87d29c949fb2a6f8ab4145274ff1d8c505e2807af49855a536960f066"


def digest() -> str:
    """The sha256 of the hand-written function's file as it is."""
    return sha256(HAND.read_bytes()).hexdigest()
