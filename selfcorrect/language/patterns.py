"""Patterns of packs, on RE2: linear in the text whatever the pattern says."""

from functools import cache
from typing import Any, Final

LONGEST: Final = 1000
"""Characters of a pattern."""


class PatternError(ValueError):
    """A pattern that RE2 does not take, with the reason."""


@cache
def compile_pattern(pattern: str, longest: int = LONGEST) -> Any:
    """The compiled pattern, of at most `longest` characters. Raises PatternError."""
    import re2

    if len(pattern) > longest:
        raise PatternError(f"longer than {longest} characters")
    options = re2.Options()
    options.log_errors = False
    options.max_mem = 1 << 22
    try:
        return re2.compile(pattern, options)
    except (re2.error, UnicodeError, RecursionError) as error:
        text = error.args[0] if error.args else error
        raise PatternError(text.decode(errors="replace") if isinstance(text, bytes) else str(text)) from None


def check_pattern(pattern: str) -> None:
    """Raise PatternError if the pattern does not compile."""
    compile_pattern(pattern)


def fits(pattern: str, text: str) -> bool:
    """Whether the whole of `text` fits the pattern; lone surrogates never do."""
    try:
        return compile_pattern(pattern).fullmatch(text) is not None
    except UnicodeError:
        return False
