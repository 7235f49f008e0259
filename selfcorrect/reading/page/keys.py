"""Texts as labels are compared: letters only, without case, accents and the commonest OCR confusions."""

import re
from collections.abc import Callable, Collection, Container
from functools import lru_cache
from typing import Final

from selfcorrect.language.currencies import CURRENCIES
from selfcorrect.language.printed.letters import plain_letters

_CODE: Final = re.compile(r"(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])")
_LONGEST: Final = 80
"""Letters of a label with slashes."""
_NOT_LETTERS: Final = re.compile(r"[\W_]+")
_ALIKE: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s", "8": "b"})


def any_key(text: str, known: Container[str]) -> str:
    """The key of a text; of one that is not known but has slashes, that of its first part that is:
    `Abonnement / Service`.
    """
    key = label_key(text)
    if key in known or "/" not in text or len(text) > _LONGEST:
        return key
    return next((part for part in map(label_key, text.split("/")) if part in known), key)


def shared_key(text: str, named: Callable[[str], Collection[object]]) -> str:
    """The key of a text; of one that names nothing but has slashes, that of its first part, where all its
    parts name the same: `Total / Gesamt`, and neither `Total / night` nor `Net / Gross`.
    """
    key = label_key(text)
    if "/" not in text or len(text) > _LONGEST or named(key):
        return key
    # What is written in other letters says the same for other readers.
    parts = [part for part in map(label_key, text.split("/")) if part.isascii() or not part.isalpha()]
    shared = set.intersection(*(set(named(part)) for part in parts)) if parts else set()
    return parts[0] if shared else key


@lru_cache(maxsize=4096)
def label_key(text: str) -> str:
    """What labels are compared by: `Sub-total (EUR)`, `SUBTOTAL` and `Sub tota1` are one key.

    Currency codes do not count, nor do spaces and punctuation.
    """
    without_codes = _CODE.sub(lambda m: "" if m[0] in CURRENCIES else m[0], text)
    return _NOT_LETTERS.sub("", plain_letters(without_codes)).translate(_ALIKE).replace("rn", "m")
