"""Labels: the phrases that stand before values, and which fields they name."""

import re
from collections.abc import Callable, Container, Iterable, Iterator
from typing import Final

from msgspec import Struct

from selfcorrect.language.printed.months import MONTHS
from selfcorrect.reading.page.document import Cell, Document, Line
from selfcorrect.reading.page.keys import label_key, shared_key
from selfcorrect.reading.page.words import label_keys
from selfcorrect.reading.spec import FieldReader

RATE: Final = r"(?:\b[A-Z0-9][=:)]? )?[(@\[]{0,3}[0-9]{1,3}(?:[.,][0-9]{1,3})?[ \xa0]?%[)\]]*"
"""A rate beside a label, perhaps with its letter: `19 %`, `(8.75%)`, `@ 20%`, `A 19%`."""

_STOP: Final = re.compile(rf"(?P<rate>{RATE})|(?P<colon>[:：])|[^\s:()@0-9]{{0,30}}[0-9]\S*")
_COLON: Final = re.compile(r"(?<![0-9])[:：](?!//)")
_DAMAGED: Final = re.compile(
    r"(?=(?:[^\W\d_]*[015]){1,2}[^\W\d_]*[.,:]?$)(?:[015]?[^\W\d_]){3,}[015]?[.,:]?"
    r"|(?:[NnTt]0|0[FfRrNn])[.:]?"
)
"""Words with a letter or two that text recognition made digits of: `T0TAL`, `N0.`, `T0 PAY`."""
_COUNT: Final = re.compile(r"\(?[0-9]{1,3}\)?")
"""A number inside a label: `Total for 10 items`."""
_GLUED: Final = re.compile(r"[^\W\d_][^\s:()@0-9]*[.#](?=[0-9])")
"""A label right before its number: `INV-NO.2003160418`."""
_BRACKETED: Final = re.compile(r"[ \t]*[(\[]([^()\[\]]{1,20})[)\]]\s*$")
_IN_BRACKETS: Final = re.compile(r"\((?=[^()]*[^\W\d_]{2})(?:[^()0-9]|[0-9]{1,3}(?:[.,][0-9]+)?[ \xa0]?%)*\)")
"""Words in brackets, with no number but a rate."""
IN: Final = frozenset({"in", "en", "em", "i"})
"""Words before a currency in brackets: `Total (en euros)`."""
_WORD: Final = re.compile(r"[^ \t]+")
_MOST_WORDS: Final = 5


class Phrase(Struct, frozen=True):
    """The words before a value: their key, whether a colon ends them, and where the value would start.

    `end` is after the colon; `cell` is the index of the cell; `limit` is where the next phrase starts.
    """

    key: str
    start: int
    end: int
    cell: int
    colon: bool
    limit: int


class Label(Struct, frozen=True):
    """What a phrase names: a field by its index, how strongly, perhaps only in one area."""

    field: int
    best: bool = False
    weak: bool = False
    opposite: bool = False
    area: str = ""


def label_table(fields: Iterable[FieldReader]) -> dict[str, tuple[Label, ...]]:
    """Every label's key with the fields it names. Equal values are one object, which keeps a store small."""
    table: dict[str, tuple[Label, ...]] = {}
    same: dict[tuple[Label, ...], tuple[Label, ...]] = {}
    for number, field in enumerate(fields):
        for label, texts in _labels(number, field):
            for key in label_keys(texts):
                named = (*table.get(key, ()), label)
                table[key] = same.setdefault(named, named)
    return table


def _labels(number: int, field: FieldReader) -> Iterator[tuple[Label, tuple[str, ...]]]:
    yield Label(number), field.labels
    yield Label(number, best=True), field.best_labels
    yield Label(number, weak=True), field.weak_labels
    yield Label(number, opposite=True), field.opposite_labels
    for area, texts in field.area_labels.items():
        yield Label(number, area=area), texts


Known = dict[str, tuple[Label, ...]]
"""What keys name."""


def find_phrases(document: Document, line: Line, known: Known, codes: Container[str]) -> tuple[Phrase, ...]:
    """The phrases of a line: one at the start of each cell, and known ones with a colon further on.

    `codes` are signs, words and codes of currencies, which belong to the amount they stand before.
    """
    found: list[tuple[str, int, int, int, bool]] = []
    done = 0
    for number, cell in enumerate(line.cells):
        if cell.start < done:
            continue
        parted = _parted(document.clean, line.cells[number : number + 2], known)
        if parted:
            done = line.cells[number + 1].end
            found.append((parted, cell.start, done, number + 1, False))
            continue
        key, end, colon = _head(document.clean[cell.start : cell.end], known, codes)
        found.append((key, cell.start, cell.start + end, number, colon))
        found += _further(document.clean, (cell.start + end, cell.end), number, known)
    starts = [phrase[1] for phrase in found if phrase[0]]
    limits = (next((s for s in starts if s > phrase[1]), line.end) for phrase in found)
    return tuple(
        Phrase(*phrase, limit=min(limit, _closing(document.clean, line, phrase[1])))
        for phrase, limit in zip(found, limits, strict=True)
    )


def _closing(clean: str, line: Line, start: int) -> int:
    """Where the brackets end that a place is in; the line's end if it is in none."""
    opened = clean.rfind("(", line.start, start)
    closed = clean.find(")", start, line.end)
    inside = opened >= 0 and closed >= 0 and clean.find(")", opened, start) < 0
    return closed if inside else line.end


def _head(cell: str, known: Known, codes: Container[str]) -> tuple[str, int, bool]:
    """The key of a cell's first words, where they end, and whether with a colon."""
    bracket = _IN_BRACKETS.search(cell)
    if bracket and ":" in bracket[0] and (key := label_key(cell[: bracket.start()])) in known:
        return key, bracket.end(), False
    numbers: list[re.Match[str]] = []
    end, after, colon = len(cell), len(cell), False
    for stop in _STOP.finditer(cell):
        if stop["rate"] or _is_count(cell, stop, known):
            numbers.append(stop)
        elif not _DAMAGED.fullmatch(stop[0]) and not (stop["colon"] and _is_bracketed(cell, stop.start())):
            colon = bool(stop["colon"])
            end, after = stop.start(), stop.end() if colon else stop.start()
            glued = None if colon else _GLUED.match(stop[0])
            if glued and label_key(cell[:end] + glued[0]) in known:
                end = after = end + glued.end()
            break
    words = cell[:end]
    for number in reversed(numbers):
        words = words[: number.start()] + words[number.end() :]
    key = shared_key(words, _named(known))
    if colon:
        return key, after, colon
    if words.strip() in codes:
        return "", after, colon
    if not numbers:
        after = min(after, _without_currency(words, codes))
        key = shared_key(words[:after], _named(known))
    return (key, after, colon) if key in known else _before_month(words, key, after, known)


def _named(known: Known) -> Callable[[str], set[int]]:
    """The fields that a key names, by index."""
    return lambda key: {label.field for label in known.get(key, ())}


def _parted(clean: str, cells: tuple[Cell, ...], known: Known) -> str:
    """The key of a label that goes on in brackets behind a gap, without them where it is unknown with them:
    `TOTAL  (Impuestos incl.)`; empty if there is none.
    """
    if len(cells) < 2 or not _IN_BRACKETS.fullmatch(clean, cells[1].start, cells[1].end):
        return ""
    keys = (label_key(clean[cells[0].start : cell.end]) for cell in (cells[1], cells[0]))
    return next((key for key in keys if key in known), "")


def _is_count(cell: str, stop: re.Match[str], known: Known) -> bool:
    """Whether a small number stands inside a label, which is none without the words behind it."""
    if not _COUNT.fullmatch(stop[0]):
        return False
    following = _STOP.search(cell, stop.end())
    before, behind = cell[: stop.start()], cell[stop.end() : following.start() if following else len(cell)]
    return label_key(before) not in known and bool(label_key(behind)) and label_key(before + behind) in known


def _is_bracketed(cell: str, place: int) -> bool:
    """Whether a place is inside brackets: `Dion Realties (Co. no: 20154-T)`."""
    return cell.count("(", 0, place) > cell.count(")", 0, place) and ")" in cell[place:]


def _without_currency(words: str, codes: Container[str]) -> int:
    """Where words end without the currency of what follows: `Total EUR 45.00`, `Total (in euros)`."""
    bracketed = _BRACKETED.search(words)
    if bracketed and all(word in codes or word in IN for word in bracketed[1].split()):
        return bracketed.start()
    shorter, _, last = words.rstrip().rpartition(" ")
    return len(shorter.rstrip()) if shorter and last in codes else len(words)


def _before_month(words: str, key: str, after: int, known: Known) -> tuple[str, int, bool]:
    """`Date May 17, 2025`: the month belongs to the value."""
    shorter, _, last = words.rstrip().rpartition(" ")
    if shorter and label_key(last) in _MONTH_KEYS and label_key(shorter) in known:
        return label_key(shorter), len(shorter), False
    return key, after, False


def _further(
    clean: str, inner: tuple[int, int], cell: int, known: Known
) -> list[tuple[str, int, int, int, bool]]:
    """Known labels with a colon inside a cell: `Invoice no: 12 Date: 2025-01-31`."""
    found = []
    start, end = inner
    for colon in _COLON.finditer(clean, start, end):
        words = list(_WORD.finditer(clean, max(start, colon.start() - 60), colon.start()))[-_MOST_WORDS:]
        for word in words:
            key = label_key(clean[word.start() : colon.start()])
            paired = clean[start : word.start()].rstrip().endswith("/")
            if key in known and word.start() > start and not paired:
                found.append((key, word.start(), colon.end(), cell, True))
                break
        start = colon.end()
    return found


_MONTH_KEYS: Final = frozenset(label_key(name) for name in MONTHS)
