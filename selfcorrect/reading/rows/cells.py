"""Where a cell stands in its file: the row's piece of text is read once more, when somebody asks."""

import re
from bisect import bisect_right
from typing import Any

from selfcorrect.model.marks import Span
from selfcorrect.reading.forms.form import Unreadable
from selfcorrect.reading.rows.raw import BOXES, KEY, TITLE, RawFile, RawRow

_Place = tuple[int, int]


def span_of_cell(
    file: RawFile, row: RawRow, column: str, item: int | None, within: str | None
) -> Span | None:
    """As `cell_span` says."""
    value = row.values.get(column)
    if value is None:
        return None
    if isinstance(value, list):
        place = _cell(file, row, column, item)
        value = value[item] if item is not None and item < len(value) else None
        item = None
    else:
        place = _cell(file, row, column, None)
    if place is None:
        return None
    narrowed = _narrowed(file.text, place, value if isinstance(value, str) else None)
    return Span(*(narrowed if within is None else _within(file.text, narrowed, within, item or 0)))


def _cell(file: RawFile, row: RawRow, column: str, item: int | None) -> _Place | None:
    match file.form:
        case "yaml" | "mapping":
            return _in_yaml(file, row, column, item)
        case "json" | "lines" | "object":
            return _in_json(file, row, column, item)
        case "csv":
            return _in_csv(file, row, column, item)
        case "table":
            return _in_table(file, row, column, item)
        case "checklist":
            return _in_checklist(file, row, column, item)
        case "page":
            return _in_page(file, row, column, item)
    return None


def _narrowed(text: str, place: _Place, value: str | None) -> _Place:
    """The value itself within its cell, which may have marks around it."""
    if not value or place[1] - place[0] == len(value):
        return place
    at = text.find(value, *place)
    return (at, at + len(value)) if at >= 0 else place


def _within(text: str, place: _Place, part: str, item: int) -> _Place:
    """The item-th occurrence of a part as a word of its own; the whole where there are not as many."""
    if not part:
        return place
    before = r"(?<!\w)" if part[0].isalnum() else ""
    after = r"(?!\w)" if part[-1].isalnum() else ""
    for number, found in enumerate(re.finditer(f"{before}{re.escape(part)}{after}", text[slice(*place)])):
        if number == item:
            return place[0] + found.start(), place[0] + found.end()
    return place


def _in_yaml(file: RawFile, row: RawRow, column: str, item: int | None) -> _Place | None:
    from selfcorrect.model.yaml_places import place_of

    start, end = row.span
    # A block counts its indentation from the margin, and a piece of text starts in the middle of a line.
    lead = start - (file.text.rfind("\n", 0, start) + 1)
    step: tuple[str | int, ...] = () if item is None else (item,)
    path: tuple[str | int, ...] = (column, *step)
    if KEY in row.values:
        if column == KEY:
            return start, end
        path = (str(row.values[KEY]), *path)
    found = place_of(" " * lead + file.text[start:end], path)
    return (found[0] - lead + start, found[1] - lead + start) if found else None


def _in_json(file: RawFile, row: RawRow, column: str, item: int | None) -> _Place | None:
    from selfcorrect.reading.rows.json_scan import Scanner

    scanner = Scanner(file.text)
    at = row.span[0]
    try:
        if KEY in row.values:
            key_end = scanner.end_of(at)
            if column == KEY:
                return at + 1, key_end - 1
            at = scanner.skipped(scanner.skipped(key_end) + 1)
        found = next(one for one in scanner.elements(at) if one.key == column)
        if item is not None and isinstance(found.value, list):
            found = next(one for n, one in enumerate(scanner.elements(found.at)) if n == item)
    except (StopIteration, Unreadable):
        return None
    return (found.at + 1, found.end - 1) if isinstance(found.value, str) else (found.at, found.end)


def _in_csv(file: RawFile, row: RawRow, column: str, item: int | None) -> _Place | None:
    from selfcorrect.reading.rows.columns import Columns
    from selfcorrect.reading.rows.csv_cells import record_at

    piece = file.text[slice(*row.span)]
    headings = file.headings[0][1]
    cells = record_at(piece, 0, file.delimiter, len(headings)).cells
    number = Columns(headings).number_of(column, item, [cell.value for cell in cells])
    if number is None:
        return None
    return row.span[0] + cells[number].start, row.span[0] + cells[number].end


def _in_table(file: RawFile, row: RawRow, column: str, item: int | None) -> _Place | None:
    from selfcorrect.reading.rows.columns import Columns
    from selfcorrect.reading.rows.md_tables import cell_text, cells_of

    piece = file.text[slice(*row.span)]
    table = bisect_right(file.headings, row.span[0], key=lambda headings: headings[0]) - 1
    places = cells_of(piece)
    number = Columns(file.headings[max(table, 0)][1]).number_of(
        column, item, [cell_text(piece, place) for place in places]
    )
    if number is None:
        return None
    return row.span[0] + places[number][0], row.span[0] + places[number][1]


def _in_checklist(file: RawFile, row: RawRow, column: str, item: int | None) -> _Place | None:
    from selfcorrect.reading.rows.checklists import Checklist
    from selfcorrect.reading.rows.md_lines import lines_of
    from selfcorrect.reading.rows.troubles import Troubles

    start, end = row.span
    checklist = Checklist(Troubles(), places=True)
    checklist.read(lines_of(file.text[start:end]).lines)
    places = checklist.items[0].places.get(column, []) if checklist.items else []
    at = item or 0
    return (start + places[at][0], start + places[at][1]) if at < len(places) else None


def _in_page(file: RawFile, row: RawRow, column: str, item: int | None) -> _Place | None:
    from selfcorrect.reading.rows.front_matter import front_matter, place_in_matter
    from selfcorrect.reading.rows.markdown_rows import page_columns
    from selfcorrect.reading.rows.md_lines import lines_of
    from selfcorrect.reading.rows.pages import boxes, title_of
    from selfcorrect.reading.rows.troubles import Troubles

    matter = front_matter(file.text, Troubles())
    lines = lines_of(file.text, matter.body if matter else 0).lines
    if column == TITLE:
        title = title_of(lines)
        return (title.start, title.end) if title else None
    if column == BOXES:
        return next((place for number, (_, place) in enumerate(boxes(lines)) if number == (item or 0)), None)
    if matter and column in matter.values:
        return place_in_matter(file.text, matter, column, item)
    if column.startswith("("):
        return None
    found = [one for one in page_columns(lines) if one.column == column and one.value is not None]
    at = item or 0
    return (found[at].start, found[at].end) if at < len(found) else _anywhere(file, row, row.values[column])


def _anywhere(file: RawFile, row: RawRow, value: Any) -> _Place | None:
    """What was taken out of another column: by its text."""
    at = file.text.find(value, *row.span) if isinstance(value, str) else -1
    return (at, at + len(value)) if at >= 0 else None
