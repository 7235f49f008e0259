"""Findings of everybody in one form, so that equal ones are equal."""

from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from typing import Any

from benchmarks.hand import CONTEXT
from selfcorrect.language.numbers import format_number
from selfcorrect.language.values import show_raw
from selfcorrect.model.report import Report

Found = tuple[str, str, str | None, str | None]
"""Code, path, expected, actual: as text, numbers as numbers (38 is 38.00), of a quotient nine decimals."""

SHAPE = frozenset(
    {"MISSING_FIELD", "WRONG_TYPE", "UNKNOWN_FIELD", "TOO_FEW", "NOT_A_CHOICE", "NUMBER_OUT_OF_RANGE"}
)
"""Of these, what was expected is a wording, not a value, and is not compared."""

_PLACES = Decimal("1e-9")


def of_report(report: Report) -> list[Found]:
    """What the pack found."""
    return of_tuples((v.code, v.path, v.expected, v.actual) for v in report.violations)


def of_tuples(found: Iterable[tuple[str, str, Any, Any]]) -> list[Found]:
    """What code written by hand found."""
    return sorted(
        (
            (code, path, None if code in SHAPE else _shown(expected), _shown(actual))
            for code, path, expected, actual in found
        ),
        key=str,
    )


def places(found: Iterable[Found]) -> list[tuple[str, str]]:
    """Codes and paths only."""
    return sorted((code, path) for code, path, _, _ in found)


def shape_of(found: Iterable[Found]) -> list[Found]:
    """What a look at the shape alone finds: `corrects` is only missing where `kind` says so."""
    return [entry for entry in found if entry[0] in SHAPE and entry[1] != "corrects"]


def _shown(value: Any) -> str | None:
    # The pack shows a null that should be something else as such; by hand it is simply None.
    text = None if value is None or value == "null" else show_raw(value)
    try:
        number = None if text is None else Decimal(text)
    except InvalidOperation:
        return text
    if number is None or not number.is_finite() or abs(number.adjusted()) > 40:
        return text
    return format_number(number.quantize(_PLACES, context=CONTEXT).normalize(CONTEXT))
