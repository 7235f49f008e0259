"""Rows of cells as lines of text: two spaces or more between cells, columns under each other."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

_WIDEST_COLUMN: Final = 60
_MOST_COLUMNS: Final = 100
_GAP: Final = 2


class TableCell(Struct, frozen=True):
    """A cell's lines, and how many columns and rows it fills."""

    lines: Sequence[str]
    columns: int = 1
    rows: int = 1


Placed = tuple[int, TableCell]


def table_lines(rows: Sequence[Sequence[TableCell]], room: int) -> list[str]:
    """The lines of a table. A cell of several lines makes its row as high; an empty row is an empty line.

    Where columns under each other would take more than `room` characters, they are not aligned: a small
    file makes no huge text.
    """
    placed = list(_placed(rows))
    starts = _starts(placed, room)
    return [line for row in placed for line in _row_lines(row, starts)]


def span_of(text: str) -> int:
    """What `colspan` or `rowspan` says, within bounds."""
    return min(max(int(text), 1), _MOST_COLUMNS) if text.isascii() and text.isdigit() and len(text) < 6 else 1


def _placed(rows: Sequence[Sequence[TableCell]]) -> Iterator[list[Placed]]:
    """Each row's cells with their columns, past those that cells of earlier rows reach down into."""
    held: dict[int, int] = {}
    for row in rows:
        found: list[Placed] = []
        begun: dict[int, int] = {}
        column = 0
        for cell in row:
            while column in held:
                column += 1
            found.append((column, cell))
            if cell.rows > 1 and column < _MOST_COLUMNS:
                begun |= dict.fromkeys(range(column, column + cell.columns), cell.rows - 1)
            column += cell.columns
        held = {place: left - 1 for place, left in held.items() if left > 1} | begun
        yield found


def _starts(placed: list[list[Placed]], room: int) -> dict[int, int]:
    """Where each column starts; nothing for a table that is too large to be aligned."""
    widths: dict[int, int] = {}
    for row in placed:
        for column, cell in row:
            width = max(map(len, cell.lines), default=0) if cell.columns == 1 else 0
            widths[column] = max(widths.get(column, 0), min(width, _WIDEST_COLUMN))
    starts: dict[int, int] = {}
    at = 0
    for column in sorted(widths):
        starts[column] = at
        at += widths[column] + _GAP if widths[column] else 0
    height = sum(max((len(cell.lines) for _, cell in row), default=1) for row in placed)
    return starts if at * height <= room else {}


def _row_lines(row: list[Placed], starts: dict[int, int]) -> list[str]:
    height = max((len(cell.lines) for _, cell in row), default=0)
    parts: list[list[str]] = [[] for _ in range(max(height, 1))]
    widths = [0] * len(parts)
    for column, cell in row:
        for number, text in enumerate(cell.lines):
            if text:
                least = _GAP if widths[number] else 0
                pad = max(starts.get(column, 0) - widths[number], least)
                parts[number] += [" " * pad, text]
                widths[number] += pad + len(text)
    return ["".join(line) for line in parts]
