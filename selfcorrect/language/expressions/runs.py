"""Tokens to runs: the stretches that can be worked out, each with what it comes to.

A run ends where two operands stand side by side, or at what nobody can work out; the next begins there.
"""

from fractions import Fraction

from selfcorrect.language.expressions.operands import Operands
from selfcorrect.language.expressions.signs import Number, Token
from selfcorrect.language.expressions.stacks import (
    BINDS,
    CLOSEST,
    EXACT,
    FRACTION,
    HIGHEST,
    LETTERS_OF_PROSE,
    RIGHT,
    Arithmetic,
    Run,
)
from selfcorrect.language.expressions.vocabulary import JOIN, Measure, Vocabulary


class Reader:
    """Reads the runs of a segment in one arithmetic."""

    def __init__(self, vocabulary: Vocabulary, arithmetic: Arithmetic = EXACT) -> None:
        self.vocabulary = vocabulary
        self.arithmetic = arithmetic

    def runs(self, tokens: list[Token], first: int, last: int) -> list[Run]:
        """The runs between two tokens, in order; `last` is exclusive."""
        return _Stretch(self.vocabulary, self.arithmetic, tokens, last).read(first)


class _Stretch(Operands):
    """Reads a segment: operands and, between them, operators."""

    __slots__ = ()

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
            self.raise_to(power[0] if power[1] == 1 and power[0] < HIGHEST else 0, at)
            return at + 2, False
        if op == "^" and self.run.noun and self.tokens[at - 1].kind == "w":
            # `15 in^2`: what the power is of nobody knows.
            self.run.clean = False
        if op == "/" and following is not None and following.kind == "w" and self.per(token, following):
            return at + 2, False
        self.reduce(BINDS[op] + (op in RIGHT))
        self.operators.append((op, BINDS[op]))
        self.run.operators += 1
        self.run.skeleton.append(op)
        if self.run.noun and not self.vocabulary.says_more.isdisjoint(word.lower() for word in self.run.noun):
            # `3 times the number of cakes * 2`: words that calculate with what nobody knows.
            self.run.clean = False
        self.run.noun = ()
        return at + 1, True

    def raise_to(self, power: int, at: int) -> None:
        """`5²`, and `5 m²`, which raises the unit."""
        if self.after_unit(at) and power < HIGHEST:
            unit, before = self.run.measures[-1].parts[-1]
            more = Measure(((unit, before * (power - 1)),))
            self.values[-1] = self.measured(self.values[-1], more) if power > 1 else None
            return
        if self.tokens[at - 1].kind == "w":
            # `15 in²`: what the power is of nobody knows.
            self.run.clean = False
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
        self.run.counted = measure.words if measure else 1
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
        if measure is not None and self.goes_on(measure, words, at):
            self.measure_last(measure)
            self.reduce(CLOSEST)
            self.operators.append(("+", CLOSEST))
            self.run.operators += 1
            self.run.skeleton.append("+")
            return at + 1, True
        if following is not None and following.kind in "n(fkuw":
            tied = self.tied([word.lower() for word in words])
            if measure:
                self.measure_last(measure)
            self.run.noun, self.run.counted = words, measure.words if measure else 0
            self.finish(at + (measure is not None), clean=not self.run.operators)
            self.begin(at + 1, clean=not tied, after_words=True)
            return at + 1, True
        if measure:
            self.measure_last(measure)
        self.run.noun, self.run.counted = words, measure.words if measure else 0
        return at + 1, False

    def measure_last(self, measure: Measure) -> None:
        """A unit after an operand: of `5 × 10^3 m` the power comes first."""
        while self.operators and "^" in (
            self.operators[-1][0],
            self.operators[-2][0] if len(self.operators) > 1 and self.operators[-1][0] == "neg" else "",
        ):
            self.apply()
        self.values[-1] = self.measured(self.values[-1], measure)

    def goes_on(self, measure: Measure, words: tuple[str, ...], at: int) -> bool:
        """Whether a measure goes on in a smaller unit: `2 h 30 min`, `5 feet 6 inches`."""
        after = self.tokens[at + 1 : min(at + 3, self.last)]
        if "".join(token.kind for token in after) != "nw" or len(words) != len(measure.parts):
            return False
        smaller = self.vocabulary.measure(after[1].value)  # type: ignore[arg-type]
        if smaller is None or len(measure.parts) != 1 or len(smaller.parts) != 1:
            return False
        (unit, power), (other, below) = measure.parts[0], smaller.parts[0]
        sizes = Fraction(*unit.factor), Fraction(*other.factor)
        return power == below == 1 and unit.dimension == other.dimension != () and sizes[0] > sizes[1]

    @staticmethod
    def unknown(words: tuple[str, ...], following: Token | None, *, touching: bool) -> bool:
        """Whether a letter after a number is an unknown of algebra: `3x`, `3 x + 1`, but not `1980 E.`"""
        if len(words[0]) != 1:
            return False
        ends = following is None or following.kind in ".r"
        return touching or not (words[0] in LETTERS_OF_PROSE or (words[0].isupper() and ends))

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
            self.measure_last(Measure(((unit, 1),)))
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
        self.reduce(CLOSEST if mixed else BINDS["*"])
        self.operators.append(("+", CLOSEST) if mixed else ("*", 2))
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
        parts = self.tokens[at : at + len(FRACTION)]
        if "".join(part.kind for part in parts) != FRACTION or parts[0].start == parts[1].start:
            return False
        numbers = [part.value for part in (self.tokens[at - 1], parts[2], parts[6])]
        whole, top, below = (one.value if isinstance(one, Number) else (0, 0) for one in numbers)
        return parts[4].value == "/" and whole[1] == top[1] == below[1] == 1 and 0 < top[0] < below[0]
