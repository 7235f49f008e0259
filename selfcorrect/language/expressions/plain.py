"""Plain clauses, which most are: `she has 400 - 120 = 280 apples`. Numbers and signs, and words around them.

They come to the same as when they are read token by token, in a fifth of the time. Whatever is not plain
is left to that.
"""

import re
from functools import cached_property
from typing import Final, NamedTuple

from selfcorrect.language.expressions import fractions
from selfcorrect.language.expressions.expression import Expression
from selfcorrect.language.expressions.fractions import Pair
from selfcorrect.language.expressions.notation import Notation, Unit
from selfcorrect.language.expressions.signs import WORD, Number
from selfcorrect.language.expressions.vocabulary import Vocabulary

_NUMBER: Final = r"[0-9]{1,12}(?:\.[0-9]{1,6})?"
_OPERATORS: Final = {"+": "+", "-": "-", "*": "*", "×": "*", "/": "/", "÷": "/", "x": "*"}
_SIGNS: Final = r" ?[-+*×/÷] ?| x "
_PLAIN: Final = re.compile(
    rf"\s*((?:{WORD} )*)(\$?{_NUMBER}(?:(?:{_SIGNS})\$?{_NUMBER})+) ?= ?(\$?{_NUMBER})((?: {WORD})*)\s*"
)
_PART: Final = re.compile(r"(?: ?([-+*×/÷x]) ?)?(\$?)([0-9]+)(?:\.([0-9]+))?")


class Plain(NamedTuple):
    """A plain equation: both sides and where they stand, the numbers of the left one, and the unit of the
    right.
    """

    left: Expression
    right: Expression
    left_place: tuple[int, int]
    right_place: tuple[int, int]
    numbers: list[Number]


class PlainReader:
    """Reads plain clauses in one notation."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    @cached_property
    def notation(self) -> Notation:
        """How calculations are written."""
        return self.vocabulary.notation

    @cached_property
    def dollar(self) -> Unit | None:
        """What a dollar sign means."""
        return self.notation.units.get("$")

    @cached_property
    def meaning(self) -> frozenset[str]:
        """The words right before a number that may change what it means."""
        notation = self.notation
        shares = (word for phrase in notation.numbers for word in phrase.split())
        return notation.functions.union(
            shares, (word for phrase in notation.operators for word in phrase.split())
        )

    def means(self, lead: list[str]) -> bool:
        """Whether words before a calculation may be part of it. With no number before them only the last
        can.
        """
        last = lead[-2]
        return last in self.meaning or (
            last in self.notation.of and (len(lead) < 3 or lead[-3] in self.meaning)
        )

    def read(self, text: str, start: int, end: int, *, dollars_are_marks: bool) -> Plain | None:
        """The equation that a clause is, if it is plain."""
        match = _PLAIN.fullmatch(text, start, end)
        if match is None or (dollars_are_marks and "$" in match[0]):
            return None
        lead, tail = match[1], match[4]
        if lead and self.means(lead.lower().split(" ")):
            return None
        parts = _PART.findall(match[2])
        told = _PART.findall(match[3])[0]
        units: tuple[Unit, ...] = (self.dollar,) if told[1] and self.dollar else ()
        place = match.span(3)
        if tail:
            words = self.before_join(tail.split(" ")[1:])
            if words and (
                words[0].lower() in self.notation.rests or not self.vocabulary.percents.isdisjoint(words[:1])
            ):
                return None
            if words and len(words[0]) == 1 and words[0] not in "aAI":
                return None
            measure = self.vocabulary.measure(words) if words else None
            if measure is not None:
                units += tuple(unit for unit, _ in measure.parts)
                place = (place[0], place[1] + 1 + len(words[0]))
        return self.made(text, (match.span(2), place), (parts, told), units)

    def before_join(self, words: list[str]) -> tuple[str, ...]:
        """A phrase up to a word that starts something else."""
        joins = self.notation.joins
        for n, word in enumerate(words):
            if word.lower() in joins:
                return tuple(words[:n])
        return tuple(words)

    def made(
        self,
        text: str,
        places: tuple[tuple[int, int], tuple[int, int]],
        parts: tuple[list[tuple[str, str, str, str]], tuple[str, str, str, str]],
        units: tuple[Unit, ...],
    ) -> Plain | None:
        """The equation of its parts."""
        terms, told = parts
        numbers = [_number(whole, share) for _, _, whole, share in terms]
        try:
            value = _worked_out([_OPERATORS.get(op, "") for op, *_ in terms], numbers)
        except (ZeroDivisionError, fractions.TooLargeError):
            return None
        dollars = (self.dollar,) * sum(1 for _, sign, *_ in terms if sign) if self.dollar else ()
        (start, end), (at, to) = places
        notation = self.notation
        printed = _number(told[2], told[3])
        left = Expression(
            text[start:end],
            None,
            notation,
            value,
            "",
            None,
            dollars,
            operators=len(terms) - 1,
        )
        right = Expression(text[at:to], None, notation, printed.value, "", printed, units)
        return Plain(left, right, (start, end), (at, to), numbers)


def _number(whole: str, share: str) -> Number:
    """A printed number."""
    if not share:
        return Number((int(whole), 1), 0, len(whole))
    return Number((int(whole + share), 10 ** len(share)), len(share), len((whole + share).lstrip("0")) or 1)


def _worked_out(operators: list[str], numbers: list[Number]) -> Pair:
    """The value of numbers with operators before all but the first: products first, then sums."""
    total: Pair | None = None
    term, sign = numbers[0].value, "+"
    for op, number in zip(operators[1:], numbers[1:], strict=True):
        if op == "*":
            term = fractions.multiply(term, number.value)
        elif op == "/":
            term = fractions.divide(term, number.value)
        else:
            total = _plus(total, term, sign)
            term, sign = number.value, op
    return _plus(total, term, sign)


def _plus(total: Pair | None, term: Pair, sign: str) -> Pair:
    if total is None:
        return term
    return fractions.add(total, term) if sign == "+" else fractions.subtract(total, term)
