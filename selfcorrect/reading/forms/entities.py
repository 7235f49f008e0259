"""Character references of HTML and Markdown."""

import re
from typing import Final

_REFERENCE: Final = re.compile(
    r"&(?:#[0-9]{1,7}(?![0-9])|#[xX][0-9a-fA-F]{1,6}(?![0-9a-fA-F])|[A-Za-z][A-Za-z0-9]{1,31});?"
)


def unescaped(text: str) -> str:
    """The text with `&euro;` and `&#8364;` as the characters they stand for. Linear; never raises."""
    if "&" not in text:
        return text
    from html import unescape

    return _REFERENCE.sub(lambda reference: unescape(reference[0]), text)
