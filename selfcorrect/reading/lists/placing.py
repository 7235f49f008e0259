"""Puts the tokens of a line into the columns of a table: by order and type, by place where that is open."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from selfcorrect.reading.lists.headings import Column, Table
from selfcorrect.reading.lists.tokens import Token
from selfcorrect.reading.ready.lists import ReadyList

_NEVER: Final = -1000
_OVERLAP: Final = 12
_FAR: Final = 5
_MOST_RATE: Final = 100
_NUMBERED: Final = 9
"""Digits without a mark that are no sum: an account, an article."""
_MOST_TOKENS: Final = 24


class Reach(Struct, frozen=True):
    """From where to where a column's cells stand, counted from the line's left."""

    left: int
    right: int

    def distance(self, left: int, right: int) -> int:
        """How far a stretch is away; 0 where both share a column of letters."""
        return max(0, left - self.right, self.left - right)

    def with_(self, left: int, right: int) -> "Reach":
        """Widened to hold a stretch."""
        return Reach(min(self.left, left), max(self.right, right))


def reaches(table: Table) -> tuple[Reach, ...]:
    """How far the columns reach by their headings alone."""
    return tuple(Reach(column.left, column.right) for column in table.columns)


def suits(token: Token, column: Column, spec: ReadyList) -> int:
    """How well a token suits a column by type: 10 the best, below 0 not at all."""
    if not column.name:
        return 5
    if column.kind == "text":
        return _suits_text(token, unit=column.name == spec.unit)
    if token.misread and column.kind in {"number", "integer"}:
        return 3
    if token.form == "mark":
        return 1
    if token.value is None:
        return _NEVER
    match column.kind:
        case "money":
            return _suits_money(token)
        case "percent":
            return _suits_rate(token)
        case "number" | "integer":
            counts = token.form in {"number", "measure"} and not token.value.currency
            return (8 if token.long else 10) if counts else _NEVER
    return _NEVER


def _suits_text(token: Token, *, unit: bool) -> int:
    if unit:
        return (
            8 if token.form == "mark" or (token.form == "text" and token.end - token.start <= 12) else _NEVER
        )
    return {"text": 10, "mark": 5, "measure": 4}.get(token.form, _NEVER)


def _suits_money(token: Token) -> int:
    if token.form == "rate":
        return 3
    if token.form != "number":
        return _NEVER
    if token.long:
        return 4 if token.end - token.start < _NUMBERED else _NEVER
    return 7 if token.whole else 10


def _suits_rate(token: Token) -> int:
    if token.form == "rate":
        return 10
    plain = token.form == "number" and token.value is not None and not token.value.currency
    return 5 if plain and all(0 <= m <= _MOST_RATE for m in token.value.meanings) else _NEVER  # type: ignore[union-attr]


Placed = tuple[int | None, ...]
"""The token of each column by its index, None for a blank cell."""


def place(
    tokens: list[Token], left: int, table: Table, spec: ReadyList, where: tuple[Reach, ...]
) -> Placed | None:
    """The best way to put all tokens into columns in their order; None where there is none.

    `left` is where the line begins. The work is the product of tokens and columns, both bounded.
    """
    if not 0 < len(tokens) <= _MOST_TOKENS:
        return None
    scores = [0]
    for token in tokens:
        scores.append(scores[-1] + _skipped(token, first=len(scores) == 1))
    if len(tokens) == len(table.columns) and _all_suit(tokens, table, spec):
        return tuple(range(len(tokens)))
    steps: list[list[int]] = []
    suiting: dict[str, list[int]] = {}
    for column, reach in zip(table.columns, where, strict=True):
        kind = spec.unit if column.name == spec.unit else column.kind
        if kind not in suiting:
            suiting[kind] = [suits(token, column, spec) for token in tokens]
        fits = suiting[kind]
        if not table.loose:
            fits = [fit + _nearness(token, left, reach) for fit, token in zip(fits, tokens, strict=True)]
        scores, step = _next(scores, fits, tokens, column, spec)
        steps.append(step)
    return _traced(steps, len(tokens)) if scores[-1] > _NEVER // 2 else None


def _all_suit(tokens: list[Token], table: Table, spec: ReadyList) -> bool:
    return all(suits(token, column, spec) > 1 for token, column in zip(tokens, table.columns, strict=True))


_BLANK, _PLACED, _SKIPPED = 0, 1, 2


def _next(
    scores: list[int], fits: list[int], tokens: list[Token], column: Column, spec: ReadyList
) -> tuple[list[int], list[int]]:
    """One column more: the best score after each number of tokens, and the last step to it."""
    blank = _blank(column, spec)
    found = [scores[0] + blank]
    step = [_BLANK]
    for at, token in enumerate(tokens):
        empty, placed = scores[at + 1] + blank, scores[at] + fits[at]
        skip = found[at] + (-1 if not column.name and token.value is None else _skipped(token, first=False))
        best = max(placed, empty, skip)
        found.append(best)
        step.append(_PLACED if best == placed else _BLANK if best == empty else _SKIPPED)
    return found, step


def _traced(steps: list[list[int]], at: int) -> Placed:
    columns: list[int | None] = []
    for step in reversed(steps):
        while step[at] == _SKIPPED:
            at -= 1
        columns.append(at - 1 if step[at] == _PLACED else None)
        at -= step[at] == _PLACED
    return tuple(reversed(columns))


def _nearness(token: Token, left: int, reach: Reach) -> int:
    distance = max(token.start - left - reach.right, reach.left - token.end + left)
    return _OVERLAP if distance <= 0 else -min(_FAR, 1 + distance // 4)


def _skipped(token: Token, *, first: bool) -> int:
    """What it costs to leave a token out: marks, and a number that counts the rows."""
    if token.form == "mark":
        return -3
    return -12 if first and token.whole and token.form == "number" else _NEVER


def _blank(column: Column, spec: ReadyList) -> int:
    """What a blank cell costs."""
    if not column.name:
        return 0
    if column.name in spec.optional:
        return -2
    return -8 if column.kind == "text" else -6


def is_forced(placed: Placed, tokens: Sequence[Token], table: Table, spec: ReadyList) -> bool:
    """Whether order alone puts the tokens where they are: no column beside the words is left open.

    What stands left of the words matters only where it is read. A last column of tax rates may hold the
    letter after the amount.
    """
    names = [column.name for column in table.columns]
    words = names.index(spec.text) if spec.text in names else -1
    before = any(names[: max(0, words)])
    last = len(placed) - 1 if table.columns[-1].kind == "percent" and tokens[-1].unit else len(placed)
    return all(
        token is not None or at in (words, last) or (at < words and not before)
        for at, token in enumerate(placed)
    )


def is_complete(placed: Placed, table: Table, spec: ReadyList) -> bool:
    """Whether every number that a row must have is there; all of them where the list has no words."""
    return all(
        token is not None or not column.name or column.kind == "text"
        or (column.name in spec.optional and spec.text is not None)
        for token, column in zip(placed, table.columns, strict=True)
    )  # fmt: skip
