"""Random calculations in random notation, with what they come to worked out by `Fraction`."""

from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from hypothesis import strategies as st

DRAW = Any
"""What `composite` hands in: draws an example of a strategy."""

TIMES = (" × ", "×", " * ", "*", " x ", "·", r" \cdot ", r" \times ", " times ")
OVER = (" / ", "/", " ÷ ", r" \div ", " divided by ")
PLUS = (" + ", "+", " plus ")
MINUS = (" - ", " − ", " minus ")
EQUALS = (" = ", "=")


class Sum(NamedTuple):
    """A calculation as it is printed, what it comes to, and how closely its last operator binds (4: it is a
    single operand).
    """

    text: str
    value: Fraction
    binds: int


@st.composite
def operands(draw: DRAW) -> Sum:
    """A number that is exact: whole, with its thousands apart, a fraction, a percentage, a root that comes out."""
    form = draw(
        st.sampled_from(["whole", "grouped", "fraction", "mixed", "vulgar", "percent", "root", "square"])
    )
    number = draw(st.integers(1, 99))
    match form:
        case "grouped":
            large = draw(st.integers(1000, 9_999_999))
            return Sum(f"{large:,}", Fraction(large), 4)
        case "fraction":
            below = draw(st.integers(1, 30))
            return Sum(rf"\frac{{{number}}}{{{below}}}", Fraction(number, below), 4)
        case "mixed":
            return Sum(f"{number} 3/8", number + Fraction(3, 8), 1)
        case "vulgar":
            return Sum(f"{number}½", number + Fraction(1, 2), 4)
        case "percent":
            return Sum(f"{number}%", Fraction(number, 100), 4)
        case "root":
            return Sum(f"√{number * number}", Fraction(number), 4)
        case "square":
            return Sum(f"{number}²", Fraction(number * number), 4)
    return Sum(str(number), Fraction(number), 4)


def _inside(part: Sum, least: int) -> str:
    """A part of a calculation, in brackets where it binds less closely than it has to."""
    return part.text if part.binds >= least else f"({part.text})"


@st.composite
def _joined(draw: DRAW, parts: st.SearchStrategy[Sum]) -> Sum:
    left, right = draw(parts), draw(parts)
    op = draw(st.sampled_from("+-*/"))
    if op == "+":
        return Sum(
            _inside(left, 1) + draw(st.sampled_from(PLUS)) + _inside(right, 2), left.value + right.value, 1
        )
    if op == "-":
        return Sum(
            _inside(left, 1) + draw(st.sampled_from(MINUS)) + _inside(right, 2), left.value - right.value, 1
        )
    if op == "*" or not right.value:
        return Sum(
            _inside(left, 2) + draw(st.sampled_from(TIMES)) + _inside(right, 3), left.value * right.value, 2
        )
    return Sum(
        _inside(left, 2) + draw(st.sampled_from(OVER)) + _inside(right, 3), left.value / right.value, 2
    )


calculations: st.SearchStrategy[Sum] = st.recursive(operands(), _joined, max_leaves=6)
"""Calculations of up to six operands, nested as their brackets say."""

sums = _joined(calculations)
"""Calculations with an operator at least."""


def rounded(value: Fraction, places: int) -> str:
    """A value as it is printed with so many decimals: half away from zero."""
    scaled = abs(value) * 10**places + Fraction(1, 2)
    digits = Decimal(scaled.numerator // scaled.denominator).scaleb(-places)
    return f"{'-' if value < 0 and digits else ''}{digits:f}"
