"""Any record as plain JSON data: exact, finite, and safe to encode whatever the record holds."""

from collections.abc import Iterator
from datetime import date, time
from decimal import Decimal
from typing import Any, Final

from selfcorrect.model.decimals import decimal_text

DEEPEST: Final = 100
"""Levels of nesting that are told; below that stands a text that says so."""

_SAFE: Final = 2**53


def plain(value: Any, depth: int = 0) -> Any:
    """`value` as JSON data: dates ISO; as text decimals, NaN and infinities, and what of integers and floats
    would not come through JSON as it is written: past 2**53, or with an exponent.
    """
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
            return {_key(k): plain(v, depth + 1) for k, v in dict.items(value)}
        case list() | tuple():
            return [plain(v, depth + 1) for v in _items(value)]
        case date() | time():
            return value.isoformat()
    return f"({type(value).__name__})"


def _items(value: list[Any] | tuple[Any, ...]) -> Iterator[Any]:
    """The items as the built-in type gives them: a subclass may have methods of its own that raise."""
    return list.__iter__(value) if isinstance(value, list) else tuple.__iter__(value)


def _key(key: Any) -> str:
    return key if isinstance(key, str) else str(plain(key, DEEPEST))
