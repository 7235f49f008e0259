"""Labels that text recognition has damaged: one letter of `Totel` is another, missing or too many."""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from selfcorrect.language.shape import walk
from selfcorrect.reading.fields.labelled import labelled_offer
from selfcorrect.reading.fields.offers import Offer, Strength
from selfcorrect.reading.page.labels import Label
from selfcorrect.reading.ready.reader import ReadyReader
from selfcorrect.reading.scan import Scan

_SHORTEST: Final = 5
_LONGEST: Final = 24
"""Letters of a key that is compared: of a shorter one, many words are a letter away."""

_Halves = dict[str, list[tuple[str, Label]]]


def near_offers(scan: Scan, fields: frozenset[int]) -> Iterator[tuple[int, Offer]]:
    """What some fields (by index) are offered by phrases that are a letter away from one of their labels, in
    lines that belong to no list. Only likely.
    """
    firsts, lasts = _halves(scan.ready)
    found: dict[str, dict[int, Label]] = {}
    for line in scan.free:
        for phrase in scan.phrases[line]:
            key = phrase.key
            if key in scan.known or not _SHORTEST <= len(key) <= _LONGEST:
                continue
            if key not in found:
                found[key] = _near(key, firsts, lasts)
            for field, label in found[key].items():
                offer = labelled_offer(scan, line, phrase, label) if field in fields else None
                if offer:
                    yield (
                        field,
                        replace(offer, strength=Strength.NEAR, value=replace(offer.value, sure=False)),
                    )


@lru_cache(maxsize=4)
def _halves(ready: ReadyReader) -> tuple[_Halves, _Halves]:
    """The labels of required fields by both halves of their keys: one edit leaves one of them whole."""
    required = {field.path for field in walk(ready.shape.fields) if field.required}
    fields = {number for number, field in enumerate(ready.fields) if field.spec.path in required}
    firsts: _Halves = defaultdict(list)
    lasts: _Halves = defaultdict(list)
    for key, labels in ready.labels.items():
        for label in labels:
            if label.field in fields and not label.weak and _SHORTEST <= len(key) <= _LONGEST:
                half = len(key) // 2
                firsts[key[:half]].append((key, label))
                lasts[key[half:]].append((key, label))
    return firsts, lasts


def _near(key: str, firsts: _Halves, lasts: _Halves) -> dict[int, Label]:
    """For each field the first label that is a letter away from a key."""
    found: dict[int, Label] = {}
    for size in range(len(key) + 1):
        for other, label in (*firsts.get(key[:size], ()), *lasts.get(key[size:], ())):
            if _is_near(key, other):
                found.setdefault(label.field, label)
    return found


def _is_near(one: str, other: str) -> bool:
    """Whether one text is the other with a letter changed, left out or put in."""
    short, long = sorted((one, other), key=len)
    if len(long) - len(short) > 1:
        return False
    at = next(
        (at for at, pair in enumerate(zip(short, long, strict=False)) if pair[0] != pair[1]), len(short)
    )
    return short[at + (len(short) == len(long)) :] == long[at + 1 :]
