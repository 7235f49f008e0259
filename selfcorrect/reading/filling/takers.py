"""What a field takes from a cell, by its type."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from datetime import date, time
from decimal import Decimal
from typing import Any, Final

from selfcorrect.language.shape import NUMERIC
from selfcorrect.reading.filling.dates import DateColumn
from selfcorrect.reading.filling.ids import IdTable
from selfcorrect.reading.filling.names import folded
from selfcorrect.reading.filling.numbers import NumberColumn
from selfcorrect.reading.filling.outcomes import NOTHING, REFUSED
from selfcorrect.reading.filling.ready import Target

Take = Callable[[Any], Any]
"""From what a cell holds to a value, an Open one, NOTHING or REFUSED."""

_LINES: Final = re.compile(r"\n|<br ?/?>", re.IGNORECASE)
_BULLET: Final = re.compile(r"(?:[-*+•]|[0-9]{1,3}[.)])[ \t]+")
_BOXED: Final = re.compile(r"(?:[-*+][ \t]+)?\[([^\]\n]?)\][ \t]+(.*)", re.DOTALL)
_LONGEST_WORD: Final = 200
_SIGNS: Final = frozenset({"So", "Sk", "Mn", "Cf", "Zs"})
"""Categories of pictures, of what changes their look, and of spaces."""


def scalar(target: Target, ids: IdTable, column: DateColumn | NumberColumn | None) -> Take:
    """How one value is taken. `column` is for what is written in one way in all its cells."""
    if target.holds_ids:
        return ids.one
    if column is not None:
        return column.take
    match target.kind:
        case "choice" | "boolean":
            return _Words(target).take
        case "text" | "currency" | "reference":
            return _text
        case "quantity":
            return _quantity
    return _written


def column_of(target: Target, signs: tuple[str, ...]) -> DateColumn | NumberColumn | None:
    """The column of a field whose values are written in one way."""
    if target.kind in ("date", "datetime"):
        return DateColumn(target.path, times=target.kind == "datetime")
    return NumberColumn(target.path, target.kind, signs) if target.kind in NUMERIC else None


def several(target: Target, take: Take, ids: IdTable) -> Take:
    """How a list of single values is taken."""
    if target.holds_ids:
        return ids.several

    def taken(raw: Any) -> Any:
        if isinstance(raw, str):
            raw = list(parts(raw, target.kind))
        if not isinstance(raw, list | tuple):
            return REFUSED
        pairs = ((item, take(item)) for item in raw if item is not None)
        return [item if value is REFUSED else value for item, value in pairs if value is not NOTHING]

    return taken


def parts(text: str, kind: str) -> Iterator[str]:
    """The items of a list that stands in a cell as a text: its lines, else what semicolons part, or commas.

    A comma without a space may belong to a number; texts with boxes have no commas that part them (`kind` is
    empty).
    """
    comma = ", " if kind in NUMERIC else "," if kind else ";"
    found = _LINES.split(text)
    for sign in (";", comma):
        found = text.split(sign) if len(found) == 1 else found
    for part in found:
        bullet = _BULLET.match(part := part.strip())
        if part := (part[bullet.end() :] if bullet and kind else part):
            yield part


def boxed(text: str) -> tuple[str, str | None]:
    """What an item says, and the mark in the box before it."""
    found = _BOXED.fullmatch(text)
    return (found[2], found[1] or " ") if found else (text, None)


class _Words:
    """The words of a choice, or of yes and no."""

    def __init__(self, target: Target) -> None:
        self._words = target.words
        self._stars = target.stars
        self._known: dict[str, Any] = {}

    def take(self, raw: Any) -> Any:
        """The choice that a word stands for. A word that stands for none is refused."""
        if isinstance(raw, list) and len(raw) == 1:
            raw = raw[0]
        match raw:
            case bool():
                word = "true" if raw else "false"
            case str():
                word = raw
            case int() | Decimal():
                word = str(raw)
            case _:
                return REFUSED
        if len(word) > _LONGEST_WORD:
            # Of what goes on and on, the start may still be a word's.
            return self._meant(folded(word)) if self._stars else REFUSED
        known = self._known.get(word)
        if known is None:
            known = self._known[word] = self._read(word)
        return known

    def _read(self, word: str) -> Any:
        found = self._meant(folded(word))
        bare = _without_signs(word) if found is REFUSED else ""
        return self._meant(folded(bare)) if bare else found

    def _meant(self, word: str) -> Any:
        found = self._words.get(word)
        if found is not None:
            return found
        return next((option for start, option in self._stars if word.startswith(start)), REFUSED)


def _without_signs(word: str) -> str:
    """A word without the pictures and the marks of Markdown around it."""
    first = next((n for n, sign in enumerate(word) if not _is_sign(sign)), len(word))
    last = next((n for n, sign in enumerate(reversed(word)) if not _is_sign(sign)), 0)
    return word[first : len(word) - last]


def _is_sign(sign: str) -> bool:
    return sign in "*_`~ " or unicodedata.category(sign) in _SIGNS


def _text(raw: Any) -> Any:
    match raw:
        case str():
            return raw
        case bool():
            return REFUSED
        case int():
            return str(raw)
        case Decimal():
            return f"{raw:f}"
        case float():
            return repr(raw)
        case date() | time():
            return raw.isoformat()
        case list() if all(isinstance(item, str) for item in raw):
            return ", ".join(raw) if raw else NOTHING
    return REFUSED


def _written(raw: Any) -> Any:
    """What the shape reads as it is written."""
    if isinstance(raw, list) and len(raw) == 1:
        raw = raw[0]
    return raw if isinstance(raw, str) else raw.isoformat() if isinstance(raw, time) else REFUSED


def _quantity(raw: Any) -> Any:
    number = isinstance(raw, int | float | Decimal) and not isinstance(raw, bool)
    return raw if number else _written(raw)
