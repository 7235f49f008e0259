"""What holds of every text: true equations agree, places are right, and nothing raises or hangs."""

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import selfcorrect
from selfcorrect.language.expressions import compare
from selfcorrect.language.expressions.equations import work_through
from selfcorrect.language.expressions.expression import Expression
from selfcorrect.language.expressions.parse import quantities, read_expression
from selfcorrect.language.expressions.rows import Worked
from selfcorrect.language.expressions.show import show_beside, show_expression
from tests.language.expressions.strategies import EQUALS, Sum, rounded, sums

NOTATION = selfcorrect.load("math_reasoning").made.shape.notation
SLOW = settings(deadline=None, suppress_health_check=list(HealthCheck))


def read(text: str) -> Expression:
    found = read_expression(text, NOTATION)
    assert found is not None, text
    return found


@SLOW
@given(sums)
def test_a_calculation_comes_to_its_value(one: Sum) -> None:
    side = read(one.text)
    assert side.value is not None
    assert Fraction(*side.value) == one.value == compare.value_of(side)


@SLOW
@given(sums, st.sampled_from(EQUALS), st.integers(0, 6))
def test_a_true_equation_is_found_and_agrees(one: Sum, equals: str, places: int) -> None:
    result = rounded(one.value, places) if places or one.value.denominator == 1 else rounded(one.value, 2)
    text = f"{one.text}{equals}{result}"
    (equation,) = work_through([text], NOTATION).equations
    assert (equation.left.text, equation.relation, equation.right.text) == (one.text, "=", result)
    assert compare.agree(equation.left, equation.right) is True


@SLOW
@given(sums, st.integers(1, 6), st.sampled_from([-1, 1]), st.integers(2, 10**6))
def test_a_result_off_by_more_than_rounding_does_not_agree(
    one: Sum, places: int, sign: int, steps: int
) -> None:
    wrong = rounded(one.value + Fraction(sign * steps, 10**places), places)
    # From thirteen digits on the last ones are a float's and mean nothing.
    assume(sum(character.isdigit() for character in wrong) < 13)
    (equation,) = work_through([f"{one.text} = {wrong}"], NOTATION).equations
    assert compare.agree(equation.left, equation.right) is False


@SLOW
@given(sums, st.integers(1, 5))
def test_brackets_around_everything_change_nothing(one: Sum, depth: int) -> None:
    bare, enclosed = read(one.text), read("(" * depth + one.text + ")" * depth)
    assert compare.value_of(enclosed) == compare.value_of(bare)
    assert show_expression(enclosed) == show_expression(bare)
    assert compare.equal(bare, enclosed) is compare.equal(enclosed, bare) is True


@SLOW
@given(sums, sums)
def test_comparisons_are_those_of_the_values(one: Sum, other: Sum) -> None:
    a, b = read(one.text), read(other.text)
    assert compare.equal(a, b) is (one.value == other.value)
    assert compare.different(a, b) is (one.value != other.value)
    assert compare.less(a, b, or_equal=False) is (one.value < other.value)
    assert compare.less(a, b, or_equal=True) is (one.value <= other.value)
    assert compare.as_printed(a, a) is compare.agree(a, a) is True
    assert compare.units_between(a, b) == "plain"


LENGTHS = {"mm": Fraction(1, 1000), "cm": Fraction(1, 100), "m": Fraction(1), "km": Fraction(1000)}
amounts = st.integers(1, 10**6)
units = st.sampled_from(sorted(LENGTHS))


@SLOW
@given(amounts, units, units)
def test_conversions_there_and_back(amount: int, unit: str, other: str) -> None:
    side = read(f"{amount} {unit}")
    there = compare.convert(side, other)
    assert there is not None
    assert Fraction(there) == amount * LENGTHS[unit] / LENGTHS[other]
    back = read(f"{there:f} {other}")
    assert compare.convert(back, unit) == amount
    assert compare.agree(side, back) is compare.same_dimension(side, back) is True
    assert compare.units_between(side, back) == ("same" if unit == other else "convert")
    assert compare.convert(side, "kg") is compare.convert(side, "nothing") is None


@SLOW
@given(amounts, units, amounts, units)
def test_quantities_of_one_kind_compare_by_size(a: int, unit: str, b: int, other: str) -> None:
    left, right = read(f"{a} {unit}"), read(f"{b} {other}")
    sizes = a * LENGTHS[unit], b * LENGTHS[other]
    assert compare.equal(left, right) is (sizes[0] == sizes[1])
    assert compare.less(left, right, or_equal=False) is (sizes[0] < sizes[1])


def compared(left: Expression, right: Expression) -> list[object]:
    """Everything that is asked of two sides. Nothing here may raise."""
    return [
        compare.agree(left, right),
        compare.as_printed(left, right),
        compare.cut_off(left, right),
        compare.different(left, right),
        compare.equal(left, right),
        compare.less(left, right, or_equal=True),
        compare.near(left, right, "0.05"),
        compare.same_dimension(left, right),
        compare.units_between(left, right),
        compare.convert(left, "km"),
        compare.number_of(right),
        show_beside(left, right),
    ]


def survived(text: str, most: int = 50) -> Worked:
    """What a text works out: places are right, and comparisons of the first of its equations come to
    something.
    """
    worked = work_through([text], NOTATION)
    for equation in worked.equations:
        assert text[slice(*equation.left_place)] == equation.left.text
        assert text[slice(*equation.right_place)] == equation.right.text
    for equation in worked.equations[:most]:
        assert compared(equation.left, equation.right)[0] in (True, False, None)
    for quantity, (start, end) in quantities(text, NOTATION):
        assert 0 <= start < end <= len(text)
        assert text[start:end] == quantity.text
    for result in worked.results:
        assert text[slice(*result.place)] == result.value.text
    return worked


@settings(SLOW, max_examples=300)
@given(st.text() | st.text("0123456789+-*/^=<>().,%$ ²½√!{}\\xk", max_size=60))
def test_nothing_raises_on_any_text(text: str) -> None:
    survived(text)
    side = read_expression(text, NOTATION)
    assert side is None or side.text in text


PIECES = [
    "3", "12", "0", "1,200", "0.5", "0.333...", "2 1/2", "½", "²", "1e400", "99999999", "+", "-", "−", "×", "x", "*", "**",
    "/", "÷", "^", "%", "!", "(", ")", "[", "]", "{", "}", "√", "=", "==", "≈", "<", "≥", "!=", "\\frac", "\\frac12", "\\sqrt[3]",
    "\\text{", "\\cdot", "\\boxed{", "\\(", "$", "€", "km", "m", "°C", "apples", "half", "of", "dozen", "times", "is", "is about", "per",
    "f", "sin", "pi", "π", "and", "so", ",", ".", ";", ":", "!", "?", "\n", "- ", "1. ", "_", "|", "\u200b", "\u202e", "\x00", "\ud800",
]  # fmt: skip


@settings(SLOW, max_examples=500)
@given(st.lists(st.sampled_from(PIECES), max_size=20), st.sampled_from(["", " "]))
def test_nothing_raises_on_pieces_of_notation(pieces: list[str], between: str) -> None:
    survived(between.join(pieces))


LONG = 5_000_000
HOSTILE = {
    "nested brackets": ("(" * 2000 + "1" + ")" * 2000 + " = 1", [True]),
    "nested sums": ("(1+" * 1000 + "1" + ")" * 1000 + " = 1001", [True]),
    "nested fractions": (r"\frac{" * 400 + "1" + "}{2}" * 400 + " = 1", [False]),
    "ten thousand brackets": ("(" * 10_000 + "1" + ")" * 10_000 + " = 1", []),
    "ten thousand open brackets": ("(" * 10_000 + " = 1", []),
    "ten thousand sums": ("(1+" * 10_000 + "1" + ")" * 10_000 + " = 10001", []),
    "a tower of powers": ("9**9**9**9 = 1", [None]),
    "a high tower of powers": ("^".join("9" * 4000) + " = 1", [None]),
    "a clause of one calculation, too long to be read": ("+".join(["111"] * 3000) + " = 333", []),
    "a large factorial": ("100000! + 1 = 1", [None]),
    "a large choice": (r"1 + \binom{100000}{50000} = 1", [None]),
    "a root of a high degree": (r"1 + \sqrt[4096]{2.5} = 1", [None]),
    "a small exponent": ("2.5^0.0001 = 1", [None]),
    "a large exponent": ("1e400 + 1 = 1", []),
    "a huge exponent": ("1e999999999 + 1 = 1", []),
    "by zero": ("1 / 0 = 1 / 0", [None]),
    "zero by zero": ("0 / (3 - 3) = 1", [None]),
    "no width": ("3\u200b + \u200d4 =\ufeff 7", [True]),
    "a lone surrogate": ("3 + 4 = 7 \ud800", [True]),
    "a lone surrogate before words": ("\ud800 3 times 4", []),
    "NUL": ("3 + 4 \x00= 8", [False]),
    "5 MB of digits": ("1" * LONG + " = 1", []),
    "5 MB of signs": ("=" * LONG, []),
    "nine thousand minuses": ("-" * 9000 + "1 = 1", [True]),
    "5 MB of white space": ("3 + 4 =" + " " * LONG + "7", []),
}


@pytest.mark.parametrize(("text", "agrees"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_texts_come_to_this(text: str, agrees: list[bool | None]) -> None:
    worked = survived(text)
    assert [compare.agree(one.left, one.right) for one in worked.equations] == agrees


@pytest.mark.parametrize("piece", ["1+", "1=", "1 < ", "3.3*", "1/3+", "(", "()", "√", "$", "1,", "half of ", "3 km + ", "3 times 4 is 12 ", "a ", "2²"])  # fmt: skip
def test_long_lines_are_read_in_one_go(piece: str) -> None:
    survived(piece * (100_000 // len(piece)) + "1 = 1", most=3)


@pytest.mark.parametrize(
    "text", ["(" * 4000 + "1" + ")" * 4000, "9**9**9**9", "1/0", "1e400", "1" * 9000, "1" * LONG, "\ud800", "", " ", "="]
)  # fmt: skip
def test_a_field_of_any_text_is_read_or_is_none(text: str) -> None:
    side = read_expression(text, NOTATION)
    assert side is None or compared(side, side)[8] == "plain"
