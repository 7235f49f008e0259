"""The equations of a text: chains taken apart between neighbours, names by what they stand for."""

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final, NamedTuple

from selfcorrect.language.expressions.expression import Expression
from selfcorrect.language.expressions.fractions import Pair, reduced
from selfcorrect.language.expressions.implied import Measures
from selfcorrect.language.expressions.notation import Notation
from selfcorrect.language.expressions.parse import Calculus, calculus_of, expression_of, extent_of
from selfcorrect.language.expressions.signs import Number, Token
from selfcorrect.language.expressions.stacks import Run

_SIGN: Final = re.compile(
    r"[=＝≈≃≅≐<>≤⩽≥⩾≠]|\\(?:approx|simeq|cong|neq?|leq?|geq?|leqslant|geqslant|lt|gt)(?![A-Za-z])"
)
_BOUNDARY: Final = re.compile(
    r"[,;?](?=\s|$)|(?<!\.)\.(?=\s|$)|(?<![0-9)])!(?=\s|$)|(?<![0-9]\s):(?=\s|$)|[\n\"“”]"
)
"""What ends a clause."""
_MARKS: Final = re.compile(r"\\[A-Za-z(\[]|[0-9A-Za-z)}^]\$(?:[\s.,;:?!)$]|$)")
_MARKER: Final = re.compile(r"\s*(?:[-*•‣–+][ \t]+|\(?[0-9]{1,3}[.)][ \t]+)")
"""What marks an item of a list, and is no sign of a number."""
_LONGEST: Final = 10_000
"""Characters of a clause; of a longer one, which nobody writes, those around its first sign are read."""
_LONGEST_SAID: Final = 100_000
"""Characters of a text that is looked through for calculations in words."""
_MOST: Final = 100_000
"""Equations of one text that are read; more is no solution."""


Place = tuple[int, int]
"""Offsets in a text, the end exclusive."""


class Equation(NamedTuple):
    """Two neighbours of a chain and what stands between them. `step` is the number of the text they stand in,
    from 1; `chain` that of their chain; `rounded` says that some operand is a rounded number, as far as
    can be seen: it was the result of an earlier calculation that does not come out, or looks like a share
    of 3, 6, 7, 9 or π. `implied` is the left side with its bare numbers in the units they were given in,
    where the right side is measured and both would agree without.
    """

    step: int
    chain: int
    left: Expression
    relation: str
    right: Expression
    rounded: bool
    implied: Expression | None
    left_place: Place
    right_place: Place

    @property
    def places(self) -> dict[str, Place]:
        """Where its parts stand; the whole under no name."""
        return {
            "left": self.left_place,
            "right": self.right_place,
            "": (self.left_place[0], self.right_place[1]),
        }


class Substitution(NamedTuple):
    """A number put in for a name: what the name was found to be and in which text, and what was put in."""

    step: int
    name: str
    found: Expression
    stated: Expression
    found_in: int
    place: Place


class Result(NamedTuple):
    """The end of a chain: what it came to, and the name it gives that, if it gives one."""

    step: int
    name: str | None
    value: Expression
    place: Place


class Operand(NamedTuple):
    """A number that is calculated with, where texts give some; `known` says that an earlier chain came to
    it, or used it.
    """

    step: int
    number: Expression
    known: bool
    place: Place


class Worked(NamedTuple):
    """All that the texts of one candidate work out."""

    equations: list[Equation]
    substitutions: list[Substitution]
    results: list[Result]
    operands: list[Operand]


def work_through(texts: Sequence[str | None], notation: Notation, given: Sequence[str | None] = ()) -> Worked:
    """The equations of texts in order, a name in one standing for what it was found to be before.

    `given` are texts that say what the numbers are that are calculated with.
    """
    calculus = calculus_of(notation)
    marks = any("$" in text and _MARKS.search(text) for text in texts if text)
    reading = _Reading(calculus, marks, given=any(given))
    for text in given:
        reading.measures.note_text(text or "", notation)
    for number, text in enumerate(texts):
        if text and len(reading.found) < _MOST:
            reading.read(number, text)
    return Worked(reading.found, reading.substituted, list(reading.results.values()), reading.operands)


class _Bound(NamedTuple):
    """What a name stands for."""

    value: Expression
    text: int


class _Reading:
    """The texts of one candidate being read."""

    def __init__(self, calculus: Calculus, dollars_are_marks: bool, *, given: bool) -> None:
        self.given = given
        self.calculus = calculus
        self.marks = dollars_are_marks
        self.said = calculus.said
        self.rests = calculus.notation.rests
        self.denials, self.suppositions = calculus.denials, calculus.suppositions
        self.found: list[Equation] = []
        self.substituted: list[Substitution] = []
        self.names: dict[str, _Bound] = {}
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
        if not (signs or said) or (self.denials is not None and self.denials.search(text)):
            return
        start = 0
        for boundary in _BOUNDARY.finditer(text):
            if _SIGN.search(text, start, boundary.start()) or said:
                self.clause(number, text, start, boundary.start())
            start = boundary.end()
        if _SIGN.search(text, start) or said:
            self.clause(number, text, start, len(text))

    def clause(self, number: int, text: str, start: int, end: int) -> None:
        """The equations of one clause."""
        calculus = self.calculus
        if end - start > _LONGEST:
            sign = _SIGN.search(text, start, end)
            middle = sign.start() if sign else start
            start, end = max(start, middle - _LONGEST // 2), min(end, middle + _LONGEST // 2)
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
        _Clause(self, number, text, tokens).equations(segments, bounds)

    def plainly(self, number: int, text: str, start: int, end: int) -> bool:
        """The equation of a clause of numbers, signs and words, if it is no more than that."""
        found = self.calculus.plain.read(text, start, end, dollars_are_marks=self.marks)
        if found is None:
            return False
        left, right, printed = found.left, found.right, found.right.printed
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


def same(a: Pair | None, b: Pair | None) -> bool:
    """Whether two fractions are equal, and known."""
    return a is not None and b is not None and a[0] * b[1] == b[0] * a[1]


class _Clause:
    """One clause: its runs become sides."""

    def __init__(self, reading: _Reading, number: int, text: str, tokens: list[Token]) -> None:
        self.reading = reading
        self.number = number
        self.text = text
        self.tokens = tokens
        self.sides: dict[int, Expression] = {}
        self.counted: set[int] = set()

    def equations(self, segments: list[list[Run]], bounds: list[int]) -> None:
        """Every pair of neighbours that can be compared; then what names they give."""
        last_right: Run | None = None
        named: Run | None = None
        for position in range(len(segments) - 1):
            end, relation = bounds[position + 1], self.tokens[bounds[position + 1]]
            left = _left(segments[position], end)
            right = self.before_words(_right(segments[position + 1], end + 1))
            if left is None or left is not last_right:
                self.reading.chains += 1
                named = left if left is not None and relation.kind == "r" and _is_name(left) else None
            if left is not None and right is not None and self.comparable(left, relation, right):
                self.equation(left, relation, right)
            if right is not None and _is_value(right) and _worked(right) and relation.kind == "r":
                self.came_to(left, right, _name_of(named))
            if left is not None and right is not None and left.names and not right.names:
                self.substitute(left, right)
            whole = right is not None and right.last == bounds[position + 2]
            last_right = right if whole else None
            if named is not None and right is not None and relation.value == "=" and relation.kind == "r":
                self.bind(named, right)

    def before_words(self, right: Run | None) -> Run | None:
        """A right side without what words go on to calculate: `5 + 1 = 6 times $5 on average`."""
        if right is None or not right.operators:
            return right
        for at in range(right.first, right.last):
            token = self.tokens[at]
            if token.kind == "o" and token.end - token.start > 1 and self.text[token.start].isalpha():
                return _right(self.reading.calculus.reader.runs(self.tokens, right.first, at), right.first)
        return right

    def comparable(self, left: Run, relation: Token, right: Run) -> bool:
        """Whether two neighbours say something that can be judged."""
        if (
            left.names
            or right.names
            or (not _worked(left) and not left.trouble)
            or (not _worked(right) and not right.trouble)
        ):
            return False
        if not right.operators and right.noun and right.noun[0].lower() in self.reading.rests:
            # `17 / 5 = 3 remainder 2`
            return False
        if left.letter != right.letter and bool(left.measures) != bool(right.measures):
            # `2m = 10`: an unknown of algebra, and no metres.
            return False
        if relation.kind == "R" and not self.said(left, right):
            return False
        if left.operators == 0:
            return self.stated(left, right)
        return True

    def stated(self, left: Run, right: Run) -> bool:
        """Whether a lone number is said to be what stands after it, and not only tried."""
        if not right.operators:
            return _quantities(left, right)
        suppositions = self.reading.suppositions
        return not left.after_words and (suppositions is None or not suppositions.search(self.text))

    def said(self, left: Run, right: Run) -> bool:
        """`3 times 4 is 12`: whether words say so, and not `is 12 more than`."""
        relative = self.reading.calculus.notation.relative
        after = right.noun[0].lower() if right.noun else ""
        return left.operators > 0 and right.operators == 0 and after not in relative

    def equation(self, left: Run, relation: Token, right: Run) -> None:
        """One more equation."""
        reading = self.reading
        reading.found.append(
            Equation(
                self.number + 1,
                reading.chains,
                self.side(left),
                str(relation.value),
                self.side(right),
                self.rounded(left) or self.rounded(right),
                self.implied(left, right) if right.measures and not left.measures else None,
                extent_of(self.tokens, left),
                extent_of(self.tokens, right),
            )
        )
        for run in (left, right):
            if run.measures:
                reading.measures.note(self.tokens, run)
        if reading.given and left.operators:
            self.operands(left)
        if reading.given:
            # What a side of a chain is made of comes from the one before it.
            reading.seen.update(self.values(right))
        if relation.kind == "R" and not right.operators:
            self.came_to(left, right, "")

    def implied(self, left: Run, right: Run) -> Expression | None:
        """The left side in the units that its numbers were given in, where that can matter."""
        if not left.operators or right.operators:
            return None
        return self.reading.measures.implied(self.tokens, left, self.side(left), self.side(right))

    def rounded(self, run: Run) -> bool:
        """Whether some operand is a rounded number, as far as can be seen."""
        if not run.operators or not run.decimals:
            return False
        numbers = [t.value for t in self.tokens[run.first : run.last] if t.kind == "n"]
        return any(one.decimals > 0 and self.reading.is_rounded(one) for one in numbers)  # type: ignore[attr-defined, arg-type]

    def operands(self, run: Run) -> None:
        """The numbers of a calculation, each the first time it is met in this clause's chain."""
        reading = self.reading
        if id(run) in self.counted:
            return
        self.counted.add(id(run))
        for token in self.tokens[run.first : run.last]:
            if token.kind != "n" or not isinstance(token.value, Number):
                continue
            value = reduced(token.value.value)
            text = self.text[token.start : token.end]
            number = Expression(
                text, (token,), reading.calculus.notation, token.value.value, printed=token.value
            )
            known = value in reading.seen
            reading.operands.append(Operand(self.number + 1, number, known, (token.start, token.end)))
            reading.seen.add(value)

    def values(self, run: Run) -> list[Pair]:
        """The numbers of a side."""
        tokens = (token.value for token in self.tokens[run.first : run.last])
        return [reduced(value.value) for value in tokens if isinstance(value, Number)]

    def came_to(self, left: Run | None, right: Run, name: str) -> None:
        """The end of a chain, as far as it has been read."""
        reading = self.reading
        value, side = right.value, self.side(right)
        reading.results[reading.chains] = Result(
            self.number + 1, name or None, side, extent_of(self.tokens, right)
        )
        if value is None:
            return
        if reading.given:
            reading.seen.add(reduced(value))
        if right.decimals and left is not None and not left.names and not same(left.value, value):
            reading.rounded.add(reduced(value))

    def side(self, run: Run) -> Expression:
        """A run as an expression; a neighbour in a chain is the same one."""
        found = self.sides.get(id(run))
        if found is None:
            found = self.sides[id(run)] = expression_of(
                self.text, self.tokens, run, self.reading.calculus.notation
            )
        return found

    def bind(self, named: Run, right: Run) -> None:
        """What a name stands for from here on: the end of its chain."""
        name = named.skeleton[0]
        if right.names or right.value is None:
            self.reading.names.pop(name, None)
            return
        self.reading.names[name] = _Bound(self.side(right), self.number)

    def substitute(self, left: Run, right: Run) -> None:
        """Numbers that stand where names did, in the same calculation."""
        pairs = list(zip(left.skeleton, right.skeleton, strict=False))
        if len(left.skeleton) != len(right.skeleton) or len(pairs) < 2 or not right.operators:
            return
        if any(one != other for one, other in pairs if one in _OPERATORS or other in _OPERATORS):
            return
        numbers = [token for token in self.tokens[right.first : right.last] if token.kind == "n"]
        operands = [pair for pair in pairs if pair[0] not in _OPERATORS]
        if len(numbers) != len(operands):
            return
        for (name, value), token in zip(operands, numbers, strict=True):
            bound = self.reading.names.get(name) if name.__class__ is str else None
            if bound is not None and bound.text <= self.number:
                self.put_in(name, value, token, bound)

    def put_in(self, name: str, value: Any, token: Token, bound: _Bound) -> None:
        """One number that was put in for a name."""
        assert isinstance(token.value, Number)  # noqa: S101 - only numbers are put in
        text = self.text[token.start : token.end]
        text = f"-{text}" if value[0] < 0 else text
        stated = Expression(text, (token,), self.reading.calculus.notation, value, printed=token.value)
        self.reading.substituted.append(
            Substitution(self.number + 1, name, bound.value, stated, bound.text + 1, (token.start, token.end))
        )


_THIRDS: Final = (3, 6, 7, 9)
_KNOWN: Final = (
    Fraction(314159265358979, 10**14),
    Fraction(141421356237310, 10**14),
    Fraction(173205080756888, 10**14),
)
"""π and the roots of 2 and 3, which everybody rounds."""


def looks_rounded(number: Number) -> bool:
    """Whether a printed number is a share of 3, 6, 7 or 9, or a multiple of π or a small root, rounded or
    cut off where it was printed.
    """
    if number.decimals < 2 or number.endless:
        return number.endless
    value = Fraction(*number.value)
    place = Fraction(1, 10**number.decimals)
    for share in _THIRDS:
        nearest = Fraction(round(value * share), share)
        if (
            nearest.denominator != 1
            and nearest.denominator not in (2, 5, 10)
            and abs(nearest - value) < place
        ):
            return True
    return any(abs(value - known) < place for known in _KNOWN)


_OPERATORS: Final = frozenset(("+", "-", "*", "/", "^", "C", "%", "!"))


def _worked(run: Run) -> bool:
    return run.value is not None or run.irrational


def _name_of(run: Run | None) -> str:
    return str(run.skeleton[0]) if run is not None else ""


def _is_value(run: Run) -> bool:
    """Whether a side is a number, or a fraction of two."""
    return not run.operators or (run.operators == 1 and len(run.skeleton) == 3 and run.skeleton[1] == "/")


def _is_name(run: Run) -> bool:
    return run.names == 1 and run.operators == 0 and len(run.skeleton) == 1


def _left(runs: list[Run], end: int) -> Run | None:
    """The run that ends right before a relation, if it can be trusted."""
    run = runs[-1] if runs else None
    return run if run is not None and run.clean and run.last == end and run.last > run.first else None


def _right(runs: list[Run], start: int) -> Run | None:
    """The run that starts right after a relation, if it can be trusted."""
    run = runs[0] if runs else None
    return run if run is not None and run.clean and run.first == start and run.last > start else None


def _quantities(left: Run, right: Run) -> bool:
    """Two single numbers that measure the same thing, or count it: `2 h = 120 min`, `8.0 = 8`."""
    if left.measures and right.measures and left.after_words and left.measures == right.measures:
        # `2 books at $5 = $10`: of words before a lone amount nobody knows what they do to it.
        return False
    if left.measures and right.measures:
        bases = [[unit.dimension for unit, _ in run.measures[0].parts] for run in (left, right)]
        return bases[0] == bases[1]
    if left.measures or right.measures or left.after_words:
        return False
    return _noun(left) == _noun(right)


def _noun(run: Run) -> str:
    return run.noun[0].lower().rstrip("s") if run.noun else ""
