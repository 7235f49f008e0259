"""The typed form as text is what an author could have written: read again, it is the same typed form."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from selfcorrect.language.lower import lower
from selfcorrect.language.unparse import unparse
from tests.language.test_refused import SCOPE
from tests.ruleset.grammar import Grammar
from tests.ruleset.library import SHAPE
from tests.ruleset.packs import text


@st.composite
def expressions(draw: Any) -> str:
    """Texts of expressions over the library's shape that link."""
    grammar = Grammar(draw, SHAPE, [("", "")], 2)
    return grammar.of(draw(st.sampled_from(["money", "number", "boolean", "text", "date", "duration"])), 3)


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(expressions().map(lambda source: source.replace("money1", "total").replace("flag", "paid")))
def test_read_again_it_is_the_same(source: str) -> None:
    node = lower(text(source), SCOPE)
    assert lower(text(unparse(node)), SCOPE) == node


@pytest.mark.parametrize(
    "source",
    [
        "total - (tax - prepaid)",
        "total - tax - prepaid",
        "total / (from * 2)",
        "-(total + tax)",
        "not (paid or total > 1) and paid",
        "(paid and total > 1) == paid",
        "(total if paid else tax) + 1",
        "total if paid else (tax if total > 1 else prepaid)",
        "total in [1, 2.50]",
        '"a" in note',
        "not total in items.amount",
        "sum(i.amount for i in items if i.taxable)",
        "sum(items.amount, missing=0)",
        "count(items.parts.amount)",
        "main.parent.amount",
        "count(main.children.needed_by)",
        "lookup(vendors, note, limit)",
        "lookup(vendors, note)",
        "round(total, cent)",
        'matches(note, "\\d+")',
        'document == "x"',
        "true or false",
        "hours(8) * 2",
        "count(cycles(items, needs)) == 0",
        "count(closure(main, needs).parts)",
        "count(closure(main.parent, parent)) < 3 and reaches(main, main.parent, needs)",
        "reaches(first(items), main, parent)",
        "peak(items, day, day) <= 1",
        "peak(items.parts, amount, amount)",
        "peak(items, parent.day, day, rate) + 1",
        "peak((x for x in items if x.taxable), quantity, price)",
        "peak((first(x.children) for x in items), day, day)",
    ],
)
def test_it_reads_as_it_was_written(source: str) -> None:
    assert unparse(lower(text(source), SCOPE)) == source


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("((total))", "total"),
        ("total  +\n tax", "total + tax"),
        ("1 < total <= 2", "1 < total and total <= 2"),
        ("total not in [1]", "not total in [1]"),
        ('due == "2025-01-01"', 'due == "2025-01-01"'),
        ('stay == "90 min"', 'stay == "1:30"'),
        ("- 2 + total", "-2 + total"),
        ("max(total, tax)", "max([total, tax])"),
    ],
)
def test_it_is_told_in_one_way(source: str, shown: str) -> None:
    assert unparse(lower(text(source), SCOPE)) == shown
