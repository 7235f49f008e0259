"""Where each character of a YAML scalar's value stands in its file.

YAML changes texts as it reads them: lines are folded, quotes doubled, escapes replaced. The anchors made
here (`Marked.anchors`) undo that for a caret, so that the ninth character of a folded expression is
pointed at in its own line and column.
"""

import re
from typing import Any, Final

Anchor = tuple[int, int, int]
"""Offset in the value, line, column; the latter two count from 1."""

_ANCHOR: Final = re.compile(r"&\S+\s*")
_FOLD: Final = r"[ \t]*\n[ \t\n]*"
_CHANGED: Final = {
    "'": re.compile(rf"''|{_FOLD}"),
    '"': re.compile(rf"\\\n[ \t]*|\\x..|\\u.{{4}}|\\U.{{8}}|\\.|{_FOLD}"),
}
"""What a quoted scalar reads as something else."""


def anchors(event: Any, text: str) -> tuple[Anchor, ...]:
    """The anchors of a scalar event of the YAML parser; none for a plain scalar on one line."""
    index, line, column = start_of(event, text)
    if not event.style and line == event.end_mark.line + 1:
        return ()
    source = text[index : event.end_mark.index]
    if event.style in _CHANGED:
        return _quoted(source, event.style, line, column)
    return _folded(source, event.value, line, column, header=bool(event.style))


def start_of(event: Any, text: str) -> tuple[int, int, int]:
    """Index, line and column where a scalar itself starts: behind its anchor, if it has one."""
    start = event.start_mark
    if not event.anchor:
        return start.index, start.line + 1, start.column + 1
    lead = _ANCHOR.match(text, start.index)
    index = lead.end() if lead else start.index
    breaks = text.count("\n", start.index, index)
    column = index - text.rfind("\n", 0, index)
    return index, start.line + 1 + breaks, column


def _quoted(source: str, quote: str, line: int, column: int) -> tuple[Anchor, ...]:
    found = [(0, line, column + 1)]
    offset, done = 0, 1
    line_start = 1 - column
    for change in _CHANGED[quote].finditer(source, 1, len(source) - 1):
        piece = change.group()
        breaks = piece.count("\n")
        offset += change.start() - done + _read_as(piece, breaks)
        done = change.end()
        if breaks:
            line += breaks
            line_start = change.start() + piece.rindex("\n") + 1
        found.append((offset, line, done - line_start + 1))
    return tuple({anchor[0]: anchor for anchor in found}.values())


def _read_as(piece: str, breaks: int) -> int:
    """How many characters of the value a changed piece became."""
    if piece.startswith("\\\n"):
        return 0
    return max(1, breaks - 1)


def _folded(source: str, value: str, line: int, column: int, *, header: bool) -> tuple[Anchor, ...]:
    """Anchors of a plain or block scalar: folding changes only the white space at the ends of lines."""
    found: list[Anchor] = []
    offset = 0
    for number, text in enumerate(source.split("\n")):
        content = text.strip(" \t")
        at = value.find(content, offset) if content and not (header and number == 0) else -1
        if at < 0:
            continue
        indent = len(text) - len(text.lstrip(" \t"))
        found.append((at, line + number, indent + (column if number == 0 else 1)))
        offset = at + len(content)
    if not found:
        return ((0, line, column),)
    if found[0][0] > 0:
        found.insert(0, (0, *found[0][1:]))
    return tuple(found)
