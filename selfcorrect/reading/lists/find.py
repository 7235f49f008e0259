"""The rows of a list, in the ways a document may be understood: the likeliest first."""

from decimal import Decimal
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.reading.lists.blocks import block_rows
from selfcorrect.reading.lists.headings import Table
from selfcorrect.reading.lists.matches import takes_off
from selfcorrect.reading.lists.regions import amount_of
from selfcorrect.reading.lists.row import Row
from selfcorrect.reading.lists.rows import labelled_rows, pattern_rows
from selfcorrect.reading.lists.sums import find_sums
from selfcorrect.reading.lists.tables import Section, table_sections
from selfcorrect.reading.page.keys import label_key
from selfcorrect.reading.ready.lists import ReadyList
from selfcorrect.reading.scan import Scan, once

MOST_LISTS = 3
"""Ways to read one list."""


class Rows(Struct, frozen=True):
    """One way to read a list: its rows, every line (by index) that belongs to them, and how they were found.

    Lines that a field may be read from as well are not among them. `taken_off` are rows among them whose
    amounts are negative where the others' are not.
    """

    rows: tuple[Row, ...]
    lines: frozenset[int]
    how: Literal["table", "rows"]
    taken_off: tuple[Row, ...] = ()


@once
def find_lists(scan: Scan, spec: ReadyList) -> tuple[Rows, ...]:
    """The ways to read a list, the best first, at most three; none where the document has no such list."""
    sections = table_sections(scan, spec) if spec.columns else []
    table = _table(sections)
    found = (
        _tables(table, sections) if table else _rows(scan, spec, tuple(section.table for section in sections))
    )
    if table and _is_poor(scan, spec, table):
        found = [rows for rows in _proven_rows(scan, spec) if _says_more(rows, table)] or found
    if found and (fewer := _without_charges(scan, spec, found[0])):
        found.insert(1, fewer)
    if spec.taken_off:
        found = _with_taken_off(scan, spec, found)
        found = _reductions(spec, found)
    return tuple(found[:MOST_LISTS])


def _tables(best: Rows, sections: list[Section]) -> list[Rows]:
    """A table; and the same with a heading that may name the total understood as naming another sum."""
    other = _table([section.other or section for section in sections])
    return [best, other] if other and any(section.other for section in sections) else [best]


def _rows(scan: Scan, spec: ReadyList, headings: tuple[Table, ...]) -> list[Rows]:
    """Rows without a table. Lines that are also labelled values stay free for the fields."""
    found = pattern_rows(scan, spec, headings)
    if (blocks := block_rows(scan, spec)) and not found.proven:
        return [_as_rows(spec, blocks, ())]
    rows = found.rows or tuple(labelled_rows(scan, spec))
    return [_as_rows(spec, rows, found.taken_off)] if rows else []


def _as_rows(spec: ReadyList, rows: tuple[Row, ...], taken_off: tuple[Row, ...]) -> Rows:
    free = spec.text is None or bool(spec.labels)
    lines = (number for row in rows for number in range(row.first, row.last))
    return Rows(rows, frozenset(() if free else lines), "rows", taken_off)


def _is_poor(scan: Scan, spec: ReadyList, table: Rows) -> bool:
    """Whether a table has rows without what they come to, or none that multiplies, or does not add up to a
    printed sum: its headings may be those of rows over several lines.
    """
    if spec.text is None:
        return False
    factors = [name for name, kind in spec.kinds.items() if kind in {"number", "money"}]
    whole = set(factors) - spec.optional
    return (
        any(spec.total not in row.values for row in table.rows)
        or not any(whole <= row.values.keys() for row in table.rows)
        or not _adds_up(scan, spec, table)
    )


def _adds_up(scan: Scan, spec: ReadyList, table: Rows) -> bool:
    amount = sum(amount_of(row.values, spec) for row in table.rows)
    return any(amount in one.amounts for one in find_sums(scan, spec))


def _says_more(rows: Rows, table: Rows) -> bool:
    """Whether rows have more values than those of a table; what is proven says no less."""
    return sum(len(row.values) for row in rows.rows) > sum(len(row.values) for row in table.rows)


def _proven_rows(scan: Scan, spec: ReadyList) -> list[Rows]:
    """The rows by patterns that add up to the printed sum."""
    found = pattern_rows(scan, spec)
    return [_as_rows(spec, found.rows, found.taken_off)] if found.proven else []


def _with_taken_off(scan: Scan, spec: ReadyList, found: list[Rows]) -> list[Rows]:
    """The rows of a list that takes something off, and those that stand among the rows of another list."""
    if not takes_off(scan):
        return found
    others = [other for other in scan.ready.lists if other is not spec and other.text and other.has_patterns]
    ways = [find_lists(scan, other)[:1] for other in others]
    first = found[0] if found else Rows((), frozenset(), "rows")
    lines = {row.first for row in first.rows}
    off = [row for way in ways for one in way for row in one.taken_off if row.first not in lines]
    if not off or first.how == "table":
        return found
    rows = [*first.rows, *(_renamed(spec, row) for row in off)]
    return [replace(first, rows=tuple(sorted(rows, key=lambda row: row.first)))]


def _renamed(spec: ReadyList, row: Row) -> Row:
    """A row of another list with this one's fields: its words and its amount."""
    texts = [value for value in row.values.values() if isinstance(value.meanings[0], str)]
    amounts = [value for value in row.values.values() if isinstance(value.meanings[0], Decimal)]
    values = {spec.text: texts[0], spec.taken_off: amounts[-1]}
    return replace(row, values={name: value for name, value in values.items() if name})


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
    """The rows without those that another list has a label for: `Shipping  12.00`."""
    others = [other for other in scan.ready.lists if other is not spec and other.labels]
    name = spec.text
    if not others or name is None:
        return None
    kept = [row for row in table.rows if not _is_labelled(row, name, others)]
    if len(kept) == len(table.rows) or not kept:
        return None
    dropped = {n for row in table.rows if _is_labelled(row, name, others) for n in range(row.first, row.last)}
    return replace(table, rows=tuple(kept), lines=table.lines - dropped)


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
