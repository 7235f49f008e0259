"""Sites: everything that can be found, numbered in pack order; generated code speaks of them by number."""

from typing import Final

from msgspec.structs import replace

from selfcorrect.language.nodes import Call, Compare, Const, Get, ListOf, Lookup, Loop, Node, Var
from selfcorrect.language.shape import NUMERIC, ROOT, Field, Shape
from selfcorrect.language.unparse import unparse
from selfcorrect.language.walk import below
from selfcorrect.model.words import ErrorType, Severity
from selfcorrect.ruleset.checks import HOLE
from selfcorrect.ruleset.compiled import PlaceParts, RuleCard, Site
from selfcorrect.ruleset.places import place_of
from selfcorrect.ruleset.rule import ONWARD, Place, Rule
from selfcorrect.ruleset.runtime import CRASHED

_SHAPE: dict[str, tuple[Severity, ErrorType]] = {
    "WRONG_TYPE": ("error", "format"),
    "NUMBER_OUT_OF_RANGE": ("error", "format"),
    "NOT_A_CHOICE": ("error", "format"),
    "BAD_PATTERN": ("error", "format"),
    "TOO_FEW": ("error", "missing"),
    "MISSING_FIELD": ("error", "missing"),
    "DUPLICATE_KEY": ("error", "reference"),
    "UNKNOWN_FIELD": ("warning", "format"),
}
_WIDEST: Final = 60
"""Characters of an expression that a message quotes."""


class Sites:
    """The numbered sites of a rule set."""

    def __init__(self) -> None:
        self.all: list[Site] = []
        self._shape: dict[tuple[str, str], int] = {}

    def add(self, site: Site) -> int:
        """The number of a new site."""
        number = len(self.all)
        self.all.append(site if site.rank >= 0 else replace(site, rank=number))
        return number

    def add_shape(self, shape: Shape) -> None:
        """Sites for all that can be wrong with the shape, in the order declared."""
        root = Field(name="", kind="object", path=ROOT, mark=shape.fields[0].mark) if shape.fields else None
        if root:
            self._field(root, (), ("WRONG_TYPE", "UNKNOWN_FIELD"))
        self.add(Site(CRASHED, "error", "logic_gap", (), finding=CRASHED))
        for field in shape.fields:
            self._declare(field, (), 0)

    def _declare(self, field: Field, base: PlaceParts, depth: int) -> None:
        place = (*base, field.name)
        self._field(field, place, tuple(_SHAPE)[:-1])
        if field.kind == "object":
            self._field(field, place, ("UNKNOWN_FIELD",))
        if field.kind == "list":
            place, depth = (*place, depth), depth + 1
            row = replace(field, name="", path=f"{field.path}[]") if field.item is None else field.item
            self._field(
                row,
                place,
                (
                    "WRONG_TYPE",
                    "NUMBER_OUT_OF_RANGE",
                    "NOT_A_CHOICE",
                    "BAD_PATTERN",
                    "DUPLICATE_KEY",
                    "UNKNOWN_FIELD",
                ),
            )
        for inner in field.fields:
            self._declare(inner, place, depth)

    def _field(self, field: Field, place: PlaceParts, findings: tuple[str, ...]) -> None:
        for finding in findings:
            severity, error_type = _SHAPE[finding]
            where = (*place, "*") if finding == "UNKNOWN_FIELD" else place
            if finding == "DUPLICATE_KEY" and field.key:
                where = (*place, field.key)
            severity = field.severity or severity
            site = Site(
                field.code(finding),
                severity,
                error_type,
                where,
                finding=finding,
                mark=field.mark if field.name else None,
            )
            self._shape[_key(field, place, finding)] = self.add(site)

    def shape(self, path: str, finding: str) -> int:
        """The number of a shape finding at a field's path; `path[]` for the rows or items of a list."""
        return self._shape[(path, finding)]


def _key(field: Field, place: PlaceParts, finding: str) -> tuple[str, str]:
    path = field.path
    if place and isinstance(place[-1], int) and not path.endswith("[]"):
        path = f"{path}[]"
    return path, finding


def numbered(place: Place, loops: tuple[Loop, ...]) -> PlaceParts:
    """A place with loop variables as positions in a finding's index; what only a ring tells comes last."""
    order = {f"*{loop.var.name}": n for n, loop in enumerate(loops)} | {ONWARD: len(loops)}
    return tuple(order.get(step, step) for step in place.steps)


def card_of(rule: Rule) -> RuleCard:
    """The rule as people speak of it."""
    sides = None
    if rule.expected is not None and rule.actual is not None:
        sides = (_quoted(rule.expected), _quoted(rule.actual))
    return RuleCard(
        code=rule.code,
        says=rule.says,
        form=rule.form,
        severity=rule.severity,
        error_type=rule.error_type,
        grade=rule.grade,
        origin=rule.origin,
        mark=rule.mark,
        see=rule.see,
        template=rule.template,
        repair=rule.repair,
        reads=rule.reads,
        suspects=rule.suspects,
        sides=sides,
        of_time=rule.expected is not None and rule.expected.type.kind == "duration",
        equates=_equates(rule),
        question=tuple(HOLE.split(rule.question)[::2]) if rule.form == "ask" else (),
        about=_about(rule),
    )


def _about(rule: Rule) -> tuple[PlaceParts | None, ...]:
    """The places of the values that a question is about."""
    if rule.form != "ask" or not isinstance(rule.check, ListOf):
        return ()
    places = (place_of(item, rule.loops) for item in rule.check.items)
    return tuple(numbered(place, rule.loops) if place else None for place in places)


def _equates(rule: Rule) -> bool:
    """Whether the check says that numbers of several places are equal, not a number and what it rounds to."""
    if rule.check is None:
        return False
    equalities = (part for part in below(rule.check) if isinstance(part, Compare) and part.op == "==")
    return any(
        part.left.type.kind in NUMERIC and _places(part.left) != _places(part.right) for part in equalities
    )


def _places(side: Node) -> frozenset[str]:
    """What a side reads, but for the currency that says how large a cent is."""
    cents = (part for part in below(side) if isinstance(part, Call) and part.function == "cent")
    left_out = {id(inner) for cent in cents for inner in below(cent)}
    parts = (part for part in below(side) if id(part) not in left_out)
    return frozenset(unparse(part) for part in parts if isinstance(part, Get | Var))


def _quoted(side: Node) -> str:
    """What a side was computed from, where that is short and says more than the value."""
    text = unparse(side)
    if isinstance(side, Call) and side.function == "value":
        # The number of a calculation is the calculation as people see it.
        side = side.arguments[0]
    return "" if isinstance(side, Get | Const | Var | Lookup) or len(text) > _WIDEST else text
