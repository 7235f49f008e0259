"""Expressions to Python: three-valued logic compiled away wherever an operand is known to be known."""

from contextlib import nullcontext
from datetime import timedelta
from typing import Final

from selfcorrect.language.nodes import (
    And,
    Arith,
    Call,
    Choose,
    Compare,
    Const,
    Contains,
    Deref,
    Document,
    Get,
    Inverse,
    ListOf,
    Lookup,
    Negate,
    Node,
    Not,
    Or,
    Record,
    Var,
    Within,
)
from selfcorrect.language.shape import ROOT, WORKED_OUT
from selfcorrect.language.unparse import unparse
from selfcorrect.ruleset.emitter import Code, Emit, Emitter, guarded, join, known
from selfcorrect.ruleset.tables import inverse_table, key_of, table
from selfcorrect.ruleset.writer import number_literal

_MOMENTS: Final = ("date", "datetime")
_LONGEST: Final = 86400 * 366 * 10000


def _const(emitter: Emitter, node: Const) -> Code:
    if node.value is None or isinstance(node.value, bool):
        return Code(repr(node.value), local=True)
    return Code(number_literal(node.value) or emitter.writer.constant(node.value), local=True)


def _get(emitter: Emitter, node: Get) -> Code:
    if isinstance(node.base, Record):
        raise AssertionError(f"field {node.name} has not been loaded")
    base = emitter.place(node.base)
    slot = emitter.slot(node.base.type.row, node.name)
    guard = f" if {known(base.needs)} else None" if base.needs else ""
    return emitter.local(node, f"{base.text}[{slot}]{guard}")


def _deref(emitter: Emitter, node: Deref) -> Code:
    base = emitter.place(node.base)
    return emitter.local(node, f"{table(node.rows)}.get({base.text})")


def _inverse(emitter: Emitter, node: Inverse) -> Code:
    key = emitter.place(key_of(emitter.rows, node.base))
    needs = (*key.needs, *emitter.list_needs(node.rows))
    rows, referring = table(node.base.type.row or ROOT), inverse_table(node.rows, node.via)
    # Of rows that have the same key nobody knows which one is referred to.
    alone = f"({key.text} not in {referring} or {rows}.get({key.text}, ()) is not None)"
    guard = f"{known(needs)} and {alone}" if needs else alone
    return emitter.local(node, f"{referring}.get({key.text}, ()) if {guard} else None")


def _arith(emitter: Emitter, node: Arith) -> Code:
    left, right = emitter.value(node.left), emitter.value(node.right)
    kinds = (node.left.type.kind, node.right.type.kind)
    needs = join(left, right)
    if kinds[0] in _MOMENTS and kinds[1] in _MOMENTS:
        return Code(f"between({left.text}, {right.text})", needs)
    if kinds[0] in _MOMENTS or kinds[1] in _MOMENTS:
        moment, span = (left, right) if kinds[0] in _MOMENTS else (right, left)
        if (days := _whole_days(node.right)) is not None and kinds[0] == "date":
            delta = emitter.writer.constant(-days if node.op == "-" else days)
            return emitter.local(node, guarded(Code(f"moved({left.text}, {delta})", left.needs)))
        sign = "-1" if node.op == "-" else "1"
        return emitter.local(node, guarded(Code(f"shift({moment.text}, {span.text}, {sign})", needs)))
    if node.op == "/":
        if isinstance(node.right, Const) and node.right.value:
            return Code(f"divide({left.text}, {right.text})", needs)
        return emitter.local(node, guarded(Code(f"divide({left.text}, {right.text})", needs)))
    return Code(f"({left.text} {node.op} {right.text})", needs)


def _negate(emitter: Emitter, node: Negate) -> Code:
    operand = emitter.value(node.operand)
    return Code(f"(-{operand.text})", operand.needs)


_SECONDS: Final = {"days": 86400, "hours": 3600, "minutes": 60}


def _whole_days(node: Node) -> timedelta | None:
    """A stretch of time that the pack gives in whole days: `days(30)`."""
    seconds = None
    if isinstance(node, Const) and node.type.kind == "duration":
        seconds = node.value
    elif isinstance(node, Call) and node.function in _SECONDS and isinstance(node.arguments[0], Const):
        seconds = node.arguments[0].value * _SECONDS[node.function]
    if seconds is None or seconds % 86400 or abs(seconds) > _LONGEST:
        return None
    return timedelta(days=int(seconds // 86400))


def _days_between(emitter: Emitter, node: Compare) -> Code | None:
    """`day - other <= days(30)`, compared as Python does it, without seconds."""
    gap, days = node.left, _whole_days(node.right)
    if (
        days is None
        or not isinstance(gap, Arith)
        or gap.left.type.kind != "date"
        or gap.right.type.kind != "date"
    ):
        return None
    left, right = emitter.value(gap.left), emitter.value(gap.right)
    text = f"({left.text} - {right.text} {node.op} {emitter.writer.constant(days)})"
    return Code(text, join(left, right))


_WORKED_OUT: Final = {
    "==": "equal({0}, {1})",
    "!=": "different({0}, {1})",
    "<": "less({0}, {1}, or_equal=False)",
    "<=": "less({0}, {1}, or_equal=True)",
    ">": "less({1}, {0}, or_equal=False)",
    ">=": "less({1}, {0}, or_equal=True)",
}
"""Comparisons of printed calculations; unknown where one does not come out."""


def _compare(emitter: Emitter, node: Compare) -> Code:
    if (days := _days_between(emitter, node)) is not None:
        return days
    left, right = emitter.value(node.left), emitter.value(node.right)
    if node.left.type.kind in WORKED_OUT:
        text = _WORKED_OUT[node.op].format(left.text, right.text)
        return emitter.local(node, guarded(Code(text, join(left, right))))
    return Code(f"({left.text} {node.op} {right.text})", join(left, right))


def _contains(emitter: Emitter, node: Contains) -> Code:
    item = emitter.place(node.item)
    if isinstance(node.items, ListOf) and all(isinstance(i, Const) for i in node.items.items):
        choices = ", ".join(emitter.value(i).text for i in node.items.items)
        return Code(f"({item.text} in ({choices},))", item.needs)
    items = emitter.place(node.items)
    if emitter.depth:
        # Looking through a list for every row is a nested loop like any other.
        text = f"steps = charge(steps, len({items.text}))"
        with emitter.writer.block(f"if {known(items.needs)}:") if items.needs else nullcontext():
            emitter.writer.line(text)
    return emitter.local(node, guarded(Code(f"contains({item.text}, {items.text})", join(item, items))))


def _within(emitter: Emitter, node: Within) -> Code:
    part, whole = emitter.value(node.part), emitter.value(node.whole)
    return Code(f"({part.text} in {whole.text})", join(part, whole))


def _and(emitter: Emitter, node: And) -> Code:
    return _logic(emitter, node, node.operands, ("False", "and", "True"))


def _or(emitter: Emitter, node: Or) -> Code:
    return _logic(emitter, node, node.operands, ("True", "or", "False"))


def _logic(emitter: Emitter, node: Node, operands: tuple[Node, ...], words: tuple[str, str, str]) -> Code:
    """Kleene's `and` and `or`: one decisive operand decides, whatever is unknown."""
    decisive, word, other = words
    operands = flattened(type(node), operands)
    codes = [emitter.value(operand) for operand in operands]
    if not any(code.needs for code in codes):
        return Code(f"({f' {word} '.join(code.text for code in codes)})")
    names = [emitter.place(operand).text for operand in operands]
    decided = " or ".join(f"{name} is {decisive}" for name in names)
    open_ = " or ".join(f"{name} is None" for name in names)
    return emitter.local(node, f"{decisive} if {decided} else None if {open_} else {other}")


def flattened(kind: type[Node], operands: tuple[Node, ...]) -> tuple[Node, ...]:
    """Operands of a conjunction (or disjunction) with those of nested ones put in line, each once."""
    found: dict[Node, None] = {}
    for operand in operands:
        inner = (
            flattened(kind, operand.operands)
            if isinstance(operand, And | Or) and isinstance(operand, kind)
            else (operand,)
        )
        found |= dict.fromkeys(inner)
    return tuple(found)


def _not(emitter: Emitter, node: Not) -> Code:
    operand = emitter.value(node.operand)
    return Code(f"(not {operand.text})", operand.needs)


def _choose(emitter: Emitter, node: Choose) -> Code:
    test = emitter.place(node.test)
    yes, no = emitter.place(node.yes), emitter.place(node.no)
    text = f"({yes.text} if {test.text} else {no.text})"
    if not yes.needs and not no.needs:
        return Code(text, test.needs)
    return emitter.local(node, guarded(Code(text, test.needs)))


def _list_of(emitter: Emitter, node: ListOf) -> Code:
    return emitter.local(node, f"({', '.join(emitter.total(item) for item in node.items)},)", nullable=False)


def _document(emitter: Emitter, node: Document) -> Code:
    return emitter.named(node, "document")


def _lookup(emitter: Emitter, node: Lookup) -> Code:
    key = emitter.value(node.key)
    source = emitter.writer.constant(("source", node.source))
    column = emitter.writer.constant(node.column)
    return emitter.local(node, guarded(Code(f"lookup({source}, {key.text}, {column})", key.needs)))


def _unbound(emitter: Emitter, node: Node) -> Code:
    del emitter
    raise AssertionError(f"{unparse(node)} is not bound here")


EXPRESSIONS: Final[dict[type[Node], Emit]] = {
    Const: _const,
    Get: _get,
    Deref: _deref,
    Inverse: _inverse,
    Arith: _arith,
    Negate: _negate,
    Compare: _compare,
    Contains: _contains,
    Within: _within,
    And: _and,
    Or: _or,
    Not: _not,
    Choose: _choose,
    ListOf: _list_of,
    Document: _document,
    Lookup: _lookup,
    Var: _unbound,
    Record: _unbound,
}
