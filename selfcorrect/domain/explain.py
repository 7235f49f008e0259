"""Tells how a document was read: each field, its readings, and why one was taken."""

from typing import Final

from selfcorrect.model.marks import Span, extent
from selfcorrect.model.report import FieldReadings, PrintedReading
from selfcorrect.reading.choosing.choose import Decision, Reason
from selfcorrect.reading.choosing.listed import shown
from selfcorrect.reading.fields.offers import Option, Strength
from selfcorrect.reading.read import Reading

_HOW: Final = {
    Strength.BEST: "best label",
    Strength.LAST: "last label",
    Strength.LABEL: "label",
    Strength.SENTENCE: "sentence",
    Strength.TITLE: "title line",
    Strength.WEAK: "weak label",
    Strength.NEAR: "nearly a label",
    Strength.AREA: "head of its area",
    Strength.ALONE: "alone on its line",
    Strength.TIMED: "with a time",
    Strength.FIRST_LINE: "first line",
    Strength.AMOUNTS: "beside the amounts",
    Strength.ONLY: "the only one",
    Strength.MAIL: "head of the e-mail",
}
_WHY: Final[dict[Reason, str]] = {
    "only": "it is the only reading",
    "label": "it is labelled best",
    "rules": "the rules prove it",
    "undecided": "nothing decides between them",
    "unsure": "it is only likely, and no rule upholds it",
    "other": "it is another field's, and no rule upholds it here",
}


def explain(reading: Reading, text: str) -> tuple[FieldReadings, ...]:
    """Every decision of a reading, in the order of the candidate's fields as far as they are read."""
    order = {path: number for number, path in enumerate(reading.candidate)}
    found = (_field(decision, text) for decision in reading.decisions)
    return tuple(sorted(found, key=lambda field: order.get(field.path.partition(".")[0], len(order))))


def _field(decision: Decision, text: str) -> FieldReadings:
    options = decision.choice.options
    taken = _number(decision)
    readings = tuple(_reading(option, text) for option in options)
    return FieldReadings(decision.choice.path, readings, taken, _WHY[decision.reason])


def _number(decision: Decision) -> int | None:
    """The number of the reading taken; that of a list, which has no place, may have lost doubts since."""
    taken = decision.taken
    if taken is None:
        return None
    options = enumerate(decision.choice.options)
    return next(n for n, one in options if one is taken or (one.span is None and one.loss == taken.loss))


def _reading(option: Option, text: str) -> PrintedReading:
    label = " ".join(_printed(option.label, text).split()).rstrip(" :") if option.label else ""
    span = extent(text, option.span) if option.span else None
    return PrintedReading(shown(option.value), _HOW[option.strength], label, option.loss, span)


def _printed(span: Span, text: str) -> str:
    return text[span.start : span.end]
