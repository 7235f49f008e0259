"""Rows of checklists: every item with a check box, what stands in its line, and what is indented below it."""

import re
from typing import Any, Final

from selfcorrect.reading.rows.item_columns import Found, add_value, columns_in, entries, text_shown
from selfcorrect.reading.rows.md_lines import Line, heading
from selfcorrect.reading.rows.raw import BOX, NUMBER, SECTION, TEXT, UNDER, RawRow
from selfcorrect.reading.rows.troubles import Troubles, check_count

DEEPEST: Final = 40
"""Levels of items under items."""

_BULLET: Final = r"(?:[-*+]|\d{1,9}[.)])[ \t]++"
ITEM: Final = re.compile(rf"[ \t]*+(?P<bullet>{_BULLET})\[(?P<box>[^\]\n]?)\](?:[ \t]++|$)(?P<text>.*)")
"""A line that is an item with a check box."""
_NOTE: Final = re.compile(rf"[ \t]*+(?P<bullet>{_BULLET})?+(?P<text>.*)")
_BOLD_KEY: Final = re.compile(r"(?P<mark>\*\*|__)(?P<key>[^*_:\n]{1,60}):?(?P=mark):?")


class Item:
    """An item being read. `places` are those of its columns, in the order in which the values were added."""

    __slots__ = (
        "children",
        "columns",
        "end",
        "indent",
        "number",
        "parts",
        "pending",
        "places",
        "start",
        "values",
    )

    def __init__(self, number: str, indent: int, start: int) -> None:
        self.number = number
        self.indent = indent
        self.start = self.end = start
        self.children = 0
        self.values: dict[str, Any] = {NUMBER: number}
        self.columns: dict[str, Any] = {}
        self.parts: list[str] = []
        self.pending: tuple[str, int] | None = None
        self.places: dict[str, list[tuple[int, int]]] = {}

    def row(self) -> RawRow:
        """What was read."""
        text = " ".join(part for part in self.parts if part)
        return RawRow({**self.columns, **self.values, TEXT: text or None}, (self.start, self.end))


class Checklist:
    """Reads lines one by one."""

    def __init__(self, troubles: Troubles, *, places: bool = False) -> None:
        self.items: list[Item] = []
        self._troubles = troubles
        self._places = places
        self._stack: list[Item] = []
        self._section: str | None = None
        self._count = 0
        self._open: Item | None = None
        """The item whose text the next line goes on with."""

    def read(self, lines: list[Line]) -> None:
        """All lines."""
        for number, line in enumerate(lines):
            below = lines[number + 1].text if number + 1 < len(lines) else ""
            self._line(line, below)

    def _line(self, line: Line, below: str) -> None:
        if not line.text.strip():
            self._open = None
            return
        item = ITEM.fullmatch(line.text) if "[" in line.text else None
        if item:
            self._item(item, line)
        elif (found := heading(line.text, below)) is not None:
            self._section = found[1]
            self._stack.clear()
            self._open = None
        elif self._stack:
            self._note(line)

    def _item(self, item: re.Match[str], line: Line) -> None:
        indent = _indent(line.text)
        self._leave(indent)
        start = line.start + item.start("bullet")
        if len(self._stack) >= DEEPEST:
            said = f"items stand under items more than {DEEPEST} levels deep; this is read one level up"
            self._troubles.add("TOO_DEEP", said, start, line.end)
            del self._stack[DEEPEST - 1 :]
        above = self._stack[-1] if self._stack else None
        read = Item(self._number(above), indent, start)
        read.values[BOX] = item["box"] or " "
        if above:
            read.values[UNDER] = above.number
        if self._section is not None:
            read.values[SECTION] = self._section
        if self._places:
            read.places[BOX] = [(line.start + item.start("box"), line.start + item.end("box"))]
        self.items.append(read)
        check_count(len(self.items))
        self._stack.append(read)
        self._open = read
        self._take_text(read, line, item.start("text"))

    def _number(self, above: Item | None) -> str:
        if above is None:
            self._count += 1
            return str(self._count)
        above.children += 1
        return f"{above.number}.{above.children}"

    def _leave(self, indent: int) -> None:
        while self._stack and self._stack[-1].indent >= indent:
            self._stack.pop()

    def _note(self, line: Line) -> None:
        """A line below an item that is none: columns, a value of a list, more of its text, or a remark."""
        note = _NOTE.match(line.text)
        self._leave(indent := _indent(line.text))
        if not self._stack or note is None:
            self._open = None
            return
        owner = self._stack[-1]
        at = note.start("text")
        found = entries_of(line.text, at)
        if found:
            self._take(owner, line, found)
            empty = found[-1].value is None
            owner.pending = (found[-1].column, indent) if empty else None
            self._open = None
        elif owner.pending and note["bullet"] and indent > owner.pending[1]:
            value = text_shown(line.text[at:]) or None
            self._take(owner, line, [Found(owner.pending[0], value, at, len(line.text.rstrip()))])
        elif owner is self._open and not note["bullet"]:
            self._take_text(owner, line, at)
        else:
            self._open = None

    def _take_text(self, item: Item, line: Line, at: int) -> None:
        text, found = columns_in(line.text[at:])
        item.parts.append(text)
        if self._places and text:
            item.places.setdefault(TEXT, []).append((line.start + at, line.end))
        self._take(item, line, [Found(one.column, one.value, one.start + at, one.end + at) for one in found])

    def _take(self, item: Item, line: Line, found: list[Found]) -> None:
        for one in found:
            add_value(item.columns, one.column, one.value)
            if self._places and one.value is not None:
                place = (line.start + one.start, line.start + one.end)
                item.places.setdefault(one.column, []).append(place)
        item.end = line.start + len(line.text.rstrip())


def entries_of(text: str, at: int) -> list[Found]:
    """`key: value` and `**Key:** value` in the rest of a line."""
    bold = _BOLD_KEY.match(text, at)
    if bold and ":" in bold[0]:
        value = text[bold.end() :]
        start = bold.end() + len(value) - len(value.lstrip())
        return [Found(bold["key"].strip(), text_shown(value) or None, start, max(start, len(text.rstrip())))]
    return entries(text, at)


def _indent(line: str) -> int:
    width = len(line) - len(line.lstrip(" \t"))
    return width if "\t" not in line[:width] else len(line[:width].expandtabs(4))
