"""What comes of a cell, where that is no value."""

from enum import Enum
from typing import Any, Final

from msgspec import Struct


class Outcome(Enum):
    """Why a field has no value from a cell."""

    NOTHING = "nothing is said here"
    REFUSED = "the field cannot hold this"


NOTHING: Final = Outcome.NOTHING
REFUSED: Final = Outcome.REFUSED


class Open(Struct, frozen=True):
    """A value that depends on how its whole column is written: what it can mean so far. `column` decides."""

    column: Any
    text: str
