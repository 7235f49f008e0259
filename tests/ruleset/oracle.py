"""A naive evaluator of linked rules: what a rule set must find, by the semantics of the typed form.

Written from the docstrings of `language.nodes` and `language.functions` and from the design alone: as
plainly as can be, row by row, with no thought of speed. It shares no code with the compiler.
"""

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal, localcontext
from typing import Any

from selfcorrect.language import nodes as n
from selfcorrect.language.numbers import CONTEXT
from selfcorrect.language.values import show_duration, show_raw, show_value
from selfcorrect.language.walk import below, variables
from selfcorrect.ruleset.rule import Context, Place, Rule, Tolerance
from tests.ruleset.oracle_expressions import Env, Expressions
from tests.ruleset.oracle_graphs import RingRows, others_of
from tests.ruleset.oracle_values import conjunction, minor_unit, near

NEIGHBOURS = {"previous", "next", "earlier", "so_far", "group", "index"}
Index = tuple[int, ...]


class Oracle(Expressions):
    """One check of one record.

    `violations` are (code, path, severity, actual) of the shape, then (code, path, severity, expected,
    actual, related paths) of rules; `open` are (code, path).
    """

    def __init__(self, rules: tuple[Rule, ...], context: Context, record: object, **given: Any) -> None:
        self.rules = rules
        self.document: str | None = given.get("document")
        self.today: date | None = given.get("today")
        self.open: list[tuple[str, str]] = []
        self.applicable: set[str] = set()
        with localcontext(CONTEXT):
            if not isinstance(record, Mapping):
                self.violations = [("WRONG_TYPE", "", "error", show_raw(record))]
                return
            super().__init__(context, record)
            for rule in rules:
                self.rule(rule)

    @property
    def coverage(self) -> tuple[int, int]:
        """How many codes applied, how many of them were evaluated everywhere."""
        unevaluated = {code for code, _ in self.open}
        return len(self.applicable), len(self.applicable - unevaluated)

    def rule(self, rule: Rule) -> None:
        self.found: list[tuple[Index, tuple[Any, ...]]] = []
        self.unevaluated: list[tuple[Index, tuple[str, str]]] = []
        if self.special(rule):
            self.neighbours(rule)
        else:
            for env, index in self.rows(rule, rule.loops, {}, ()):
                self.evaluate(rule, env, index, others_of(rule.loops, env, index))
        self.violations += [finding for _, finding in sorted(self.found, key=lambda pair: pair[0])]
        self.open += [entry for _, entry in sorted(self.unevaluated, key=lambda pair: pair[0])]

    @staticmethod
    def special(rule: Rule) -> bool:
        parts = [rule.check, rule.when, rule.expected, rule.actual]
        parts += [tolerance.value for tolerance in (rule.within, rule.warn_within) if tolerance]
        names = {node.name for part in parts if part for node in below(part) if isinstance(node, n.Var)}
        return bool(rule.loops) and bool(rule.per or rule.along or rule.order or names & NEIGHBOURS)

    def rows(
        self, rule: Rule, loops: tuple[n.Loop, ...], env: Env, index: Index
    ) -> Iterator[tuple[Env, Index]]:
        if not loops:
            yield env, index
            return
        source = self.value(loops[0].source, env)
        if source is None:
            self.list_missing(rule, index)
            return
        if isinstance(loops[0].source, n.Cycles) and loops == rule.loops and not source:
            self.without_rings(rule, loops[0].source)
        of_ring = isinstance(loops[0].source, n.Var)
        for i, item in enumerate(source):
            number = item.numbers[0] if isinstance(item, RingRows) else source.numbers[i] if of_ring else i
            yield from self.rows(rule, loops[1:], {**env, loops[0].var.name: item}, (*index, number))

    def without_rings(self, rule: Rule, source: n.Cycles) -> None:
        said = conjunction([self.value(part, {}) for part in conjuncts(rule.when) if not variables(part)])
        if self.lists[source.path] and said is not False:
            self.applies(rule)
            if said is None:
                self.skip(rule, ())

    def list_missing(self, rule: Rule, index: Index) -> None:
        if rule.origin == "shape" or rule.over_fields:
            return
        closed = [part for part in conjuncts(rule.when) if not variables(part)]
        if not any(self.value(part, {}) is False for part in closed):
            self.applies(rule)
            self.skip(rule, index)

    def neighbours(self, rule: Rule) -> None:
        groups: list[tuple[list[Any], list[tuple[list[Any], Env, Index]]]] = []
        for env, index in self.rows(rule, rule.loops, {}, ()):
            matters = not rule.per or self.matters(rule, env)
            if rule.per and not self.grouped(rule, env, index, matters):
                continue
            key = [self.value(node, env) for node in (*rule.along, *(node for _, node in rule.per))]
            order = [self.value(node, env) for node in rule.order]
            if None in (*key, *order):
                if matters:
                    self.applies(rule)
                    self.skip(rule, index)
                continue
            members = next((members for known, members in groups if known == key), None)
            if members is None:
                members = []
                groups.append((key, members))
            members.append((order, env, index))
        for key, members in groups:
            members.sort(key=lambda member: member[0])
            self.group_of_rows(rule, key, members)

    def matters(self, rule: Rule, env: Env) -> bool:
        """Whether a `per` rule may apply to a row at all: what `when` says of the record and of keys says so."""
        keyed = {**env, **{f"per {name}": self.value(node, env) for name, node in rule.per}}
        others = [part for part in conjuncts(rule.when) if not of_rows(part, rule)]
        said = [self.value(part, keyed) for part in others if variables(part) <= set(keyed)]
        return conjunction(said) is not False

    def grouped(self, rule: Rule, env: Env, index: Index, matters: bool) -> bool:
        """Whether a row is among those that `per` groups: what `when` says of single rows says that."""
        parts = [part for part in conjuncts(rule.when) if of_rows(part, rule)]
        holds = conjunction([self.value(part, env) for part in parts])
        if holds is None and matters:
            self.applies(rule)
            self.skip(rule, index)
        return bool(holds)

    def group_of_rows(self, rule: Rule, key: list[Any], members: list[tuple[list[Any], Env, Index]]) -> None:
        last = rule.loops[-1].var.name
        rows = [env[last] for _, env, _ in members]
        if rule.per:
            _, env, index = members[0]
            names = {
                f"per {name}": value
                for (name, _), value in zip(rule.per, key[len(rule.along) :], strict=True)
            }
            others = [other for _, _, other in members if other != index]
            self.evaluate(rule, {**env, **names, "group": rows}, index, others)
            return
        for i, (_, env, index) in enumerate(members):
            around = {
                "previous": rows[i - 1] if i else None,
                "next": rows[i + 1] if i + 1 < len(rows) else None,
                "earlier": rows[:i],
                "so_far": rows[: i + 1],
                "group": rows,
                "index": Decimal(i + 1),
            }
            self.evaluate(rule, {**around, **env}, index)

    def evaluate(self, rule: Rule, env: Env, index: Index, others: list[Index] | None = None) -> None:
        conditions = [part for part in conjuncts(rule.when) if not (rule.per and of_rows(part, rule))]
        when = conjunction([self.value(part, env) for part in conditions])
        if when is False:
            return
        if when is None:
            self.applies(rule)
            self.skip(rule, index)
        elif rule.form == "ask" and rule.check and any(v is None for v in self.value(rule.check, env)):
            self.skip(rule, index)
        elif rule.form == "ask":
            self.unevaluated.append((index, (rule.code, path_of(rule.at, rule, index))))
        else:
            self.applies(rule)
            self.judge(rule, env, index, others)

    def judge(self, rule: Rule, env: Env, index: Index, others: list[Index] | None) -> None:
        assert rule.check is not None
        if rule.expected is None or rule.actual is None:
            holds = self.value(rule.check, env)
            if holds is None:
                self.skip(rule, index)
            elif not holds:
                self.violation(rule, index, (None, self.way_along(rule.loops, env)), others=others)
            return
        expected, actual = self.value(rule.expected, env), self.value(rule.actual, env)
        if expected is None or actual is None:
            self.skip(rule, index)
            return
        within, warn = (
            self.limit(tolerance, env, expected, actual) for tolerance in (rule.within, rule.warn_within)
        )
        if (rule.within and within is None) or (rule.warn_within and warn is None):
            self.skip(rule, index)
        elif not near(expected, actual, within):
            milder = rule.warn_within is not None and near(expected, actual, warn)
            sides = (shown(rule.expected, expected), shown(rule.actual, actual))
            self.violation(rule, index, sides, "warning" if milder else None, others)
        elif rule.within and rule.within.form == "cents" and self.currency_unknown() and expected != actual:
            self.skip(rule, index)

    def limit(self, tolerance: Tolerance | None, env: Env, expected: Any, actual: Any) -> Decimal | None:
        if tolerance is None:
            return None
        if tolerance.form == "printed":
            digits, exponent = len(actual.as_tuple().digits), actual.as_tuple().exponent
            return (
                abs(actual) * Decimal("1e-12")
                if digits >= 13
                else Decimal("0.5") * Decimal(10) ** int(exponent)
            )
        assert tolerance.value is not None
        value: Decimal | None = self.value(tolerance.value, env)
        if value is None:
            return None
        if tolerance.form == "cents":
            return value * self.cent()
        return value * abs(expected) if tolerance.form == "share" else value

    def currency_unknown(self) -> bool:
        name = self.context.shape.money_in
        return name is not None and self.record.values[name] is None

    def cent(self) -> Decimal:
        name = self.context.shape.money_in
        if self.currency_unknown():
            return Decimal(1)
        return minor_unit(self.record.values[name] if name else None)

    def applies(self, rule: Rule) -> None:
        if rule.form != "ask" and rule.origin == "rule":
            self.applicable.add(rule.code)

    def skip(self, rule: Rule, index: Index) -> None:
        if rule.fails_when_missing:
            self.violation(rule, index)
        else:
            self.unevaluated.append((index, (rule.code, path_of(rule.at, rule, index))))

    def violation(
        self,
        rule: Rule,
        index: Index,
        sides: tuple[str | None, str | None] = (None, None),
        severity: str | None = None,
        others: list[Index] | None = None,
    ) -> None:
        path = path_of(rule.at, rule, index)
        paths = dict.fromkeys(path_of(rule.at, rule, other) for other in others or ())
        related = tuple(other for other in paths if other != path)
        finding = (rule.code, path, severity or rule.severity, *sides, related)
        self.found.append((index, finding))


def conjuncts(when: n.Node | None) -> list[n.Node]:
    if isinstance(when, n.And):
        return [part for operand in when.operands for part in conjuncts(operand)]
    return [] if when is None else [when]


def of_rows(part: n.Node, rule: Rule) -> bool:
    """Whether a part of `when` speaks of single rows and not of the group they are in."""
    names = variables(part)
    of_group = {"group", *(f"per {name}" for name, _ in rule.per)}
    return bool(names & {loop.var.name for loop in rule.loops}) and not names & of_group


def path_of(place: Place | None, rule: Rule, index: Index) -> str:
    assert place is not None
    numbers_of = {loop.var.name: i for i, loop in enumerate(rule.loops)}
    path = ""
    for step in place.steps:
        if not step.startswith("*"):
            path = f"{path}.{step}" if path else step
        elif numbers_of[step[1:]] >= len(index):
            break
        else:
            path += f"[{index[numbers_of[step[1:]]]}]"
    return path


def shown(side: n.Node, value: Any) -> str:
    if side.type.kind == "duration":
        return show_duration(value)
    if not isinstance(value, Decimal):
        return show_value(value)
    if int(value.as_tuple().exponent) < -9 and value.adjusted() < 50:
        value = value.quantize(Decimal("1e-9"))
    text = show_value(value)
    whole, _, fraction = text.partition(".")
    return f"{whole}.{fraction[:2]}{fraction[2:].rstrip('0')}" if len(fraction) > 2 else text
