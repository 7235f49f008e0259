"""Markdown to the text it shows: no marks between a label and its value, and no digit changed.

It is not a parser of Markdown. Tables stay as they are: a reader knows bars. A mark is taken out only where
it cannot be anything else, so that `5 * 3.00`, `INV_2024_7` and `- 14.73` stay what they are.
"""

import re
from collections.abc import Callable
from typing import Final

from selfcorrect.reading.forms.entities import unescaped

_FENCE: Final = re.compile(r"[ >]*(?:`{3,}|~{3,})[ \t]*(?:[A-Za-z][\w+.-]*)?[ \t]*")
_LINE_START: Final = re.compile(
    r"(?P<quote>(?:[ \t]*+>)*+[ \t]*+)(?:#{1,6}[ \t]+|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?(?=[^\W\d_]|[*_`\[]))"
)
_HEADING_END: Final = re.compile(r"(?<=[ \t])#+[ \t]*$")
_LINK: Final = re.compile(r"(?<!\\)(?P<image>!?)\[(?P<text>[^\[\]\n]{0,300})\]\([^()\n]{0,2000}\)")
_MARK: Final = re.compile(
    r"""
      \\(?P<escaped>[!-/:-@\[-`{-~])
    | ~~(?=\S)[^~\n]{1,300}~~                         # what is struck through is not said
    | `+
    | </?(?:b|strong|i|em|u|span|small|sub|sup|p|center|font)(?:\s[^<>]{0,200})?>
    | (?P<gap><br\s*/?>)
    | (?P<pair>\*{2,3}|(?<![\w_])_{2,3}(?=\S)|(?<=\S)_{2,3}(?![\w_]))
    | (?<![\w*])\*(?=[^\s*\d]|[^\s*][^*\n]{0,80}\*)|(?<=[^\s*])\*(?![\w*])
    | (?<![\w_])_(?=[^\s_])|(?<=[^\s_])_(?![\w_])
    """,
    re.VERBOSE | re.IGNORECASE,
)


def markdown_text(source: str) -> str:
    """The text of Markdown, line by line. Linear in its length; never raises."""
    found = []
    fenced = False
    for line in _without_comments(source).splitlines():
        if _FENCE.fullmatch(line):
            fenced = not fenced
            found.append("")
        else:
            found.append(line if fenced else _shown(line))
    return "\n".join(found)


def _shown(line: str) -> str:
    """A line as it would be shown. A marker before a figure stays: it may be a minus."""
    if start := _LINE_START.match(line):
        line = start["quote"] + _HEADING_END.sub("", line[start.end() :])
    line = _replaced(_LINK, line, lambda link: "" if link["image"] else link["text"])
    return unescaped(_replaced(_MARK, line, _unmarked))


def _replaced(pattern: re.Pattern[str], line: str, shown: Callable[[re.Match[str]], str]) -> str:
    """The line with what each mark shows. Figures that only a mark kept apart do not become one."""
    pieces = []
    at = 0
    for mark in pattern.finditer(line):
        pieces += [line[at : mark.start()], shown(mark)]
        at = mark.end()
    found = [piece for piece in (*pieces, line[at:]) if piece]
    for number in range(1, len(found)):
        if found[number][0].isdigit() and found[number - 1][-1].isdigit():
            found[number] = f" {found[number]}"
    return "".join(found)


def _unmarked(mark: re.Match[str]) -> str:
    if mark["escaped"]:
        # A bar would part cells.
        return "¦" if mark["escaped"] == "|" else mark["escaped"]
    if mark["gap"]:
        return " "
    start, end = mark.span()
    before, after = mark.string[max(start - 1, 0) : start], mark.string[end : end + 1]
    if not mark["pair"]:
        return ""
    stands_alone = (not before or before.isspace()) and (not after or after.isspace())
    if stands_alone or (before.isdigit() and after.isdigit()):
        return mark[0]
    return " " if before.isalnum() and after.isalnum() else ""


def _without_comments(source: str) -> str:
    first, *others = source.split("<!--")
    return first + "".join(other.partition("-->")[2] for other in others)
