"""What writes expressions: code with the locals it needs, and which nodes already stand in locals.

A `Code` is a Python expression that is right as long as every local in `needs` is not None. A strict
operation joins the texts and the needs of its operands, so that a whole comparison costs one guard;
what has a meaning for unknown operands is put into a local first.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

from selfcorrect.language.nodes import Aggregate, Call, Get, Node, Var
from selfcorrect.language.scope import RECORD, get
from selfcorrect.language.shape import ROOT, Field, Shape
from selfcorrect.language.unparse import unparse
from selfcorrect.ruleset.writer import Writer

Emit = Callable[["Emitter", Any], "Code"]
"""How one kind of node becomes code."""


class Code(Struct, frozen=True):
    """A Python expression, the locals that must not be None for it, and whether it is a plain local."""

    text: str
    needs: tuple[str, ...] = ()
    local: bool = False


class Emitter:
    """Writes expressions; knows which nodes already stand in locals."""

    def __init__(self, writer: Writer, shape: Shape, emit: Mapping[type[Node], "Emit"]) -> None:
        self.writer = writer
        self.emit = emit
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
            code = self.emit[type(node)](self, node)
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

    def list_needs(self, path: str) -> tuple[str, ...]:
        """The local of a list of the record: of an absent list nobody knows what its rows would be."""
        field = next((f for f in self.rows[ROOT] if f.name == path), None)
        return self.place(get(RECORD, field)).needs if field else ()

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
