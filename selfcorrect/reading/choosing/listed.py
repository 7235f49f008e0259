"""The rows of a list as plain data, and what in a reading is left open or unsure."""

from decimal import Decimal
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.language.numbers import format_number
from selfcorrect.model.marks import Span
from selfcorrect.reading.lists.row import Row


class Ambiguity(Struct, frozen=True):
    """A field with several values that nothing decides between, as texts, in the document's order, and
    where they stand.
    """

    path: str
    values: tuple[str, ...]
    spans: tuple[Span, ...] = ()


class Unsure(Struct, frozen=True):
    """A field whose value, as a text, was read on a likelihood that nothing upholds, and where it stands."""

    path: str
    value: str
    span: Span


class Listed(Struct, frozen=True):
    """The rows of a list as plain data, the place of each value under the list's path, and what in them is
    ambiguous or unsure.
    """

    rows: list[Any]
    spans: dict[str, Span]
    ambiguities: tuple[Ambiguity, ...]
    unsure: tuple[Unsure, ...]

    def value_of(self, unsure: Unsure) -> Any:
        """The value that is unsure."""
        number, name = _place(unsure)
        return self.rows[number][name]

    def changed(self, unsure: Unsure, value: Any) -> "Listed":
        """The rows with another value in place of an unsure one."""
        number, name = _place(unsure)
        rows = [*self.rows]
        rows[number] = {**rows[number], name: value}
        return replace(self, rows=rows)

    @property
    def span(self) -> Span | None:
        """From the first value to the last, in the text's order."""
        spans = sorted(self.spans.values(), key=lambda span: span.start)
        return Span(spans[0].start, spans[-1].end) if spans else None

    def __str__(self) -> str:
        return f"{len(self.rows)} row{'' if len(self.rows) == 1 else 's'}"


def _place(unsure: Unsure) -> tuple[int, str]:
    """The row's number and the field's name of `line_items[2].amount`."""
    number, _, name = unsure.path.rpartition("[")[2].partition("].")
    return int(number), name


def listed(path: str, rows: tuple[Row, ...]) -> Listed:
    """Rows as plain data."""
    spans: dict[str, Span] = {}
    ambiguities, unsure, plain = [], [], []
    for number, row in enumerate(rows):
        found: dict[str, Any] = {}
        for name, value in row.values.items():
            place = f"{path}[{number}].{name}"
            if len(value.meanings) > 1:
                found[name] = None
                ambiguities.append(Ambiguity(place, tuple(map(shown, value.meanings)), (value.span,)))
                continue
            found[name] = value.meanings[0]
            spans[place] = value.span
            if not value.sure:
                unsure.append(Unsure(place, shown(value.meanings[0]), value.span))
        plain.append(found)
    return Listed(plain, spans, tuple(ambiguities), tuple(unsure))


def shown(value: Any) -> str:
    """A value as people are told of it."""
    return format_number(value) if isinstance(value, Decimal) else str(value)
