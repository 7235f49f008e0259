"""Findings of everybody in one form, so that equal ones are equal."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from benchmarks.hand import CONTEXT
from selfcorrect.language.values import show_raw, show_value
from selfcorrect.model.report import Report

Found = tuple[str, str, str | None, str | None]
"""Code, path, expected, actual, as text."""

SHAPE = frozenset(
    "MISSING_FIELD WRONG_TYPE UNKNOWN_FIELD TOO_FEW NOT_A_CHOICE NUMBER_OUT_OF_RANGE".split()
)
"""Of these, what was expected is a wording, not a value, and is not compared."""


def of_report(report: Report) -> list[Found]:
    """What the pack found."""
    return sorted(
        (v.code, v.path, None if v.code in SHAPE else v.expected, v.actual) for v in report.violations
    )


def of_tuples(found: Iterable[tuple[str, str, Any, Any]]) -> list[Found]:
    """What code written by hand found."""
    return sorted(
        (code, path, None, None if code == "MISSING_FIELD" else show_raw(actual))
        if code in SHAPE
        else (code, path, _shown(expected), _shown(actual))
        for code, path, expected, actual in found
    )


def places(found: Iterable[Found]) -> list[tuple[str, str]]:
    """Codes and paths only."""
    return sorted((code, path) for code, path, _, _ in found)


def _shown(value: Any) -> str | None:
    """As findings show it: of a quotient with more than nine decimals, nine."""
    if value is None:
        return None
    if isinstance(value, Decimal) and value.as_tuple().exponent < -9:  # type: ignore[operator]
        value = value.quantize(Decimal("1e-9"), context=CONTEXT).normalize(CONTEXT)
    return show_value(value)
