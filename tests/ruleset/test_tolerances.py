"""Tolerances: exactly the tolerance passes, one smallest unit more is found."""

from typing import Any

import pytest

from tests.ruleset.packs import draft, field, found, left_open, ruleset

LINES = (
    field("total", "money"),
    field("currency", "currency"),
    field("lines", "list", of=[("amount", "money", {})]),
)

TWO = (field("currency", "currency"), field("total", "money"), field("tax", "money"), field("limit", "money"), field("n", "number"), field("m", "number"),
       field("due", "date"), field("day", "date"), field("sent", "datetime"), field("got", "datetime"), field("stay", "duration"), field("long", "duration"))  # fmt: skip
BOUNDARIES: list[tuple[str, str, dict[str, Any], str, str]] = [
    # check, within, the other values, the last value that passes, the first that does not
    ("total == tax", "0.01", {"tax": 100}, "100.01", "100.010000001"),
    ("total == tax", "0.01", {"tax": 100}, "99.99", "99.989999999"),
    ("total == tax", "0", {"tax": 100}, "100.000", "100.000000001"),
    ("total == tax", "1 cent", {"tax": 100, "currency": "EUR"}, "100.01", "100.010000001"),
    ("total == tax", "1 cent", {"tax": 100, "currency": "JPY"}, "101", "101.000000001"),
    ("total == tax", "1 cent", {"tax": 100, "currency": "BHD"}, "100.001", "100.001000001"),
    ("total == tax", "1 cent", {"tax": 100, "currency": "CLF"}, "100.0001", "100.000100001"),
    ("total == tax", "1 cent", {"tax": 100}, "101", "101.000000001"),
    ("total == tax", "5 cents", {"tax": 100, "currency": "BHD"}, "100.005", "100.005000001"),
    ("total == tax", "0 cents", {"tax": 100}, "100", "100.000000001"),
    ("total == tax", "1%", {"tax": 100}, "101", "101.000000001"),
    ("total == tax", "1%", {"tax": -100}, "-101", "-101.000000001"),
    ("total == tax", "0.5 %", {"tax": 200}, "201", "201.000000001"),
    ("total == tax", "printed", {"tax": "100.05"}, "100.1", "100.2"),
    ("total == tax", "printed", {"tax": "100.05"}, "100.0", "99.9"),
    ("total == tax", "printed", {"tax": "100.051"}, "100.1", "100.0"),
    ("total == tax", "limit", {"tax": 100, "limit": "2.5"}, "102.5", "102.500000001"),
    ("total == tax", "0.5 * limit", {"tax": 100, "limit": 3}, "101.5", "101.500000001"),
    ("total == tax", "2 * cent", {"tax": 100, "currency": "JPY"}, "102", "102.000000001"),
    ("n == m", "0.000000001", {"m": "0.3"}, "0.300000001", "0.300000002"),
    ("due == day", "2 days", {"day": "2025-02-27"}, "2025-03-01", "2025-03-02"),
    ("due == day", "2 days", {"day": "2025-02-27"}, "2025-02-25", "2025-02-24"),
    ("got == sent", "90 minutes", {"sent": "2025-01-01T00:00"}, "2025-01-01T01:30", "2025-01-01T01:30:00.000001"),
    ("got == sent", "1 minute", {"sent": "2025-01-01T00:00Z"}, "2025-01-01T00:59+01:00", "2025-01-01T00:58:59+01:00"),
    ("long == stay", "1 minute", {"stay": "8:00"}, "8:01", "8:01:01"),
    ("long == stay", "1.5 hours", {"stay": "8:00"}, "6:30", "PT6H29M59.999999S"),
]  # fmt: skip


@pytest.mark.parametrize(("check", "within", "others", "passes", "fails"), BOUNDARIES)
def test_a_tolerance_is_inclusive(
    check: str, within: str, others: dict[str, Any], passes: str, fails: str
) -> None:
    name = check.split(maxsplit=1)[0]
    rules = ruleset(TWO, draft("RULE", check=check, within=within, at=name), money_in="currency")
    assert found(rules, {**others, name: passes}) == []
    assert [v[:2] for v in found(rules, {**others, name: fails})] == [("RULE", name)]
    assert left_open(rules, {**others, name: fails}) == []


def test_thirteen_printed_digits_are_a_floats() -> None:
    rules = ruleset(TWO, draft("RULE", check="n == m", within="printed", at="n"))
    assert found(rules, {"m": "12345.12345679", "n": "12345.123456781"}) == []
    assert [v[:2] for v in found(rules, {"m": "12345.12345682", "n": "12345.123456781"})] == [("RULE", "n")]


def test_an_unknown_tolerance_leaves_the_rule_open() -> None:
    rules = ruleset(TWO, draft("RULE", check="total == tax", within="limit", at="total"))
    assert [entry[:2] for entry in left_open(rules, {"total": 1, "tax": 1})] == [("RULE", "total")]


@pytest.mark.parametrize(
    ("total", "severities"),
    [("100", []), ("100.01", []), ("100.02", ["warning"]), ("101", ["warning"]), ("101.01", ["error"])],
)
def test_a_little_more_is_a_warning(total: str, severities: list[str]) -> None:
    rules = ruleset(TWO, draft("RULE", check="total == tax", within="1 cent", warn_within="1", at="total"))
    report = rules.check({"total": total, "tax": 100})
    assert [v.severity for v in report.violations] == severities
    assert report.verdict == ("fail" if "error" in severities else "pass")


def test_findings_come_in_pack_order_then_by_path_warnings_among_them() -> None:
    rules = ruleset(
        LINES,
        draft("FIRST", each="x in lines", check="x.amount == 0", warn_within="1", at="x.amount"),
        draft("SECOND", each="x in lines", check="x.amount < 0", at="x.amount"),
    )
    report = rules.check({"lines": [{"amount": 5}, {"amount": 1}, {"amount": 7}]})
    assert [(v.code, v.path, v.severity) for v in report.violations] == [
        ("FIRST", "lines[0].amount", "error"),
        ("FIRST", "lines[1].amount", "warning"),
        ("FIRST", "lines[2].amount", "error"),
        ("SECOND", "lines[0].amount", "error"),
        ("SECOND", "lines[1].amount", "error"),
        ("SECOND", "lines[2].amount", "error"),
    ]


@pytest.mark.parametrize(
    ("currency", "total", "rounded"),
    [
        ("EUR", "1.005", "1.01"),
        ("EUR", "-1.005", "-1.01"),
        ("JPY", "1.5", "2"),
        ("BHD", "1.0005", "1.001"),
    ],
)
def test_a_cent_is_the_currencys(currency: str | None, total: str, rounded: str) -> None:
    rules = ruleset(TWO, draft("WHOLE", check="total == round(total, cent)", at="total"), money_in="currency")
    violations = [v for v in found(rules, {"currency": currency, "total": total}) if v[0] == "WHOLE"]
    assert violations == [("WHOLE", "total", rounded, total)]


@pytest.mark.parametrize("currency", [None, "XYZ"])
def test_of_an_unknown_currency_nobody_knows_the_cent(currency: str | None) -> None:
    whole = draft("WHOLE", check="total == round(total, cent)", at="total")
    checks = [
        draft(f"IS_{n}", check=f"total == {n}", within="1 cent", at="total") for n in ("1.015", "1", "3")
    ]
    rules = ruleset(TWO, whole, *checks, money_in="currency")
    report = rules.check({"currency": currency, "total": "1.015"})
    # More than 1 off is wrong in any currency, nothing off is right in any; between, it depends.
    assert [v.code for v in report.violations if v.origin == "rule"] == ["IS_3"]
    assert [(n.code, n.reason) for n in report.not_evaluated] == [
        ("WHOLE", "currency is not known"),
        ("IS_1", "currency is not known"),
    ]
