"""The words of a table's rows: in the row, on the line above or below it, and wrapped over several."""

import re
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.model.marks import Span
from selfcorrect.reading.lists.table_lines import Draft, Lines
from selfcorrect.reading.lists.tokens import Token, leading_name, read_token, shortened
from selfcorrect.reading.page.keys import label_key
from selfcorrect.reading.values import LONGEST_TEXT, Value, text_value

_KEYED: Final = re.compile(r"[:=](?:\s|$)")
_BULLET: Final = re.compile(r"[-*•>#]")
_CODE: Final = re.compile(r"[A-Z0-9./-]*[0-9][A-Z0-9./-]*$")
_RATE_FIRST: Final = re.compile(r"[0-9.,]{1,6} ?%")
_DIGIT: Final = re.compile(r"[0-9]")
_AMOUNT: Final = re.compile(r"[0-9][.,][0-9]{2}(?![0-9])")
_PRICED: Final = re.compile(r"[0-9][.,][0-9]{2}(?![0-9.,])[^\w]{0,3}$")
"""What a row ends in, not the words of one."""
_LETTER: Final = re.compile(r"[^\W\d_]")
_FIRST: Final = re.compile(r"\S+")
_BESIDE: Final = 4
"""How far a line that belongs under a column may stand off it."""
_FULL: Final = 0.42
"""How much of its column a wrapped line fills at least."""


_WIDER: Final = 1.2
"""How much wider than the column a line may be, where letters are not all of one width."""


class Text(Struct, frozen=True):
    """A row's words (None where the list has none) and the lines of the row, the last exclusive."""

    value: Value | None
    first: int
    last: int


class Texts:
    """Finds the words of rows among a table's lines."""

    def __init__(self, lines: Lines, numbers: list[int], drafts: dict[int, Draft]) -> None:
        self.lines = lines
        self.scan = lines.scan
        self.drafts = drafts
        self.free = set(numbers) - set(drafts)
        self.column = lines.table.columns[lines.words] if lines.words is not None else None
        own = [token for draft in drafts.values() if (token := self._own(draft))]
        bare = [number for number, draft in drafts.items() if not self._own(draft)]
        self.above = not bare or self.under(bare[0] - 1) is not None
        clean = self.scan.document.clean
        self.capitals = any(clean[token.start].isupper() for token in own)
        self.widest = self._widest(own, numbers)
        self._least = _FULL * self._room()
        self.leading = bool(drafts) and self._is_led(min(drafts))
        self.indented = len(own) > 1 and all(self._is_indented(draft) for draft in drafts.values())

    def _is_led(self, first: int) -> bool:
        """Whether words start on lines above their numbers: so do all the lines between heading and row."""
        start = self.lines.table.lines[-1] + 1
        return start < first and all(self._leads_to(number) for number in range(start, first))

    def _leads_to(self, number: int) -> bool:
        """Whether a line's words go on in the next, for whose first word it has no room."""
        line, after = self.scan.lines[number], self.scan.lines[number + 1]
        if self.column is None or not self.is_together(number, number + 1) or not self._goes_under(number):
            return False
        first = _FIRST.match(self.scan.document.clean, after.cells[0].start)
        width = line.end - line.start
        return first is not None and width >= self._least and width + 1 + len(first[0]) > self.widest

    def _widest(self, own: list[Token], numbers: list[int]) -> int:
        """How long the longest line in the column of words is."""
        if self.column is None:
            return 0
        widths = [token.end - token.start for token in own]
        for number in numbers:
            line = self.scan.lines[number]
            beside = abs(line.start - line.left - self.column.left) <= _BESIDE
            if number in self.free and len(line.cells) == 1 and beside and not self._is_keyed(number):
                widths.append(line.end - line.start)
        return max(widths, default=0)

    def _is_keyed(self, number: int) -> bool:
        line = self.scan.lines[number]
        return _KEYED.search(self.scan.document.clean, line.start, line.end) is not None

    def _is_indented(self, draft: Draft) -> bool:
        """Whether a row's words stand in from those of the line above: a note under the name."""
        token, span = self._own(draft), self.under(draft.number - 1)
        if token is None or span is None:
            return False
        left, above = (self.scan.lines[number].left for number in (draft.number, draft.number - 1))
        return token.start - left > span.start - above + 1

    def _own(self, draft: Draft) -> Token | None:
        """A row's token of words, up to a code that starts where the next heading does: that is its own."""
        words, columns = self.lines.words, self.lines.table.columns
        token = None if words is None else draft.token(words)
        if token is None or words is None or words + 1 >= len(columns) or draft.token(words + 1):
            return token
        clean, at = self.scan.document.clean, self.scan.lines[draft.number].left + columns[words + 1].left
        if self.lines.table.parted or columns[words + 1].name or not token.start < at < token.end:
            return token
        is_code = clean[at - 1] == " " and _CODE.match(clean, at, token.end) is not None
        return replace(token, end=at - 1) if is_code else token

    def of(self, draft: Draft) -> Text | None:
        """The words of a row; None where it has none, and so is no row."""
        number = draft.number
        if self.lines.words is None:
            return Text(None, number, number + 1)
        token = self._own(draft)
        if self.lines.spec.only:
            return self._chosen(draft, token)
        if token is None or self.indented:
            return self._beside(number)
        if _RATE_FIRST.match(self.scan.document.clean, token.start, token.end):
            # Another column's rate has run into the words: whatever they are, they are not all of these.
            return None
        return self._wrapped(token, number)

    def _chosen(self, draft: Draft, token: Token | None) -> Text | None:
        """The words of a row that counts only where they, or those of the line above, start with some."""
        number = draft.number
        for near in (number, number - 1):
            if near != number and near not in self.free:
                break
            cells = self.scan.lines[near].cells
            first = self.scan.document.clean[cells[0].start : cells[0].end]
            word = _FIRST.search(first)
            if label_key(first) in self.lines.spec.only:
                cell = cells[1] if near != number and len(cells) > 1 else None
                span = Span(cell.start, cell.end) if cell else token and Span(token.start, token.end)
            elif word and label_key(word[0]) in self.lines.spec.only:
                span = Span(cells[0].start, cells[0].end)
            else:
                continue
            value = text_value(self.scan, span.start, span.end) if span else None
            return Text(value, near, number + 1) if value else None
        return None

    def _beside(self, number: int) -> Text | None:
        """The words on the line above, where the first row has them there, else below."""
        near = number - 1 if self.above else number + 1
        span = self.under(near)
        if span is None or (self.above and self.is_together(near - 1, near) and self.under(near - 1)):
            return None
        token = read_token(self.scan, span.start, span.end)
        name = leading_name(self.scan, token)
        if name and name.long:
            token = shortened(self.scan, token, start=name.end)
        value = text_value(self.scan, token.start, token.end)
        return Text(value, min(near, number), max(near, number) + 1) if value else None

    def is_together(self, first: int, second: int) -> bool:
        """Whether two lines are of one block."""
        lines = self.scan.lines
        return first >= 0 and lines[first].block == lines[second].block

    def under(self, number: int) -> Span | None:
        """The words of a free line that stand under the column of words."""
        if number not in self.free or self.column is None:
            return None
        line = self.scan.lines[number]
        fitting = [
            cell
            for cell in line.cells
            if cell.start - line.left <= self.column.right and cell.end - line.left >= self.column.left
        ]
        clean = self.scan.document.clean
        if len(fitting) != 1 or not _LETTER.search(clean, fitting[0].start, fitting[0].end):
            return None
        if any(_DIGIT.search(clean, cell.start, cell.end) for cell in line.cells if cell != fitting[0]):
            return None
        if _AMOUNT.search(clean, fitting[0].start, fitting[0].end):
            return None
        form = read_token(self.scan, fitting[0].start, fitting[0].end).form
        return Span(fitting[0].start, fitting[0].end) if form in {"text", "mark", "measure"} else None

    def _wrapped(self, token: Token, number: int) -> Text | None:
        """A row's words and the lines they go on in: the line above had no room for the next word."""
        value = text_value(self.scan, token.start, token.end)
        if value is None:
            return None
        parts = [" ".join(str(value.meanings[0]).split())]
        if self.leading:
            return self._led(parts, value, number)
        above = self._begins_above(token, number)
        left = token.start - self.scan.lines[number].left
        last = number + 1
        while self._goes_on(last, left, len(parts[-1]), least=0 if len(parts) > 1 else self._least):
            line = self.scan.lines[last]
            parts.append(self.scan.document.text[line.start : line.end].strip())
            last += 1
        if above:
            parts.insert(0, self.scan.document.clean[above.start : above.end])
        whole = " ".join(parts)
        if len(whole) <= LONGEST_TEXT:
            value = Value((whole,), above or value.span)
        return Text(value, number - 1 if above else number, last)

    def _begins_above(self, token: Token, number: int) -> Span | None:
        """The words above a row's, where these can only go on: they stand in, or start with a small letter,
        and the row before does not go on there.
        """
        span = self.under(number - 1)
        if span is None or not self.is_together(number - 1, number) or not self._goes_under(number - 1):
            return None
        before = self.drafts.get(number - 2)
        own = self._own(before) if before else None
        if before and own:
            left = own.start - self.scan.lines[before.number].left
            if self._goes_on(number - 1, left, own.end - own.start, least=self._least):
                return None
        elif number - 2 != self.lines.table.lines[-1]:
            return None
        lines, clean = self.scan.lines, self.scan.document.clean
        starts = token.start - lines[number].left, span.start - lines[number - 1].left
        small = self.capitals and clean[token.start].islower()
        return span if starts[0] > starts[1] or small else None

    def _led(self, parts: list[str], value: Value, number: int) -> Text:
        """A row's words with the lines above that they start in."""
        first, span = number, value.span
        while self._goes_under(first - 1) and self._leads_to(first - 1):
            first -= 1
            line = self.scan.lines[first]
            span = Span(line.start, line.end)
            parts.insert(0, self.scan.document.text[line.start : line.end])
        whole = " ".join(parts)
        return Text(Value((whole,), span) if len(whole) <= LONGEST_TEXT else value, first, number + 1)

    def _goes_under(self, number: int) -> bool:
        """Whether a free line has words only, under their heading."""
        if number not in self.free or self.column is None:
            return False
        line = self.scan.lines[number]
        text = self.scan.document.clean[line.start : line.end]
        beside = len(line.cells) == 1 and abs(line.start - line.left - self.column.left) <= _BESIDE
        if _PRICED.search(text):
            return False
        return beside and not _KEYED.search(text) and not _BULLET.match(text) and bool(_LETTER.search(text))

    def _goes_on(self, number: int, left: int, above: int, *, least: float) -> bool:
        """Whether a line goes on with words that start at `left` and are `above` long on the line before."""
        if above < least or number not in self.free or not self.is_together(number - 1, number):
            return False
        line = self.scan.lines[number]
        text = self.scan.document.clean[line.start : line.end]
        if len(line.cells) > 1 or abs(line.start - line.left - left) > _BESIDE:
            return False
        if len(text) > _WIDER * max(self.widest, self._room()):
            return False
        if _KEYED.search(text) or _BULLET.match(text) or not _LETTER.search(text) or _PRICED.search(text):
            return False
        first = _FIRST.match(text)
        return first is not None and above + 1 + len(first[0]) > self.widest

    def _room(self) -> int:
        """How wide the column of words is, by the headings."""
        columns = self.lines.table.columns
        at = self.lines.words or 0
        return columns[at + 1].left - columns[at].left if at + 1 < len(columns) else 0
