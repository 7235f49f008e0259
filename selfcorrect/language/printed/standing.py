"""Where a value stands in a document, in whatever form it is printed there."""

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Final

from selfcorrect.language.numbers import parse_number
from selfcorrect.language.printed.dates import find_dates
from selfcorrect.language.printed.letters import cleaned
from selfcorrect.language.printed.numbers import DIGITS, meanings
from selfcorrect.model.marks import Span

_NUMBER: Final = re.compile(rf"(?<![\w.,'’]){DIGITS}(?!\w)")
_MOST: Final = 1000
"""Places that are looked at."""


def standing(value: str, document: str) -> tuple[Span, ...]:
    """Every place where a value stands: a text whatever its case and spacing, a number or an ISO date in any
    form. Empty for an empty value.
    """
    clean = cleaned(document)
    found = [*_as_text(value, clean), *_as_number(value, clean), *_as_date(value, clean)]
    return tuple(dict.fromkeys(found))[:_MOST]


def _as_text(value: str, clean: str) -> Iterator[Span]:
    words = cleaned(value).split()
    if not words:
        return
    pattern = re.compile(r"\s+".join(map(re.escape, words)), re.IGNORECASE)
    for match in pattern.finditer(clean):
        yield Span(match.start(), match.end())


def _as_number(value: str, clean: str) -> Iterator[Span]:
    try:
        wanted = abs(Decimal(parse_number(value)))
    except ValueError:
        return
    for match in _NUMBER.finditer(clean):
        if wanted in meanings(match[0], None):
            yield Span(match.start(), match.end())


def _as_date(value: str, clean: str) -> Iterator[Span]:
    try:
        wanted = date.fromisoformat(value).isoformat()
    except ValueError:
        return
    for printed in find_dates(clean, 0, len(clean), None):
        if wanted in printed.values:
            yield Span(printed.start, printed.end)
