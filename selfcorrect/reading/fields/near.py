"""Labels that text recognition has damaged: one letter of `Totel` is another, missing or too many."""

from collections.abc import Iterator
from string import ascii_lowercase
from typing import Final

from msgspec.structs import replace

from selfcorrect.reading.fields.labelled import labelled_offer
from selfcorrect.reading.fields.offers import Offer, Strength
from selfcorrect.reading.page.labels import Label
from selfcorrect.reading.scan import Scan

_SHORTEST: Final = 5
_LONGEST: Final = 24
"""Letters of a key that is compared: of a shorter one, many words are a letter away."""


def near_offers(scan: Scan, number: int, free: list[int]) -> Iterator[Offer]:
    """What a field (its index) is offered by phrases that are a letter away from one of its labels, in lines
    that belong to no list. Only likely.
    """
    for line in free:
        for phrase in scan.phrases[line]:
            if phrase.key in scan.known or not _SHORTEST <= len(phrase.key) <= _LONGEST:
                continue
            label = _near(scan, phrase.key, number)
            offer = labelled_offer(scan, line, phrase, label) if label else None
            if offer:
                yield replace(offer, strength=Strength.NEAR, value=replace(offer.value, sure=False))


def _near(scan: Scan, key: str, number: int) -> Label | None:
    found = (label for other in _beside(key) for label in scan.known.get(other, ()))
    return next((label for label in found if label.field == number and not label.weak), None)


def _beside(key: str) -> Iterator[str]:
    """Every text that is one letter away: another one, one less, one more."""
    for at in range(len(key) + 1):
        before, after = key[:at], key[at:]
        if after:
            yield before + after[1:]
        for letter in ascii_lowercase:
            yield before + letter + after
            if after:
                yield before + letter + after[1:]
