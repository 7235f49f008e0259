"""JSON with every value as it was written, and one text (and digest) for records that say the same."""

import json
from collections.abc import Callable, Mapping
from datetime import date, time
from decimal import Decimal, InvalidOperation
from hashlib import sha256
from json.encoder import encode_basestring
from typing import Any, Final, Literal

LONGEST_INTEGER: Final = 400
"""Digits; reading longer ones as `int` takes time that grows with their square."""
DEEPEST: Final = 500
"""Levels of lists and objects that `canonical` tells apart."""
UNTOLD: Final = '"(nested too deeply to be told)"'
"""The canonical text of everything that is deeper, or stands inside itself."""

_WIDEST: Final = 64
"""Characters of a number in plain digits; `1e999999999` would fill the memory."""
_LARGEST: Final = 10**18

Kind = Literal["syntax", "repeated key", "depth"]


class JsonError(ValueError):
    """A text is not one JSON value that can be used; as text, the whole sentence.

    `line` and `column` count from 1 and are 0 where the place is not known. `key` is the one that stands
    twice in an object.
    """

    def __init__(self, kind: Kind, message: str, line: int = 0, column: int = 0, key: str = "") -> None:
        super().__init__(message)
        self.kind: Kind = kind
        self.line = line
        self.column = column
        self.key = key


def decode(text: str) -> Any:
    """One JSON value. Fractions and exponents are exact decimals; NaN and infinities, which JSON does not
    have but programs write, are handed on as floats. Raises JsonError.
    """
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise _syntax_error(text, error) from error
    except RecursionError as error:
        raise JsonError("depth", "this is nested too deeply to be a record") from error


def _syntax_error(text: str, error: json.JSONDecodeError) -> JsonError:
    place = f"line {error.lineno}, column {error.colno}" if "\n" in text else f"column {error.colno}"
    message = f"this is not JSON at {place}: {error.msg[0].lower()}{error.msg[1:]}"
    return JsonError("syntax", message, error.lineno, error.colno)


def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of its keys and values. Raises JsonError where a key stands twice: which of the two values
    is meant, nobody can say.
    """
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                message = f"the key {json.dumps(key)} stands twice in one object"
                raise JsonError("repeated key", message, key=key)
            seen.add(key)
    return found


def number_of(text: str) -> Any:
    """An exact decimal; the text itself where no decimal can hold it, which no check takes for a number."""
    try:
        return Decimal(text)
    except InvalidOperation:
        return text


def integer_of(text: str) -> Any:
    """An integer; a decimal from 401 characters on."""
    return int(text) if len(text) <= LONGEST_INTEGER else number_of(text)


_DECODER: Final = json.JSONDecoder(object_pairs_hook=object_of, parse_float=number_of, parse_int=integer_of)


def digest(value: Any) -> str:
    """The SHA-256 of a record's canonical text, in hexadecimal digits."""
    return sha256(canonical(value).encode("utf-8", "surrogatepass")).hexdigest()


def canonical(value: Any) -> str:
    """One text for all records that say the same: keys sorted, no spaces, numbers by value in plain digits.

    5, 5.00 and 5.0 are the same, and so are an absent key and one that is null; a text is not a number, and
    true is not 1. A float is its shortest text, a date its ISO text. Never raises: what is nested
    deeper than 500 levels, or stands inside itself, is UNTOLD.
    """
    try:
        return _text(value, 0)
    except RecursionError:
        return UNTOLD


def _text(value: Any, depth: int) -> str:
    # One call a level and no comprehension around it: each would take another frame of the stack.
    writer = _SCALARS.get(value.__class__)
    if writer is not None:
        return writer(value)
    if depth > DEEPEST:
        raise RecursionError
    if isinstance(value, dict):
        return _object(value, depth)
    if isinstance(value, list | tuple):
        parts = []
        for item in value:
            writer = _SCALARS.get(item.__class__)
            parts.append(writer(item) if writer else _text(item, depth + 1))
        return f"[{','.join(parts)}]"
    return _other(value)


def _object(value: dict[Any, Any], depth: int) -> str:
    parts = []
    try:
        for key in sorted(value):
            item = value[key]
            if item is not None:
                writer = _SCALARS.get(item.__class__)
                text = writer(item) if writer else _text(item, depth + 1)
                parts.append(f"{encode_basestring(key)}:{text}")
    except TypeError:  # only keys that are no texts can raise it
        return _odd_object(value, depth)
    return f"{{{','.join(parts)}}}"


def _odd_object(value: dict[Any, Any], depth: int) -> str:
    """An object with keys that YAML and Python have and JSON does not; two may have the same text."""
    parts = []
    for key, item in value.items():
        if item is not None:
            parts.append((_told(key), _text(item, depth + 1)))
    return f"{{{','.join(f'{encode_basestring(name)}:{text}' for name, text in sorted(parts))}}}"


def _other(value: Any) -> str:
    """What no reader of ours makes: subclasses by what they are of, anything else by its text."""
    for kind, writer in _SCALARS.items():
        if isinstance(value, kind):
            return writer(value)
    if isinstance(value, set | frozenset):
        return f"[{','.join(sorted(encode_basestring(_told(item)) for item in value))}]"
    return encode_basestring(_told(value))


def _told(value: Any) -> str:
    if isinstance(value, str):
        return str.__str__(value)
    try:
        return str(value.isoformat() if isinstance(value, date | time) else value)
    except Exception:  # noqa: BLE001 a value whose own methods raise is still told
        return f"a value of type {type(value).__name__}"


def _decimal(value: Decimal) -> str:
    text = str(value)
    if "E" in text or len(text) > _WIDEST:
        return _wide(text)
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return text if text != "-0" else "0"


def _integer(value: int) -> str:
    # Python refuses to write more than 4,300 digits, or as few as 640 where it is told so.
    return int.__repr__(value) if -_LARGEST < value < _LARGEST else _decimal(Decimal(value))


def _float(value: float) -> str:
    text = float.__repr__(value)
    if text.endswith(".0"):
        return text[:-2] if text != "-0.0" else "0"
    return text if text[-1].isdigit() and "e" not in text else _decimal(Decimal(text))


def _wide(text: str) -> str:
    """A number with an exponent or many digits: plain where that is short, else `digits E exponent`."""
    mantissa, _, exponent = text.lstrip("-").partition("E")
    if not mantissa[0].isdigit():
        return text
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    short = digits.rstrip("0")
    if not short:
        return "0"
    sign = "-" if text[0] == "-" else ""
    power = int(exponent or 0) - len(fraction) + len(digits) - len(short)
    if max(len(short) + power, len(short), 2 - power) + len(sign) >= _WIDEST:
        return f"{sign}{short}E{power}"
    if power >= 0:
        return f"{sign}{short}{'0' * power}"
    padded = short.zfill(1 - power)
    return f"{sign}{padded[:power]}.{padded[power:]}"


_SCALARS: Final[Mapping[type, Callable[[Any], str]]] = {
    str: encode_basestring,
    Decimal: _decimal,
    bool: lambda value: "true" if value else "false",
    int: lambda value: _integer(int(value)),
    float: _float,
    type(None): lambda _: "null",
    date: lambda value: encode_basestring(_told(value)),
}
