"""Where the values of a candidate stand in the files its rows were read from: found when somebody asks."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, Final

from selfcorrect.model.marks import Extent, Lines, Span
from selfcorrect.reading.filling.filler import Source
from selfcorrect.reading.filling.filling import Filling, Sheet, beside
from selfcorrect.reading.filling.names import LEAD, REST, value_in
from selfcorrect.reading.filling.ready import ReadyRows
from selfcorrect.reading.filling.takers import parts as parts_of
from selfcorrect.reading.rows.raw import TEXT, RawFile, RawRow, cell_span

_STEP: Final = re.compile(r"\[([0-9]+)\]|\.?([^.\[]+)")
_FEW: Final = 8
"""Items of one cell that are looked for one by one: each time its row is read once more."""
_BESIDE: Final = frozenset({"yaml", "json"})
"""Forms in which what stands beside the rows has a place that can be found."""
_LARGEST: Final = 2**21
"""Characters of a file that is read once more for that."""
_AROUND: Final = 1000
"""Characters of a long line that are shown on either side of a place."""


class RowPlaces:
    """The places of one reading. `name` is what its files are called together; those of a `folder` have names
    of their own. Picklable: what is made on the way is made again.
    """

    def __init__(self, ready: ReadyRows, files: Sequence[RawFile], name: str, *, folder: bool) -> None:
        self._ready = ready
        self._files = files
        self._names = [f"{name.rstrip('/')}/{file.name}" if folder else "" for file in files]
        self._numbers = {called: number for number, called in enumerate(self._names)}
        self._ends = list(accumulate(len(file.rows) for file in files))
        self._forget()

    def _forget(self) -> None:
        self._opened: tuple[Filling, list[Sheet]] | None = None
        self._lines: dict[int, Lines] = {}
        self._looked: dict[tuple[int, str], int] = {}
        self._spread: dict[tuple[int, str], list[Span]] = {}

    def __getstate__(self) -> dict[str, Any]:
        made = ("_opened", "_lines", "_looked", "_spread")
        return {name: value for name, value in self.__dict__.items() if name not in made}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._forget()

    def opened_by(self, filling: Filling, sheets: list[Sheet]) -> None:
        """Spares the work of opening the files again."""
        self._opened = filling, sheets

    def extent(self, path: str) -> Extent | None:
        """Where the value at a path stands: its item of a cell, else the cell, else the row."""
        steps = _steps(path)
        at, row = self._row_at(steps)
        if row is None:
            return self._beside(steps)
        return self._extent_of(at, self._in_row(at, row, steps[2:]) or Span(*row.span))

    def of_column(self, path: str, column: str) -> Extent | None:
        """Where a column stands in the row at a path, with an empty path beside the rows."""
        if not path:
            at, head = self._head_with(column)
            span = cell_span(self._files[at], head, column) if head else None
            return self._extent_of(at, span) if span else None
        at, row = self._row_at(_steps(path))
        if row is None:
            return None
        span = cell_span(self._files[at], row, column)
        return self._extent_of(at, span) if span else self.extent(path)

    def of_file(self, at: int, span: tuple[int, int] | None) -> Extent | None:
        """A stretch of a file; without one the start of a file of a folder, which is all that names it."""
        if span is None and not self._names[at]:
            return None
        return self._extent_of(at, Span(*(span or (0, 0))))

    def line(self, extent: Extent) -> tuple[str, int]:
        """The text of the line that a place starts in, and its column there; of a long line a piece."""
        at = self._numbers.get(extent.file, 0)
        text, start = self._files[at].text, self._lines_of(at).start(extent.line)
        column = start + extent.column - 1
        end = text.find("\n", column, column + _AROUND)
        first = max(start, column - _AROUND)
        return text[first : end if end >= 0 else column + _AROUND], column - first + 1

    def _row_at(self, steps: list[tuple[int | None, str]]) -> tuple[int, RawRow | None]:
        if len(steps) < 2 or steps[0][1] != self._ready.spec.fill:
            return 0, None
        number = steps[1][0]
        at = len(self._ends) if number is None else bisect_right(self._ends, number)
        if number is None or at >= len(self._files):
            return 0, None
        file = self._files[at]
        return at, file.rows[number - self._ends[at] + len(file.rows)]

    def _beside(self, steps: list[tuple[int | None, str]]) -> Extent | None:
        """Where a value of the candidate itself stands, which no row has."""
        filling, _ = self._sheet(0)
        names, item = _field_of(steps)
        found = filling.record.source(beside(self._files), ".".join(names)) if names else None
        at, head = self._head_with(found.cell.column) if found else (0, None)
        span = self._in_cell(at, head, found, item, filling) if head and found else None
        return self._extent_of(at, span) if span else None

    def _head_with(self, column: str) -> tuple[int, RawRow | None]:
        """The first file that has something under a key beside its rows, as if that were a row."""
        for at, file in enumerate(self._files):
            if column in file.head:
                start = len(file.text) - len(file.text.lstrip())
                whole = file.form in _BESIDE and len(file.text) <= _LARGEST
                return at, RawRow(file.head, (start, len(file.text))) if whole else None
        return 0, None

    def _extent_of(self, at: int, span: Span) -> Extent:
        return self._lines_of(at).extent(span, self._names[at])

    def _lines_of(self, at: int) -> Lines:
        if at not in self._lines:
            self._lines[at] = Lines(self._files[at].text)
        return self._lines[at]

    def _sheet(self, at: int) -> tuple[Filling, Sheet]:
        if self._opened is None:
            filling = Filling(self._ready)
            self._opened = filling, [filling.open(file) for file in self._files]
            filling.table.settle()
        filling, sheets = self._opened
        filling.turn_to(self._files[at])
        return filling, sheets[at]

    def _in_row(self, at: int, row: RawRow, steps: list[tuple[int | None, str]]) -> Span | None:
        names, item = _field_of(steps)
        filling, sheet = self._sheet(at)
        while names:
            found = sheet.filler.source(sheet.values(row), ".".join(names))
            if found is not None:
                return self._in_cell(at, row, found, item, filling)
            names.pop()
        return None

    def _in_cell(
        self, at: int, row: RawRow, found: Source, item: int | None, filling: Filling
    ) -> Span | None:
        file, column = self._files[at], found.cell.column
        if column in (LEAD, REST):
            return cell_span(file, row, TEXT, None, str(found.raw))
        if item is None:
            return cell_span(file, row, column)
        key = (id(row), column)
        looked = self._looked[key] = self._looked.get(key, 0) + 1
        if looked > _FEW:
            spread = self._spread_of(key, file, row, found, filling)
            return spread[item] if item < len(spread) else None
        one = next((one for n, one in enumerate(_items(found, row, filling)) if n == item), (None, None))
        return cell_span(file, row, column, *one) or cell_span(file, row, column)

    def _spread_of(
        self, key: tuple[int, str], file: RawFile, row: RawRow, found: Source, filling: Filling
    ) -> list[Span]:
        """All items of a cell of which many are asked for: one after the other, as they stand in its text."""
        if key not in self._spread:
            whole = cell_span(file, row, key[1]) or Span(*row.span)
            spans: list[Span] = []
            start = whole.start
            for _, part in _items(found, row, filling):
                place = file.text.find(part, start, whole.end) if part else -1
                start = place + len(part or "") if place >= 0 else start
                spans.append(Span(place, start) if place >= 0 else whole)
            self._spread[key] = spans
        return self._spread[key]


def _steps(path: str) -> list[tuple[int | None, str]]:
    return [(int(row) if row else None, name) for row, name in _STEP.findall(path)]


def _field_of(steps: list[tuple[int | None, str]]) -> tuple[list[str], int | None]:
    """The names that lead to a field, and the number of an item in it."""
    names: list[str] = []
    for number, name in steps:
        if number is not None:
            return names, number
        names.append(name)
    return names, None


def _items(found: Source, row: RawRow, filling: Filling) -> Iterator[tuple[int | None, str | None]]:
    """The items that a field takes from a cell: the number of each in the cell's list, and its text."""
    held, raw, target = row.values.get(found.cell.column), found.raw, found.target
    if found.cell.parts:
        yield from _items_within(held, raw, found.cell.parts)
    elif target.holds_ids and isinstance(raw, list):
        yield from ((number, part) for number, part, _ in filling.table.in_list(raw))
    elif target.holds_ids:
        yield from ((None, part) for part, _ in filling.table.in_text(str(raw)))
    elif isinstance(raw, list):
        texts = ((number, one) for number, one in enumerate(raw) if one is not None)
        yield from ((number, one if isinstance(one, str) else None) for number, one in texts)
    elif isinstance(raw, str):
        yield from ((None, part) for part in parts_of(raw, "" if target.inner else target.kind))


def _items_within(held: Any, raw: Any, parts: tuple[str, ...]) -> Iterator[tuple[int | None, str | None]]:
    """The items that keys lead to, through a list of mappings or to a list in a mapping."""
    if isinstance(held, list):
        for number, one in enumerate(held):
            value = value_in(one, parts)
            count = len(value) if isinstance(value, list) else value is not None
            yield from ((number, None) for _ in range(count))
    elif isinstance(raw, list):
        yield from ((None, one if isinstance(one, str) else None) for one in raw if one is not None)
