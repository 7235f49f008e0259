"""What a document offers for a field: values, and how well each is labelled."""

import re
from enum import IntEnum
from typing import Final

from msgspec import Struct

from selfcorrect.language.patterns import fits
from selfcorrect.language.printed.numbers import Amount, find_amounts
from selfcorrect.reading.compiled import ReadyField
from selfcorrect.reading.keys import label_key
from selfcorrect.reading.labels import RATE
from selfcorrect.reading.patterns import NUMERIC
from selfcorrect.reading.scan import Scan
from selfcorrect.reading.values import Value, amount_value, currency_value, date_value, text_value


class Strength(IntEnum):
    """How well a value is labelled. A better labelled one is taken whatever the others say."""

    AMOUNTS = 1
    FIRST_LINE = 2
    ALONE = 3
    WEAK = 4
    SENTENCE = 5
    LABEL = 6


class Offer(Struct, frozen=True):
    """A value for a field; several of equal strength that do not agree are an ambiguity."""

    strength: Strength
    value: Value


_LETTERS: Final = re.compile(r"[^\W\d_]")
_RATE: Final = re.compile(RATE)
_WORD: Final = re.compile(r"[ \xa0][^\W\d_]")
_MOST_DIGITS: Final = 8
OPENING: Final = " \t|#:.=-\u00a0№*"
"""Signs between a label and its value."""


def field_value(scan: Scan, field: ReadyField, stretch: tuple[int, int], *, sure: bool) -> Value | None:
    """The value of a field in a stretch beside its label; `sure` where a colon or a gap says so."""
    start, end = stretch
    if field.kind in NUMERIC:
        return _amount(scan, start, end)
    if field.kind == "date":
        return date_value(scan, start, end)
    if field.kind == "currency":
        return currency_value(scan, start, end)
    if field.kind == "choice":
        return _choice(scan, field, start, end)
    return _text(scan, field, stretch, sure=sure)


def _amount(scan: Scan, start: int, end: int) -> Value | None:
    """The amount of a stretch; each of several is a meaning. None where words stand before it.

    A word before the amount makes the label another one: `Total before discount 45.00` is no total.
    """
    clean = scan.document.clean
    amounts = find_amounts(scan.ready.amounts, clean, start, end, scan.mark)
    found = [amount for amount in amounts if not _is_bare(clean, amount)]
    if not found or not _is_quiet(scan, start, found[0]):
        return None
    value = amount_value(found[0])
    if len(found) == 1:
        return value
    meanings = tuple(dict.fromkeys(meaning for amount in found for meaning in amount.values))
    return Value(meanings, value.span, value.currency, value.currency_at)


def _is_bare(clean: str, amount: Amount) -> bool:
    """Whether a number without currency and decimals counts (`30 days`) or identifies (`123 456 789`)."""
    printed = clean[amount.start : amount.end]
    if amount.currency or "." in printed or "," in printed:
        return False
    return sum(c.isdigit() for c in printed) > _MOST_DIGITS or _WORD.match(clean, amount.end) is not None


def _is_quiet(scan: Scan, start: int, amount: Amount) -> bool:
    """Whether only rates, signs and a currency stand between a label and its amount."""
    end = min(amount.start, amount.currency_at or amount.start)
    between = _RATE.sub(" ", scan.document.clean[start:end])
    words = [word for word in between.split() if _LETTERS.search(word)]
    return all(word.strip("():,.") in scan.ready.codes for word in words)


def _choice(scan: Scan, field: ReadyField, start: int, end: int) -> Value | None:
    value = text_value(scan, start, end)
    choice = field.words.get(label_key(value.meanings[0])) if value else None
    return Value((choice,), value.span) if value and choice else None


def _text(scan: Scan, field: ReadyField, stretch: tuple[int, int], *, sure: bool) -> Value | None:
    """A text; where no colon says that it is the value, only what fits the field's pattern and is no date."""
    start, end = stretch
    clean = scan.document.clean
    while start < end and clean[start] in OPENING:
        start += 1
    if sure:
        return text_value(scan, start, end)
    if field.spec.pattern is None:
        return None
    token = clean[start:end].split(" ", 1)[0].rstrip(".,;")
    if not fits(field.spec.pattern, token) or date_value(scan, start, start + len(token)):
        return None
    return text_value(scan, start, start + len(token))
