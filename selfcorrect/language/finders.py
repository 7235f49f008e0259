"""Finders: what the program finds in texts by itself, as rows of a list that the shape declares.

A finder gives named values; a list takes those it has a field for. Each is declared once, here: the packs'
shapes are checked against the table, and the reference is made from it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from selfcorrect.language.expressions.equations import Worked, work_through
from selfcorrect.language.expressions.notation import Notation
from selfcorrect.language.expressions.parse import quantities, read_expression
from selfcorrect.language.shape import Kind
from selfcorrect.language.statements import Facts


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

    def __init__(
        self, texts: Texts, notation: Notation, facts: Facts | None = None, given: Texts = ()
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


def _equations(found: Found) -> list[Row]:
    return [
        Row(
            {
                "step": one.text + 1,
                "chain": one.chain,
                "left": one.left,
                "relation": one.relation,
                "right": one.right,
                "rounded": one.rounded,
                "implied": one.implied,
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


def _results(found: Found) -> list[Row]:
    return [
        Row({"step": one.text + 1, "name": one.name or None, "value": one.value}, one.text, {"": one.span})
        for one in found.worked.results
    ]


def _operands(found: Found) -> list[Row]:
    return [
        Row({"step": one.text + 1, "number": one.number, "known": one.known}, one.text, {"": one.span})
        for one in found.worked.operands
    ]


_NUMBERED: Final = re.compile(r"[\s*_#>]*(?:([^\W\d_]{1,12})\s+)?\(?([0-9]{1,4})\)?\s*[.):](?!\d)")
"""A number at the start of a text: `3.`, `3)`, `(3)`, `Step 3:`."""


def _numbering(found: Found) -> list[Row]:
    matches = ((n, _NUMBERED.match(text)) for n, text in enumerate(found.texts) if text)
    return [
        Row({"step": n + 1, "number": int(match[2])}, n, {"": match.span(2), "number": match.span(2)})
        for n, match in matches
        if match and (match[1] is None or match[1].lower() in found.notation.steps)
    ]


def _quantities(found: Found) -> list[Row]:
    rows = (
        (n, one) for n, text in enumerate(found.texts) if text for one in quantities(text, found.notation)
    )
    return [Row({"step": n + 1, "quantity": one}, n, {"": span}) for n, (one, span) in rows]


def _statements(found: Found) -> list[Row]:
    if found.facts is None:
        return []
    facts = found.facts
    rows = ((n, one) for n, text in enumerate(found.texts) if text for one in facts.find(text))
    return [
        Row({"step": n + 1, "fact": one.fact, "stated": number}, n, {"stated": one.span, "": one.sentence})
        for n, one in rows
        if (number := read_expression(one.value, found.notation)) is not None
    ]


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
    "results": Finder(
        {"step": "integer", "name": "text", "value": "expression"},
        "What every chain of equations comes to in the end, and the name it gives that.",
        _results,
    ),
    "operands": Finder(
        {"step": "integer", "number": "quantity", "known": "boolean"},
        "The numbers that are calculated with, and whether an earlier chain came to them or used them.",
        _operands,
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
        {"step": "integer", "fact": "text", "stated": "expression"},
        "Sentences that state a fact of the source named under `by`, whose column `says` has their patterns.",
        _statements,
    ),
}
