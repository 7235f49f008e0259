"""Word templates: what they stand for, and what is wrong with those that stand for nothing."""

import pytest

from selfcorrect.reading.page.patterns import TemplateProblem
from selfcorrect.reading.page.words import MOST_TEXTS, expand, label_keys


@pytest.mark.parametrize(
    ("template", "texts"),
    [
        ("Total", ("Total",)),
        ("Total {? amount|sum}", ("Total amount", "Total sum", "Total")),
        (
            "a {? b {? c}} d",
            ("a b c d", "a b d", "a d"),
        ),
        ("Rounding adj|adjustment", ("Rounding adj", "Rounding adjustment")),
        ("{? the} date", ("the date", "date")),
        ("|", ("|",)),
        ("  wide   gaps ", ("wide gaps",)),
        ("{? only}", ("only",)),
    ],
)
def test_a_template_stands_for(template, texts):
    assert expand(template) == texts


@pytest.mark.parametrize(
    ("template", "offset", "width", "message"),
    [
        ("Total {amount}", 6, 1, "a label holds no field"),
        ("Total }", 6, 1, "this `}` closes nothing"),
        ("a {? b", 2, 2, "this `{?` is never closed"),
        ("{? a {? b {? c {? d}}}}", 15, 2, "optional parts nest deeper than 3 levels"),
        (" ".join(["a|b|c"] * 8), 0, 47, f"this stands for more than {MOST_TEXTS:,} texts"),
    ],
)
def test_a_mistake_has_its_place(template, offset, width, message):
    problem = expand(template)
    assert isinstance(problem, TemplateProblem)
    assert (problem.offset, problem.width, problem.message) == (offset, width, message)


def test_keys_are_compared_without_case_spaces_and_confusions():
    assert label_keys(["Grand total {? (EUR)}", "GRAND T0TAL", "Retum", "Return"]) == ("grandtotal", "retum")
