"""Walking the typed form: children, all nodes below, which fields are read, replacing parts."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from selfcorrect.language.nodes import Closure, Cycles, Each, Get, Inverse, Loop, Node, Reaches, Var
from selfcorrect.language.shape import ROOT, Field


@cache
def _parts(kind: type[Node]) -> tuple[str, ...]:
    """The attributes of a kind of node that hold nodes, or tuples of nodes or loops."""
    return tuple(
        name
        for name, hint in kind.__annotations__.items()
        if any(word in str(hint) for word in ("Node", "Loop", "Const"))
    )


def children(node: Node) -> list[Node]:
    """The nodes directly under one, in order of declaration."""
    found: list[Node] = []
    for name in _parts(type(node)):
        value = getattr(node, name)
        if value.__class__ is tuple:
            found += [item.source if item.__class__ is Loop else item for item in value]
        elif value is not None:
            found.append(value)
    return found


def below(node: Node) -> Iterator[Node]:
    """The node and everything under it, each before what is under it."""
    stack = [node]
    while stack:
        node = stack.pop()
        yield node
        stack += reversed(children(node))


def size(node: Node) -> int:
    """How many parts a node has, each counted as often as it stands there; shared parts are counted once a
    time but looked at once, so that this is quick for any node.
    """
    known: dict[int, int] = {}
    stack = [node]
    while stack:
        top = stack[-1]
        inner = children(top)
        waiting = [child for child in inner if id(child) not in known]
        if waiting:
            stack.extend(waiting)
            continue
        known[id(top)] = 1 + sum(known[id(child)] for child in inner)
        stack.pop()
    return known[id(node)]


def rewrite(node: Node, change: Callable[[Node], Node | None]) -> Node:
    """The node with every part for which `change` gives a node replaced by it, outermost first."""
    if (changed := change(node)) is not None:
        return changed
    values: dict[str, Any] = {}
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if isinstance(value, Node):
            values[name] = rewrite(value, change)
        elif isinstance(value, tuple):
            values[name] = tuple(_rewrite_item(item, change) for item in value)
        else:
            values[name] = value
    return type(node)(**values)


def _rewrite_item(item: object, change: Callable[[Node], Node | None]) -> object:
    if isinstance(item, Node):
        return rewrite(item, change)
    if isinstance(item, Loop):
        return Loop(item.var, rewrite(item.source, change))
    return item


def variables(node: Node) -> frozenset[str]:
    """Names of the variables that are free in a node."""
    if isinstance(node, Var):
        return frozenset({node.name})
    if not isinstance(node, Each):
        return frozenset().union(*(variables(child) for child in children(node)))
    bound: set[str] = set()
    free: set[str] = set()
    for loop in node.loops:
        free |= variables(loop.source) - bound
        bound.add(loop.var.name)
    for part in (node.element, node.condition):
        free |= (variables(part) - bound) if part is not None else set()
    return frozenset(free)


def patterns(node: Node, prefixes: Mapping[str, str]) -> frozenset[str]:
    """The fields a node reads, as patterns: `line_items[].amount`; `prefixes` as `row_prefixes` gives."""
    found: set[str] = set()
    for part in below(node):
        match part:
            case Get() if part.base.type.row is not None:
                found.add(f"{prefixes[part.base.type.row]}{part.name}")
            case Inverse():
                found.add(f"{prefixes[part.rows]}{part.via}")
            case Cycles() | Closure() | Reaches():
                found.add(f"{prefixes[part.path]}{part.via}")
    return frozenset(found)


def row_prefixes(fields: tuple[Field, ...], prefix: str = "") -> dict[str, str]:
    """What stands before a field's name in a pattern, by row path: `line_items` gives `line_items[].`."""
    found = {ROOT: ""} if not prefix else {}
    for field in fields:
        if field.fields:
            inner = f"{prefix}{field.name}{'[].' if field.kind == 'list' else '.'}"
            found[field.path] = inner
            found |= row_prefixes(field.fields, inner)
    return found


def resolve(node: Node, bound: Mapping[str, Node]) -> Node:
    """The node with variables replaced."""
    return rewrite(node, lambda part: bound.get(part.name) if isinstance(part, Var) else None)
