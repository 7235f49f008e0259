"""What a provider said about a failure, as far as it may be repeated: one short line, no key, no document."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

LONGEST: Final = 200
"""Characters repeated of what a provider says."""

_OVERLAP: Final = 16
"""So many characters in a row that also stand in the prompt are a quotation of it."""
_KEY_LIKE: Final = re.compile(r"[A-Za-z0-9_\-]{8,}")
_SPACES: Final = re.compile(r"\s+")


def said(body: Any) -> str:
    """The words in the body of an error, be it an object of OpenAI or Anthropic, details of FastAPI or a bare
    text. Empty for a web page, and where there are none.
    """
    words = _SPACES.sub(" ", "; ".join(_words(body, 4))).strip()
    return "" if words.startswith("<") else words


def repeatable(words: str, secret: str, prompt: str) -> str:
    """The words cut to 200 printable characters, without the key; empty where they quote the prompt."""
    line = "".join(c if c.isprintable() else " " for c in words[: 10 * LONGEST])
    line = _without_key(_SPACES.sub(" ", line).strip(), secret)
    if len(line) > LONGEST:
        line = f"{line[:LONGEST].rstrip()}…"
    return "" if _quotes(line, _SPACES.sub(" ", prompt)) else line


def _words(body: Any, levels: int) -> Iterator[str]:
    if isinstance(body, str):
        yield body
    elif isinstance(body, list) and levels:
        for item in body:
            yield from _words(item, levels - 1)
    elif isinstance(body, Mapping) and levels:
        # Only these: an error of FastAPI also has the `input`, which is our whole request.
        for name in ("error", "message", "detail", "msg"):
            yield from _words(body.get(name), levels - 1)


def _without_key(line: str, secret: str) -> str:
    if not secret:
        return line
    # Providers show parts of a key as well, to say which one they mean.
    line = line.replace(secret, "***")
    return _KEY_LIKE.sub(lambda found: "***" if found[0] in secret else found[0], line)


def _quotes(line: str, prompt: str) -> bool:
    return any(line[at : at + _OVERLAP] in prompt for at in range(len(line) - _OVERLAP + 1))
