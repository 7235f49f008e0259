"""Rows of CSV and its kin.

The standard library reads what is well formed, at the speed of C; the lines that it asks for tell where its
records stand. At one that it refuses we look ourselves (`csv_cells`), and it goes on behind that.
"""

import csv
from collections.abc import Iterator
from typing import Final

from selfcorrect.reading.forms.form import Unreadable
from selfcorrect.reading.rows.columns import Columns
from selfcorrect.reading.rows.csv_cells import Record, line_at, record_at
from selfcorrect.reading.rows.delimiters import delimiter_of
from selfcorrect.reading.rows.raw import RawFile, RawRow
from selfcorrect.reading.rows.troubles import Troubles, check_count

_Cells = list[str]
_PATIENCE: Final = 4
"""How often the length of a file is looked through for the ends of its quotes, at most."""


def csv_file(text: str, suffix: str, name: str) -> RawFile:
    """The rows of a text of cells. Raises Unreadable where there is none."""
    delimiter, start = delimiter_of(text, suffix)
    troubles = Troubles()
    records = _Records(text, start, delimiter, troubles)
    found = iter(records)
    first = next(found, None)
    if first is None:
        raise Unreadable("NO_ROWS", "there is nothing in this")
    columns = Columns(_trimmed(first[0]))
    records.width = len(first[0])
    rows: list[RawRow] = []
    for number, (cells, at, end) in enumerate(found, 1):
        check_count(number)
        if len(cells) > len(columns.headings):
            columns.tell_extra(cells, f"row {number:,}", (at, end), troubles)
        rows.append(RawRow(columns.values(cells), (at, end)))
    if not rows:
        raise Unreadable("NO_ROWS", "there are headings in this, and no row under them")
    return RawFile(name, "csv", text, rows, {}, troubles.told(), ((start, columns.headings),), delimiter)


def _trimmed(cells: list[str | None]) -> list[str]:
    """Headings without the empty ones at the end that a delimiter too many makes."""
    found = [cell or "" for cell in cells]
    while len(found) > 1 and not found[-1]:
        found.pop()
    return found


class _Records:
    """The records of a text that are not empty: cells, None where empty, and the extent of each."""

    def __init__(self, text: str, start: int, delimiter: str, troubles: Troubles) -> None:
        self.width = 0
        self._text = text
        self._at = start
        self._delimiter = delimiter
        self._troubles = troubles
        self._looked = 0

    def __iter__(self) -> Iterator[tuple[list[str | None], int, int]]:
        for cells, start, end in self._records():
            held = [cell.strip() or None for cell in cells]
            if any(held):
                yield held, start, _before_line_end(self._text, end)

    def _records(self) -> Iterator[tuple[_Cells, int, int]]:
        while self._at < len(self._text):
            if self._is_patient():
                yield from self._well_formed()
            if self._at < len(self._text):
                yield self._odd()

    def _well_formed(self) -> Iterator[tuple[_Cells, int, int]]:
        """Records up to one that is not; `_at` stands at its start then."""
        start = self._at
        for cells, in_lines, end in self._by_library():
            if in_lines and self.width and len(cells) != self.width:
                break
            yield cells, start, end
            start = end
        self._looked += self._at - start
        self._at = start

    def _by_library(self) -> Iterator[tuple[_Cells, bool, int]]:
        reader = csv.reader(self._lines(), delimiter=self._delimiter, skipinitialspace=True, strict=True)
        lines = 0
        try:
            for cells in reader:
                yield cells, reader.line_num - lines > 1, self._at
                lines = reader.line_num
        except csv.Error:
            return

    def _lines(self) -> Iterator[str]:
        while self._at < len(self._text):
            end = self._text.find("\n", self._at) + 1 or len(self._text)
            line = self._text[self._at : end]
            self._at = end
            yield line

    def _odd(self) -> tuple[_Cells, int, int]:
        """A record with a very long cell, or with quotes that do not add up."""
        start = self._at
        if self._is_patient():
            found = record_at(self._text, start, self._delimiter, self.width)
        else:
            found = line_at(self._text, start, self._delimiter, quotes=False)
        if not found.closed:
            self._tell(found, start)
        self._at = found.end
        return [cell.value for cell in found.cells], start, found.end

    def _is_patient(self) -> bool:
        return self._looked <= _PATIENCE * len(self._text)

    def _tell(self, found: Record, start: int) -> None:
        said = "a quote is opened here that is not closed as it should be; its line is read by itself"
        self._troubles.add("UNCLOSED_QUOTE", said, start, _before_line_end(self._text, found.end))


def _before_line_end(text: str, end: int) -> int:
    return end - 1 if text[end - 1 : end] == "\n" else end
