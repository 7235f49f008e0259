"""The headings of tables: which line has them, over how many lines, and which field each names."""

from collections.abc import Iterator
from itertools import pairwise, product
from typing import Final

from msgspec import Struct

from selfcorrect.reading.lists.heading_pieces import MOST_CELLS, NUMBER, WORD, Piece, merged, pieces_of
from selfcorrect.reading.page.document import Cell, Line
from selfcorrect.reading.page.keys import label_key
from selfcorrect.reading.ready.lists import Named, ReadyList
from selfcorrect.reading.scan import Scan, once

_ABOVE: Final = 2
_BELOW: Final = 3
_APART: Final = 3
"""Spaces between headings from which on their place says where their columns are."""
_MOST_CHOICES: Final = 16
READ_OVER: Final = ""


class Column(Struct, frozen=True):
    """A column under a heading: its field (empty for one that is read over) with its kind, how far from the
    line's left it reaches, and whether its numbers are rates though no `%` stands beside them.

    `percent` is the field of rates in it where a heading of amounts may be one of rates, too: `Rabatt`.
    """

    name: str
    kind: str
    left: int
    right: int
    rate: bool = False
    percent: str = ""


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


@once
def _first_words(scan: Scan) -> tuple[tuple[int, frozenset[str]], ...]:
    """The lines without numbers, by index, with the keys of their cells' first words."""
    clean = scan.document.clean
    return tuple(
        (number, frozenset(_first_word(clean, cell) for cell in line.cells))
        for number, line in enumerate(scan.lines)
        if len(line.cells) <= MOST_CELLS and not NUMBER.search(clean, line.start, line.end)
    )


def _first_word(clean: str, cell: Cell) -> str:
    word = WORD.match(clean, cell.start, cell.end)
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


@once
def _headings(scan: Scan, spec: ReadyList, number: int) -> tuple[Table, ...]:
    """What a line and those beside it mean as a list's headings; other lists ask for it, too."""
    pieces = pieces_of(scan, spec, number)
    known = sum(bool(piece.named) for piece in pieces)
    if not known or (known < 2 and len(pieces) < 3):
        return ()
    lines = [number]
    loose = len(pieces) > len(scan.lines[number].cells) and not _is_spread(scan.lines[number])
    for step, most in ((-1, _ABOVE), (1, _BELOW)):
        for near in range(number + step, number + step * (most + 1), step):
            other = pieces_of(scan, spec, near) if _is_beside(scan, number, near) else []
            more = merged(spec, pieces, other, above=step < 0)
            if more is None:
                break
            pieces = more
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


def _resolved(spec: ReadyList, pieces: tuple[Piece, ...]) -> list[tuple[Column, ...]]:
    """The columns that headings can mean, those with the most fields; no field twice."""
    found: list[tuple[Column, ...]] = []
    options = [_named(spec, piece) or (None,) for piece in pieces]
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


def _named(spec: ReadyList, piece: Piece) -> tuple[Named, ...]:
    """The fields that a heading may name; in a table with words, with a `%` only those of rates."""
    rates = tuple(named for named in piece.named if spec.kinds[named.field] == "percent")
    return rates if rates and spec.text and "%" in piece.text else piece.named


def _may_be_total(spec: ReadyList, pieces: tuple[Piece, ...], choice: tuple[Named | None, ...]) -> bool:
    """Whether a heading that may name another sum of money too (`Price`) can be the row's total: no column
    of money, and none that is read over, follows it.
    """
    for at, named in enumerate(choice):
        if named and named.field == spec.total and len(pieces[at].named) > 1:
            after = choice[at + 1 :]
            return all(other and spec.kinds[other.field] != "money" for other in after)
    return True


def _columns(
    spec: ReadyList, pieces: tuple[Piece, ...], choice: tuple[Named | None, ...]
) -> Iterator[Column]:
    best: dict[str, tuple[bool, int, int]] = {}
    for at, named in enumerate(choice):
        if named:
            order = (spec.kinds[named.field] == "percent" and "%" not in pieces[at].text, named.rank, at)
            best[named.field] = min(best.get(named.field, order), order)
    for at, (piece, named) in enumerate(zip(pieces, choice, strict=True)):
        name = named.field if named and best[named.field][2] == at else READ_OVER
        kind = spec.kinds.get(name, "")
        kinds = {spec.kinds[one.field]: one.field for one in piece.named} if spec.text else {}
        rate = "%" in piece.text or (kind == "percent" and "money" in kinds)
        percent = kinds.get("percent", "") if kind == "money" else ""
        yield Column(name, kind, piece.left, piece.right, rate, percent)


def _is_table(spec: ReadyList, columns: tuple[Column, ...]) -> bool:
    """Whether fields make a table: the list's words where it has such a field, and numbers."""
    names = {column.name for column in columns if column.name}
    numbers = sum(spec.numeric(name) for name in names)
    if spec.text is None:
        return numbers >= min(3, len(spec.kinds))
    return spec.text in names and numbers > 0
