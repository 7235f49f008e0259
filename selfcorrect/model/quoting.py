"""Texts of authors and files within our own sentences."""

from typing import Final

_LONGEST: Final = 60


def shown(text: str) -> str:
    """A text of the author's, fit for a sentence: one line, no control characters, not too long."""
    clean = "".join(c if c.isprintable() else " " for c in text)
    return clean if len(clean) <= _LONGEST else f"{clean[: _LONGEST - 3]}..."


def quoted(text: str) -> str:
    """`shown`, in backquotes."""
    return f"`{shown(text)}`"
