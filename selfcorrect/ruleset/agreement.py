"""The code that compares two printed calculations."""

from typing import Final

from selfcorrect.language.nodes import Const
from selfcorrect.ruleset.rule import Tolerance

_AGREEMENTS: Final = {"printed": "agree({0}, {1})", "place": "cut_off({0}, {1})"}


def agreement(tolerance: Tolerance | None, expected: str, actual: str) -> str:
    """The code that says whether two calculations are equal, with a tolerance."""
    if tolerance is None:
        return f"equal({expected}, {actual})"
    if tolerance.form == "share":
        assert isinstance(tolerance.value, Const)  # noqa: S101 - a share of calculations is a literal
        return f"near({expected}, {actual}, {str(tolerance.value.value)!r})"
    return _AGREEMENTS[tolerance.form].format(expected, actual)
