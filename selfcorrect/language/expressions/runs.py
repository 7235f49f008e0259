"""Tokens to runs: the stretches that can be worked out, each with what it comes to.

Dijkstra's two stacks, so that ten thousand brackets cost ten thousand steps and no recursion. A run ends
where two operands stand side by side, or at what nobody can work out; the next begins there.
"""

from collections.abc import Callable
from typing import Any, Final, Protocol

from selfcorrect.language.expressions import fractions
from selfcorrect.language.expressions.fractions import IrrationalError, TooLargeError
from selfcorrect.language.expressions.notation import Unit
from selfcorrect.language.expressions.tokens import Number, Token
from selfcorrect.language.expressions.vocabulary import JOIN, Measure, Vocabulary

BY_ZERO: Final = "a division by zero"
TOO_LARGE: Final = "a result with too many digits"

_BINDS: Final = {"+": 1, "-": 1, "*": 2, "/": 2, "neg": 3, "^": 4, "C": 5, "root": 6}
_CLOSEST: Final = 5
"""How closely a whole number binds the fraction that is part of it."""
_FRACTION: Final = "((n)o(n))"
"""The kinds of the tokens of a fraction of two numbers in LaTeX."""
_RIGHT: Final = frozenset(("^", "neg", "root"))
_HIGHEST: Final = 7
"""The first power that no unit has."""
_LETTERS_OF_PROSE: Final = frozenset("aAI")


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
    before it; `names` are unknowns, `counted` says that `noun` is a unit; `skeleton` its operands and
    operators without brackets, `noun` the phrase after its last operand.
    """

    value: Any = None
    trouble = ""
    irrational = False
    names = 0
    letter = False
    measures: tuple[Measure, ...] = ()
    noun: tuple[str, ...] = ()
    counted = False
    operators = 0
    decimals = 0
    shares = False

    def __init__(self, first: int, *, clean: bool, after_words: bool) -> None:
        self.first = first
        self.last = first
        self.clean = clean
        self.after_words = after_words
        self.skeleton: list[Any] = []


class Reader:
    """Reads the runs of a segment in one arithmetic."""

    def __init__(self, vocabulary: Vocabulary, arithmetic: Arithmetic = EXACT) -> None:
        self.vocabulary = vocabulary
        self.arithmetic = arithmetic

    def runs(self, tokens: list[Token], first: int, last: int) -> list[Run]:
        """The runs between two tokens, in order; `last` is exclusive."""
        return _Stretch(self, tokens, last).read(first)


class _Stretch:
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

    def __init__(self, reader: Reader, tokens: list[Token], last: int) -> None:
        self.vocabulary = reader.vocabulary
        self.arithmetic = reader.arithmetic
        self.exact = reader.arithmetic is EXACT
        self.tokens = tokens
        self.last = last
        self.closed: list[Run] = []
        self.values: list[Any] = []
        self.operators: list[tuple[str, int]] = []
        self.openings: list[tuple[int, int, int]] = []
        self.pending: Measure | None = None

    def read(self, first: int) -> list[Run]:
        """Every run."""
        self.begin(first, clean=True, after_words=False)
        at, last = first, self.last
        expecting = True
        while at < last:
            token = self.tokens[at]
            kind = token.kind
            if expecting:
                at, expecting = self.operand(token, kind, at)
            else:
                at, expecting = self.operation(token, kind, at)
        self.end(last, whole=not expecting)
        return self.closed

    def begin(self, at: int, *, clean: bool, after_words: bool) -> None:
        """A new run."""
        self.run = Run(at, clean=clean, after_words=after_words)
        self.values.clear()
        self.operators.clear()
        self.openings.clear()
        self.pending = None

    # What may come where an operand is expected.

    def operand(self, token: Token, kind: str, at: int) -> tuple[int, bool]:
        """One token where an operand is expected: the next position, and whether one is still expected."""
        if kind == "n":
            number: Number = token.value  # type: ignore[assignment]
            plain = self.exact and not number.endless
            if number.decimals:
                self.run.decimals = number.decimals
            self.push(number.value if plain else self.attempt(self.arithmetic.number, number), number.value)
            return at + 1, False
        if kind == "(":
            self.openings.append((at, len(self.values), -1))
            self.operators.append(("(", 0))
            return at + 1, True
        if kind == "o":
            if token.value == "-":
                self.operators.append(("neg", 3))
                return at + 1, True
            if token.value == "+" and not self.empty(at):
                return at + 1, True
            self.begin(at + 1, clean=False, after_words=False)
            return at + 1, True
        if kind == "w":
            return self.words_first(token, at)
        if kind == "u":
            return self.unit_first(token, at)
        if kind == "f":
            self.run.operators += 1
            self.operators.append((f"root{token.value}", 6))
            return at + 1, True
        if kind == "k":
            self.push(self.attempt(self.arithmetic.constant, token.value), token.value)
            return at + 1, False
        if kind == ".":
            self.begin(at + 1, clean=self.empty(at), after_words=token.value == JOIN)
            return at + 1, True
        self.begin(at + 1, clean=False, after_words=False)
        return at + 1, True

    def empty(self, at: int) -> bool:
        """Whether the run has nothing yet."""
        return at == self.run.first

    def unit_first(self, token: Token, at: int) -> tuple[int, bool]:
        """A unit's sign before its number: `$5`."""
        unit = self.vocabulary.notation.units.get(str(token.value))
        following = self.tokens[at + 1] if at + 1 < self.last else None
        if unit is None or following is None or following.kind != "n":
            if (
                following is not None
                and following.kind in "(o"
                and unit is not None
                and following.value != "/"
            ):
                # `$(3 + 4)` and `$-5`: it is the next number's.
                self.pending = Measure(((unit, 1),))
                return at + 1, True
            self.begin(at + 1, clean=False, after_words=False)
            return at + 1, True
        measure = Measure(((unit, 1),))
        self.run.decimals = self.run.decimals or following.value.decimals  # type: ignore[attr-defined]
        value = self.attempt(self.arithmetic.number, following.value)
        self.push(self.measured(value, measure), following.value.value)  # type: ignore[attr-defined]
        return at + 2, False

    def words_first(self, token: Token, at: int) -> tuple[int, bool]:
        """A phrase where an operand is expected: prose before a calculation, or a name in one."""
        words: tuple[str, ...] = token.value  # type: ignore[assignment]
        following = self.tokens[at + 1] if at + 1 < self.last else None
        adjacent = following is not None and following.start == token.end
        empty = self.empty(at)
        if self.constant(words) and (following is None or following.kind in "or)w%"):
            self.push(self.attempt(self.arithmetic.constant, "pi"), "pi")
            return at + 1, False
        if following is not None and following.value == "-" and empty and self.negative(token, at + 1):
            self.begin(at + 1, clean=True, after_words=True)
            return at + 1, True
        if following is None or following.kind in "orR)^p!":
            self.run.names += 1
            self.push(None, self.name(words))
            return at + 1, False
        if following.kind in "n(fkuw" and not adjacent:
            function = words[-1].lower() in self.vocabulary.notation.functions
            self.begin(at + 1, clean=empty and not function, after_words=True)
            return at + 1, True
        if following.kind == ".":
            self.begin(at + 1, clean=True, after_words=True)
            return at + 1, True
        # A function's name, a name with a number in it, or what nobody knows.
        self.begin(at + 1, clean=False, after_words=True)
        self.run.clean = False
        return at + 1, True

    def negative(self, words: Token, at: int) -> bool:
        """Whether a minus after words is a number's own: `a profit of -250`, and not `income - 250`."""
        minus, number = self.tokens[at], self.tokens[at + 1] if at + 1 < self.last else None
        return number is not None and number.start == minus.end and minus.start > words.end

    @staticmethod
    def constant(words: tuple[str, ...]) -> bool:
        """Whether a phrase is the word for π."""
        return len(words) == 1 and words[0] in ("pi", "π", "Pi")

    @staticmethod
    def name(words: tuple[str, ...]) -> str:
        """What a phrase names: its last word where that is a single letter, else all of it."""
        last = words[-1]
        return (
            last
            if (len(last) == 1 and last not in _LETTERS_OF_PROSE) or (len(words) == 1 and len(last) == 1)
            else " ".join(words).lower()
        )

    # What may come after an operand.

    def operation(self, token: Token, kind: str, at: int) -> tuple[int, bool]:
        """One token after an operand."""
        if kind == "o":
            return self.operator(token, at)
        if kind == ")":
            return self.close(at)
        if kind == "w":
            return self.words_after(token, at)
        if kind in "%!":
            self.postfix(kind)
            return at + 1, False
        if kind == "p":
            self.raise_to(int(token.value), at)  # type: ignore[call-overload]
            return at + 1, False
        if kind == "u":
            return self.unit_after(token, at)
        if kind in "(fk":
            return self.side_by_side(token, kind, at)
        # What nobody can work out spoils what it touches, not a number that stands by itself before it.
        alone = kind == "?" and not self.run.operators and self.tokens[at - 1].end < token.start
        self.finish(at, clean=kind in ".r" or alone)
        self.begin(at + (kind != "n"), clean=kind == ".", after_words=token.value == JOIN)
        return at + (kind != "n"), True

    def operator(self, token: Token, at: int) -> tuple[int, bool]:
        """`+ - * / ^ C`; a slash before a unit's word is one of the unit."""
        op = str(token.value)
        following = self.tokens[at + 1] if at + 1 < self.last else None
        if op == "^" and self.after_unit(at) and following is not None and following.kind == "n":
            power = following.value.value  # type: ignore[attr-defined]
            self.raise_to(power[0] if power[1] == 1 and power[0] < _HIGHEST else 0, at)
            return at + 2, False
        if op == "/" and following is not None and following.kind == "w" and self.per(token, following):
            return at + 2, False
        self.reduce(_BINDS[op] + (op in _RIGHT))
        self.operators.append((op, _BINDS[op]))
        self.run.operators += 1
        self.run.skeleton.append(op)
        if self.run.noun and not self.vocabulary.says_more.isdisjoint(word.lower() for word in self.run.noun):
            # `3 times the number of cakes * 2`: words that calculate with what nobody knows.
            self.run.clean = False
        self.run.noun = ()
        return at + 1, True

    def raise_to(self, power: int, at: int) -> None:
        """`5²`, and `5 m²`, which raises the unit."""
        if self.after_unit(at):
            unit, before = self.run.measures[-1].parts[-1]
            more = Measure(((unit, before * (power - 1)),))
            self.values[-1] = self.measured(self.values[-1], more) if power > 1 else None
            return
        self.reduce(4)
        self.operators.append(("^", 4))
        self.values.append(self.attempt(self.arithmetic.number, Number((power, 1))))
        self.run.skeleton += ["^", (power, 1)]
        self.run.operators += 1
        self.reduce(5)

    def after_unit(self, at: int) -> bool:
        """Whether a unit stands right before a token, which then says something of the unit."""
        before = self.tokens[at - 1]
        return before.kind == "w" and bool(self.run.measures) and before.end == self.tokens[at].start

    def per(self, slash: Token, words: Token) -> bool:
        """`$2/apple`, `60 km/h`, `12 apples / child`: what a unit is for, where no blank or a unit says
        so.
        """
        phrase: tuple[str, ...] = words.value  # type: ignore[assignment]
        measure = self.vocabulary.measure(phrase)
        last = self.run.noun
        if words.start != slash.end and not (measure and last):
            return False
        if len(phrase[0]) == 1 and not (measure and self.run.measures):
            return False
        if measure and self.values:
            inverse = Measure(tuple((unit, -power) for unit, power in measure.parts[:1]))
            self.values[-1] = self.measured(self.values[-1], inverse)
        return True

    def close(self, at: int) -> tuple[int, bool]:
        """`)`: the end of a group, or of what stands in brackets as a remark."""
        if not self.openings:
            self.finish(at, clean=True)
            self.begin(at + 1, clean=False, after_words=False)
            return at + 1, True
        while self.operators[-1][0] != "(":
            self.apply()
        self.operators.pop()
        if self.openings.pop()[2] == self.run.operators:
            # `70 (70%) - 60`: a number in brackets after a blank may be a remark as well as a factor.
            self.run.clean = False
        return at + 1, False

    def words_after(self, token: Token, at: int) -> tuple[int, bool]:
        """A phrase after an operand: what was counted, what it is measured in, or prose."""
        words: tuple[str, ...] = token.value  # type: ignore[assignment]
        following = self.tokens[at + 1] if at + 1 < self.last else None
        before = self.tokens[at - 1]
        touching = before.end == token.start
        measure = self.vocabulary.measure(words)
        if measure is not None and measure.letter and not touching:
            measure = measure._replace(letter=False)
        if measure is None and self.unknown(words, following, touching=touching):
            return self.times_name(words, at)
        if measure is None and touching and len(words[0]) <= 2:
            return self.times_name(words, at)
        if following is not None and following.kind in "n(fkuw":
            tied = self.tied([word.lower() for word in words])
            if measure:
                self.values[-1] = self.measured(self.values[-1], measure)
            self.run.noun, self.run.counted = words, measure is not None
            self.finish(at + (measure is not None), clean=not self.run.operators)
            self.begin(at + 1, clean=not tied, after_words=True)
            return at + 1, True
        if measure:
            self.values[-1] = self.measured(self.values[-1], measure)
        self.run.noun, self.run.counted = words, measure is not None
        return at + 1, False

    @staticmethod
    def unknown(words: tuple[str, ...], following: Token | None, *, touching: bool) -> bool:
        """Whether a letter after a number is an unknown of algebra: `3x`, `3 x + 1`, but not `1980 E.`"""
        if len(words[0]) != 1:
            return False
        ends = following is None or following.kind in ".r"
        return touching or not (words[0] in _LETTERS_OF_PROSE or (words[0].isupper() and ends))

    def tied(self, words: list[str]) -> bool:
        """Whether the next number belongs to what was counted: `5 boxes of 12`, and not `at a cost of 12`."""
        notation = self.vocabulary.notation
        if words[-1] in notation.functions:
            return True
        return words[-1] in notation.of and notation.articles.isdisjoint(words)

    def times_name(self, words: tuple[str, ...], at: int) -> tuple[int, bool]:
        """`3x`: an unknown of algebra."""
        self.run.names += 1
        if self.values:
            self.values[-1] = None
        self.run.skeleton += ["*", self.name(words)]
        return at + 1, False

    def postfix(self, kind: str) -> None:
        """`%` and `!` bind closest."""
        self.run.shares |= kind == "%"
        self.run.operators += kind == "!"
        value = self.values[-1]
        self.values[-1] = None if value is None else self.attempt(self.arithmetic.unary, kind, value)
        self.run.skeleton.append(kind)

    def unit_after(self, token: Token, at: int) -> tuple[int, bool]:
        """`5 €`, `20 °C`; before a number it may be the next one's."""
        following = self.tokens[at + 1] if at + 1 < self.last else None
        before = self.tokens[at - 1]
        if (
            following is not None
            and following.kind == "n"
            and (before.end != token.start or following.start == token.end)
        ):
            self.finish(at, clean=not self.run.operators)
            self.begin(at, clean=False, after_words=False)
            return at, True
        unit = self.vocabulary.notation.units.get(str(token.value))
        if unit is not None:
            self.values[-1] = self.measured(self.values[-1], Measure(((unit, 1),)))
        return at + 1, False

    def side_by_side(self, token: Token, kind: str, at: int) -> tuple[int, bool]:
        """`2(3 + 4)`, `(3)(4)`, `2√3`: a product, closer than one that is written out."""
        before = self.tokens[at - 1]
        apart = before.end != token.start
        following = self.tokens[at + 1] if at + 1 < self.last else None
        if kind == "(" and apart and following is not None and following.kind == "w":
            # `2 + 2 = 5 (see above)`
            self.finish(at, clean=True)
            self.begin(at + 1, clean=False, after_words=True)
            return at + 1, True
        if self.operators and self.operators[-1][0] == "/":
            # Nobody agrees on what 1/2(3) means.
            self.run.clean = False
        mixed = kind == "(" and self.mixed(at)
        self.reduce(_CLOSEST if mixed else _BINDS["*"])
        self.operators.append(("+", _CLOSEST) if mixed else ("*", 2))
        self.run.operators += 1
        self.run.skeleton.append("*")
        if kind == "(":
            # After a blank, the operators so far: its end can tell whether anything is worked out inside.
            remark = apart and before.kind != ")"
            self.openings.append((at, len(self.values), self.run.operators if remark else -1))
            self.operators.append(("(", 0))
            return at + 1, True
        if kind == "f":
            self.operators.append((f"root{token.value}", 6))
            return at + 1, True
        self.push(self.attempt(self.arithmetic.constant, token.value), token.value)
        return at + 1, False

    def mixed(self, at: int) -> bool:
        r"""Whether a fraction of LaTeX right after a whole number is part of it: `2\frac{1}{3}`."""
        parts = self.tokens[at : at + len(_FRACTION)]
        if "".join(part.kind for part in parts) != _FRACTION or parts[0].start == parts[1].start:
            return False
        numbers = [part.value for part in (self.tokens[at - 1], parts[2], parts[6])]
        whole, top, below = (one.value if isinstance(one, Number) else (0, 0) for one in numbers)
        return parts[4].value == "/" and whole[1] == top[1] == below[1] == 1 and 0 < top[0] < below[0]

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
