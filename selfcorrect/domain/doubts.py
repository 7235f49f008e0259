"""What a reading of a document leaves in doubt, as findings."""

from typing import TYPE_CHECKING, Final

from selfcorrect.model.marks import Span, extent
from selfcorrect.model.report import Violation

if TYPE_CHECKING:
    from selfcorrect.reading.choosing.listed import Ambiguity, Unsure
    from selfcorrect.reading.read import Reading

AMBIGUOUS: Final = "AMBIGUOUS_READING"
UNSURE: Final = "UNSURE_READING"
_MOST_TOLD: Final = 5
"""Readings of one field that a message names."""


def doubts_of(reading: "Reading", text: str) -> tuple[Violation, ...]:
    """What a reading leaves open or rests on a likelihood, as findings."""
    return (
        *(_ambiguous(ambiguity, text) for ambiguity in reading.ambiguities),
        *(_unsure(unsure, text) for unsure in reading.unsure),
    )


def _ambiguous(ambiguity: "Ambiguity", text: str) -> Violation:
    """Several readings that nothing decides between."""
    told, more = ambiguity.values[:_MOST_TOLD], len(ambiguity.values) - _MOST_TOLD
    options = " or ".join(told) + (f" or one of {more:,} others" if more > 0 else "")
    message = f"`{ambiguity.path}` can be read as {options}, and nothing decides which."
    return _doubt(AMBIGUOUS, ambiguity.path, message, text, ambiguity.spans[:1])


def _unsure(unsure: "Unsure", text: str) -> Violation:
    """A reading on a likelihood."""
    printed = text[unsure.span.start : unsure.span.end]
    said = "" if printed == unsure.value else f" from `{' '.join(printed.split())}`"
    message = f"`{unsure.path}` was read as {unsure.value}{said} on a likelihood, and nothing upholds it."
    return _doubt(UNSURE, unsure.path, message, text, (unsure.span,))


def _doubt(code: str, path: str, message: str, text: str, spans: tuple[Span, ...]) -> Violation:
    """What a reader leaves in doubt. Graded E1: a reason to look, not proof of a mistake."""
    return Violation(
        code=code,
        path=path,
        message=message,
        expected=None,
        actual=None,
        severity="error",
        error_type="premise",
        grade="E1",
        origin="reader",
        suspects=(path,),
        span=extent(text, spans[0]) if spans else None,
    )
