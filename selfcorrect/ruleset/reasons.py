"""Why a rule could not be evaluated: the values it is made of, of which the first that is None is told."""

from selfcorrect.language.nodes import (
    Aggregate,
    And,
    Call,
    Choose,
    Closure,
    Cycles,
    Document,
    Each,
    Get,
    Lookup,
    Node,
    Or,
    Reaches,
    Var,
)
from selfcorrect.language.walk import children
from selfcorrect.ruleset.emitter import Emitter

Reasons = list[tuple[str, str]]
"""What may be why a rule is not evaluated: what an author calls it, and the text of its value."""


def named(emitter: Emitter, needs: tuple[str, ...]) -> Reasons:
    """Locals as reasons."""
    return [(emitter.label(name), name) for name in needs]


def reasons_of(emitter: Emitter, *nodes: Node) -> Reasons:
    """The values that nodes are computed from, in the order they are written."""
    found: dict[str, str] = {}
    for node in nodes:
        _add(emitter, node, "", found)
    return list(found.items())


def _add(emitter: Emitter, node: Node, whole: str, found: dict[str, str]) -> None:
    """The values under a node. With `whole`, they are a reason only where that local is None: a part of
    `a or b` that is not known matters where the whole is not.
    """
    if isinstance(node, Reaches):
        # Where both rows are known, it is not known which they are.
        _add(emitter, node.other, whole, found)
    if isinstance(node, Get | Aggregate | Lookup | Document | Var | Cycles | Closure | Reaches):
        for name in emitter.value(node).needs:
            found.setdefault(emitter.label(name), f"{name} if {whole} is None else 0" if whole else name)
    elif isinstance(node, Each) or (isinstance(node, Call) and node.function == "present"):
        # Whether something is present is always known; of a list its own local tells.
        return
    else:
        inner = children(node)
        if isinstance(node, Call) and node.function == "first_known":
            # None of them is known; the last is what would always do.
            inner = inner[-1:]
        if isinstance(node, And | Or | Choose) or len(inner) < len(children(node)):
            whole = next(iter(emitter.value(node).needs), whole)
        for child in inner:
            _add(emitter, child, whole, found)
