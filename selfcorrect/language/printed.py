"""What a document prints: its numbers, dates and words, for `appears` and `numbers`."""

import re
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Any, Final

from selfcorrect.language.numbers import bucket

_PLAIN: Final = re.compile(r"(?<![\w.])-?[0-9]{1,18}(?:\.[0-9]{1,9})?(?![\w])")
_SPACE: Final = re.compile(r"\s+")


class Facts:
    """A document as rules look at it; every view is made when first asked for."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def words(self) -> str:
        """The text in one case, with single spaces."""
        return folded(self.text)

    @cached_property
    def numbers(self) -> frozenset[object]:
        """Every value a printed number can mean, as buckets, without its sign."""
        return frozenset(bucket(abs(value)) for value in numbers(self.text))

    @cached_property
    def dates(self) -> frozenset[date]:
        """Every day a printed date can mean."""
        return frozenset()


def folded(text: str) -> str:
    """A text in one case, with single spaces."""
    return _SPACE.sub(" ", text).strip().casefold()


def numbers(text: str) -> list[Decimal]:
    """The numbers printed in a text, in order, as the rule language writes them: digits with a point."""
    return [Decimal(match[0]) for match in _PLAIN.finditer(text)]


def appears(value: Any, facts: Facts | None) -> bool:
    """Whether a value is printed in the document, in any form."""
    if facts is None:
        return False
    if isinstance(value, Decimal):
        return bucket(abs(value)) in facts.numbers
    if isinstance(value, date):
        return value in facts.dates
    return folded(str(value)) in facts.words
