"""Row patterns and sentences of a pack, turned into RE2 expressions with typed slots.

    {quantity} x {description} @ {unit_price} = {amount}

`{name}` is a field of the row, `{:money}` a value that is read over, `{? …}` may be missing, `a|b` is one
of two words. Two or more spaces are a wide gap; one space is any white space, and none beside a sign
or at the start of a part that may be missing; a new line is a new line.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.language.patterns import compile_pattern
from selfcorrect.language.printed.numbers import DIGITS, SPACED, currency_source

_TOKEN: Final = re.compile(
    r"(?P<optional>\{\?)|\{(?P<slot>[^{}?\n][^{}\n]*)\}|(?P<close>\})|(?P<space>\s+)|(?P<word>[^\s{}]+)|(?P<odd>.)"
)
_SLOT: Final = re.compile(r"(?P<name>[^\W\d]\w*)|:(?P<kind>[a-z]+)")
_GAP: Final = r"(?:  |\t| ?\||\.{3})[ \t|.]*"
_PREFIX: Final = r"(?:[ \t]*>)*[ \t]*"
_SENTENCE_END: Final = r"(?:[.!;:,]?[ \t]*$|[!;:][ \t]|\.[ \t]+[A-ZÀ-Þ][a-zß-ÿ])"
"""Where a text in a sentence ends: with its line, or before a capitalised word (not in `Weber & Co. KG`)."""
_NO_LETTER: Final = r"[^0-9A-Za-z\x{80}-\x{10FFFF}]"
_LETTER: Final = r"[A-Za-z\x{80}-\x{10FFFF}]"
"""A letter: RE2 takes a millisecond to compile all of Unicode's, again and again."""
_NUMBER: Final = DIGITS.replace(r"\xa0", r"\x{a0}")
_DEEPEST: Final = 3
LONGEST: Final = 20_000
"""Characters of an expression made of a template."""
NUMERIC: Final = frozenset({"integer", "number", "money", "percent"})


class TemplateProblem(Struct, frozen=True):
    """A mistake in a pattern: its place in the text (code points, how many), a sentence and a way out."""

    offset: int
    width: int
    message: str
    hint: str = ""


class Slot(Struct, frozen=True):
    """A field of the row in a pattern; the first slot is the first group of the expression, and so on."""

    name: str
    kind: str


class RowPattern(Struct, frozen=True):
    """A row pattern or sentence as RE2 source (of a row alone, without the line's start and end), and its
    fields. `needles` are groups of words in lower case: whatever it fits holds one of each.
    """

    source: str
    slots: tuple[Slot, ...]
    needles: tuple[tuple[str, ...], ...] = ()

    def may_fit(self, lowered: str) -> bool:
        """Whether a text in lower case has the words without which nothing in it fits."""
        for words in self.needles:
            # Plain loops: a page is asked this some hundred times.
            for word in words:
                if word in lowered:
                    break
            else:
                return False
        return True

    @property
    def multiplies(self) -> bool:
        """Whether a number times an amount is another amount, by which a row proves itself."""
        kinds = [slot.kind for slot in self.slots]
        return kinds.count("number") == 1 and kinds.count("money") == 2

    def scanner(self) -> Any:
        """The compiled expression that finds the pattern anywhere in a document, whole lines only."""
        return compile_pattern(rf"(?m)^{_PREFIX}(?:{self.source})[ \t]*$", LONGEST)

    def matcher(self) -> Any:
        """The compiled expression for one line without quote marks."""
        return compile_pattern(rf"[ \t|]*(?:{self.source})[ \t|]*", LONGEST)


def split_patterns(text: str) -> tuple[tuple[int, str], ...]:
    """the patterns of a block with their offsets: one a line; an indented line goes on with the one above."""
    found: list[tuple[int, str]] = []
    offset = 0
    for line in text.split("\n"):
        if line[:1] in {" ", "\t"} and line.strip() and found:
            start, above = found[-1]
            found[-1] = (start, f"{above}\n{line}")
        elif line.strip():
            found.append((offset, line))
        offset += len(line) + 1
    return tuple(found)


def compile_row(
    template: str, kinds: Mapping[str, str], symbols: Iterable[str], *, sentence: bool = False
) -> RowPattern | TemplateProblem:
    """the pattern a template means where `kinds` are the row's fields; a `sentence` stands among words."""
    problem = find_problem(template, kinds)
    if problem:
        return problem
    tokens = list(_TOKEN.finditer(template.rstrip()))
    writer = _Writer(kinds, currency_source(symbols), sentence=sentence)
    source = "".join(writer.write(tokens, number) for number in range(len(tokens)))
    if len(source) > LONGEST // 2:
        return TemplateProblem(0, len(template), "the pattern is too long", "write it as two patterns")
    return RowPattern(source, tuple(writer.slots), _needles(template))


def find_problem(template: str, kinds: Mapping[str, str]) -> TemplateProblem | None:
    """The first mistake in a template, None if there is none."""
    open_at: list[int] = []
    seen: set[str] = set()
    for token in _TOKEN.finditer(template):
        problem = _slot_problem(token, kinds, seen) if token["slot"] else _brace_problem(token, open_at)
        if problem:
            return problem
    if open_at:
        return TemplateProblem(open_at[-1], 2, "this `{?` is never closed", "close it with }")
    if not seen:
        return TemplateProblem(
            0, len(template), "the pattern has no field", "put a field in braces: {amount}"
        )
    return None


def _slot_problem(token: re.Match[str], kinds: Mapping[str, str], seen: set[str]) -> TemplateProblem | None:
    start, width = token.start("slot"), len(token["slot"])
    slot = _SLOT.fullmatch(token["slot"])
    if not slot:
        return TemplateProblem(
            start, width, f"`{{{token['slot']}}}` is no field", "write a field's name in the braces"
        )
    if slot["kind"]:
        if slot["kind"] in _SOURCES:
            return None
        hint = f"types here: {', '.join(_SOURCES)}"
        return TemplateProblem(start + 1, width - 1, f"`{slot['kind']}` is no type", hint)
    if slot["name"] not in kinds:
        hint = "known here: " + ", ".join(f"`{name}`" for name in kinds)
        return TemplateProblem(start, width, f"unknown field `{slot['name']}`", hint)
    if slot["name"] in seen:
        return TemplateProblem(start, width, f"`{slot['name']}` stands in this pattern twice")
    seen.add(slot["name"])
    return None


def _brace_problem(token: re.Match[str], open_at: list[int]) -> TemplateProblem | None:
    if token["optional"]:
        open_at.append(token.start())
        if len(open_at) > _DEEPEST:
            return TemplateProblem(token.start(), 2, f"optional parts nest deeper than {_DEEPEST} levels")
    elif token["close"]:
        if not open_at:
            return TemplateProblem(token.start(), 1, "this `}` closes nothing")
        open_at.pop()
    elif token["odd"]:
        return TemplateProblem(token.start(), 1, "this `{` is never closed", "a field is written {name}")
    return None


class _Writer:
    """Writes tokens as RE2 source, gathering the slots."""

    def __init__(self, kinds: Mapping[str, str], currency: str, *, sentence: bool = False) -> None:
        self._kinds = kinds
        self._currency = currency
        self._sentence = sentence
        self.slots: list[Slot] = []

    def write(self, tokens: list[re.Match[str]], number: int) -> str:
        token = tokens[number]
        if token["optional"]:
            return "(?:"
        if token["close"]:
            return ")?"
        if token["space"]:
            return self._space(tokens, number)
        if token["slot"]:
            return self._slot(tokens, number)
        return f"(?i:{'|'.join(re.escape(part) for part in token['word'].split('|') if part)})"

    def _space(self, tokens: list[re.Match[str]], number: int) -> str:
        space = tokens[number]["space"]
        if "\n" in space:
            return rf"[ \t]*\n{_PREFIX}"
        if len(space) > 1:
            return _GAP
        beside = tokens[max(0, number - 1) : number + 2]
        return (
            r"[ \t]*"
            if any(_is_sign(token) or token["optional"] for token in beside[:1] + beside[2:])
            else r"[ \t]+"
        )

    def _slot(self, tokens: list[re.Match[str]], number: int) -> str:
        name, _, kind = tokens[number]["slot"].partition(":")
        kind = kind or self._kinds[name]
        apart = self._sentence or (_is_wide(tokens, number - 1) and _is_wide(tokens, number + 1))
        digits = rf"(?:{SPACED}|{_NUMBER})" if apart else _NUMBER
        source = _DATE if self._sentence and kind == "date" else _SOURCES.get(kind, _SOURCES["text"])
        if not self._sentence:
            source = _IN_ROWS.get(kind, source)
        source = source.replace("DIGITS", digits).replace("CURRENCY", self._currency)
        if not name:
            return f"(?:{source})"
        self.slots.append(Slot(name, kind))
        return f"({source})"


_DATE: Final = (
    r"(?:[0-9]{1,4}[-/][0-9]{1,2}[-/][0-9]{2,4}|[0-9]{1,2}\. ?[0-9]{1,2}\. ?[0-9]{2,4}"
    rf"|[0-9]{{1,2}}(?:\.|st|nd|rd|th|er|º)?[ -](?:de |of )?{_LETTER}{{3,12}}\.?,?[ -](?:de |del )?[0-9]{{4}}"
    rf"|{_LETTER}{{3,12}}\.? [0-9]{{1,2}}(?:st|nd|rd|th)?,? [0-9]{{4}})"
)
"""A date among other words."""

_FLAG: Final = r"[*#]?(?:[ABE-Z][A-Z]?|[CD][A-QS-Z]?)[0-9]?(?: ?[*#]{1,2})?|[*#]{1,2}"
"""A tax letter; never `CR` and `DR`, which turn a sign."""

_SOURCES: Final = {
    "text": r"[^\s|][^\n]*?",
    "integer": r"[0-9]{1,9}",
    "number": r"[-+]?DIGITS",
    "money": r"[-+(]?(?:CURRENCY {0,4})?[-+]?DIGITS[-)]?(?: ?CURRENCY)?\)?",
    "percent": r"DIGITS ?%",
    "currency": r"CURRENCY",
    "date": r"[^\s|][^\n|]{4,30}?",
    "choice": r"[^\s|]+",
    "reference": r"[^\s|]+",
    "word": rf"{_LETTER}[^\s0-9|]{{0,11}}",
    "unit": rf"{_LETTER}[^\s|=@:;,()]{{0,11}}",
    "flag": rf"{_FLAG}|\([A-Z]\)",
    "class": rf"{_FLAG}|\([A-Z]\)|[0-9]",
    "code": r"[A-Z]{0,4}[0-9]{3,}[0-9A-Z-]*",
}
"""How each kind looks; `word`, `flag` (a tax letter), `class` (or a tax digit) and `code` (an article) are
only read over, `unit` is what a quantity counts.
"""


_IN_ROWS: Final = {
    "number": r"[-+]?DIGITS|[lIS]",
    "money": r"[-+(]?(?:CURRENCY {0,4}[-+]?DIGITS|[-+]?(?:DIGITS ?CURRENCY|DIGITS[.,][0-9]+))"
    r"[-)]?(?: ?CURRENCY)?\)?",
}
"""How kinds look in rows: one letter may stand for a digit, and money has decimals or a currency."""


def _needles(template: str) -> tuple[tuple[str, ...], ...]:
    """The words that a pattern cannot do without, group by group, the longest first."""
    depth = 0
    found: dict[tuple[str, ...], None] = {}
    for token in _TOKEN.finditer(template):
        depth += bool(token["optional"]) - bool(token["close"])
        if token["word"] and not depth:
            found[tuple(word.lower() for word in token["word"].split("|") if word)] = None
    return tuple(sorted(filter(None, found), key=lambda words: -min(map(len, words))))


def _is_sign(token: re.Match[str]) -> bool:
    return bool(token["word"]) and not any(c.isalnum() for c in token["word"])


def _is_wide(tokens: list[re.Match[str]], number: int) -> bool:
    if not 0 <= number < len(tokens):
        return True
    return len(tokens[number]["space"] or "") > 1 or "\n" in (tokens[number]["space"] or "")


def compile_sentence(template: str, kind: str, symbols: Iterable[str]) -> RowPattern | TemplateProblem:
    """the pattern of a sentence with one `{value}`, anywhere in a line; a text runs to the sentence's end."""
    row = compile_row(template, {"value": kind}, symbols, sentence=True)
    if isinstance(row, TemplateProblem):
        return row
    end = _SENTENCE_END if kind == "text" else f"(?:{_NO_LETTER}|$)"
    return replace(row, source=rf"(?m)(?:^|{_NO_LETTER}){row.source}{end}")
