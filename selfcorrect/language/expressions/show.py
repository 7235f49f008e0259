"""An expression's value as people read it."""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from typing import Final

from selfcorrect.language.expressions.expression import Expression
from selfcorrect.model.decimals import decimal_text

_PLACES: Final = 6
_DIGITS: Final = 1300
"""More than any number that is worked out has."""


def show_expression(side: Expression) -> str:
    """The number a side comes to: digits without exponent, at most six decimals of one that has no end; the
    text as printed where nothing comes out.
    """
    from selfcorrect.language.expressions.compare import value_of

    value = value_of(side)
    if value is None:
        return side.text
    if side.shares and side.printed is not None:
        return f"{show_fraction(value * 100, side.printed.decimals)}%"
    places = side.printed.decimals if side.printed is not None else None
    if places is not None and places >= 0 and (value * 10**places).denominator != 1:
        # `¾` has no decimals.
        places = None
    return show_fraction(value, places)


def show_beside(side: Expression, other: Expression) -> str:
    """The number a side comes to, in the unit of the other where one has to be converted."""
    from selfcorrect.language.expressions.compare import in_unit_of
    from selfcorrect.language.expressions.units import same_dimension, units_between

    if (
        side.units
        and (
            units_between(side, other) == "convert"
            or (other.units and same_dimension(side, other))
            or not any(unit.dimension for unit in side.units)
        )
        and (value := in_unit_of(side, other)) is not None
    ):
        return show_fraction(value)
    return show_expression(side)


def show_fraction(value: Fraction, places: int | None = None) -> str:
    """A fraction as a decimal: with as many places as were printed, else as many as it has, six at most."""
    with localcontext() as context:
        context.prec = _DIGITS
        number = Decimal(value.numerator) / Decimal(value.denominator)
        if places is None or places < 0:
            places = 0 if value.denominator == 1 else _PLACES
            number = number.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
            text = decimal_text(number)
            return text.rstrip("0").rstrip(".") if "." in text else text
        return decimal_text(number.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP))
