"""The step budget bounds every rule; a check that crashes blocks; neither stops the others."""

from typing import Any

import pytest

from selfcorrect.ruleset import function as function_module
from selfcorrect.ruleset.runtime import STEPS
from tests.ruleset.packs import draft, field, left_open, ruleset

MANY = (
    field("xs", "list", of=[("v", "number", {})]),
    field("ys", "list", of=[("v", "number", {})]),
    field("n", "number"),
)
BUDGET = [
    draft("CLOSED", check="count(x for x in xs if any(x.v == y.v + 0.5 for y in ys)) == 0", at="n"),
    draft("LOOPS", each=["x in xs", "y in ys"], check="x.v != y.v + 0.5", at="x.v"),
    draft("GROUPED", each=["x in xs", "y in ys"], per={"v": "x.v"}, check="count(group) > 0", at="x.v"),
    draft("INSIDE", each="x in xs", check="all(x.v != y.v + 0.5 for y in ys)", at="x.v"),
    draft(
        "RUNNING",
        each="x in xs",
        check="count(x for x in so_far if x.v > n) >= 0 and count(y for y in so_far if y.v > x.v) == 0",
        at="x.v",
    ),
    draft("CHEAP", check="n > 0", at="n"),
    draft("LINEAR", each="x in xs", check="x.v < 4000", at="x.v"),
]


@pytest.mark.parametrize("one", BUDGET[:5], ids=lambda one: one.code.value)
def test_the_step_budget_bounds_every_rule_and_stops_no_other(one: Any) -> None:
    rows = [{"v": i} for i in range(5000)]
    assert len(rows) ** 2 > STEPS
    rules = ruleset(MANY, one, *BUDGET[5:])
    report = rules.check({"n": 1, "xs": rows, "ys": rows})
    assert {n.reason for n in report.not_evaluated} == {"the step budget of the check is spent"}
    assert {n.code for n in report.not_evaluated} == {one.code.value}
    assert len([v for v in report.violations if v.code == "LINEAR"]) == 1000
    assert (report.coverage.applicable, report.coverage.evaluated) == (3, 2)


def test_what_is_within_the_budget_is_evaluated() -> None:
    rows = [{"v": i} for i in range(30)]
    assert left_open(ruleset(MANY, *BUDGET), {"n": 1, "xs": rows, "ys": rows}) == []


# ---- a check that crashes

DAYS = (
    field("day", "date"),
    field("n", "number"),
    field("rows", "list", of=[("day", "date", {}), ("n", "number", {})]),
)
CRASHING = [
    draft("ON_RECORD", check='week(day) == "x"', at="day"),
    draft("ON_ROWS", each="r in rows", check='week(r.day) == "x"', at="r.day"),
    draft("CLOSED", check="count(distinct(week(r.day) for r in rows)) < 9", at="n"),
    draft("GROUPED", each="r in rows", per={"week": "week(r.day)"}, check="sum(group.n) < 9", at="r.day"),
    draft("ORDERED", each="r in rows", order="week(r.day)", check="r.n >= previous.n", at="r.day"),
    draft("CONDITION", check="n > 9", when='week(day) == "x"', at="n"),
]
ELSEWHERE = draft("ELSEWHERE", each="r in rows", check="r.n > 5", at="r.n")


@pytest.mark.parametrize("one", CRASHING, ids=lambda one: one.code.value)
def test_a_check_that_crashes_is_reported_and_blocks_and_stops_no_other(
    one: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(day: object) -> str:
        raise KeyError("of\ninterest")

    monkeypatch.setitem(function_module._NAMESPACE, "iso_week", crash)
    rules = ruleset(DAYS, one, ELSEWHERE)
    report = rules.check({"day": "2025-01-01", "n": 1, "rows": [{"day": "2025-01-01", "n": 1}]})
    assert report.verdict == "fail"
    assert [(v.code, v.severity, v.expected, v.actual, v.message) for v in report.violations] == [
        (
            "CHECK_CRASHED",
            "error",
            None,
            None,
            f"`{one.code.value}` could not be checked: it crashed with KeyError: 'of\\ninterest'",
        ),
        ("ELSEWHERE", "error", None, None, "ELSEWHERE holds (rows 1)."),
    ]


def test_a_crash_outside_any_rule_is_reported_and_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> None:
        raise MemoryError

    monkeypatch.setitem(function_module._NAMESPACE, "unknown_fields", crash)
    report = ruleset(DAYS, ELSEWHERE).check({"odd": 1})
    assert report.verdict == "fail"
    assert [(v.code, v.path, v.message) for v in report.violations] == [
        ("CHECK_CRASHED", "", "the record could not be checked: it crashed with MemoryError: .")
    ]
