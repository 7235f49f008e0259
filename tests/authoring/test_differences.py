import pytest

from selfcorrect.authoring.differences import differences, unevaluated_differences
from selfcorrect.model.report import NotEvaluated, Violation
from selfcorrect.pack.cases import Wanted


def violation(code, path, expected=None, actual=None, severity="error"):
    return Violation(code, path, "", expected, actual, severity, "arithmetic", "E3", "rule")


FOUND = (
    violation("SUM", "total", "38.00", "39.10"),
    violation("LATE", "due", severity="warning"),
    violation("ROW", "rows[1].amount", "2", "3"),
)


@pytest.mark.parametrize(
    "wanted",
    [
        [
            Wanted("SUM", "total", "38.00", "39.10", "error"),
            Wanted("LATE", "due", severity="warning"),
            Wanted("ROW", "rows[1].amount"),
        ],
        [Wanted("SUM", expected="38", actual="39.1"), Wanted("LATE"), Wanted("ROW", actual="3.000")],
    ],
)
def test_what_is_not_said_is_not_compared(wanted):
    assert differences(wanted, FOUND) == ()


def test_the_whole_list_is_told():
    wanted = [
        Wanted("SUM", "total", "38", "39.1"),
        Wanted("ROW", "rows[0].amount", "2", "3"),
        Wanted("GONE", "x"),
    ]
    assert differences(wanted, FOUND) == (
        "  SUM at total: expected 38.00, actual 39.10",
        "- ROW at rows[0].amount: expected 2, actual 3",
        "- GONE at x",
        "+ LATE at due (warning)",
        "+ ROW at rows[1].amount: expected 2, actual 3",
    )


def test_order_matters():
    assert differences([Wanted("LATE"), Wanted("SUM"), Wanted("ROW")], FOUND) == (
        "+ SUM at total: expected 38.00, actual 39.10",
        "  LATE at due (warning)",
        "- SUM at total: expected 38.00, actual 39.10",
        "  ROW at rows[1].amount: expected 2, actual 3",
    )


def test_one_finding_fits_one_wanted():
    assert differences([Wanted("SUM"), Wanted("SUM")], FOUND[:1]) == (
        "  SUM at total: expected 38.00, actual 39.10",
        "- SUM",
    )


def test_what_was_not_evaluated():
    found = (NotEvaluated("SUM", "total", "tax is missing"), NotEvaluated("ASK", "", "nobody to ask"))
    assert unevaluated_differences([Wanted("SUM"), Wanted("ASK", "")], found) == ()
    assert unevaluated_differences([Wanted("SUM", "net")], found) == (
        "- SUM at net not evaluated",
        "+ SUM at total not evaluated: tax is missing",
        "+ ASK at the record not evaluated: nobody to ask",
    )
