"""Exact fractions as pairs of whole numbers (numerator, positive denominator), not reduced, and bounded.

`fractions.Fraction` reduces after every step, which costs ten times as much as the step.
"""

from math import gcd, isqrt
from typing import Final

Pair = tuple[int, int]

MOST_BITS: Final = 4096
"""Of a numerator or denominator: some 1,200 digits. Nobody prints more, and powers would grow for ever."""
_MOST_POWER: Final = 10_000


class TooLargeError(ArithmeticError):
    """A result with more digits than are worked out."""


class IrrationalError(ArithmeticError):
    """A result that is no fraction: a root that does not come out."""


def bounded(number: Pair) -> Pair:
    """The number itself. Raises TooLargeError if it has too many digits; those that reduce are reduced."""
    n, d = number
    if n.bit_length() <= MOST_BITS and d.bit_length() <= MOST_BITS:
        return number
    common = gcd(n, d)
    n, d = n // common, d // common
    if n.bit_length() > MOST_BITS or d.bit_length() > MOST_BITS:
        raise TooLargeError
    return n, d


def add(a: Pair, b: Pair) -> Pair:
    """a + b."""
    if a[1] == b[1]:
        return a[0] + b[0], a[1]
    return bounded((a[0] * b[1] + b[0] * a[1], a[1] * b[1]))


def subtract(a: Pair, b: Pair) -> Pair:
    """a - b."""
    if a[1] == b[1]:
        return a[0] - b[0], a[1]
    return bounded((a[0] * b[1] - b[0] * a[1], a[1] * b[1]))


def multiply(a: Pair, b: Pair) -> Pair:
    """a * b."""
    return bounded((a[0] * b[0], a[1] * b[1]))


def divide(a: Pair, b: Pair) -> Pair:
    """a / b. Raises ZeroDivisionError."""
    n, d = a[0] * b[1], a[1] * b[0]
    if d > 0:
        return bounded((n, d))
    if not d:
        raise ZeroDivisionError
    return bounded((-n, -d))


def power(a: Pair, b: Pair) -> Pair:
    """a to the power of b. Raises ZeroDivisionError, TooLargeError, and IrrationalError for a root that
    does not come out.
    """
    n, d = b
    if n % d:
        return _root_power(a, b)
    exponent = n // d
    if exponent < 0:
        a, exponent = divide((1, 1), a), -exponent
    widest = max(a[0].bit_length(), a[1].bit_length())
    if widest > 1 and (exponent > _MOST_POWER or widest * exponent > 2 * MOST_BITS):
        raise TooLargeError
    if widest <= 1:
        # 0, 1 and -1 stay small whatever the power.
        return (a[0] ** (exponent % 2 or (2 if exponent else 0)), 1)
    return bounded((a[0] ** exponent, a[1] ** exponent))


def _root_power(a: Pair, b: Pair) -> Pair:
    """a to a power that is no whole number: the root first, where it comes out."""
    common = gcd(*b)
    n, d = b[0] // common, b[1] // common
    return power(root(a, d), (n, 1))


def root(a: Pair, degree: int) -> Pair:
    """The root of a degree. Raises IrrationalError where it does not come out, or there is none."""
    common = gcd(*a) or 1
    n, d = a[0] // common, a[1] // common
    if n < 0 and degree % 2:
        top, below = root((-n, d), degree)
        return -top, below
    top, below = whole_root(n, degree), whole_root(d, degree)
    if top**degree != n or below**degree != d:
        raise IrrationalError
    return top, below


def whole_root(number: int, degree: int) -> int:
    """The largest whole number whose power is no larger. Raises IrrationalError for one below zero."""
    if number < 0 or not 0 < degree <= MOST_BITS:
        raise IrrationalError
    if degree == 1 or number < 2:
        return number
    if degree == 2:
        return isqrt(number)
    low, high = 0, 1 << (number.bit_length() // degree + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**degree <= number else (low, middle - 1)
    return low


def factorial(a: Pair) -> Pair:
    """a!. Raises IrrationalError for what is no whole number from 0, TooLargeError."""
    n, d = a
    if n % d or n < 0:
        raise IrrationalError
    found = 1
    for factor in range(2, min(n // d, MOST_BITS) + 1):
        found *= factor
        if found.bit_length() > MOST_BITS:
            raise TooLargeError
    return found, 1


def choose(a: Pair, b: Pair) -> Pair:
    """How many ways there are to choose b of a. Raises as `factorial`."""
    if a[0] % a[1] or b[0] % b[1] or b[0] < 0:
        raise IrrationalError
    n, k = a[0] // a[1], b[0] // b[1]
    if n >= 0:
        if k > n:
            return 0, 1
        k = min(k, n - k)
    if k > MOST_BITS:
        raise TooLargeError
    found = (1, 1)
    for step in range(k):
        found = divide(multiply(found, (n - step, 1)), (step + 1, 1))
    return found


def reduced(number: Pair) -> Pair:
    """The same number with the smallest denominator."""
    common = gcd(*number) or 1
    return number[0] // common, number[1] // common
