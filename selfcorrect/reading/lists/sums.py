"""The lines of a document that say a sum, and the amounts they print."""

import re
from decimal import Decimal
from typing import Final

from msgspec import Struct

from selfcorrect.language.printed.numbers import find_amounts
from selfcorrect.reading.ready.lists import ReadyList
from selfcorrect.reading.scan import Scan, once

_DIGIT: Final = re.compile(r"[0-9]")
_AMOUNT: Final = re.compile(r"[0-9][.,][0-9]{2}(?![0-9])")
_ENDS: Final = re.compile(r"[0-9][.,][0-9]{2}[-)]?(?: ?(?:[A-Z]{1,3}[0-9]?|[€$£₹*#])){0,2}$")


class Sum(Struct, frozen=True):
    """A line (its index) that starts with a sum's label, and the amounts on it, or else on the next."""

    line: int
    amounts: frozenset[Decimal]


@once
def find_sums(scan: Scan, spec: ReadyList) -> tuple[Sum, ...]:
    """The stop lines of a list with a number on or below them, in order."""
    clean = scan.document.clean
    found = []
    for number, line in enumerate(scan.lines):
        if not says_sum(scan, spec, number):
            continue
        below = scan.lines[min(number + 1, len(scan.lines) - 1)]
        if _DIGIT.search(clean, line.start, below.end):
            found.append(Sum(number, amounts_of(scan, number) or amounts_of(scan, number + 1)))
    return tuple(found)


def says_sum(scan: Scan, spec: ReadyList, number: int) -> bool:
    """Whether a line starts with a sum's label, or has one in a further cell, with an amount beside it."""
    phrases = scan.phrases[number]
    if phrases and phrases[0].key in spec.stops:
        return True
    line = scan.lines[number]
    named = phrases[0].key in scan.ready.sum_keys if phrases else False
    further = any(phrase.key in spec.stops for phrase in phrases[1:])
    return (named or further) and _AMOUNT.search(scan.document.clean, line.start, line.end) is not None


@once
def amounts_of(scan: Scan, number: int) -> frozenset[Decimal]:
    """The amounts with decimals on a line."""
    if number >= len(scan.lines):
        return frozenset()
    line, clean = scan.lines[number], scan.document.clean
    found = find_amounts(scan.ready.amounts, clean, line.start, line.end, scan.mark)
    return frozenset(
        value for one in found if _AMOUNT.search(clean, one.start, one.end) for value in one.values
    )


def last_amount(scan: Scan, number: int) -> Decimal | None:
    """The amount with decimals that a line ends in."""
    line, clean = scan.lines[number], scan.document.clean
    if not _ENDS.search(clean, line.start, line.end):
        return None
    found = [*find_amounts(scan.ready.amounts, clean, line.start, line.end, scan.mark)]
    return found[-1].values[0] if found else Decimal(1)
