"""Calls of functions that look at rows beside one another: along their references, and in time."""

import ast
from typing import TYPE_CHECKING, Final, NoReturn

from selfcorrect.language import operators
from selfcorrect.language.functions import Function
from selfcorrect.language.nodes import (
    BOOLEAN,
    NUMBER,
    Aggregate,
    Closure,
    Cycles,
    Deref,
    Each,
    Get,
    ListOf,
    Node,
    Reaches,
    Record,
    Type,
)
from selfcorrect.language.scope import type_of
from selfcorrect.language.shape import ROOT, Field
from selfcorrect.model.suggest import suggest

if TYPE_CHECKING:
    from selfcorrect.language.lower import Lowering

_MOMENTS: Final = ("date", "datetime")


def lower_row_call(lowering: "Lowering", tree: ast.Call, function: Function) -> Node:
    """The typed form of a call of one of `functions.ROWS`. Raises ExpressionError if it does not fit."""
    call = _Call(lowering, tree, function)
    match function.name:
        case "cycles":
            return call.cycles()
        case "peak":
            return call.peak()
        case name:
            return call.closure() if name == "closure" else call.reaches()


class _Call:
    """One call on its way down; the number of its arguments is right."""

    def __init__(self, lowering: "Lowering", tree: ast.Call, function: Function) -> None:
        self.lowering = lowering
        self.scope = lowering.scope
        self.syntax = lowering.syntax
        self.arguments = tree.args
        self.name = function.name
        self.example = f"for example: {function.example}"

    def cycles(self) -> Node:
        """`cycles(LIST, FIELD)`."""
        tree, via = self.arguments
        rows = self.lowering.node(tree)
        path = self.row_path(tree, rows)
        if not _of_record(rows):
            self.syntax.fail(tree, f"`{self.name}` looks at a whole list of the record", self.example)
        field = self.keyed(tree, path)
        ring = Type("list", item=Type("row", row=path))
        return Cycles(type=Type("list", item=ring), rows=rows, path=path, via=self.reference(via, field))

    def closure(self) -> Node:
        """`closure(ROW, FIELD)`."""
        tree, via = self.arguments
        base = self.row(tree)
        field = self.keyed(tree, base.type.row or ROOT)
        name = self.reference(via, field)
        rows = Type("list", item=Type("row", row=field.path))
        return Closure(type=rows, base=base, path=field.path, via=name)

    def reaches(self) -> Node:
        """`reaches(ROW, OTHER, FIELD)`."""
        tree, another, via = self.arguments
        base = self.row(tree)
        field = self.keyed(tree, base.type.row or ROOT)
        other = self.lowering.node(another)
        if other.type.kind not in ("row", "reference") or other.type.row != field.path:
            said = f"`{self.name}` wants another row of `{field.path}`, or a reference to one, and this is "
            self.syntax.fail(another, said + operators.describe(other.type), self.example)
        name = self.reference(via, field)
        return Reaches(type=BOOLEAN, base=base, other=other, path=field.path, via=name)

    def peak(self) -> Node:
        """`peak(ROWS, START, END[, WEIGHT])`: over one list of what its fields are in each row."""
        tree, *fields = self.arguments
        over = (
            self.lowering.generator(tree) if isinstance(tree, ast.GeneratorExp) else self.lowering.node(tree)
        )
        self.row_path(tree, over)
        columns = [self.column(field, over) for field in fields]
        start, end = columns[0].element.type, columns[1].element.type
        for field, kind in zip(fields, (start, end), strict=False):
            if not (kind.numeric or kind.kind in _MOMENTS):
                self.refuse(field, "a date or a number", kind)
        if start.kind != end.kind and not (start.numeric and end.numeric):
            said = f"{operators.describe(start)} and {operators.describe(end)} do not compare"
            self.syntax.fail(fields[1], said, self.example)
        if len(columns) > 2 and not columns[2].element.type.numeric:
            self.refuse(fields[2], "a number", columns[2].element.type)
        elements = tuple(column.element for column in columns)
        span = ListOf(type=Type("list", item=start), items=elements)
        loops, condition = columns[0].loops, columns[0].condition
        spans = Each(type=Type("list", item=span.type), loops=loops, element=span, condition=condition)
        return Aggregate(type=NUMBER, function=self.name, over=spans)

    def column(self, tree: ast.expr, over: Node) -> Each:
        """A field of all rows of a list: its name, or the names that lead to it with dots between."""
        first, *more = self.field_name(tree).split(".")
        column = self.lowering.column(tree, over, first)
        for name in more:
            column = self.lowering.column(tree, column, name)
        if len(column.loops) > (len(over.loops) if isinstance(over, Each) else 1):
            self.refuse(tree, "one value of each row", Type("list", item=column.element.type))
        return column

    def row(self, tree: ast.expr) -> Node:
        """A row, or the one that a reference names."""
        node = self.lowering.node(tree)
        if node.type.kind == "reference" and node.type.row is not None:
            node = Deref(type=Type("row", row=node.type.row), base=node, rows=node.type.row)
        if node.type.kind != "row" or not node.type.row:
            self.refuse(tree, "a row of a list", node.type)
        return node

    def row_path(self, tree: ast.expr, node: Node) -> str:
        """The row path of a list of rows."""
        item = node.type.item
        if item is None or item.kind != "row" or item.row is None:
            self.refuse(tree, "a list of rows", node.type)
        return item.row

    def keyed(self, tree: ast.expr, path: str) -> Field:
        """The list of rows of a path, which has a key."""
        fields = self.scope.rows[path.rpartition(".")[0]]
        field = next(field for field in fields if field.path == path)
        if field.kind != "list":
            self.refuse(tree, "a row of a list", Type("row", row=path))
        if field.key is None:
            said = f"the rows of `{path}` have no `key` that a reference could name"
            self.syntax.fail(tree, said, f"add key: {{field: …}} at `{path}`")
        return field

    def reference(self, tree: ast.expr, rows: Field) -> str:
        """The name of a field by which rows refer to one another."""
        name = self.field_name(tree)
        known = [field.name for field in rows.fields if (field.item or field).to == rows.path]
        if name in known:
            return name
        if inverse := self.scope.inverses.get((rows.path, name)):
            way = f"`{name}` is the way back from `{inverse[1]}`, and `{self.name}` follows references"
            self.syntax.fail(
                tree, way, f"name the reference itself: {inverse[1]}" if inverse[1] in known else ""
            )
        field = next((field for field in rows.fields if field.name == name), None)
        if field is None:
            said = f"a row of `{rows.path}` has no field `{name}`"
        elif (to := (field.item or field).to) is not None:
            said = f"`{name}` refers to rows of `{to}`, not of `{rows.path}`"
        else:
            kind = operators.describe(type_of(field))
            said = f"`{name}` is {kind}, not a reference to rows of `{rows.path}`"
        return self.syntax.fail(tree, said, suggest(name, known))

    def field_name(self, tree: ast.expr) -> str:
        """The name that stands where a field is named, with dots or without."""
        names: list[str] = []
        part = tree
        while isinstance(part, ast.Attribute):
            names.append(part.attr)
            part = part.value
        if not isinstance(part, ast.Name):
            text = self.syntax.segment(tree)
            self.syntax.fail(tree, f"`{text}` is not the name of a field of these rows", self.example)
        return ".".join(map(self.meant, [part.id, *reversed(names)]))

    def meant(self, name: str) -> str:
        """A name, or what it stands for as a family's parameter."""
        parameter = self.scope.parameters.get(name)
        return parameter.value.strip() if parameter else name

    def refuse(self, tree: ast.expr, wanted: str, given: Type) -> NoReturn:
        """An argument of another type."""
        said = f"`{self.name}` wants {wanted}, and this is {operators.describe(given)}"
        self.syntax.fail(tree, said, self.example)


def _of_record(node: Node) -> bool:
    """Whether a node is a field of the record, or of an object in it."""
    while isinstance(node, Get):
        node = node.base
    return isinstance(node, Record)
