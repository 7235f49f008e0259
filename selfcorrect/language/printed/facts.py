"""A document as rules look at it: `appears` and `numbers`."""

import re
from collections import Counter
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from functools import cached_property, lru_cache
from typing import Any, Final

from selfcorrect.language.numbers import bucket
from selfcorrect.language.printed.damage import mend, mended_digits
from selfcorrect.language.printed.dates import find_dates
from selfcorrect.language.printed.letters import cleaned, folded
from selfcorrect.language.printed.numbers import DIGITS, SPACED, mark_of_all, meanings

_SPACE: Final = re.compile(r"[\s\xa0]+")
_TOKENS: Final = tuple(re.compile(rf"(?<![0-9.,'’]){form}(?![0-9])") for form in (DIGITS, SPACED))
_NUMBER: Final = re.compile(rf"(?<![\w.,'’-])-?{DIGITS}(?!\w)")


class Facts:
    """A document's numbers, dates and words; each is looked for when first asked for."""

    def __init__(self, text: str) -> None:
        self._printed = text

    @cached_property
    def _text(self) -> str:
        return cleaned(self._printed)

    @cached_property
    def _clean(self) -> str:
        return mend(self._text)[0]

    @cached_property
    def words(self) -> str:
        """The text without case and accents, with single spaces."""
        return _folded(self._text)

    @cached_property
    def mended_words(self) -> str:
        """The words, with digits where letters between digits stand for them."""
        return _folded(mended_digits(self._text))

    @cached_property
    def numbers(self) -> frozenset[object]:
        """Every value that printed digits can mean in any style, without signs, as buckets."""
        tokens = {match[0] for form in _TOKENS for match in form.finditer(self._clean)}
        return frozenset(bucket(value) for token in tokens for value in meanings(token, None))

    @cached_property
    def dates(self) -> frozenset[str]:
        """Every day that a printed date can mean, as ISO texts."""
        found = find_dates(self._clean, 0, len(self._clean), None)
        return frozenset(value for printed in found for value in printed.values)


_STANDING: Final = re.compile(r"(?<![0-9])(?<![0-9][.,])[0-9]+(?:[.,][0-9]+)*")
_GROUPED: Final = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+")


def _folded(text: str) -> str:
    return _SPACE.sub(" ", folded(text)).strip()


def numbers(text: str) -> list[Decimal]:
    """The numbers printed in a text, in order, with their signs, in the style the text keeps to."""
    clean = cleaned(text)
    mark = mark_of_all(clean) or "."
    tokens = ((match[0], meanings(match[0].lstrip("-"), mark)) for match in _NUMBER.finditer(clean))
    return [-values[0] if token[0] == "-" else values[0] for token, values in tokens if values]


def mentions(texts: Iterable[str | None], number: Decimal | int) -> int:
    """How many of some texts print a number, with or without thousands separators and zeros at its end."""
    value = abs(Decimal(number))
    whole = int(value)
    share = format(Decimal(value) % 1, "f").partition(".")[2].rstrip("0")
    return _printed(tuple(texts))[f"{whole}.{share}" if share else str(whole)]


def resembles(one: Decimal | int, other: Decimal | int) -> bool:
    """Whether one number is the other with one digit changed, or two that stand side by side swapped. Numbers
    of one digit resemble nothing.
    """
    a, b = (format(abs(Decimal(value)).normalize(), "f") for value in (one, other))
    differ = [n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y]
    if len(a) != len(b) or sum(map(str.isdigit, a.lstrip("0."))) < 2:
        return False
    if len(differ) == 2 and differ[1] - differ[0] == 1:
        first, second = differ
        return (a[first], a[second]) == (b[second], b[first])
    return len(differ) == 1


@lru_cache(maxsize=16)
def _printed(texts: tuple[str | None, ...]) -> Counter[str]:
    """In how many of some texts each number stands, without thousands separators and zeros at its end."""
    return Counter(
        number
        for text in texts
        if text
        for number in {_normal(match[0]) for match in _STANDING.finditer(text)}
    )


def _normal(token: str) -> str:
    """A printed number without its separators; as it is where it is none."""
    whole, _, share = token.partition(".")
    if not share.isdigit() and share:
        return token
    whole = whole.replace(",", "") if _GROUPED.fullmatch(whole) else whole
    share = share.rstrip("0")
    return f"{whole}.{share}" if share else whole


@lru_cache(maxsize=1024)
def _wanted(value: str) -> str:
    return _folded(cleaned(value))


def appears(value: Any, facts: Facts) -> bool:
    """Whether a value is printed: a number or date in any form, a text whatever its case and spacing."""
    if isinstance(value, Decimal | int) and not isinstance(value, bool):
        return bucket(abs(value)) in facts.numbers
    if isinstance(value, date):
        return value.isoformat()[:10] in facts.dates
    wanted = _wanted(str(value))
    if _stands(wanted, facts.words):
        return True
    return any(c.isdigit() for c in wanted) and _stands(wanted, facts.mended_words)


def _stands(wanted: str, words: str) -> bool:
    """Whether a text stands in another and is no part of a longer number or word: `HS-2025` is not what is
    printed as `HS-20250417`. An empty one stands everywhere.
    """
    at = words.find(wanted)
    while at >= 0 and wanted:
        end = at + len(wanted)
        before, after = words[at - 1 : at] if at else "", words[end : end + 1]
        if not (_joins(before, wanted[0]) or _joins(wanted[-1], after)):
            return True
        at = words.find(wanted, at + 1)
    return not wanted


def _joins(left: str, right: str) -> bool:
    """Whether two neighbours belong to one word or one number."""
    return (left.isalpha() and right.isalpha()) or (left.isdigit() and right.isdigit())
