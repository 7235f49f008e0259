"""One record of CSV with the places of its cells, and what to make of quotes that do not add up."""

import re
from functools import cache
from typing import Final

from msgspec import Struct

_QUOTED: Final = re.compile(r' *+"(?P<text>(?:[^"]++|"")*+)" *+')
_OPENING: Final = re.compile(r' *+"')


class Cell(Struct, frozen=True):
    """A cell: its value, and where its text stands without quotes and outer spaces."""

    value: str
    start: int
    end: int


class Record(Struct, frozen=True):
    """A record: its cells, where it ends (behind its line end), and whether its quotes added up."""

    cells: list[Cell]
    end: int
    closed: bool


def record_at(text: str, start: int, delimiter: str, width: int = 0) -> Record:
    """The record that starts here; `width` is how many cells the headings ask for, 0 where none are known.

    A quote that is never closed, or swallows a line that is a whole record, is taken for a sign like any
    other, and its line for the record.
    """
    found = _strict(text, start, delimiter)
    if found is not None and not _swallows(text, start, found, delimiter, width):
        return found
    found = line_at(text, start, delimiter)
    if width and len(found.cells) != width:
        plain = line_at(text, start, delimiter, quotes=False)
        return plain if len(plain.cells) == width else found
    return found


def _swallows(text: str, start: int, found: Record, delimiter: str, width: int) -> bool:
    """Whether the cells are not as many as they should be, and those of the second line are."""
    below = text.find("\n", start, found.end - 1) + 1
    if not below or not width or len(found.cells) == width:
        return False
    return len(line_at(text, below, delimiter).cells) == width


def line_at(text: str, start: int, delimiter: str, *, quotes: bool = True) -> Record:
    """One line as a record: a quote ends a cell only where a delimiter or the line's end follows."""
    end = text.find("\n", start)
    end = end if end >= 0 else len(text)
    closing = _closing(delimiter)
    cells: list[Cell] = []
    at, closed = start, quotes
    while at <= end:
        opening = _OPENING.match(text, at, end) if closed else None
        close = closing.search(text, opening.end(), end) if opening else None
        if opening and close:
            cells.append(_cell(text, opening.end(), close.start(), quoted=True))
            at = close.end() + 1
            continue
        closed = closed and not opening
        stop = text.find(delimiter, at, end)
        stop = stop if stop >= 0 else end
        cells.append(_cell(text, at, stop))
        at = stop + 1
    return Record(cells, min(end + 1, len(text)), closed)


@cache
def _closing(delimiter: str) -> re.Pattern[str]:
    return re.compile(rf'" *+(?={re.escape(delimiter)}|\n|\Z)')


@cache
def _plain(delimiter: str) -> re.Pattern[str]:
    return re.compile(rf"[^{re.escape(delimiter)}\n]*+")


def _strict(text: str, start: int, delimiter: str) -> Record | None:
    """The record as the format has it; None where its quotes do not add up."""
    plain = _plain(delimiter)
    cells: list[Cell] = []
    at = start
    while True:
        if quoted := _QUOTED.match(text, at):
            cells.append(_cell(text, *quoted.span("text"), quoted=True))
            stop = quoted.end()
        elif _OPENING.match(text, at):
            return None
        else:
            unquoted = plain.match(text, at)
            stop = unquoted.end() if unquoted else at
            cells.append(_cell(text, at, stop))
        sign = text[stop : stop + 1]
        if sign != delimiter:
            return Record(cells, min(stop + 1, len(text)), True) if sign in ("\n", "") else None
        at = stop + 1


def _cell(text: str, start: int, end: int, *, quoted: bool = False) -> Cell:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    value = text[start:end]
    return Cell(value.replace('""', '"') if quoted else value, start, end)
