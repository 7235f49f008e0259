"""Drafts to rules: every text of a rule lowered and checked, with what it leaves unsaid filled in."""

import re
from collections.abc import Sequence
from typing import Final, Literal

from msgspec.structs import replace

from selfcorrect.language.lower import lower, lower_condition
from selfcorrect.language.nodes import BOOLEAN, INTEGER, And, Call, Compare, Get, Node, Type, Var
from selfcorrect.language.scope import RECORD, ExpressionError, Scope, scope_of
from selfcorrect.language.shape import ROOT, walk
from selfcorrect.language.walk import below, patterns, row_prefixes
from selfcorrect.model.diagnostic import Diagnostic
from selfcorrect.model.marks import Marked
from selfcorrect.ruleset import defaults
from selfcorrect.ruleset.checks import check_products, link_none, link_question
from selfcorrect.ruleset.places import place_of
from selfcorrect.ruleset.ranges import Range, link_each
from selfcorrect.ruleset.rule import Context, Place, Rule, RuleDraft
from selfcorrect.ruleset.tolerance import link_tolerance

_ROWS: Final = ("earlier", "so_far", "group")


def link_rules(
    drafts: Sequence[RuleDraft], context: Context
) -> tuple[tuple[Rule, ...], tuple[Diagnostic, ...]]:
    """The rules that drafts say, in order, and every diagnostic: one at most for each text of a pack.

    A draft that mentions an optional parameter which is not given falls away without one. Rules for
    the shape (`required_when`, references) come first.
    """
    scope, problems = base_scope(context)
    rules: list[Rule] = []
    for field in walk(context.shape.fields):
        for shape_draft in (
            defaults.presence(field, context.shape),
            defaults.resolution(field, context.shape),
        ):
            if shape_draft:
                _link(shape_draft, scope, rules, problems)
    for draft in drafts:
        if falls_away(draft) is None:
            _link(draft, scope, rules, problems)
    return tuple(rules), tuple(problems)


def _link(draft: RuleDraft, scope: Scope, rules: list[Rule], problems: list[Diagnostic]) -> None:
    try:
        rules.extend(link_rule(draft, scope))
    except ExpressionError as error:
        problems.append(error.diagnostic)


def falls_away(draft: RuleDraft) -> str | None:
    """The optional parameter, not given, that a rule of a family mentions; None if there is none."""
    texts = [
        *(text for key, text in draft.texts.items() if key not in ("says", "see", "template")),
        *(text for several in draft.lists.values() for text in several),
        *(text for pairs in draft.named.values() for _, text in pairs),
    ]
    for text in texts:
        for name in re.findall(r"[^\W\d]\w*", text.value):
            if name in draft.optional:
                return str(name)
    return None


def base_scope(context: Context) -> tuple[Scope, list[Diagnostic]]:
    """The scope of all rules of a pack, with its computed values; diagnostics of those that do not link."""
    columns = {name: source.columns for name, source in context.sources.items()}
    scope = scope_of(context.shape, columns)
    problems: list[Diagnostic] = []
    for name, text in context.compute:
        try:
            scope = scope.bind({name.value: lower(text, scope)})
        except ExpressionError as error:
            problems.append(error.diagnostic)
    return scope, problems


def link_rule(draft: RuleDraft, scope: Scope) -> list[Rule]:
    """The rule that a draft says; several of one code where its `each` ranges over several fields.

    Raises ExpressionError at the first text that does not link.
    """
    scope = replace(scope, parameters=draft.parameters) if draft.parameters else scope
    ranges = link_each(draft.lists.get("each", ()), scope)
    return [_RuleLinker(draft, scope, one).rule() for one in ranges]


class _RuleLinker:
    """One rule over one range."""

    def __init__(self, draft: RuleDraft, scope: Scope, one: Range) -> None:
        self.draft = draft
        self.loops = one.loops
        self.names = one.names
        self.rows = scope.bind(one.names)
        self.scope = self.rows

    def rule(self) -> Rule:
        """The linked rule."""
        draft, lists = self.draft, self.draft.lists
        per = tuple((name.value, lower(text, self.rows)) for name, text in draft.named.get("per", ()))
        along = tuple(lower(text, self.rows) for text in lists.get("along", ()))
        order = tuple(lower(text, self.rows) for text in lists.get("order", ()))
        self.scope = self.rows.bind(self.neighbours(per))
        for name, text in draft.named.get("let", ()):
            self.scope = self.scope.bind({name.value: lower(text, self.scope)})
        when = lower_condition(draft.texts["when"], self.scope) if "when" in draft.texts else None
        form, check, question = self.body()
        nodes = [check, *([when] if when else []), *along, *order, *(node for _, node in per)]
        prefixes = row_prefixes(self.scope.rows[ROOT])
        reads = frozenset().union(
            *(patterns(node, prefixes) for node in nodes),
            *(patterns(loop.source, prefixes) for loop in self.loops),
        )
        rule = Rule(
            code=draft.code.value,
            says=draft.texts["says"].value,
            form=form,
            mark=draft.code.mark,
            check=check,
            question=question,
            loops=self.loops,
            per=per,
            along=along,
            order=order,
            when=self.applies(when, check),
            reads=reads,
            over_fields=any(isinstance(node, Get) for node in self.names.values()),
            see=self.text("see"),
            template=self.text("template"),
            fails_when_missing=self.text("when_missing") == "fail",
        )
        check_products(draft.code, rule)
        return defaults.fill(self.placed(rule), draft, self.scope)

    def text(self, key: str) -> str:
        """A plain text of the draft, empty where it is not given."""
        found = self.draft.texts.get(key)
        return found.value if found else ""

    def neighbours(self, per: tuple[tuple[str, Node], ...]) -> dict[str, Node]:
        """The names for other rows: neighbours under `each`, groups under `per`."""
        if not self.loops:
            return {}
        row = self.loops[-1].var.type
        rows = Type("list", item=row)
        if per:
            keys: dict[str, Node] = {name: Var(type=node.type, name=f"per {name}") for name, node in per}
            return {**keys, "group": Var(type=rows, name="group")}
        found: dict[str, Node] = {name: Var(type=row, name=name) for name in ("previous", "next")}
        found |= {name: Var(type=rows, name=name) for name in _ROWS}
        found["index"] = Var(type=INTEGER, name="index")
        return {name: node for name, node in found.items() if name not in self.names}

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
        return "check", lower_condition(texts["check"], self.scope), ""

    def applies(self, when: Node | None, check: Node) -> Node | None:
        """`when`, and where the rule speaks of a neighbour or ranges over fields, that there is one."""
        used = {part.name for part in below(check) if isinstance(part, Var)} & {"previous", "next"}
        asked = {
            argument.name
            for part in below(check)
            if isinstance(part, Call) and part.function == "present"
            for argument in part.arguments
            if isinstance(argument, Var)
        }
        needed = [self.scope.variables[name] for name in sorted(used - asked) if name in self.scope.variables]
        # A rule over fields (`value in every money`) speaks of the values that are there.
        needed += [node for node in self.names.values() if isinstance(node, Get)]
        conditions = [
            *([when] if when else []),
            *(Call(type=BOOLEAN, function="present", arguments=(n,)) for n in needed),
        ]
        if len(conditions) > 1:
            return And(type=BOOLEAN, operands=tuple(conditions))
        return conditions[0] if conditions else None

    def placed(self, rule: Rule) -> Rule:
        """The rule with where its caret stands, its suspects, its two sides and its tolerances."""
        at = self.place("at") or self.field_ranged_over() or defaults.place(rule)
        if at is None:
            hint = "say where the caret stands: at: FIELD"
            raise ExpressionError(
                Diagnostic(
                    self.draft.code.mark,
                    f"`{rule.code}` does not say where it stands",
                    hint,
                    width=len(rule.code),
                )
            )
        suspects = tuple(self.as_place(text) for text in self.draft.lists.get("suspects", ())) or (at,)
        rule = replace(rule, at=at, suspect_places=suspects)
        check = rule.check
        if not (rule.form == "check" and isinstance(check, Compare) and check.op == "=="):
            self.no_tolerance()
            return rule
        expected, actual = defaults.sides(check, rule, row_prefixes(self.scope.rows[ROOT]))
        rule = replace(rule, expected=expected, actual=actual)
        for key in ("within", "warn_within"):
            if key in self.draft.texts:
                rule = replace(
                    rule, **{key: link_tolerance(self.draft.texts[key], self.scope, check.left.type)}
                )
        return rule

    def no_tolerance(self) -> None:
        """Refuse a tolerance on anything but an equality."""
        for key in ("within", "warn_within"):
            if text := self.draft.texts.get(key):
                message = f"`{key}` belongs to a check of the form a == b"
                raise ExpressionError(
                    Diagnostic(
                        text.mark,
                        message,
                        "write the tolerance out: abs(a - b) <= 0.05",
                        width=len(text.value),
                    )
                )

    def place(self, key: str) -> Place | None:
        """The place a text of the draft names, None if it is not given."""
        text = self.draft.texts.get(key)
        return self.as_place(text) if text else None

    def field_ranged_over(self) -> Place | None:
        """The field that a name of `each` stands for, where it ranges over fields: `value in every money`."""
        fields = [node for node in self.names.values() if isinstance(node, Get)]
        return place_of(fields[-1], self.loops) if fields else None

    def as_place(self, text: Marked) -> Place:
        """The place a text names. Raises ExpressionError if it names none."""
        if text.value.strip() == "record":
            return Place(())
        node = lower(text, self.scope)
        found = place_of(node, self.loops)
        if found is None or node == RECORD:
            hint = "name a field: total, item.amount, line_items"
            raise ExpressionError(
                Diagnostic(text.mark, "this is not a place in the candidate", hint, width=len(text.value))
            )
        return found
