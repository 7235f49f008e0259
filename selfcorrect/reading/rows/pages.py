"""What a file that is one row says: in lines at its head, in sections (as decision records do), in boxes."""

import re
from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from selfcorrect.reading.rows.checklists import ITEM, entries_of
from selfcorrect.reading.rows.item_columns import Found, text_shown
from selfcorrect.reading.rows.md_lines import Line, heading
from selfcorrect.reading.rows.names import same_name

STATUS: Final = "status"
"""A section of this name makes a file a decision record."""

_BULLET: Final = re.compile(r"[ \t]*+(?:[-*+][ \t]++)?+")
_LINKED: Final = re.compile(
    r"(?P<said>[^\W\d_][\w ]{0,40}?)[ \t:]*+\[(?P<text>[^\[\]\n]*+)\]\((?P<to>[^()\n]*+)\)[ \t.]*+"
)
_PAGE: Final = re.compile(r"(?:[^\n#?]*/)?(?P<stem>[^/\n#?]+)\.(?:md|markdown)(?:[#?].*)?", re.IGNORECASE)
_LONGEST_SECTION: Final = 200
_MOST: Final = 200
"""Columns at a head, and lines that go on with them."""
_LONGEST_APART: Final = 100
"""Characters of a line that stands apart from those above it; longer ones are prose with a colon."""


class _Section(Struct, frozen=True):
    """A section: its level, its title, where that stands, and its lines that are not blank."""

    level: int
    title: str
    place: tuple[int, int]
    lines: list[Line]


def title_of(lines: list[Line]) -> Found | None:
    """The first heading; as a column without a name."""
    section = next((one for one in _sections(lines) if one.title), None)
    return Found("", section.title, *section.place) if section else None


def head_lines(lines: list[Line]) -> list[Found]:
    """What the lines `Key: value` at the very head of a file say, or right under its title.

    Places count in the file. A line that is indented goes on with the one above it.
    """
    found: list[Found] = []
    after_blank = False
    going_on = 0
    for line in lines[_past_title(lines) :]:
        if not line.text.strip():
            after_blank = bool(found)
            continue
        start = _BULLET.match(line.text)
        at = start.end() if start else 0
        if found and line.text[0].isspace() and going_on < _MOST:
            going_on += 1
            found.append(_going_on(found.pop(), line, at))
            continue
        here = entries_of(line.text, at)
        if not here or len(found) >= _MOST or (after_blank and len(line.text) > _LONGEST_APART):
            break
        for one in here:
            place = line.start + one.start, line.start + one.end
            found.append(Found(one.column, one.value, *place))
            if same_name(one.column) == STATUS and (what := linked(line.text[one.start : one.end])):
                found.append(Found(*what, *place))
        after_blank = False
    return found


def sections_said(lines: list[Line]) -> list[Found]:
    """The columns of a decision record: its status, what that refers to, and sections of one short line.

    None where no section is a status.
    """
    sections = [section for section in _sections(lines) if section.level > 1 and section.lines]
    if not any(same_name(section.title) == STATUS for section in sections):
        return []
    found: list[Found] = []
    for section in sections:
        if same_name(section.title) == STATUS:
            found.append(_said(section.title, section.lines[0]))
            found += [linked for line in section.lines if (linked := _linked_line(line))]
        elif len(section.lines) == 1 and len(section.lines[0].text) <= _LONGEST_SECTION:
            found.append(_said(section.title, section.lines[0]))
    return [one for one in found if one.value]


def linked(text: str) -> tuple[str, str] | None:
    """`Superseded by [5. Queues](0005-queues.md)`: what is said, and of what, by the stem of its file."""
    found = _LINKED.fullmatch(text.strip())
    if found is None:
        return None
    page = _PAGE.fullmatch(found["to"].strip())
    what = page["stem"] if page else text_shown(found["text"])
    return (found["said"].strip(), what) if what else None


def boxes(lines: list[Line]) -> Iterator[tuple[dict[str, Any], tuple[int, int]]]:
    """The check boxes of a file, and where the text of each stands."""
    for line in lines:
        item = ITEM.fullmatch(line.text) if "[" in line.text else None
        if item:
            start = line.start + item.start("text")
            held = {"text": text_shown(item["text"]) or None, "box": item["box"] or " "}
            yield held, (start, max(start, line.start + len(line.text.rstrip())))


def _past_title(lines: list[Line]) -> int:
    """The first line that is not blank, behind the title where it starts with one."""
    at = _past_blank(lines, 0)
    below = lines[at + 1].text if at + 1 < len(lines) else ""
    if at < len(lines) and heading(lines[at].text, below) is not None:
        underlined = heading(lines[at].text) is None
        at = _past_blank(lines, at + 1 + underlined)
    return at


def _past_blank(lines: list[Line], at: int) -> int:
    while at < len(lines) and not lines[at].text.strip():
        at += 1
    return at


def _going_on(found: Found, line: Line, at: int) -> Found:
    more = text_shown(line.text[at:])
    if not more:
        return found
    end = line.start + len(line.text.rstrip())
    if found.value is None:
        return Found(found.column, more, line.start + at, end)
    parted = "" if found.value.endswith((",", ";")) or line.text[:at].isspace() else ","
    return Found(found.column, f"{found.value}{parted} {more}", found.start, end)


def _sections(lines: list[Line]) -> Iterator[_Section]:
    level, title, place, held = 0, "", (0, 0), list[Line]()
    underline = False
    for number, line in enumerate(lines):
        if underline:
            underline = False
            continue
        below = lines[number + 1].text if number + 1 < len(lines) else ""
        found = heading(line.text, below)
        if found is None:
            if line.text.strip():
                held.append(line)
            continue
        yield _Section(level, title, place, held)
        (level, title), held = found, []
        place = (line.start, line.end)
        underline = heading(line.text) is None
    yield _Section(level, title, place, held)


def _said(title: str, line: Line) -> Found:
    start = _BULLET.match(line.text)
    at = start.end() if start else 0
    return Found(
        title, text_shown(line.text[at:]) or None, line.start + at, line.start + len(line.text.rstrip())
    )


def _linked_line(line: Line) -> Found | None:
    start = _BULLET.match(line.text)
    at = start.end() if start else 0
    found = linked(line.text[at:])
    return Found(*found, line.start + at, line.start + len(line.text.rstrip())) if found else None
