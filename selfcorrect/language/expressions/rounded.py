"""Whether numbers are the same, and whether one was rounded, as far as can be seen from it."""

from fractions import Fraction
from typing import Final

from selfcorrect.language.expressions.fractions import Pair
from selfcorrect.language.expressions.signs import Number

_THIRDS: Final = (3, 6, 7, 9)
_KNOWN: Final = (
    Fraction(314159265358979, 10**14),
    Fraction(141421356237310, 10**14),
    Fraction(173205080756888, 10**14),
)
"""π and the roots of 2 and 3, which everybody rounds."""


def looks_rounded(number: Number) -> bool:
    """Whether a printed number is a share of 3, 6, 7 or 9, or a multiple of π or a small root, rounded or
    cut off where it was printed.
    """
    if number.decimals < 2 or number.endless:
        return number.endless
    value = Fraction(*number.value)
    place = Fraction(1, 10**number.decimals)
    for share in _THIRDS:
        nearest = Fraction(round(value * share), share)
        if (
            nearest.denominator != 1
            and nearest.denominator not in (2, 5, 10)
            and abs(nearest - value) < place
        ):
            return True
    return any(abs(value - known) < place for known in _KNOWN)


def same(a: Pair | None, b: Pair | None) -> bool:
    """Whether two fractions are equal, and known."""
    return a is not None and b is not None and a[0] * b[1] == b[0] * a[1]
