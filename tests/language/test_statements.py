"""Sentences that state a fact: what their patterns fit, and where the numbers stand."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selfcorrect.language.expressions.notation import Notation
from selfcorrect.language.patterns import PatternError, check_pattern
from selfcorrect.language.statements import FactTable, pattern

NOTATION = Notation(
    cardinals=("zero", "one", "two", "three", "four", "five", "six", "seven"), suppositions=("suppose", "if")
)
ROWS: dict[str, dict[str, Any]] = {
    "week": {
        "fact": "week",
        "says": "a|one|each week has|contains {? exactly} {value} days; there are {value} days in|per a week",
        "unless": "work|holiday",
    },
    "water": {"fact": "water", "says": "water boils at {value} degrees {? C}"},
    "pi": {"fact": "pi", "says": "pi is {? about} {value}"},
    "silent": {"fact": "silent", "says": ""},
}
TABLE = FactTable(ROWS, "fact", NOTATION)


def stated(text: str) -> list[tuple[str, Decimal | int, str]]:
    """The fact, the number, and what stands at its place."""
    found = TABLE.find([text])
    return [(one.fact, one.value, text[slice(*one.place)]) for _, one in found]


STATED: list[tuple[str, list[tuple[str, object, str]]]] = [
    ("A week has 7 days.", [("week", 7, "7")]),
    ("one week contains exactly 8 days", [("week", 8, "8")]),
    ("each week has seven days", [("week", 7, "seven")]),
    ("There are 7 days in a week, and there are 8 days per a week.", [("week", 7, "7"), ("week", 8, "8")]),
    ("a  week\n has\t7   days", [("week", 7, "7")]),
    ("Since a week has 7 days", [("week", 7, "7")]),
    ("Water boils at 100 degrees.", [("water", 100, "100")]),
    ("water boils at 99.5° C", [("water", Decimal("99.5"), "99.5")]),
    ("$water$ boils at $100^\\circ$ C", [("water", 100, "100")]),
    ("pi is about 3.14", [("pi", Decimal("3.14"), "3.14")]),
    ("pi is 25/8", [("pi", Decimal("3.125"), "25/8")]),
    ("pi is 1,000.5", [("pi", Decimal("1000.5"), "1,000.5")]),
    ("A week has 7 days and pi is 3.", [("week", 7, "7"), ("pi", 3, "3")]),
    # Something else is said.
    ("A week has 7 nights.", []),
    ("the week has 7 days", []),
    ("a week has about 7 days", []),
    ("a week has 7 daysworth", []),
    ("a week has x7 days", []),
    ("pi is 3.14 * 2", [("pi", Decimal("3.14"), "3.14")]),
    ("pi is 3*2", []),
    ("2 * pi is 6", [("pi", 6, "6")]),
    ("pi is 5/0", []),
    ("pi is 5%", []),
    # Something else than usual is spoken of.
    ("A work week has 5 days", []),
    ("With a holiday, a week has 6 days", []),
    ("Suppose a week has 8 days", []),
    ("If a week has 8 days", []),
    ("", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "found"), STATED, ids=[repr(text) for text, _ in STATED])
def test_these_are_found(text: str, found: list[tuple[str, object, str]]) -> None:
    assert stated(text) == found


def test_texts_are_numbered_from_one() -> None:
    texts = ["nothing", None, "a week has 7 days", "", "pi is 3 and a week has 8 days"]
    assert [(n, one.fact, one.value) for n, one in TABLE.find(texts)] == [
        (3, "week", 7),
        (5, "pi", 3),
        (5, "week", 8),
    ]


def test_no_table_and_no_text() -> None:
    assert list(FactTable({}, "fact", NOTATION).find(["a week has 7 days"])) == []
    assert list(TABLE.find([])) == list(TABLE.find([None, None])) == []


def test_a_row_without_a_key_goes_by_its_name() -> None:
    table = FactTable({"week": {"says": "a week has {value} days"}}, "fact", Notation())
    assert [one for _, one in table.find(["a week has 7 days"])] == [("week", 7, (11, 12))]


@pytest.mark.parametrize(
    ("says", "why"),
    [
        ("a week has seven days", "a sentence has one {value}"),
        ("{value} and {value}", "a sentence has one {value}"),
        ("", "a sentence has one {value}"),
        ("a {week} has {value} days", "braces enclose {value}, or {? an optional word}"),
        ("a {? week has {value} days", "braces enclose {value}, or {? an optional word}"),
        ("a } has {value} days", "braces enclose {value}, or {? an optional word}"),
    ],
)
def test_patterns_that_are_none(says: str, why: str) -> None:
    with pytest.raises(PatternError) as error:
        pattern(says)
    assert str(error.value) == why
    # Of a table, an empty text is no sentence at all.
    if says:
        with pytest.raises(PatternError):
            FactTable({"x": {"says": says}}, "fact", NOTATION)


@given(st.lists(st.text("ab.*+?()[]\\|^$é1 ", min_size=1, max_size=8).filter(str.strip), max_size=5))
def test_a_pattern_of_any_words_compiles(words: list[str]) -> None:
    check_pattern(pattern(" ".join([*words, "{value}"])))


@given(st.text())
def test_nothing_raises_and_places_hold_the_numbers(text: str) -> None:
    for _, one in TABLE.find([text, f"a week has {text} days", f"pi is {text}"]):
        assert one.fact in ROWS
        assert one.place[0] < one.place[1]


@given(st.integers(0, 10**12 - 1), st.integers(0, 999_999_999))
def test_the_number_is_read_as_printed(whole: int, share: int) -> None:
    printed = f"{whole}.{share:09}"
    assert stated(f"pi is {printed}") == [("pi", Decimal(printed), printed)]


@pytest.mark.parametrize(
    "text", ["\ud800 a week has", "a week has " * 100_000, "a week has " + "1" * 1_000_000 + " days"]
)
def test_hostile_texts_state_nothing(text: str) -> None:
    assert stated(text) == []


def test_half_a_character_beside_a_statement_hides_nothing() -> None:
    assert stated("\ud800 a week has 7 days") == [("week", Decimal(7), "7")]
