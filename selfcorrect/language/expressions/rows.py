"""What is found in the calculations of texts, row by row."""

from typing import NamedTuple

from selfcorrect.language.expressions.expression import Expression

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
