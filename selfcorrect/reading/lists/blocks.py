"""Rows as blocks: a head line, and labels with their values on the lines under it."""

from selfcorrect.reading.lists.row import Row
from selfcorrect.reading.lists.tokens import read_token
from selfcorrect.reading.page.labels import Phrase
from selfcorrect.reading.page.patterns import NUMERIC
from selfcorrect.reading.ready.lists import ReadyList
from selfcorrect.reading.scan import Scan
from selfcorrect.reading.values import Value, slot_value, text_value, trimmed


def block_rows(scan: Scan, spec: ReadyList) -> tuple[Row, ...]:
    """The rows of a list that has blocks, in order. A block lasts while lines are indented under its head or
    hold keys with a colon, to a blank line, the next head, a label of something else, or one of a field that
    it has already; it is a row if one of its labels has a number.
    """
    if spec.head is None:
        return ()
    rows = []
    number = 0
    while number < len(scan.lines):
        first, values = number, _head(scan, spec, number)
        number += 1
        while values is not None and number < len(scan.lines) and _goes_on(scan, spec, first, number):
            more = _labelled(scan, spec, number)
            if not values.keys().isdisjoint(more):
                break
            values |= more
            number += 1
        if values and any(spec.kinds[name] in NUMERIC for name in values):
            rows.append(Row(first, number, values))
    return tuple(rows)


def _head(scan: Scan, spec: ReadyList, number: int) -> dict[str, Value] | None:
    """The values in a head line; None for a line that is none."""
    if spec.head is None:
        return None
    line = scan.lines[number]
    match = spec.head_matcher.fullmatch(scan.document.clean[line.start : line.end])
    if not match:
        return None
    known = (phrase.key in scan.known or phrase.key in spec.under for phrase in scan.phrases[number][1:])
    if any(known):
        return None
    values = {}
    for group, slot in enumerate(spec.head.slots, 1):
        start, end = match.span(group)
        value = slot_value(scan, slot.kind, line.start + start, line.start + end) if start >= 0 else None
        if value:
            values[slot.name] = value
    return values


def _goes_on(scan: Scan, spec: ReadyList, first: int, number: int) -> bool:
    """Whether a line belongs to the block that starts at another."""
    head, line = scan.lines[first], scan.lines[number]
    if line.block != head.block or _head(scan, spec, number) is not None:
        return False
    key = scan.phrases[number][0].key if scan.phrases[number] else ""
    if key in spec.under:
        return True
    others = any(key in other.labels for other in scan.ready.lists)
    if key in scan.known or key in spec.stops or others:
        return False
    return _has_colon(scan, number) or line.start - line.left > head.start - head.left


def _has_colon(scan: Scan, number: int) -> bool:
    return any(phrase.colon for phrase in scan.phrases[number][:1])


def _labelled(scan: Scan, spec: ReadyList, number: int) -> dict[str, Value]:
    """The values beside the labels of a line under a head."""
    found: dict[str, Value] = {}
    for phrase in scan.phrases[number]:
        name = spec.under.get(phrase.key)
        found |= _beside(scan, spec, phrase, name) if name else {}
    return found


def _beside(scan: Scan, spec: ReadyList, phrase: Phrase, name: str) -> dict[str, Value]:
    """The value beside a label, with the unit of a quantity: `Qty: 2 kg`."""
    span = trimmed(scan, phrase.end, phrase.limit)
    if span.start >= span.end:
        return {}
    token = read_token(scan, span.start, span.end) if spec.kinds[name] == "number" else None
    if token and token.form == "measure" and token.value and token.unit and spec.unit:
        unit = text_value(scan, token.unit.start, token.unit.end)
        return {name: token.value} | ({spec.unit: unit} if unit else {})
    value = slot_value(scan, spec.kinds[name], span.start, span.end)
    return {name: value} if value else {}
