"""HTML as tags and text. Lenient as browsers are, and linear, which the standard library's parser is not."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from selfcorrect.reading.forms.entities import unescaped

_TAG: Final = re.compile(r"<(?P<close>/?)(?P<name>[A-Za-z][^\s/<>]*+)")
_ATTRIBUTE: Final = re.compile(
    r"[\s/]*+(?P<name>[^\s/>][^\s/>=]*+)(?:\s*+=\s*+(?:(?P<quote>[\"'])|(?P<bare>[^\s>]*+)))?+"
)
_RAW: Final = {
    name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE)
    for name in ("script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes")
}
"""Elements whose content is no markup, and nothing a page shows as its text; up to their end tag."""


class Tag(Struct, frozen=True):
    """`<name …>` or, where `closing`, `</name>`; names in lower case, values with references resolved."""

    name: str
    closing: bool = False
    attributes: Mapping[str, str] = {}


def tokens(markup: str) -> Iterator[Tag | str]:
    """The tags and texts of a page, in order, without comments, scripts and styles. Never raises."""
    at = 0
    while (start := markup.find("<", at)) >= 0:
        if start > at:
            yield unescaped(markup[at:start])
        opening = _TAG.match(markup, start)
        if opening is None:
            at = _past(markup, start)
            if at == start + 1:
                yield "<"
            continue
        attributes, at = _attributes(markup, opening.end())
        name = opening["name"].lower()
        if name in _RAW and not opening["close"]:
            end = _RAW[name].search(markup, at)
            at = end.start() if end else len(markup)
            continue
        yield Tag(name, bool(opening["close"]), attributes)
    if at < len(markup):
        yield unescaped(markup[at:])


def _past(markup: str, start: int) -> int:
    """Where a comment or a declaration that starts here ends; the next place where it is but a sign."""
    if markup.startswith("<!--", start):
        end = markup.find("-->", start + 2)
        return end + 3 if end >= 0 else len(markup)
    if markup.startswith(("<!", "<?", "</"), start):
        end = markup.find(">", start)
        return end + 1 if end >= 0 else len(markup)
    return start + 1


def _attributes(markup: str, at: int) -> tuple[dict[str, str], int]:
    """The attributes from here on, the first of a name, and where the tag's end is past."""
    found: dict[str, str] = {}
    while attribute := _ATTRIBUTE.match(markup, at):
        at = attribute.end()
        value = attribute["bare"] or ""
        if quote := attribute["quote"]:
            end = markup.find(quote, at)
            if end < 0:
                return found, len(markup)
            value, at = markup[at:end], end + 1
        found.setdefault(attribute["name"].lower(), unescaped(value))
    end = markup.find(">", at)
    return found, end + 1 if end >= 0 else len(markup)
