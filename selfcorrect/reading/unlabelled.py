"""Values without a label: in sentences, in headings, alone on a line, at the head of a document."""

import re
from collections.abc import Iterator
from typing import Final

from selfcorrect.language.patterns import fits
from selfcorrect.model.marks import Span
from selfcorrect.reading.compiled import ReadyField
from selfcorrect.reading.document import Cell, Line
from selfcorrect.reading.keys import label_key
from selfcorrect.reading.offers import Offer, Strength, field_value
from selfcorrect.reading.scan import Scan
from selfcorrect.reading.values import Value, date_value, text_value

_FIRST_LINES: Final = 5
_LONGEST_NAME: Final = 80
_LETTERS: Final = re.compile(r"[^\W\d_]")
_TIME: Final = re.compile(r"[T ,]{0,3}[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?: ?[AaPp]\.?[Mm]\.?)?")


def unlabelled_offers(scan: Scan, field: ReadyField, free: list[int]) -> Iterator[Offer]:
    """The values of a field that stand without a label; `free` are the lines that belong to no list."""
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
                value = field_value(scan, field, (start, end), sure=True)
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
        value = field_value(scan, field, (line.start, line.end), sure=True)
        if value and (pattern or _fills(scan, value, line)):
            yield value


def _fills(scan: Scan, value: Value, line: Line) -> bool:
    """Whether a value is all of its line, but for a time of day after it."""
    rest = scan.document.clean[value.span.end : line.end]
    return value.span.start == line.start and (not rest or _TIME.fullmatch(rest) is not None)


def _first_line(scan: Scan, field: ReadyField, free: list[int]) -> Value | None:
    """A name at the document's head: its first cell that is no title, if no key with a colon comes before."""
    for at, number in enumerate(free[:_FIRST_LINES]):
        if number > at:
            return None
        phrases = scan.phrases[number]
        if any(phrase.colon for phrase in phrases):
            return None
        cells = [c for c in scan.lines[number].cells if not _is_title(scan, field, c)]
        if any(phrase.key in field.never for phrase in phrases) or not cells:
            continue
        labelled = any(phrase.key in scan.known and phrase.end < phrase.limit for phrase in phrases)
        return None if labelled else _name(scan, cells[0])
    return None


def _is_title(scan: Scan, field: ReadyField, cell: Cell) -> bool:
    return label_key(scan.document.clean[cell.start : cell.end]) in field.never


def _name(scan: Scan, cell: Cell) -> Value | None:
    text = scan.document.clean[cell.start : cell.end]
    if (
        not _LETTERS.search(text)
        or len(text) > _LONGEST_NAME
        or text[-1] in ",:;!?"
        or date_value(scan, cell.start, cell.end)
    ):
        return None
    return text_value(scan, cell.start, cell.end)
