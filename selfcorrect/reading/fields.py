"""Fields by their labels: the values right of, below and left of each."""

import re
from typing import Final

from selfcorrect.reading.compiled import ReadyField
from selfcorrect.reading.labels import Phrase
from selfcorrect.reading.offers import OPENING, Offer, Strength, field_value
from selfcorrect.reading.patterns import NUMERIC
from selfcorrect.reading.scan import Scan
from selfcorrect.reading.spec import Where
from selfcorrect.reading.unlabelled import unlabelled_offers
from selfcorrect.reading.values import Value

_DIGIT: Final = re.compile(r"[0-9]")


def find_offers(scan: Scan, taken: frozenset[int]) -> list[list[Offer]]:
    """The offers for each field, in the reader's order of fields; lines of `taken` belong to lists."""
    offers: list[list[Offer]] = [[] for _ in scan.ready.fields]
    free = [number for number in range(len(scan.lines)) if number not in taken]
    for number in free:
        for phrase in scan.phrases[number]:
            for label in scan.known.get(phrase.key, ()):
                field = scan.ready.fields[label.field]
                value = _labelled(scan, field, number, phrase, weak=label.weak)
                if value:
                    offers[label.field].append(Offer(Strength.WEAK if label.weak else Strength.LABEL, value))
    for number, field in enumerate(scan.ready.fields):
        offers[number] += unlabelled_offers(scan, field, free)
    return offers


def _labelled(scan: Scan, field: ReadyField, number: int, phrase: Phrase, *, weak: bool) -> Value | None:
    """The value at a label, at the first of the field's places that has one."""
    for where in field.spec.value:
        found = _at(scan, field, number, phrase, where)
        if found is None:
            continue
        start, end, sure = found
        value = field_value(scan, field, (start, end), sure=sure and not weak)
        if value or where == "right":
            return value
    return None


def _at(
    scan: Scan, field: ReadyField, number: int, phrase: Phrase, where: Where
) -> tuple[int, int, bool] | None:
    """A stretch beside a label that may hold its value, and whether a colon or a gap says that it does."""
    match where:
        case "right":
            return _right(scan, field, number, phrase)
        case "below":
            return _below(scan, number, phrase)
        case "left":
            return _left(scan, number, phrase)


def _right(scan: Scan, field: ReadyField, number: int, phrase: Phrase) -> tuple[int, int, bool] | None:
    cells = scan.lines[number].cells
    own = cells[phrase.cell]
    if scan.document.clean[phrase.end : min(own.end, phrase.limit)].strip(OPENING):
        end = phrase.limit if field.kind in NUMERIC else min(own.end, phrase.limit)
        return phrase.end, end, phrase.colon
    if phrase.cell + 1 >= len(cells):
        return None
    following = cells[phrase.cell + 1]
    if field.kind in NUMERIC:
        return (phrase.end, phrase.limit, True) if _holds_digit(scan, phrase.end, phrase.limit) else None
    known = any(p.cell == phrase.cell + 1 and (p.colon or p.key in scan.known) for p in scan.phrases[number])
    return None if known else (following.start, following.end, True)


def _holds_digit(scan: Scan, start: int, end: int) -> bool:
    return _DIGIT.search(scan.document.clean, start, end) is not None


def _below(scan: Scan, number: int, phrase: Phrase) -> tuple[int, int, bool] | None:
    """The cell under a label that has its own cell, where the next line has as many cells."""
    cells = scan.lines[number].cells
    if number + 1 >= len(scan.lines) or cells[phrase.cell].end > phrase.end + 1:
        return None
    below = scan.lines[number + 1].cells
    if len(below) != len(cells):
        return None
    known = any(p.colon or p.key in scan.known for p in scan.phrases[number + 1] if p.cell == phrase.cell)
    cell = below[phrase.cell]
    return None if known else (cell.start, cell.end, phrase.colon)


def _left(scan: Scan, number: int, phrase: Phrase) -> tuple[int, int, bool] | None:
    """The cell before a label that ends its line."""
    cells = scan.lines[number].cells
    if phrase.cell != len(cells) - 1 or phrase.cell == 0 or phrase.end < cells[-1].end:
        return None
    before = cells[phrase.cell - 1]
    return (
        None
        if any(p.key for p in scan.phrases[number] if p.cell == phrase.cell - 1)
        else (
            before.start,
            before.end,
            False,
        )
    )
