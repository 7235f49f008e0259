"""Any record as plain JSON data: exact, finite, and safe to encode whatever the record holds."""

from datetime import date, time
from decimal import Decimal
from typing import Any, Final

DEEPEST: Final = 100
"""Levels of nesting that are told; below that stands a text that says so."""

_SAFE: Final = 2**53
_WIDEST: Final = 60
"""Places a decimal may need when written without exponent; past that it keeps its exponent, since
`1e999999999` written out would fill the memory."""


def plain(value: Any, depth: int = 0) -> Any:
    """`value` as JSON data: decimals, integers past 2**53, NaN and infinities as text, dates ISO."""
    match value:
        case None | bool() | str():
            return value
        case int():
            return value if -_SAFE <= value <= _SAFE else decimal_text(Decimal(value))
        case Decimal():
            return decimal_text(value)
        case float():
            return value if value - value == 0 else str(Decimal(value))
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
    """A decimal without exponent; one that would need more than 60 places keeps it."""
    if value.is_finite() and abs(value.adjusted()) <= _WIDEST:
        return format(value, "f")
    return str(value)


def _key(key: Any) -> str:
    return key if isinstance(key, str) else str(plain(key, DEEPEST))
