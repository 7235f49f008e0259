"""The rows of tables: under each heading, to its stop line, over page breaks and wrapped words."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.reading.lists.begun import Begun, begun_rows, joined_row
from selfcorrect.reading.lists.headings import Table, find_headings
from selfcorrect.reading.lists.item_names import starts_with
from selfcorrect.reading.lists.products import find_products, with_products
from selfcorrect.reading.lists.row import Row
from selfcorrect.reading.lists.row_texts import Texts
from selfcorrect.reading.lists.table_lines import Draft, Lines
from selfcorrect.reading.lists.table_values import row_values
from selfcorrect.reading.lists.tokens import read_token
from selfcorrect.reading.page.keys import label_key
from selfcorrect.reading.ready.lists import ReadyList
from selfcorrect.reading.scan import Scan

_DECIMALS: Final = re.compile(r"[0-9][.,][0-9]{2}(?![0-9])")
_NUMBER: Final = re.compile(r"(?<![\w(])[0-9]")
_BRACKETS: Final = re.compile(r"[(\[][^()\[\]]{0,30}[)\]]")
_BESIDE: Final = 4
_FEW: Final = 2


class Section(Struct, frozen=True):
    """The rows under one heading, and the lines (by index) that belong to them.

    `forced` are the rows that order alone puts into columns. `other` is the same with a heading understood
    another way, as likely as this one.
    """

    table: Table
    rows: tuple[Row, ...]
    lines: frozenset[int]
    forced: int = 0
    other: "Section | None" = None


def table_sections(scan: Scan, spec: ReadyList) -> list[Section]:
    """What stands under each heading of a list, in order; repeated headings are sections of their own."""
    headings = list(find_headings(scan, spec))
    ends = [tables[0].lines[0] for tables in headings[1:]]
    sections = []
    for tables, end in zip(headings, [*ends, len(scan.lines)], strict=False):
        found = [_Reader(scan, spec, table).section(end) for table in tables]
        best = max(found, key=lambda section: (len(section.rows), section.forced))
        rivals = (one for one in found if _is_rival(spec, best, one))
        sections.append(replace(best, other=next(rivals, None)))
    return sections


def _is_rival(spec: ReadyList, best: Section, other: Section) -> bool:
    """Whether the best takes for one sum of money what the other takes for another, or for a rate."""
    names = {*best.table.names} - {*other.table.names}
    if not best.rows or len(other.rows) != len(best.rows) or spec.text is None:
        return False
    money = [name for name in names if spec.kinds[name] == "money"]
    return len(money) == len(names) == 1 and other.rows != best.rows


class _Reader:
    """Reads the lines under one heading."""

    def __init__(self, scan: Scan, spec: ReadyList, table: Table) -> None:
        self.scan = scan
        self.spec = spec
        self.table = table
        self.lines = Lines(scan, spec, table)
        self.skipped: set[int] = set()

    def section(self, end: int) -> Section:
        numbers = list(self._inside(self.table.lines[-1] + 1, end))
        products = find_products(self.scan, self.spec, self.table.names, numbers)
        numbers = [number for number in numbers if number not in products]
        drafts = self._kept(self.lines.drafts(numbers))
        texts = Texts(self.lines, numbers, drafts)
        begun = begun_rows(self.lines, texts, drafts)
        texts.free -= {
            number for one in begun.values() for number in range(one.first.number, one.last.number)
        }
        found = [
            (draft, row) for _, draft in sorted(drafts.items()) if (row := self._row(texts, draft, begun))
        ]
        rows, forced = [row for _, row in found], sum(draft.forced for draft, _ in found)
        rows = with_products(self.spec, rows, products)
        taken = {*self.table.lines, *(self.skipped if rows else ())}
        for row in rows:
            taken.update(range(row.first, row.last))
        taken.update(self._between(rows, numbers))
        return Section(self.table, tuple(rows), frozenset(taken), forced)

    def _inside(self, start: int, end: int) -> Iterator[int]:
        """The lines of the table: to a stop line or another table's headings, on after a carried sum."""
        stopped = False
        for number in range(start, end):
            key = self._key(number)
            if key in self.spec.skips:
                line = self.scan.lines[number]
                carried = _DECIMALS.search(self.scan.document.clean, line.start, line.end)
                stopped = stopped and carried is None
                self.skipped.update(() if stopped else (number,))
            elif not stopped and (self._stops(number) or self._is_other_heading(number)):
                stopped = True
            elif not stopped:
                yield number

    def _key(self, number: int) -> str:
        phrases = self.scan.phrases[number]
        return phrases[0].key if phrases else ""

    def _stops(self, number: int) -> bool:
        """Whether a line says a sum: at its start, or beside a text; a rate's name (`VAT 15%`) is none."""
        stops = [phrase for phrase in self.scan.phrases[number] if phrase.key in self.spec.stops]
        if any(not one.cell or not self._is_rate(number, one.cell) for one in stops):
            return True
        return self._is_labelled(number)

    def _is_rate(self, number: int, cell: int) -> bool:
        span = self.scan.lines[number].cells[cell]
        return read_token(self.scan, span.start, span.end).form == "rate"

    def _is_labelled(self, number: int) -> bool:
        """Whether a line is the label of a sum and its value: no row has so few numbers."""
        line, clean = self.scan.lines[number], self.scan.document.clean
        if self._key(number) not in self.scan.ready.sum_keys:
            return False
        numbers = _NUMBER.findall(clean, line.start, line.end)
        return len(numbers) <= _FEW and _DECIMALS.search(clean, line.start, line.end) is not None

    def _is_other_heading(self, number: int) -> bool:
        """Whether a line has headings or labels only, two at least, and no value."""
        line = self.scan.lines[number]
        clean = self.scan.document.clean
        if len(line.cells) < 2 or _NUMBER.search(clean, line.start, line.end):
            return False
        keys = [label_key(clean[cell.start : cell.end]) for cell in line.cells]
        return all(
            key in self.scan.known or any(key in spec.columns for spec in self.scan.ready.lists)
            for key in keys
        )

    def _kept(self, drafts: dict[int, Draft]) -> dict[int, Draft]:
        """The rows but for sums; those with numbers left open only beside whole ones, under their words."""
        whole = [draft for draft in drafts.values() if draft.whole]
        blocks = {self.scan.lines[draft.number].block for draft in whole}
        starts = {start for draft in whole if (start := self._start(draft)) is not None}
        words = self.lines.words
        starts = starts or ({self.table.columns[words].left} if words is not None else set())
        kept = {}
        for number, draft in drafts.items():
            beside = not blocks or self.scan.lines[number].block in blocks
            if not self._is_sum(draft) and (draft.whole or (beside and self._is_under(draft, starts))):
                kept[number] = draft
        return kept

    def _start(self, draft: Draft) -> int | None:
        """Where the words of a row start, from the left of its line."""
        token = None if self.lines.words is None else draft.token(self.lines.words)
        return token.start - self.lines.left(draft.number) if token else None

    def _is_under(self, draft: Draft, starts: set[int]) -> bool:
        start = self._start(draft)
        return bool(self.table.parted) or (
            start is not None and any(abs(start - one) <= _BESIDE for one in starts)
        )

    def _is_sum(self, draft: Draft) -> bool:
        """Whether a row with few numbers looks like a sum, a payment, or a label and its value."""
        if draft.numbers > 2 or (draft.numbers == 2 and draft.whole):
            return False
        if self._key(draft.number) in self.scan.known:
            return True
        token = draft.token(self.lines.words) if self.lines.words is not None else None
        if token is None:
            return False
        words = self.lines.text(token)
        if starts_with(words, self.spec.never):
            return True
        return not draft.whole and self._ends_in_sum(words)

    def _ends_in_sum(self, words: str) -> bool:
        """Whether words end in those of a sum: `TAKEOUT TOTAL (INCL GST)`."""
        last = [word for word in _BRACKETS.sub("", words).split() if word[0].isalpha()][-_FEW:]
        return any(label_key(" ".join(last[at:])) in self.spec.stops for at in range(len(last)))

    def _row(self, texts: Texts, draft: Draft, begun: dict[int, Begun]) -> Row | None:
        row = self._joined(texts, draft, begun.get(draft.number))
        if row is None:
            return None
        order = [name for name in self.table.names if name in row.values]
        order += [name for name in row.values if name not in order]
        return Row(row.first, row.last, {name: row.values[name] for name in order})

    def _joined(self, texts: Texts, draft: Draft, begun: Begun | None) -> Row | None:
        """A row with its words: those of its line, or of all its lines."""
        if begun:
            return joined_row(self.lines, texts, begun)
        found = texts.of(draft)
        if found is None:
            return None
        values = row_values(self.lines, draft)
        if self.spec.text and found.value:
            values[self.spec.text] = found.value
        return Row(found.first, found.last, values)

    def _between(self, rows: list[Row], numbers: list[int]) -> set[int]:
        """The lines between two rows of a page, and notes under the last row's words: no place for fields."""
        found: set[int] = set()
        lines = self.scan.lines
        for row, after in pairwise(rows):
            if lines[row.last - 1].page == lines[after.first].page:
                found.update(range(row.last, after.first))
        at = rows[-1].last if rows else len(lines)
        while at < len(lines) and lines[at].block == lines[at - 1].block and self._is_note(at):
            found.add(at)
            at += 1
        return found & set(numbers)

    def _is_note(self, number: int) -> bool:
        """Whether a line stands under the words of a table that have a column before them."""
        line = self.scan.lines[number]
        words = self.lines.words
        if not words or len(line.cells) > 1:
            return False
        return abs(line.start - line.left - self.table.columns[words].left) <= _BESIDE
