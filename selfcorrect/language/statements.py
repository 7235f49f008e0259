"""Sentences that state a known fact: `a week has {value} days`, found in texts by patterns of a source."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from selfcorrect.language.patterns import PatternError, compile_pattern

LONGEST: Final = 20_000
"""Characters of the patterns of one fact, or of several put together."""
_DIGITS: Final = r"[0-9][0-9,]*(?:\.[0-9]+)?(?:/[0-9]+)?"
_PIECE: Final = re.compile(r"\{\?\s*([^{}]+)\}|(\{value\})|([^\s{}]+)")
_TOGETHER: Final = 20
"""Facts that are looked for at once."""


class Statement(NamedTuple):
    """A sentence about a fact: the fact's key, the value as printed, and where it and the sentence stand."""

    fact: str
    value: str
    span: tuple[int, int]
    sentence: tuple[int, int]


class Facts:
    """The facts of a source made ready: their patterns, and what keeps a sentence from being judged."""

    def __init__(self, rows: Mapping[str, Mapping[str, Any]], key: str, cardinals: Sequence[str]) -> None:
        self.cardinals = cardinals
        number = "|".join([_DIGITS, *map(re.escape, cardinals[::-1])])
        self.patterns = [
            (
                str(row.get(key, name)),
                [pattern(one, number) for one in split(str(row.get("says", "")))],
                row.get("unless"),
            )
            for name, row in rows.items()
        ]
        found = [one for _, several, _ in self.patterns for one in several]
        # What none of many together finds, none finds alone: most texts state nothing.
        self.gates = [_together(found[n : n + _TOGETHER]) for n in range(0, len(found), _TOGETHER)]

    def find(self, text: str) -> Iterator[Statement]:
        """Every statement in a text."""
        try:
            if not any(gate.search(text) for gate in self.gates):
                return
            for fact, patterns, unless in self.patterns:
                yield from self._of(fact, patterns, unless, text)
        except UnicodeError:
            # RE2 takes no lone surrogates: a text with some states nothing.
            return

    def _of(self, fact: str, patterns: list[str], unless: str | None, text: str) -> Iterator[Statement]:
        for one in patterns:
            for match in compile_pattern(one, LONGEST).finditer(text):
                if unless and compile_pattern(f"(?i){unless}").search(text):
                    return
                yield Statement(fact, self.number(match[1]), match.span(1), match.span())

    def number(self, text: str) -> str:
        """A number as digits."""
        word = text.lower()
        return str(self.cardinals.index(word)) if word in self.cardinals else text


def split(says: str) -> list[str]:
    """The patterns of a fact, one by one."""
    return [part.strip() for part in says.split(";") if part.strip()]


def pattern(says: str, number: str = _DIGITS) -> str:
    """The RE2 expression of a sentence: words with alternatives `a|one`, optional ones `{? the}`, one `{value}`.

    Raises PatternError for any other form.
    """
    if says.count("{value}") != 1:
        raise PatternError("a sentence has one {value}")
    if _PIECE.sub("", says).strip():
        raise PatternError("braces enclose {value} or {? an optional word}")
    text, gap = "", ""
    for optional, value, words in _PIECE.findall(says):
        if optional:
            text += (
                f"(?:{gap}(?:{_alternatives(optional)}))?"
                if gap
                else f"(?:(?:{_alternatives(optional)})\\s+)?"
            )
            continue
        text += f"{gap}({number})" if value else f"{gap}(?:{_alternatives(words)})"
        gap = r"\s+"
    return rf"(?i)(?:^|[^\w.,/-]){text}(?:$|[^\w%/-])"


def _alternatives(words: str) -> str:
    return "|".join(re.escape(word.strip()).replace(r"\ ", r"\s+") for word in words.split("|"))


def _together(patterns: list[str]) -> Any:
    return compile_pattern(
        "|".join(f"(?:{one.replace('(?i)', '', 1)})" for one in patterns).join(("(?i)(?:", ")")),
        LONGEST * _TOGETHER,
    )
