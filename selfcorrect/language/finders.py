"""Finders: what the program finds in texts by itself, as rows of a list that the shape declares.

A finder gives named values; a list takes those it has a field for. Each is declared once, here: the packs'
shapes are checked against the table, and the reference is made from it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from selfcorrect.language.expressions.equations import Worked, work_through
from selfcorrect.language.expressions.notation import Notation
from selfcorrect.language.shape import Kind


class Row(NamedTuple):
    """A row that was found: its values by name, the number of the text it was found in, from 0, and where
    in that text each value stands; the row itself under the empty name.
    """

    values: dict[str, Any]
    text: int
    spans: Mapping[str, tuple[int, int]]


Texts = Sequence[str | None]


class Finder(NamedTuple):
    """A finder: the kinds of what it gives, what that is, and how it goes about it."""

    gives: Mapping[str, Kind]
    says: str
    rows: Callable[["Found"], list[Row]]


class Found:
    """What is found in some texts; those that several finders look at are worked through once."""

    def __init__(self, texts: Texts, notation: Notation) -> None:
        self.texts = texts
        self.notation = notation
        self._worked: Worked | None = None

    @property
    def worked(self) -> Worked:
        """The calculations."""
        if self._worked is None:
            self._worked = work_through(self.texts, self.notation)
        return self._worked


def _equations(found: Found) -> list[Row]:
    return [
        Row(
            {
                "step": one.text + 1,
                "chain": one.chain,
                "left": one.left,
                "relation": one.relation,
                "right": one.right,
            },
            one.text,
            {"left": one.left_span, "right": one.right_span, "": (one.left_span[0], one.right_span[1])},
        )
        for one in found.worked.equations
    ]


def _substitutions(found: Found) -> list[Row]:
    return [
        Row(
            {
                "step": one.text + 1,
                "name": one.name,
                "stated": one.stated,
                "found": one.found,
                "found_in": one.found_in + 1,
            },
            one.text,
            {"stated": one.span, "": one.span},
        )
        for one in found.worked.substitutions
    ]


FINDERS: Final[dict[str, Finder]] = {
    "equations": Finder(
        {
            "step": "integer",
            "chain": "integer",
            "left": "expression",
            "relation": "text",
            "right": "expression",
        },
        "Neighbours of every chain of equations that can be worked out, and what stands between them: "
        "= ≈ < > ≤ ≥ ≠.",
        _equations,
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
        _substitutions,
    ),
}
