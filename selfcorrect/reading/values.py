"""Values by kind: what a stretch of a document can mean, with its place."""

import re
from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from selfcorrect.language.printed.dates import ends_range, find_dates, guess_date
from selfcorrect.language.printed.numbers import Amount, find_amounts
from selfcorrect.model.marks import Span
from selfcorrect.reading.page.patterns import NUMERIC
from selfcorrect.reading.scan import Scan

LONGEST_TEXT = 300
"""Code points of a text value."""


class Value(Struct, frozen=True):
    """What a stretch can mean: one value, or several; the place; and a currency's sign or code beside it.

    `sure` is false where it had to be mended or was taken on a likelihood; `bare` is a number without a
    currency and decimals, which may count things; `row` the meanings are amounts that stand side by side.
    """

    meanings: tuple[Any, ...]
    span: Span
    currency: str = ""
    currency_at: int = 0
    sure: bool = True
    bare: bool = False
    row: bool = False


def slot_value(scan: Scan, kind: str, start: int, end: int) -> Value | None:
    """The value that fills a whole stretch; None where it is of another kind."""
    if kind in NUMERIC:
        if kind == "percent":
            return rate_value(scan, start, end)
        found = list(find_amounts(scan.ready.amounts, scan.document.clean, start, end, scan.mark))
        return amount_value(scan, found[0]) if len(found) == 1 else None
    if kind == "date":
        return date_value(scan, start, end)
    if kind == "currency":
        return currency_value(scan, start, end)
    return text_value(scan, start, end)


_SPLIT: Final = re.compile(r"(?<![0-9])[0-3] $")


def amount_value(scan: Scan, amount: Amount) -> Value:
    """A number as a value."""
    span = scan.document.printed(amount.start, amount.end)
    sure = not scan.document.is_mended(amount.start, amount.end)
    bare = not amount.currency and scan.document.clean[amount.start : amount.end].isdigit()
    return Value(amount.values, span, amount.currency, amount.currency_at, sure, bare)


def rate_value(scan: Scan, start: int, end: int) -> Value | None:
    """A percentage as a value, without its sign."""
    clean = scan.document.clean
    while end > start and clean[end - 1] in "% \u00a0":
        end -= 1
    found = list(find_amounts(scan.ready.amounts, clean, start, end, scan.mark))
    return amount_value(scan, found[0]) if len(found) == 1 else None


def date_values(scan: Scan, start: int, end: int) -> Iterator[Value]:
    """The dates of a stretch in our own forms, left to right."""
    clean = scan.document.clean
    order = scan.order if scan.sure_order else None
    for found in find_dates(clean, start, end, order):
        if ends_range(clean, found.start):
            continue
        # A space may stand inside a day: `1 2 March 2024`.
        split = _SPLIT.search(clean, max(0, found.start - 3), found.start) is not None
        sure, values = not split and not scan.document.is_mended(found.start, found.end), found.values
        if len(values) > 1 and scan.order:
            likely = next(find_dates(clean, found.start, found.end, scan.order))
            sure, values = False, likely.values
        yield Value(values, scan.document.printed(found.start, found.end), sure=sure)


def date_value(scan: Scan, start: int, end: int) -> Value | None:
    """The first date of a stretch; by dateparser where our own forms find none."""
    for value in date_values(scan, start, end):
        return value
    span = trimmed(scan, start, end)
    guess = guess_date(scan.document.clean[span.start : span.end])
    return Value((guess,), span) if guess else None


def currency_value(scan: Scan, start: int, end: int) -> Value | None:
    """The first currency of a stretch, by code, sign or word."""
    for match in scan.ready.currency.finditer(scan.document.clean, start, end):
        codes = scan.codes(match[0])
        if codes:
            return Value(codes, Span(match.start(), match.end()), sure=not scan.is_guess(match[0]))
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
