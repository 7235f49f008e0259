"""Titles: the lines that say what a document is, with its number and date and nothing else beside it."""

import re
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from selfcorrect.language.printed.dates import find_dates
from selfcorrect.language.printed.months import MONTHS
from selfcorrect.reading.page.document import Cell, Line
from selfcorrect.reading.page.keys import label_key
from selfcorrect.reading.page.labels import Phrase
from selfcorrect.reading.page.words import label_keys

_LONGEST: Final = 400
_WORD: Final = re.compile(r"[^\W\d_][^\W\d_'’.°º]*")
_TOKEN: Final = re.compile(r"[^\s()]*[0-9][^\s()]*|[^\W\d_][^\W\d_'’]*")
_CODE: Final = re.compile(r"[^\S\n]*\([0-9]{3}\)")
"""A document's type by its code, as the standard's own lists print it: `Schlussrechnung Bau (877)`."""
_MOST_WORDS: Final = 5


class Titles(Struct, frozen=True):
    """Titles by key, endings of words that make a title (`*rechnung`), and the keys of words between a title
    and its number or date (`no`, `dated`). `firsts` are the titles, to look for at a key's start.
    """

    keys: frozenset[str]
    endings: tuple[str, ...]
    between: frozenset[str]
    firsts: tuple[str, ...]

    def names(self, key: str) -> bool:
        """Whether a key is a title, perhaps with a word such as `no` after it."""
        return key in self.keys or (bool(self.endings) and key.endswith(self.endings))

    def title_in(self, clean: str, line: Line, phrases: tuple[Phrase, ...]) -> Cell | None:
        """A line that is a title with at most its number and date; else the cell of it that is; None if
        neither is.
        """
        if line.end - line.start > _LONGEST:
            return None
        ends = [(phrase, end) for phrase in phrases if (end := self._end_of_title(clean, line, phrase))]
        if any(self._is_bare(clean, end, line.end) for _, end in ends):
            return Cell(line.start, line.end)
        cells = ((line.cells[phrase.cell], end) for phrase, end in ends)
        return next((cell for cell, end in cells if self._is_bare(clean, end, cell.end)), None)

    def goes_on(self, clean: str, start: int, end: int) -> bool:
        """Whether a stretch holds nothing but what may follow a title."""
        return end - start <= _LONGEST and self._is_bare(clean, start, end)

    def leads_in(self, clean: str, cell: Cell) -> bool:
        """Whether a cell is a word such as `no` and a number: `N° FX-20240612`."""
        word = _WORD.match(clean, cell.start, cell.end)
        starts = word is not None and label_key(word[0]) in self.between
        return (
            starts and _has_digit(clean[cell.start : cell.end]) and self.goes_on(clean, cell.start, cell.end)
        )

    def ends_in(self, clean: str, line: Line) -> int | None:
        """Where the first of a line's words that is a title ends; None if none is."""
        words = _WORD.finditer(clean, line.start, line.end)
        return next((word.end() for word in words if self.names(label_key(word[0]))), None)

    def _end_of_title(self, clean: str, line: Line, phrase: Phrase) -> int:
        """Where the title ends that a cell starts with; 0 if it starts with none."""
        if phrase.colon or phrase.start != line.cells[phrase.cell].start or not self._may_start(phrase.key):
            return 0
        words = _WORD.findall(clean, phrase.start, phrase.end)
        if not 0 < len(words) <= _MOST_WORDS:
            return 0
        coded = _CODE.match(clean, phrase.end - 1) or _CODE.match(clean, phrase.end)
        if not self._starts(words, coded=coded is not None):
            return 0
        return coded.end() if coded else phrase.end

    def _may_start(self, key: str) -> bool:
        """Whether a key starts with a title's, or holds what makes one of a word: most lines do not."""
        return key.startswith(self.firsts) or any(ending in key for ending in self.endings)

    def _starts(self, words: list[str], *, coded: bool) -> bool:
        """Whether words are a title and words between; where a code follows, any words may end it."""
        for count in range(len(words), 0, -1):
            if self.names(label_key(" ".join(words[:count]))):
                rest = words[count:]
                return coded or all(label_key(word) in self.between for word in rest)
        return False

    def _is_bare(self, clean: str, start: int, end: int) -> bool:
        """Whether nothing but numbers, dates and words between stand in the rest of a line."""
        dates = list(find_dates(clean, start, end, "day first"))
        for token in _TOKEN.finditer(clean, start, end):
            in_date = any(date.start <= token.start() < date.end for date in dates)
            if not in_date and token[0][-1].isalpha() and not _has_digit(token[0]):
                key = label_key(token[0])
                if key not in self.between and key not in _MONTH_KEYS and not self.names(key):
                    return False
        return True


def _has_digit(text: str) -> bool:
    return any(c.isdigit() for c in text)


def make_titles(titles: Iterable[str], between: Iterable[str]) -> Titles:
    """Titles of word templates; those that start with `*` are endings of words."""
    whole = [text for text in titles if not text.startswith("*")]
    endings = label_keys(text[1:] for text in titles if text.startswith("*"))
    keys = tuple(label_keys(whole))
    return Titles(frozenset(keys), tuple(endings), frozenset(label_keys(between)), keys)


_MONTH_KEYS: Final = frozenset(label_key(name) for name in MONTHS)
