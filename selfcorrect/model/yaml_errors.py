"""What the YAML parser objects to, in plain sentences with a way out."""

import re
from typing import Final

import yaml

from selfcorrect.model.marks import Mark
from selfcorrect.model.problems import Problems

UNPRINTABLE: Final = re.compile("[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters no pack file holds as such: controls, and the line ends that editors do not count."""

_INDENT: Final = "check this line's indentation, and quotes that close too early"
_QUOTES: Final = "put the text in quotes, or in a | block under the key"

_SENTENCES: Final = (
    (
        "mapping values are not allowed",
        "a colon stands where no key can be",
        f"{_QUOTES}; or check the indentation",
    ),
    ("block sequence entries are not allowed", "a list cannot start here", "start it on a line of its own"),
    ("did not find expected key", "this does not go on with what stands above", _INDENT),
    ("expected <block end>", "this does not go on with what stands above", _INDENT),
    (
        "did not find expected '-' indicator",
        "this is not an item of the list above",
        "indent it, or start it with -",
    ),
    ("expected ',' or ']'", "a [ is never closed, or a comma is missing", "close it with ]"),
    ("expected ',' or '}'", "a { is never closed, or a comma is missing", "close it with }"),
    (
        "unexpected end of stream",
        "a quote is never closed",
        "close it, or double a quote that belongs to the text",
    ),
    (
        "unknown escape character",
        "this escape is unknown",
        "use single quotes or a | block, where \\ is itself",
    ),
    (
        "hexdecimal number",
        "this escape is not finished",
        "use single quotes or a | block, where \\ is itself",
    ),
    (
        "could not find expected ':'",
        "this is neither a key with its colon nor part of the text above",
        _INDENT,
    ),
    ("<document start>", "the file goes on after its end", "leave out the line with ..."),
    ("expected node content", "a value is missing here", _QUOTES),
    ("maximum nesting depth", "nesting goes deeper than 40 levels", ""),
    ("block scalar", "after | or > the text starts on the next line", "leave the rest of this line empty"),
)
_STARTS: Final = "found character that cannot start any token"
_AT_CONTEXT: Final = ("expected ',' or", "unexpected end of stream")
"""Problems that the parser notices far below the place to look at."""


def add_syntax_problem(error: yaml.YAMLError, text: str, file: str, problems: Problems) -> None:
    """One diagnostic for a file that is not YAML."""
    problem = str(getattr(error, "problem", None) or error)
    place = getattr(error, "problem_mark", None)
    if any(part in problem for part in _AT_CONTEXT):
        place = getattr(error, "context_mark", None) or place
    mark = Mark(file, place.line + 1, place.column + 1) if place else Mark(file, 1, 1)
    message, hint = _sentence(problem, text[place.index : place.index + 1] if place else "")
    problems.add(mark, message, hint)


def _sentence(problem: str, character: str) -> tuple[str, str]:
    if _STARTS in problem:
        if character == "\t":
            return "a tab stands where YAML wants spaces", "indent with spaces"
        return f"a text cannot start with {character}", _QUOTES
    for part, message, hint in _SENTENCES:
        if part in problem:
            return message, hint
    return f"this is not YAML: {problem}", ""


def add_unprintable_problem(odd: re.Match[str], text: str, file: str, problems: Problems) -> None:
    """One diagnostic for a character that cannot stand in a pack file."""
    at = odd.start()
    mark = Mark(file, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
    code = ord(odd.group())
    name = f"U+{code:04X}"
    escape = f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
    problems.add(
        mark,
        f"the character {name} cannot stand in a pack",
        f'leave it out, or write "{escape}" in double quotes',
    )
