"""Columns of labels with their values in a column after them: pages that were read column by column."""

import re
from collections.abc import Container
from typing import Final

from msgspec import Struct

from selfcorrect.reading.page.document import Line
from selfcorrect.reading.page.labels import Phrase

_DIGIT: Final = re.compile(r"[0-9]")
_AMOUNT: Final = re.compile(r"[^0-9]{0,5}[0-9][0-9.,' \xa0]*[.,][0-9]{2}[^0-9]{0,4}")
_COUNTED: Final = re.compile(r"[0-9]{1,3} {1,3}x? ?[^\W\d_]")
_CENTS: Final = re.compile(r"[0-9][.,][0-9]{2}(?![0-9])")
_TALLEST: Final = 8
"""Labels of a column."""
_FARTHEST: Final = 16
"""Lines that may stand between a column of labels and the amounts beside them."""

Phrases = tuple[tuple[Phrase, ...], ...]
"""The phrases of each line."""


class Stacks(Struct, frozen=True):
    """How many lines further the value of a line's label stands, by the line's number; and the lines of
    labels in columns whose values cannot be told: no line below is surely theirs.
    """

    steps: dict[int, int]
    unpaired: frozenset[int]


def find_stacks(clean: str, lines: tuple[Line, ...], phrases: Phrases, known: Container[str]) -> Stacks:
    """The columns of two labels and more, of which one at least is known, before a column of values."""
    finder = _Finder(clean, lines, phrases, known)
    steps: dict[int, int] = {}
    unpaired: set[int] = set()
    number = 0
    while number < len(lines):
        labels = finder.column(number, labels=True)
        if labels > 1 and finder.known_of(number, labels):
            found = finder.steps(number, labels)
            steps.update(found)
            if not found and finder.column(number + labels, labels=False) > 1:
                unpaired.update(range(number, number + labels))
        number += max(1, labels)
    return Stacks(steps, frozenset(unpaired))


class _Finder:
    """Looks for columns in one document."""

    def __init__(self, clean: str, lines: tuple[Line, ...], phrases: Phrases, known: Container[str]) -> None:
        self._clean = clean
        self._lines = lines
        self._phrases = phrases
        self._known = known

    def steps(self, start: int, labels: int) -> dict[int, int]:
        """The distance to its value of each label in a column: to the next column of as many values, or else
        those of the last labels, which are all known, to a next column of fewer values. Of a single known
        label nothing says that the lines beside it are labels.
        """
        after = start + labels
        if self.known_of(start, labels) < 2:
            return {}
        values, unpriced = self.column(after, labels=False), self._unpriced(start)
        if values == labels and not unpriced:
            return dict.fromkeys(range(start, after), labels)
        if 1 < values < labels and self.known_of(after - values, values) == values == self.known_of(
            start, labels
        ):
            return dict.fromkeys(range(after - values, after), values)
        if unpriced and values == unpriced + labels:
            return dict.fromkeys(range(start, after), values)
        # The first column is that of the lines without a price, where there are such.
        at = after + (values if unpriced else 0)
        while at < min(after + _FARTHEST, len(self._lines)):
            values = self.column(at, labels=False)
            if values == labels and all(self._is_amount(number) for number in range(at, at + values)):
                return dict.fromkeys(range(start, after), at - start)
            at += max(1, values)
        return {}

    def column(self, start: int, *, labels: bool) -> int:
        """How many lines of one cell, with a value or without, follow one another, in a block or each in one
        of its own.
        """
        end = start
        while end < len(self._lines) and end - start < _TALLEST:
            if not (self._is_label(end) if labels else self._is_value(end)):
                break
            if end > start and self._parts(end) != self._parts(start + 1):
                break
            end += 1
        return end - start

    def known_of(self, start: int, count: int) -> int:
        """How many of some lines have a known label."""
        return sum(self._is_known(number) for number in range(start, start + count))

    def _is_known(self, number: int) -> bool:
        return any(phrase.key in self._known for phrase in self._phrases[number])

    def _parts(self, number: int) -> bool:
        """Whether a blank line stands before a line."""
        return self._lines[number].block != self._lines[number - 1].block

    def _is_label(self, number: int) -> bool:
        """Whether a line is words without a number behind them, with a colon at their end at most."""
        line, phrases = self._lines[number], self._phrases[number]
        if len(line.cells) > 1 or not phrases or any(p.colon and p.end < line.end for p in phrases):
            return False
        return _DIGIT.search(self._clean, phrases[0].end, line.end) is None

    def _is_value(self, number: int) -> bool:
        line, phrases = self._lines[number], self._phrases[number]
        if len(line.cells) > 1 or any(phrase.colon for phrase in phrases) or self._is_known(number):
            return False
        return _DIGIT.search(self._clean, line.start, line.end) is not None

    def _unpriced(self, start: int) -> int:
        """How many lines right over a column of labels count what costs something, and do not say how much:
        the first values are then theirs. None where it is only one, such as the number of a house.
        """
        if not start:
            return 0
        block = self._lines[start - 1].block
        above = range(max(0, start - _TALLEST), start)
        counted = sum(self._lines[n].block == block and self._is_unpriced(n) for n in above)
        return counted if counted > 1 else 0

    def _is_unpriced(self, number: int) -> bool:
        """Whether a line counts something and says no amount: `2  Kaffee Crème`."""
        start, end = self._lines[number].start, self._lines[number].end
        counts = _COUNTED.match(self._clean, start, end) is not None
        return counts and _CENTS.search(self._clean, start, end) is None

    def _is_amount(self, number: int) -> bool:
        line = self._lines[number]
        return _AMOUNT.fullmatch(self._clean, line.start, line.end) is not None
