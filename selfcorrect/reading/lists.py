"""The rows of a list: by the headings of a table, else by row patterns."""

from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from selfcorrect.reading.compiled import ReadyList
from selfcorrect.reading.document import GAP
from selfcorrect.reading.patterns import NUMERIC, RowPattern, Slot
from selfcorrect.reading.scan import Scan
from selfcorrect.reading.values import Value, slot_value


class Row(Struct, frozen=True):
    """A row found: the lines it stands in (indexes, last exclusive) and its values by field."""

    first: int
    last: int
    values: dict[str, Value]


def find_rows(scan: Scan, spec: ReadyList) -> tuple[tuple[Row, ...], frozenset[int]]:
    """The rows of a list, and every line (by index) that belongs to them, headings included."""
    rows, headings = _table_rows(scan, spec)
    if not rows:
        rows = _pattern_rows(scan, spec)
    taken = {number for row in rows for number in range(row.first, row.last)}
    return tuple(rows), frozenset(taken | headings)


def _table_rows(scan: Scan, spec: ReadyList) -> tuple[list[Row], set[int]]:
    rows: list[Row] = []
    headings: set[int] = set()
    patterns: tuple[RowPattern, ...] = ()
    for number in range(len(scan.lines)):
        columns = _columns(scan, spec, number)
        if columns:
            patterns = spec.table_rows(columns)
            headings.add(number)
        elif patterns and _stops(scan, spec, number):
            patterns = ()
        elif patterns:
            rows += _table_row(scan, patterns, number)
    return rows, headings


def _columns(scan: Scan, spec: ReadyList, number: int) -> tuple[str | None, ...]:
    """The fields of a heading line by cell; nothing if it is none. A heading holds no value."""
    phrases = scan.phrases[number]
    line = scan.lines[number]
    if len(line.cells) < 2 or len(phrases) != len(line.cells):
        return ()
    found = tuple(spec.columns.get(phrase.key) for phrase in phrases)
    if not _is_heading(spec, [name for name in found if name]):
        return ()
    whole = all(phrase.end >= line.cells[phrase.cell].end for phrase in phrases)
    return found if whole else ()


def _is_heading(spec: ReadyList, names: list[str]) -> bool:
    """Whether fields make a table: no field twice, a number, and a text where the list's columns have one.

    `VAT rate   Net   VAT` heads a table of another kind.
    """
    if len(names) < 2 or len(set(names)) < len(names):
        return False
    kinds = {spec.kinds[name] for name in names}
    wants_text = any(spec.kinds[name] == "text" for name in spec.columns.values())
    return not kinds.isdisjoint(NUMERIC) and ("text" in kinds or not wants_text)


def _stops(scan: Scan, spec: ReadyList, number: int) -> bool:
    return any(phrase.key in spec.stops for phrase in scan.phrases[number][:1])


def _table_row(scan: Scan, patterns: tuple[RowPattern, ...], number: int) -> Iterator[Row]:
    line = scan.lines[number]
    text = scan.document.clean[line.start : line.end]
    for pattern in patterns:
        match = pattern.matcher().fullmatch(text)
        values = _values(scan, pattern.slots, match, line.start) if match else None
        if values:
            yield Row(number, number + 1, values)
            return


def _pattern_rows(scan: Scan, spec: ReadyList) -> list[Row]:
    """Rows by patterns: strong ones wherever they are, weak ones beside them or in a block of their own."""
    starts = [line.start for line in scan.lines]
    rows: dict[int, Row] = {}
    taken: set[int] = set()
    for pattern, scanner in sorted(spec.rows, key=lambda pair: not pair[0].strong):
        fits = _anywhere if pattern.strong else _WeakPlaces(scan, spec, taken)
        for match in scanner.finditer(scan.document.clean):
            first, last = _lines_of(match, starts)
            if first == last or not taken.isdisjoint(range(first, last)) or _is_labelled(scan, first):
                continue
            values = _values(scan, pattern.slots, match, 0)
            if values and not _crosses_gap(scan, pattern.slots, values) and fits(first):
                rows[first] = Row(first, last, values)
                taken.update(range(first, last))
    return [rows[number] for number in sorted(rows)]


def _lines_of(match: Any, starts: list[int]) -> tuple[int, int]:
    """The lines of a match by index, the last exclusive; the same twice where its lines are not read."""
    start, end = match.span()
    return bisect_left(starts, start), bisect_left(starts, end)


def _crosses_gap(scan: Scan, slots: tuple[Slot, ...], values: dict[str, Value]) -> bool:
    """Whether a text runs over a wide gap, and so is two things."""
    spans = [values[slot.name].span for slot in slots if slot.kind == "text" and slot.name in values]
    return any(GAP.search(scan.document.clean, span.start, span.end) for span in spans)


def _anywhere(first: int) -> bool:  # noqa: ARG001 the counterpart of _WeakPlaces
    return True


class _WeakPlaces:
    """Where rows of few numbers may stand: before the sums, in blocks that hold rows.

    Where none does, the first such row says which block it is.
    """

    def __init__(self, scan: Scan, spec: ReadyList, taken: set[int]) -> None:
        self._lines = scan.lines
        self._blocks = {scan.lines[number].block for number in taken}
        self._end = next((n for n in range(len(scan.lines)) if _stops(scan, spec, n)), len(scan.lines))

    def __call__(self, first: int) -> bool:
        block = self._lines[first].block
        if first >= self._end or (self._blocks and block not in self._blocks):
            return False
        self._blocks.add(block)
        return True


def _is_labelled(scan: Scan, number: int) -> bool:
    """Whether a line starts with a label, and so is a sum or a key and its value."""
    return any(phrase.key in scan.known for phrase in scan.phrases[number][:1])


def _values(scan: Scan, slots: tuple[Slot, ...], match: Any, offset: int) -> dict[str, Value] | None:
    """The values of a match by field; None where a slot holds what its kind cannot be."""
    values: dict[str, Value] = {}
    for group, slot in enumerate(slots, 1):
        start, end = match.span(group)
        if start < 0:
            continue
        value = slot_value(scan, slot.kind, offset + start, offset + end)
        if value is None:
            return None
        values[slot.name] = value
    return values
