"""Paths into records (`line_items[2].amount`) and patterns, which leave the numbers of rows out."""

import re
from typing import Final

_ROW: Final = re.compile(r"\[\d+\]")


def pattern_of(path: str) -> str:
    """A path without the numbers of its rows: `line_items[].amount`."""
    return _ROW.sub("[]", path)


def row_of(path: str) -> str:
    """The row a path leads into: `line_items[2]` of `line_items[2].amount`, empty if into none."""
    return path[: path.rfind("]") + 1]


def covers(outer: str, inner: str) -> bool:
    """Whether one path or pattern is the other, or what the other stands in; the empty one is everything."""
    return not outer or inner == outer or inner.startswith((f"{outer}.", f"{outer}["))


def meets(one: str, other: str) -> bool:
    """Whether one of two paths or patterns stands in the other."""
    return covers(one, other) or covers(other, one)


def apart(one: str, other: str) -> bool:
    """Whether two paths lead into different rows of one list."""
    rows = ((one[: row.end()], one[: row.start() + 1]) for row in _ROW.finditer(one))
    return any(other.startswith(every) and not covers(row, other) for row, every in rows)
