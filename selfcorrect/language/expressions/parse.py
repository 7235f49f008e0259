"""Text to an expression: a notation made ready, and what it makes of a stretch of text."""

import re
from typing import Any, Final

from selfcorrect.language.expressions.expression import Expression
from selfcorrect.language.expressions.notation import PLAIN, Notation
from selfcorrect.language.expressions.runs import Reader, Run, units_of
from selfcorrect.language.expressions.tokens import Lexer, Token
from selfcorrect.language.expressions.vocabulary import Vocabulary

LONGEST: Final = 10_000
"""Characters of an expression that is read as a record's field."""


class Calculus:
    """A notation made ready: its lexer, its vocabulary, its reader."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.lexer = Lexer(notation)
        self.vocabulary = Vocabulary(notation)
        self.reader = Reader(self.vocabulary)
        self.denials = _any_of(notation.denials)
        self.suppositions = _any_of(notation.suppositions)


def _any_of(phrases: tuple[str, ...]) -> re.Pattern[str] | None:
    """A pattern for any of some phrases, as whole words."""
    if not phrases:
        return None
    return re.compile(r"(?i)\b(?:%s)\b" % "|".join(re.escape(phrase) for phrase in phrases))


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
    if len(runs) != 1 or not runs[0].clean or runs[0].names or (runs[0].first, runs[0].last) != (0, len(tokens)):
        return None
    return expression_of(text, tokens, runs[0], notation)


def expression_of(text: str, tokens: list[Token], run: Run, notation: Notation) -> Expression:
    """The expression of a run."""
    first, last = run.first, run.last
    start, end = extent_of(tokens, run)
    single = tokens[first] if run.operators == 0 else None
    printed: Any = None
    if single is not None:
        printed = next((t.value for t in tokens[first:last] if t.kind == "n"), None)
    return Expression(
        text=text[start:end],
        tokens=tuple(tokens[first:last]),
        notation=notation,
        value=run.value,
        trouble=run.trouble,
        printed=printed,
        units=units_of(run) if run.measures else (),
        shares=run.shares,
        operators=run.operators,
        noun=" ".join(run.noun),
    )


def extent_of(tokens: list[Token], run: Run) -> tuple[int, int]:
    """Where a run stands: of a phrase at its end, only the first word belongs to it."""
    last = tokens[run.last - 1]
    end = last.end
    if last.kind == "w" and run.noun:
        end = last.start + len(run.noun[0]) if run.measures else tokens[run.last - 2].end
    return tokens[run.first].start, end
