"""Questions for a model: what is asked, of which values, and what comes of an answer."""

from typing import Any

import pytest

from selfcorrect.model.report import Answered, NotEvaluated, Question
from tests.ruleset.packs import draft, field, ruleset

FIELDS = (
    field("vendor", "text"),
    field("total", "number"),
    field("tax", "number"),
    field("rows", "list", of=[("name", "text", {}), ("price", "number", {})]),
)
SELLER = draft("SELLER", ask="Is {vendor} the seller of {total + tax}?", at="vendor")
NAMED = draft("NAMED", each="row in rows", ask="Does { row.name } cost {row.price}? {Sic", at="row.name")
ALL = draft("ALL", ask="Are {rows.name} all?", at="rows", severity="warning")
RECORD: dict[str, Any] = {
    "vendor": "Ada\n`Ltd`",
    "total": "10.00",
    "tax": 2,
    "rows": [{"name": "a", "price": 1}, {"name": "b"}],
}


def test_a_question_has_the_values_it_is_about_on_one_line() -> None:
    report = ruleset(FIELDS, SELLER, NAMED, ALL).check(RECORD)
    assert report.questions == (
        Question(
            "SELLER",
            "vendor",
            "Is Ada 'Ltd' the seller of 12.00?",
            "SELLER holds.",
            (("vendor", "Ada 'Ltd'"), ("", "12.00")),
        ),
        Question(
            "NAMED",
            "rows[0].name",
            "Does a cost 1? {Sic",
            "NAMED holds.",
            (("rows[0].name", "a"), ("rows[0].price", "1")),
        ),
        Question("ALL", "rows", "Are a, b all?", "ALL holds.", (("rows", "a, b"),)),
    )
    assert report.not_evaluated == (
        NotEvaluated("SELLER", "vendor", "no model was given to ask"),
        NotEvaluated("NAMED", "rows[0].name", "no model was given to ask"),
        NotEvaluated("NAMED", "rows[1].name", "row.price is not known"),
        NotEvaluated("ALL", "rows", "no model was given to ask"),
    )


def test_a_long_value_is_cut() -> None:
    report = ruleset(FIELDS, SELLER).check({**RECORD, "vendor": "x" * 500})
    assert report.questions[0].values[0] == ("vendor", "x" * 300 + "…")


@pytest.mark.parametrize(
    ("answer", "violations", "open_"),
    [
        (Answered(holds=True, said="Ada"), [], []),
        (Answered(holds=False, said="Bob"), ["SELLER"], []),
        (Answered(holds=None, said="nobody knows"), [], [NotEvaluated("SELLER", "vendor", "nobody knows")]),
    ],
)
def test_answers_become_findings(answer: Answered, violations: list[str], open_: list[Any]) -> None:
    rules = ruleset(FIELDS, SELLER)
    before = rules.check(RECORD)
    report = rules.answered(before, {("SELLER", "vendor"): answer})
    assert [v.code for v in report.violations] == violations
    assert list(report.not_evaluated) == open_
    assert report.questions == ()
    assert before.questions, "the report that was answered stays as it was"


def test_a_denial_says_what_the_document_has_against_it_and_is_no_proof() -> None:
    rules = ruleset(FIELDS, SELLER, ALL)
    report = rules.answered(
        rules.check(RECORD),
        {
            ("SELLER", "vendor"): Answered(holds=False, said="sold by Bob"),
            ("ALL", "rows"): Answered(holds=False, said="c"),
        },
    )
    denied = report.violations
    assert [(v.code, v.path, v.grade, v.severity, v.expected, v.actual, v.related) for v in denied] == [
        ("SELLER", "vendor", "E1", "error", None, "Ada\n`Ltd`", ()),
        ("ALL", "rows", "E1", "warning", None, "a, b", ()),
    ]
    assert denied[0].message == (
        'SELLER holds. A model that was asked says it does not hold: the document has "sold by Bob".'
    )
    assert report.verdict == "unverified"
    assert report.unverified[0] == "SELLER objects, without proof."


def test_a_part_that_two_rules_share_and_that_speaks_of_a_row_is_worked_out_in_the_row() -> None:
    rules = ruleset(
        FIELDS,
        draft("TWO", check="first(first_known(row.price, 5) for row in rows) == tax", at="tax"),
        draft("THREE", check="first(first_known(row.price, 5) for row in rows) == total", at="total"),
    )
    report = rules.check({"total": 1, "tax": 1, "rows": [{"name": "a", "price": 1}, {"name": "b"}]})
    assert report.violations == ()
