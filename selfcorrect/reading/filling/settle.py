"""Settles what cells leave open by how their column, else the whole ledger, is written."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.language.patterns import compile_pattern
from selfcorrect.language.printed.dates import Order
from selfcorrect.language.values import show_value
from selfcorrect.reading.filling.dates import DateColumn, order_of
from selfcorrect.reading.filling.filler import Opened
from selfcorrect.reading.filling.numbers import NumberColumn, mark_of
from selfcorrect.reading.rows.raw import RawFile
from selfcorrect.reading.spec import DateOrder


class Ambiguous(Struct, frozen=True):
    """A value that nothing decides: null in the candidate. What it can be, as texts."""

    path: str
    values: tuple[str, ...]


class Guessed(Struct, frozen=True):
    """Values of a column that were read on a likelihood: the first, how it is written, how many they are."""

    path: str
    text: str
    value: str
    count: int


def settle(
    opened: Sequence[Opened],
    columns: Iterable[DateColumn | NumberColumn],
    date_order: DateOrder,
    files: Sequence[RawFile],
) -> tuple[tuple[Ambiguous, ...], tuple[Guessed, ...]]:
    """Puts in what can be decided; gives what cannot, and what could only on a likelihood."""
    if not opened:
        return (), ()
    return _Settling(columns, date_order, files).settle(opened)


class _Settling:
    def __init__(
        self,
        columns: Iterable[DateColumn | NumberColumn],
        date_order: DateOrder,
        files: Sequence[RawFile],
    ) -> None:
        columns = tuple(columns)
        dates = [column for column in columns if isinstance(column, DateColumn)]
        numbers = [column for column in columns if isinstance(column, NumberColumn)]
        said = (date_order.day_first, date_order.month_first)
        likely = (date_order.likely_day_first, date_order.likely_month_first)
        self.sure = _said(*said, files) or order_of(order for column in dates for order in column.orders)
        self.likely = _said(*likely, files)
        self.mark = mark_of(mark for column in numbers for mark in column.marks)
        self.ambiguous: list[Ambiguous] = []
        self.guessed: dict[str, Guessed] = {}

    def settle(self, opened: Iterable[Opened]) -> tuple[tuple[Ambiguous, ...], tuple[Guessed, ...]]:
        """Every value in turn."""
        for one in opened:
            self.decide(one)
        return tuple(self.ambiguous), tuple(self.guessed.values())

    def decide(self, one: Opened) -> None:
        """One value: by its column, by the others, else on a likelihood; if nothing does, it is ambiguous."""
        column, text = one.value.column, one.value.text
        found = self.meanings(column, text)
        if len(found) > 1 and self.likely and isinstance(column, DateColumn):
            likely = column.meanings(text, self.likely)
            if len(likely) == 1:
                found = likely
                known = self.guessed.get(column.path) or Guessed(one.path, text, likely[0], 0)
                self.guessed[column.path] = replace(known, count=known.count + 1)
        if len(found) == 1:
            one.held[one.at] = found[0]
        else:
            self.ambiguous.append(Ambiguous(one.path, tuple(map(show_value, found))))

    def meanings(self, column: DateColumn | NumberColumn, text: str) -> tuple[str, ...] | tuple[Decimal, ...]:
        """What a text can mean, given how its column and the others are written."""
        if isinstance(column, DateColumn):
            return column.meanings(text, order_of(column.orders) or (None if column.orders else self.sure))
        return column.meanings(text, mark_of(column.marks) or (None if column.marks else self.mark))


def _said(day_first: str | None, month_first: str | None, files: Sequence[RawFile]) -> Order | None:
    """The order for which a pattern speaks in some file, if none does for the other."""
    found: list[Order] = []
    if day_first and _found(day_first, files):
        found.append("day first")
    if month_first and _found(month_first, files):
        found.append("month first")
    return found[0] if len(found) == 1 else None


def _found(pattern: str, files: Sequence[RawFile]) -> bool:
    return any(compile_pattern(pattern).search(file.text) for file in files)
