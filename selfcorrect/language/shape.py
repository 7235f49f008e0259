"""The candidate's shape: which fields there are and what they hold."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

from msgspec import Struct

from selfcorrect.language.expressions.notation import PLAIN, Notation
from selfcorrect.model.marks import Mark, Marked
from selfcorrect.model.words import Severity

Kind = Literal[
    "text",
    "integer",
    "number",
    "money",
    "percent",
    "currency",
    "date",
    "time",
    "datetime",
    "duration",
    "boolean",
    "choice",
    "reference",
    "quantity",
    "expression",
    "list",
    "object",
]
SCALAR_KINDS: Final[tuple[Kind, ...]] = (
    "text",
    "integer",
    "number",
    "money",
    "percent",
    "currency",
    "date",
    "time",
    "datetime",
    "duration",
    "boolean",
    "choice",
    "reference",
    "quantity",
    "expression",
)
KINDS: Final[tuple[Kind, ...]] = (*SCALAR_KINDS, "list", "object")
NUMERIC: Final = frozenset({"integer", "number", "money", "percent"})
WORKED_OUT: Final = frozenset({"quantity", "expression"})
"""Kinds whose values are printed calculations."""

Reach = Literal["onward", "never", "back"]
"""Along a reference, which way a change goes."""

ROOT: Final = ""
"""The row path of the candidate itself."""


class Field(Struct, frozen=True):
    """One field of the candidate.

    `path` is the place of the field's declaration, dots only: `line_items.amount`. A list of objects
    or an object has `fields`; a list of scalars has `item` (a nameless Field of the same path). `codes`
    renames shape findings here: `{"MISSING_FIELD": "NO_VENDOR"}`, with the key `*` for all of them. Of a
    reference or a list of them, `impact` says whether a change of the row named goes `onward` to the one that
    has it, `never`, or `back`: from the one that has it to the row named.
    A list with `find` is no part of a record: a finder of that name fills it from the texts at the path
    `find_in`, by what the source `find_by` says, and with what the texts at `find_with` give.
    """

    name: str
    kind: Kind
    path: str
    mark: Mark
    required: bool = False
    required_when: Marked | None = None
    if_absent: Any = None
    pattern: str | None = None
    at_least: int = 0
    choices: tuple[str, ...] = ()
    fields: "tuple[Field, ...]" = ()
    item: "Field | None" = None
    key: str | None = None
    to: str | None = None
    inverse: str | None = None
    impact: Reach = "onward"
    find: str | None = None
    find_in: str | None = None
    find_by: Marked | None = None
    find_with: str | None = None
    codes: Mapping[str, str] = {}
    severity: Severity | None = None

    def code(self, finding: str) -> str:
        """The code under which a shape finding at this field is reported."""
        return self.codes.get(finding) or self.codes.get("*") or finding

    @property
    def unresolved(self) -> str:
        """The code of a reference here that names no row: as a list's items say, else the list."""
        named = self.item if self.item and self.item.codes else self
        return named.code("UNKNOWN_REFERENCE")


class Shape(Struct, frozen=True):
    """The whole candidate: its top-level fields, which of them says the currency of all money, and how the
    calculations in it are written.
    """

    fields: tuple[Field, ...]
    money_in: str | None = None
    notation: Notation = PLAIN

    @property
    def given(self) -> "tuple[Field, ...]":
        """The fields that a record has: all but those that are found in others."""
        return tuple(field for field in self.fields if field.find is None)

    @property
    def found(self) -> "tuple[Field, ...]":
        """The fields that are found in others."""
        return tuple(field for field in self.fields if field.find is not None)

    def rows(self) -> "dict[str, tuple[Field, ...]]":
        """Fields by row path: `""` the candidate, `line_items` a row of that list, and so on down."""
        found: dict[str, tuple[Field, ...]] = {ROOT: self.fields}
        for field in walk(self.fields):
            if field.fields:
                found[field.path] = field.fields
        return found


def walk(fields: tuple[Field, ...]) -> Iterator[Field]:
    """Every field at any depth, in the order declared."""
    for field in fields:
        yield field
        yield from walk(field.fields)
