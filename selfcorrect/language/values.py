"""Raw values of a record, typed: one strict reader a kind, and how values are shown.

Nothing raises: what is not of its kind is BAD, a number with too many digits is OUT_OF_RANGE, and
absent, null, or blank text is missing (None).
"""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum
from functools import partial
from typing import Any, Final

from selfcorrect.language.currencies import CURRENCIES
from selfcorrect.language.expressions.expression import Expression
from selfcorrect.language.expressions.notation import PLAIN, Notation
from selfcorrect.language.numbers import OutOfRangeError, format_number, in_range, parse_number


class Unreadable(Enum):
    """Why a raw value is not a value."""

    BAD = "bad"
    OUT_OF_RANGE = "out of range"


BAD: Final = Unreadable.BAD
OUT_OF_RANGE: Final = Unreadable.OUT_OF_RANGE

_LARGEST: Final = 10**18
_TOKENS: Final = {"true": True, "yes": True, "false": False, "no": False}
_DURATION: Final = re.compile(
    r"(?P<sign>-?)P(?:(?P<w>[0-9]{1,6})W)?(?:(?P<d>[0-9]{1,6})D)?"
    r"(?:T(?:(?P<h>[0-9]{1,6})H)?(?:(?P<m>[0-9]{1,6})M)?(?:(?P<s>[0-9]{1,6}(?:\.[0-9]{1,6})?)S)?)?",
    re.ASCII,
)
_CLOCK: Final = re.compile(r"([0-9]{1,6}):([0-5][0-9])(?::([0-5][0-9]))?", re.ASCII)
_COUNT: Final = r"[0-9]{1,9}(?:\.[0-9]{1,6})? ?[a-z]{1,7}"
_COUNTED: Final = re.compile(rf"(-?)({_COUNT}(?:,? {_COUNT}){{0,4}})", re.ASCII)
_PIECE: Final = re.compile(r"([0-9.]+) ?([a-z]+)", re.ASCII)
SECONDS: Final = {
    **dict.fromkeys(("s", "sec", "second", "seconds"), Decimal(1)),
    **dict.fromkeys(("m", "min", "minute", "minutes"), Decimal(60)),
    **dict.fromkeys(("h", "hour", "hours"), Decimal(3600)),
    **dict.fromkeys(("d", "day", "days"), Decimal(86400)),
    **dict.fromkeys(("w", "week", "weeks"), Decimal(604800)),
}


_UNZONED: Final = "no zone"
UNZONED: Final = timezone(timedelta(0), _UNZONED)
"""The zone of a moment that names none: UTC, and not told."""


def _number(raw: object) -> Any:
    if isinstance(raw, bool):
        return BAD
    try:
        if isinstance(raw, Decimal):
            return in_range(raw)
        if isinstance(raw, int):
            return Decimal(raw) if -_LARGEST < raw < _LARGEST else OUT_OF_RANGE
        if isinstance(raw, float):
            # The shortest text that reads back as this float is what its writer meant.
            return in_range(Decimal(float.__repr__(raw)))
        if isinstance(raw, str):
            return parse_number(raw.strip())
    except OutOfRangeError:
        return OUT_OF_RANGE
    except ValueError:
        return BAD
    return BAD


def _integer(raw: object) -> Any:
    value = _number(raw)
    return BAD if isinstance(value, Decimal) and value != value.to_integral_value() else value


def _percent(raw: object) -> Any:
    return _number(raw.strip().removesuffix("%") if isinstance(raw, str) else raw)


def _text(raw: object) -> Any:
    return raw if isinstance(raw, str) else BAD


def _reference(raw: object) -> Any:
    if isinstance(raw, str):
        return raw.strip()
    return str(raw) if type(raw) is int and -_LARGEST < raw < _LARGEST else BAD


def _currency(raw: object) -> Any:
    return raw if isinstance(raw, str) and raw in CURRENCIES else BAD


def _boolean(raw: object) -> Any:
    if isinstance(raw, bool):
        return raw
    return _TOKENS.get(raw.strip().lower(), BAD) if isinstance(raw, str) else BAD


def _date(raw: object) -> Any:
    if isinstance(raw, datetime):
        return raw.date() if raw.time() == time() else BAD
    if isinstance(raw, date):
        return raw
    if isinstance(raw, str) and len(text := raw.strip()) == 10 and text[7] == "-":
        try:
            return date.fromisoformat(text)
        except ValueError:
            return BAD
    return BAD


def _time(raw: object) -> Any:
    # A time of day in another zone is on another day, or not: without the day nobody can say.
    if isinstance(raw, str) and ":" in raw:
        try:
            raw = time.fromisoformat(raw.strip())
        except ValueError:
            return BAD
    return raw if isinstance(raw, time) and raw.tzinfo is None else BAD


def _datetime(raw: object) -> Any:
    try:
        if isinstance(raw, str) and len(raw.strip()) > 10:
            raw = datetime.fromisoformat(raw.strip())
        if isinstance(raw, datetime):
            # Compared as instants, told as written: the zone stays. Without one, UTC is taken for granted.
            zoned = raw if raw.tzinfo else raw.replace(tzinfo=UNZONED)
            zoned.astimezone(UTC)
            return zoned
    except (ValueError, OverflowError):
        return BAD
    return BAD


def _duration(raw: object) -> Any:
    if not isinstance(raw, str):
        return BAD
    text = raw.strip()
    if clock := _CLOCK.fullmatch(text):
        hours, minutes, seconds = (int(part or 0) for part in clock.groups())
        return Decimal(hours * 3600 + minutes * 60 + seconds)
    if counted := _COUNTED.fullmatch(text.lower()):
        pieces = [(Decimal(count), SECONDS.get(unit)) for count, unit in _PIECE.findall(counted[2])]
        units = [unit for _, unit in pieces if unit is not None]
        if len(units) < len(pieces) or units != sorted(set(units), reverse=True):
            return BAD
        total = sum((count * unit for (count, _), unit in zip(pieces, units, strict=True)), Decimal(0))
        return -total if counted[1] else total
    iso = _DURATION.fullmatch(text)
    if not iso or not any(iso[part] for part in "wdhms"):
        return BAD
    total = sum((Decimal(iso[part] or 0) * SECONDS[part] for part in "wdhms"), Decimal(0))
    return -total if iso["sign"] else total


def read_worked_out(kind: str, notation: Notation, raw: object) -> Any:
    """An expression, or a quantity, which is one printed number with its unit, or several of which each
    smaller unit adds to the larger (`1 d 4 h`); BAD for anything else.
    """
    from selfcorrect.language.expressions.parse import is_quantity, read_again, read_expression

    if isinstance(raw, Expression):
        value: Expression | None = raw
    elif isinstance(raw, int | float | Decimal) and not isinstance(raw, bool):
        number = _number(raw)
        if not isinstance(number, Decimal):
            return number
        value = read_expression(format_number(number), notation)
    else:
        read = read_again if kind == "quantity" else read_expression
        value = read(raw, notation) if isinstance(raw, str) else None
    if value is None or (kind == "quantity" and not is_quantity(value)):
        return BAD
    return value


READERS: Final[dict[str, Callable[[object], Any]]] = {
    "text": _text,
    "integer": _integer,
    "number": _number,
    "money": _number,
    "percent": _percent,
    "currency": _currency,
    "date": _date,
    "time": _time,
    "datetime": _datetime,
    "duration": _duration,
    "boolean": _boolean,
    "choice": _reference,
    "reference": _reference,
    "quantity": partial(read_worked_out, "quantity", PLAIN),
    "expression": partial(read_worked_out, "expression", PLAIN),
}


def read_value(kind: str, raw: object, choices: tuple[str, ...] = ()) -> Any:
    """The typed value of `raw`, None if it is missing, BAD or OUT_OF_RANGE if it is none of its kind.

    text, currency, choice and reference give str; integer, number, money and percent Decimal; duration
    Decimal seconds; date, time and datetime their own (a datetime always with a zone);
    boolean bool. With `choices`, a text outside them is BAD.
    """
    if raw is None or (isinstance(raw, str) and (not raw or raw.isspace())):
        return None
    value = READERS[kind](raw)
    return BAD if choices and value not in choices else value


def show_value(value: object) -> str:
    """A typed value as findings print it: decimals without exponent, ISO dates, `true`, items by commas."""
    match value:
        case bool():
            return "true" if value else "false"
        case Decimal():
            return format_number(value)
        case int():
            return format_number(Decimal(value))
        case datetime():
            zoned = value.tzinfo is not None and value.tzname() != _UNZONED
            return (value if zoned else value.replace(tzinfo=None)).isoformat()
        case date() | time():
            return value.isoformat()
        case list() | tuple():
            return ", ".join("unknown" if item is None else show_value(item) for item in value)
        case Expression():
            return value.text
        case _:
            return str(value)


def show_duration(seconds: Decimal) -> str:
    """Seconds as `49:30` hours and minutes, or `49:30:05` where there are odd seconds."""
    whole = abs(int(seconds))
    text = f"{whole // 3600}:{whole // 60 % 60:02}"
    if whole % 60:
        text += f":{whole % 60:02}"
    return f"-{text}" if seconds < 0 else text


_SHOWN: Final = 80
"""Characters of a raw value that a finding quotes."""


def show_raw(raw: object) -> str:
    """A raw value of a record, whatever it is, in few characters."""
    try:
        return _shown_raw(raw)
    except Exception:  # noqa: BLE001 - a value whose own methods raise is still told
        return f"a value of type {type(raw).__name__[:_SHOWN]}"


def _shown_raw(raw: object) -> str:
    if isinstance(raw, str):
        return raw if len(raw) <= _SHOWN else f"{raw[:_SHOWN]}…"
    if raw is None or isinstance(raw, bool):
        return {None: "null", True: "true", False: "false"}[raw]
    if isinstance(raw, int):
        return str(raw) if -_LARGEST < raw < _LARGEST else "an integer of over 18 digits"
    if isinstance(raw, float):
        return float.__repr__(raw)
    if isinstance(raw, Decimal):
        return format_number(raw)
    if isinstance(raw, dict):
        return f"an object with {len(raw)} fields"
    if isinstance(raw, list | tuple):
        return f"a list of {len(raw)}"
    if isinstance(raw, date | time):
        return raw.isoformat()
    return f"a value of type {type(raw).__name__[:_SHOWN]}"


__all__ = [
    "BAD",
    "OUT_OF_RANGE",
    "READERS",
    "SECONDS",
    "read_value",
    "read_worked_out",
    "show_duration",
    "show_raw",
    "show_value",
]
