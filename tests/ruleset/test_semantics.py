"""What a rule means, said in whole lists: unknown values, tolerances, currencies, budgets, crashes."""

from itertools import product
from typing import Any

import pytest

from tests.ruleset.packs import draft, field, found, left_open, ruleset

A_AND_B = (field("a", "boolean"), field("b", "boolean"), field("n", "number"), field("m", "number"))
RESULT = {True: "passed", False: "violated", None: "not evaluated"}


def outcome(fields: tuple[Any, ...], check: str, record: dict[str, Any], **keys: Any) -> str:
    report = ruleset(fields, draft("RULE", check=check, at="n", **keys)).check(record)
    rules = [v.code for v in report.violations] + [n.code for n in report.not_evaluated]
    assert rules in ([], ["RULE"])
    if not report.coverage.applicable:
        return "does not apply"
    return "violated" if report.violations else "not evaluated" if report.not_evaluated else "passed"


def kleene_and(a: bool | None, b: bool | None) -> bool | None:
    return False if a is False or b is False else None if a is None or b is None else True


def kleene_or(a: bool | None, b: bool | None) -> bool | None:
    return True if a is True or b is True else None if a is None or b is None else False


@pytest.mark.parametrize(("a", "b"), list(product((True, False, None), repeat=2)))
def test_kleenes_tables(a: bool | None, b: bool | None) -> None:
    record = {"a": a, "b": b}
    inverse = None if a is None else not a
    tables = {
        "a and b": kleene_and(a, b),
        "b and a": kleene_and(a, b),
        "a or b": kleene_or(a, b),
        "b or a": kleene_or(a, b),
        "not a": inverse,
        "not (a and b)": None if kleene_and(a, b) is None else not kleene_and(a, b),
        "all([a, b])": kleene_and(a, b),
        "any([a, b])": kleene_or(a, b),
        "a == b": None if a is None or b is None else a == b,
        "b if a else not b": None if a is None or b is None else b if a else not b,
        "a in [b]": None if a is None or b is None else a == b,
        "present(a) and not present(b)": a is not None and b is None,
        "first_known(a, b, false)": a if a is not None else bool(b),
        "all([a, b], missing=true)": a is not False and b is not False,
        "any([a, b], missing=true)": a is not False or b is not False,
        "a and true and b": kleene_and(a, b),
        "(a or false) and (b or false)": kleene_and(a, b),
    }
    assert {check: outcome(A_AND_B, check, record) for check in tables} == {
        check: RESULT[value] for check, value in tables.items()
    }


@pytest.mark.parametrize(
    ("when", "expected"), [(True, "violated"), (False, "does not apply"), (None, "not evaluated")]
)
def test_when_says_whether_a_rule_applies(when: bool | None, expected: str) -> None:
    assert outcome(A_AND_B, "b", {"a": when, "b": False}, when="a") == expected


@pytest.mark.parametrize(
    "check",
    [
        "n + 1 == 1",
        "n < 1",
        "n in [1, 2]",
        "sum([n, 1]) == 1",
        "min(n, 1) == 1",
        "abs(n) == 0",
        "-n == 0",
        "n / 0 == 1",
        "1 / m == 1",
        "mod(1, m) == 0",
        "power(m, -1) == 1",
    ],
)
def test_what_has_no_value_is_not_evaluated(check: str) -> None:
    assert outcome(A_AND_B, check, {"m": 0}) == "not evaluated"


LINES = (
    field("total", "money"),
    field("currency", "currency"),
    field("lines", "list", of=[("amount", "money", {})]),
)


@pytest.mark.parametrize(
    ("lines", "check", "expected"),
    [
        ([], "sum(lines.amount) == 0", []),
        ([], "count(lines) == 0", []),
        ([], "all(x.amount > 0 for x in lines) and not any(x.amount > 0 for x in lines)", []),
        ([], "present(min(lines.amount))", [("RULE", "total", None, None)]),
        ([{}], "sum(lines.amount, missing=0) == 0", []),
        ([{}], "count(lines.amount) == 1", []),
        ([{}, {"amount": -1}], "all(x.amount > 0 for x in lines)", [("RULE", "total", None, None)]),
        ([{"amount": 1}, {"amount": "1.00"}], "count(distinct(lines.amount)) == 1", []),
        ([{"amount": 0}, {"amount": -0.0}], "count(distinct(lines.amount)) == 1", []),
    ],
)
def test_lists_empty_and_with_gaps(lines: list[Any], check: str, expected: list[Any]) -> None:
    rules = ruleset(LINES, draft("RULE", check=check, at="total"))
    assert (found(rules, {"lines": lines}), left_open(rules, {"lines": lines})) == (expected, [])


def test_an_absent_list_is_not_an_empty_one() -> None:
    rules = ruleset(
        LINES,
        draft("SUM", check="sum(lines.amount) == 0", at="total"),
        draft("EACH", each="x in lines", check="x.amount > 0", at="x.amount"),
    )
    assert found(rules, {}) == []
    assert [entry[:2] for entry in left_open(rules, {})] == [("SUM", "total"), ("EACH", "lines")]


def test_a_row_that_is_no_object_is_a_row_of_which_nothing_is_known() -> None:
    rules = ruleset(
        LINES,
        draft("EACH", each="x in lines", check="x.amount > 0", at="x.amount"),
        draft("SUM", check="sum(lines.amount) == 1", at="total"),
    )
    record = {"lines": [{"amount": 1}, 7, None]}
    assert found(rules, record) == [
        ("WRONG_TYPE", "lines[1]", "an object", "7"),
        ("WRONG_TYPE", "lines[2]", "an object", "null"),
    ]
    assert [entry[:2] for entry in left_open(rules, record)] == [
        ("EACH", "lines[1].amount"),
        ("EACH", "lines[2].amount"),
        ("SUM", "total"),
    ]
    assert rules.check(record).coverage.evaluated == 0


def test_a_group_condition_on_the_record_spares_rows_of_which_nothing_is_known() -> None:
    rule = draft(
        "GROUPED",
        each="x in lines",
        per={"key": "x.amount"},
        when="x.amount > 0 and total > 1",
        check="count(group) < 2",
        at="x.amount",
    )
    rules = ruleset(LINES, rule)
    rows = [{"amount": 1}, {"amount": "1.0"}, {}]
    assert [found(rules, {"total": total, "lines": rows}) for total in (0, 2)] == [
        [],
        [("GROUPED", "lines[0].amount", None, None)],
    ]
    assert [
        [entry[:2] for entry in left_open(rules, {"total": total, "lines": rows})] for total in (0, 2, None)
    ] == [
        [],
        [("GROUPED", "lines[2].amount")],
        [("GROUPED", "lines[0].amount"), ("GROUPED", "lines[2].amount")],
    ]


def test_a_condition_on_the_record_spares_a_rule_whose_list_is_not_there() -> None:
    rule = draft(
        "NEXT",
        each="x in lines",
        when="total > 1 and x.amount > 0",
        check="x.amount >= previous.amount",
        at="x.amount",
    )
    rules = ruleset(LINES, rule)
    assert [[entry[:2] for entry in left_open(rules, {"total": total})] for total in (0, 2)] == [
        [],
        [("NEXT", "lines")],
    ]
