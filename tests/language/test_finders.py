"""What each finder gives of some texts, and where that stands."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import selfcorrect
from selfcorrect.language.expressions.expression import Expression
from selfcorrect.language.finders import FINDERS, Found
from selfcorrect.language.shape import SCALAR_KINDS
from selfcorrect.language.statements import FactTable

NOTATION = selfcorrect.load("math_reasoning").made.shape.notation
FACTS = FactTable({"week": {"says": "a week has {value} days"}}, "fact", NOTATION)

Row = tuple[Any, ...]


def rows(name: str, texts: Sequence[str | None], given: Sequence[str | None] = ()) -> list[Row]:
    """What a finder gives, in the order it declares, calculations as they are printed."""
    finder = FINDERS[name]
    found = finder.find(Found(texts, NOTATION, FACTS, given))
    values = [[getattr(one, key) for key in finder.gives] for one in found]
    return [tuple(str(v) if isinstance(v, Expression) else v for v in row) for row in values]


def places(name: str, texts: list[str]) -> list[str]:
    """What stands at the place of everything a finder gives."""
    found = FINDERS[name].find(Found(texts, NOTATION, FACTS))
    return [
        texts[one.step - 1][slice(*(one.places[""] if hasattr(one, "places") else one.place))]
        for one in found
    ]


FOUND: dict[str, tuple[str, list[str | None], list[Row], list[str]]] = {
    "equations": (
        "equations",
        ["3 + 4 = 7 = 8", None, "", "2 * 3.33 ≈ 6.7"],
        [
            (1, 1, "3 + 4", "=", "7", False, None),
            (1, 1, "7", "=", "8", False, None),
            (4, 2, "2 * 3.33", "≈", "6.7", True, None),
        ],
        ["3 + 4 = 7", "7 = 8", "2 * 3.33 ≈ 6.7"],
    ),
    "an equation in the units its numbers were given in": (
        "equations",
        ["3 m + 1 m = 4 m", "3 * 1000 = 3000 cm"],
        [(1, 1, "3 m + 1 m", "=", "4 m", False, None), (2, 2, "3 * 1000", "=", "3000 cm", False, "3 metre")],
        ["3 m + 1 m = 4 m", "3 * 1000 = 3000 cm"],
    ),
    "substitutions": (
        "substitutions",
        ["A = 3 + 4 = 7", "B = 2", "A * B = 8 * 2 = 16"],
        [(3, "A", "8", "7", 1), (3, "B", "2", "2", 2)],
        ["8", "2"],
    ),
    "results": (
        "results",
        ["A = 3 + 4 = 7, then 5 * 2 = 10", "So x = 3."],
        [(1, "A", "7"), (1, None, "10"), (2, "x", "3")],
        ["7", "10", "3"],
    ),
    "numbering": (
        "numbering",
        ["1. a", "2) b", "(3) c", "Step 4: d", "## 5. e", "**6.** f", "7.5 g", "year 8. h", "nine", None, ""],
        [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)],
        ["1", "2", "3", "4", "5", "6"],
    ),
    "quantities": (
        "quantities",
        ["Tom has 3 apples, two pears and 1,200 g of $5 tea in 2 1/2 days.", "half of 60 km/h, -4 and 7%"],
        [
            (1, "3"),
            (1, "two"),
            (1, "1,200 g"),
            (1, "$5"),
            (1, "2 1/2 days"),
            (2, "half"),
            (2, "60 km"),
            (2, "4"),
            (2, "7"),
        ],
        ["3", "two", "1,200 g", "$5", "2 1/2 days", "half", "60 km", "4", "7"],
    ),
    "statements": (
        "statements",
        ["A week has 8 days.", "no", "a week has seven days"],
        [(1, "week", 8), (3, "week", 7)],
        ["8", "seven"],
    ),
    "no statements without facts that fit": ("statements", ["a month has 30 days"], [], []),
}  # fmt: skip


@pytest.mark.parametrize(("name", "texts", "found", "at"), FOUND.values(), ids=FOUND)
def test_it_gives_these_rows(name: str, texts: list[str | None], found: list[Row], at: list[str]) -> None:
    assert rows(name, texts) == found
    assert places(name, [text or "" for text in texts]) == at


def test_operands_are_known_once_they_were_used_or_worked_out() -> None:
    texts = ["3 + 4 = 7", "7 * 5 = 35", "35 - 3 = 32"]
    assert rows("operands", texts, ["Tom has 3."]) == [
        (1, "3", False),
        (1, "4", False),
        (2, "7", True),
        (2, "5", False),
        (3, "35", True),
        (3, "3", True),
    ]


def test_operands_ask_for_texts_that_give_numbers() -> None:
    assert rows("operands", ["3 + 4 = 7"]) == rows("operands", ["3 + 4 = 7"], [None, ""]) == []


def test_statements_ask_for_facts() -> None:
    assert FINDERS["statements"].find(Found(["a week has 8 days"], NOTATION)) == []


def test_texts_are_worked_through_once() -> None:
    found = Found(["3 + 4 = 7"], NOTATION)
    assert found.worked is found.worked
    assert FINDERS["equations"].find(found) is found.worked.equations


@pytest.mark.parametrize("name", FINDERS)
def test_what_is_declared(name: str) -> None:
    finder = FINDERS[name]
    assert set(finder.gives.values()) <= set(SCALAR_KINDS)
    assert finder.gives["step"] == "integer"
    assert finder.says.endswith(".")
    assert rows(name, [], []) == rows(name, [None, ""], [None]) == []


@given(st.lists(st.none() | st.text(max_size=40), max_size=3), st.lists(st.none() | st.text(), max_size=1))
def test_nothing_raises_on_any_texts(texts: list[str | None], more: list[str | None]) -> None:
    for name in FINDERS:
        steps = [row[0] for row in rows(name, texts, more)]
        assert all(1 <= step <= len(texts) for step in steps)
