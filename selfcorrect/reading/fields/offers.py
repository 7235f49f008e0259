"""What a document offers for a field: values, how each is labelled, and what that makes of them."""

import re
from collections.abc import Iterable
from decimal import Decimal
from enum import IntEnum
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.language.patterns import fits
from selfcorrect.language.printed.damage import mended_digits
from selfcorrect.language.printed.dates import find_dates
from selfcorrect.language.printed.numbers import Amount, find_amounts
from selfcorrect.model.marks import Span
from selfcorrect.reading.fields.names import end_of_name
from selfcorrect.reading.page.keys import label_key
from selfcorrect.reading.page.labels import RATE
from selfcorrect.reading.page.patterns import NUMERIC
from selfcorrect.reading.ready.reader import ReadyField
from selfcorrect.reading.scan import Scan
from selfcorrect.reading.values import Value, amount_value, currency_value, date_value, text_value


class Strength(IntEnum):
    """How well a value is labelled. A better labelled one is taken unless the rules prove another. Lists are
    read by `ROWS` or a `TABLE`, whatever else is.
    """

    BETWEEN = 1
    ONLY = 2
    MAIL = 3
    AMOUNTS = 4
    FIRST_LINE = 5
    TIMED = 6
    ALONE = 7
    AREA = 8
    NEAR = 9
    WEAK = 10
    TITLE = 11
    SENTENCE = 12
    LABEL = 13
    BEST = 14
    AFTER = 15
    ROWS = 16
    TABLE = 17
    FOUND = 18


class Offer(Struct, frozen=True):
    """A value for a field, and the label (or whatever else says so) it was found by."""

    strength: Strength
    value: Value
    label: Span | None = None


class Option(Struct, frozen=True):
    """One reading of a field. `loss` is 0 for the best labelled; a worse label costs `WORSE` and more, the
    other sign of the same printed amount 1. The readings of a list have no span.
    """

    value: Any
    span: Span | None
    strength: Strength
    loss: int
    sure: bool = True
    label: Span | None = None


WORSE: Final = 10
"""What a worse label costs."""


def _doubts(offers: list[Offer]) -> list[Offer]:
    """The offers; labelled ones are only likely where what the document says it is says another: a date at
    the foot may be that of a signature.
    """
    titled = {meaning for o in offers if o.strength == Strength.TITLE for meaning in o.value.meanings}
    if not titled:
        return offers
    return [
        offer
        if offer.strength < Strength.LABEL or not titled.isdisjoint(offer.value.meanings)
        else _doubted_offer(offer)
        for offer in offers
    ]


def options_of(offers: Iterable[Offer], *, either_sign: bool = False) -> tuple[Option, ...]:
    """The readings of a field, best first. Offers of equal strength that agree are one reading."""
    by_strength: dict[Strength, list[Offer]] = {}
    for offer in _doubts([*offers]):
        by_strength.setdefault(offer.strength, []).append(offer)
    found: dict[Any, Option] = {}
    for level, strength in enumerate(sorted(by_strength, reverse=True)):
        for value, offer in _settled(by_strength[strength]):
            for sign, meant in enumerate(_signs(value) if either_sign else (value,)):
                option = Option(
                    meant, offer.value.span, strength, level * WORSE + sign, offer.value.sure, offer.label
                )
                found.setdefault(_identity(meant), option)
    return tuple(sorted(found.values(), key=lambda option: option.loss))


def _signs(value: Any) -> tuple[Any, ...]:
    """Both signs of an amount, without its minus first."""
    return (abs(value), -abs(value)) if isinstance(value, Decimal) and value else (value,)


def _identity(value: Any) -> str:
    return format(value.normalize(), "f") if isinstance(value, Decimal) else str(value)


def _settled(offers: list[Offer]) -> list[tuple[Any, Offer]]:
    """The one meaning that all offers share and one of them has alone; else each meaning, in order."""
    offers = [offer for offer in offers if not offer.value.bare] or offers
    # Amounts side by side are the sums of a table's columns: one of them where nothing else is labelled so.
    alone = [offer for offer in offers if not offer.value.row]
    if alone and not any(
        m in one.value.meanings for o in offers if o.value.row for one in alone for m in o.value.meanings
    ):
        offers = alone
    values = [offer.value for offer in offers]
    common = [m for m in values[0].meanings if all(m in value.meanings for value in values[1:])]
    single = [offer for offer in offers if len(offer.value.meanings) == 1]
    if common and single:
        best = next((offer for offer in single if offer.value.sure), single[0])
        return [(best.value.meanings[0], best)]
    kept = dict.fromkeys(common or (meaning for value in values for meaning in value.meanings))
    first: dict[Any, Offer] = {}
    for offer in offers:
        for meaning in offer.value.meanings:
            first.setdefault(meaning, offer)
    found = [(meaning, first[meaning]) for meaning in kept]
    return found if len(found) > 1 else [(meaning, _doubted_offer(offer)) for meaning, offer in found]


def _doubted_offer(offer: Offer) -> Offer:
    """The offer of a meaning that several have in common and none has alone."""
    return replace(offer, value=replace(offer.value, sure=False))


_LETTERS: Final = re.compile(r"[^\W\d_]")
_RATE: Final = re.compile(RATE)
_WORD: Final = re.compile(r"[ \xa0][^\W\d_]")
_MOST_DIGITS: Final = 8
_DOUBTFUL: Final = re.compile(r"[0-9][OoIl](?![^\W\d_])|(?<![^\W\d_])[ol][0-9OIl]")
"""Letters between digits that text recognition may have put for digits."""
_NUMBER: Final = re.compile(r"[A-Z]{1,4} [0-9][^ ]*|[^ ]+(?:(?<=[0-9]) [0-9]{3}(?![^ ]))*")
"""A word, with the groups of three digits after it, or a few capitals before its digits."""
_DIGIT: Final = re.compile(r"[0-9]")
_REMARK: Final = re.compile(
    r"[^\s]?(?:,| -| \(| [Pp]age\b| [Ss]eite\b| please\b| for\b| dated\b| [^\W\d_]+\.?:)"
)
"""What starts a remark behind a number."""
_FOLLOWING: Final = re.compile(r" ([^\W\d_]+)")
OPENING: Final = " \t|#:.=-\u00a0№*"
"""Signs between a label and its value."""


def field_value(scan: Scan, field: ReadyField, stretch: tuple[int, int], *, sure: bool) -> Value | None:
    """The value of a field in a stretch beside its label; `sure` where a colon or a gap says so."""
    start, end = stretch
    if field.kind in NUMERIC:
        value = _amount(scan, start, end)
        whole = value is not None and value.bare and field.kind == "money" and scan.has_cents
        return replace(value, sure=False) if value and whole else value
    if field.kind == "date":
        return date_value(scan, start, end)
    if field.kind == "currency":
        return currency_value(scan, start, end)
    if field.kind in ("choice", "boolean"):
        return _choice(scan, field, start, end)
    return _text(scan, field, stretch, sure=sure)


def _amount(scan: Scan, start: int, end: int) -> Value | None:
    """The amount of a stretch; each of several is a meaning. None where words stand before it.

    A word before the amount makes the label another one: `Total before discount 45.00` is no total.
    """
    clean = scan.document.clean
    amounts = find_amounts(scan.ready.amounts, clean, start, end, scan.mark)
    found = [amount for amount in amounts if not _is_bare(clean, amount)]
    if not found or not _is_quiet(scan, start, found[0]) or _is_named(clean, found[0], end):
        return None
    values = [amount_value(scan, amount) for amount in found]
    values = [value for value in values if not value.bare] or values
    meanings = tuple(dict.fromkeys(meaning for value in values for meaning in value.meanings))
    # A space may stand inside a number: `1 2.50`.
    split = len(found) > 1 and found[0].end - found[0].start == 1 and found[1].start - found[0].end == 1
    sure = values[0].sure and not split
    return replace(values[0], meanings=meanings, row=len(values) > 1, sure=sure)


def _is_bare(clean: str, amount: Amount) -> bool:
    """Whether a number without currency and decimals counts (`30 days`), identifies (`123 456 789`) or is a
    piece of another sign (`2)`).
    """
    printed = clean[amount.start : amount.end]
    if amount.currency or "." in printed or "," in printed:
        return False
    closed = clean[amount.end : amount.end + 1] == ")" and printed[0] != "("
    many = sum(c.isdigit() for c in printed) > _MOST_DIGITS
    return closed or many or _WORD.match(clean, amount.end) is not None


def _is_named(clean: str, amount: Amount, end: int) -> bool:
    """Whether a number is a part of the label: `Total 2023: 310.00`."""
    after = clean[amount.end : end].lstrip(" \xa0")
    return clean[amount.start : amount.end].isdigit() and after.startswith(":")


def _is_quiet(scan: Scan, start: int, amount: Amount) -> bool:
    """Whether only rates, signs and a currency stand between a label and its amount."""
    end = min(amount.start, amount.currency_at or amount.start)
    between = _RATE.sub(" ", scan.document.clean[start:end])
    words = [word for word in between.split() if _LETTERS.search(word)]
    codes = scan.ready.codes
    return all(word in codes or word.strip("():,.") in codes for word in words)


def _choice(scan: Scan, field: ReadyField, start: int, end: int) -> Value | None:
    value = text_value(scan, start, end)
    choice = field.words.get(label_key(value.meanings[0])) if value else None
    return Value((field.chosen(choice),), value.span) if value and choice else None


def _text(scan: Scan, field: ReadyField, stretch: tuple[int, int], *, sure: bool) -> Value | None:
    """A text; where no colon says that it is the value, only what fits the field's pattern and is no date."""
    start, end = stretch
    clean = scan.document.clean
    while start < end and clean[start] in OPENING:
        start += 1
    if sure:
        return _doubted(field, _whole(scan, field, start, end))
    if field.spec.pattern is None:
        return None
    found = _NUMBER.match(clean, start, end)
    token = found[0].rstrip(".,;") if found else ""
    if not fits(field.spec.pattern, token.replace(" ", "")) or date_value(scan, start, start + len(token)):
        return None
    if not _ends_well(scan, start + len(token), end):
        return None
    return _doubted(field, text_value(scan, start, start + len(token)))


def _whole(scan: Scan, field: ReadyField, start: int, end: int) -> Value | None:
    """A whole stretch; of one that starts with a number and goes on with its date or a remark, the number.

    What is only a date, or a word that is never the value, is none.
    """
    value = text_value(scan, start, end)
    if value is None or field.spec.pattern is None:
        # A name has letters: `Merchant: ***67221` names nobody.
        named = field.spec.first_line or bool(field.spec.area_labels)
        return _named(scan, value) if value and named else value
    clean = scan.document.clean
    if label_key(value.meanings[0]) in field.never:
        return None
    number = _NUMBER.match(clean, value.span.start, value.span.end)
    if number is None or not _DIGIT.search(number[0]):
        return value
    date = next(find_dates(clean, value.span.start, value.span.end, "day first"), None)
    if date and (date.start, date.end) == (value.span.start, value.span.end):
        return None
    rest = clean[number.end() : value.span.end]
    remark = date is not None or _REMARK.match(clean, number.end() - 1, value.span.end)
    token = number[0].rstrip(".,;")
    if rest and remark and fits(field.spec.pattern, token.replace(" ", "")):
        return text_value(scan, number.start(), number.start() + len(token))
    return value


def _named(scan: Scan, value: Value) -> Value | None:
    """A name, without what follows it; None for what has no letters."""
    text = value.meanings[0]
    end = end_of_name(scan, text)
    if not _LETTERS.search(text) or not 0 < end < len(text):
        return value if _LETTERS.search(text) else None
    return text_value(scan, value.span.start, value.span.start + end)


def _ends_well(scan: Scan, start: int, end: int) -> bool:
    """Whether what follows a number does not go on with it, as in `Invoice  123 Main Street`."""
    word = _FOLLOWING.match(scan.document.clean, start, end)
    return word is None or label_key(word[1]) in scan.ready.titles.between


def _doubted(field: ReadyField, value: Value | None) -> Value | None:
    """The value, mended and unsure where a number-like text holds what text recognition makes of digits."""
    if value is None or field.spec.pattern is None:
        return value
    # A hyphen at the end may go on in the next line.
    if not _DOUBTFUL.search(value.meanings[0]) and not value.meanings[0].endswith("-"):
        return value
    return replace(value, meanings=(mended_digits(value.meanings[0]),), sure=False)
