"""Any record as plain JSON data: exact, finite, and safe to encode whatever the record holds."""

from datetime import date, time
from decimal import Decimal
from typing import Any, Final

DEEPEST: Final = 100
"""Levels of nesting that are told; below that stands a text that says so."""

_SAFE: Final = 2**53
_WIDEST: Final = 64
"""Characters of a decimal that is written out; `1e999999999` would fill the memory."""


def plain(value: Any, depth: int = 0) -> Any:
    """`value` as JSON data: decimals, integers past 2**53, floats that need an exponent, NaN and infinities
    as text, dates ISO."""
    match value:
        case None | bool() | str():
            return value
        case int():
            return value if -_SAFE <= value <= _SAFE else decimal_text(Decimal(value))
        case Decimal():
            return decimal_text(value)
        case float():
            text = repr(value)
            return decimal_text(Decimal(text)) if "e" in text or value - value != 0 else value
        case dict() | list() | tuple() if depth >= DEEPEST:
            return f"(nested deeper than {DEEPEST})"
        case dict():
            return {_key(k): plain(v, depth + 1) for k, v in value.items()}
        case list() | tuple():
            return [plain(v, depth + 1) for v in value]
        case date() | time():
            return value.isoformat()
    return f"({type(value).__name__})"


def decimal_text(value: Decimal) -> str:
    """A decimal in plain digits, never with an exponent; what is too long for that is only described."""
    _, digits, exponent = value.as_tuple()
    if not isinstance(exponent, int):
        return str(value)
    whole, places = max(1, len(digits) + exponent), max(0, -exponent)
    if whole + places < _WIDEST - 1:
        return format(value, "f")
    return f"(a number of {_counted(whole, places)})"


def _counted(whole: int, places: int) -> str:
    """`71 digits`, or `1 digit and 70 decimals`."""
    digits = f"{whole:,} digit{'s' * (whole != 1)}"
    return f"{digits} and {places:,} decimals" if places else digits


def _key(key: Any) -> str:
    return key if isinstance(key, str) else str(plain(key, DEEPEST))
