"""One rule: every text of its draft lowered and checked, each mistake told, what is unsaid filled in."""

from collections.abc import Callable
from typing import Final, Literal, ParamSpec, TypeVar

from msgspec.structs import replace

from selfcorrect.language.lower import lower, lower_condition
from selfcorrect.language.nodes import BOOLEAN, INTEGER, And, Call, Compare, Const, Get, Loop, Node, Type, Var
from selfcorrect.language.scope import RECORD, ExpressionError, Scope
from selfcorrect.language.shape import ROOT
from selfcorrect.language.walk import below, children, patterns, row_prefixes, size
from selfcorrect.model.diagnostic import Diagnostic
from selfcorrect.model.marks import Marked
from selfcorrect.ruleset import defaults
from selfcorrect.ruleset.checks import check_products, link_none, link_question
from selfcorrect.ruleset.places import place_of
from selfcorrect.ruleset.ranges import Range
from selfcorrect.ruleset.rule import Place, Rule, RuleDraft, Tolerance
from selfcorrect.ruleset.tolerance import link_tolerance

_ROWS: Final = ("earlier", "so_far", "group")
_GUARDS: Final = ("present", "first_known")
LARGEST: Final = 2000
"""Parts of an expression once what it names is put in."""

Linked = TypeVar("Linked")
Given = ParamSpec("Given")


def trouble(text: Marked, message: str, hint: str = "") -> ExpressionError:
    """The diagnostic about a whole text, ready to be raised."""
    return ExpressionError(Diagnostic(text.mark, message, hint, width=max(1, len(text.value))))


def lower_bounded(text: Marked, scope: Scope, *, condition: bool = False) -> Node:
    """As `lower`, and the node has a bounded number of parts, whatever the names in it stand for."""
    node = lower_condition(text, scope) if condition else lower(text, scope)
    if size(node) > LARGEST:
        message = f"this comes to more than {LARGEST} parts once the names in it are put in"
        raise trouble(text, message, "work less out in one rule")
    return node


class Linker:
    """One rule over one range. Mistakes are gathered, so that an author sees all of them at once."""

    def __init__(self, draft: RuleDraft, scope: Scope, one: Range, problems: list[Diagnostic]) -> None:
        self.draft = draft
        self.loops = one.loops
        self.names = one.names
        self.rows = scope.bind(one.names)
        self.scope = self.rows
        self.problems = problems

    def attempt(
        self, link: Callable[Given, Linked], *given: Given.args, **named: Given.kwargs
    ) -> Linked | None:
        """What linking gives, or None with its mistake noted."""
        try:
            return link(*given, **named)
        except ExpressionError as error:
            self.problems.append(error.diagnostic)
            return None

    def rule(self) -> Rule | None:
        """The linked rule; None where something is wrong with it."""
        before = len(self.problems)
        self.attempt(self.fitting)
        per = self.named("per")
        along, order = self.listed("along"), self.listed("order")
        self.scope = self.rows.bind(self.neighbours(per))
        if not self.bind_parts():
            return None
        when = self.conditions()
        body = self.attempt(self.body)
        self.attempt(defaults.check_words, self.draft)
        if body is None:
            self.places()
            return None
        form, check, question = body
        rule = Rule(
            code=self.draft.code.value,
            says=self.draft.texts["says"].value,
            form=form,
            mark=self.draft.code.mark,
            check=check,
            question=question,
            loops=self.loops,
            per=per,
            along=along,
            order=order,
            when=self.applies(when, check),
            reads=self.reads([check, *when, *along, *order, *(node for _, node in per)]),
            over_fields=any(isinstance(node, Get) for node in self.names.values()),
            see=self.text("see"),
            template=self.text("template"),
            fails_when_missing=self.text("when_missing") == "fail",
        )
        self.attempt(check_products, self.draft.code, rule)
        self.attempt(self.reading_something, rule)
        placed = self.placed(rule)
        whole = self.attempt(defaults.fill, placed, self.draft) if placed else None
        return whole if len(self.problems) == before else None

    def fitting(self) -> None:
        """Refuse keys that have no meaning together."""
        draft = self.draft
        if not self.loops:
            for key in ("along", "order"):
                for text in draft.lists.get(key, ()):
                    raise trouble(
                        text, f"`{key}` is about rows, and this rule has no `each`", "each: row in LIST"
                    )
            for name, _ in draft.named.get("per", ()):
                raise trouble(name, "`per` groups rows, and this rule has no `each`", "each: row in LIST")
        if "per" in draft.named and (along := draft.lists.get("along")):
            raise trouble(
                along[0], "`along` says what neighbours are, and under `per` there are none", "drop it"
            )

    def named(self, key: str) -> tuple[tuple[str, Node], ...]:
        """Named texts on rows, linked."""
        found: dict[str, Node] = {}
        for name, text in self.draft.named.get(key, ()):
            self.attempt(self.fresh, name, "group")
            node = self.attempt(lower_bounded, text, self.rows)
            if node is not None:
                found[name.value] = node
        return tuple(found.items())

    def fresh(self, name: Marked, *taken: str) -> None:
        """Refuse a name that a row or another name of the rule has, or one of those `taken`."""
        if name.value in taken or name.value in self.scope.variables:
            raise trouble(name, f"`{name.value}` stands for something else already", "choose another name")

    def listed(self, key: str) -> tuple[Node, ...]:
        """Texts of a list on rows, linked."""
        found = [self.attempt(lower_bounded, t, self.rows) for t in self.draft.lists.get(key, ())]
        return tuple(node for node in found if node is not None)

    def bind_parts(self) -> bool:
        """Bind what `let` names; whether all could be, since what uses them would be blamed falsely."""
        for name, text in self.draft.named.get("let", ()):
            if self.draft.texts.get("origin") is None:
                self.attempt(self.fresh, name)
            node = self.attempt(lower_bounded, text, self.scope)
            if node is None:
                return False
            self.scope = self.scope.bind({name.value: node})
        return True

    def text(self, key: str) -> str:
        """A plain text of the draft, empty where it is not given."""
        found = self.draft.texts.get(key)
        return found.value if found else ""

    def reads(self, nodes: list[Node]) -> frozenset[str]:
        """The fields that nodes and the rule's lists read, as patterns."""
        prefixes = row_prefixes(self.scope.rows[ROOT])
        found = (patterns(node, prefixes) for node in (*nodes, *(loop.source for loop in self.loops)))
        return frozenset().union(*found)

    def neighbours(self, per: tuple[tuple[str, Node], ...]) -> dict[str, Node]:
        """The names for other rows: neighbours under `each`, groups under `per`."""
        if not self.loops:
            return {}
        row = self.loops[-1].var.type
        rows = Type("list", item=row)
        if per or "per" in self.draft.named:
            keys: dict[str, Node] = {name: Var(type=node.type, name=f"per {name}") for name, node in per}
            return {**keys, "group": Var(type=rows, name="group")}
        found: dict[str, Node] = {name: Var(type=row, name=name) for name in ("previous", "next")}
        found |= {name: Var(type=rows, name=name) for name in _ROWS}
        found["index"] = Var(type=INTEGER, name="index")
        return {name: node for name, node in found.items() if name not in self.names}

    def conditions(self) -> list[Node]:
        """`when`, and `where`: what the shape's own rules also ask."""
        texts = (self.draft.texts.get("where"), self.draft.texts.get("when"))
        found = [self.attempt(lower_bounded, t, self.scope, condition=True) for t in texts if t]
        return [node for node in found if node is not None]

    def body(self) -> tuple[Literal["check", "none", "ask"], Node, str]:
        """The form, the condition that must hold, and the question of an `ask`."""
        texts = self.draft.texts
        if "none" in texts:
            loops, condition = link_none(texts["none"], self.scope)
            self.loops += loops
            self.scope = self.scope.bind({loop.var.name: loop.var for loop in loops})
            return "none", condition, ""
        if "ask" in texts:
            return "ask", link_question(texts["ask"], self.scope), texts["ask"].value
        return "check", lower_bounded(texts["check"], self.scope, condition=True), ""

    def reading_something(self, rule: Rule) -> None:
        """Refuse a rule that looks at nothing: it would always hold, or never."""
        assert rule.check is not None  # noqa: S101 - every form has one by now
        read = any(not isinstance(part, Const) for part in below(rule.check) if not children(part))
        if not read and rule.form == "check":
            raise trouble(self.draft.texts["check"], "this check looks at nothing in the record")

    def applies(self, when: list[Node], check: Node) -> Node | None:
        """`when`, and where the rule speaks of a neighbour or ranges over fields, that there is one."""
        nodes = [check, *when]
        used = {part.name for node in nodes for part in below(node) if isinstance(part, Var)}
        guards = (guard for node in nodes for guard in below(node) if _guards(guard))
        handled = {part.name for guard in guards for part in below(guard) if isinstance(part, Var)}
        needed = [self.scope.variables[name] for name in ("next", "previous") if name in used - handled]
        # A rule over fields (`value in every money`) speaks of the values that are there.
        needed += [node for node in self.names.values() if isinstance(node, Get)]
        there = (Call(type=BOOLEAN, function="present", arguments=(node,)) for node in needed)
        conditions = (*when, *there)
        if len(conditions) > 1:
            return And(type=BOOLEAN, operands=conditions)
        return conditions[0] if conditions else None

    def placed(self, rule: Rule) -> Rule | None:
        """The rule with where its caret stands, its suspects, its two sides and its tolerances."""
        given, suspects = self.places()
        at = given or self.field_ranged_over() or defaults.place(rule)
        if at is None:
            if "at" not in self.draft.texts:
                message = f"`{rule.code}` does not say where it stands"
                self.problems.append(
                    trouble(self.draft.code, message, "say where the caret stands: at: FIELD").diagnostic
                )
            return None
        rule = replace(rule, at=at, suspect_places=suspects or (defaults.onward(rule, self.scope) or at,))
        check = rule.check
        if not (rule.form == "check" and isinstance(check, Compare) and check.op == "=="):
            self.attempt(self.no_tolerance)
            return rule
        expected, actual = defaults.sides(check, rule, row_prefixes(self.scope.rows[ROOT]))
        within, warn = self.tolerance("within", check), self.tolerance("warn_within", check)
        self.attempt(self.ordered, within, warn)
        return replace(rule, expected=expected, actual=actual, within=within, warn_within=warn)

    def places(self) -> tuple[Place | None, tuple[Place, ...]]:
        """Where the caret stands and the suspects, as far as the draft says."""
        at = self.draft.texts.get("at")
        given = self.attempt(self.as_place, at) if at else None
        suspects = [self.attempt(self.as_place, t) for t in self.draft.lists.get("suspects", ())]
        return given, tuple(place for place in suspects if place is not None)

    def tolerance(self, key: str, check: Compare) -> Tolerance | None:
        """A tolerance of the draft."""
        text = self.draft.texts.get(key)
        return self.attempt(link_tolerance, text, self.scope, check.left.type) if text else None

    def ordered(self, within: Tolerance | None, warn: Tolerance | None) -> None:
        """Refuse a `warn_within` that reaches no further than `within`: it would never warn."""
        values = [one.value for one in (within, warn) if one and isinstance(one.value, Const)]
        same_form = within is not None and warn is not None and within.form == warn.form
        if same_form and len(values) == 2 and values[1].value <= values[0].value:
            message = "`warn_within` reaches no further than `within`"
            raise trouble(self.draft.texts["warn_within"], message, "it is the wider of the two")

    def no_tolerance(self) -> None:
        """Refuse a tolerance on anything but an equality."""
        for key in ("within", "warn_within"):
            if text := self.draft.texts.get(key):
                message = f"`{key}` belongs to a check of the form a == b"
                raise trouble(text, message, "write the tolerance out: abs(a - b) <= 0.05")

    def field_ranged_over(self) -> Place | None:
        """The field that a name of `each` stands for, where it ranges over fields: `value in every money`."""
        fields = [node for node in self.names.values() if isinstance(node, Get)]
        return place_of(fields[-1], self.loops) if fields else None

    def as_place(self, text: Marked) -> Place:
        """The place a text names. Raises ExpressionError if it names none."""
        return place_named(text, self.scope, self.loops)


def place_named(text: Marked, scope: Scope, loops: tuple[Loop, ...]) -> Place:
    """The place in the candidate that a text names. Raises ExpressionError if it names none."""
    if text.value.strip() == "record":
        return Place(())
    node = lower(text, scope)
    found = place_of(node, loops)
    if found is None or node == RECORD:
        hint = "name a field: total, item.amount, line_items"
        raise trouble(text, "this is not a place in the candidate", hint)
    return found


def _guards(node: Node) -> bool:
    return isinstance(node, Call) and node.function in _GUARDS
