"""Texts as labels are compared: letters only, without case, accents and the commonest OCR confusions."""

import re
import unicodedata
from functools import lru_cache
from typing import Final

from selfcorrect.language.currencies import CURRENCIES

_CODE: Final = re.compile(r"(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])")
_NOT_LETTERS: Final = re.compile(r"[\W_]+")
_ALIKE: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s"})


@lru_cache(maxsize=4096)
def plain_letters(text: str) -> str:
    """The text in lower case, without accents: `Août` is `aout`, `Straße` is `strasse`."""
    text = text.casefold()
    if text.isascii():
        return text
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


@lru_cache(maxsize=4096)
def label_key(text: str) -> str:
    """What labels are compared by: `Sub-total (EUR)`, `SUBTOTAL` and `Sub tota1` are one key.

    Currency codes do not count, nor do spaces and punctuation.
    """
    without_codes = _CODE.sub(lambda m: "" if m[0] in CURRENCIES else m[0], text)
    return _NOT_LETTERS.sub("", plain_letters(without_codes)).translate(_ALIKE)
