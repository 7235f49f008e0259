"""Tells how a document was read: each field, its readings, and why one was taken."""

from collections.abc import Iterable
from typing import Final

from selfcorrect.model.marks import Span, extent
from selfcorrect.model.report import FieldReadings, PrintedReading
from selfcorrect.reading.choosing.choose import Decision, Reason
from selfcorrect.reading.choosing.listed import Listed, shown
from selfcorrect.reading.fields.offers import Option, Strength
from selfcorrect.reading.read import Reading

_HOW: Final = {
    Strength.BEST: "best label",
    Strength.AFTER: "label after another field",
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
    Strength.BETWEEN: "between two others",
    Strength.ONLY: "the only one",
    Strength.MAIL: "head of the e-mail",
    Strength.ROWS: "by their form",
    Strength.TABLE: "under headings",
    Strength.FOUND: "its passage",
}
_WHY: Final[dict[Reason, str]] = {
    "only": "it is the only reading",
    "label": "it is labelled best",
    "rules": "the rules prove it",
    "undecided": "nothing decides between them",
    "unsure": "it is only likely, and no rule upholds it",
    "other": "it is another field's, and no rule upholds it here",
}
_NOTHING: Final = "nothing was found"


def explain(reading: Reading, text: str, paths: Iterable[str]) -> tuple[FieldReadings, ...]:
    """Every decision of a reading, in the order of the candidate's fields as far as they are read; then what
    could have been read (`paths`) and was not.
    """
    order = {path: number for number, path in enumerate(reading.candidate)}
    found = [_field(decision, text) for decision in reading.decisions]
    found.sort(key=lambda field: order.get(field.path.partition(".")[0], len(order)))
    decided = {field.path for field in found}
    left = (FieldReadings(path, (), None, _NOTHING) for path in paths if path not in decided)
    return (*found, *left)


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
    place = option.value.span if isinstance(option.value, Listed) else option.span
    span = extent(text, place) if place else None
    return PrintedReading(shown(option.value), _HOW[option.strength], label, option.loss, span)


def _printed(span: Span, text: str) -> str:
    return text[span.start : span.end]
