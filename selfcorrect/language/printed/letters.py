"""Letters as they are compared: without case, accents and odd characters."""

import re
import unicodedata
from functools import lru_cache
from typing import Final

_ODD: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f\x85\u2000-\u200f\u2010-\u2013\u2028-\u202f\u205f-\u2069\u2212\u3000\ufeff\ufe63"
    "\uff0d\ud800-\udfff]"
)
_HIGH: Final = re.compile("[^\x00-\u02ff]")
"""From where marks that stand over letters begin; a range to the last letter takes 16 ms to compile."""
_PLAIN: Final = (
    dict.fromkeys("\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029", "\n")
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d", "-")
    | dict.fromkeys("\u2007\u2009\u202f", "\u00a0")
)


@lru_cache(maxsize=4096)
def plain_letters(text: str) -> str:
    """As `folded`, for words and labels, which come again and again."""
    return folded(text)


def folded(text: str) -> str:
    """The text in lower case, without accents: `Août` is `aout`, `Straße` is `strasse`."""
    text = text.casefold()
    if text.isascii():
        return text
    return _HIGH.sub(_without_marks, unicodedata.normalize("NFKD", text))


def _without_marks(letter: re.Match[str]) -> str:
    return "" if unicodedata.combining(letter[0]) else letter[0]


def cleaned(text: str) -> str:
    """The same number of code points, without odd spaces, controls, lone surrogates and line ends."""
    text = text.replace("\r\n", " \n").replace("\r", "\n")
    return _ODD.sub(_plain, text)


def _plain(odd: re.Match[str]) -> str:
    character = odd[0]
    if "\ud800" <= character <= "\udfff":
        return "\ufffd"
    return _PLAIN.get(character, " ")
