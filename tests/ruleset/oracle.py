"""A naive evaluator of linked rules: what a rule set must find, by the semantics of the typed form.

Written from the docstrings of `language.nodes` and `language.functions` and from the design alone: as
plainly as can be, row by row, with no thought of speed. It shares no code with the compiler.
"""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from decimal import Context as DecimalContext
from fractions import Fraction
from typing import Any

import re2

from selfcorrect.language import nodes as n
from selfcorrect.language.currencies import CURRENCIES
from selfcorrect.language.numbers import CONTEXT
from selfcorrect.language.printed.facts import Facts, appears, numbers
from selfcorrect.language.shape import Field
from selfcorrect.language.values import BAD, OUT_OF_RANGE, read_value, show_duration, show_raw, show_value
from selfcorrect.language.walk import below, variables
from selfcorrect.ruleset.rule import Context, Place, Rule, Tolerance

NEIGHBOURS = {"previous", "next", "earlier", "so_far", "group", "index"}
Index = tuple[int, ...]
Env = dict[str, Any]


class Row:
    """A row of the candidate: its values by field name. Rows are equal if their values are."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Row) and self.values == other.values

    __hash__ = None  # type: ignore[assignment]


class Oracle:
    """One check of one record."""

    def __init__(self, rules: tuple[Rule, ...], context: Context, record: object, **given: Any) -> None:
        self.rules = rules
        self.context = context
        self.document: str | None = given.get("document")
        self.today: date | None = given.get("today")
        self.violations: list[tuple[Any, ...]] = []
        self.open: list[tuple[str, str]] = []
        self.applicable: set[str] = set()
        self.lists: dict[str, list[Row] | None] = {}
        self.keys: dict[str, str] = {}
        with localcontext(CONTEXT):
            self.run(record)

    @property
    def coverage(self) -> tuple[int, int]:
        """How many codes applied, how many of them were evaluated everywhere."""
        unevaluated = {code for code, _ in self.open}
        return len(self.applicable), len(self.applicable - unevaluated)

    def run(self, record: object) -> None:
        if not isinstance(record, Mapping):
            self.violations.append(("WRONG_TYPE", "", "error", show_raw(record)))
            return
        self.note_lists(self.context.shape.fields)
        self.record = self.group(self.context.shape.fields, record, "")
        for rule in self.rules:
            self.rule(rule)

    # ---- the shape

    def note_lists(self, fields: tuple[Field, ...]) -> None:
        for field in fields:
            if field.kind == "list" and field.fields:
                self.lists[field.path] = None
                self.keys[field.path] = field.key or ""
            self.note_lists(field.fields)

    def shape_finding(self, field: Field, finding: str, path: str, actual: str | None) -> None:
        usual = "warning" if finding == "UNKNOWN_FIELD" else "error"
        self.violations.append((field.code(finding), path, field.severity or usual, actual))

    def group(self, fields: tuple[Field, ...], raw: Mapping[Any, Any], path: str, owner: Field | None = None) -> Row:
        for key in raw:
            if key not in [field.name for field in fields]:
                place = f"{path}.{show_raw(key)}" if path else show_raw(key)
                code = owner.code("UNKNOWN_FIELD") if owner else "UNKNOWN_FIELD"
                severity = (owner.severity if owner else None) or "warning"
                self.violations.append((code, place, severity, show_raw(raw[key])))
        return Row({field.name: self.field(field, raw, path) for field in fields})

    def field(self, field: Field, raw: Mapping[Any, Any], path: str) -> Any:
        value = raw.get(field.name)
        place = f"{path}.{field.name}" if path else field.name
        if field.kind == "list":
            return self.listing(field, value, place)
        if field.kind == "object":
            return self.nested(field, value, place)
        return self.scalar(field, value, place)

    def scalar(self, field: Field, raw: object, path: str) -> Any:
        value = read_value(field.kind, raw)
        if value is BAD or value is OUT_OF_RANGE:
            self.shape_finding(field, "WRONG_TYPE" if value is BAD else "NUMBER_OUT_OF_RANGE", path, show_raw(raw))
            return None
        if value is None:
            if field.required and field.if_absent is None:
                self.shape_finding(field, "MISSING_FIELD", path, None)
            value = field.if_absent
        if value is not None and field.choices and value not in field.choices:
            self.shape_finding(field, "NOT_A_CHOICE", path, show_raw(value))
            return None
        if value is not None and field.pattern and not fits(field.pattern, value):
            self.shape_finding(field, "BAD_PATTERN", path, show_raw(value))
        return value

    def container(self, field: Field, raw: object, path: str, *, fine: bool) -> bool:
        """Whether there is a list or an object where one should be."""
        if fine:
            return True
        if raw is not None and not (isinstance(raw, str) and not raw.strip()):
            self.shape_finding(field, "WRONG_TYPE", path, show_raw(raw))
        elif field.required:
            self.shape_finding(field, "MISSING_FIELD", path, None)
        return False

    def nested(self, field: Field, raw: Any, path: str) -> Row | None:
        if not self.container(field, raw, path, fine=isinstance(raw, Mapping)):
            return None
        return self.group(field.fields, raw, path, field)

    def listing(self, field: Field, raw: Any, path: str) -> list[Any] | None:
        if not self.container(field, raw, path, fine=isinstance(raw, list | tuple)):
            return None
        if len(raw) < field.at_least:
            self.shape_finding(field, "TOO_FEW", path, str(len(raw)))
        if field.item is not None:
            return [self.scalar(field.item, item, f"{path}[{i}]") for i, item in enumerate(raw)]
        rows = [self.row(field, item, f"{path}[{i}]") for i, item in enumerate(raw)]
        self.lists[field.path] = [*(self.lists[field.path] or []), *rows]
        if field.key:
            seen: list[Any] = []
            for i, row in enumerate(rows):
                key = row.values[field.key]
                if key is not None and key in seen:
                    self.shape_finding(field, "DUPLICATE_KEY", f"{path}[{i}].{field.key}", show_raw(key))
                seen.append(key)
        return rows

    def row(self, field: Field, raw: object, path: str) -> Row:
        if isinstance(raw, Mapping):
            return self.group(field.fields, raw, path, field)
        self.shape_finding(field, "WRONG_TYPE", path, show_raw(raw))
        return Row(dict.fromkeys([inner.name for inner in field.fields]))

    # ---- rules

    def rule(self, rule: Rule) -> None:
        self.found: list[tuple[Index, tuple[Any, ...]]] = []
        self.unevaluated: list[tuple[Index, tuple[str, str]]] = []
        if self.special(rule):
            self.neighbours(rule)
        else:
            for env, index in self.rows(rule, rule.loops, {}, ()):
                self.evaluate(rule, env, index)
        self.violations += [finding for _, finding in sorted(self.found, key=lambda pair: pair[0])]
        self.open += [entry for _, entry in sorted(self.unevaluated, key=lambda pair: pair[0])]

    @staticmethod
    def special(rule: Rule) -> bool:
        parts = [rule.check, rule.when, rule.expected, rule.actual]
        parts += [tolerance.value for tolerance in (rule.within, rule.warn_within) if tolerance]
        names = {node.name for part in parts if part for node in below(part) if isinstance(node, n.Var)}
        return bool(rule.loops) and bool(rule.per or rule.along or rule.order or names & NEIGHBOURS)

    def rows(self, rule: Rule, loops: tuple[n.Loop, ...], env: Env, index: Index) -> Iterator[tuple[Env, Index]]:
        if not loops:
            yield env, index
            return
        source = self.value(loops[0].source, env)
        if source is None:
            self.list_missing(rule, index)
            return
        for i, item in enumerate(source):
            yield from self.rows(rule, loops[1:], {**env, loops[0].var.name: item}, (*index, i))

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
            if rule.per and not self.grouped(rule, env, index):
                continue
            key = [self.value(node, env) for node in (*rule.along, *(node for _, node in rule.per))]
            order = [self.value(node, env) for node in rule.order]
            if None in (*key, *order):
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

    def grouped(self, rule: Rule, env: Env, index: Index) -> bool:
        """Whether a row is among those that `per` groups: what `when` says of rows says that."""
        holds = conjunction([self.value(part, env) for part in conjuncts(rule.when) if of_rows(part, rule)])
        if holds is None:
            self.applies(rule)
            self.skip(rule, index)
        return bool(holds)

    def group_of_rows(self, rule: Rule, key: list[Any], members: list[tuple[list[Any], Env, Index]]) -> None:
        last = rule.loops[-1].var.name
        rows = [env[last] for _, env, _ in members]
        if rule.per:
            _, env, index = members[0]
            names = {f"per {name}": value for (name, _), value in zip(rule.per, key[len(rule.along) :], strict=True)}
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
                self.violation(rule, index, others=others)
            return
        expected, actual = self.value(rule.expected, env), self.value(rule.actual, env)
        if expected is None or actual is None:
            self.skip(rule, index)
            return
        within, warn = (self.limit(tolerance, env, expected, actual) for tolerance in (rule.within, rule.warn_within))
        if (rule.within and within is None) or (rule.warn_within and warn is None):
            self.skip(rule, index)
        elif not near(expected, actual, within):
            milder = rule.warn_within is not None and near(expected, actual, warn)
            sides = (shown(rule.expected, expected), shown(rule.actual, actual))
            self.violation(rule, index, sides, "warning" if milder else None, others)

    def limit(self, tolerance: Tolerance | None, env: Env, expected: Any, actual: Any) -> Decimal | None:
        if tolerance is None:
            return None
        if tolerance.form == "printed":
            digits, exponent = len(actual.as_tuple().digits), actual.as_tuple().exponent
            return abs(actual) * Decimal("1e-12") if digits >= 13 else Decimal("0.5") * Decimal(10) ** exponent
        assert tolerance.value is not None
        value: Decimal | None = self.value(tolerance.value, env)
        if value is None:
            return None
        if tolerance.form == "cents":
            return value * self.cent()
        return value * abs(expected) if tolerance.form == "share" else value

    def cent(self) -> Decimal:
        name = self.context.shape.money_in
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
        related = tuple(path_of(rule.at, rule, other) for other in others or ())
        finding = (rule.code, path_of(rule.at, rule, index), severity or rule.severity, *sides, related)
        self.found.append((index, finding))

    # ---- expressions

    def value(self, node: n.Node, env: Env) -> Any:
        """The value of a node; None where it is missing."""
        match node:
            case n.Const():
                return node.value
            case n.Record():
                return self.record
            case n.Document():
                return self.document
            case n.Var():
                return env[node.name]
            case n.Get():
                base = self.value(node.base, env)
                return None if base is None else base.values[node.name]
            case n.Deref():
                return self.dereference(self.value(node.base, env), node.rows)
            case n.Inverse():
                return self.inverse(self.value(node.base, env), node)
            case n.Lookup():
                key = self.value(node.key, env)
                return None if key is None else self.context.sources[node.source].find(key, node.column)
            case n.ListOf():
                return [self.value(item, env) for item in node.items]
            case n.Each():
                items, whole = self.elements(node, env)
                return items if whole else None
            case n.Aggregate():
                return self.aggregate(node, env)
            case n.Call():
                return self.call(node, env)
            case _:
                return self.operation(node, env)

    def operation(self, node: n.Node, env: Env) -> Any:
        match node:
            case n.And():
                return conjunction([self.value(operand, env) for operand in node.operands])
            case n.Or():
                return disjunction([self.value(operand, env) for operand in node.operands])
            case n.Not():
                operand = self.value(node.operand, env)
                return None if operand is None else not operand
            case n.Negate():
                operand = self.value(node.operand, env)
                return None if operand is None else -operand
            case n.Choose():
                test = self.value(node.test, env)
                return None if test is None else self.value(node.yes if test else node.no, env)
            case n.Contains():
                return contains(self.value(node.item, env), self.value(node.items, env))
            case n.Within():
                part, whole = self.value(node.part, env), self.value(node.whole, env)
                return None if part is None or whole is None else part in whole
            case n.Compare() | n.Arith():
                left, right = self.value(node.left, env), self.value(node.right, env)
                if left is None or right is None:
                    return None
                return compare(node.op, left, right) if isinstance(node, n.Compare) else arithmetic(node.op, left, right)
        raise AssertionError(node)

    def dereference(self, reference: str | None, path: str) -> Row | None:
        named = [row for row in self.lists[path] or () if row.values[self.keys[path]] == reference is not None]
        return named[0] if len(named) == 1 else None

    def inverse(self, row: Row | None, node: n.Inverse) -> list[Row] | None:
        rows = self.lists[node.rows]
        key = row.values[self.keys[node.base.type.row or ""]] if row else None
        if key is None or rows is None:
            return None
        referring = []
        for other in rows:
            references = other.values[node.via]
            if key in (references if isinstance(references, list) else [references]):
                referring.append(other)
        return referring

    def elements(self, node: n.Node, env: Env) -> tuple[list[Any], bool]:
        """The elements of a list that are known to be in it, and whether those are all."""
        if not isinstance(node, n.Each):
            items = self.value(node, env)
            return ([], False) if items is None else (items, True)
        found: list[Any] = []
        return found, self.collect(node, node.loops, env, found)

    def collect(self, node: n.Each, loops: tuple[n.Loop, ...], env: Env, found: list[Any]) -> bool:
        if loops:
            source = self.value(loops[0].source, env)
            if source is None:
                return False
            return all([self.collect(node, loops[1:], {**env, loops[0].var.name: item}, found) for item in source])
        condition = True if node.condition is None else self.value(node.condition, env)
        if condition:
            found.append(self.value(node.element, env))
        return condition is not None

    def aggregate(self, node: n.Aggregate, env: Env) -> Any:
        items, whole = self.elements(node.over, env)
        if node.missing is not None:
            items = [node.missing.value if item is None else item for item in items]
        if node.function in ("all", "any"):
            # What is decided by a known element stays decided, whatever else the list may hold.
            items = items if whole else [*items, None]
            return conjunction(items) if node.function == "all" else disjunction(items)
        return AGGREGATES[node.function](items) if whole else None

    def call(self, node: n.Call, env: Env) -> Any:
        if node.function == "resolves":
            return self.resolves(self.value(node.arguments[0], env), node.arguments[0].type.row or "")
        arguments = [self.value(argument, env) for argument in node.arguments]
        match node.function:
            case "present":
                return arguments[0] is not None
            case "first_known":
                return next((argument for argument in arguments if argument is not None), None)
            case "today":
                return self.today
            case "cent":
                return minor_unit(arguments[0])
            case "appears" if self.document is None:
                return None
        if any(argument is None for argument in arguments):
            return None
        if node.function == "appears":
            return appears(arguments[0], Facts(self.document or ""))
        return FUNCTIONS[node.function](*arguments)

    def resolves(self, reference: str | None, path: str) -> bool | None:
        rows = self.lists[path]
        if reference is None or rows is None:
            return None
        return any(row.values[self.keys[path]] == reference for row in rows)


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


def near(expected: Any, actual: Any, limit: Decimal | None) -> bool:
    if expected == actual:
        return True
    if limit is None:
        return False
    gap = expected - actual
    if isinstance(gap, timedelta):
        gap = seconds(gap)
    return bool(abs(gap) <= limit)


def seconds(gap: timedelta) -> Decimal:
    return Decimal(gap // timedelta(microseconds=1)).scaleb(-6)


def minor_unit(currency: Any) -> Decimal:
    return Decimal(1).scaleb(-CURRENCIES.get(currency, 2))


def conjunction(values: list[Any]) -> bool | None:
    if False in values:
        return False
    return None if None in values else True


def disjunction(values: list[Any]) -> bool | None:
    if True in values:
        return True
    return None if None in values else False


def contains(item: Any, items: list[Any] | None) -> bool | None:
    if item is None or items is None:
        return None
    if any(other is not None and other == item for other in items):
        return True
    return None if any(other is None for other in items) else False


def compare(op: str, left: Any, right: Any) -> bool:
    match op:
        case "==":
            return bool(left == right)
        case "!=":
            return bool(left != right)
        case "<":
            return bool(left < right)
        case "<=":
            return bool(left <= right)
        case ">":
            return bool(left > right)
    return bool(left >= right)


def arithmetic(op: str, left: Any, right: Any) -> Any:
    if isinstance(left, date) and isinstance(right, date):
        return seconds(left - right)
    if isinstance(left, date):
        return moved(left, -right if op == "-" else right)
    if isinstance(right, date):
        return moved(right, left)
    match op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
    return None if right == 0 else DecimalContext(prec=38, rounding=ROUND_HALF_EVEN).divide(left, right)


def moved(moment: date, gap: Decimal) -> date | None:
    try:
        if isinstance(moment, datetime):
            return moment + timedelta(microseconds=int(gap * 1_000_000))
        return moment + timedelta(days=int(gap / 86400))
    except OverflowError:
        return None


def fits(pattern: str, value: str) -> bool:
    try:
        return re2.fullmatch(pattern, value) is not None
    except UnicodeError:
        return False


def total(items: list[Any]) -> Decimal | None:
    if None in items:
        return None
    result = Decimal(0)
    for item in items:
        result += item
    return result


def distinct(items: list[Any]) -> list[Any] | None:
    if any(item is None for item in items):
        return None
    found: list[Any] = []
    for item in items:
        if item not in found:
            found.append(item)
    return found


AGGREGATES: dict[str, Any] = {
    "sum": total,
    "count": lambda items: Decimal(len(items)),
    "min": lambda items: None if not items or None in items else min(items),
    "max": lambda items: None if not items or None in items else max(items),
    "only": lambda items: items[0] if len(items) == 1 else None,
    "first": lambda items: items[0] if items else None,
    "last": lambda items: items[-1] if items else None,
    "distinct": distinct,
    "sorted": lambda items: None if None in items else sorted(items),
}


def rounded(value: Decimal, unit: Decimal = Decimal(1)) -> Decimal | None:
    if unit <= 0:
        return None
    steps = abs(Fraction(value)) / Fraction(unit) + Fraction(1, 2)
    whole = steps.numerator // steps.denominator
    return Decimal(-whole if value < 0 else whole) * unit


def power(base: Decimal, exponent: Decimal) -> Decimal | None:
    if exponent != int(exponent) or abs(exponent) > 64 or (base == 0 and exponent < 0):
        return None
    result = Decimal(1)
    for _ in range(abs(int(exponent))):
        result = result * base
        if base and abs(result.adjusted()) > 60:
            return None
    return arithmetic("/", Decimal(1), result) if exponent < 0 else result  # type: ignore[no-any-return]


def modulo(left: Decimal, right: Decimal) -> Decimal | None:
    if right == 0 or left.adjusted() - right.adjusted() > 58:
        return None
    return left - right * Decimal(Fraction(left) // Fraction(right))


def iso_week(day: date) -> str:
    year, week, _ = day.isocalendar()
    return f"{year}-W{week:02}"


FUNCTIONS: dict[str, Any] = {
    "abs": abs,
    "round": rounded,
    "power": power,
    "mod": modulo,
    "percent": lambda value: value * Decimal("0.01"),
    "days": lambda value: value * 24 * 60 * 60,
    "hours": lambda value: value * 60 * 60,
    "minutes": lambda value: value * 60,
    "week": iso_week,
    "month": lambda day: f"{day:%Y-%m}" if day.year >= 1000 else f"{day.year:04}-{day.month:02}",
    "year": lambda day: Decimal(day.year),
    "weekday": lambda day: Decimal(day.weekday() + 1),
    "lower": str.lower,
    "strip": str.strip,
    "length": lambda value: Decimal(len(value)),
    "matches": lambda value, pattern: fits(pattern, value),
    "numbers": numbers,
}
