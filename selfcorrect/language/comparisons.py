"""Comparisons: sides brought to one type, chains taken apart, membership told from order."""

import ast
from typing import TYPE_CHECKING, Any, Final

from selfcorrect.language import operators
from selfcorrect.language.nodes import (
    BOOLEAN,
    And,
    Compare,
    Const,
    Contains,
    Get,
    ListOf,
    Node,
    Not,
    Type,
    Within,
)
from selfcorrect.language.scope import family
from selfcorrect.language.shape import ROOT
from selfcorrect.language.values import Unreadable, read_value
from selfcorrect.model.suggest import suggest

if TYPE_CHECKING:
    from selfcorrect.language.lower import Lowering

_COMPARISONS: Final[dict[type[ast.cmpop], Any]] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}


def lower_comparison(lowering: "Lowering", tree: ast.Compare) -> Node:
    """A comparison, or a chain of them as a conjunction."""
    sides = [tree.left, *tree.comparators]
    nodes = [lowering.node(side) for side in sides]
    links = [
        _compare(lowering, tree, op, (sides[n], sides[n + 1]), (nodes[n], nodes[n + 1]))
        for n, op in enumerate(tree.ops)
    ]
    return links[0] if len(links) == 1 else And(type=BOOLEAN, operands=tuple(links))


def _compare(
    lowering: "Lowering",
    tree: ast.Compare,
    op: ast.cmpop,
    sides: tuple[ast.expr, ast.expr],
    nodes: tuple[Node, Node],
) -> Node:
    """One link of a comparison."""
    if isinstance(op, ast.In | ast.NotIn):
        found = _membership(lowering, tree, sides, nodes)
        return Not(type=BOOLEAN, operand=found) if isinstance(op, ast.NotIn) else found
    left = typed(lowering, sides[0], nodes[0], nodes[1])
    right = typed(lowering, sides[1], nodes[1], nodes[0])
    if fault := operators.comparison(_COMPARISONS[type(op)], left.type, right.type):
        lowering.syntax.fail(tree, *fault)
    return Compare(type=BOOLEAN, op=_COMPARISONS[type(op)], left=left, right=right)


def _membership(
    lowering: "Lowering", tree: ast.Compare, sides: tuple[ast.expr, ast.expr], nodes: tuple[Node, Node]
) -> Node:
    """`x in list`, or a text in a text."""
    item, items = nodes
    if items.type.kind != "list":
        if family(item.type.kind) == family(items.type.kind) == "text":
            return Within(type=BOOLEAN, part=item, whole=items)
        lowering.syntax.fail(
            sides[1], f"`in` wants a list or a text, and this is {operators.describe(items.type)}"
        )
    if isinstance(items, ListOf):
        known = tuple(typed(lowering, sides[1], i, item) for i in items.items)
        items = ListOf(type=Type("list", item=known[0].type if known else item.type), items=known)
    if items.type.item and (fault := operators.comparison("==", item.type, items.type.item)):
        lowering.syntax.fail(tree, *fault)
    return Contains(type=BOOLEAN, item=item, items=items)


def typed(lowering: "Lowering", tree: ast.expr, node: Node, other: Node) -> Node:
    """A text literal takes the kind of what it is compared with: a date, a choice, a currency."""
    kind = other.type.kind
    if not isinstance(node, Const) or node.type.kind != "text" or kind == "text":
        return node
    if kind == "choice" and isinstance(other, Get) and (options := _choices(lowering, other)):
        if node.value not in options:
            lowering.syntax.fail(
                tree, f"`{other.name}` is never {node.value!r}", suggest(str(node.value), options)
            )
    elif kind in ("date", "time", "datetime", "duration", "currency"):
        value = read_value(kind, node.value)
        if value is None or isinstance(value, Unreadable):
            lowering.syntax.fail(tree, f"{node.value!r} is not {operators.describe(Type(kind))}")
        return Const(type=Type(kind), value=value)
    return node


def _choices(lowering: "Lowering", node: Get) -> tuple[str, ...]:
    """The options of a choice field."""
    field = (
        lowering.scope.field(node.base.type.row or ROOT, node.name) if node.base.type.kind == "row" else None
    )
    return field.choices if field else ()
