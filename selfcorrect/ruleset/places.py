"""Where a finding stands: from a typed node to a place in the candidate."""

from collections.abc import Mapping

from selfcorrect.language.nodes import Cycles, Each, Get, Loop, Node, Record, Var
from selfcorrect.ruleset.rule import Place


def place_of(node: Node, loops: tuple[Loop, ...]) -> Place | None:
    """The place a node names: a field, a row, a list; None for anything computed or referred to.

    `loops` are the rule's `each` bindings; a loop variable stands for its row: `line_items[2]`.
    """
    sources: Mapping[str, Node] = {loop.var.name: loop.source for loop in loops}
    steps = _steps(node, sources)
    return Place(steps) if steps is not None else None


def _list(source: Node, sources: Mapping[str, Node]) -> Node:
    """The list that a ring's rows are of; of any other list itself."""
    if isinstance(source, Var) and isinstance(sources.get(source.name), Cycles):
        source = sources[source.name]
    return source.rows if isinstance(source, Cycles) else source


def _steps(node: Node, sources: Mapping[str, Node]) -> tuple[str, ...] | None:
    match node:
        case Record():
            return ()
        case Get():
            base = _steps(node.base, sources)
            return None if base is None else (*base, node.name)
        case Var() if node.name in sources:
            base = _steps(_list(sources[node.name], sources), sources)
            return None if base is None else (*base, f"*{node.name}")
        case Each(loops=(Loop(var, Var() as ring),), element=Get()) if _list(ring, sources) != ring:
            # A field of the rows of a ring stands in each of them.
            inner = _steps(node.element, {**sources, var.name: sources[ring.name]})
            return (
                None if inner is None else tuple(f"*{ring.name}" if s == f"*{var.name}" else s for s in inner)
            )
        case Each():
            # A column: the place of the list it ranges over, as far as that is one place.
            return _steps(node.loops[0].source, sources)
        case _:
            return None
