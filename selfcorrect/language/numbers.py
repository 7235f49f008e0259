"""Exact decimals: the one context they are computed in, how they are read and how they are shown."""

import decimal
import re
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from selfcorrect.model.decimals import decimal_text

INTEGER_DIGITS: Final = 18
FRACTION_DIGITS: Final = 9

CONTEXT: Final = decimal.Context(
    prec=60,
    rounding=decimal.ROUND_HALF_EVEN,
    Emin=-decimal.MAX_EMAX // 2,
    Emax=decimal.MAX_EMAX // 2,
    traps=[decimal.InvalidOperation, decimal.DivisionByZero, decimal.Overflow],
)
"""Sums and products of numbers within the digits above are exact in 60 digits."""

_QUOTIENT: Final = CONTEXT.copy()
_QUOTIENT.prec = 38

_NUMBER: Final = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?", re.ASCII)
_SHORT: Final = 11
_LARGEST: Final = 10**INTEGER_DIGITS
_LONGEST: Final = 64
"""Characters of a number's text; anything longer is out of range without being looked at."""


class OutOfRangeError(ValueError):
    """More than 18 integer or 9 fractional digits."""


def parse_number(text: str) -> Decimal:
    """The decimal that `text` writes: an optional sign, ASCII digits, a point and digits; nothing else.

    `Decimal()` itself would also take full-width digits, underscores, exponents, NaN and white space.
    Raises OutOfRangeError beyond 18 integer or 9 fractional digits, ValueError for other text.
    """
    if not _NUMBER.fullmatch(text):
        raise ValueError(text)
    if len(text) > _LONGEST:
        raise OutOfRangeError(text)
    return in_range(Decimal(text))


def in_range(value: Decimal) -> Decimal:
    """`value` itself. Raises OutOfRangeError beyond the digits that are exact, or if it is not finite."""
    if value.is_finite() and len(str(value)) <= _SHORT and -3 < value.adjusted() < INTEGER_DIGITS:
        # Up to 11 characters from 0.01 on hold no more than 9 decimals; taking a decimal apart costs 1 µs.
        return value
    exponent = value.as_tuple().exponent
    if not isinstance(exponent, int):
        raise ValueError(str(value))
    if exponent < -FRACTION_DIGITS or (value and value.adjusted() >= INTEGER_DIGITS):
        raise OutOfRangeError(str(value))
    return value


def format_number(value: Decimal) -> str:
    """The decimal without exponent, with the digits it has: `Decimal("1E+2")` is `100`; zero has no sign."""
    return decimal_text(abs(value) if value.is_zero() else value)


Number = Decimal | int
"""Whole numbers of a record stay integers: they are as exact, and cheaper."""


def divide(left: Number, right: Number) -> Number | None:
    """The quotient, rounded to 38 digits half to even; None by zero."""
    if right == 1:
        return left
    return _QUOTIENT.divide(left, right) if right else None


def round_to(value: Number, unit: Number) -> Number | None:
    """The multiple of `unit` nearest to `value`, half away from zero; None if `unit` is not positive.

    The result is shown with the unit's own places: 2.5 to 0.01 is 2.50.
    """
    if unit <= 0:
        return None
    steps = CONTEXT.divide(value, unit).to_integral_value(rounding=decimal.ROUND_HALF_UP)
    # 60 may come as 6E+1: the zero brings it down to the places of a whole number.
    return CONTEXT.multiply(CONTEXT.add(steps, 0), unit)


def to_unit(value: Number, unit: Decimal) -> Decimal:
    """As round_to, for a unit that is a power of ten, as a currency's is: several times as fast."""
    return Decimal(value).quantize(unit, ROUND_HALF_UP)


def power(base: Number, exponent: Number) -> Decimal | None:
    """`base` to a whole power from -64 to 64; None outside, or where the result is not within 60 digits."""
    base, exponent = Decimal(base), Decimal(exponent)
    if exponent != exponent.to_integral_value() or abs(exponent) > 64 or (not base and exponent < 0):
        return None
    result = Decimal(1)
    for _ in range(abs(int(exponent))):
        result = CONTEXT.multiply(result, base)
        if result and abs(result.adjusted()) > 60:
            return None
    return _QUOTIENT.divide(Decimal(1), result) if exponent < 0 else result


def modulo(left: Number, right: Number) -> Decimal | None:
    """The remainder with the sign of the divisor; None by zero, or where the quotient has over 60 digits."""
    left, right = Decimal(left), Decimal(right)
    if not right or left.adjusted() - right.adjusted() > 58:
        return None
    rest = CONTEXT.remainder(left, right)
    return rest + right if rest and (rest < 0) != (right < 0) else rest


def half_last_place(value: Number) -> Decimal:
    """Half of the last printed place: 0.05 for 12.3; 1e-12 of the magnitude from 13 printed digits on.

    From 13 digits on a number is a binary float's text, whose last place means nothing.
    """
    value = Decimal(value)
    _, digits, exponent = value.as_tuple()
    if len(digits) >= 13:
        return abs(value) * Decimal("1e-12")
    return Decimal(5).scaleb(int(exponent) - 1) if isinstance(exponent, int) else Decimal(0)


def bucket(value: object) -> object:
    """A key under which equal values meet: decimals by their shortest text, anything else itself.

    Hashing a Decimal costs 0.8 µs the first time, its text a quarter of that.
    """
    if isinstance(value, Decimal):
        if not value:
            return "0"  # whatever its sign and places
        text = str(value)
        if "E" in text:
            text = f"{value:f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    if value.__class__ is int:
        # As text, so that it meets the decimals; Python refuses to write more than 4,300 digits.
        return str(value) if -_LARGEST < value < _LARGEST else f"{Decimal(value):f}"
    return value
