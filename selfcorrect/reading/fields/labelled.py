"""Fields by their labels: the values right of, below and left of each."""

import re
from bisect import bisect_right
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.language.patterns import fits
from selfcorrect.model.marks import Span
from selfcorrect.reading.fields.between import between_offers
from selfcorrect.reading.fields.offers import OPENING, Offer, Strength, field_value
from selfcorrect.reading.fields.unlabelled import unlabelled_offers
from selfcorrect.reading.page.areas import area_at
from selfcorrect.reading.page.document import Cell, overlap
from selfcorrect.reading.page.labels import IN, Label, Phrase
from selfcorrect.reading.page.patterns import NUMERIC
from selfcorrect.reading.ready.reader import ReadyField
from selfcorrect.reading.scan import Scan
from selfcorrect.reading.spec import Where
from selfcorrect.reading.values import Value

_DIGIT: Final = re.compile(r"[0-9]")
_RIGHT_AFTER: Final = (1, 2)
"""Lines from one value to the other that stands right after it."""
_NUMBER: Final = re.compile(r"[^\w]{0,3}[0-9][0-9.,' \xa0]*[^\w]{0,3}")


class Stretch(Struct, frozen=True):
    """A part of a document beside a label that may hold its value; `sure` where a colon or a gap says so."""

    start: int
    end: int
    sure: bool


def find_offers(scan: Scan) -> list[list[Offer]]:
    """The offers for each field, in the reader's order of fields, from lines that belong to no list."""
    offers: list[list[Offer]] = [[] for _ in scan.ready.fields]
    free = scan.free
    for number in free:
        for phrase in scan.phrases[number]:
            for label in scan.known.get(phrase.key, ()):
                offer = labelled_offer(scan, number, phrase, label)
                if offer:
                    offers[label.field].append(offer)
    paths = [field.spec.path for field in scan.ready.fields]
    for number, field in enumerate(scan.ready.fields):
        for path in field.spec.best_after:
            before = offers[paths.index(path)] if path in paths else []
            offers[number] = _with_best(scan, offers[number], before)
        offers[number] += unlabelled_offers(scan, field, free)
    for number, field in enumerate(scan.ready.fields):
        if field.spec.between and not offers[number]:
            sums = [offers[paths.index(path)] for path in field.spec.between if path in paths]
            offers[number] += between_offers(scan, sums)
    return offers


def _with_best(scan: Scan, offers: list[Offer], before: list[Offer]) -> list[Offer]:
    """The offers, above all others those that stand right after one of another field."""
    starts = [line.start for line in scan.lines]
    above = {bisect_right(starts, o.value.span.start) for o in before if o.strength >= Strength.LABEL}
    after = {line + step for line in above for step in _RIGHT_AFTER} - above
    return [
        replace(offer, strength=Strength.AFTER)
        if offer.strength >= Strength.LABEL and bisect_right(starts, offer.value.span.start) in after
        else offer
        for offer in offers
    ]


def labelled_offer(scan: Scan, number: int, phrase: Phrase, label: Label) -> Offer | None:
    """What a field's label offers, where it counts."""
    field = scan.ready.fields[label.field]
    if not _counts(scan, field, number, phrase, label):
        return None
    value = _beside(scan, field, number, phrase, weak=label.weak)
    if value is None:
        return None
    if label.opposite:
        value = replace(value, meanings=tuple(-meaning for meaning in value.meanings))
    strength = Strength.WEAK if label.weak else Strength.BEST if label.best else Strength.LABEL
    return Offer(strength, value, Span(phrase.start, phrase.end))


def _counts(scan: Scan, field: ReadyField, number: int, phrase: Phrase, label: Label) -> bool:
    """Whether a label counts in the line and the area it stands in."""
    if field.never_with and not field.never_with.isdisjoint(scan.words(number)):
        return False
    if field.kind == "money" and _is_share(scan, phrase):
        return False
    if not (label.area or label.weak or field.spec.not_in):
        return True
    area = area_at(scan.areas[number], phrase.start - scan.lines[number].left)
    name = area.name if area else ""
    if label.area:
        return name == label.area
    # Whose address it is, numbered weakly, may be a customer's number; a sum stands in nobody's address.
    return name not in field.spec.not_in and not (label.weak and name and field.kind not in NUMERIC)


def _is_share(scan: Scan, phrase: Phrase) -> bool:
    """Whether a label is that of a rate, not of an amount: `% IVA`, `MwSt %`, but not `VAT 20 %`."""
    text = scan.document.clean[phrase.start : phrase.end]
    return "%" in text and not _holds_digit(scan, phrase.start, phrase.end)


def _beside(scan: Scan, field: ReadyField, number: int, phrase: Phrase, *, weak: bool) -> Value | None:
    """The value at a label, at the first of the field's places that has one."""
    for where in field.spec.value:
        found = _at(scan, field, number, phrase, where)
        # What has a pattern is a number of some kind: only after a colon may it be a word.
        wordy = field.spec.pattern is not None and (not phrase.colon or where != "right")
        in_list = weak and where == "below" and number + 1 in scan.listed
        if found is None or in_list or (wordy and not _holds_digit(scan, found.start, found.end)):
            continue
        if wordy and where != "right" and not _fits(scan, field, found):
            continue
        value = field_value(scan, field, (found.start, found.end), sure=found.sure and not weak)
        if value or (where == "right" and found.start == phrase.end):
            return value
    return None


def _fits(scan: Scan, field: ReadyField, found: Stretch) -> bool:
    """Whether all of a stretch fits the field's pattern, spaces aside."""
    text = scan.document.clean[found.start : found.end].strip(OPENING).replace(" ", "")
    return field.spec.pattern is None or fits(field.spec.pattern, text)


def _at(scan: Scan, field: ReadyField, number: int, phrase: Phrase, where: Where) -> Stretch | None:
    match where:
        case "right":
            return _right(scan, field, number, phrase)
        case "below":
            return _below(scan, field, number, phrase)
        case "left":
            return _left(scan, number, phrase)


def _right(scan: Scan, field: ReadyField, number: int, phrase: Phrase) -> Stretch | None:
    cells = scan.lines[number].cells
    own = cells[phrase.cell]
    rest = scan.document.clean[phrase.end : min(own.end, phrase.limit)]
    # What fills up other labels is this one's value: `Currency: EUR`.
    if rest.strip(OPENING) and (field.kind == "currency" or not _fills(scan, phrase, own)):
        end = phrase.limit if field.kind in NUMERIC else min(own.end, phrase.limit)
        return Stretch(phrase.end, end, phrase.colon)
    if phrase.cell + 1 >= len(cells):
        return None
    following = cells[phrase.cell + 1]
    if field.kind in NUMERIC:
        if _holds_digit(scan, phrase.end, phrase.limit):
            return Stretch(phrase.end, phrase.limit, sure=True)
        return None
    if scan.holds_label(number, following):
        return None
    return Stretch(following.start, following.end, sure=True)


def _holds_digit(scan: Scan, start: int, end: int) -> bool:
    return _DIGIT.search(scan.document.clean, start, end) is not None


def _below(scan: Scan, field: ReadyField, number: int, phrase: Phrase) -> Stretch | None:
    """The cell under a label that has a cell for itself: with as many cells in both lines the one of the
    same number, else the one that stands under it.
    """
    cells = scan.lines[number].cells
    if number in scan.stacks.steps:
        return _opposite(scan, number, phrase)
    if number in scan.stacks.unpaired:
        return None
    if number + 1 >= len(scan.lines) or number + 1 in scan.taken:
        return None
    if not _fills(scan, phrase, cells[phrase.cell]):
        return None
    below = scan.lines[number + 1].cells
    cell = below[phrase.cell] if len(below) == len(cells) else _under(scan, number, phrase.cell)
    if cell is None:
        return None
    at = below.index(cell)
    if field.kind in NUMERIC and _goes_on(scan, number + 1, at):
        return None
    if scan.holds_label(number + 1, cell):
        return None
    return Stretch(cell.start, cell.end, phrase.colon or _is_heading(scan, field, number, cell))


def _opposite(scan: Scan, number: int, phrase: Phrase) -> Stretch | None:
    """The value of a label in a column of labels, which a column of as many values follows."""
    line = scan.lines[number + scan.stacks.steps[number]]
    return None if phrase.cell else Stretch(line.start, line.end, sure=True)


def _fills(scan: Scan, phrase: Phrase, cell: Cell) -> bool:
    """Whether a label has its cell for itself, but perhaps for a currency."""
    rest = scan.document.clean[phrase.end : cell.end].strip(" ()[]:\u00a0")
    return not rest or all(word in scan.ready.codes or word in IN for word in rest.split())


def _goes_on(scan: Scan, number: int, at: int) -> bool:
    """Whether the line under a line has a number in the same cell, too: then the label heads a table."""
    if number + 1 >= len(scan.lines):
        return False
    here, below = scan.lines[number], scan.lines[number + 1]
    if len(here.cells) < 2 or below.block != here.block:
        return False
    same = below.cells[at : at + 1] if len(below.cells) == len(here.cells) else ()
    under = [cell for cell in below.cells if overlap(here.cells[at], here, cell, below)]
    return any(_NUMBER.fullmatch(scan.document.clean, cell.start, cell.end) for cell in (*same, *under))


def _is_heading(scan: Scan, field: ReadyField, number: int, cell: Cell) -> bool:
    """Whether a line of labels, two of them known, heads the values below it, and this is one."""
    phrases = scan.phrases[number]
    if sum(p.key in scan.known for p in phrases) < 2 or any(p.colon for p in phrases):
        return False
    return field.spec.pattern is None or fits(field.spec.pattern, scan.document.clean[cell.start : cell.end])


def _under(scan: Scan, number: int, at: int) -> Cell | None:
    """The cell of the next line that stands under a cell and under no other one."""
    above, below = scan.lines[number], scan.lines[number + 1]
    own = above.cells[at]
    under = [cell for cell in below.cells if overlap(own, above, cell, below)]
    if len(under) != 1:
        return None
    over = [cell for cell in above.cells if overlap(cell, above, under[0], below)]
    return under[0] if over == [own] else None


def _left(scan: Scan, number: int, phrase: Phrase) -> Stretch | None:
    """The cell before a label that ends its line."""
    cells = scan.lines[number].cells
    if phrase.cell != len(cells) - 1 or phrase.cell == 0 or phrase.end < cells[-1].end:
        return None
    if any(p.key for p in scan.phrases[number] if p.cell == phrase.cell - 1):
        return None
    before = cells[phrase.cell - 1]
    return Stretch(before.start, before.end, sure=False)
