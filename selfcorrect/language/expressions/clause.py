"""One clause: its runs become the sides of equations, and names, results and operands."""

from typing import Any, Final, NamedTuple, Protocol

from selfcorrect.language.expressions.expression import Expression
from selfcorrect.language.expressions.fractions import Pair, reduced
from selfcorrect.language.expressions.implied import Measures
from selfcorrect.language.expressions.neighbours import Neighbours, worked
from selfcorrect.language.expressions.parse import Calculus, expression_of, extent_of
from selfcorrect.language.expressions.rounded import same
from selfcorrect.language.expressions.rows import Equation, Operand, Result, Substitution
from selfcorrect.language.expressions.signs import Number, Token
from selfcorrect.language.expressions.stacks import Run


class Bound(NamedTuple):
    """What a name stands for."""

    value: Expression
    text: int


class Reading(Protocol):
    """What a clause needs of the reading that it is part of, and adds to."""

    calculus: Calculus
    given: bool
    found: list[Equation]
    substituted: list[Substitution]
    names: dict[str, Bound]
    results: dict[int, Result]
    operands: list[Operand]
    measures: Measures
    seen: set[Pair]
    rounded: set[Pair]
    chains: int

    def is_rounded(self, number: Number) -> bool:
        """Whether a number was rounded, as far as can be seen."""


class Clause:
    """One clause: its runs become sides."""

    def __init__(self, reading: Reading, number: int, text: str, tokens: list[Token]) -> None:
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
            if right is not None and _is_value(right) and worked(right) and relation.kind == "r":
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
        neighbours = Neighbours(self.reading.calculus, self.text, self.tokens, left, right)
        return neighbours.comparable(said=relation.kind == "R")

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
        self.reading.names[name] = Bound(self.side(right), self.number)

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

    def put_in(self, name: str, value: Any, token: Token, bound: Bound) -> None:
        """One number that was put in for a name."""
        assert isinstance(token.value, Number)  # noqa: S101 - only numbers are put in
        text = self.text[token.start : token.end]
        text = f"-{text}" if value[0] < 0 else text
        stated = Expression(text, (token,), self.reading.calculus.notation, value, printed=token.value)
        self.reading.substituted.append(
            Substitution(self.number + 1, name, bound.value, stated, bound.text + 1, (token.start, token.end))
        )


_OPERATORS: Final = frozenset(("+", "-", "*", "/", "^", "C", "%", "!"))


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
