"""Expressions to Python: three-valued logic compiled away wherever an operand is known to be known.

A `Code` is a Python expression that is right as long as every local in `needs` is not None. A strict
operation joins the texts and the needs of its operands, so that a whole comparison costs one guard;
what has a meaning for unknown operands is put into a local first.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import Any, Final

from msgspec import Struct

from selfcorrect.language.nodes import (
    Aggregate,
    And,
    Arith,
    Call,
    Choose,
    Compare,
    Const,
    Contains,
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
    Record,
    Var,
    Within,
)
from selfcorrect.language.scope import RECORD, get
from selfcorrect.language.shape import ROOT, Field, Shape
from selfcorrect.language.unparse import unparse
from selfcorrect.ruleset.tables import inverse_table, key_of, table
from selfcorrect.ruleset.writer import Writer

_MOMENTS: Final = ("date", "datetime")


class Code(Struct, frozen=True):
    """A Python expression, the locals that must not be None for it, and whether it is a plain local."""

    text: str
    needs: tuple[str, ...] = ()
    local: bool = False


class Emitter:
    """Writes expressions; knows which nodes already stand in locals."""

    def __init__(self, writer: Writer, shape: Shape) -> None:
        self.writer = writer
        self.rows = shape.rows()
        self.known: list[dict[Node, Code]] = [{}]
        self.certain: list[set[str]] = [set()]
        self.labels: dict[str, str | Node] = {}
        self.depth = 0
        self.asks_today = False
        self.indexes: dict[tuple[Node, Node], str] = {}

    @contextmanager
    def inside(self, known: dict[Node, Code] | None = None) -> Iterator[None]:
        """A block whose locals are forgotten at its end."""
        self.known.append(dict(known or {}))
        self.certain.append(set())
        yield
        self.known.pop()
        self.certain.pop()

    @contextmanager
    def looping(self, known: dict[Node, Code] | None = None) -> Iterator[None]:
        """The block of a loop over data."""
        self.depth += 1
        with self.inside(known):
            yield
        self.depth -= 1

    def bind(self, node: Node, code: Code) -> None:
        """Let a node be read from a local from here on."""
        self.known[-1][node] = code

    def local(self, node: Node, text: str, *, nullable: bool = True) -> Code:
        """Put a text into a local that stands for the node."""
        name = self.writer.name(_hint(node))
        self.writer.line(f"{name} = {text}")
        return self.named(node, name, nullable=nullable)

    def named(self, node: Node, name: str, *, nullable: bool = True) -> Code:
        """A local that stands for the node."""
        self.labels[name] = node
        code = Code(name, (name,) if nullable else (), local=True)
        self.bind(node, code)
        return code

    def learn(self, names: tuple[str, ...]) -> None:
        """From here to the end of the block these locals are not None."""
        self.certain[-1].update(names)

    def value(self, node: Node) -> Code:
        """The code of a node; what is certain here is not among its needs."""
        for scope in reversed(self.known):
            if (code := scope.get(node)) is not None:
                break
        else:
            code = _EMIT[type(node)](self, node)
        if code.needs:
            open_ = tuple(name for name in code.needs if not any(name in certain for certain in self.certain))
            code = code if len(open_) == len(code.needs) else Code(code.text, open_, code.local)
        return code

    def total(self, node: Node) -> str:
        """The node as an expression that needs no guard: unknown is None."""
        return guarded(self.value(node))

    def place(self, node: Node) -> Code:
        """The node in a local (or as a constant), so that it can be used more than once."""
        code = self.value(node)
        if code.local:
            return code
        return self.local(node, guarded(code), nullable=bool(code.needs))

    def label(self, name: str) -> str:
        """What a local stands for, as an author would write it."""
        found = self.labels.get(name, name)
        return found if isinstance(found, str) else unparse(found)

    def slot(self, row: str | None, name: str) -> int:
        """Where a field stands in the tuple of a row."""
        fields: tuple[Field, ...] = self.rows[row or ROOT]
        return next(n for n, field in enumerate(fields) if field.name == name)


def guarded(code: Code) -> str:
    """The code with its guard, if it needs one."""
    if not code.needs or (code.local and code.needs == (code.text,)):
        return code.text
    return f"({code.text} if {known(code.needs)} else None)"


def bucketed(code: Code, node: Node) -> str:
    """A value as a key: numbers by their text (see `numbers.bucket`), anything else as it is."""
    decimal = node.type.numeric or node.type.kind == "duration"
    return f"bucket({code.text})" if decimal else code.text


def known(needs: tuple[str, ...]) -> str:
    """The condition that all locals are known."""
    return " and ".join(f"{name} is not None" for name in needs)


def unknown(needs: tuple[str, ...]) -> str:
    """The condition that some local is unknown."""
    return " or ".join(f"{name} is None" for name in needs)


def join(*codes: Code) -> tuple[str, ...]:
    """The needs of several codes, each once."""
    return tuple(dict.fromkeys(name for code in codes for name in code.needs))


def _hint(node: Node) -> str:
    match node:
        case Get():
            return node.name
        case Aggregate() | Call():
            return node.function
        case Var():
            return node.name
        case _:
            return type(node).__name__


def _const(emitter: Emitter, node: Const) -> Code:
    if node.value is None or isinstance(node.value, bool):
        return Code(repr(node.value), local=True)
    return Code(emitter.writer.constant(node.value), local=True)


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
    needs = (*key.needs, *_list_needs(emitter, node.rows))
    text = f"{inverse_table(node.rows, node.via)}.get({key.text}, ())"
    return emitter.local(
        node, f"{text} if {known(needs)} else None" if needs else text, nullable=bool(needs)
    )


def _arith(emitter: Emitter, node: Arith) -> Code:
    left, right = emitter.value(node.left), emitter.value(node.right)
    kinds = (node.left.type.kind, node.right.type.kind)
    needs = join(left, right)
    if kinds[0] in _MOMENTS and kinds[1] in _MOMENTS:
        return Code(f"between({left.text}, {right.text})", needs)
    if kinds[0] in _MOMENTS or kinds[1] in _MOMENTS:
        moment, span = (left, right) if kinds[0] in _MOMENTS else (right, left)
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


def _compare(emitter: Emitter, node: Compare) -> Code:
    left, right = emitter.value(node.left), emitter.value(node.right)
    return Code(f"({left.text} {node.op} {right.text})", join(left, right))


def _contains(emitter: Emitter, node: Contains) -> Code:
    item = emitter.place(node.item)
    if isinstance(node.items, ListOf) and all(isinstance(i, Const) for i in node.items.items):
        choices = ", ".join(emitter.value(i).text for i in node.items.items)
        return Code(f"({item.text} in ({choices},))", item.needs)
    items = emitter.place(node.items)
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


def _each(emitter: Emitter, node: Each) -> Code:
    from selfcorrect.ruleset.aggregates import collect

    return collect(emitter, node)


def _aggregate(emitter: Emitter, node: Aggregate) -> Code:
    from selfcorrect.ruleset.aggregates import aggregate

    return aggregate(emitter, node)


def _unbound(emitter: Emitter, node: Node) -> Code:
    del emitter
    raise AssertionError(f"{unparse(node)} is not bound here")


def _call(emitter: Emitter, node: Call) -> Code:
    return _CALLS.get(node.function, _strict_call)(emitter, node)


def _strict_call(emitter: Emitter, node: Call) -> Code:
    codes = [emitter.value(argument) for argument in node.arguments]
    text = _TEXTS[node.function].format(*(code.text for code in codes))
    if node.function in _MAY_FAIL:
        return emitter.local(node, guarded(Code(text, join(*codes))))
    return Code(text, join(*codes))


def _present(emitter: Emitter, node: Call) -> Code:
    code = emitter.value(node.arguments[0])
    return Code(f"({known(code.needs)})" if code.needs else "True")


def _first_known(emitter: Emitter, node: Call) -> Code:
    codes = [emitter.place(argument) for argument in node.arguments]
    text = codes[-1].text
    for code in reversed(codes[:-1]):
        text = f"{code.text} if {code.text} is not None else {text}" if code.needs else code.text
    return emitter.local(node, text, nullable=all(code.needs for code in codes))


def _round(emitter: Emitter, node: Call) -> Code:
    value = emitter.value(node.arguments[0])
    unit = (
        emitter.value(node.arguments[1]) if len(node.arguments) > 1 else Code(emitter.writer.constant(_ONE))
    )
    code = Code(f"round_to({value.text}, {unit.text})", join(value, unit))
    certain = len(node.arguments) == 1 or (
        isinstance(node.arguments[1], Call) and node.arguments[1].function == "cent"
    )
    return code if certain else emitter.local(node, guarded(code))


def _cent(emitter: Emitter, node: Call) -> Code:
    currency = emitter.place(node.arguments[0])
    return emitter.local(node, f"minor_unit({currency.text})", nullable=False)


def _matches(emitter: Emitter, node: Call) -> Code:
    text, pattern = (emitter.value(argument) for argument in node.arguments)
    return Code(f"fits({pattern.text}, {text.text})", text.needs)


def _today(emitter: Emitter, _: Call) -> Code:
    emitter.asks_today = True
    return Code("today")


def _numbers(emitter: Emitter, node: Call) -> Code:
    code = emitter.value(node.arguments[0])
    return emitter.local(node, guarded(Code(f"numbers({code.text})", code.needs)))


def _resolves(emitter: Emitter, node: Call) -> Code:
    code = emitter.value(node.arguments[0])
    rows = node.arguments[0].type.row or ROOT
    return Code(f"({code.text} in {table(rows)})", (*code.needs, *_list_needs(emitter, rows)))


def _list_needs(emitter: Emitter, path: str) -> tuple[str, ...]:
    """The local of a list of the record: of an absent list nobody knows what its rows would be."""
    field = next((f for f in emitter.rows[ROOT] if f.name == path), None)
    return emitter.place(get(RECORD, field)).needs if field else ()


def _appears(emitter: Emitter, node: Call) -> Code:
    code = emitter.value(node.arguments[0])
    emitter.labels["document"] = "document"
    return Code(f"appears({code.text}, facts)", (*code.needs, "document"))


_ONE: Final = Decimal(1)
_TEXTS: Final = {
    "abs": "abs({0})",
    "power": "power({0}, {1})",
    "mod": "modulo({0}, {1})",
    "percent": "({0} * HUNDREDTH)",
    "days": "({0} * 86400)",
    "hours": "({0} * 3600)",
    "minutes": "({0} * 60)",
    "week": "iso_week({0})",
    "month": "iso_month({0})",
    "year": "Decimal({0}.year)",
    "weekday": "Decimal({0}.isoweekday())",
    "lower": "{0}.lower()",
    "strip": "{0}.strip()",
    "length": "Decimal(len({0}))",
}
_MAY_FAIL: Final = frozenset({"power", "mod"})
_CALLS: Final[dict[str, Callable[[Emitter, Any], Code]]] = {
    "present": _present,
    "first_known": _first_known,
    "round": _round,
    "cent": _cent,
    "matches": _matches,
    "today": _today,
    "numbers": _numbers,
    "appears": _appears,
    "resolves": _resolves,
}
_EMIT: Final[dict[type[Node], Callable[[Emitter, Any], Code]]] = {
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
    Each: _each,
    Aggregate: _aggregate,
    Call: _call,
    Var: _unbound,
    Record: _unbound,
}
