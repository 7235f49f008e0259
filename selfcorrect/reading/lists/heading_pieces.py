"""The pieces of a table's heading line: which words are headings, and of which fields."""

import re
from itertools import pairwise
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.language.currencies import CURRENCIES
from selfcorrect.reading.page.keys import any_key, label_key
from selfcorrect.reading.page.labels import IN
from selfcorrect.reading.ready.lists import Named, ReadyList
from selfcorrect.reading.scan import Scan

NUMBER: Final = re.compile(r"(?<![\w(])[0-9]")
WORD: Final = re.compile(r"[^ \t\xa0]+")
MOST_CELLS: Final = 24
_BRACKETS: Final = re.compile(r"[ \xa0]*[(\[][^()\[\]]{0,20}[)\]]$")
_RATE_INSIDE: Final = re.compile(r"\w[ \xa0]*%[ \xa0]*\w")
_MOST_WORDS: Final = 5
_LONGEST: Final = 80
_LAST: Final = 10_000
"""The rank of a heading that only says which currency the numbers are in."""


class Piece(Struct, frozen=True):
    """A heading or part of one. `known` where its words are a heading of the list."""

    text: str
    left: int
    right: int
    named: tuple[Named, ...] = ()
    known: bool = False


def pieces_of(scan: Scan, spec: ReadyList, number: int) -> list[Piece]:
    """The headings in a line; nothing where it holds a number, or no heading."""
    line = scan.lines[number]
    clean = scan.document.clean
    if len(line.cells) > MOST_CELLS or NUMBER.search(clean, line.start, line.end):
        return []
    found = []
    for cell in line.cells:
        left = cell.start - line.left
        text = clean[cell.start : cell.end]
        piece = _piece(spec, text, left)
        found += [piece] if piece.known else _split(spec, text, left) or [piece]
    return _with_total(spec, _rejoined(spec, found))


def _with_total(spec: ReadyList, pieces: list[Piece]) -> list[Piece]:
    """The headings, the last one in two where only so one names the total: `Discount Amount EUR`."""
    if not pieces or _names_total(spec, pieces):
        return pieces
    last = pieces[-1]
    if len(last.text) > _LONGEST:
        return pieces
    for word in list(WORD.finditer(last.text))[1:]:
        before = _piece(spec, last.text[: word.start()].rstrip(), last.left)
        total = _piece(spec, last.text[word.start() :], last.left + word.start())
        if before.known and any(named.field == spec.total for named in total.named):
            return [*pieces[:-1], before, total]
    return pieces


def _piece(spec: ReadyList, text: str, left: int) -> Piece:
    if _RATE_INSIDE.search(text):
        return Piece(text, left, left + len(text))
    key = _heading_key(spec, text)
    named = spec.columns.get(key, ())
    if not key and spec.total and _is_currency(spec, text.strip("()[]")):
        named = (Named(spec.total, _LAST),)
    return Piece(text, left, left + len(text), named, known=bool(named) or key in spec.others)


def _heading_key(spec: ReadyList, text: str) -> str:
    """What a heading is compared by: without brackets, a sum of money without its currency; empty for a
    currency alone.
    """
    key = any_key(text, spec.headings)
    if key in spec.headings:
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


def _split(spec: ReadyList, text: str, left: int) -> list[Piece]:
    """The headings that a text is made of, the longest first; nothing where two words belong to none."""
    words = list(WORD.finditer(text))
    found: list[Piece] = []
    at = 0
    while at < len(words):
        for end in range(min(len(words), at + _MOST_WORDS), at, -1):
            start = words[at].start()
            piece = _piece(spec, text[start : words[end - 1].end()], left + start)
            if piece.known and not (end - at == 2 and _are_two(spec, words[at][0], words[at + 1][0])):
                break
        found.append(piece)
        at = end
        strange = sum(not piece.known for piece in found)
        if strange > 1:
            return []
    useful = not strange or any(piece.named for piece in found)
    return found if useful and len(found) > 1 + strange else []


def _are_two(spec: ReadyList, *words: str) -> bool:
    """Whether two words are likelier two headings than one: words and a number (`Item Price`), or a sum of
    money and the total (`Preis Gesamt`).
    """
    fields = [{named.field for named in spec.columns.get(label_key(word), ())} for word in words]
    if not all(fields):
        return False
    if (spec.text in fields[0]) != (spec.text in fields[1]):
        return True
    others = fields[0] - {spec.total}
    return fields[1] == {spec.total} and any(spec.kinds[name] == "money" for name in others)


def _rejoined(spec: ReadyList, pieces: list[Piece]) -> list[Piece]:
    """The headings, with the halves of one that a doubled space parts put together."""
    gaps = [after.left - before.right for before, after in pairwise(pieces)]
    for at, gap in enumerate(gaps):
        first, second = pieces[at : at + 2]
        if gap > 2 or (first.known and second.known and gaps.count(gap) > 1):
            continue
        if _are_two(spec, first.text, second.text):
            continue
        joined = _piece(spec, f"{first.text} {second.text}", first.left)
        if joined.named:
            joined = replace(joined, right=second.right)
            return _rejoined(spec, [*pieces[:at], joined, *pieces[at + 2 :]])
    return pieces


def merged(spec: ReadyList, pieces: list[Piece], others: list[Piece], *, above: bool) -> list[Piece] | None:
    """The headings with the words of the line above or below; None where that adds nothing."""
    if above and len(others) == 1 and _is_words(spec, others) and not _is_words(spec, pieces):
        return [others[0], *pieces]
    found = list(pieces)
    added = False
    for other in others:
        under = [
            at for at, piece in enumerate(found) if piece.left < other.right and other.left < piece.right
        ]
        if len(under) > 1 or (not under and not _is_new(spec, other, pieces)):
            continue
        piece = _with(spec, found[under[0]], other, above=above) if under else other
        if piece is None:
            continue
        added = True
        found = [kept for at, kept in enumerate(found) if at not in under] + [piece]
    return sorted(found, key=lambda piece: piece.left) if added else None


def _is_new(spec: ReadyList, other: Piece, pieces: list[Piece]) -> bool:
    """Whether words that stand under no heading are one; a currency is, where no heading names the total."""
    if all(named.rank == _LAST for named in other.named):
        return bool(other.named) and not _names_total(spec, pieces)
    return True


def _names_total(spec: ReadyList, pieces: list[Piece]) -> bool:
    """Whether one of some headings can only be that of the total."""
    return any({named.field for named in piece.named} == {spec.total} for piece in pieces)


def _is_words(spec: ReadyList, pieces: list[Piece]) -> bool:
    """Whether some heading names the words of the rows: alone above the others, it says where they stand."""
    return any(named.field == spec.text for piece in pieces for named in piece.named)


def _with(spec: ReadyList, piece: Piece, other: Piece, *, above: bool) -> Piece | None:
    """A heading with a word more, where both together are known, or the word alone is."""
    texts = (other.text, piece.text) if above else (piece.text, other.text)
    joined = _piece(spec, " ".join(texts), min(piece.left, other.left))
    if not joined.known and not piece.known:
        joined = other
    if not joined.known:
        return None
    return replace(joined, left=min(piece.left, other.left), right=max(piece.right, other.right))
