"""Rows of a table that begin above the line with their amounts: `4  Bench with a`, `long back   80.00`."""

from decimal import Decimal
from typing import Final

from msgspec import Struct

from selfcorrect.model.marks import Span
from selfcorrect.reading.lists.matches import CENT
from selfcorrect.reading.lists.row import Row
from selfcorrect.reading.lists.row_texts import Texts
from selfcorrect.reading.lists.table_lines import Draft, Lines
from selfcorrect.reading.lists.table_values import row_values
from selfcorrect.reading.lists.tokens import Token
from selfcorrect.reading.values import LONGEST_TEXT, Value, text_value

_BESIDE: Final = 4
_MOST_BETWEEN: Final = 3
"""Lines of words alone between a row's first line and its amounts."""


class Begun(Struct, frozen=True):
    """The first line of a row, the words of the lines after it, and the row's line of amounts."""

    first: Draft
    between: tuple[Span, ...]
    last: Draft


def begun_rows(lines: Lines, texts: Texts, drafts: dict[int, Draft]) -> dict[int, Begun]:
    """The rows that begin above, by the number of the line with their amounts."""
    found = (_begun(lines, texts, draft) for draft in drafts.values() if not draft.whole)
    return {begun.last.number: begun for begun in found if begun}


def _begun(lines: Lines, texts: Texts, last: Draft) -> Begun | None:
    above = last.number - 1
    between: list[Span] = []
    while len(between) < _MOST_BETWEEN and (span := texts.under(above)):
        between.insert(0, span)
        above -= 1
    first = lines.begun(above) if above in texts.free and texts.is_together(above, last.number) else None
    if first is None or not _goes_with(lines, first, last):
        return None
    begun = Begun(first, tuple(between), last)
    return begun if _goes_on(lines, first, last) or _multiplies(lines, begun) else None


def _goes_with(lines: Lines, first: Draft, last: Draft) -> bool:
    """Whether a line has what another leaves open, and words over its words."""
    words, columns = lines.words, range(len(lines.table.columns))
    if words is None or not first.numbers or first.token(lines.key) or first.token(words) is None:
        return False
    if any(first.token(at) and last.token(at) for at in columns if at != words):
        return False
    left, right = _left(lines, first), _left(lines, last)
    return left is not None and (right is None or abs(left - right) <= _BESIDE)


def _goes_on(lines: Lines, first: Draft, last: Draft) -> bool:
    """Whether the words of a row's second line can only go on with those of the first."""
    token = _words(lines, last)
    if token is None:
        return True
    left, right = _left(lines, first), _left(lines, last)
    return lines.text(token)[0].islower() or (left is not None and right is not None and right > left)


def _multiplies(lines: Lines, begun: Begun) -> bool:
    """Whether the number above times the amount below is the other amount."""
    values, kinds = joined_values(lines, begun), lines.spec.kinds
    numbers = [value for name, value in values.items() if kinds[name] == "number"]
    money = [value for name, value in values.items() if kinds[name] == "money"]
    if len(numbers) != 1 or len(money) != 2:
        return False
    count, price, amount = (value.meanings[0] for value in (*numbers, *money))
    decimals = all(isinstance(one, Decimal) for one in (count, price, amount))
    return decimals and abs(count * price - amount) <= CENT


def _words(lines: Lines, draft: Draft) -> Token | None:
    return None if lines.words is None else draft.token(lines.words)


def _left(lines: Lines, draft: Draft) -> int | None:
    token = _words(lines, draft)
    return token.start - lines.left(draft.number) if token else None


def joined_values(lines: Lines, begun: Begun) -> dict[str, Value]:
    """The values of both lines, without the words."""
    return {**row_values(lines, begun.first), **row_values(lines, begun.last)}


def joined_row(lines: Lines, texts: Texts, begun: Begun) -> Row | None:
    """The whole row, its words those of all its lines."""
    token, name = _words(lines, begun.first), lines.spec.text
    value = text_value(lines.scan, token.start, token.end) if token else None
    if value is None or name is None:
        return None
    parts = [lines.clean[span.start : span.end] for span in begun.between]
    rest = texts.of(begun.last) if _words(lines, begun.last) else None
    parts += [str(rest.value.meanings[0])] if rest and rest.value else []
    whole = " ".join((str(value.meanings[0]), *parts))
    words = Value((whole,), value.span) if len(whole) <= LONGEST_TEXT else value
    last = max(begun.last.number + 1, rest.last if rest else 0)
    return Row(begun.first.number, last, {**joined_values(lines, begun), name: words})
