"""A syntax tree to the typed form: names resolved, types checked, families' parameters put in place."""

import ast
from collections.abc import Callable
from typing import Any, Final

from selfcorrect.language import calls, comparisons, operators
from selfcorrect.language.nodes import (
    BOOLEAN,
    TEXT,
    And,
    Arith,
    Choose,
    Const,
    Deref,
    Document,
    Each,
    Get,
    Inverse,
    ListOf,
    Loop,
    Negate,
    Node,
    Not,
    Or,
    Type,
    Var,
)
from selfcorrect.language.numbers import OutOfRangeError, parse_number
from selfcorrect.language.scope import RECORD, Scope, family, get
from selfcorrect.language.shape import ROOT
from selfcorrect.language.syntax import Syntax, text_of
from selfcorrect.language.walk import variables
from selfcorrect.model.marks import Marked
from selfcorrect.model.suggest import suggest

_ARITHMETIC: Final[dict[type[ast.operator], Any]] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
_WORDS: Final = {"true": True, "false": False}


def lower(source: Marked, scope: Scope) -> Node:
    """The typed form of an expression. Raises ExpressionError, with its place, if it has none."""
    syntax = Syntax(source)
    return Lowering(syntax, scope).node(syntax.root)


def lower_condition(source: Marked, scope: Scope) -> Node:
    """The typed form of a condition: as `lower`, and it must be a boolean."""
    syntax = Syntax(source)
    return Lowering(syntax, scope).condition(syntax.root)


def lower_items(source: Marked, scope: Scope) -> tuple[Node, ...] | Node:
    """The typed forms of a list literal's items, of any types; of anything else its own."""
    syntax = Syntax(source)
    lowering = Lowering(syntax, scope)
    if isinstance(syntax.root, ast.Name) and syntax.root.id in scope.parameters:
        return lower_items(scope.parameters[syntax.root.id], scope.of_record())
    if isinstance(syntax.root, ast.List) and syntax.root.elts:
        return tuple(lowering.node(item) for item in syntax.root.elts)
    return lowering.node(syntax.root)


class Lowering:
    """One expression on its way down."""

    def __init__(self, syntax: Syntax, scope: Scope) -> None:
        self.syntax = syntax
        self.scope = scope

    def node(self, tree: ast.expr) -> Node:
        """The typed form of any part."""
        return _LOWER[type(tree)](self, tree)

    def condition(self, tree: ast.expr) -> Node:
        """The typed form of a part that must be true or false."""
        node = self.node(tree)
        if node.type.kind != "boolean":
            self.syntax.fail(
                tree, f"this is {operators.describe(node.type)}, not a condition", "compare it with something"
            )
        return node

    def constant(self, tree: ast.Constant) -> Node:
        """A literal: numbers from their own text, so that 0.1 is a tenth."""
        if isinstance(tree.value, bool):
            return Const(type=BOOLEAN, value=tree.value)
        if isinstance(tree.value, str):
            return Const(type=TEXT, value=text_of(tree))
        if tree.value is None:
            self.syntax.fail(
                tree, "nothing equals a missing value", "present(x) says whether a value is known"
            )
        try:
            return Const(type=Type("number", literal=True), value=parse_number(self.syntax.segment(tree)))
        except OutOfRangeError:
            self.syntax.fail(tree, "this number has more than 18 integer or 9 fractional digits")
        except ValueError:
            self.syntax.fail(tree, "this is not a number as rules write it", "digits with a point: 1200.50")

    def name(self, tree: ast.Name) -> Node:
        """A variable, a parameter, a field of the candidate, or a word of the language."""
        found = self.lookup(tree.id)
        if found is None:
            if tree.id in self.scope.sources:
                hint = f"lookup({tree.id}, KEY) says what it holds"
                self.syntax.fail(tree, f"`{tree.id}` is a source, not a value", hint)
            self.syntax.fail(tree, f"unknown name `{tree.id}`", suggest(tree.id, self.scope.names()))
        return found

    def lookup(self, name: str) -> Node | None:
        """What a name stands for, or None."""
        scope = self.scope
        if name in scope.variables:
            return scope.variables[name]
        if name in scope.parameters:
            return lower(scope.parameters[name], scope.of_record())
        if field := scope.field(ROOT, name):
            return get(RECORD, field)
        if name in scope.computed:
            return scope.computed[name]
        if name in _WORDS:
            return Const(type=BOOLEAN, value=_WORDS[name])
        if name == "document":
            return Document(type=TEXT)
        return calls.cent(scope) if name == "cent" else None

    def attribute(self, tree: ast.Attribute) -> Node:
        """`base.name`: a field of a row, through references, or of every row of a list."""
        base = self.node(tree.value)
        name = tree.attr
        if name in self.scope.parameters:
            name = self.scope.parameters[name].value.strip()
        for part in name.split("."):
            base = self.step(tree, base, part)
        return base

    def step(self, tree: ast.expr, base: Node, name: str) -> Node:
        """One dot."""
        if base.type.kind == "list":
            return self.column(tree, base, name)
        if base.type.kind == "reference" and base.type.row is not None:
            base = Deref(type=Type("row", row=base.type.row), base=base, rows=base.type.row)
        if base.type.kind != "row" or base.type.row is None:
            self.syntax.fail(tree, f"{operators.describe(base.type)} has no fields, so no `.{name}`")
        if field := self.scope.field(base.type.row, name):
            return get(base, field)
        if inverse := self.scope.inverses.get((base.type.row, name)):
            rows, via = inverse
            return Inverse(
                type=Type("list", item=Type("row", row=rows)), base=base, rows=rows, via=via, name=name
            )
        options = [f.name for f in self.scope.rows[base.type.row]]
        place = f"a row of `{base.type.row}`" if base.type.row else "the record"
        return self.syntax.fail(tree, f"{place} has no field `{name}`", suggest(name, options))

    def column(self, tree: ast.expr, base: Node, name: str) -> Each:
        """The field of every row of a list; lists in lists become one."""
        loops, element, condition = spread(base)
        value = self.step(tree, element, name)
        return flatten(loops, value, condition)

    def arithmetic(self, tree: ast.BinOp) -> Node:
        """`+ - * /`."""
        left, right = self.node(tree.left), self.node(tree.right)
        op = _ARITHMETIC[type(tree.op)]
        found = operators.arithmetic(op, left.type, right.type)
        if isinstance(found, tuple):
            self.syntax.fail(tree, *found)
        return Arith(type=found, op=op, left=left, right=right)

    def unary(self, tree: ast.UnaryOp) -> Node:
        """`-x`, `+x`, `not x`."""
        if isinstance(tree.op, ast.Not):
            return Not(type=BOOLEAN, operand=self.condition(tree.operand))
        operand = self.node(tree.operand)
        if not operand.type.numeric and operand.type.kind != "duration":
            self.syntax.fail(tree, f"{operators.describe(operand.type)} has no sign")
        if isinstance(tree.op, ast.UAdd):
            return operand
        if isinstance(operand, Const):
            return Const(type=operand.type, value=-operand.value)
        return Negate(type=operand.type, operand=operand)

    def comparison(self, tree: ast.Compare) -> Node:
        """A comparison, or a chain of them."""
        return comparisons.lower_comparison(self, tree)

    def boolean(self, tree: ast.BoolOp) -> Node:
        """`and`, `or`."""
        operands = tuple(self.condition(value) for value in tree.values)
        kind = And if isinstance(tree.op, ast.And) else Or
        return kind(type=BOOLEAN, operands=operands)

    def choose(self, tree: ast.IfExp) -> Node:
        """`a if test else b`."""
        test, yes, no = self.condition(tree.test), self.node(tree.body), self.node(tree.orelse)
        return Choose(type=self.common(tree, yes, no), test=test, yes=yes, no=no)

    def common(self, tree: ast.expr, *nodes: Node) -> Type:
        """The one type of several values that stand in for each other."""
        first = next((n.type for n in nodes if not n.type.literal), nodes[0].type)
        for node in nodes:
            if node.type.kind == "list" or family(node.type.kind) != family(first.kind):
                one, other = operators.describe(first), operators.describe(node.type)
                self.syntax.fail(tree, f"{one} and {other} cannot stand in for each other")
        return first

    def listing(self, tree: ast.List) -> Node:
        """A list literal."""
        items = tuple(self.node(item) for item in tree.elts)
        if not items:
            self.syntax.fail(tree, "an empty list has no use here")
        return ListOf(type=Type("list", item=self.common(tree, *items)), items=items)

    def generator(self, tree: ast.GeneratorExp) -> Each:
        """`element for name in list if condition`, one generator only."""
        if len(tree.generators) > 1:
            self.syntax.fail(tree, "one `for` at a time", "nest the functions: sum(sum(…) for …)")
        clause = tree.generators[0]
        if not isinstance(clause.target, ast.Name):
            self.syntax.fail(clause.target, "a generator names one row")
        source = self.node(clause.iter)
        loops, element, given = (
            spread(source, self.unused(clause.target.id))
            if source.type.kind == "list"
            else self.not_a_list(clause.iter, source)
        )
        inner = Lowering(self.syntax, self.scope.bind({clause.target.id: element}))
        conditions = [*([given] if given else []), *(inner.condition(test) for test in clause.ifs)]
        condition = (
            conditions[0]
            if len(conditions) == 1
            else And(type=BOOLEAN, operands=tuple(conditions))
            if conditions
            else None
        )
        value = inner.node(tree.elt)
        return Each(type=Type("list", item=value.type), loops=loops, element=value, condition=condition)

    def unused(self, name: str) -> str:
        """The name for a row, told apart from rows that what is bound here speaks of."""
        taken = frozenset().union(*(variables(node) for node in self.scope.variables.values()))
        while name in taken:
            name += "'"
        return name

    def not_a_list(self, tree: ast.expr, node: Node) -> Any:
        """Refuse to range over one value."""
        self.syntax.fail(tree, f"this is {operators.describe(node.type)}, not a list")

    def call(self, tree: ast.Call) -> Node:
        """A declared function."""
        return calls.lower_call(self, tree)


_LOWER: Final[dict[type[ast.expr], Callable[[Lowering, Any], Node]]] = {
    ast.Constant: Lowering.constant,
    ast.Name: Lowering.name,
    ast.Attribute: Lowering.attribute,
    ast.BinOp: Lowering.arithmetic,
    ast.UnaryOp: Lowering.unary,
    ast.Compare: Lowering.comparison,
    ast.BoolOp: Lowering.boolean,
    ast.IfExp: Lowering.choose,
    ast.List: Lowering.listing,
    ast.Call: Lowering.call,
    ast.GeneratorExp: lambda lowering, tree: lowering.syntax.fail(
        tree, "a generator stands inside a function", "sum(x.amount for x in xs)"
    ),
}


def spread(source: Node, name: str = "") -> tuple[tuple[Loop, ...], Node, Node | None]:
    """A list as loops, the element they yield, and their condition; `name` names the row."""
    if isinstance(source, Each):
        return source.loops, source.element, source.condition
    assert source.type.item is not None  # noqa: S101 - a list type always has an item
    var = Var(type=source.type.item, name=name or _row_name(source))
    return (Loop(var, source),), var, None


def flatten(loops: tuple[Loop, ...], value: Node, condition: Node | None) -> Each:
    """The list of `value`; if that is a list itself, the list of its elements."""
    if value.type.kind == "list":
        inner, value, more = spread(value)
        loops = loops + inner
        condition = condition or more
    return Each(type=Type("list", item=value.type), loops=loops, element=value, condition=condition)


def _row_name(source: Node) -> str:
    """A name for the rows of a list that cannot clash with an author's: `line_items[]`."""
    match source:
        case Get() | Inverse():
            return f"{source.name}[]"
        case Var():
            return f"{source.name}[]"
        case _:
            return "[]"
