"""How calculations are written: the words for operators, relations and numbers, and what is measured."""

from collections.abc import Mapping

from msgspec import Struct

Dimension = tuple[tuple[str, int], ...]
"""Powers of base measures, in order of their names, none of them zero: `(("length", 1), ("time", -1))`."""


class Unit(Struct, frozen=True):
    """A unit: what it measures, and how its values become values in the base unit of that.

    A value of `x` is `x * factor + offset` base units; both are exact fractions (numerator, denominator).
    `name` is what messages call it. Where
    `most` is given the unit has no one size: a month is from 28 to 31 days, `factor` to `most`.
    """

    name: str
    dimension: Dimension
    factor: tuple[int, int] = (1, 1)
    offset: tuple[int, int] = (0, 1)
    most: tuple[int, int] | None = None


class Notation(Struct, frozen=True, eq=False):
    """The words and signs of calculations, each in lower case but for units.

    `operators` are words for `+ - * / ^`; `relations` words for `= ≈ < > ≤ ≥ ≠`; `of` words that multiply a
    share (`20% of 50`); `numbers` words for numbers, as fractions (`half`); `units` words and signs for
    units, `per` the words between two, `powers` words that raise one (`square`). `functions` are names of
    functions, whose values nobody works out here; `joins` the words that end a calculation and start another;
    `relative` words after a number that make it no result (`5 more`); `articles` show that a phrase with
    `of` is prose (`at a cost of 5 * 3`); `steps` are words before the number of a step; `rests` say after a
    result that it is not all (`3 remainder 2`); `cardinals` are the words for 0, 1, 2 and on.

    A text with one of `denials` says that what it works out is not so; in one with one of `suppositions` a
    lone number is what something would have to be.
    """

    operators: Mapping[str, str] = {}
    relations: Mapping[str, str] = {}
    of: frozenset[str] = frozenset()
    numbers: Mapping[str, tuple[int, int]] = {}
    units: Mapping[str, Unit] = {}
    per: frozenset[str] = frozenset()
    powers: Mapping[str, int] = {}
    functions: frozenset[str] = frozenset()
    joins: frozenset[str] = frozenset()
    relative: frozenset[str] = frozenset()
    articles: frozenset[str] = frozenset()
    steps: frozenset[str] = frozenset()
    rests: frozenset[str] = frozenset()
    cardinals: tuple[str, ...] = ()
    denials: tuple[str, ...] = ()
    suppositions: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<a notation of {len(self.units)} units>"


PLAIN = Notation()
"""Signs alone: no words, no units."""
