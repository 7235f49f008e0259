"""Calls of declared functions: arguments checked against the table, special forms lowered."""

import ast
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from selfcorrect.language import comparisons, operators, row_calls
from selfcorrect.language.functions import AGGREGATES, FUNCTIONS, ROWS, Function
from selfcorrect.language.nodes import (
    NUMBER,
    TEXT,
    Aggregate,
    Call,
    Const,
    ListOf,
    Lookup,
    Node,
    Type,
    Var,
)
from selfcorrect.language.patterns import PatternError, check_pattern
from selfcorrect.language.scope import RECORD, Scope, family, get
from selfcorrect.language.shape import ROOT
from selfcorrect.model.suggest import suggest

if TYPE_CHECKING:
    from selfcorrect.language.lower import Lowering

_CENT: Final = Const(type=Type("number", literal=True), value=Decimal("0.01"))
_UNORDERED: Final = ("boolean", "row", "list")
_SEVERAL: Final = ("min", "max", "sum", "any", "all")
"""Aggregates that may be given values one by one: min(a, b)."""


def cent(scope: Scope) -> Node:
    """The currency's minor unit, as a bare number: it rounds any kind of number."""
    field = scope.field(ROOT, scope.money_in) if scope.money_in else None
    if field is None:
        return _CENT
    return Call(type=Type("number", literal=True), function="cent", arguments=(get(RECORD, field),))


def lower_call(lowering: "Lowering", tree: ast.Call) -> Node:
    """The typed form of a call. Raises ExpressionError if the function or its arguments do not fit."""
    if not isinstance(tree.func, ast.Name):
        lowering.syntax.fail(tree, "only functions of the rule language can be called")
    name = tree.func.id
    function = FUNCTIONS.get(name)
    if function is None:
        lowering.syntax.fail(tree.func, f"unknown function `{name}`", suggest(name, FUNCTIONS))
    if name == "lookup":
        return _lookup(lowering, tree)
    if name in AGGREGATES:
        return _aggregate(lowering, tree, function)
    if tree.keywords:
        lowering.syntax.fail(
            tree.keywords[0], f"`{name}` takes no named arguments", f"for example: {function.example}"
        )
    if name in ROWS:
        _count(lowering, tree, function)
        return row_calls.lower_row_call(lowering, tree, function)
    return _scalar(lowering, tree, function)


def _scalar(lowering: "Lowering", tree: ast.Call, function: Function) -> Node:
    wanted = function.takes
    _count(lowering, tree, function)
    arguments = [lowering.node(argument) for argument in tree.args]
    for n, (part, node) in enumerate(zip(tree.args, arguments, strict=True)):
        want = wanted[min(n, len(wanted) - 1)].rstrip("?*")
        if want == "same":
            lowering.common(part, arguments[0], node)
        elif want == "pattern":
            _pattern(lowering, part, node)
        elif not _fits(want, node.type):
            lowering.syntax.fail(
                part,
                f"`{function.name}` wants {_wants(want)}, and this is {operators.describe(node.type)}",
                f"for example: {function.example}",
            )
    return Call(
        type=_gives(lowering, tree, function, arguments), function=function.name, arguments=tuple(arguments)
    )


def _gives(lowering: "Lowering", tree: ast.Call, function: Function, arguments: list[Node]) -> Type:
    if function.gives == "same":
        return lowering.common(tree, *arguments) if function.name == "first_known" else arguments[0].type
    if function.gives == "list of number":
        return Type("list", item=NUMBER)
    return Type(function.gives)


def _count(lowering: "Lowering", tree: ast.Call, function: Function) -> None:
    least = sum(1 for want in function.takes if want[-1] not in "?*")
    most = 99 if function.takes and function.takes[-1].endswith("*") else len(function.takes)
    if not least <= len(tree.args) <= most:
        few = (
            "no arguments"
            if most == 0
            else f"{least} to {most} arguments"
            if least < most < 99
            else f"{least} argument{'s' * (least != 1)}"
        )
        few = f"at least {few}" if most == 99 else few
        lowering.syntax.fail(
            tree,
            f"`{function.name}` takes {few}, and here are {len(tree.args)}",
            f"for example: {function.example}",
        )


def _fits(want: str, kind: Type) -> bool:
    match want:
        case "any":
            return True
        case "list of text":
            return kind.item is not None and family(kind.item.kind) == "text"
        case "numeric":
            return kind.numeric or kind.kind == "duration"
        case "date":
            return kind.kind in ("date", "datetime")
        case "integer":
            return kind.numeric
        case "reference":
            return kind.kind == "reference"
        case _:
            return family(kind.kind) == family(want)


def _wants(want: str) -> str:
    words = {
        "numeric": "a number",
        "date": "a date",
        "integer": "a whole number",
        "list of text": "a list of texts",
    }
    return words.get(want) or operators.describe(Type(want))


def _pattern(lowering: "Lowering", tree: ast.expr, node: Node) -> None:
    if not isinstance(node, Const) or not isinstance(node.value, str):
        lowering.syntax.fail(
            tree, "a pattern is a literal text", "a pattern that comes from data could be anything"
        )
    try:
        check_pattern(node.value)
    except PatternError as error:
        lowering.syntax.fail(
            tree,
            f"this pattern does not compile: {error}",
            "patterns are RE2: no look-around, no back-references",
        )


def _aggregate(lowering: "Lowering", tree: ast.Call, function: Function) -> Node:
    if not tree.args:
        lowering.syntax.fail(tree, f"`{function.name}` takes a list", f"for example: {function.example}")
    over = _list(lowering, tree, function)
    item = over.type.item
    assert item is not None  # noqa: S101 - a list type always has an item
    want = function.takes[0].removeprefix("list").removeprefix(" of ")
    if (
        (want == "numeric" and not (item.numeric or item.kind == "duration"))
        or (want == "boolean" and item.kind != "boolean")
        or (want == "ordered" and item.kind in _UNORDERED)
    ):
        lowering.syntax.fail(
            tree.args[0],
            f"`{function.name}` has no meaning over a {over.type}",
            f"for example: {function.example}",
        )
    missing = _missing(lowering, tree, function, item)
    gives = {"item": item, "same": over.type}.get(function.gives) or Type(function.gives)
    return Aggregate(type=gives, function=function.name, over=over, missing=missing)


def _list(lowering: "Lowering", tree: ast.Call, function: Function) -> Node:
    if len(tree.args) > 1 and function.name in _SEVERAL:
        items = tuple(lowering.node(argument) for argument in tree.args)
        return ListOf(type=Type("list", item=lowering.common(tree, *items)), items=items)
    if len(tree.args) > 1:
        lowering.syntax.fail(tree, f"`{function.name}` takes one list", f"for example: {function.example}")
    argument = tree.args[0]
    over = lowering.generator(argument) if isinstance(argument, ast.GeneratorExp) else lowering.node(argument)
    if over.type.kind != "list":
        lowering.syntax.fail(
            argument,
            f"`{function.name}` wants a list, and this is {operators.describe(over.type)}",
            f"for example: {function.example}",
        )
    return over


def _missing(lowering: "Lowering", tree: ast.Call, function: Function, item: Type) -> Const | None:
    for named in tree.keywords:
        if named.arg != "missing" or function.name not in (
            "sum",
            "min",
            "max",
            "all",
            "any",
            "distinct",
            "sorted",
        ):
            lowering.syntax.fail(
                named,
                f"`{function.name}` has no `{named.arg}`",
                "sum(xs, missing=0) is the only named argument",
            )
        value = lowering.node(named.value)
        if not isinstance(value, Const):
            lowering.syntax.fail(named.value, "`missing` is a literal", "sum(xs, missing=0)")
        zero = item.kind == "duration" and not value.value
        value = comparisons.typed(lowering, named.value, value, Var(type=item, name=""))
        assert isinstance(value, Const)  # noqa: S101 - a literal stays one, whatever its kind
        if family(value.type.kind) != family(item.kind) and not zero:
            wanted, given = operators.describe(item), operators.describe(value.type)
            found = f"`missing` stands in for {wanted}, and this is {given}"
            lowering.syntax.fail(named.value, found, "sum(xs, missing=0)")
        return value
    return None


def _lookup(lowering: "Lowering", tree: ast.Call) -> Node:
    sources = lowering.scope.sources
    _count(lowering, tree, FUNCTIONS["lookup"])
    name, key = tree.args[0], lowering.node(tree.args[1])
    if not isinstance(name, ast.Name) or name.id not in sources:
        text = lowering.syntax.segment(name)
        lowering.syntax.fail(
            name, f"unknown source `{text}`", suggest(text, sources) or "sources are declared in pack.yaml"
        )
    if family(key.type.kind) != "text":
        lowering.syntax.fail(
            tree.args[1], f"a source is looked up by a text, and this is {operators.describe(key.type)}"
        )
    columns = sources[name.id]
    if len(tree.args) < 3:
        return Lookup(type=TEXT, source=name.id, key=key, column="")
    column = tree.args[2]
    if not isinstance(column, ast.Name) or column.id not in columns:
        text = lowering.syntax.segment(column)
        lowering.syntax.fail(column, f"the source `{name.id}` has no column `{text}`", suggest(text, columns))
    return Lookup(type=Type(columns[column.id]), source=name.id, key=key, column=column.id)
