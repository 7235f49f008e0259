"""Values that a model wrote as the document prints them, taken where that leaves no doubt.

`€ 1.234,50` is a number and `2 Feb 2025` a date. What can mean two things stays as it is, so that the
check says of it what it says of any text that is no number.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import cached_property
from typing import Any, Final

from selfcorrect.language.currencies import CURRENCIES
from selfcorrect.language.numbers import OutOfRangeError, parse_number
from selfcorrect.language.printed.dates import find_dates
from selfcorrect.language.printed.letters import cleaned
from selfcorrect.language.printed.numbers import DIGITS, SPACED, currency_source, decimal_mark, meanings
from selfcorrect.language.shape import NUMERIC, Field, Shape

SIGNS: Final[dict[str, str]] = {
    "€": "EUR",
    "Euro": "EUR",
    "US$": "USD",
    "$": "USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP UYU DOP BBD BSD BZD BMD BND FJD GYD JMD KYD LRD NAD"
    " SBD SRD TTD XCD CUP NIO",
    "£": "GBP EGP FKP GIP LBP SDG SHP SSP SYP",
    "¥": "JPY CNY",
    "₹": "INR",
    "Rs": "INR PKR LKR NPR MUR SCR",
    "Rs.": "INR PKR LKR NPR MUR SCR",
    "₩": "KRW KPW",
    "₽": "RUB",
    "₺": "TRY",
    "₴": "UAH",
    "₪": "ILS",
    "₫": "VND",
    "₱": "PHP CUP",
    "฿": "THB",
    "R$": "BRL",
    "RM": "MYR",
    "Rp": "IDR",
    "Fr.": "CHF",
    "zł": "PLN",
    "Kč": "CZK",
    "Ft": "HUF",
    "kr": "SEK NOK DKK ISK",
    "kr.": "SEK NOK DKK ISK",
}
"""The currencies that a sign beside an amount may mean."""

_LONGEST: Final = 60
_CURRENCY: Final = currency_source(SIGNS)
_AMOUNT: Final = re.compile(
    rf"(?P<lead>[-+(] ?)?(?P<c1>{_CURRENCY} ?)?(?P<sign>[-+(] ?)?(?P<c2>{_CURRENCY} ?)?"
    rf"(?P<digits>{SPACED}|{DIGITS})"
    rf"(?P<minus>-)?(?P<c3> ?{_CURRENCY})?(?P<close> ?\))?(?P<c4> ?{_CURRENCY})?"
)
_NEGATIVE: Final[dict[str, bool]] = {"": False, "+": False, "-": True, "()": True}
"""By all the signs of an amount. Brackets make it negative in any ledger, a minus behind it in those of SAP
and of banks; two signs at once are in none."""
_YEAR: Final = re.compile(r"[0-9]{4}")
_TRUTH: Final = {"true": True, "false": False}


def taken(record: Any, shape: Shape) -> Any:
    """The record with numbers that are texts as decimals, printed dates as ISO texts and `true` as true, so
    that records that say the same are the same.

    Nothing is changed in the record itself; it comes back as it is where there is nothing to take. Whatever
    is no object, or of another kind than the shape says, stays, and so do fields the shape does not have.
    """
    return _object(record, shape.fields, _Style(record, shape))


class _Style:
    """How a record writes numbers, as far as its own texts leave no doubt."""

    def __init__(self, record: Any, shape: Shape) -> None:
        self._record = record
        self._shape = shape

    @cached_property
    def mark(self) -> str | None:
        """The decimal mark: that of all texts that show one, if any of them is printed in a style.

        A plain `12.50` is what was asked for. It does not say how the document prints numbers, but where the
        others have a comma it says that the record is not written one way.
        """
        styled: set[str | None] = set()
        plain: set[str | None] = set()
        for text in _number_texts(self._record, self._shape.fields):
            if _is_plain(text):
                plain.add(decimal_mark((text,)))
            elif found := _AMOUNT.fullmatch(_unmarked(text)):
                styled.add(decimal_mark((found["digits"],)))
        marks = (styled | plain) - {None}
        return marks.pop() if len(marks) == 1 and styled & {".", ","} else None

    @cached_property
    def currencies(self) -> frozenset[str]:
        """The codes that the record's currency may mean; none where it does not say one."""
        named = self._record.get(self._shape.money_in) if isinstance(self._record, dict) else None
        return _codes(named) if isinstance(named, str) else frozenset()


def _number_texts(value: Any, fields: tuple[Field, ...]) -> Iterator[str]:
    """The texts that stand where the shape has numbers."""
    if not isinstance(value, dict):
        return
    for field in fields:
        inner = value.get(field.name)
        for item in inner if field.kind == "list" and isinstance(inner, list) else [inner]:
            if (field.item or field).kind in NUMERIC and isinstance(item, str) and len(item) <= _LONGEST:
                yield item
            elif field.fields:
                yield from _number_texts(item, field.fields)


def _object(value: Any, fields: tuple[Field, ...], style: _Style) -> Any:
    # The walk goes as deep as the shape does, however deep the record is.
    if not isinstance(value, dict):
        return value
    changed = {}
    for field in fields:
        raw = value.get(field.name)
        if raw is not None and (new := _value(raw, field, style)) is not raw:
            changed[field.name] = new
    return {**value, **changed} if changed else value


def _value(raw: Any, field: Field, style: _Style) -> Any:
    if field.kind == "list":
        return _list(raw, field, style)
    if field.kind == "object":
        return _object(raw, field.fields, style)
    if field.kind in NUMERIC and isinstance(raw, int) and not isinstance(raw, bool):
        return Decimal(raw)
    if not isinstance(raw, str) or len(raw) > _LONGEST:
        return raw
    if field.kind in NUMERIC:
        return _number(raw, field, style)
    if field.kind == "date":
        return _date(raw)
    if field.kind == "currency":
        return _currency(raw)
    return _TRUTH.get(raw.strip().lower(), raw) if field.kind == "boolean" else raw


def _list(raw: Any, field: Field, style: _Style) -> Any:
    if not isinstance(raw, list):
        return raw
    item = field.item
    new = [_value(row, item, style) if item else _object(row, field.fields, style) for row in raw]
    return raw if all(map(_is_same, raw, new)) else new


def _is_same(one: Any, other: Any) -> bool:
    return one is other


def _number(raw: str, field: Field, style: _Style) -> Any:
    if _is_plain(raw):
        return _exact(raw)
    found = _AMOUNT.fullmatch(_unmarked(raw) if field.kind == "percent" else _trimmed(raw))
    if found is None or not _suits(found, field, style):
        return raw
    negative = _NEGATIVE.get(_signs(found))
    values = _meanings(found["digits"], field, style)
    if negative is None or len(values) != 1:
        return raw
    return values[0].copy_negate() if negative and values[0] else values[0]


def _exact(raw: str) -> Any:
    """A number written as records have them; one out of range stays a text, which the shape refuses."""
    try:
        return Decimal(parse_number(raw.strip()))
    except OutOfRangeError:
        return raw


def _suits(found: re.Match[str], field: Field, style: _Style) -> bool:
    """Whether the currency and the brackets are those of such a field: only money has them, and only once."""
    named = [found[name] for name in ("c1", "c2", "c3", "c4") if found[name]]
    if not named:
        return field.kind == "money" or "(" not in _signs(found)
    codes = _codes(named[0].strip())
    if field.kind != "money" or len(named) > 1 or not codes:
        return False
    return not style.currencies or bool(codes & style.currencies)


def _signs(found: re.Match[str]) -> str:
    return "".join((found[name] or "").strip() for name in ("lead", "sign", "minus", "close"))


def _meanings(digits: str, field: Field, style: _Style) -> tuple[Decimal, ...]:
    """What digits can mean; nothing with a part of one can be meant by an integer."""
    values = meanings(digits, None)
    if field.kind == "integer":
        values = tuple(value for value in values if value == value.to_integral_value())
    return meanings(digits, style.mark) if len(values) > 1 else values


def _date(raw: str) -> str:
    text = _trimmed(raw)
    found = next(find_dates(text, 0, len(text), None), None)
    whole = found is not None and (found.start, found.end) == (0, len(text))
    # Of a year in two digits nobody knows which of the three numbers it is: `25.12.31`.
    if found is None or not whole or len(found.values) != 1 or not _YEAR.search(text):
        return raw
    return raw if found.values[0] == raw.strip() else found.values[0]


def _currency(raw: str) -> str:
    codes = _codes(raw.strip())
    return next(iter(codes)) if len(codes) == 1 and raw not in CURRENCIES else raw


def _codes(text: str) -> frozenset[str]:
    """The codes a sign or a code may mean."""
    return frozenset((text,)) if text in CURRENCIES else frozenset(SIGNS.get(text, "").split())


def _is_plain(text: str) -> bool:
    """Whether the text is a number as records have them, whatever its size."""
    try:
        parse_number(text.strip())
    except OutOfRangeError:
        return True
    except ValueError:
        return False
    return True


def _unmarked(text: str) -> str:
    """A printed rate without its sign."""
    return _trimmed(_trimmed(text).removesuffix("%"))


def _trimmed(text: str) -> str:
    return cleaned(text).strip()
