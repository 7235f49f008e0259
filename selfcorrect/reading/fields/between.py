"""Amounts under no known label, by where they stand: what comes off between two sums."""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from selfcorrect.language.printed.numbers import Amount, find_amounts
from selfcorrect.reading.fields.offers import Offer, Strength
from selfcorrect.reading.scan import Scan
from selfcorrect.reading.values import amount_value

_MOST_LINES: Final = 6
"""Lines between two sums."""


def between_offers(scan: Scan, sums: list[list[Offer]]) -> list[Offer]:
    """The one amount with a minus between the labelled values of two fields: only likely. None where there
    are several, or a list has some of these lines.
    """
    starts = [line.start for line in scan.lines]
    places = sorted(
        (bisect_right(starts, offer.value.span.start) - 1, number)
        for number, offers in enumerate(sums)
        for offer in _best(offers)
    )
    found = [
        offer
        for (first, one), (last, other) in pairwise(places)
        if one != other and last - first <= _MOST_LINES
        for offer in _between(scan, range(first + 1, last))
    ]
    return found if len({offer.value.span for offer in found}) == 1 else []


def _best(offers: list[Offer]) -> list[Offer]:
    """The best labelled of some offers: the same amount may have a worse label of another field."""
    best = max((offer.strength for offer in offers), default=Strength.WEAK)
    return [offer for offer in offers if offer.strength == max(best, Strength.WEAK)]


def _between(scan: Scan, lines: range) -> Iterator[Offer]:
    if not scan.listed.isdisjoint(lines):
        return
    for number in lines:
        line = scan.lines[number]
        if any(phrase.key in scan.known for phrase in scan.phrases[number]):
            continue
        amounts = list(find_amounts(scan.ready.amounts, scan.document.clean, line.start, line.end, scan.mark))
        if amounts and _comes_off(amounts[-1]) and scan.document.clean[line.start].isalpha():
            value = replace(amount_value(scan, amounts[-1]), sure=False)
            yield Offer(Strength.BETWEEN, value)


def _comes_off(amount: Amount) -> bool:
    return len(amount.values) == 1 and amount.values[0] < 0
