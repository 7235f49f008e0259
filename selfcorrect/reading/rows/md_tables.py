"""Rows of the tables of Markdown, as GitHub has them: a line of headings, one of dashes, lines of cells."""

import re
from collections.abc import Iterator
from typing import Final

from selfcorrect.reading.forms.form import Unreadable
from selfcorrect.reading.rows.columns import MOST, Columns
from selfcorrect.reading.rows.md_lines import Line, heading, shown
from selfcorrect.reading.rows.raw import SECTION, RawRow
from selfcorrect.reading.rows.troubles import Troubles, check_count

Headings = tuple[tuple[int, tuple[str, ...]], ...]
_DASHES: Final = re.compile(r"[ \t]*+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t]*+")
_CELL: Final = re.compile(r"(?:[^|\\]++|\\.?)*+")


def cells_of(line: str) -> list[tuple[int, int]]:
    """Where the cells of a line stand in it, without the bars and the blanks around them."""
    start = len(line) - len(line.lstrip())
    end = len(line.rstrip())
    start += line.startswith("|", start)
    found: list[tuple[int, int]] = []
    at = start
    while at <= end:
        cell = _CELL.match(line, at, end)
        stop = cell.end() if cell else at
        if stop >= end and stop == at and found:
            break  # behind the last bar
        found.append(_trimmed(line, at, stop))
        at = stop + 1
    return found


def cell_text(line: str, place: tuple[int, int]) -> str:
    """What a cell shows."""
    text = line[slice(*place)]
    return shown(text.replace("\\|", "|") if "\\" in text else text)


def table_rows(lines: list[Line], troubles: Troubles) -> tuple[list[RawRow], Headings]:
    """The rows of all tables, and the headings of each with the place where it starts."""
    rows: list[RawRow] = []
    headings: list[tuple[int, tuple[str, ...]]] = []
    for columns, section, body in _tables(lines):
        if body:
            headings.append((body[0].start, columns.headings))
        for line in body:
            cells = [cell_text(line.text, place) or None for place in cells_of(line.text)]
            if not any(cells):
                continue
            extent = _trimmed(line.text, 0, len(line.text))
            span = (line.start + extent[0], line.start + extent[1])
            if len(cells) > len(columns.headings):
                columns.tell_extra(cells, f"row {len(rows) + 1:,}", span, troubles)
            where = {} if section is None else {SECTION: section}
            rows.append(RawRow({**columns.values(cells), **where}, span))
            check_count(len(rows))
    return rows, tuple(headings)


def _tables(lines: list[Line]) -> Iterator[tuple[Columns, str | None, list[Line]]]:
    section: str | None = None
    at = 0
    while at < len(lines):
        line = lines[at]
        below = lines[at + 1].text if at + 1 < len(lines) else ""
        at += 1
        if (found := heading(line.text, below)) is not None:
            section = found[1]
        elif columns := _columns(line.text, below):
            first = at = at + 1
            while at < len(lines) and "|" in lines[at].text:
                at += 1
            yield columns, section, lines[first:at]


def _columns(line: str, below: str) -> Columns | None:
    if "|" not in line or "-" not in below or not _DASHES.fullmatch(below):
        return None
    if line.count("|") > MOST + 1:
        raise Unreadable("TOO_LARGE", f"there are more than {MOST:,} columns in this")
    places = cells_of(line)
    if len(places) != len(cells_of(below)):
        return None
    return Columns([cell_text(line, place) for place in places])


def _trimmed(line: str, start: int, end: int) -> tuple[int, int]:
    while start < end and line[start].isspace():
        start += 1
    while end > start and line[end - 1].isspace():
        end -= 1
    return start, end
