"""The rows of tables: under each heading, to its stop line, over page breaks and wrapped words."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from msgspec import Struct

from selfcorrect.reading.keys import label_key
from selfcorrect.reading.lists.headings import Table, find_headings
from selfcorrect.reading.lists.ready import ReadyList
from selfcorrect.reading.lists.row import Row
from selfcorrect.reading.lists.row_texts import Texts
from selfcorrect.reading.lists.rows import starts_with
from selfcorrect.reading.lists.table_lines import Draft, Lines
from selfcorrect.reading.lists.table_values import row_values
from selfcorrect.reading.scan import Scan

_DECIMALS: Final = re.compile(r"[0-9][.,][0-9]{2}(?![0-9])")
_NUMBER: Final = re.compile(r"(?<![\w(])[0-9]")
_BESIDE: Final = 4


class Section(Struct, frozen=True):
    """The rows under one heading, and the lines (by index) that belong to them."""

    table: Table
    rows: tuple[Row, ...]
    lines: frozenset[int]


def table_sections(scan: Scan, spec: ReadyList) -> list[Section]:
    """What stands under each heading of a list, in order; repeated headings are sections of their own."""
    headings = list(find_headings(scan, spec))
    ends = [tables[0].lines[0] for tables in headings[1:]]
    sections = []
    for tables, end in zip(headings, [*ends, len(scan.lines)], strict=False):
        found = [_Reader(scan, spec, table).section(end) for table in tables]
        sections.append(max(found, key=lambda section: len(section.rows)))
    return sections


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
        drafts = self._kept(self.lines.drafts(numbers))
        texts = Texts(self.lines, numbers, drafts)
        rows = [row for number in sorted(drafts) if (row := self._row(texts, drafts[number]))]
        taken = {*self.table.lines, *(self.skipped if rows else ())}
        for row in rows:
            taken.update(range(row.first, row.last))
        taken.update(self._between(rows, numbers))
        return Section(self.table, tuple(rows), frozenset(taken))

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
        return any(phrase.key in self.spec.stops for phrase in self.scan.phrases[number])

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
        words = draft.token(self.lines.words) if self.lines.words is not None else None
        return words is not None and starts_with(self.lines.text(words), self.spec.never)

    def _row(self, texts: Texts, draft: Draft) -> Row | None:
        found = texts.of(draft)
        if found is None:
            return None
        values = row_values(self.lines, draft)
        if self.spec.text and found.value:
            values[self.spec.text] = found.value
        order = [name for name in self.table.names if name in values]
        order += [name for name in values if name not in order]
        return Row(found.first, found.last, {name: values[name] for name in order})

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
