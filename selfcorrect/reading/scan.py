"""One pass over a document: its lines and phrases, its areas, and how it writes numbers and dates."""

import re
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterator
from functools import cached_property, wraps
from typing import Any, Final, TypeVar, TypeVarTuple, Unpack

from selfcorrect.language.currencies import MILLS, WHOLE
from selfcorrect.language.patterns import compile_pattern
from selfcorrect.language.printed.dates import Order, day_order, find_dates
from selfcorrect.language.printed.numbers import (
    amounts_alone,
    decimal_mark,
    fractions,
    fractions_alone,
    mark_of_thousands,
)
from selfcorrect.model.marks import Span
from selfcorrect.reading.page.areas import Area, Areas, find_areas
from selfcorrect.reading.page.document import LONGEST_LINE, Cell, Document, Line, document_of, overlap
from selfcorrect.reading.page.keys import label_key
from selfcorrect.reading.page.labels import Phrase, find_phrases
from selfcorrect.reading.page.mails import without_mail_heads
from selfcorrect.reading.page.stacks import Stacks, find_stacks
from selfcorrect.reading.ready.reader import ReadyReader

_LONGEST_SIGN: Final = 12
_WORD_BEFORE: Final = re.compile(r"([^\s0-9()+-]+)[ \xa0]?[-+]?$")
_WORD_AFTER: Final = re.compile(r"[ \xa0]?([^\s0-9(),;]{1,12})")
_DIGIT: Final = re.compile(r"[0-9]")
_CENTS: Final = re.compile(r"[0-9][.,][0-9]{2}(?![0-9])")

_Key = TypeVarTuple("_Key")
_Found = TypeVar("_Found")


class Scan:
    """A document under a compiled reader. `lines` and `phrases` run in parallel, without an e-mail's head.

    `first_line` is false where the document starts with such a head, which is no place for a name.
    `order` is the order of day and month; `sure_order` whether the document leaves no doubt about it.
    `taken` are the lines, by number, that belong to lists alone, once these are found; `listed` all that
    belong to lists. `known_by` is what functions that work once for a document have found.
    """

    def __init__(self, ready: ReadyReader, text: str) -> None:
        self.ready = ready
        self.known = ready.labels
        self.document: Document = document_of(text)
        throughout = ready.reader.same_throughout
        found = [
            (line, find_phrases(self.document, line, self.known, ready.codes)) for line in self.document.lines
        ]
        kept, self.mail_heads = without_mail_heads(self.document.clean, found, ready.mail_keys)
        self.lines: tuple[Line, ...] = tuple(line for line, _ in kept)
        self.phrases: tuple[tuple[Phrase, ...], ...] = tuple(phrases for _, phrases in kept)
        self.mark = self._mark() if "numbers" in throughout else None
        self.order, self.sure_order = self._order() if "dates" in throughout else (None, True)
        self.taken: frozenset[int] = frozenset()
        self.listed: frozenset[int] = frozenset()
        self.first_line = not found or (bool(kept) and kept[0] == found[0])
        self.known_by: dict[Hashable, Any] = {}

    @property
    def free(self) -> list[int]:
        """The lines, by number, that belong to no list alone."""
        return [number for number in range(len(self.lines)) if number not in self.taken]

    @cached_property
    def lowered(self) -> str:
        """The text in lower case, to look for words."""
        return self.document.clean.lower()

    @cached_property
    def has_cents(self) -> bool:
        """Whether a document writes amounts with two decimals."""
        return any(_CENTS.search(amount) for amount in self._amounts())

    @cached_property
    def stacks(self) -> Stacks:
        """The columns of labels whose values stand in a column after them."""
        return find_stacks(self.document.clean, self.lines, self.phrases, self.known)

    def is_label(self, phrase: Phrase) -> bool:
        """Whether words are a label, and no value of another one."""
        return phrase.colon or phrase.key in self.known

    def holds_label(self, number: int, cell: Cell) -> bool:
        """Whether a cell of a line starts with a label, or is all the heading of an area."""
        return any(
            self.is_label(phrase) or (phrase.key in self.ready.area_keys and phrase.end == cell.end)
            for phrase in self.phrases[number]
            if cell.start <= phrase.start < cell.end
        )

    def words(self, number: int) -> frozenset[str]:
        """The words of a line as labels are compared."""
        return self.words_at(self.lines[number].start)

    def words_at(self, place: int) -> frozenset[str]:
        """The words of the printed line around a place, as labels are compared."""
        clean = self.document.clean
        end = clean.find("\n", place)
        text = clean[clean.rfind("\n", 0, place) + 1 : end if end >= 0 else len(clean)]
        return frozenset(map(label_key, text[:LONGEST_LINE].split()))

    @cached_property
    def areas(self) -> Areas:
        """The areas of each line."""
        return find_areas(self.lines, self.phrases, self.ready.area_keys, self.known)

    @cached_property
    def area_heads(self) -> tuple[Area, ...]:
        """Every area, once."""
        lines = enumerate(self.areas)
        return tuple(area for number, areas in lines for area in areas if area.line == number)

    @cached_property
    def date_lines(self) -> frozenset[int]:
        """The lines that hold a date in one of our own forms, by number."""
        clean = self.document.clean
        starts = [line.start for line in self.lines]
        found = find_dates(clean, 0, len(clean), "day first")
        return frozenset(bisect_right(starts, date.start) - 1 for date in found)

    @cached_property
    def titles(self) -> dict[int, Cell]:
        """What the document says it is: of each line that does, by number, all of it or a cell."""
        title_in, clean = self.ready.titles.title_in, self.document.clean
        pairs = enumerate(zip(self.lines, self.phrases, strict=True))
        found = ((number, title_in(clean, line, phrases)) for number, (line, phrases) in pairs)
        return {number: title for number, title in found if title}

    def is_title(self, number: int) -> bool:
        """Whether a line is a title as a whole, with its number and date."""
        title, line = self.titles.get(number), self.lines[number]
        return title is not None and (title.start, title.end) == (line.start, line.end)

    def beside_title(self, number: int) -> Iterator[Cell]:
        """The cells of a title's line that say a number, and what stands under the title, where it holds
        nothing but the number and the date.
        """
        titles, clean, line = self.ready.titles, self.document.clean, self.lines[number]
        title, below = self.titles[number], self.lines[number + 1 : number + 2]
        if number in self.stacks.unpaired:
            return
        if self.is_title(number):
            yield from (
                Cell(one.start, one.end) for one in below if titles.goes_on(clean, one.start, one.end)
            )
            return
        under = [cell for one in below for cell in one.cells if overlap(title, line, cell, one)]
        others = [cell for cell in line.cells if cell.start != title.start]
        yield from (cell for cell in (*others, *under) if titles.leads_in(clean, cell))

    def codes(self, sign: str) -> tuple[str, ...]:
        """The currencies that a sign, word or code may stand for in this document."""
        codes = self.ready.codes.get(sign, ())
        if len(codes) < 2:
            return codes
        hinted = tuple(code for code in codes if code in self._hinted)
        usual = self.ready.reader.usual.get(sign)
        return hinted or ((usual.code,) if usual else codes)

    def is_guess(self, sign: str) -> bool:
        """Whether a sign is taken for its usual currency though something speaks for another one."""
        usual = self.ready.reader.usual.get(sign)
        if usual is None or usual.unless is None or self.codes(sign) != (usual.code,):
            return False
        return compile_pattern(usual.unless).search(self.document.clean) is not None

    @cached_property
    def hint(self) -> tuple[str, Span] | None:
        """The one currency that something in the document speaks for, and what does."""
        if len(self._hinted) != 1:
            return None
        code = next(iter(self._hinted))
        match = self.ready.hints[code].search(self.document.clean)
        return code, Span(*match.span())

    @cached_property
    def _hinted(self) -> frozenset[str]:
        clean = self.document.clean
        return frozenset(code for code, pattern in self.ready.hints.items() if pattern.search(clean))

    def _mark(self) -> str | None:
        """The decimal mark. Where three digits follow every mark, it is the decimal mark in a currency with
        so many decimals, and parts thousands in one that is printed without any.
        """
        amounts = list(self._amounts())
        mark = decimal_mark(amounts)
        if mark is not None or not any("." in amount or "," in amount for amount in amounts):
            return mark
        alone = fractions_alone(self.document.clean)
        groups = mark_of_thousands(amounts) or mark_of_thousands([*amounts, *alone])
        if groups is None or self._printed & MILLS:
            return groups
        if self._printed & WHOLE:
            return "," if groups == "." else "."
        return None

    @cached_property
    def _printed(self) -> frozenset[str]:
        """The codes that the currencies printed somewhere are likely to stand for."""
        signs = {match[0] for match in self.ready.currency.finditer(self.document.clean)}
        return frozenset(code for sign in signs for code in self.codes(sign))

    def _amounts(self) -> Iterator[str]:
        """The printed numbers that are amounts for sure: beside a currency or a label of one, or alone in a
        cell. A time, a version or a number of a chapter says nothing of how amounts are written.
        """
        clean, ready = self.document.clean, self.ready
        yield from amounts_alone(clean)
        for token in fractions(clean):
            if self._has_currency(token.start(), token.end()):
                yield token[0]
        for phrase in (phrase for phrases in self.phrases for phrase in phrases):
            if any(label.field in ready.numeric for label in self.known.get(phrase.key, ())):
                found = ready.amounts.search(clean, phrase.end, phrase.limit)
                if found:
                    yield found["digits"]

    def _has_currency(self, start: int, end: int) -> bool:
        """Whether a sign, word or code of a currency stands right before a number or after it."""
        clean, codes = self.document.clean, self.ready.codes
        before = _WORD_BEFORE.search(clean, max(0, start - _LONGEST_SIGN), start)
        after = _WORD_AFTER.match(clean, end)
        return bool((before and before[1] in codes) or (after and after[1] in codes))

    def _order(self) -> tuple[Order | None, bool]:
        clean = self.document.clean
        order = day_order(clean, self.mark)
        if order is not None:
            return order, True
        for sure in (True, False):
            found = [order for order, pattern in self.ready.orders[sure] if pattern.search(clean)]
            if len(found) == 1:
                return found[0], sure
        return None, True


def once(
    function: Callable[[Scan, Unpack[_Key]], _Found],
) -> Callable[[Scan, Unpack[_Key]], _Found]:
    """A function of a document and what can be a key, which finds the same however often it is asked: it
    works once for each.
    """

    @wraps(function)
    def found(scan: Scan, /, *args: *_Key) -> _Found:
        key = (function, args)
        if key not in scan.known_by:
            scan.known_by[key] = function(scan, *args)
        known: _Found = scan.known_by[key]
        return known

    return found
