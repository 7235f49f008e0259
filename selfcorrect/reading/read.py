"""Reads a document: one candidate, where each value stands, what was uncertain, and why it was so read."""

from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.language.shape import Shape, walk
from selfcorrect.model.marks import Span
from selfcorrect.reading.choosing.choose import Choice, Decision, Judge, choose
from selfcorrect.reading.choosing.listed import Ambiguity, Listed, Unsure, listed, shown
from selfcorrect.reading.choosing.search import ABSENT
from selfcorrect.reading.choosing.weigher import Taken
from selfcorrect.reading.fields.currency import from_amounts
from selfcorrect.reading.fields.labelled import find_offers
from selfcorrect.reading.fields.near import near_offers
from selfcorrect.reading.fields.offers import WORSE, Offer, Option, Strength, options_of
from selfcorrect.reading.lists.find import Rows, find_lists
from selfcorrect.reading.ready.passages import Passage
from selfcorrect.reading.ready.reader import ReadyField, ReadyReader
from selfcorrect.reading.scan import Scan
from selfcorrect.reading.start import Start, started


class Reading(Struct, frozen=True):
    """A candidate as plain data (Decimal for numbers, ISO text for dates, str), the place of each value by
    path (`line_items[2].amount`), the fields that are null because they are ambiguous, those that are
    unsure, and what was made of each choice.
    """

    candidate: dict[str, Any]
    spans: dict[str, Span]
    ambiguities: tuple[Ambiguity, ...] = ()
    unsure: tuple[Unsure, ...] = ()
    decisions: tuple[Decision, ...] = ()


_LIST: Final = {"table": Strength.TABLE, "rows": Strength.ROWS}


def read(ready: ReadyReader, text: str, judge: Judge | None = None) -> Reading:
    """What a reader finds in a text; a judge decides where labels do not.

    Raises for no text; what cannot be read is not in the candidate.
    """
    return decide(find_choices(ready, text), ready.shape, judge)


def find_choices(ready: ReadyReader, text: str) -> tuple[Choice, ...]:
    """Every field and list that a text has something for, with all its readings."""
    passages = tuple(_passage(found) for found in ready.passages.find(text))
    if ready.passages.alone:
        return passages
    scan = Scan(ready, text)
    lists = [(spec.path, find_lists(scan, spec)) for spec in ready.lists]
    rows = {path: found for path, found in lists if found and found[0].rows}
    # A list without words, such as that of tax rates, leaves its lines to the fields, whose sums they may be.
    worded = {spec.path for spec in ready.lists if spec.text}
    scan.listed = frozenset(n for found in rows.values() for n in found[0].lines)
    scan.taken = frozenset(n for path, found in rows.items() if path in worded for n in found[0].lines)
    choices = [_list_choice(path, found) for path, found in rows.items()]
    return (*passages, *choices, *_field_choices(scan, rows, _offers(scan)))


def decide(
    choices: tuple[Choice, ...], shape: Shape, judge: Judge | None = None, start: Start | None = None
) -> Reading:
    """The reading that is taken of all there are. With a `start` only what it suspects is read, and the rest
    is as it has it.
    """
    if start is not None:
        choices = started(choices, start)
    return read_as(choose(choices, lambda taken: _candidate(taken, shape), judge), shape)


def read_as(decisions: tuple[Decision, ...], shape: Shape) -> Reading:
    """The reading that decisions make."""
    return _Notes(shape).reading(decisions)


def _offers(scan: Scan) -> list[list[Offer]]:
    """The offers for each field; by damaged labels for those that are required and that nothing offers."""
    offers = find_offers(scan)
    required = {field.path for field in walk(scan.ready.shape.fields) if field.required}
    fields = enumerate(scan.ready.fields)
    missing = frozenset(
        n
        for n, field in fields
        if field.spec.path in required and not offers[n] and not field.spec.from_amounts
    )
    for number, offer in near_offers(scan, missing) if missing else ():
        offers[number].append(offer)
    return offers


def _passage(found: Passage) -> Choice:
    """What a passage has for a field: it is what it is."""
    if isinstance(found.value, str):
        return Choice(found.path, (Option(found.value, found.spans[0], Strength.FOUND, 0),))
    places = {f"{found.path}[{n}]": span for n, span in enumerate(found.spans)}
    return Choice(found.path, (Option(Listed(found.value, places, (), ()), None, Strength.FOUND, 0),))


def _list_choice(path: str, found: tuple[Rows, ...]) -> Choice:
    ways = [(listed(path, rows.rows), rows.how) for rows in found]
    options = tuple(
        Option(one, None, _LIST[how], WORSE * level, sure=not one.unsure)
        for level, (one, how) in enumerate(ways)
    )
    return Choice(path, options)


def _field_choices(scan: Scan, rows: dict[str, tuple[Rows, ...]], offers: list[list[Offer]]) -> list[Choice]:
    ready = scan.ready
    kept = _without_labelled_elsewhere(_without_weak(ready, offers))
    seen = [offer.value for given in kept for offer in _strongest(given)]
    seen += [value for found in rows.values() for row in found[0].rows for value in row.values.values()]
    for number, field in enumerate(ready.fields):
        if field.spec.from_amounts and not kept[number]:
            kept[number] = from_amounts(scan, seen)
    return [
        Choice(field.spec.path, _options(field, given))
        for field, given in zip(ready.fields, kept, strict=True)
        if given
    ]


def _options(field: ReadyField, offers: list[Offer]) -> tuple[Option, ...]:
    """The readings of a field. What only says yes or no may after all mean the other."""
    options = options_of(offers, either_sign=field.spec.sign == "either")
    if field.kind != "boolean" or len(options) > 1:
        return options
    return (*options, replace(options[0], value=not options[0].value, loss=WORSE))


def _strongest(offers: list[Offer]) -> list[Offer]:
    best = max((offer.strength for offer in offers), default=None)
    return [offer for offer in offers if offer.strength == best]


def _without_labelled_elsewhere(offers: list[list[Offer]]) -> list[list[Offer]]:
    """The offers, without values that have no label of this field's but one of another's."""
    labelled = {o.value.span for given in offers for o in given if o.strength >= Strength.LABEL}
    return [
        [o for o in given if o.strength > Strength.AREA or o.value.span not in labelled] for given in offers
    ]


def _without_weak(ready: ReadyReader, offers: list[list[Offer]]) -> list[list[Offer]]:
    """The offers, without weakly labelled ones where a field that makes them doubtful was found."""
    found = {field.spec.path for field, given in zip(ready.fields, offers, strict=True) if given}
    return [
        [o for o in given if o.strength != Strength.WEAK or found.isdisjoint(field.spec.weak_unless)]
        for field, given in zip(ready.fields, offers, strict=True)
    ]


def _candidate(taken: Taken, shape: Shape) -> dict[str, Any]:
    """The candidate of readings, its fields in the order the shape declares them."""
    found: dict[str, Any] = {}
    for path, option in taken.items():
        if option.value is ABSENT:
            continue
        _put(found, path, option.value.rows if isinstance(option.value, Listed) else option.value)
    return _in_order(found, shape)


def _put(candidate: dict[str, Any], path: str, value: Any) -> None:
    *parents, name = path.split(".")
    for parent in parents:
        candidate = candidate.setdefault(parent, {})
    candidate[name] = value


class _Notes:
    """Gathers decisions into a reading."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.candidate: dict[str, Any] = {}
        self.spans: dict[str, Span] = {}
        self.ambiguities: list[Ambiguity] = []
        self.unsure: list[Unsure] = []

    def reading(self, decisions: tuple[Decision, ...]) -> Reading:
        for decision in decisions:
            self.note(decision)
        return Reading(
            _in_order(self.candidate, self.shape),
            self.spans,
            tuple(self.ambiguities),
            tuple(self.unsure),
            decisions,
        )

    def note(self, decision: Decision) -> None:
        path, option = decision.choice.path, decision.taken
        if option is None and not decision.left:
            return
        if option is None:
            _put(self.candidate, path, None)
            values = dict.fromkeys(shown(one.value) for one in decision.left)
            spans = tuple(one.span for one in decision.left if one.span)
            self.ambiguities.append(Ambiguity(path, tuple(values), spans))
        elif isinstance(option.value, Listed):
            self.list(path, option.value, upheld=decision.reason != "unsure")
        else:
            _put(self.candidate, path, option.value)
            if option.span:
                self.spans[path] = option.span
                if decision.reason == "unsure":
                    self.unsure.append(Unsure(path, shown(option.value), option.span))

    def list(self, path: str, listed: Listed, *, upheld: bool) -> None:
        _put(self.candidate, path, listed.rows)
        self.spans |= listed.spans
        self.ambiguities += listed.ambiguities
        if not upheld:
            self.unsure += listed.unsure


def _in_order(candidate: dict[str, Any], shape: Shape) -> dict[str, Any]:
    """The candidate's fields in the order the shape declares them."""
    return {field.name: candidate[field.name] for field in shape.fields if field.name in candidate}
