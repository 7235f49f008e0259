"""The typed form of an expression: what the parser lowers to and every backend reads.

Every value may be missing (absent, null, or not computable). Evaluation is Kleene's: a node whose
operand is missing is missing, except where a node says otherwise below. Nothing here raises.
"""

from typing import Any, Literal

from msgspec import Struct

from selfcorrect.language.shape import NUMERIC


class Type(Struct, frozen=True):
    """What a node evaluates to: a scalar kind, `list` of `item`, or `row` (fields at row path `row`).

    `literal` marks a bare number, which takes on the kind of what it stands beside.
    """

    kind: str
    item: "Type | None" = None
    row: str | None = None
    literal: bool = False

    def __str__(self) -> str:
        match self.kind:
            case "list":
                return f"list of {self.item}"
            case "row":
                return f"row of {self.row}" if self.row else "the record"
            case kind:
                return kind

    @property
    def numeric(self) -> bool:
        """Whether values are decimals (durations are decimals too, of seconds, but do not mix)."""
        return self.kind in NUMERIC


TEXT = Type("text")
NUMBER = Type("number")
INTEGER = Type("integer")
MONEY = Type("money")
BOOLEAN = Type("boolean")
DATE = Type("date")
DURATION = Type("duration")


class Node(Struct, frozen=True, kw_only=True):
    """One node, with the type of its value. Equal nodes mean equal values."""

    type: Type


class Const(Node, frozen=True):
    """A value from the pack: decimal, text, boolean, date; None is missing."""

    value: Any


class Record(Node, frozen=True):
    """The candidate: a row of path `""`."""


class Document(Node, frozen=True):
    """The document's text; missing where none was given."""


class Var(Node, frozen=True):
    """A bound name: a loop's row or value, or `previous next` (row), `earlier so_far group` (list of
    rows), `index` (integer from 1).
    """

    name: str


class Get(Node, frozen=True):
    """A field of a row. An absent list is missing, not empty."""

    base: Node
    name: str


class Deref(Node, frozen=True):
    """The row of the list `rows` (a row path) that a reference names; missing if none or several do."""

    base: Node
    rows: str


class Inverse(Node, frozen=True):
    """The rows of `rows` whose reference field `via` names the row `base`; `name` is what authors call them.

    Each row once, however often it names it; missing if the list or the row's key is, and where a key is
    referred to that several rows have.
    """

    base: Node
    rows: str
    via: str
    name: str


class Cycles(Node, frozen=True):
    """The rings of the rows of the list `rows` (its row path is `path`) along their references `via`.

    Each is a list of two rows or more in the order of the references, from the first of the list on. Missing
    if the list is; references that are unknown, or name no row or several, lead nowhere.
    """

    rows: Node
    path: str
    via: str


class Closure(Node, frozen=True):
    """The rows of `path` that the row `base` leads to along the references `via`, nearest first, each once.

    The row itself only if it lies on a ring. Missing if its list or key is, or if others have the key too.
    """

    base: Node
    path: str
    via: str


class Reaches(Node, frozen=True):
    """Whether the row `other`, or the one that the reference `other` names, is in `Closure(base, path, via)`.

    Missing too if `other` is, or it is not known which one row of `path` that is.
    """

    base: Node
    other: Node
    path: str
    via: str


class Arith(Node, frozen=True):
    """`+ - * /` on decimals, exact to 60 digits; `/` is rounded to 38 digits half-even, by zero missing.

    Also date ± duration → date and date - date → duration (seconds), the same for datetime.
    """

    op: Literal["+", "-", "*", "/"]
    left: Node
    right: Node


class Negate(Node, frozen=True):
    """Minus a decimal."""

    operand: Node


class Compare(Node, frozen=True):
    """`== != < <= > >=` of two scalars of one type."""

    op: Literal["==", "!=", "<", "<=", ">", ">="]
    left: Node
    right: Node


class Contains(Node, frozen=True):
    """`item in items`: true if equal to a known element, else missing if any element (or `item`) is."""

    item: Node
    items: Node


class Within(Node, frozen=True):
    """`part in whole` on texts: whether the text stands in the other."""

    part: Node
    whole: Node


class And(Node, frozen=True):
    """False if any is false; else missing if any is missing; else true."""

    operands: tuple[Node, ...]


class Or(Node, frozen=True):
    """True if any is true; else missing if any is missing; else false."""

    operands: tuple[Node, ...]


class Not(Node, frozen=True):
    """The negation; of missing, missing."""

    operand: Node


class Choose(Node, frozen=True):
    """`yes if test else no`; missing if the test is."""

    test: Node
    yes: Node
    no: Node


class ListOf(Node, frozen=True):
    """A list literal; elements may be missing."""

    items: tuple[Node, ...]


class Loop(Struct, frozen=True):
    """`for var in source`."""

    var: Var
    source: Node


class Each(Node, frozen=True):
    """The list of `element` over nested loops, where `condition` holds.

    Missing if a source list is missing, or if the condition is missing for any row; elements may be
    missing. `line_items.amount` is Each(line_items → row, row.amount).
    """

    loops: tuple[Loop, ...]
    element: Node
    condition: Node | None = None


class Aggregate(Node, frozen=True):
    """A function over a list (see `functions.AGGREGATES`); `missing` stands in for missing elements.

    `peak` is one over a list of lists: start, end, and the weight if there is one.
    """

    function: str
    over: Node
    missing: Const | None = None


class Call(Node, frozen=True):
    """A function of scalars (see `functions.SCALARS`), strict unless its declaration says otherwise."""

    function: str
    arguments: tuple[Node, ...]


class Lookup(Node, frozen=True):
    """A column of a source's row by key, missing when the key is not there."""

    source: str
    key: Node
    column: str
