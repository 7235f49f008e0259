"""Where a value stands in a document, in whatever form it is printed there."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from itertools import islice
from typing import Final

from msgspec import Struct

from selfcorrect.language.numbers import parse_number
from selfcorrect.language.printed.dates import find_dates
from selfcorrect.language.printed.letters import cleaned
from selfcorrect.language.printed.numbers import DIGITS, meanings
from selfcorrect.model.marks import Span

_NUMBER: Final = re.compile(rf"(?<![\w.,'’]){DIGITS}(?!\w)")
_ISO: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_WORD: Final = re.compile("a+|0+(?:,0+)*|[,.]")
_BETWEEN: Final = "\0"
"""Stands between words: `cleaned` leaves none in a text."""
_STRAIGHT: Final = dict.fromkeys("‘’´`", "'") | dict.fromkeys("“”„", '"')
"""Quotation marks as models, and questions, write them."""
_MOST: Final = 1000
"""Places that are looked at."""


def standing(value: str, document: str) -> tuple[Span, ...]:
    """Every place where a value stands: a text word by word, whatever its case and spacing, a number or an
    ISO date in any form. Empty for an empty value.
    """
    clean = cleaned(document)
    found = [*_as_text(value, document), *_as_number(value, clean), *_as_date(value, clean)]
    return tuple(dict.fromkeys(found))


class _Words(Struct, frozen=True):
    """The words of a text, folded, in one string; where each begins in it, and where in the text."""

    folded: str
    begins: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]


def _words(text: str) -> _Words:
    """Runs of letters, numbers, and each other character that is printed, so that `Ada` is not found in
    `Adams`, nor `15` in `15.99`. Letters without case stand alone: in their scripts words are not set apart.
    """
    clean = cleaned(text)
    letters = set(clean)
    kinds = clean.translate({ord(letter): _kind(letter) for letter in letters})
    folded = clean.translate({ord(letter): _fold(letter) for letter in letters})
    spans = tuple(word.span() for word in _WORD.finditer(kinds))
    begins, at = [], 1
    for start, end in spans:
        begins.append(at)
        at += end - start + 1
    joined = "".join(f"{_BETWEEN}{folded[start:end]}" for start, end in spans)
    return _Words(f"{joined}{_BETWEEN}", tuple(begins), spans)


_words_of_document = lru_cache(maxsize=2)(_words)
"""One document is looked at for many values, and more than two at once rarely."""


def _kind(letter: str) -> str:
    if letter.lower() != letter.upper():
        return "a"
    if letter.isdecimal():
        return "0"
    if letter in ".,'’":
        return ","
    return "." if letter.isprintable() and letter != " " else " "


def _fold(letter: str) -> str:
    """A letter without case, as one letter."""
    forms = (_STRAIGHT.get(letter, letter).casefold(), letter.lower(), letter)
    return next(form for form in forms if len(form) == 1)


def _as_text(value: str, document: str) -> Iterator[Span]:
    sought = _words(value)
    if not sought.spans:
        return
    words = _words_of_document(document)
    for at in islice(_found(sought.folded, words.folded), _MOST):
        first = bisect_right(words.begins, at)
        last = first + len(sought.spans) - 1
        yield Span(words.spans[first][0], words.spans[last][1])


def _found(sought: str, text: str) -> Iterator[int]:
    """Where a text begins in another, one behind the other. That takes time by their lengths alone: whatever
    begins like what is sought, `find` goes on behind it.
    """
    at = text.find(sought)
    while at >= 0:
        yield at
        at = text.find(sought, at + len(sought) - 1)


def _as_number(value: str, clean: str) -> Iterator[Span]:
    try:
        wanted = abs(parse_number(value.strip()))
    except ValueError:
        return
    printed = (match for match in _NUMBER.finditer(clean) if wanted in meanings(match[0], None))
    for match in islice(printed, _MOST):
        yield Span(match.start(), match.end())


def _as_date(value: str, clean: str) -> Iterator[Span]:
    try:
        wanted = date.fromisoformat(value.strip()).isoformat() if _ISO.fullmatch(value.strip()) else ""
    except ValueError:
        return
    if not wanted:
        return
    dates = (printed for printed in find_dates(clean, 0, len(clean), None) if wanted in printed.values)
    for printed in islice(dates, _MOST):
        yield Span(printed.start, printed.end)
