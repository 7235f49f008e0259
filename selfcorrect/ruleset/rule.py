"""A linked rule: typed, ready to compile."""

from typing import Final, Literal

from msgspec import Struct

from selfcorrect.language.nodes import Loop, Node
from selfcorrect.language.shape import Shape
from selfcorrect.model.marks import Mark, Marked
from selfcorrect.model.words import ErrorType, Grade, Intensity, Origin, Severity
from selfcorrect.ruleset.compiled import Source

ONWARD: Final = "*"
"""In a place, the one of a row's references that leads on along a ring."""


class Tolerance(Struct, frozen=True):
    """How far the sides of an equality may lie apart, inclusive.

    `amount` a decimal (or seconds) expression · `cents` so many of the currency's minor unit ·
    `share` a fraction of the expected side's magnitude · `printed` half the last place printed on the
    actual side (1e-12 relative where it has 13 or more digits) · `place` the whole of it.
    """

    form: Literal["amount", "cents", "share", "printed", "place"]
    value: Node | None


class Place(Struct, frozen=True):
    """A path in the candidate: names, and where a list is entered the loop variable that stands in it.

    `line_items[2].amount` is steps ("line_items", Var index, "amount"): `steps` alternate field names
    with variable names written `*item`.
    """

    steps: tuple[str, ...]

    def pattern(self) -> str:
        """The place without rows: `line_items[].amount`."""
        text = ""
        for step in self.steps:
            text += "[]" if step.startswith("*") else f".{step}" if text else step
        return text


class Rule(Struct, frozen=True):
    """One rule of a pack, linked.

    `check` is the condition that must hold; for `form` "none" it is the list that must be empty. An
    equality with a suspect on one side has `expected` and `actual`. `loops` are the `each` bindings;
    `per` named group keys; `along` and `order` say what neighbours are. `reads` and `suspects` are
    patterns (`line_items[].amount`). With `over_fields` the rule ranges over fields that are there
    (`value in every money`) and does not apply where one, or the list it is in, is not. `repair` says whether
    what it finds can be edited, or whether everything from there on has to be made anew.
    """

    code: str
    says: str
    form: Literal["check", "none", "ask"]
    mark: Mark
    check: Node | None = None
    question: str = ""
    expected: Node | None = None
    actual: Node | None = None
    within: Tolerance | None = None
    warn_within: Tolerance | None = None
    loops: tuple[Loop, ...] = ()
    per: tuple[tuple[str, Node], ...] = ()
    along: tuple[Node, ...] = ()
    order: tuple[Node, ...] = ()
    when: Node | None = None
    at: Place | None = None
    suspect_places: tuple[Place, ...] = ()
    error_type: ErrorType = "arithmetic"
    severity: Severity = "error"
    grade: Grade = "E3"
    origin: Origin = "rule"
    see: str = ""
    fails_when_missing: bool = False
    over_fields: bool = False
    template: str = ""
    repair: Intensity = "edit"
    reads: frozenset[str] = frozenset()

    @property
    def suspects(self) -> tuple[str, ...]:
        """Where the mistake may be, as patterns."""
        return tuple(place.pattern() for place in self.suspect_places)


class RuleDraft(Struct, frozen=True):
    """A rule as its file has it: every value still text, with its marks. What linking starts from.

    Only keys that the file gives are there. `each`, `along`, `order`, `suspects` hold one text or
    several; `per` and `let` hold named texts, in order.
    """

    code: Marked
    texts: dict[str, Marked]
    lists: dict[str, tuple[Marked, ...]]
    named: dict[str, tuple[tuple[Marked, Marked], ...]]
    parameters: dict[str, Marked] = {}
    optional: frozenset[str] = frozenset()


class Context(Struct, frozen=True):
    """What rules of a pack are linked against."""

    shape: Shape
    sources: dict[str, Source] = {}
    compute: tuple[tuple[Marked, Marked], ...] = ()
    digest: str = ""
