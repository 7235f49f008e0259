"""The JSON in what a model wrote: behind its thoughts, within fences and prose."""

import re
from typing import Any, Final

from selfcorrect.loop.lenient_json import OPENING, LenientError, read_value
from selfcorrect.model.exact_json import JsonError, decode

_THOUGHTS: Final = re.compile(r"[\s\ufeff]*+<(think|thinking|thought|reasoning)>", re.IGNORECASE)
_END_OF_THOUGHTS: Final = "</think>"
"""What stands alone where a server has taken the opening tag for its own."""
_BLANK: Final = " \t\r\n\ufeff"


def values_in(text: str, start: int = 0) -> list[Any]:
    """The objects, and the lists that begin with one, that stand in a text from an offset on, in order.

    A text that is JSON as a whole is its one value, whatever that is. Brackets that no key stands in are
    prose. Raises LenientError where an object has begun and cannot be read: what stands inside of it or
    behind it is not taken for what was meant.
    """
    whole = text[start:].strip(_BLANK)
    if (exact := _exact(whole)) or (exact := _exact_within(whole)):
        return exact
    found = []
    while opening := OPENING.search(text, start):
        start = opening.end()
        if opening["begun"] is not None:
            value, start = read_value(text, opening.start())
            found.append(value)
    return found


def _exact(text: str) -> list[Any]:
    """The value of a text that is JSON as a whole; none where it is not."""
    try:
        return [decode(text)]
    except JsonError:
        return []


def _exact_within(text: str) -> list[Any]:
    """The object that a text holds where nothing else in it looks like one: many times as fast."""
    first, last = text.find("{"), text.rfind("}")
    if first < 0 or text.find("[", 0, first) >= 0 or text.find("{", max(first, last) + 1) >= 0:
        return []
    return _exact(text[first : last + 1])


def behind_thoughts(text: str) -> int | None:
    """The offset behind a model's thoughts, 0 where it wrote none down; None where they do not end."""
    start = 0
    while opened := _THOUGHTS.match(text, start):
        closing = f"</{opened[1]}>"
        end = text.find(closing, opened.end())
        if end < 0:
            return None
        start = end + len(closing)
    end = -1 if start else text.find(_END_OF_THOUGHTS)
    return end + len(_END_OF_THOUGHTS) if end >= 0 and _is_closed(text[:end]) else start


def _is_closed(text: str) -> bool:
    """Whether no object is open at the end, so that what follows stands in none: a document may be made to
    have a model write a tag, and another record, into one.
    """
    try:
        values_in(text)
    except LenientError:
        return False
    return True
