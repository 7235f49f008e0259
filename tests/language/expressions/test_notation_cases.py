"""Short texts in every notation: the equations that are found in each, what they say, and where."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import selfcorrect
from selfcorrect.language.expressions.compare import agree, different, less, near, units_between
from selfcorrect.language.expressions.equations import work_through
from selfcorrect.language.expressions.expression import Expression
from selfcorrect.language.expressions.rows import Equation
from selfcorrect.model.problems import Problems
from selfcorrect.model.yaml_nodes import compose, plain

FILE = Path(__file__).with_name("cases.yaml")
NOTATION = selfcorrect.load("math_reasoning").made.shape.notation
HOLDS: dict[str, Callable[[Expression, Expression], bool | None]] = {
    "=": agree,
    "≈": lambda left, right: near(left, right, "0.05"),
    "≠": different,
    "<": lambda left, right: less(left, right, or_equal=False),
    "≤": lambda left, right: less(left, right, or_equal=True),
    ">": lambda left, right: less(right, left, or_equal=False),
    "≥": lambda left, right: less(right, left, or_equal=True),
}
SAID = {True: "true", False: "false", None: "unknown"}


def cases() -> list[Any]:
    problems = Problems()
    node = compose(FILE.read_text("utf-8"), FILE.name, problems)
    problems.stop_if_any()
    assert node is not None
    return [
        pytest.param(case["text"], case.get("finds", []), id=f"{group}: {case['text']}")
        for group, several in plain(node).items()
        for case in several
    ]


CASES = cases()


def told(equation: Equation) -> str:
    """An equation as the cases have it."""
    left, right = equation.left, equation.right
    holds = SAID[HOLDS[equation.relation](left, right)]
    parts = (left.text, equation.relation, right.text, holds, units_between(left, right))
    return " | ".join(parts)


@pytest.mark.parametrize(("text", "finds"), CASES)
def test_these_equations_are_found(text: str, finds: list[str]) -> None:
    assert [told(equation) for equation in work_through([text], NOTATION).equations] == finds


@pytest.mark.parametrize(("text", "finds"), CASES)
def test_they_stand_where_they_are_said_to(text: str, finds: list[str]) -> None:
    # The same text once more inside a longer one: places are those of the whole text.
    longer = f"Well.\n{text}\nThat is all."
    for equation in work_through([longer], NOTATION).equations:
        places = equation.places
        assert longer[slice(*places["left"])] == equation.left.text
        assert longer[slice(*places["right"])] == equation.right.text
        assert places[""] == (places["left"][0], places["right"][1])


@pytest.mark.parametrize(("text", "finds"), CASES)
def test_a_text_alone_is_read_as_among_others(text: str, finds: list[str]) -> None:
    worked = work_through(["Nothing here.", None, text], NOTATION)
    assert [told(equation) for equation in worked.equations] == finds
    assert {equation.step for equation in worked.equations} <= {3}
