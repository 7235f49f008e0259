"""The lines of a table as rows in the making: their tokens, in columns."""

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from selfcorrect.reading.lists.headings import Table
from selfcorrect.reading.lists.placing import Placed, is_complete, is_forced, place, reaches, suits
from selfcorrect.reading.lists.tokens import (
    Token,
    joined_texts,
    leading_name,
    line_tokens,
    read_token,
    shortened,
    split_numbers,
    trailing_numbers,
    with_unit,
    without_marks,
)
from selfcorrect.reading.page.keys import label_key
from selfcorrect.reading.ready.lists import ReadyList
from selfcorrect.reading.scan import Scan

_DIGIT: Final = re.compile(r"[0-9]")
_GROUPS: Final = re.compile(r"(?<![0-9.,])[0-9]{1,3} [0-9]{3}(?:,[0-9]{2})?(?![0-9])")
_NEAR: Final = 3
_DOUBLED: Final = 2
_ANY: Final = 10_000


class Draft(Struct, frozen=True):
    """A line that may be a row: its tokens, which column each is in, and whether order alone says so.

    A whole row leaves no number open.
    """

    number: int
    tokens: tuple[Token, ...]
    placed: Placed
    forced: bool
    whole: bool

    def token(self, at: int) -> Token | None:
        """The token in a column, by the column's index."""
        number = self.placed[at]
        return None if number is None else self.tokens[number]

    @property
    def numbers(self) -> int:
        """How many numbers are in columns."""
        return sum(number is not None and self.tokens[number].numeric for number in self.placed)


class Lines:
    """Reads the lines of one table.

    `words` is the column of the rows' words, `key` the one that no row leaves open.
    """

    def __init__(self, scan: Scan, spec: ReadyList, table: Table) -> None:
        self.scan = scan
        self.spec = spec
        self.table = table
        self.clean = scan.document.clean
        names = [column.name for column in table.columns]
        self.words = names.index(spec.text) if spec.text in names else None
        money = [at for at, column in enumerate(table.columns) if column.kind == "money"]
        self.key = (money or [at for at, name in enumerate(names) if name and spec.numeric(name)])[-1]
        self.where = reaches(table)

    def drafts(self, numbers: list[int]) -> dict[int, Draft]:
        """The rows among some lines. What order alone decides teaches how far the columns reach."""
        found = {number: draft for number in numbers if (draft := self._draft(number))}
        before = self.where
        for draft in found.values():
            if draft.forced:
                self._learn(draft)
        learned = self.where != before
        settled = ((number, self._settled(draft, again=learned)) for number, draft in found.items())
        return {number: draft for number, draft in settled if draft}

    def begun(self, number: int) -> Draft | None:
        """A line all of whose tokens are in columns, whether it says what the row comes to or not."""
        found = self._placed(number, self._tokens(number))
        placed = found and all(at in found.placed for at in range(len(found.tokens)))
        return found if placed else None

    def left(self, number: int) -> int:
        """Where a line begins."""
        return self.scan.lines[number].left

    def text(self, token: Token) -> str:
        """What a token says."""
        return self.clean[token.start : token.end]

    def _draft(self, number: int) -> Draft | None:
        """A line as it stands, or with the numbers untied that single spaces tie to its words."""
        line = self.scan.lines[number]
        if not _DIGIT.search(self.clean, line.start, line.end):
            return None
        if self.table.parted and self.table.parted in self.clean[line.start : line.end]:
            return self._parted(number)
        tokens = self._tokens(number)
        whole = self._placed(number, tokens)
        early = whole is not None and self._is_early(whole)
        if whole and (whole.forced or whole.whole) and self._has_key(whole) and not early:
            return whole
        untied = self._untied(number, tokens)
        if untied is None and self.table.loose:
            untied = self._untied(number, joined_texts(tokens))
        apart = self._placed(number, untied) if untied else None
        fits = apart and apart.forced and self._has_key(apart) and (self.table.loose or self._far(apart) == 0)
        return apart if fits else None if early else whole

    def _is_early(self, draft: Draft) -> bool:
        """Whether a row's words start with a number that may belong to an open column before them."""
        token = None if self.words is None else draft.token(self.words)
        if token is None or not self._is_before(draft.number, token):
            return False
        return None in draft.placed[: self.words] and leading_name(self.scan, token) is not None

    def _tokens(self, number: int) -> list[Token]:
        tokens = line_tokens(self.scan, self.scan.lines[number])
        if self.spec.only and len(tokens) > 1 and label_key(self.text(tokens[0])) in self.spec.only:
            return tokens[1:]
        if self.table.loose:
            return [part for token in tokens for part in split_numbers(self.scan, token)]
        return tokens

    def _placed(self, number: int, tokens: list[Token]) -> Draft | None:
        """The tokens in columns; if some words are in none, with what may belong together put together."""
        if not any(token.numeric for token in tokens):
            return None
        first = None
        for tried in self._ways(tokens):
            placed = place(tried, self.left(number), self.table, self.spec, self.where)
            if placed is None:
                continue
            forced = is_forced(placed, tried, self.table, self.spec)
            draft = self._made(number, tried, placed, forced=forced)
            if all(token.form != "text" or at in placed for at, token in enumerate(tried)):
                return draft
            first = first or draft
        return first

    def _ways(self, tokens: list[Token]) -> Iterator[list[Token]]:
        """The tokens; with texts joined that a doubled space parts; with a unit beside its quantity."""
        yield tokens
        together = joined_texts(tokens)
        if len(together) < len(tokens):
            yield together
        has_words = sum(token.form == "text" for token in together) > 1
        if has_words and self.spec.unit and self.spec.unit not in self.table.names:
            measured = with_unit(together, self.clean)
            if len(measured) < len(together):
                yield measured

    def _made(self, number: int, tokens: list[Token], placed: Placed, *, forced: bool) -> Draft:
        whole = is_complete(placed, self.table, self.spec)
        return Draft(number, tuple(tokens), placed, forced, whole)

    def _has_key(self, draft: Draft) -> bool:
        token = draft.token(self.key)
        if token is None:
            return False
        # A weight may have its unit beside it, a sum of money has none.
        measured = token.form == "measure" and self.table.columns[self.key].kind != "money"
        return token.form == "number" or measured

    def _settled(self, draft: Draft, *, again: bool) -> Draft | None:
        """The draft, if nothing speaks for another way to place its tokens."""
        if draft.forced:
            return draft if self._has_key(draft) or (self.table.parted and draft.numbers) else None
        if self.table.loose:
            return None
        found = self._placed(draft.number, list(draft.tokens)) if again else draft
        if found is None or not self._has_key(found):
            return None
        far = self._far(found)
        return found if far <= (_ANY if found.whole else _NEAR) else None

    def _far(self, draft: Draft) -> int:
        """How far a number stands off its column at most; beyond all where a blank column may be its own."""
        left = self.left(draft.number)
        blank = [at for at, number in enumerate(draft.placed) if number is None]
        most = 0
        for at, column in enumerate(self.table.columns):
            token = draft.token(at) if column.name else None
            if token is None or token.value is None:
                continue
            span = (token.start - left, token.end - left)
            own = self.where[at].distance(*span)
            most = max(most, own)
            rivals = (other for other in blank if suits(token, self.table.columns[other], self.spec) > 0)
            if any(self.where[other].distance(*span) <= own for other in rivals):
                return _ANY + 1
        return most

    def _learn(self, draft: Draft) -> None:
        left = self.left(draft.number)
        self.where = tuple(
            reach.with_(token.start - left, token.end - left) if (token := draft.token(at)) else reach
            for at, reach in enumerate(self.where)
        )

    def _parted(self, number: int) -> Draft | None:
        """A line whose cells bars or tabs part, the empty ones too: each is in its column already."""
        line = self.scan.lines[number]
        start = line.start if self.table.parted == "|" else line.left
        spans = _between(self.clean[start : line.end], self.table.parted, start)
        if self.table.parted != "|":
            spans += [(line.end, line.end)] * (len(self.table.columns) - len(spans))
        if len(spans) != len(self.table.columns):
            return None
        tokens = [read_token(self.scan, *span) for span in spans if span[0] < span[1]]
        cells = iter(range(len(tokens)))
        placed = tuple(next(cells) if start < end else None for start, end in spans)
        fits = (
            suits(tokens[at], column, self.spec) > 0
            for at, column in zip(placed, self.table.columns, strict=True)
            if at is not None
        )
        return self._made(number, tokens, placed, forced=True) if all(fits) else None

    def _untied(self, number: int, tokens: list[Token]) -> list[Token] | None:
        """The tokens, with as many numbers taken from the words' two ends as columns want them."""
        at = next((at for at, token in enumerate(tokens) if token.form in {"text", "measure"}), None)
        if at is None or self.words is None:
            return None
        token = tokens[at]
        after = len(self.table.columns) - self.words - 1 - len(without_marks(tokens[at + 1 :]))
        ends = trailing_numbers(self.scan, token, after) if after > 0 else []
        if ends and len(ends) == after - 1 and ends[-1].unit and self.table.columns[-1].kind == "percent":
            after -= 1
        if len(ends) != max(0, after) or (ends and self._may_be_groups(token, ends)):
            return None
        if ends and at + 1 < len(tokens) and not self._is_tied(number, ends[0], tokens[at : at + 2]):
            return None
        token = shortened(self.scan, token, end=ends[0].start if ends else token.end)
        starts: list[Token] = []
        while token.start < token.end and len(starts) < self.words - at and self._is_before(number, token):
            first = leading_name(self.scan, token)
            if first is None:
                break
            starts.append(first)
            token = shortened(self.scan, token, start=first.end)
        if token.start >= token.end:
            return None
        return [*tokens[:at], *starts, token, *ends, *tokens[at + 1 :]]

    def _is_tied(self, number: int, first: Token, pair: list[Token]) -> bool:
        """Whether a number at the words' end may be a cell of its own: it stands in the next column, or no
        place says anything and the cell after it is no farther off.
        """
        if self.table.loose:
            return pair[1].start - pair[0].end <= _DOUBLED
        left = self.left(number)
        return self.where[(self.words or 0) + 1].distance(first.start - left, first.end - left) == 0

    def _is_before(self, number: int, token: Token) -> bool:
        """Whether words start left of their heading, and so with the cell of another column."""
        if not self.words:
            return False
        start = token.start - self.left(number)
        near = self.where[self.words - 1].distance(start, start + 1) <= _NEAR
        return self.table.loose or (near and start < self.table.columns[self.words].left - 1)

    def _may_be_groups(self, token: Token, ends: list[Token]) -> bool:
        """Whether two of the numbers may be one, written with a space between thousands."""
        if self.scan.mark == ".":
            return False
        start = max(token.start, ends[0].start - 4)
        return _GROUPS.search(self.clean, start, token.end) is not None


def _between(text: str, sign: str, offset: int) -> list[tuple[int, int]]:
    """Where the cells between bars or tabs stand; bars may stand outside, too."""
    spans = []
    start = offset
    for part in text.split(sign):
        inner = start + len(part) - len(part.lstrip())
        spans.append((inner, max(inner, start + len(part.rstrip()))))
        start += len(part) + 1
    if sign == "|" and spans[0][0] == spans[0][1]:
        spans = spans[1:]
    if sign == "|" and spans and spans[-1][0] == spans[-1][1]:
        spans = spans[:-1]
    return spans
