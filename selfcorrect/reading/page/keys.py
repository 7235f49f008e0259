"""Texts as labels are compared: letters only, without case, accents and the commonest OCR confusions."""

import re
from collections.abc import Container
from functools import lru_cache
from typing import Final

from selfcorrect.language.currencies import CURRENCIES
from selfcorrect.language.printed.letters import plain_letters

_CODE: Final = re.compile(r"(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])")
_NOT_LETTERS: Final = re.compile(r"[\W_]+")
_ALIKE: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s", "8": "b"})


def known_key(text: str, known: Container[str]) -> str:
    """The key of a text; of one that is not known but has a slash, that of its first part that is."""
    key = label_key(text)
    if key in known or "/" not in text:
        return key
    return next((part for part in map(label_key, text.split("/")) if part in known), key)


@lru_cache(maxsize=4096)
def label_key(text: str) -> str:
    """What labels are compared by: `Sub-total (EUR)`, `SUBTOTAL` and `Sub tota1` are one key.

    Currency codes do not count, nor do spaces and punctuation.
    """
    without_codes = _CODE.sub(lambda m: "" if m[0] in CURRENCIES else m[0], text)
    return _NOT_LETTERS.sub("", plain_letters(without_codes)).translate(_ALIKE).replace("rn", "m")
