"""Reads a document: one candidate, where each value stands, and what was uncertain."""

from decimal import Decimal
from typing import Any

from msgspec import Struct

from selfcorrect.language.numbers import format_number
from selfcorrect.language.shape import Shape
from selfcorrect.model.marks import Span
from selfcorrect.reading.compiled import Compiled, compiled
from selfcorrect.reading.fields import find_offers
from selfcorrect.reading.lists import Row, find_rows
from selfcorrect.reading.offers import Offer, Strength
from selfcorrect.reading.scan import Scan
from selfcorrect.reading.spec import Reader
from selfcorrect.reading.values import Value


class Ambiguity(Struct, frozen=True):
    """A field with several values that nothing decides between, as texts, in the document's order, and
    where they stand.
    """

    path: str
    values: tuple[str, ...]
    spans: tuple[Span, ...] = ()


class Reading(Struct, frozen=True):
    """A candidate as plain data (Decimal for numbers, ISO text for dates, str), the place of each value by
    path (`line_items[2].amount`), and the fields that are null because they are ambiguous.
    """

    candidate: dict[str, Any]
    spans: dict[str, Span]
    ambiguities: tuple[Ambiguity, ...] = ()


def read(
    reader: Reader,
    shape: Shape,
    text: str,
) -> Reading:
    """What a reader finds in a text. Raises for no text; what cannot be read is not in the candidate."""
    ready = compiled(reader, shape)
    scan = Scan(ready, text)
    notes = _Notes()
    seen: list[Value] = []
    taken: frozenset[int] = frozenset()
    for spec in ready.lists:
        rows, lines = find_rows(scan, spec)
        taken |= lines
        seen += notes.add_rows(spec.path, rows)
    offers = find_offers(scan, taken)
    for number, kept in enumerate(_without_weak(ready, offers)):
        seen += notes.add_field(ready.fields[number].spec.path, kept)
    for field in ready.fields:
        if field.spec.from_amounts and field.spec.path not in notes.known:
            notes.add_field(field.spec.path, _from_amounts(ready, seen))
    return Reading(_in_order(notes.candidate, shape), notes.spans, tuple(notes.ambiguities))


def _without_weak(ready: Compiled, offers: list[list[Offer]]) -> list[list[Offer]]:
    """The offers, without weakly labelled ones where a field that makes them doubtful was found."""
    found = {
        field.spec.path
        for field, given in zip(ready.fields, offers, strict=True)
        if any(offer.strength == Strength.LABEL for offer in given)
    }
    return [
        [o for o in given if o.strength != Strength.WEAK or found.isdisjoint(field.spec.weak_unless)]
        for field, given in zip(ready.fields, offers, strict=True)
    ]


def _from_amounts(ready: Compiled, values: list[Value]) -> list[Offer]:
    """The currencies beside the amounts read; codes count before signs, which may stand for several."""
    found = []
    for value in values:
        codes = ready.codes.get(value.currency)
        if codes:
            span = Span(value.currency_at, value.currency_at + len(value.currency))
            found.append((value.currency in codes, Offer(Strength.AMOUNTS, Value(codes, span))))
    by_code = [offer for is_code, offer in found if is_code]
    return by_code or [offer for _, offer in found]


class _Notes:
    """What has been read so far."""

    def __init__(self) -> None:
        self.candidate: dict[str, Any] = {}
        self.spans: dict[str, Span] = {}
        self.ambiguities: list[Ambiguity] = []
        self.known: set[str] = set()

    def add_field(self, path: str, offers: list[Offer]) -> list[Value]:
        """Takes the value that the best labelled offers agree on; gives the values that were looked at."""
        if not offers:
            return []
        best = max(offer.strength for offer in offers)
        values = [offer.value for offer in offers if offer.strength == best]
        *parents, name = path.split(".")
        row = self.candidate
        for parent in parents:
            row = row.setdefault(parent, {})
        self.known.add(path)
        self._settle(path, row, name, values)
        return values

    def add_rows(self, path: str, rows: tuple[Row, ...]) -> list[Value]:
        """Takes the rows of a list; gives their values."""
        if rows:
            self.candidate[path] = [self._row(f"{path}[{number}]", row) for number, row in enumerate(rows)]
        return [value for row in rows for value in row.values.values()]

    def _row(self, path: str, row: Row) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in row.values.items():
            self._settle(f"{path}.{name}", found, name, [value])
        return found

    def _settle(self, path: str, row: dict[str, Any], name: str, values: list[Value]) -> None:
        """The one meaning common to all values and sure at one of them; else null and an ambiguity."""
        common = [m for m in values[0].meanings if all(m in value.meanings for value in values[1:])]
        sure = next((value for value in values if len(value.meanings) == 1), None)
        if common and sure:
            row[name] = sure.meanings[0]
            self.spans[path] = sure.span
            return
        row[name] = None
        every = dict.fromkeys(m for value in values for m in value.meanings)
        spans = tuple(value.span for value in values)
        self.ambiguities.append(Ambiguity(path, tuple(_shown(m) for m in (common or every)), spans))


def _shown(value: Any) -> str:
    return format_number(value) if isinstance(value, Decimal) else str(value)


def _in_order(candidate: dict[str, Any], shape: Shape) -> dict[str, Any]:
    """The candidate's fields in the order the shape declares them."""
    return {field.name: candidate[field.name] for field in shape.fields if field.name in candidate}
