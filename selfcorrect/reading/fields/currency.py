"""The currency of a document that has no label for it: what stands beside its amounts and in its headings."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from selfcorrect.language.printed.numbers import find_amounts
from selfcorrect.model.marks import Span
from selfcorrect.reading.fields.offers import Offer, Strength
from selfcorrect.reading.page.document import Cell
from selfcorrect.reading.scan import Scan
from selfcorrect.reading.values import Value


def from_amounts(scan: Scan, values: list[Value]) -> list[Offer]:
    """The currencies beside the amounts read; where there are none, beside any amount; else in headings.

    Codes count before signs, which may stand for several.
    """
    return (
        _best(scan, ((value.currency, value.currency_at) for value in values))
        or _if_often(_best(scan, _beside_any(scan)))
        or _best(scan, _in_headings(scan))
        or _by_country(scan)
    )


_PLACES: Final = re.compile(r"[.,][0-9]{2}(?![0-9])")

_OFTEN: Final = 3
"""Amounts with a currency, none of them read, that make it the document's."""

Mark = tuple[str, int]
"""A currency's sign, word or code, and where it starts."""


def _best(scan: Scan, marks: Iterable[Mark]) -> list[Offer]:
    found = []
    for mark, at in dict.fromkeys(marks):
        codes = scan.codes(mark)
        if codes:
            value = Value(codes, Span(at, at + len(mark)), sure=not scan.is_guess(mark))
            found.append((mark in codes, Offer(Strength.AMOUNTS, value)))
    by_code = [offer for is_code, offer in found if is_code]
    return by_code or [offer for _, offer in found]


def _if_often(offers: list[Offer]) -> list[Offer]:
    """Currencies beside amounts that were not read: one or two may be of a fee, a limit, a share capital."""
    if len(offers) >= _OFTEN:
        return offers
    return [replace(offer, value=replace(offer.value, sure=False)) for offer in offers]


def _by_country(scan: Scan) -> list[Offer]:
    """The currency of a document that prints none, by the marks of its country: only a likelihood."""
    if scan.hint is None:
        return []
    code, span = scan.hint
    return [Offer(Strength.AMOUNTS, Value((code,), span, sure=False))]


def _beside_any(scan: Scan) -> Iterator[Mark]:
    """The marks beside amounts; words only beside one with decimal places, for `100 Ft` is also a length."""
    for line in scan.lines:
        for amount in find_amounts(scan.ready.amounts, scan.document.clean, line.start, line.end, scan.mark):
            is_sign = not amount.currency.isalpha()
            if amount.currency and (is_sign or _PLACES.search(scan.document.clean, amount.start, amount.end)):
                yield amount.currency, amount.currency_at


def _in_headings(scan: Scan) -> Iterator[Mark]:
    """The marks in brackets, at the end of a cell, or alone in it: `Amount (RM)`, `Betrag Fr.`"""
    clean = scan.document.clean
    for line in scan.lines:
        for match in scan.ready.currency.finditer(clean, line.start, line.end):
            bracketed = (
                clean[match.start() - 1 : match.start()] == "("
                and clean[match.end() : match.end() + 1] == ")"
            )
            if match[0] in scan.ready.common and (bracketed or _ends_cell(match.end(), line.cells)):
                yield match[0], match.start()


def _ends_cell(end: int, cells: tuple[Cell, ...]) -> bool:
    return any(cell.end == end for cell in cells)
