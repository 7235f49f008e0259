"""Values without a label: in sentences, in titles, alone on a line, at the head of a document."""

import re
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from selfcorrect.language.patterns import compile_pattern, fits
from selfcorrect.language.printed.letters import plain_letters
from selfcorrect.language.printed.months import WEEKDAYS
from selfcorrect.model.marks import Span
from selfcorrect.reading.fields.names import first_name, names_of_areas
from selfcorrect.reading.fields.offers import Offer, Strength, field_value
from selfcorrect.reading.page.document import Cell, Line
from selfcorrect.reading.page.patterns import LONGEST
from selfcorrect.reading.ready.reader import ReadyField
from selfcorrect.reading.scan import Scan
from selfcorrect.reading.values import Value, date_values, text_value

_HEAD: Final = 3
"""Lines at a document's head, over which a name may stand that heads nothing."""
_LONGEST_HEADING: Final = 30
_DIGIT: Final = re.compile(r"[0-9]")
_LONGEST_NAME: Final = 80
_TOKEN: Final = re.compile(r"(?<![^\s:#.])#?([^\s():;,#][^\s():;,]*)(?![^\s,;:)])")
_TIME: Final = re.compile(
    r"(?:T(?=[0-9])|[ ,-]{0,3})(?:(?:at|um|à|a las|alle|om|-|kl\.?) )?"
    r"[0-9OoIl]{1,2}[:.h][0-9OoIl]{2}(?:[:.][0-9OoIl]{2})?(?: ?[AaPp]\.?[Mm]\.?| ?Uhr| ?h)?"
)
_WORD_BEFORE: Final = re.compile(r"[^\W\d_]+[.,]? $")
_WEEKDAY: Final = re.compile(r"[ ,-]{0,3}\(?([^\W\d_]{2,10})\.?\)?[ ,]{0,8}")
_NUMBERED: Final = re.compile(r"[^\W\d_]{3}[^0-9]{0,12}[0-9][0-9/-]*(?: [^\W\d_]{2,3})?$")
_ARTICLES: Final = frozenset(("le", "den", "der", "il", "el", "la", "am", "op", "on", "the"))
_PLACE: Final = re.compile(r"[^\W\d_][^\W\d_.'-]*(?: [^\W\d_][^\W\d_.'-]*){0,2},")


def unlabelled_offers(scan: Scan, field: ReadyField, free: list[int]) -> Iterator[Offer]:
    """The values of a field that stand without a label; `free` are the lines that belong to no list."""
    spec = field.spec
    if field.sentences:
        yield from (Offer(Strength.SENTENCE, value) for value in _sentences(scan, field))
    if field.words:
        yield from (Offer(Strength.LABEL, value) for value in _said(scan, field, free))
    if spec.on_title_line:
        yield from (Offer(Strength.TITLE, value) for value in _titled(scan, field, free))
        yield from (Offer(Strength.MAIL, value) for value in _mailed(scan, field))
    if spec.area_labels and field.kind == "text":
        yield from (Offer(Strength.AREA, value) for value in names_of_areas(scan, field))
    if spec.alone_on_line is not None and field.kind == "date":
        dates = _dates(scan, free)
        yield from (Offer(Strength.TIMED, value) for value in _timed(scan, dates))
        yield from (Offer(Strength.ONLY, value) for value in _only(scan, dates))
    if spec.alone_on_line is not None:
        yield from (Offer(Strength.ALONE, value) for value in _alone(scan, field, free))
    name = first_name(scan, field, free) if spec.first_line and scan.first_line else None
    if name:
        yield Offer(Strength.FIRST_LINE, name)


def _titled(scan: Scan, field: ReadyField, free: list[int]) -> Iterator[Value]:
    """The values in the lines that say what the document is, where one alone can be meant."""
    taken = scan.titles.keys() - free
    for number, title in scan.titles.items():
        cells = [] if number in taken else [title, *scan.beside_title(number)]
        found = next((found for cell in cells if (found := list(_in_title(scan, field, cell)))), [])
        if len(found) == 1:
            yield found[0]


def _mailed(scan: Scan, field: ReadyField) -> Iterator[Value]:
    """What the head of an e-mail says: its subject where that is a title, and the day it was sent, which is
    only likely to be the document's.
    """
    for line, phrases in scan.mail_heads:
        if phrases[0].key not in scan.ready.mail_keys.subjects:
            continue
        end = scan.ready.titles.ends_in(scan.document.clean, line)
        starts = () if end is None else (end, line.start)
        found = next(
            (found for start in starts if (found := list(_in_title(scan, field, Cell(start, line.end))))), []
        )
        if len(found) == 1:
            yield found[0]
    if field.kind == "date":
        sent = [line for line, phrases in scan.mail_heads if phrases[0].key in scan.ready.sent_keys]
        dates = [value for line in sent[-1:] for value in date_values(scan, line.start, line.end)]
        yield from (replace(value, sure=False) for value in dates[:1])


def _in_title(scan: Scan, field: ReadyField, cell: Line | Cell) -> Iterator[Value]:
    if field.kind == "date":
        yield from date_values(scan, cell.start, cell.end)
    elif field.spec.pattern:
        clean = scan.document.clean
        dates = [value.span for value in date_values(scan, cell.start, cell.end)]
        for token in _TOKEN.finditer(clean, cell.start, cell.end):
            start, end = token.span(1)
            of_date = any(span.start < end and start < span.end for span in dates)
            if not of_date and fits(field.spec.pattern, clean[start:end]):
                yield from filter(None, (text_value(scan, start, end),))


def _sentences(scan: Scan, field: ReadyField) -> Iterator[Value]:
    fitting = (sentence for sentence in field.sentences if sentence.may_fit(scan.lowered))
    for sentence in fitting:
        for match in compile_pattern(sentence.source, LONGEST).finditer(scan.document.clean):
            start, end = match.span(1)
            if field.never_with and not field.never_with.isdisjoint(scan.words_at(start)):
                continue
            if field.kind != "text":
                value = field_value(scan, field, (start, end), sure=True)
            else:
                value = _said_text(scan, field, start, end)
            if value:
                yield value


def _said_text(scan: Scan, field: ReadyField, start: int, end: int) -> Value | None:
    """A text in a sentence: one that fits the field's pattern, or a name, which no small letter starts."""
    clean = scan.document.clean
    if field.spec.pattern:
        return text_value(scan, start, end) if fits(field.spec.pattern, clean[start:end]) else None
    return None if clean[start].islower() else text_value(scan, start, end)


def _said(scan: Scan, field: ReadyField, free: list[int]) -> Iterator[Value]:
    """Choices said by a phrase that starts a cell: `CREDIT NOTE   CN-0017`."""
    for number in free:
        for phrase in scan.phrases[number]:
            choice = field.words.get(phrase.key)
            if choice:
                yield Value((field.chosen(choice),), Span(phrase.start, phrase.end))


def _alone(scan: Scan, field: ReadyField, free: list[int]) -> Iterator[Value]:
    """Values that fill a cell of a line that holds no label; for other kinds than dates, all of the line."""
    for number in free:
        if field.kind == "date" and number not in scan.date_lines:
            continue
        line = scan.lines[number]
        cells = line.cells if field.kind == "date" else (Cell(line.start, line.end),) * (len(line.cells) == 1)
        known = {p.start for p in scan.phrases[number] if p.key in scan.known}
        for cell in cells:
            value = None if cell.start in known else _filling(scan, field, cell)
            if value:
                doubtful = _is_headed(scan, number, cell) or _is_of_another(scan, number, cell)
                yield replace(value, sure=False) if doubtful else value


def _dates(scan: Scan, free: list[int]) -> list[tuple[Value, int]]:
    """The dates in some lines, with the numbers of these."""
    lines = ((scan.lines[number], number) for number in free if number in scan.date_lines)
    return [(value, n) for line, n in lines for value in date_values(scan, line.start, line.end)]


def _timed(scan: Scan, dates: list[tuple[Value, int]]) -> Iterator[Value]:
    """Dates with a time of day, as a till prints them among other things: only likely to be the document's,
    and only where all of them are one day.
    """
    clean = scan.document.clean
    found = [value for value, n in dates if _time(clean, value.span.end, scan.lines[n].end)]
    if len({value.meanings for value in found}) == 1:
        yield replace(found[0], sure=False)


def _time(clean: str, start: int, end: int) -> re.Match[str] | None:
    """The time of day that stands at a place, perhaps after a weekday."""
    day = _WEEKDAY.match(clean, start, end)
    is_day = day is not None and plain_letters(day[1]) in WEEKDAYS
    return _TIME.match(clean, day.end() if day and is_day else start, end)


def _only(scan: Scan, dates: list[tuple[Value, int]]) -> Iterator[Value]:
    """The only day that a document names, where no word before it says that it is another: only likely."""
    labelled = any(scan.is_label(phrase) for _, number in dates for phrase in scan.phrases[number])
    days = {value.meanings for value, _ in dates}
    if len(days) == 1 and not labelled and not _is_said(scan, dates[0][0]):
        yield replace(dates[0][0], sure=False)


def _is_said(scan: Scan, value: Value) -> bool:
    """Whether a word stands right before a value, as in a sentence: `for the trip of 3 May`."""
    before = _WORD_BEFORE.search(
        scan.document.clean, max(0, value.span.start - _LONGEST_HEADING), value.span.start
    )
    return before is not None and not _leads_in(before[0])


def _is_of_another(scan: Scan, number: int, cell: Cell) -> bool:
    """Whether the cell before one ends in a number, as if it were that of what the date is of:
    `Delivery note 8812   10 May 2024`.
    """
    before = [one for one in scan.lines[number].cells if one.end <= cell.start]
    return (
        bool(before) and _NUMBERED.search(scan.document.clean, before[-1].start, before[-1].end) is not None
    )


def _is_headed(scan: Scan, number: int, cell: Cell) -> bool:
    """Whether words of a few letters stand right over a cell, as if they said what it is: `Delivered on`."""
    if number < _HEAD or scan.lines[number - 1].block != scan.lines[number].block:
        return False
    above, line = scan.lines[number - 1], scan.lines[number]
    over = [one for one in above.cells if abs((one.start - above.left) - (cell.start - line.left)) <= 1]
    text = scan.document.clean[over[0].start : over[0].end] if over else ""
    return 0 < len(text) <= _LONGEST_HEADING and not _DIGIT.search(text)


def _filling(scan: Scan, field: ReadyField, cell: Cell) -> Value | None:
    pattern = field.spec.alone_on_line
    clean = scan.document.clean
    if cell.end - cell.start > _LONGEST_NAME or (pattern and not fits(pattern, clean[cell.start : cell.end])):
        return None
    value = field_value(scan, field, (cell.start, cell.end), sure=True)
    if value is None or pattern:
        return value
    before = clean[cell.start : value.span.start]
    after = clean[value.span.end : cell.end]
    fills = _leads_in(before) if field.kind == "date" else not before
    ends = _time(after, 0, len(after)) if field.kind == "date" else None
    return value if fills and (not after or ends) else None


def _leads_in(before: str) -> bool:
    """Whether a text leads in a date that has a cell for itself: a place, a weekday, an article."""
    place = _PLACE.match(before)
    rest = before[place.end() :] if place else before
    words = (plain_letters(word.strip(".,|-")) for word in rest.split())
    return all(not word or word in WEEKDAYS or word in _ARTICLES for word in words)
