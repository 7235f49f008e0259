"""Functions along references to Python: rings, what a row leads to, whether it leads to another."""

from contextlib import nullcontext
from typing import Final

from selfcorrect.language.nodes import Closure, Cycles, Node, Reaches
from selfcorrect.ruleset.emitter import Code, Emit, Emitter, known
from selfcorrect.ruleset.tables import graph, key_of


def _cycles(emitter: Emitter, node: Cycles) -> Code:
    rows = emitter.place(node.rows)
    name = emitter.writer.name("rings")
    guard = f" if {known(rows.needs)} else None" if rows.needs else ""
    emitter.writer.line(f"{name} = {graph(node.path, node.via)}.rings{guard}")
    # What is missing, if anything, is the list.
    code = Code(name, rows.needs, local=True)
    emitter.bind(node, code)
    return code


def _closure(emitter: Emitter, node: Closure) -> Code:
    return _walk(emitter, node, "closure", (key_of(emitter.rows, node.base),))


def _reaches(emitter: Emitter, node: Reaches) -> Code:
    other = key_of(emitter.rows, node.other) if node.other.type.kind == "row" else node.other
    return _walk(emitter, node, "reaches", (key_of(emitter.rows, node.base), other))


def _walk(emitter: Emitter, node: Closure | Reaches, method: str, names: tuple[Node, ...]) -> Code:
    """A walk, which costs steps."""
    writer = emitter.writer
    keys = [emitter.place(name) for name in names]
    lists = emitter.list_needs(node.path)
    found = writer.name(method)
    needs = tuple(dict.fromkeys(need for code in keys for need in code.needs)) + lists
    if needs:
        writer.line(f"{found} = None")
    with writer.block(f"if {known(needs)}:") if needs else nullcontext():
        asked = ", ".join(key.text for key in keys)
        writer.line(f"{found}, steps = {graph(node.path, node.via)}.{method}({asked}, steps)")
    return emitter.named(node, found)


REFERENCES: Final[dict[type[Node], Emit]] = {Cycles: _cycles, Closure: _closure, Reaches: _reaches}
