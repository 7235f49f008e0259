"""Where the reader looks for what is wrong, scope by scope."""

import pytest

from selfcorrect.engines.widening import Scope, scopes
from selfcorrect.model.exchange import Feedback
from selfcorrect.model.marks import Mark
from selfcorrect.model.words import ErrorType
from selfcorrect.ruleset.compiled import RuleCard


def card(code: str, error_type: ErrorType, *reads: str) -> RuleCard:
    return RuleCard(
        code=code,
        says="",
        form="check",
        severity="error",
        error_type=error_type,
        grade="E3",
        origin="rule",
        mark=Mark("rules.yaml", 1, 1),
        see="",
        template="",
        reads=frozenset(reads),
        suspects=(),
    )


RULES = (
    card("MATH", "arithmetic", "lines", "lines[].count", "lines[].amount"),
    card("SUM", "arithmetic", "lines", "lines[].amount", "sum"),
    card("TOTAL", "arithmetic", "sum", "tax", "total"),
    card("DUE", "arithmetic", "total", "paid", "due"),
    card("PRINTED", "grounding", "sum", "tax", "total"),
    card("DAYS", "order", "date", "due_date"),
)
RECORD = {"lines": [{"count": 1}, {"count": 2}], "sum": 3, "tax": 1, "total": 4}

CASES: dict[str, tuple[Feedback, list[Scope]]] = {
    "a sum: its terms are in question, and what looks at it as well": (
        Feedback("", ("total",), ("total",), ("TOTAL",)),
        [
            Scope(("total", "sum", "tax"), ("total",), ("sum", "tax", "total")),
            Scope(("total",), ("total",)),
            Scope(("total",), ("total",)),
            Scope(("total", "sum", "tax"), ("total",)),
            Scope(("total", "sum", "tax", "due", "paid"), ("total",)),
            Scope(("total", "sum", "tax", "due", "paid"), ("total",), bare=True),
        ],
    ),
    "a row: its own values first, then the whole list": (
        Feedback("", ("lines[1].amount",), ("lines[1].amount",), ("MATH",)),
        [
            Scope(
                ("lines[1].amount", "lines[1].count"),
                ("lines[1].amount",),
                ("lines[1].amount", "lines[1].count"),
            ),
            Scope(("lines[1].amount",), ("lines[1].amount",)),
            Scope(("lines[1].amount",), ("lines[1].amount",)),
            Scope(("lines[1].amount", "lines[1].count"), ("lines[1].amount",)),
            Scope(("lines[1].amount", "lines", "sum"), ("lines[1].amount",)),
            Scope(("lines[1].amount", "lines", "sum"), ("lines[1].amount",), bare=True),
        ],
    ),
    "a list: the place of the finding, and the values that the rule reads of every row": (
        Feedback("", ("lines",), ("sum",), ("SUM",)),
        [
            Scope(
                ("lines", "sum", "lines[0].amount", "lines[1].amount"),
                ("lines", "sum"),
                ("lines[0].amount", "lines[1].amount", "sum"),
            ),
            Scope(("lines",), ("lines", "sum")),
            Scope(("lines", "sum"), ("lines", "sum")),
            Scope(("lines", "sum", "lines[0].amount", "lines[1].amount"), ("lines", "sum")),
            Scope(("lines", "sum", "tax", "total"), ("lines", "sum")),
            Scope(("lines", "sum", "tax", "total"), ("lines", "sum"), bare=True),
        ],
    ),
    "a value that is not printed: the others are not in question": (
        Feedback("", ("due_date",), ("due_date",), ("PRINTED",)),
        [
            Scope(("due_date",), ("due_date",)),
            Scope(("due_date",), ("due_date",)),
            Scope(("due_date",), ("due_date",)),
            Scope(("due_date", "sum", "tax", "total"), ("due_date",)),
            Scope(("due_date", "sum", "tax", "total", "date"), ("due_date",)),
            Scope(("due_date", "sum", "tax", "total", "date"), ("due_date",), bare=True),
        ],
    ),
    "to be made anew from a field on": (
        Feedback("", ("note",), (), (), intensity="regenerate", start="tax"),
        [
            Scope(("tax", "total", "note"), ("tax", "total", "note")),
            Scope(("tax", "total", "note"), ("tax", "total", "note")),
            Scope(("note",), ("tax", "total", "note")),
            Scope(("tax", "total", "note"), ("tax", "total", "note")),
            Scope(("tax", "total", "note"), ("tax", "total", "note")),
            Scope(("tax", "total", "note", "due", "paid", "sum"), ("tax", "total", "note")),
            Scope(("tax", "total", "note", "due", "paid", "sum"), ("tax", "total", "note"), bare=True),
        ],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_scopes(name):
    feedback, expected = CASES[name]
    assert list(scopes(feedback, RULES, RECORD)) == expected


def test_nothing_suspected_is_nothing_to_read():
    assert {scope.paths for scope in scopes(Feedback(""), RULES, RECORD)} == {()}


def test_made_anew_from_the_beginning_is_everything():
    anew = Feedback("", intensity="regenerate")
    assert next(scopes(anew, RULES, RECORD)) == Scope(("",), ("",))
    assert next(scopes(anew, RULES, RECORD)).tells("lines[1].amount")


@pytest.mark.parametrize(
    ("path", "tells", "questions"),
    [("lines", True, True), ("lines[1].amount", True, False), ("total", False, True), ("tax", False, False)],
)
def test_what_a_scope_says_of_a_path(path, tells, questions):
    scope = Scope((), ("lines[1].amount",), ("lines[0].count", "total"))
    assert (scope.tells(path), scope.questions(path)) == (tells, questions)
