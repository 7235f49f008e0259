"""Finders: what the program finds in texts by itself, as rows of a list that the shape declares.

A finder gives named values; a list takes those it has a field for. Each is declared once, here: the packs'
shapes are checked against the table, and the reference is made from it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final, NamedTuple

from selfcorrect.language.expressions.equations import work_through
from selfcorrect.language.expressions.expression import Expression
from selfcorrect.language.expressions.notation import Notation
from selfcorrect.language.expressions.parse import quantities
from selfcorrect.language.expressions.rows import Place, Worked
from selfcorrect.language.shape import Kind
from selfcorrect.language.statements import FactTable

Texts = Sequence[str | None]


class Finder(NamedTuple):
    """A finder: the kinds of what it gives, what that is, and how it goes about it.

    What it finds has an attribute for each value it gives, `step`, the number of the text it stands in
    from 1, and `place`, or `places` of its parts.
    """

    gives: Mapping[str, Kind]
    says: str
    find: Callable[["Found"], Sequence[Any]]


class Found:
    """What is found in some texts; those that several finders look at are worked through once."""

    def __init__(
        self, texts: Texts, notation: Notation, facts: FactTable | None = None, given: Texts = ()
    ) -> None:
        self.texts = texts
        self.given = given
        self.notation = notation
        self.facts = facts
        self._worked: Worked | None = None

    @property
    def worked(self) -> Worked:
        """The calculations."""
        if self._worked is None:
            self._worked = work_through(self.texts, self.notation, self.given)
        return self._worked


_NUMBERED: Final = re.compile(r"[\s*_#>]*(?:([^\W\d_]{1,12})\s+)?\(?([0-9]{1,4})\)?[.):](?!\d)")
"""A number at the start of a text: `3.`, `3)`, `(3)`, `Step 3:`."""


class Numbering(NamedTuple):
    """The number that a text starts with."""

    step: int
    number: int
    place: Place


class Quantity(NamedTuple):
    """A number of a text, with its unit."""

    step: int
    quantity: Expression
    place: Place


class Stated(NamedTuple):
    """A sentence about a fact, and the number it says."""

    step: int
    fact: str
    stated: Decimal | int
    place: Place


def _numbering(found: Found) -> list[Numbering]:
    matches = ((n, _NUMBERED.match(text)) for n, text in enumerate(found.texts, 1) if text)
    return [
        Numbering(n, int(match[2]), match.span(2))
        for n, match in matches
        if match and (match[1] is None or match[1].lower() in found.notation.steps)
    ]


def _quantities(found: Found) -> list[Quantity]:
    return [
        Quantity(n, one, place)
        for n, text in enumerate(found.texts, 1)
        if text
        for one, place in quantities(text, found.notation)
    ]


def _statements(found: Found) -> list[Stated]:
    if found.facts is None:
        return []
    return [Stated(n, one.fact, one.value, one.place) for n, one in found.facts.find(found.texts)]


FINDERS: Final[dict[str, Finder]] = {
    "equations": Finder(
        {
            "step": "integer",
            "chain": "integer",
            "left": "expression",
            "relation": "text",
            "right": "expression",
            "rounded": "boolean",
            "implied": "expression",
        },
        "Neighbours of every chain of equations that can be worked out, and what stands between them: "
        "= ≈ < > ≤ ≥ ≠; whether some operand is a rounded number.",
        lambda found: found.worked.equations,
    ),
    "substitutions": Finder(
        {
            "step": "integer",
            "name": "text",
            "stated": "expression",
            "found": "expression",
            "found_in": "integer",
        },
        "Numbers put in for names that were found to be something before (`A * B = 7 * 2`).",
        lambda found: found.worked.substitutions,
    ),
    "results": Finder(
        {"step": "integer", "name": "text", "value": "expression"},
        "What every chain of equations comes to in the end, and the name it gives that.",
        lambda found: found.worked.results,
    ),
    "operands": Finder(
        {"step": "integer", "number": "quantity", "known": "boolean"},
        "The numbers that are calculated with, and whether an earlier chain came to them or used them.",
        lambda found: found.worked.operands,
    ),
    "numbering": Finder(
        {"step": "integer", "number": "integer"},
        "The numbers that texts start with (`3.`, `Step 3:`), where they do.",
        _numbering,
    ),
    "quantities": Finder(
        {"step": "integer", "quantity": "quantity"},
        "Every number, in digits or words, with its unit.",
        _quantities,
    ),
    "statements": Finder(
        {"step": "integer", "fact": "text", "stated": "number"},
        "Sentences that state a fact of the source named under `by`, whose column `says` has their patterns.",
        _statements,
    ),
}
