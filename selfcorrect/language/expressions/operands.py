"""What may stand where an operand is expected: numbers, signs, names, and the prose before a calculation."""

from selfcorrect.language.expressions.signs import Number, Token
from selfcorrect.language.expressions.stacks import LETTERS_OF_PROSE, Stacks
from selfcorrect.language.expressions.vocabulary import JOIN, Measure


class Operands(Stacks):
    """Reads tokens where an operand is expected."""

    __slots__ = ()

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
            if (len(last) == 1 and last not in LETTERS_OF_PROSE) or (len(words) == 1 and len(last) == 1)
            else " ".join(words).lower()
        )
