"""How decimals are written for people and for other programs: plain digits."""

from decimal import Decimal
from typing import Final

_WIDEST: Final = 64
"""Characters of a decimal that is written out; `1e999999999` would fill the memory."""


def decimal_text(value: Decimal) -> str:
    """A decimal in plain digits, never with an exponent; what is too long for that is only described."""
    _, digits, exponent = value.as_tuple()
    if not isinstance(exponent, int):
        return str(value)
    whole, places = max(1, len(digits) + exponent) if value else 1, max(0, -exponent)
    if whole + places + bool(places) + value.is_signed() <= _WIDEST:
        return format(value, "f")
    return f"(a number of {_counted(whole, places)})"


def _counted(whole: int, places: int) -> str:
    """`71 digits`, or `1 digit and 70 decimals`."""
    digits = f"{whole:,} digit{'s' * (whole != 1)}"
    return f"{digits} and {places:,} decimals" if places else digits
