"""The lines of Markdown that say something: no fenced code, and blanks for comments, each in its place."""

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct

from selfcorrect.reading.forms.markdown import markdown_text

_FENCE: Final = re.compile(r"[ \t]*+(?P<fence>`{3,}+|~{3,}+)(?P<info>[^\n]*)")
_HEADING: Final = re.compile(r" {0,3}(?P<level>#{1,6})(?:[ \t]++(?P<title>.*))?")
_UNDERLINE: Final = re.compile(r" {0,3}(?:=+|-+)[ \t]*")
_SHORT: Final = 60
_LONGEST_TITLE: Final = 1_000
"""Of a longer heading the marks are left: nobody reads it, and it is looked at several times."""
_SHOWN_AS_IS: Final = re.compile(r"(?![#>+\-~|])[^*_`\[\]<>&\\~|!]*+")


class Line(Struct, frozen=True):
    """A line, and where it starts in the file's text. A comment in it is blanks."""

    start: int
    text: str

    @property
    def end(self) -> int:
        """Past its last character."""
        return self.start + len(self.text)


class Lines(Struct, frozen=True):
    """The lines of a file; `open_fence` is the place of a code fence that is never closed."""

    lines: list[Line]
    open_fence: tuple[int, int] | None


def lines_of(text: str, start: int = 0) -> Lines:
    """The lines from `start` on that say something, blank ones too: a fence leaves one."""
    found: list[Line] = []
    fence, fenced_at = "", (0, 0)
    in_comment = False
    last_comment_end = text.rfind("-->")
    while start < len(text):
        end = text.find("\n", start)
        end = end if end >= 0 else len(text)
        line = text[start:end]
        if fence:
            fence = "" if _closes(line, fence) else fence
        elif not in_comment and (opened := _opened(line)):
            fence, fenced_at = opened, (start, end)
            found.append(Line(start, ""))
        else:
            if in_comment or "<!--" in line:
                line, in_comment = _without_comments(line, in_comment, last_comment_end - start)
            found.append(Line(start, line))
        start = end + 1
    return Lines(found, fenced_at if fence else None)


def shown(text: str) -> str:
    """A stretch of a line as it is shown: no marks, links by their text."""
    text = text.strip()
    if _SHOWN_AS_IS.fullmatch(text):
        return text
    return _shown_again(text) if len(text) <= _SHORT else markdown_text(text).strip()


@lru_cache(maxsize=2048)
def _shown_again(text: str) -> str:
    """Of the marked texts of a file, states and names stand in it again and again."""
    return markdown_text(text).strip()


def heading(line: str, below: str = "") -> tuple[int, str] | None:
    """The level and the text of a heading; `below` is the next line, which may underline it."""
    found = _HEADING.fullmatch(line) if "#" in line else None
    if found:
        return len(found["level"]), _title(found["title"] or "")
    if below and _UNDERLINE.fullmatch(below) and line.strip()[:1].isalnum():
        return (1 if "=" in below else 2), _title(line)
    return None


def _title(text: str) -> str:
    """A heading's text, without the signs that close it as they opened it."""
    text = text.strip()
    inner = text.rstrip("#")
    if inner != text and not inner[-1:].strip():
        text = inner.rstrip()
    return shown(text) if len(text) <= _LONGEST_TITLE else text


def _opened(line: str) -> str:
    fence = _FENCE.fullmatch(line) if "`" in line or "~" in line else None
    if fence is None or (fence["fence"][0] == "`" and "`" in fence["info"]):
        return ""
    return str(fence["fence"])


def _closes(line: str, fence: str) -> bool:
    stripped = line.strip()
    return len(stripped) >= len(fence) and not stripped.strip(fence[0]) and stripped[:1] == fence[0]


def _without_comments(line: str, inside: bool, last_end: int) -> tuple[str, bool]:
    """The line with blanks for comments, and whether one goes on; one that never ends is none."""
    pieces: list[str] = []
    at = 0
    while at < len(line):
        if inside:
            end = line.find("-->", at)
            stop = end + 3 if end >= 0 else len(line)
            pieces.append(" " * (stop - at))
            inside = end < 0
        else:
            opening = line.find("<!--", at)
            inside = 0 <= opening < last_end
            stop = opening if inside else len(line)
            pieces.append(line[at:stop])
        at = stop
    return "".join(pieces), inside
