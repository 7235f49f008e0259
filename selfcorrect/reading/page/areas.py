"""Areas: the parts of a document that a heading starts, such as the seller's and the buyer's."""

from collections.abc import Container, Mapping
from typing import Final

from msgspec import Struct

from selfcorrect.reading.page.document import Cell, Line
from selfcorrect.reading.page.labels import Phrase

_SLACK: Final = 3
"""Columns by which what is under a heading may stand further left than it."""
_MOST_HEADS: Final = 4
"""Headings of areas on one line; a line of more is a table."""
_MOST_ABOVE: Final = 3
"""Lines between an area's heading and its first cell, that one included."""


class Area(Struct, frozen=True):
    """An area: its name, the line that heads it, and the column it starts at."""

    name: str
    line: int
    column: int


Areas = tuple[tuple[Area, ...], ...]
"""For each line the areas it lies in, by column, the leftmost first."""


def find_areas(
    lines: tuple[Line, ...],
    phrases: tuple[tuple[Phrase, ...], ...],
    names: Mapping[str, str],
    known: Container[str],
) -> Areas:
    """The areas of each line. One lasts to the end of its heading's block (of the next, where the heading
    has a block for itself), or to a heading at its column or left of it. `known` are the keys of labels.
    """
    if not names:
        return ((),) * len(lines)
    found: list[tuple[Area, ...]] = []
    active: tuple[Area, ...] = ()
    for number, line in enumerate(lines):
        headings = _headings(number, line, phrases[number], names, known)
        active = tuple(area for area in active if not _is_over(area, lines, number))
        if headings:
            least = min(area.column for area in headings)
            active = (*(area for area in active if area.column < least - _SLACK), *headings)
        found.append(active)
    return tuple(found)


def _headings(
    number: int, line: Line, phrases: tuple[Phrase, ...], names: Mapping[str, str], known: Container[str]
) -> tuple[Area, ...]:
    """The areas that a line heads: none where other cells follow, as in a table's `From   To   Fare`."""
    found = [
        phrase
        for phrase in phrases
        if phrase.key in names and phrase.start == line.cells[phrase.cell].start and _is_whole(line, phrase)
    ]
    if not 0 < len(found) <= _MOST_HEADS:
        return ()
    heads = {phrase.cell for phrase in found}
    labelled = heads | {phrase.cell for phrase in phrases if phrase.key in known or phrase.colon}
    keyed = labelled - heads
    if any(cell not in labelled and cell - 1 not in keyed for cell in range(found[0].cell, len(line.cells))):
        return ()
    return tuple(
        Area(names[phrase.key], number, line.cells[phrase.cell].start - line.left) for phrase in found
    )


def _is_whole(line: Line, phrase: Phrase) -> bool:
    return phrase.end >= line.cells[phrase.cell].end


def _is_over(area: Area, lines: tuple[Line, ...], number: int) -> bool:
    """Whether an area has ended before a line: where the block of what is under its heading has."""
    head = area.line + 1
    if number <= head or head >= len(lines):
        return False
    return lines[number].block != lines[head].block


def area_at(areas: tuple[Area, ...], column: int) -> Area | None:
    """The area that a column of a line lies in."""
    return next((area for area in reversed(areas) if area.column - _SLACK <= column), None)


def first_cell(lines: tuple[Line, ...], areas: Areas, area: Area) -> tuple[int, Cell] | None:
    """The first cell under an area's heading, with its line; other columns may have lines before it."""
    for number in range(area.line + 1, min(area.line + 1 + _MOST_ABOVE, len(lines))):
        line = lines[number]
        inside = (cell for cell in line.cells if area_at(areas[number], cell.start - line.left) == area)
        cell = next(inside, None)
        if cell:
            return number, cell
    return None
