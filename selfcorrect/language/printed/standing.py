"""Where a value stands in a document, in whatever form it is printed there."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from decimal import Decimal
from functools import cached_property, lru_cache
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
    printed = _printed(document)
    found = [*_as_text(value, printed.words), *_as_number(value, printed), *_as_date(value, printed)]
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


class _Printed:
    """What a document prints, each kind worked out when it is first asked for."""

    def __init__(self, document: str) -> None:
        self._document = document

    @cached_property
    def words(self) -> _Words:
        """Its words."""
        return _words(self._document)

    @cached_property
    def numbers(self) -> dict[Decimal, list[Span]]:
        """Where its numbers stand, by all that they can mean."""
        found: dict[Decimal, list[Span]] = {}
        for match in _NUMBER.finditer(cleaned(self._document)):
            for meaning in meanings(match[0], None):
                found.setdefault(meaning, []).append(Span(match.start(), match.end()))
        return found

    @cached_property
    def dates(self) -> dict[str, list[Span]]:
        """Where its dates stand, by all that they can mean, as ISO texts."""
        found: dict[str, list[Span]] = {}
        clean = cleaned(self._document)
        for printed in find_dates(clean, 0, len(clean), None):
            for meaning in printed.values:
                found.setdefault(meaning, []).append(Span(printed.start, printed.end))
        return found


_printed = lru_cache(maxsize=2)(_Printed)
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


def _as_text(value: str, words: _Words) -> Iterator[Span]:
    sought = _words(value)
    if not sought.spans:
        return
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


def _as_number(value: str, printed: _Printed) -> list[Span]:
    try:
        wanted = parse_number(value.strip())
    except ValueError:
        return []
    return printed.numbers.get(wanted.copy_abs(), [])[:_MOST]


def _as_date(value: str, printed: _Printed) -> list[Span]:
    wanted = value.strip()
    return printed.dates.get(wanted, [])[:_MOST] if _ISO.fullmatch(wanted) else []
