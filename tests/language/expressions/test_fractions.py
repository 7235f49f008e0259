"""Exact fractions as pairs, beside `fractions.Fraction`, and their bounds."""

from collections.abc import Callable
from fractions import Fraction
from math import comb, factorial

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from selfcorrect.language.expressions import fractions
from selfcorrect.language.expressions.fractions import MOST_BITS, IrrationalError, Pair, TooLargeError

WIDE = 10**400
"""Three of these together have more digits than are worked out."""

numbers = st.integers(-WIDE, WIDE) | st.integers(-50, 50)
belows = st.integers(1, WIDE) | st.integers(1, 50)
pairs = st.tuples(numbers, belows)
small = st.tuples(st.integers(-50, 50), st.integers(1, 50))


def same(pair: Pair, value: Fraction) -> bool:
    """Whether a pair is well-formed and comes to a value."""
    return pair[1] > 0 and Fraction(*pair) == value


def fits(value: Fraction) -> bool:
    return max(abs(value.numerator).bit_length(), value.denominator.bit_length()) <= MOST_BITS


SUMS: dict[str, tuple[Callable[[Pair, Pair], Pair], Callable[[Fraction, Fraction], Fraction]]] = {
    "add": (fractions.add, lambda a, b: a + b),
    "subtract": (fractions.subtract, lambda a, b: a - b),
    "multiply": (fractions.multiply, lambda a, b: a * b),
    "divide": (fractions.divide, lambda a, b: a / b),
}


@pytest.mark.parametrize("name", SUMS)
@given(a=pairs, b=pairs)
def test_they_come_to_what_fractions_come_to(name: str, a: Pair, b: Pair) -> None:
    ours, theirs = SUMS[name]
    assume(name != "divide" or b[0])
    value = theirs(Fraction(*a), Fraction(*b))
    try:
        found = ours(a, b)
    except TooLargeError:
        assert not fits(value)
    else:
        assert same(found, value)


@pytest.mark.parametrize("name", SUMS)
def test_what_has_too_many_digits_is_refused(name: str) -> None:
    ours, _ = SUMS[name]
    most = (1 << MOST_BITS) - 1
    with pytest.raises(TooLargeError):
        ours((1, most), (most - 1, 1) if name == "divide" else (1, most - 1))


def test_what_reduces_is_not_refused() -> None:
    wide, other = 7**1000, 5**1000
    assert fractions.multiply((wide, other), (11 * other, wide)) == (11, 1)
    assert fractions.divide((wide, other), (wide, 11 * other)) == (11, 1)


@pytest.mark.parametrize("a", [(1, 1), (0, 1), (-3, 4)])
def test_nothing_is_divided_by_zero(a: Pair) -> None:
    with pytest.raises(ZeroDivisionError):
        fractions.divide(a, (0, 5))


@given(a=small, exponent=st.integers(-20, 20))
def test_whole_powers(a: Pair, exponent: int) -> None:
    assume(a[0] or exponent >= 0)
    assert same(fractions.power(a, (exponent, 1)), Fraction(*a) ** exponent)


@given(
    a=st.tuples(st.integers(0, 60), st.integers(1, 60)), degree=st.integers(1, 12), times=st.integers(1, 5)
)
def test_broken_powers_of_what_has_a_root(a: Pair, degree: int, times: int) -> None:
    whole = Fraction(*a)
    raised = whole**degree
    found = fractions.power((raised.numerator, raised.denominator), (times, degree))
    assert same(found, whole**times)


@pytest.mark.parametrize(
    ("a", "b", "comes_to"),
    [
        ((0, 1), (0, 1), 1),
        ((0, 7), (9, 1), 0),
        ((1, 1), (10**30, 1), 1),
        ((-1, 1), (10**30, 1), 1),
        ((-1, 1), (10**30 + 1, 1), -1),
        ((-1, 1), (-3, 1), -1),
        ((4, 2), (4, 2), 4),
        ((-8, 1), (1, 3), -2),
        ((9, 4), (-1, 2), Fraction(2, 3)),
    ],
)
def test_powers_at_the_edges(a: Pair, b: Pair, comes_to: int | Fraction) -> None:
    assert same(fractions.power(a, b), Fraction(comes_to))


@pytest.mark.parametrize(
    ("a", "b", "error"),
    [
        ((9, 1), (9**9, 1), TooLargeError),
        ((9, 1), (9**9**3, 1), TooLargeError),
        ((1, 9), (9**9, 1), TooLargeError),
        ((9, 1), (-(9**9), 1), TooLargeError),
        ((2, 1), (MOST_BITS, 1), TooLargeError),
        ((0, 1), (-1, 1), ZeroDivisionError),
        ((2, 1), (1, 2), IrrationalError),
        ((-4, 1), (1, 2), IrrationalError),
        ((2, 1), (1, 10**9), IrrationalError),
        ((10**300, 1), (1, 10**9), IrrationalError),
    ],
    ids=str,
)
def test_powers_that_do_not_come_out(a: Pair, b: Pair, error: type[Exception]) -> None:
    with pytest.raises(error):
        fractions.power(a, b)


@given(number=st.integers(0, 10**60), degree=st.integers(1, 40))
def test_whole_roots(number: int, degree: int) -> None:
    found = fractions.whole_root(number, degree)
    assert found**degree <= number < (found + 1) ** degree


@pytest.mark.parametrize(("number", "degree"), [(-1, 2), (-1, 3), (4, 0), (4, -1), (4, MOST_BITS + 1)])
def test_whole_roots_that_are_none(number: int, degree: int) -> None:
    with pytest.raises(IrrationalError):
        fractions.whole_root(number, degree)


@given(a=st.tuples(st.integers(-(10**12), 10**12), st.integers(1, 10**12)), degree=st.integers(1, 9))
def test_roots_come_out_or_are_irrational(a: Pair, degree: int) -> None:
    try:
        found = fractions.root(a, degree)
    except IrrationalError:
        value = Fraction(*a)
        near = round(abs(float(value)) ** (1 / degree) * value.denominator)
        assert value < 0 or Fraction(near, value.denominator) ** degree != value
    else:
        assert same(found, Fraction(*found))
        assert Fraction(*found) ** degree == Fraction(*a)


@given(a=small, degree=st.integers(1, 9))
def test_a_root_undoes_its_power(a: Pair, degree: int) -> None:
    raised = Fraction(*a) ** degree
    root = Fraction(*a) if degree % 2 else abs(Fraction(*a))
    assert same(fractions.root((raised.numerator * 6, raised.denominator * 6), degree), root)


@given(st.integers(0, 300), st.integers(1, 9))
def test_factorials(number: int, below: int) -> None:
    assert same(fractions.factorial((number * below, below)), Fraction(factorial(number)))


@pytest.mark.parametrize(
    ("a", "error"),
    [
        ((-1, 1), IrrationalError),
        ((1, 2), IrrationalError),
        ((-3, 2), IrrationalError),
        ((1000, 1), TooLargeError),
        ((10**1000, 1), TooLargeError),
    ],
)
def test_factorials_that_do_not_come_out(a: Pair, error: type[Exception]) -> None:
    with pytest.raises(error):
        fractions.factorial(a)


@given(st.integers(0, 200), st.integers(0, 200))
def test_choices(number: int, several: int) -> None:
    assert same(fractions.choose((number, 1), (several, 1)), Fraction(comb(number, several)))


@pytest.mark.parametrize(
    ("a", "b", "error"),
    [
        ((5, 1), (-1, 1), IrrationalError),
        ((5, 2), (1, 1), IrrationalError),
        ((5, 1), (1, 2), IrrationalError),
        ((10**6, 1), (5 * 10**5, 1), TooLargeError),
    ],
)
def test_choices_that_do_not_come_out(a: Pair, b: Pair, error: type[Exception]) -> None:
    with pytest.raises(error):
        fractions.choose(a, b)


@given(pairs)
def test_reduced_has_the_smallest_denominator(a: Pair) -> None:
    value = Fraction(*a)
    assert fractions.reduced(a) == (value.numerator, value.denominator)
