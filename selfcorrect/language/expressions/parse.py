"""Text to an expression: a notation made ready, and what it makes of a stretch of text."""

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, Final

from selfcorrect.language.expressions.expression import Expression
from selfcorrect.language.expressions.notation import PLAIN, Notation, Unit
from selfcorrect.language.expressions.plain import PlainReader
from selfcorrect.language.expressions.runs import Reader
from selfcorrect.language.expressions.signs import Number, Token
from selfcorrect.language.expressions.stacks import HIGHEST, Run, units_of
from selfcorrect.language.expressions.tokens import Lexer
from selfcorrect.language.expressions.vocabulary import Vocabulary
from selfcorrect.language.patterns import compile_pattern

_LONGEST_TEXT: Final = 1_000_000
"""Characters of a text whose quantities are looked for."""
_LONGEST_PATTERN: Final = 10_000
_SHORT: Final = 40
"""Characters of a text that is remembered with what it was read as."""
_MOST_KNOWN: Final = 4096
LONGEST: Final = 10_000
"""Characters of an expression that is read as a record's field."""


class Calculus:
    """A notation made ready: its lexer, its vocabulary, its reader."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.vocabulary = Vocabulary(notation)
        self.lexer = Lexer(notation, self.vocabulary.telling)
        self.reader = Reader(self.vocabulary)
        self.plain = PlainReader(self.vocabulary)
        self.said = _said(notation)
        self.denials = _any_of(notation.denials)
        self.suppositions = _any_of(notation.suppositions)
        self.after = _rest(notation)
        self.known: dict[str, Expression | None] = {}

    @cached_property
    def factors(self) -> frozenset[Fraction]:
        """Every whole factor from one unit to another of its kind."""
        kinds: dict[object, set[Fraction]] = {}
        for unit in self.notation.units.values():
            kinds.setdefault(unit.dimension, set()).add(Fraction(*unit.factor))
        found = (
            one / other for several in kinds.values() for one in several for other in several if one > other
        )
        return frozenset(factor for factor in found if factor.denominator == 1)


class Searcher:
    """A pattern looked for in texts, in time linear in their length."""

    def __init__(self, pattern: str) -> None:
        self._search = compile_pattern(pattern, _LONGEST_PATTERN).search

    def search(self, text: str, start: int = 0, end: int | None = None) -> object:
        """What is found between two offsets; None for nothing. RE2 takes no lone surrogates, and finds
        nothing where there are some.
        """
        try:
            # The piece alone: RE2 takes the whole text to bytes each time, wherever it begins to look.
            return self._search(text[start:end])
        except UnicodeError:
            return None


def _said(notation: Notation) -> re.Pattern[str] | None:
    """What finds a calculation with signs or words between numbers and, anywhere after it, a word that
    says what it comes to; where it finds nothing no closer look is needed.
    """
    if not notation.relations:
        return None
    operators, relations, of = (
        "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) or r"[^\s\S]"
        for words in (notation.operators, notation.relations, notation.of)
    )
    number = r"[$€£(\\]*[0-9]"
    signs = r"[-+−–*×·÷/^]|\\[a-z]+"
    between = rf"[0-9)}}%½¼¾][^\s0-9$]{{0,2}}\$? ?(?:(?:{signs}) ?|(?:{operators}) ){number}"
    return re.compile(rf"(?:{between}|(?<= )(?:{of}) {number})[^\n]{{0,200}}? (?:{relations}) ")


def _rest(notation: Notation) -> re.Pattern[str]:
    """What finds that something is left over, right after a whole number and what it counts."""
    rests, joins = (
        "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) or r"[^\s\S]"
        for words in (notation.rests, notation.joins)
    )
    return re.compile(rf"(?i)[^\n.=]{{0,40}}?(?:\b(?:{rests})\b|\b(?:{joins}) [0-9])")


def _any_of(phrases: tuple[str, ...]) -> Searcher | None:
    """What finds any of some phrases, as whole words."""
    return Searcher(r"(?i)\b(?:{})\b".format("|".join(map(re.escape, phrases)))) if phrases else None


def calculus_of(notation: Notation) -> Calculus:
    """The notation made ready, once."""
    return _CALCULI.get(id(notation)) or _remembered(notation)


_CALCULI: Final[dict[int, Calculus]] = {}
_MOST: Final = 64


def _remembered(notation: Notation) -> Calculus:
    # By identity: a notation is a large table, and comparing two takes longer than reading with one. What is
    # remembered holds its notation, so that no other can have the same identity.
    if len(_CALCULI) >= _MOST:
        _CALCULI.clear()
    made = Calculus(notation)
    _CALCULI[id(notation)] = made
    return made


def read_expression(text: str, notation: Notation = PLAIN) -> Expression | None:
    """The expression that a text is as a whole; None if it is none, or has unknowns."""
    if len(text) > LONGEST:
        return None
    calculus = calculus_of(notation)
    tokens = calculus.vocabulary.read(calculus.lexer.tokens(text, 0, len(text)))
    runs = calculus.reader.runs(tokens, 0, len(tokens))
    if (
        len(runs) != 1
        or not runs[0].clean
        or runs[0].names
        or (runs[0].first, runs[0].last) != (0, len(tokens))
    ):
        return None
    return expression_of(text, tokens, runs[0], notation)


def read_again(text: str, notation: Notation) -> Expression | None:
    """As `read_expression`, for texts of which few are different: units, and efforts such as `3 days`.
    What is given is shared, with all that was worked out of it.
    """
    known = calculus_of(notation).known
    if text in known:
        return known[text]
    found = read_expression(text, notation)
    if len(text) <= _SHORT:
        if len(known) >= _MOST_KNOWN:
            known.clear()
        known[text] = found
    return found


def is_quantity(value: Expression) -> bool:
    """Whether an expression is one printed number with its unit, or a row of them: `1 d 4 h`."""
    if value.printed is not None:
        return True
    return len(value.units) > 1 and all(token.kind != "o" for token in tokens_of(value))


def quantities(text: str, notation: Notation) -> list[tuple[Expression, tuple[int, int]]]:
    """Every printed number of a text, in digits or words, with its unit, and where it stands."""
    calculus = calculus_of(notation)
    tokens = calculus.lexer.tokens(text, 0, min(len(text), _LONGEST_TEXT))
    found = []
    for n, token in enumerate(tokens):
        number = _number_of(token, notation)
        if number is not None:
            beside, units = _unit_beside(tokens, n, calculus)
            plain = Token("n", number, token.start, token.end)
            place = (
                min(token.start, *(t.start for t in beside), token.start),
                max(token.end, *(t.end for t in beside), token.end),
            )
            parts = sorted((plain, *beside), key=lambda part: part.start)
            one = Expression(text[slice(*place)], parts, notation, number.value, printed=number, units=units)
            found.append((one, place))
    return found


def _number_of(token: Token, notation: Notation) -> Number | None:
    """The number that a token prints, in digits or as a word."""
    if isinstance(token.value, Number):
        return token.value
    if token.kind != "w" or isinstance(token.value, tuple):
        return None
    word = str(token.value).lower()
    if word in notation.cardinals:
        return Number((notation.cardinals.index(word), 1))
    return Number(notation.numbers[word]) if word in notation.numbers else None


def _unit_beside(tokens: list[Token], n: int, calculus: Calculus) -> tuple[list[Token], tuple[Unit, ...]]:
    """The tokens of a number's unit, before it or after, and the unit once for each of its powers."""
    before, after = tokens[n - 1] if n else None, tokens[n + 1] if n + 1 < len(tokens) else None
    signs = calculus.notation.units
    if before is not None and before.kind == "u" and (unit := signs.get(str(before.value))):
        return [before], (unit,)
    if after is None or after.kind not in "uw":
        return [], ()
    words: list[str] = []
    for one in tokens[n + 1 : n + 4]:
        if one.kind in "uw":
            words += one.value if isinstance(one.value, tuple) else [str(one.value)]
    measure = calculus.vocabulary.measure(tuple(words))
    if measure is None or measure.parts[0][1] < 1:
        return [], ()
    unit, power = measure.parts[0]
    word = Token("w", tuple(unit.name.split()), after.start, after.start + len(words[0]))
    raised = tokens[n + 2] if n + 2 < len(tokens) and tokens[n + 2].start == after.end else None
    if raised is not None and raised.kind == "p":
        return [word, raised], (unit,) * min(int(raised.value), HIGHEST)  # type: ignore[call-overload]
    return [word], (unit,) * power


def first_expression(text: str, notation: Notation) -> tuple[int, int] | None:
    """Where the expression stands that a short text gives: the last of a chain, else its first."""
    calculus = calculus_of(notation)
    enclosed = text.count("$") == 2 and text.rstrip()[-1:] == "$"
    tokens = calculus.lexer.tokens(text, 0, min(len(text), LONGEST), dollars_are_marks=enclosed)
    tokens = calculus.vocabulary.read(tokens)
    relations = [-1, *(n for n, token in enumerate(tokens) if token.kind == "r"), len(tokens)]
    for before, after in reversed(list(pairwise(relations))):
        for run in calculus.reader.runs(tokens, before + 1, after):
            if run.last > run.first and not run.names and (run.value is not None or run.irrational):
                return extent_of(tokens, run)
    return None


def expression_of(text: str, tokens: list[Token], run: Run, notation: Notation) -> Expression:
    """The expression of a run."""
    first, last = run.first, run.last
    start, end = extent_of(tokens, run)
    printed: Any = None
    if not run.operators:
        printed = next((t.value for t in tokens[first:last] if t.kind == "n"), None)
    return Expression(
        text[start:end],
        tokens[first:last],
        notation,
        run.value,
        run.trouble,
        printed,
        units_of(run) if run.measures else (),
        run.shares,
        run.operators,
    )


def tokens_of(side: Expression) -> Sequence[Token]:
    """The tokens of an expression, read again where it was read without."""
    if side.tokens is None:
        calculus = calculus_of(side.notation)
        side.tokens = calculus.vocabulary.read(calculus.lexer.tokens(side.text, 0, len(side.text)))
    return side.tokens


def extent_of(tokens: list[Token], run: Run) -> tuple[int, int]:
    """Where a run stands: of a phrase at its end, only the first word belongs to it."""
    last = tokens[run.last - 1]
    end = last.end
    if last.kind == "w" and run.noun:
        end = tokens[run.last - 2].end
        if run.counted and isinstance(last.value, tuple):
            end = min(last.end, last.start + len(" ".join(last.value[: run.counted])))
    return tokens[run.first].start, end
