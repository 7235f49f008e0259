"""Values by kind: what a stretch of a document can mean, with its place."""

from typing import Any

from msgspec import Struct

from selfcorrect.language.printed.dates import find_dates, guess_date
from selfcorrect.language.printed.numbers import Amount, find_amounts
from selfcorrect.model.marks import Span
from selfcorrect.reading.patterns import NUMERIC
from selfcorrect.reading.scan import Scan

LONGEST_TEXT = 300
"""Code points of a text value."""


class Value(Struct, frozen=True):
    """What a stretch can mean: one value, or several; the place; and a currency's sign or code beside it."""

    meanings: tuple[Any, ...]
    span: Span
    currency: str = ""
    currency_at: int = 0


def slot_value(scan: Scan, kind: str, start: int, end: int) -> Value | None:
    """The value that fills a whole stretch; None where it is of another kind."""
    if kind in NUMERIC:
        if kind == "percent":
            return rate_value(scan, start, end)
        found = list(find_amounts(scan.ready.amounts, scan.document.clean, start, end, scan.mark))
        return amount_value(found[0]) if len(found) == 1 else None
    if kind == "date":
        return date_value(scan, start, end)
    if kind == "currency":
        return currency_value(scan, start, end)
    return text_value(scan, start, end)


def amount_value(amount: Amount) -> Value:
    """A number as a value."""
    return Value(amount.values, Span(amount.start, amount.end), amount.currency, amount.currency_at)


def rate_value(scan: Scan, start: int, end: int) -> Value | None:
    """A percentage as a value, without its sign."""
    clean = scan.document.clean
    while end > start and clean[end - 1] in "% \u00a0":
        end -= 1
    found = list(find_amounts(scan.ready.amounts, clean, start, end, scan.mark))
    return amount_value(found[0]) if len(found) == 1 else None


def date_value(scan: Scan, start: int, end: int) -> Value | None:
    """The first date of a stretch; by dateparser where our own forms find none."""
    for found in find_dates(scan.document.clean, start, end, scan.order):
        return Value(found.values, Span(found.start, found.end))
    span = trimmed(scan, start, end)
    guess = guess_date(scan.document.clean[span.start : span.end])
    return Value((guess,), span) if guess else None


def currency_value(scan: Scan, start: int, end: int) -> Value | None:
    """The first currency of a stretch, by code, sign or word."""
    for match in scan.ready.currency.finditer(scan.document.clean, start, end):
        codes = scan.ready.codes.get(match[0])
        if codes:
            return Value(codes, Span(match.start(), match.end()))
    return None


def text_value(scan: Scan, start: int, end: int) -> Value | None:
    """A stretch as a text, without the spaces around it; None if nothing with a letter or digit is left.

    It is as printed, but for lone surrogates, which no output could carry.
    """
    span = trimmed(scan, start, end)
    text = scan.document.clean[span.start : span.end]
    if "\ufffd" not in text:
        text = scan.document.text[span.start : span.end]
    if len(text) > LONGEST_TEXT or not any(c.isalnum() for c in text):
        return None
    return Value((text,), span)


def trimmed(scan: Scan, start: int, end: int) -> Span:
    """A stretch without the spaces around it."""
    clean = scan.document.clean
    while start < end and clean[start] in " \t|\u00a0":
        start += 1
    while end > start and clean[end - 1] in " \t|\u00a0":
        end -= 1
    return Span(start, end)
