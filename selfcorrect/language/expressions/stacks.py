"""What a run of tokens is worked out on: a stack of values and one of operators, and what is known of it.

Dijkstra's two stacks, so that ten thousand brackets cost ten thousand steps and no recursion.
"""

from collections.abc import Callable
from typing import Any, Final, Protocol

from selfcorrect.language.expressions import fractions
from selfcorrect.language.expressions.fractions import IrrationalError, TooLargeError
from selfcorrect.language.expressions.notation import Unit
from selfcorrect.language.expressions.signs import Number, Token
from selfcorrect.language.expressions.vocabulary import Measure, Vocabulary

BY_ZERO: Final = "a division by zero"
TOO_LARGE: Final = "a result with too many digits"

BINDS: Final = {"+": 1, "-": 1, "*": 2, "/": 2, "neg": 3, "^": 4, "C": 5, "root": 6}
CLOSEST: Final = 5
"""How closely a whole number binds the fraction that is part of it."""
FRACTION: Final = "((n)o(n))"
"""The kinds of the tokens of a fraction of two numbers in LaTeX."""
RIGHT: Final = frozenset(("^", "neg", "root"))
HIGHEST: Final = 7
"""The first power that no unit has."""
LETTERS_OF_PROSE: Final = frozenset("aAI")


class Arithmetic(Protocol):
    """How values are worked out. Anything may raise ArithmeticError."""

    def number(self, number: Number) -> Any:
        """A printed number."""

    def constant(self, name: str) -> Any:
        """A constant such as π."""

    def measured(self, value: Any, measure: Measure) -> Any:
        """A value with units after it."""

    def binary(self, op: str, left: Any, right: Any) -> Any:
        """`+ - * / ^ C` (C: choose)."""

    def unary(self, op: str, value: Any) -> Any:
        """`neg`, `%`, `!`."""

    def root(self, degree: int, value: Any) -> Any:
        """A root."""


class Exact:
    """Exact fractions, units left out."""

    _BINARY: Final[dict[str, Callable[..., Any]]] = {
        "+": fractions.add,
        "-": fractions.subtract,
        "*": fractions.multiply,
        "/": fractions.divide,
        "^": fractions.power,
        "C": fractions.choose,
    }

    def number(self, number: Number) -> Any:
        """The number as printed; what goes on for ever is no fraction that anybody knows."""
        if number.endless:
            raise IrrationalError
        return number.value

    def constant(self, name: str) -> Any:
        """No constant is a fraction."""
        del name
        raise IrrationalError

    def measured(self, value: Any, measure: Measure) -> Any:
        """The value alone."""
        del measure
        return value

    def binary(self, op: str, left: Any, right: Any) -> Any:
        """An operation."""
        return self._BINARY[op](left, right)

    def unary(self, op: str, value: Any) -> Any:
        """A sign, a hundredth, a factorial."""
        if op == "neg":
            return (-value[0], value[1])
        return (value[0], value[1] * 100) if op == "%" else fractions.factorial(value)

    def root(self, degree: int, value: Any) -> Any:
        """A root that comes out."""
        return fractions.root(value, degree)


EXACT: Final = Exact()


class Run:
    """A stretch of tokens that reads as one expression, `first` to `last` (exclusive).

    `clean` says that nothing around it could change what it means; `after_words` that words stand right
    before it; `names` are unknowns, `counted` how many words of the last phrase are of a unit; `skeleton` its
    operands and operators without brackets, `noun` the phrase after its last operand.
    """

    value: Any = None
    trouble = ""
    irrational = False
    names = 0
    letter = False
    measures: tuple[Measure, ...] = ()
    noun: tuple[str, ...] = ()
    counted = 0
    operators = 0
    decimals = 0
    shares = False

    def __init__(self, first: int, *, clean: bool, after_words: bool) -> None:
        self.first = first
        self.last = first
        self.clean = clean
        self.after_words = after_words
        self.skeleton: list[Any] = []


class Stacks:
    """One segment being read: the run that is open, its stacks, and the runs that are closed."""

    __slots__ = (
        "arithmetic",
        "closed",
        "exact",
        "last",
        "openings",
        "operators",
        "pending",
        "run",
        "tokens",
        "values",
        "vocabulary",
    )

    def __init__(
        self, vocabulary: Vocabulary, arithmetic: Arithmetic, tokens: list[Token], last: int
    ) -> None:
        self.vocabulary = vocabulary
        self.arithmetic = arithmetic
        self.exact = arithmetic is EXACT
        self.tokens = tokens
        self.last = last
        self.closed: list[Run] = []
        self.values: list[Any] = []
        self.operators: list[tuple[str, int]] = []
        self.openings: list[tuple[int, int, int]] = []
        self.pending: Measure | None = None

    def begin(self, at: int, *, clean: bool, after_words: bool) -> None:
        """A new run."""
        self.run = Run(at, clean=clean, after_words=after_words)
        self.values.clear()
        self.operators.clear()
        self.openings.clear()
        self.pending = None

    def empty(self, at: int) -> bool:
        """Whether the run has nothing yet."""
        return at == self.run.first

    # The two stacks.

    def push(self, value: Any, shown: object) -> None:
        """An operand."""
        if self.pending is not None:
            value, self.pending = self.measured(value, self.pending), None
        self.values.append(value)
        if self.operators and self.operators[-1][0] == "neg" and shown.__class__ is tuple:
            shown = (-shown[0], shown[1])
        self.run.skeleton.append(shown)
        self.run.noun = ()

    def measured(self, value: Any, measure: Measure) -> Any:
        """A value with units, which the run remembers."""
        self.note(measure)
        return None if value is None else self.attempt(self.arithmetic.measured, value, measure)

    def note(self, measure: Measure) -> None:
        """Remember what something is measured in."""
        self.run.measures = (*self.run.measures, measure)
        self.run.letter |= measure.letter

    def attempt(self, work: Callable[..., Any], *given: Any) -> Any:
        """What comes out, or None with the reason noted."""
        try:
            return work(*given)
        except ZeroDivisionError:
            self.run.trouble = self.run.trouble or BY_ZERO
        except TooLargeError:
            self.run.trouble = self.run.trouble or TOO_LARGE
        except IrrationalError:
            self.run.irrational = True
        return None

    def reduce(self, binds: int) -> None:
        """Work out what binds at least so closely."""
        operators = self.operators
        while operators and operators[-1][1] >= binds:
            self.apply()

    def apply(self) -> None:
        """Work out the operator on top."""
        op, binds = self.operators.pop()
        values = self.values
        right = values.pop()
        if binds == 3:
            values.append(None if right is None else self.attempt(self.arithmetic.unary, "neg", right))
        elif binds == 6:
            values.append(None if right is None else self.attempt(self.arithmetic.root, int(op[4:]), right))
        else:
            left = values.pop()
            values.append(
                None
                if left is None or right is None
                else self.attempt(self.arithmetic.binary, op, left, right)
            )

    # The end of a run.

    def finish(self, at: int, *, clean: bool) -> None:
        """Close the run before a token, if it is whole."""
        if self.openings:
            # A remark in brackets that ends in the middle of it says nothing about what is inside.
            return
        self.reduce(1)
        run = self.run
        if len(self.values) == 1:
            run.value, run.last = self.values[0], at
            run.clean &= clean
            self.closed.append(run)

    def end(self, at: int, *, whole: bool) -> None:
        """The end of the segment. Brackets that are open start a remark: `(3 + 4 = 7)`."""
        if not whole:
            self.closed.append(Run(at, clean=False, after_words=False))
            return
        if self.openings:
            opening, before, remark = self.openings[-1]
            apart = remark >= 0
            while self.operators[-1][0] != "(":
                self.apply()
            run = self.run
            alone = before == 0 or apart
            inner = Run(opening + 1, clean=run.clean and alone, after_words=run.after_words or apart)
            inner.value, inner.last = self.values[-1], at
            inner.trouble, inner.irrational, inner.names = run.trouble, run.irrational, run.names
            inner.letter, inner.measures, inner.noun = run.letter, run.measures, run.noun
            inner.counted = run.counted
            inner.decimals = run.decimals
            inner.operators, inner.shares, inner.skeleton = run.operators, run.shares, run.skeleton
            self.closed.append(inner)
            return
        self.finish(at, clean=True)


def units_of(run: Run) -> tuple[Unit, ...]:
    """The units of a run, in the order printed."""
    return tuple(unit for measure in run.measures for unit, _ in measure.parts)
