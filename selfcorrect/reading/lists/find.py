"""The rows of a list, in the ways a document may be understood: the likeliest first."""

from decimal import Decimal
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.reading.keys import label_key
from selfcorrect.reading.lists.headings import Table
from selfcorrect.reading.lists.ready import ReadyList
from selfcorrect.reading.lists.row import Row
from selfcorrect.reading.lists.rows import labelled_rows, pattern_rows
from selfcorrect.reading.lists.tables import Section, table_sections
from selfcorrect.reading.scan import Scan

MOST_LISTS = 3
"""Ways to read one list."""


class Rows(Struct, frozen=True):
    """One way to read a list: its rows, every line (by index) that belongs to them, and how they were found.

    Lines that a field may be read from as well are not among them.
    """

    rows: tuple[Row, ...]
    lines: frozenset[int]
    how: Literal["table", "rows"]


def find_lists(scan: Scan, spec: ReadyList) -> tuple[Rows, ...]:
    """The ways to read a list, the best first, at most three; none where the document has no such list."""
    sections = table_sections(scan, spec) if spec.columns else []
    table = _table(sections)
    found = [table] if table else _rows(scan, spec, tuple(section.table for section in sections))
    if table and (fewer := _without_charges(scan, spec, table)):
        found.insert(1, fewer)
    if spec.taken_off:
        found = _reductions(spec, found)
    return tuple(found[:MOST_LISTS])


def _rows(scan: Scan, spec: ReadyList, headings: tuple[Table, ...]) -> list[Rows]:
    """Rows without a table. Lines that are also labelled values stay free for the fields."""
    rows = tuple(pattern_rows(scan, spec, headings) or labelled_rows(scan, spec))
    free = spec.text is None or bool(spec.labels)
    lines = (number for row in rows for number in range(row.first, row.last))
    return [Rows(rows, frozenset(() if free else lines), "rows")] if rows else []


def _table(sections: list[Section]) -> Rows | None:
    """The sections with the same fields as the best: a table may go on under repeated headings."""
    full = [section for section in sections if section.rows]
    if not full:
        return None
    best = max(full, key=lambda section: (len(section.table.names), len(section.rows)))
    same = [section for section in full if set(section.table.names) == set(best.table.names)]
    rows = tuple(row for section in same for row in section.rows)
    return Rows(rows, frozenset(number for section in same for number in section.lines), "table")


def _without_charges(scan: Scan, spec: ReadyList, table: Rows) -> Rows | None:
    """A table's rows without those that another list has a label for: `Shipping  12.00`."""
    others = [other for other in scan.ready.lists if other is not spec and other.labels]
    name = spec.text
    if not others or name is None:
        return None
    kept = [row for row in table.rows if not _is_labelled(row, name, others)]
    if len(kept) == len(table.rows) or not kept:
        return None
    dropped = {n for row in table.rows if _is_labelled(row, name, others) for n in range(row.first, row.last)}
    return Rows(tuple(kept), table.lines - dropped, table.how)


def _is_labelled(row: Row, name: str, lists: list[ReadyList]) -> bool:
    key = label_key(str(row.values[name].meanings[0])) if name in row.values else ""
    return any(key in other.labels for other in lists)


def _reductions(spec: ReadyList, found: list[Rows]) -> list[Rows]:
    """The rows with amounts that reduce a sum as positive ones; then as a document that counts them would."""
    ways = []
    for rows in found:
        amounts = [row.values[spec.taken_off] for row in rows.rows if spec.taken_off in row.values]
        ways.append(_signed(spec, rows, {False}))
        if any(meaning > 0 for value in amounts for meaning in value.meanings):
            ways.append(_signed(spec, rows, {False, True}))
    return ways


def _signed(spec: ReadyList, rows: Rows, turned: set[bool]) -> Rows:
    """The rows with the sign of some amounts turned: of those that are positive or not."""
    return replace(rows, rows=tuple(_turned(spec, row, turned) for row in rows.rows))


def _turned(spec: ReadyList, row: Row, turned: set[bool]) -> Row:
    value = row.values.get(spec.taken_off)
    if value is None:
        return row
    meanings = tuple(-m if (m > Decimal(0)) in turned else m for m in value.meanings)
    return replace(row, values={**row.values, spec.taken_off: replace(value, meanings=meanings)})
