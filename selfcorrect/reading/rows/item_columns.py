"""Columns within a line of text: `Pour the slab (owner: Ann, after: T-1) due:2025-03-01 @ben`.

Each is found where it is written; what is left is the text. What stands in backquotes is code, and no column.
"""

import re
from typing import Any, Final

from msgspec import Struct

from selfcorrect.reading.rows.md_lines import shown

NAME: Final = r"[^\W\d_]\w{0,40}(?:[ _./-]\w{1,40}){0,3}"
"""The name of a column in prose: up to four words."""
_KEY: Final = rf"(?P<key>{NAME})[ \t]*+::?"

_CODE: Final = re.compile(r"`[^`\n]*+`")
_BRACKETS: Final = re.compile(
    rf"\([ \t]*+(?={NAME}[ \t]*+:)(?P<round>(?:[^()\n]++|\([^()\n]*+\))*+)\)"
    rf"|\[[ \t]*+(?={NAME}[ \t]*+:)(?P<square>(?:[^\[\]\n]++|\[[^\[\]\n]*+\])*+)\](?!\()"
)
_PARTED: Final = re.compile(r"[ \t](?:\||—|–)[ \t]++")
_ENTRY: Final = re.compile(rf"[ \t]*+{_KEY}(?:[ \t]++|$)")
_NEXT_ENTRY: Final = re.compile(rf"[,;][ \t]*+(?={NAME}[ \t]*+::?[ \t])")
_WORD: Final = re.compile(
    r"(?<!\S)(?:"
    r"(?P<key>[^\W\d_][\w-]{0,40}):(?![:/])(?P<value>\S+)"
    r"|@(?P<call>[^\W\d_][\w-]{0,40})\((?P<held>[^()\n]*+)\)"
    r"|@(?P<person>[\w][\w./-]*)"
    r"|(?P<sign>[📅⏳🛫➕✅❌🆔⛔])\ufe0f?[ \t]*+(?P<signed>[^\s,]++(?:,[ \t]*+[^\s,]++)*+)"
    r")"
)
"""`key:value`, `@key(value)`, `@person`, and the signs by which notes mark dates and dependencies."""
PERSON: Final = "@"
"""The column of `@ben`."""
_PUNCTUATION: Final = ",;."
_LEFT_OVER: Final = " \t|—–,;"


class Found(Struct, frozen=True):
    """A column in a text, its value, and where that stands in the text."""

    column: str
    value: str | None
    start: int
    end: int


def entries(text: str, start: int = 0, end: int | None = None) -> list[Found]:
    """`key: value, other key: value` from `start` to `end`: none where it does not begin with a key."""
    end = len(text) if end is None else end
    found: list[Found] = []
    at = start
    while entry := _ENTRY.match(text, at, end):
        following = _NEXT_ENTRY.search(text, entry.end(), end)
        stop = following.start() if following else end
        found.append(_found(entry["key"], text, entry.end(), stop))
        if following is None:
            break
        at = following.end()
    return found


def columns_in(text: str) -> tuple[str, list[Found]]:
    """What a text says without its columns, and these in the order in which they stand."""
    plain = _CODE.sub(lambda code: "x" * len(code[0]), text) if "`" in text else text
    found: list[Found] = []
    cuts: list[tuple[int, int]] = []
    if ":" in plain:
        _take_bracketed(text, plain, found, cuts)
        plain = _blanked(plain, cuts)
        _take_parted(text, plain, found, cuts)
        plain = _blanked(plain, cuts)
    for word in _WORD.finditer(plain):
        found.append(_word(word, text))
        cuts.append(word.span())
    if not cuts:
        return text_shown(text), found
    return text_shown(_without(text, cuts)), sorted(found, key=lambda one: one.start)


def add_value(values: dict[str, Any], column: str, value: str | None) -> None:
    """One more value; a column that is told twice has a list."""
    held = values.get(column)
    if held is None:
        values[column] = value
    elif isinstance(held, list):
        held.append(value)
    elif value is not None:
        values[column] = [held, value]


def text_shown(text: str) -> str:
    """A text without marks; one that is struck through as a whole is told all the same."""
    plain = " ".join(shown(text).split())
    return plain or " ".join(shown(text.replace("~~", "")).split())


def _take_bracketed(text: str, plain: str, found: list[Found], cuts: list[tuple[int, int]]) -> None:
    for bracket in _BRACKETS.finditer(plain):
        held = entries(text, *bracket.span("round" if bracket["round"] is not None else "square"))
        if held:
            found += held
            cuts.append(bracket.span())


def _take_parted(text: str, plain: str, found: list[Found], cuts: list[tuple[int, int]]) -> None:
    """Parts behind a bar or a dash that begin with a key."""
    starts = [(bar.start(), bar.end()) for bar in _PARTED.finditer(plain)]
    for number, (bar, start) in enumerate(starts):
        end = starts[number + 1][0] if number + 1 < len(starts) else len(text)
        # A bracket that was taken is blank in `plain`, and ends the part.
        stop = start + len(plain[start:end].split("   ", 1)[0].rstrip())
        held = entries(text, start, stop)
        if held:
            found += held
            cuts.append((bar, stop))


def _word(word: re.Match[str], text: str) -> Found:
    if word["key"]:
        return _found(word["key"], text, *word.span("value"), loose=True)
    if word["call"]:
        return _found(word["call"], text, *word.span("held"))
    if word["person"]:
        return _found(PERSON, text, *word.span("person"), loose=True)
    return _found(word["sign"], text, *word.span("signed"))


def _found(column: str, text: str, start: int, end: int, *, loose: bool = False) -> Found:
    while start < end and text[start].isspace():
        start += 1
    while end > start and (text[end - 1].isspace() or (loose and text[end - 1] in _PUNCTUATION)):
        end -= 1
    return Found(" ".join(column.split()), shown(text[start:end]) or None, start, end)


def _blanked(text: str, cuts: list[tuple[int, int]]) -> str:
    pieces: list[str] = []
    at = 0
    for start, end in sorted(cuts):
        pieces += [text[at:start], " " * (end - start)]
        at = end
    return "".join((*pieces, text[at:]))


def _without(text: str, cuts: list[tuple[int, int]]) -> str:
    pieces: list[str] = []
    at = 0
    for start, end in sorted(cuts):
        pieces.append(text[at:start].rstrip())
        at = end
    kept = " ".join(piece for piece in (*pieces, text[at:].strip()) if piece)
    return kept.strip(_LEFT_OVER)
