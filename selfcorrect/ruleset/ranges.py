"""`each`: which rows a rule speaks of."""

import re
from typing import Final

from msgspec import Struct

from selfcorrect.language.lower import lower_items, spread
from selfcorrect.language.nodes import Each, Loop, Node, Type, Var
from selfcorrect.language.scope import RECORD, Scope, get
from selfcorrect.language.shape import KINDS, ROOT, Field
from selfcorrect.language.syntax import refuse
from selfcorrect.model.marks import Marked
from selfcorrect.model.suggest import suggest

BINDING: Final = re.compile(r"\s*([^\W\d]\w*)\s+in\s+(?=\S)")
_EVERY: Final = re.compile(r"every\s+(\w+)\s*")


class Range(Struct, frozen=True):
    """One way through the candidate: loops, and what the rule's names stand for in them."""

    loops: tuple[Loop, ...] = ()
    names: dict[str, Node] = {}


def link_each(bindings: tuple[Marked, ...], scope: Scope) -> list[Range]:
    """The ranges of an `each`: one, unless it says `every KIND` or lists several fields.

    Raises ExpressionError.
    """
    ranges = [Range()]
    for binding in bindings:
        ranges = [longer for one in ranges for longer in _extend(one, binding, scope)]
    return ranges


def _extend(one: Range, binding: Marked, scope: Scope) -> list[Range]:
    found = BINDING.match(binding.value)
    if not found:
        refuse(binding, 0, len(binding.value), "`each` reads NAME in LIST", "for example: item in line_items")
    name, rest = found[1], part(binding, found.end())
    if name in one.names:
        refuse(binding, found.start(1), found.end(1), f"`{name}` names a row already", "choose another name")
    if every := _EVERY.fullmatch(rest.value):
        return [_over(one, name, node) for node in _every(rest, every[1], scope)]
    items = lower_items(rest, scope.bind(one.names))
    if isinstance(items, tuple):
        return [_over(one, name, item) for item in items]
    source = items
    if source.type.kind != "list":
        refuse(rest, 0, len(rest.value), f"`{rest.value.strip()}` is not a list")
    return [_over(one, name, source)]


def _over(one: Range, name: str, node: Node) -> Range:
    """A list is entered row by row; a single field stands for itself."""
    if node.type.kind != "list":
        return Range(one.loops, {**one.names, name: node})
    loops, element, _ = enter_list(node, name)
    return Range((*one.loops, *loops), {**one.names, name: element})


def enter_list(node: Node, name: str) -> tuple[tuple[Loop, ...], Node, Node | None]:
    """A list as loops, what an author's name stands for in them, and the condition of a filtered one."""
    loops, element, condition = spread(node, name)
    if isinstance(node, Each) and isinstance(element, Var):
        # Rows of nested lists: the author's name is the innermost row's.
        element = Var(type=element.type, name=name)
        loops = (*loops[:-1], Loop(element, loops[-1].source))
    return loops, element, condition


def _every(rest: Marked, kind: str, scope: Scope) -> list[Node]:
    if kind not in KINDS:
        refuse(rest, 0, len(rest.value), f"there is no kind of field called `{kind}`", suggest(kind, KINDS))
    return _fields(scope.rows[ROOT], RECORD, kind)


def _fields(fields: tuple[Field, ...], base: Node, kind: str) -> list[Node]:
    """Every field of a kind at any depth, as a node that reads it (a column, inside a list)."""
    found: list[Node] = []
    for field in fields:
        node = get(base, field)
        if field.kind == kind or (field.item and field.item.kind == kind):
            found.append(node)
        if field.kind == "object":
            found += _fields(field.fields, node, kind)
        elif field.kind == "list" and field.fields:
            loops, row, _ = spread(node)
            found += [_column(loops, inner) for inner in _fields(field.fields, row, kind)]
    return found


def _column(loops: tuple[Loop, ...], inner: Node) -> Node:
    if isinstance(inner, Each):
        return Each(type=inner.type, loops=(*loops, *inner.loops), element=inner.element)
    if inner.type.kind == "list":
        more, element, _ = spread(inner)
        return Each(type=inner.type, loops=(*loops, *more), element=element)
    return Each(type=Type("list", item=inner.type), loops=loops, element=inner)


def part(source: Marked, start: int, end: int | None = None) -> Marked:
    """A stretch of a scalar as a scalar of its own, with its places."""
    anchors = source.anchors or ((0, source.mark.line, source.mark.column),)
    at = source.at(start)
    later = tuple((offset - start, line, column) for offset, line, column in anchors if offset > start)
    return Marked(source.value[start:end], at, ((0, at.line, at.column), *later))
