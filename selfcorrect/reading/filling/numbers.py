"""Numbers in the cells of one column, which writes its decimals in one way."""

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any, Final

from selfcorrect.language.numbers import parse_number
from selfcorrect.language.printed.numbers import amount_pattern, decimal_mark, find_amounts
from selfcorrect.reading.filling.outcomes import REFUSED, Open

_LONGEST: Final = 60
_DIGITS: Final = re.compile(r"[0-9][0-9.,]*[.,][0-9]+")
_SIGNS: Final = ("$", "€", "£", "¥", "₹", "US$", "Fr.", "kr")
"""Currencies' signs where a reader names none."""
_MINUS: Final = str.maketrans("\u2212\u2013\u202f\u2007", "--\u00a0\u00a0")


class NumberColumn:
    """Reads the cells of a column of numbers. `kind` is integer, number, money or percent."""

    def __init__(self, path: str, kind: str, signs: Iterable[str]) -> None:
        self.path = path
        self.strict = False
        """Whether a text that is a number as programs write it is that number."""
        self.marks: list[str] = []
        self._kind = kind
        self._pattern = amount_pattern(tuple(signs) or _SIGNS)
        self._read: dict[tuple[bool, str], Any] = {}

    def take(self, raw: Any) -> Any:
        """A number; Open where only the column can say which."""
        if isinstance(raw, str):
            key = (self.strict, raw)
            known = self._read.get(key)
            if known is None:
                known = self._read[key] = self._of_text(raw)
            return known
        if isinstance(raw, bool):
            return REFUSED
        if isinstance(raw, float):
            return Decimal(repr(raw)) if raw - raw == 0 else REFUSED
        return raw if isinstance(raw, int | Decimal) else REFUSED

    def meanings(self, text: str, mark: str | None) -> tuple[Decimal, ...]:
        """What a text can mean if this is the decimal mark."""
        found = next(find_amounts(self._pattern, text, 0, len(text), mark), None)
        if found is None or not self._is_whole(text, found.start, found.end, found.currency):
            return ()
        if self._kind != "integer":
            return found.values
        whole = tuple(value for value in found.values if value == value.to_integral_value())
        return whole or found.values

    def _of_text(self, raw: str) -> Any:
        text = raw.strip().translate(_MINUS)
        if self._kind == "percent":
            text = text.removesuffix("%").rstrip(" \u00a0")
        if len(text) > _LONGEST:
            return REFUSED
        if self.strict or text.isdecimal():
            try:
                return Decimal(parse_number(text))
            except ValueError:
                pass
        found = self.meanings(text, None)
        if len(found) > 1:
            return Open(self, text)
        if not found:
            return REFUSED
        if (digits := _DIGITS.search(text)) and (mark := decimal_mark([digits[0]])):
            self.marks.append(mark)
        return found[0]

    @staticmethod
    def _is_whole(text: str, start: int, end: int, currency: str) -> bool:
        """Whether nothing stands beside a number but its currency."""
        return (text[:start] + text[end:]).replace(currency, "", 1).strip(" \u00a0+") == ""


def mark_of(marks: Iterable[str]) -> str | None:
    """The decimal mark that most of them are."""
    found = list(marks)
    points, commas = found.count("."), found.count(",")
    return None if points == commas else "." if points > commas else ","
