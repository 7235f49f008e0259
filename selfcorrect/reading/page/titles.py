"""Titles: the lines that say what a document is, with its number and date and nothing else beside it."""

import re
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from selfcorrect.language.printed.dates import find_dates
from selfcorrect.language.printed.months import MONTHS
from selfcorrect.reading.page.document import Line
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
    and its number or date (`no`, `dated`).
    """

    keys: frozenset[str]
    endings: tuple[str, ...]
    between: frozenset[str]

    def names(self, key: str) -> bool:
        """Whether a key is a title, perhaps with a word such as `no` after it."""
        return key in self.keys or (bool(self.endings) and key.endswith(self.endings))

    def heads(self, clean: str, line: Line, phrases: tuple[Phrase, ...]) -> bool:
        """Whether a line is a title with at most its number and date."""
        if line.end - line.start > _LONGEST:
            return False
        return any(self._is_title(clean, line, phrase) for phrase in phrases)

    def goes_on(self, clean: str, line: Line) -> bool:
        """Whether a line holds nothing but what may follow a title."""
        return line.end - line.start <= _LONGEST and self._is_bare(clean, line.start, line.end)

    def names_in(self, clean: str, line: Line) -> bool:
        """Whether a title is one of a line's words."""
        return any(self.names(label_key(word[0])) for word in _WORD.finditer(clean, line.start, line.end))

    def _is_title(self, clean: str, line: Line, phrase: Phrase) -> bool:
        if phrase.colon or phrase.start != line.cells[phrase.cell].start:
            return False
        words = _WORD.findall(clean, phrase.start, phrase.end)
        if not 0 < len(words) <= _MOST_WORDS:
            return False
        coded = _CODE.match(clean, phrase.end - 1) or _CODE.match(clean, phrase.end)
        if not self._starts(words, coded=coded is not None):
            return False
        return self._is_bare(clean, coded.end() if coded else phrase.end, line.end)

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
    return Titles(frozenset(label_keys(whole)), endings, frozenset(label_keys(between)))


_MONTH_KEYS: Final = frozenset(label_key(name) for name in MONTHS)
