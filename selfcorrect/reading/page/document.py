"""A document as lines and cells. Offsets are those of the text as given, all the way through."""

import re
from bisect import bisect_left, bisect_right
from typing import Final

from msgspec import Struct

from selfcorrect.language.printed.damage import mend
from selfcorrect.language.printed.letters import cleaned
from selfcorrect.model.marks import Span

LONGEST_LINE: Final = 2000
"""Code points of a line that are read."""

_QUOTED: Final = re.compile(r"(?:[ \t]*>)*[ \t]*")
GAP: Final = re.compile(r"(?:\t|  | ?\|| ?\.{3})(?:[ \t|]|\.{3,})*")
"""Two spaces, a tab, a bar or a dotted leader: what parts a line's cells."""
_LOOSE: Final = re.compile(r"(?<![0-9])\xa0|\xa0(?![0-9]{3}(?![0-9]))")
"""A no-break space that does not stand between thousands: a space as any other."""
_FORM_FEED: Final = re.compile("\f")
_WORDS: Final = re.compile(r"[^\W_]")


class Cell(Struct, frozen=True):
    """A stretch of a line between wide gaps."""

    start: int
    end: int


class Line(Struct, frozen=True):
    """A line with something on it, without its quote marks and indentation.

    `block` counts on at every blank line and every ruled line (`-----`); `left` is where the line begins,
    indentation included, so that `start - left` is a column; `page` counts form feeds.
    """

    start: int
    end: int
    block: int
    cells: tuple[Cell, ...]
    left: int = 0
    page: int = 0


def overlap(one: Cell, line: Line, other: Cell, below: Line) -> bool:
    """Whether cells of two lines have a column in common."""
    return one.start - line.left < other.end - below.left and other.start - below.left < one.end - line.left


class Document(Struct, frozen=True):
    """`text` as given; `clean` of the same length, with plain spaces, hyphens and line feeds.

    A no-break space is left only before three digits, where it may stand between thousands. `mended` are
    stretches of `clean` where text recognition had put letters or a space for digits.
    """

    text: str
    clean: str
    lines: tuple[Line, ...]
    mended: tuple[Span, ...] = ()

    def is_mended(self, start: int, end: int) -> bool:
        """Whether some of a stretch had to be mended."""
        return self._mended_at(start, end) is not None

    def printed(self, start: int, end: int) -> Span:
        """A stretch with all of what was mended in it: a space that was moved stands elsewhere in print."""
        mended = self._mended_at(start, end)
        return Span(min(start, mended.start), max(end, mended.end)) if mended else Span(start, end)

    def _mended_at(self, start: int, end: int) -> Span | None:
        before = bisect_left(self.mended, end, key=lambda span: span.start)
        found = self.mended[before - 1] if before else None
        return found if found and found.end > start else None


def document_of(text: str) -> Document:
    """The lines and cells of any text. Linear in its length; never raises."""
    clean, mended = mend(_LOOSE.sub(" ", cleaned(text)))
    return Document(text=text, clean=clean, lines=tuple(_lines(clean, _page_starts(text))), mended=mended)


def _page_starts(text: str) -> list[int]:
    return [match.end() for match in _FORM_FEED.finditer(text)]


def _lines(clean: str, pages: list[int]) -> list[Line]:
    found = []
    block, at = 0, 0
    for raw in clean.split("\n"):
        prefix = _QUOTED.match(raw)
        inner = prefix.end() if prefix else 0
        content = raw[inner : inner + LONGEST_LINE].rstrip()
        if _WORDS.search(content):
            start = at + inner
            page = bisect_right(pages, start)
            found.append(Line(start, start + len(content), block, _cells(content, start), at, page))
        else:
            block += 1
        at += len(raw) + 1
    return found


def _cells(content: str, offset: int) -> tuple[Cell, ...]:
    """The stretches between wide gaps. Before a colon there is none: it belongs to the label it ends."""
    found = []
    start = 0
    for gap in GAP.finditer(content):
        if content.startswith(":", gap.end()) and gap.start() > start:
            continue
        if gap.start() > start:
            found.append(Cell(offset + start, offset + gap.start()))
        start = gap.end()
    if start < len(content):
        found.append(Cell(offset + start, offset + len(content)))
    return tuple(found)
