"""What a page holds but does not show."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from selfcorrect.reading.forms.tags import Tag

_ROWS: Final = frozenset({"tr", "tbody", "thead", "tfoot"})
BLOCKS: Final = _ROWS.union(
    ("address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog"),
    ("div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5"),
    ("h6", "header", "hr", "html", "legend", "li", "main", "nav", "ol", "p", "pre", "section", "summary"),
    ("table", "td", "th", "ul"),
)
_VOID: Final = frozenset(
    (
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "param",
        "source",
        "track",
        "wbr",
    )
)
_NEVER_SHOWN: Final = frozenset(
    ("audio", "canvas", "datalist", "del", "noscript", "object", "s", "select", "strike", "template", "video")
)
"""Struck text among them: what is crossed out is not said."""
_STYLE: Final = re.compile(
    r"display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}(?:hidden|collapse)|mso-hide\s{0,9}:\s{0,9}all"
    r"|text-decoration[a-z-]{0,9}\s{0,9}:[^;]{0,40}line-through",
    re.IGNORECASE,
)
_Names = frozenset[str]
_NONE: Final[_Names] = frozenset()
_LISTS: Final = frozenset({"ul", "ol"})
_TERMS: Final = frozenset({"dt", "dd"})
_TERM_LIST: Final = frozenset({"dl"})
_CELLS: Final = frozenset({"td", "th"})
_TABLE: Final = frozenset({"table"})
_ENDS: Final[Mapping[str, tuple[_Names, _Names, _Names]]] = {
    "p": (BLOCKS, BLOCKS - {"p"}, _NONE),
    "li": (frozenset({"li"}), _LISTS, _LISTS),
    "dt": (_TERMS, _TERM_LIST, _TERM_LIST),
    "dd": (_TERMS, _TERM_LIST, _TERM_LIST),
    "td": (_CELLS | _ROWS, _TABLE | _ROWS, _TABLE),
    "th": (_CELLS | _ROWS, _TABLE | _ROWS, _TABLE),
    "tr": (_ROWS, _TABLE | _ROWS - {"tr"}, _TABLE),
}
"""Elements that may go without an end tag: the start tags and the end tags that end them, and the elements in
which neither does."""


def shown(found: Iterable[Tag | str]) -> Iterator[Tag | str]:
    """The tags and texts of a page without its hidden elements."""
    hidden: _Hidden | None = None
    for token in found:
        if hidden is not None:
            if isinstance(token, str) or not hidden.ended_by(token):
                continue
            ended, hidden = hidden, None
            if ended.owns(token):
                continue
        if isinstance(token, Tag) and _is_hidden(token):
            hidden = _Hidden(token.name)
        else:
            yield token


def _is_hidden(tag: Tag) -> bool:
    if tag.closing or tag.name in _VOID:
        return False
    return (
        tag.name in _NEVER_SHOWN
        or "hidden" in tag.attributes
        or _STYLE.search(tag.attributes.get("style", "")) is not None
    )


class _Hidden:
    """A hidden element that is open: its name, and how many of its kind, or of what shields it, are in it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._starts, self._closes, self._shields = _ENDS.get(name, (_NONE, _NONE, _NONE))
        self._inner = 0

    def owns(self, tag: Tag) -> bool:
        """Whether it is the element's own end tag."""
        return tag.closing and tag.name == self.name

    def ended_by(self, tag: Tag) -> bool:
        """Whether a tag ends it; to be asked for every tag in turn."""
        nests = tag.name in self._shields or (not self._starts and tag.name == self.name)
        if nests and not tag.closing:
            self._inner += 1
            return False
        if self._inner:
            self._inner -= nests
            return False
        if tag.closing:
            return self.owns(tag) or tag.name in self._closes
        return tag.name in self._starts
