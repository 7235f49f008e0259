"""Findings by hand, in the form a report has them."""

from msgspec import Struct

from selfcorrect.model.report import FoundItem, NotEvaluated, Question, Violation


class Found(Struct):
    """Findings by hand."""

    violations: tuple[Violation, ...]
    not_evaluated: tuple[NotEvaluated, ...]
    questions: tuple[Question, ...] = ()
    found_lists: dict[str, tuple[FoundItem, ...]] = {}
