"""Names of columns and words of cells, compared whatever their case, Unicode form, spaces, `-` and `_`."""

import unicodedata
from functools import lru_cache
from typing import Any, Final

from selfcorrect.reading.rows import raw
from selfcorrect.reading.rows.names import same_name

LEAD: Final = "(lead)"
"""The id that an item of a checklist starts with."""
REST: Final = "(rest)"
"""What it says behind that."""
PSEUDO: Final = (
    raw.FILE,
    raw.STEM,
    raw.NUMBER,
    raw.KEY,
    raw.TITLE,
    raw.SECTION,
    raw.TEXT,
    raw.BOX,
    raw.UNDER,
    raw.BOXES,
    LEAD,
    REST,
)
"""Columns that a file has without saying so."""
UNNAMED: Final = "(column "
"""What the name of a column starts with whose heading is empty."""
_LONGEST: Final = 200
"""Characters of what is remembered, and of a word that can mean something."""


def folded(name: str) -> str:
    """One text for all spellings of a name or word; a blank one is a space."""
    return _remembered(name) if len(name) <= _LONGEST else _folded(name)


def value_in(held: Any, parts: tuple[str, ...]) -> Any:
    """What stands under keys within a value, through mappings and lists of mappings; None where nothing does.

    Through a list it is a list.
    """
    for number, part in enumerate(parts):
        if isinstance(held, list):
            rest = parts[number:]
            found = [value_in(item, rest) for item in held if isinstance(item, dict)]
            return [one for one in found if one is not None] or None
        if not isinstance(held, dict):
            return None
        held = held[part] if part in held else _under(held, part)
        if held is None:
            return None
    return held


def _under(held: dict[Any, Any], part: str) -> Any:
    return next((value for key, value in held.items() if isinstance(key, str) and folded(key) == part), None)


def _folded(name: str) -> str:
    known = name if name.isascii() else unicodedata.normalize("NFKC", name)
    return same_name(known) or known.strip() or " "


_remembered = lru_cache(maxsize=8192)(_folded)
