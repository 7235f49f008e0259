"""The equations of a text: chains taken apart between neighbours, names by what they stand for."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import Final

from selfcorrect.language.expressions.clause import Bound, Clause
from selfcorrect.language.expressions.fractions import Pair, reduced
from selfcorrect.language.expressions.implied import Measures
from selfcorrect.language.expressions.notation import Notation
from selfcorrect.language.expressions.parse import Calculus, calculus_of
from selfcorrect.language.expressions.rounded import looks_rounded, same
from selfcorrect.language.expressions.rows import Equation, Operand, Result, Substitution, Worked
from selfcorrect.language.expressions.signs import Number
from selfcorrect.language.sentences import Sentences

_SIGN: Final = re.compile(
    r"[=＝≈≃≅≐<>≤⩽≥⩾≠]|\\(?:approx|simeq|cong|neq?|leq?|geq?|leqslant|geqslant|lt|gt)(?![A-Za-z])"
)
_BOUNDARY: Final = re.compile(
    r"[,;?](?=\s|$)|(?<!\.)\.(?=\s|$)|(?<![0-9)])!(?=\s|$)|(?<![0-9]\s):(?=\s|$)|[\n\"“”]"
)
"""What ends a clause."""
_WORD: Final = re.compile(r"(?<![A-Za-z\\])[A-Za-z]{2,}(?![A-Za-z])")
_MARKS: Final = re.compile(r"\\[A-Za-z(\[]|[0-9A-Za-z)}^]\$(?:[\s.,;:?!)$]|$)")
_MARKER: Final = re.compile(r"\s*(?:[-*•‣–+][ \t]+|\(?[0-9]{1,3}[.)][ \t]+)")
"""What marks an item of a list, and is no sign of a number."""
_LONGEST: Final = 10_000
"""Characters of a clause; of a longer one, which nobody writes, parts around its signs are read."""
_LONGEST_SAID: Final = 100_000
"""Characters of a text that is looked through for calculations in words."""


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts of a long clause around its signs, from a first word to a last: what is cut off in the middle
    of a calculation comes to nothing. A part without words is left out.
    """
    at = start
    while sign := _SIGN.search(text, at, end):
        first, last = max(at, sign.start() - _LONGEST // 2), min(end, sign.start() + _LONGEST // 2)
        words = [match.span() for match in _WORD.finditer(text, first, last)]
        first = first if first == start else words[0][0] if words else last
        last = last if last == end else words[-1][1] if words else first
        if first < sign.start() < last:
            yield first, last
        at = max(last, sign.end())


def work_through(texts: Sequence[str | None], notation: Notation, given: Sequence[str | None] = ()) -> Worked:
    """The equations of texts in order, a name in one standing for what it was found to be before.

    `given` are texts that say what the numbers are that are calculated with.
    """
    calculus = calculus_of(notation)
    marks = any("$" in text and _MARKS.search(text) for text in texts if text)
    reading = _Reading(calculus, marks, given=any(given))
    for text in given:
        reading.measures.note_text(text or "")
    for number, text in enumerate(texts):
        if text:
            reading.read(number, text)
    return Worked(reading.found, reading.substituted, list(reading.results.values()), reading.operands)


class _Reading:
    """The texts of one candidate being read."""

    def __init__(self, calculus: Calculus, dollars_are_marks: bool, *, given: bool) -> None:
        self.given = given
        self.calculus = calculus
        self.marks = dollars_are_marks
        self.said = calculus.said
        self.denials = calculus.denials
        self.found: list[Equation] = []
        self.substituted: list[Substitution] = []
        self.names: dict[str, Bound] = {}
        self.results: dict[int, Result] = {}
        self.operands: list[Operand] = []
        self.measures = Measures(calculus)
        self.seen: set[Pair] = set()
        self.rounded: set[Pair] = set()
        self.chains = 0

    def read(self, number: int, text: str) -> None:
        """One text, clause by clause; a clause that works nothing out is not looked at closely."""
        signs = _SIGN.search(text) is not None
        said = self.said is not None and self.said.search(text, 0, _LONGEST_SAID) is not None
        if not (signs or said):
            return
        start, sentences, denied = 0, Sentences(text), self.denied(text)
        for boundary in chain(_BOUNDARY.finditer(text), (None,)):
            end = boundary.start() if boundary else len(text)
            asked = boundary is not None and boundary[0] == "?"
            so = not (asked or (denied and sentences.at(start) in denied))
            if so and (said or _SIGN.search(text, start, end)):
                self.clause(number, text, start, end)
            start = boundary.end() if boundary else end

    def denied(self, text: str) -> frozenset[int]:
        """The sentences that a text says are not so: those with a denial, and each before one."""
        if self.denials is None or not self.denials.search(text):
            return frozenset()
        sentences = Sentences(text)
        found = (n for n in range(len(sentences)) if self.denials.search(sentences[n]))
        return frozenset(n for one in found for n in (one - 1, one))

    def clause(self, number: int, text: str, start: int, end: int) -> None:
        """The equations of one clause."""
        calculus = self.calculus
        if end - start > _LONGEST:
            for piece in _pieces(text, start, end):
                self.clause(number, text, *piece)
            return
        if (not start or text[start - 1] == "\n") and (marker := _MARKER.match(text, start, end)):
            start = marker.end()
        if not self.given and self.plainly(number, text, start, end):
            return
        tokens, telling = calculus.lexer.read(text, start, end, dollars_are_marks=self.marks)
        if telling:
            tokens = calculus.vocabulary.read(tokens)
        relations = [n for n, token in enumerate(tokens) if token.kind in "rR"]
        if not relations:
            return
        bounds = [-1, *relations, len(tokens)]
        runs = calculus.reader.runs
        segments = [runs(tokens, before + 1, after) for before, after in pairwise(bounds)]
        Clause(self, number, text, tokens).equations(segments, bounds)

    def plainly(self, number: int, text: str, start: int, end: int) -> bool:
        """The equation of a clause of numbers, signs and words, if it is no more than that."""
        found = self.calculus.plain.read(text, start, end, dollars_are_marks=self.marks)
        if found is None:
            return False
        left, right, printed = found.left, found.right, found.right.printed
        if left.value and left.value[0] % left.value[1] and printed is not None and not printed.decimals:
            # What is left over may be told behind it.
            return False
        if (
            right.units
            and not left.units
            and any(reduced(one.value) in self.measures.known for one in found.numbers)
        ):
            return False
        self.chains += 1
        rounded = any(one.decimals and self.is_rounded(one) for one in found.numbers)
        self.found.append(
            Equation(
                number + 1, self.chains, left, "=", right, rounded, None, found.left_place, found.right_place
            )
        )
        self.results[self.chains] = Result(number + 1, None, right, found.right_place)
        if right.units:
            self.measures.note_units(printed, right.units)
        if printed is not None and printed.decimals and not same(left.value, right.value):
            self.rounded.add(reduced(printed.value))
        return True

    def is_rounded(self, number: Number) -> bool:
        """Whether a number was rounded, as far as can be seen."""
        return reduced(number.value) in self.rounded or looks_rounded(number)
