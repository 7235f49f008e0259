"""Fields by their labels: every value a document offers for a field, and how well it is labelled."""

import re
from collections.abc import Iterator
from enum import IntEnum
from typing import Final

from msgspec import Struct

from selfcorrect.language.patterns import fits
from selfcorrect.model.marks import Span
from selfcorrect.reading.compiled import ReadyField
from selfcorrect.reading.document import Cell, Line
from selfcorrect.reading.keys import label_key
from selfcorrect.reading.labels import Phrase
from selfcorrect.reading.numbers import Amount, find_amounts
from selfcorrect.reading.patterns import NUMERIC
from selfcorrect.reading.scan import Scan
from selfcorrect.reading.spec import Where
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


_FIRST_LINES: Final = 5
_LONGEST_NAME: Final = 80
_LETTERS: Final = re.compile(r"[^\W\d_]")
_DIGIT: Final = re.compile(r"[0-9]")
_RATE: Final = re.compile(r"[(@\[]*[0-9]{1,3}(?:[.,][0-9]{1,3})?[ \xa0]?%[)\]]*")
_TIME: Final = re.compile(r"[T ,]{0,3}[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?: ?[AaPp]\.?[Mm]\.?)?")
_OPENING: Final = " \t|#:.=-\u00a0№*"


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
    for found, field in zip(offers, scan.ready.fields, strict=True):
        found += _unlabelled(scan, field, free)
    return offers


def _labelled(scan: Scan, field: ReadyField, number: int, phrase: Phrase, *, weak: bool) -> Value | None:
    """The value at a label, at the first of the field's places that has one."""
    for where in field.spec.value:
        found = _at(scan, field, number, phrase, where)
        if found is None:
            continue
        start, end, sure = found
        value = _value(scan, field, (start, end), sure=sure and not weak)
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
    if scan.document.clean[phrase.end : min(own.end, phrase.limit)].strip(_OPENING):
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
    """The cell of the next line under a label that has its own cell; lines of one cell or of as many cells."""
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


def _value(scan: Scan, field: ReadyField, stretch: tuple[int, int], *, sure: bool) -> Value | None:
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
    found = list(find_amounts(scan.ready.amounts, scan.document.clean, start, end, scan.mark))
    if not found or not _is_quiet(scan, start, found[0]):
        return None
    value = amount_value(found[0])
    if len(found) == 1:
        return value
    meanings = tuple(dict.fromkeys(meaning for amount in found for meaning in amount.values))
    return Value(meanings, value.span, value.currency, value.currency_at)


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
    while start < end and clean[start] in _OPENING:
        start += 1
    if sure:
        return text_value(scan, start, end)
    if field.spec.pattern is None:
        return None
    token = clean[start:end].split(" ", 1)[0].rstrip(".,;")
    if not fits(field.spec.pattern, token) or date_value(scan, start, start + len(token)):
        return None
    return text_value(scan, start, start + len(token))


def _unlabelled(scan: Scan, field: ReadyField, free: list[int]) -> Iterator[Offer]:
    spec = field.spec
    if field.sentences:
        for value in _sentences(scan, field):
            yield Offer(Strength.SENTENCE, value)
    if field.words:
        for value in _headings(scan, field, free):
            yield Offer(Strength.LABEL, value)
    if spec.alone_on_line is not None:
        for value in _alone(scan, field, free):
            yield Offer(Strength.ALONE, value)
    name = _first_line(scan, field, free) if spec.first_line and scan.first_line else None
    if name:
        yield Offer(Strength.FIRST_LINE, name)


def _sentences(scan: Scan, field: ReadyField) -> Iterator[Value]:
    for pattern in field.sentences:
        for match in pattern.finditer(scan.document.clean):
            start, end = match.span(1)
            if field.kind != "text":
                value = _value(scan, field, (start, end), sure=True)
            else:
                value = None if scan.document.clean[start].islower() else text_value(scan, start, end)
            if value:
                yield value


def _headings(scan: Scan, field: ReadyField, free: list[int]) -> Iterator[Value]:
    """Choices said by a phrase that starts a cell: `CREDIT NOTE   CN-0017`."""
    for number in free:
        for phrase in scan.phrases[number]:
            choice = field.words.get(phrase.key)
            if choice:
                yield Value((choice,), Span(phrase.start, phrase.end))


def _alone(scan: Scan, field: ReadyField, free: list[int]) -> Iterator[Value]:
    pattern = field.spec.alone_on_line
    for number in free:
        line = scan.lines[number]
        if len(line.cells) > 1 or line.end - line.start > _LONGEST_NAME:
            continue
        if pattern and not fits(pattern, scan.document.clean[line.start : line.end]):
            continue
        value = _value(scan, field, (line.start, line.end), sure=True)
        if value and (pattern or _fills(scan, value, line)):
            yield value


def _fills(scan: Scan, value: Value, line: Line) -> bool:
    """Whether a value is all of its line, but for a time of day after it."""
    rest = scan.document.clean[value.span.end : line.end]
    return value.span.start == line.start and (not rest or _TIME.fullmatch(rest) is not None)


def _first_line(scan: Scan, field: ReadyField, free: list[int]) -> Value | None:
    """A name at the head of the document: the first cell that is no title, unless a key with a colon comes first."""
    for at, number in enumerate(free[:_FIRST_LINES]):
        if number > at:
            return None
        phrases = scan.phrases[number]
        if any(phrase.colon for phrase in phrases):
            return None
        cells = [c for c in scan.lines[number].cells if not _is_title(scan, field, c)]
        titled = any(phrase.key in field.never for phrase in phrases)
        if cells and not titled:
            return _name(scan, cells[0])
    return None


def _is_title(scan: Scan, field: ReadyField, cell: Cell) -> bool:
    return label_key(scan.document.clean[cell.start : cell.end]) in field.never


def _name(scan: Scan, cell: Cell) -> Value | None:
    text = scan.document.clean[cell.start : cell.end]
    if not _LETTERS.search(text) or len(text) > _LONGEST_NAME or date_value(scan, cell.start, cell.end):
        return None
    return text_value(scan, cell.start, cell.end)
