"""The oracle's expressions: the value of a node, by what `language.nodes` says of each kind."""

from typing import Any

from selfcorrect.language import nodes as n
from selfcorrect.language.printed.facts import Facts, appears
from tests.ruleset.oracle_graphs import Graphs
from tests.ruleset.oracle_shape import Row
from tests.ruleset.oracle_values import (
    AGGREGATES,
    FUNCTIONS,
    arithmetic,
    compare,
    conjunction,
    contains,
    disjunction,
    minor_unit,
)

Env = dict[str, Any]


class Expressions(Graphs):
    """Expressions over a candidate."""

    document: str | None = None
    today: Any = None

    def value(self, node: n.Node, env: Env) -> Any:  # noqa: C901 - one case a kind of node
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
                return (
                    compare(node.op, left, right)
                    if isinstance(node, n.Compare)
                    else arithmetic(node.op, left, right)
                )
        return self.along(node, env)

    def along(self, node: n.Node, env: Env) -> Any:
        match node:
            case n.Cycles():
                return self.cycles(node)
            case n.Closure():
                return self.reached_rows(self.value(node.base, env), node)
            case n.Reaches():
                return self.reaches(self.value(node.base, env), self.value(node.other, env), node)
        raise AssertionError(node)

    def dereference(self, reference: str | None, path: str) -> Row | None:
        named = [
            row for row in self.lists[path] or () if row.values[self.keys[path]] == reference is not None
        ]
        return named[0] if len(named) == 1 else None

    def inverse(self, row: Row | None, node: n.Inverse) -> list[Row] | None:
        rows = self.lists[node.rows]
        key = row.values[self.keys[node.base.type.row or ""]] if row else None
        if key is None or (rows is None and "." not in node.rows):
            return None
        referring = []
        for other in rows or []:
            references = other.values[node.via]
            if key in (references if isinstance(references, list) else [references]):
                referring.append(other)
        path = node.base.type.row or ""
        alike = sum(other.values[self.keys[path]] == key for other in self.lists[path] or [])
        return None if referring and alike > 1 else referring

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
            inner = [
                self.collect(node, loops[1:], {**env, loops[0].var.name: item}, found) for item in source
            ]
            return all(inner)
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
                return None if arguments[0] is None else minor_unit(arguments[0])
            case "appears" if self.document is None:
                return None
        if any(argument is None for argument in arguments):
            return None
        if node.function == "appears":
            return appears(arguments[0], Facts(self.document or ""))
        return FUNCTIONS[node.function](*arguments)

    def resolves(self, reference: str | None, path: str) -> bool | None:
        rows = self.lists[path]
        if reference is None or (rows is None and "." not in path):
            return None
        return any(row.values[self.keys[path]] == reference for row in rows or [])
