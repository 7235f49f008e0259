"""Where a finding stands: from a typed node to a place in the candidate."""

from collections.abc import Mapping

from selfcorrect.language.nodes import Each, Get, Loop, Node, Record, Var
from selfcorrect.ruleset.rule import Place


def place_of(node: Node, loops: tuple[Loop, ...]) -> Place | None:
    """The place a node names: a field, a row, a list; None for anything computed or referred to.

    `loops` are the rule's `each` bindings; a loop variable stands for its row: `line_items[2]`.
    """
    sources: Mapping[str, Node] = {loop.var.name: loop.source for loop in loops}
    steps = _steps(node, sources)
    return Place(steps) if steps is not None else None


def _steps(node: Node, sources: Mapping[str, Node]) -> tuple[str, ...] | None:
    match node:
        case Record():
            return ()
        case Get():
            base = _steps(node.base, sources)
            return None if base is None else (*base, node.name)
        case Var() if node.name in sources:
            base = _steps(sources[node.name], sources)
            return None if base is None else (*base, f"*{node.name}")
        case Each():
            # A column: the place of the list it ranges over, as far as that is one place.
            return _steps(node.loops[0].source, sources)
        case _:
            return None
