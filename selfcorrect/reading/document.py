"""A document as lines and cells. Offsets are those of the text as given, all the way through."""

import re
from typing import Final

from msgspec import Struct

LONGEST_LINE: Final = 2000
"""Code points of a line that are read."""

_ODD: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f\x85\u2000-\u200f\u2010-\u2013\u2028-\u202f\u205f-\u2069\u2212\u3000\ufeff\ufe63"
    "\uff0d\ud800-\udfff]"
)
_PLAIN: Final = (
    dict.fromkeys("\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029", "\n")
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d", "-")
    | dict.fromkeys("\u2007\u2009\u202f", "\u00a0")
)
_QUOTED: Final = re.compile(r"(?:[ \t]*>)*[ \t]*")
GAP: Final = re.compile(r"(?:\t|  | ?\|| ?\.{3})(?:[ \t|]|\.{3,})*")
"""Two spaces, a tab, a bar or a dotted leader: what parts a line's cells."""
_WORDS: Final = re.compile(r"[^\W_]")


class Cell(Struct, frozen=True):
    """A stretch of a line between wide gaps."""

    start: int
    end: int


class Line(Struct, frozen=True):
    """A line with something on it, without its quote marks and indentation.

    `block` counts on at every blank line and every ruled line (`-----`).
    """

    start: int
    end: int
    block: int
    cells: tuple[Cell, ...]


class Document(Struct, frozen=True):
    """`text` as given; `clean` of the same length, with plain spaces, hyphens and line feeds."""

    text: str
    clean: str
    lines: tuple[Line, ...]


def open_document(text: str) -> Document:
    """The lines and cells of any text. Linear in its length; never raises."""
    clean = _clean(text)
    return Document(text=text, clean=clean, lines=tuple(_lines(clean)))


def _clean(text: str) -> str:
    """The same number of code points, without odd spaces, controls, lone surrogates and line ends."""
    text = text.replace("\r\n", " \n").replace("\r", "\n")
    return _ODD.sub(_plain, text)


def _plain(odd: re.Match[str]) -> str:
    character = odd[0]
    if "\ud800" <= character <= "\udfff":
        return "\ufffd"
    return _PLAIN.get(character, " ")


def _lines(clean: str) -> list[Line]:
    found = []
    block, at = 0, 0
    for raw in clean.split("\n"):
        prefix = _QUOTED.match(raw)
        inner = prefix.end() if prefix else 0
        content = raw[inner : inner + LONGEST_LINE].rstrip()
        if _WORDS.search(content):
            start = at + inner
            found.append(Line(start, start + len(content), block, _cells(content, start)))
        else:
            block += 1
        at += len(raw) + 1
    return found


def _cells(content: str, offset: int) -> tuple[Cell, ...]:
    found = []
    start = 0
    for gap in GAP.finditer(content):
        if gap.start() > start:
            found.append(Cell(offset + start, offset + gap.start()))
        start = gap.end()
    if start < len(content):
        found.append(Cell(offset + start, offset + len(content)))
    return tuple(found)
