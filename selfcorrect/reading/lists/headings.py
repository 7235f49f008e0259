"""The headings of tables: which line has them, over how many lines, and which field each names."""

import re
from collections.abc import Iterator
from itertools import pairwise, product
from typing import Final
from weakref import WeakKeyDictionary

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.language.currencies import CURRENCIES
from selfcorrect.reading.document import Cell, Line
from selfcorrect.reading.keys import label_key
from selfcorrect.reading.labels import IN
from selfcorrect.reading.lists.ready import Named, ReadyList
from selfcorrect.reading.scan import Scan

_NUMBER: Final = re.compile(r"(?<![\w(])[0-9]")
_WORD: Final = re.compile(r"[^ \t\xa0]+")
_BRACKETS: Final = re.compile(r"[ \xa0]*[(\[][^()\[\]]{0,20}[)\]]$")
_RATE_INSIDE: Final = re.compile(r"\w[ \xa0]*%[ \xa0]*\w")
_ABOVE: Final = 2
_BELOW: Final = 3
_APART: Final = 3
"""Spaces between headings from which on their place says where their columns are."""
_MOST_CHOICES: Final = 16
_MOST_WORDS: Final = 5
_MOST_CELLS: Final = 24
_LAST: Final = 10_000
"""The rank of a heading that only says which currency the numbers are in."""
READ_OVER: Final = ""


class Column(Struct, frozen=True):
    """A column under a heading: its field (empty for one that is read over) with its kind, how far from the
    line's left it reaches, and whether the heading has a `%`.
    """

    name: str
    kind: str
    left: int
    right: int
    rate: bool = False


class Table(Struct, frozen=True):
    """A table's headings: the lines they stand in and the columns, left to right.

    `loose` headings have single spaces between them, so that their place says nothing; `parted` is the bar
    or tab that parts all cells, empty ones too.
    """

    lines: tuple[int, ...]
    columns: tuple[Column, ...]
    loose: bool = False
    parted: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The fields of the columns."""
        return tuple(column.name for column in self.columns if column.name)


class _Piece(Struct, frozen=True):
    """A heading or part of one. `known` where its words are a heading of the list."""

    text: str
    left: int
    right: int
    named: tuple[Named, ...] = ()
    known: bool = False


_firsts: WeakKeyDictionary[Scan, tuple[tuple[int, frozenset[str]], ...]] = WeakKeyDictionary()


def _first_words(scan: Scan) -> tuple[tuple[int, frozenset[str]], ...]:
    """The lines without numbers, by index, with the keys of their cells' first words; once for all lists."""
    found = _firsts.get(scan)
    if found is None:
        clean = scan.document.clean
        found = _firsts[scan] = tuple(
            (number, frozenset(_first_word(clean, cell) for cell in line.cells))
            for number, line in enumerate(scan.lines)
            if len(line.cells) <= _MOST_CELLS and not _NUMBER.search(clean, line.start, line.end)
        )
    return found


def _first_word(clean: str, cell: Cell) -> str:
    word = _WORD.match(clean, cell.start, cell.end)
    return label_key(word[0]) if word else ""


def find_headings(scan: Scan, spec: ReadyList) -> Iterator[tuple[Table, ...]]:
    """The headings of each table, in the document's order; several where they can be understood so."""
    after = 0
    for number, words in _first_words(scan) if spec.columns else ():
        if number < after or words.isdisjoint(spec.starts):
            continue
        tables = _headings(scan, spec, number)
        if tables:
            after = tables[0].lines[-1] + 1
            if not _belongs_elsewhere(scan, spec, number, len(tables[0].names)):
                yield tables


def _belongs_elsewhere(scan: Scan, spec: ReadyList, number: int, named: int) -> bool:
    """Whether another list knows more of the headings."""
    others = (other for other in scan.ready.lists if other is not spec and other.columns)
    return any(
        tables and len(tables[0].names) > named
        for tables in (_headings(scan, other, number) for other in others)
    )


def _headings(scan: Scan, spec: ReadyList, number: int) -> tuple[Table, ...]:
    pieces = _pieces(scan, spec, number)
    known = sum(bool(piece.named) for piece in pieces)
    if not known or (known < 2 and len(pieces) < 3):
        return ()
    lines = [number]
    loose = len(pieces) > len(scan.lines[number].cells) and not _is_spread(scan.lines[number])
    for step, most in ((-1, _ABOVE), (1, _BELOW)):
        for near in range(number + step, number + step * (most + 1), step):
            other = _pieces(scan, spec, near) if _is_beside(scan, number, near) else []
            merged = _merged(spec, pieces, other, above=step < 0)
            if merged is None:
                break
            pieces = merged
            lines.append(near)
    if loose and any(not piece.known and len(piece.text.split()) > 1 for piece in pieces):
        return ()
    line = scan.lines[number]
    parted = _parted(scan.document.clean[line.start : line.end])
    return tuple(
        Table(tuple(sorted(lines)), columns, loose, parted) for columns in _resolved(spec, tuple(pieces))
    )


def _is_spread(line: Line) -> bool:
    """Whether headings stand apart, but for one or two with a single space between them."""
    gaps = [after.start - before.end for before, after in pairwise(line.cells)]
    return sum(gap >= _APART for gap in gaps) > 1


def _is_beside(scan: Scan, number: int, near: int) -> bool:
    return 0 <= near < len(scan.lines) and scan.lines[near].block == scan.lines[number].block


def _parted(line: str) -> str:
    return next((sign for sign in ("|", "\t") if line.count(sign) > 1), "")


def _pieces(scan: Scan, spec: ReadyList, number: int) -> list[_Piece]:
    """The headings in a line; nothing where it holds a number, or no heading."""
    line = scan.lines[number]
    clean = scan.document.clean
    if len(line.cells) > _MOST_CELLS or _NUMBER.search(clean, line.start, line.end):
        return []
    found = []
    for cell in line.cells:
        left = cell.start - line.left
        text = clean[cell.start : cell.end]
        piece = _piece(spec, text, left)
        found += [piece] if piece.known else _split(spec, text, left) or [piece]
    return _rejoined(spec, found)


def _piece(spec: ReadyList, text: str, left: int) -> _Piece:
    if _RATE_INSIDE.search(text):
        return _Piece(text, left, left + len(text))
    key = _heading_key(spec, text)
    named = spec.columns.get(key, ())
    if not key and spec.total and _is_currency(spec, text.strip("()[]")):
        named = (Named(spec.total, _LAST),)
    return _Piece(text, left, left + len(text), named, known=bool(named) or key in spec.others)


def _heading_key(spec: ReadyList, text: str) -> str:
    """What a heading is compared by: without brackets, a sum of money without its currency; empty for a
    currency alone.
    """
    key = label_key(text)
    if key in spec.columns or key in spec.others:
        return key
    if text[-1] in ")]":
        text = _BRACKETS.sub("", text) or text.strip("()[]")
        key = label_key(text)
    before, _, last = text.rstrip().rpartition(" ")
    if not _is_currency(spec, last):
        return key
    first, _, word = before.rpartition(" ")
    shorter = label_key(first if word.lower() in IN else before)
    money = any(spec.kinds[named.field] == "money" for named in spec.columns.get(shorter, ()))
    return shorter if money or not shorter else key


def _is_currency(spec: ReadyList, word: str) -> bool:
    return word in spec.symbols or word in CURRENCIES


def _split(spec: ReadyList, text: str, left: int) -> list[_Piece]:
    """The headings that a text is made of, the longest first; nothing where two words belong to none."""
    words = list(_WORD.finditer(text))
    found: list[_Piece] = []
    at = 0
    while at < len(words):
        for end in range(min(len(words), at + _MOST_WORDS), at, -1):
            start = words[at].start()
            piece = _piece(spec, text[start : words[end - 1].end()], left + start)
            if piece.known:
                break
        found.append(piece)
        at = end
        strange = sum(not piece.known for piece in found)
        if strange > 1:
            return []
    useful = not strange or any(piece.named for piece in found)
    return found if useful and len(found) > 1 + strange else []


def _rejoined(spec: ReadyList, pieces: list[_Piece]) -> list[_Piece]:
    """The headings, with the halves of one that a doubled space parts put together."""
    gaps = [after.left - before.right for before, after in pairwise(pieces)]
    for at, gap in enumerate(gaps):
        first, second = pieces[at : at + 2]
        if gap > 2 or (first.known and second.known and gaps.count(gap) > 1):
            continue
        joined = _piece(spec, f"{first.text} {second.text}", first.left)
        if joined.named:
            joined = replace(joined, right=second.right)
            return _rejoined(spec, [*pieces[:at], joined, *pieces[at + 2 :]])
    return pieces


def _merged(
    spec: ReadyList, pieces: list[_Piece], others: list[_Piece], *, above: bool
) -> list[_Piece] | None:
    """The headings with the words of the line above or below; None where that adds nothing."""
    if above and len(others) == 1 and _is_words(spec, others) and not _is_words(spec, pieces):
        return [others[0], *pieces]
    found = list(pieces)
    added = False
    for other in others:
        under = [
            at for at, piece in enumerate(found) if piece.left < other.right and other.left < piece.right
        ]
        if len(under) > 1 or (not under and not other.named):
            continue
        piece = _with(spec, found[under[0]], other, above=above) if under else other
        if piece is None:
            continue
        added = True
        found = [kept for at, kept in enumerate(found) if at not in under] + [piece]
    return sorted(found, key=lambda piece: piece.left) if added else None


def _is_words(spec: ReadyList, pieces: list[_Piece]) -> bool:
    """Whether some heading names the words of the rows: alone above the others, it says where they stand."""
    return any(named.field == spec.text for piece in pieces for named in piece.named)


def _with(spec: ReadyList, piece: _Piece, other: _Piece, *, above: bool) -> _Piece | None:
    """A heading with a word more, where both together are known, or the word alone is."""
    texts = (other.text, piece.text) if above else (piece.text, other.text)
    joined = _piece(spec, " ".join(texts), min(piece.left, other.left))
    if not joined.known and not piece.known:
        joined = other
    if not joined.known:
        return None
    return replace(joined, left=min(piece.left, other.left), right=max(piece.right, other.right))


def _resolved(spec: ReadyList, pieces: tuple[_Piece, ...]) -> list[tuple[Column, ...]]:
    """The columns that headings can mean, those with the most fields; no field twice."""
    found: list[tuple[Column, ...]] = []
    options = [piece.named or (None,) for piece in pieces]
    for number, choice in enumerate(product(*options)):
        if number == _MOST_CHOICES:
            break
        if not _may_be_total(spec, pieces, choice):
            continue
        columns = tuple(_columns(spec, pieces, choice))
        if _is_table(spec, columns) and columns not in found:
            found.append(columns)
    most = max((sum(bool(c.name) for c in columns) for columns in found), default=0)
    found = [columns for columns in found if sum(bool(c.name) for c in columns) == most]
    return sorted(found, key=lambda columns: all(column.name != spec.total for column in columns))


def _may_be_total(spec: ReadyList, pieces: tuple[_Piece, ...], choice: tuple[Named | None, ...]) -> bool:
    """Whether a heading that may name another sum of money too (`Price`) can be the row's total: no column
    of money, and none that is read over, follows it.
    """
    for at, named in enumerate(choice):
        if named and named.field == spec.total and len(pieces[at].named) > 1:
            after = choice[at + 1 :]
            return all(other and spec.kinds[other.field] != "money" for other in after)
    return True


def _columns(
    spec: ReadyList, pieces: tuple[_Piece, ...], choice: tuple[Named | None, ...]
) -> Iterator[Column]:
    best: dict[str, tuple[bool, int, int]] = {}
    for at, named in enumerate(choice):
        if named:
            order = (spec.kinds[named.field] == "percent" and "%" not in pieces[at].text, named.rank, at)
            best[named.field] = min(best.get(named.field, order), order)
    for at, (piece, named) in enumerate(zip(pieces, choice, strict=True)):
        name = named.field if named and best[named.field][2] == at else READ_OVER
        yield Column(name, spec.kinds.get(name, ""), piece.left, piece.right, rate="%" in piece.text)


def _is_table(spec: ReadyList, columns: tuple[Column, ...]) -> bool:
    """Whether fields make a table: the list's words where it has such a field, and numbers."""
    names = {column.name for column in columns if column.name}
    numbers = sum(spec.numeric(name) for name in names)
    if spec.text is None:
        return numbers >= min(3, len(spec.kinds))
    return spec.text in names and numbers > 0
