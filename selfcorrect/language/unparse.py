"""The typed form back to text, as an author would write it: for messages and for the reference."""

from decimal import Decimal
from typing import Final

from selfcorrect.language.nodes import (
    Aggregate,
    And,
    Arith,
    Call,
    Choose,
    Closure,
    Compare,
    Const,
    Contains,
    Cycles,
    Deref,
    Document,
    Each,
    Get,
    Inverse,
    ListOf,
    Lookup,
    Negate,
    Node,
    Not,
    Or,
    Reaches,
    Record,
    Var,
    Within,
)
from selfcorrect.language.values import show_duration, show_value

_STRENGTH: Final = {"or": 1, "and": 2, "not": 3, "compare": 4, "+": 5, "-": 5, "*": 6, "/": 6, "sign": 7}


def unparse(node: Node, around: int = 0) -> str:
    """The text of a node; in brackets where what stands `around` it binds more tightly."""
    text, strength = _text(node)
    return f"({text})" if strength < around else text


def _text(node: Node) -> tuple[str, int]:
    match node:
        case Const():
            return _literal(node), 9
        case Arith():
            level = _STRENGTH[node.op]
            return f"{unparse(node.left, level)} {node.op} {unparse(node.right, level + 1)}", level
        case Negate():
            return f"-{unparse(node.operand, 7)}", 7
        case Compare():
            return f"{unparse(node.left, 5)} {node.op} {unparse(node.right, 5)}", 4
        case Contains():
            return f"{unparse(node.item, 5)} in {unparse(node.items, 5)}", 4
        case Within():
            return f"{unparse(node.part, 5)} in {unparse(node.whole, 5)}", 4
        case And():
            return " and ".join(unparse(part, 3) for part in node.operands), 2
        case Or():
            return " or ".join(unparse(part, 2) for part in node.operands), 1
        case Not():
            return f"not {unparse(node.operand, 3)}", 3
        case Choose():
            return f"{unparse(node.yes, 1)} if {unparse(node.test, 1)} else {unparse(node.no, 1)}", 0
        case _:
            return _atom(node), 9


def _atom(node: Node) -> str:  # noqa: C901 - one case a kind of node
    match node:
        case Record():
            return "record"
        case Document():
            return "document"
        case Var():
            return node.name.rstrip("'").removesuffix("[]").removeprefix("per ")
        case Get(base=Record()):
            return node.name
        case Get() | Inverse():
            return f"{unparse(node.base, 9)}.{node.name}"
        case Deref():
            return unparse(node.base, 9)
        case ListOf():
            return f"[{', '.join(unparse(item) for item in node.items)}]"
        case Each():
            return _each(node)
        case Aggregate():
            return _aggregate(node)
        case Call(function="cent"):
            return "cent"
        case Call():
            return f"{node.function}({', '.join(unparse(argument) for argument in node.arguments)})"
        case Lookup():
            column = f", {node.column}" if node.column else ""
            return f"lookup({node.source}, {unparse(node.key)}{column})"
        case _:
            return _along(node)


def _along(node: Node) -> str:
    """What follows references."""
    match node:
        case Cycles():
            return f"cycles({unparse(node.rows)}, {node.via})"
        case Closure():
            return f"closure({unparse(node.base)}, {node.via})"
        case Reaches():
            return f"reaches({unparse(node.base)}, {unparse(node.other)}, {node.via})"
        case _:
            return type(node).__name__


def _aggregate(node: Aggregate) -> str:
    match node:
        case Aggregate(function="peak", over=Each(element=ListOf(items=items)) as spans):
            return _peak(spans, items)
        case Aggregate(missing=Const() as missing):
            over = unparse(node.over)
            over = f"({over})" if isinstance(node.over, Each) and " for " in over else over
            return f"{node.function}({over}, missing={unparse(missing)})"
        case _:
            return f"{node.function}({unparse(node.over)})"


def _peak(spans: Each, items: tuple[Node, ...]) -> str:
    """A peak over the spans of rows: the rows, and the names of the fields."""
    row: Node = spans.loops[-1].var
    if isinstance(items[0], Get) and any(_row_of(item) != row for item in items):
        row = items[0].base
    rows = Each(type=spans.type, loops=spans.loops, element=row, condition=spans.condition)
    text = unparse(rows)
    names = (_dots(item).removeprefix(_dots(row)).removeprefix(".") for item in items)
    return f"peak({', '.join([f'({text})' if ' for ' in text else text, *names])})"


def _row_of(node: Node) -> Node:
    """The row from which dots lead to a node."""
    while isinstance(node, Get | Deref):
        node = node.base
    return node


def _literal(node: Const) -> str:
    if isinstance(node.value, Decimal) and node.type.kind == "duration":
        return f'"{show_duration(node.value)}"'
    return show_value(node.value) if isinstance(node.value, Decimal | bool) else f'"{show_value(node.value)}"'


def _plain(node: Node) -> bool:
    """Whether an element is a row or a field of one, so that dots alone write it."""
    return isinstance(node, Var) or (isinstance(node, Get | Deref) and _plain(node.base))


def _dots(node: Node) -> str:
    """What dots lead from a row to a part of it: `.parent.amount`."""
    match node:
        case Get() | Inverse():
            return f"{_dots(node.base)}.{node.name}"
        case Deref():
            return _dots(node.base)
        case _:
            return ""


def _each(node: Each) -> str:
    if (
        node.condition is None
        and all(loop.var.name.endswith("[]") for loop in node.loops)
        and _plain(node.element)
    ):
        text = unparse(node.loops[0].source)
        for loop in node.loops[1:]:
            text += _dots(loop.source)
        return text + _dots(node.element)
    loops = " ".join(f"for {unparse(loop.var)} in {unparse(loop.source)}" for loop in node.loops)
    condition = f" if {unparse(node.condition)}" if node.condition else ""
    return f"{unparse(node.element)} {loops}{condition}"
