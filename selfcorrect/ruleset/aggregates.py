"""Aggregates to loops: one pass, constant space, unknown when Kleene says so.

Where a condition compares a row's field with an outer value, the rows are bucketed by that field first
(`sum(i.amount for i in line_items if i.rate == row.rate)`), so that the cost stays linear.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

from selfcorrect.language.nodes import Aggregate, And, Compare, Each, Get, Loop, Node, Type, Var
from selfcorrect.language.walk import variables
from selfcorrect.ruleset.emitter import Code, Emitter, guarded, known

_SHORT: Final = 16
"""Rows of a list that is looked through rather than indexed."""


class Accumulator:
    """One aggregate on its way: locals before the loop, a step in it, a value after it."""

    def __init__(self, emitter: Emitter, node: Aggregate) -> None:
        self.emitter = emitter
        self.writer = emitter.writer
        self.node = node
        self.function = node.function
        self.result = self.writer.name(self.function)
        self.unknown = self.writer.name("unknown")
        self.missing = emitter.value(node.missing).text if node.missing else None

    def start(self) -> None:
        """The locals before the loop."""
        self.writer.line(f"{self.result} = {_START[self.function]}")
        self.writer.line(f"{self.unknown} = False")

    def step(self, element: Code) -> None:
        """One element, inside the loop."""
        if self.function == "count":
            self.writer.line(f"{self.result} += 1")
            return
        if self.function in _WANTS_UNKNOWN:
            self.writer.line(_WANTS_UNKNOWN[self.function].format(r=self.result, x=guarded(element)))
            return
        if not element.needs:
            self.add(element.text)
            return
        with self.writer.block(f"if {known(element.needs)}:"):
            self.add(element.text)
        with self.writer.block("else:"):
            if self.missing:
                self.add(self.missing)
            else:
                self.writer.line(f"{self.unknown} = True")

    def add(self, x: str) -> None:
        """A known element."""
        if self.function in ("min", "max"):
            sign = "<" if self.function == "min" else ">"
            name = self.writer.name("x")
            self.writer.line(f"{name} = {x}")
            with self.writer.block(f"if {self.result} is None or {name} {sign} {self.result}:"):
                self.writer.line(f"{self.result} = {name}")
        else:
            self.writer.line(_STEP[self.function].format(r=self.result, x=x))

    def lost(self) -> None:
        """The list itself, or a row's condition, is unknown."""
        self.writer.line(f"{self.unknown} = True")

    def finish(self, *, keep: bool = False) -> Code:
        """The value after the loop. With `keep` the running locals stay as they are."""
        text = _FINISH.get(self.function, "{r}").format(r=self.result)
        if self.function in ("all", "any"):
            # What decides does so whatever is unknown.
            decisive = "False" if self.function == "all" else "True"
            text = f"{decisive} if {self.result} is {decisive} else None if {self.unknown} else {text}"
        else:
            text = f"None if {self.unknown} else {text}"
        if keep:
            if weight := _LOOKED_THROUGH.get(self.function):
                self.writer.line(f"steps = charge(steps, {weight} * len({self.result}))")
            return self.emitter.local(self.node, text)
        self.writer.line(f"{self.result} = {text}")
        return self.emitter.named(self.node, self.result)


_LOOKED_THROUGH: Final = {"distinct": 2, "sorted": 1, "peak": 8}
"""What is worked out from all elements once they are there, and the steps that each of them costs."""

_START: Final = {
    "sum": "ZERO",
    "count": "0",
    "min": "None",
    "max": "None",
    "all": "True",
    "any": "False",
    "only": "[]",
    "first": "[]",
    "last": "[]",
    "distinct": "[]",
    "sorted": "[]",
    "peak": "[]",
}
_STEP: Final = {
    "sum": "{r} += {x}",
    "all": "{r} = {r} and {x}",
    "any": "{r} = {r} or {x}",
    "distinct": "{r}.append({x})",
    "sorted": "{r}.append({x})",
    "peak": "{r}.append({x})",
}
_WANTS_UNKNOWN: Final = {
    "only": "{r}.append({x})",
    "first": "{r} = {r} or [{x}]",
    "last": "{r} = [{x}]",
}
_FINISH: Final = {
    "only": "{r}[0] if len({r}) == 1 else None",
    "first": "{r}[0] if {r} else None",
    "last": "{r}[0] if {r} else None",
    "distinct": "distinct({r})",
    "sorted": "ascending({r})",
    "peak": "peak({r})",
}


def aggregate(emitter: Emitter, node: Aggregate) -> Code:
    """An aggregate computed here and now."""
    accumulator = Accumulator(emitter, node)
    accumulator.start()
    run(emitter, node.over, accumulator.step, accumulator.lost)
    return accumulator.finish()


def collect(emitter: Emitter, node: Node) -> Code:
    """A list in a local: a list of total values."""
    name, unknown = emitter.writer.name("list"), emitter.writer.name("unknown")
    emitter.writer.line(f"{name} = []")
    emitter.writer.line(f"{unknown} = False")
    run(
        emitter,
        node,
        lambda element: emitter.writer.line(f"{name}.append({guarded(element)})"),
        lambda: emitter.writer.line(f"{unknown} = True"),
    )
    emitter.writer.line(f"{name} = None if {unknown} else {name}")
    return emitter.named(node, name)


def run(emitter: Emitter, over: Node, step: Callable[[Code], None], lost: Callable[[], None]) -> None:
    """Loop over a list, calling `step` inside for each element and `lost` where something is unknown."""
    if not isinstance(over, Each):
        item = over.type.item or Type("text")
        var = Var(type=item, name="[]")
        over = Each(type=over.type, loops=(Loop(var, over),), element=var)
    with ExitStack() as stack:
        for loop in over.loops:
            stack.enter_context(rows(emitter, loop, over.condition, lost))
        enter(emitter, over, step, lost)


def enter(emitter: Emitter, over: Each, step: Callable[[Code], None], lost: Callable[[], None]) -> None:
    """One row, whose variables are bound: `step` with its element where its condition holds, `lost` where
    nobody knows whether it does.
    """
    if over.condition is None:
        step(emitter.value(over.element))
        return
    writer, condition = emitter.writer, emitter.place(over.condition)
    if condition.needs:
        with writer.block(f"if {condition.text} is None:"):
            lost()
    with writer.block(f"{'elif' if condition.needs else 'if'} {condition.text}:"), emitter.inside():
        step(emitter.value(over.element))


@contextmanager
def rows(emitter: Emitter, loop: Loop, condition: Node | None, lost: Callable[[], None]) -> Iterator[None]:
    """The head of a loop: the row bound, steps charged inside another loop, `lost` if there is no list."""
    name = emitter.writer.name(loop.var.name)
    source = _bucketed(emitter, loop, condition)
    code = source or emitter.place(loop.source)
    guard = emitter.writer.block(f"if {known(code.needs)}:") if code.needs else None
    with ExitStack() as stack:
        if guard:
            stack.enter_context(guard)
        if emitter.depth:
            emitter.writer.line(f"steps = charge(steps, len({code.text}))")
        stack.enter_context(emitter.writer.block(f"for {name} in {code.text}:"))
        bound = Code(name, () if loop.var.type.kind in ("row", "list") else (name,), local=True)
        emitter.labels[name] = loop.var.name
        stack.enter_context(emitter.looping({loop.var: bound}))
        yield
    if guard:
        with emitter.writer.block("else:"):
            lost()


def _bucketed(emitter: Emitter, loop: Loop, condition: Node | None) -> Code | None:
    """The rows that can meet an equality of the condition, from an index; None where there is none."""
    for mine, outer in _equalities(loop, condition):
        index = emitter.indexes.get((loop.source, mine))
        if index is None or not emitter.depth:
            continue
        key, every = emitter.place(outer), emitter.place(loop.source)
        name = emitter.writer.name("matching")
        slot = emitter.slot(loop.var.type.row, mine.name)
        emitter.writer.line(f"{name} = {every.text}")
        # An index is made when it is first needed, and a short list is sooner looked through.
        tests = [*(known((need,)) for need in (*every.needs, *key.needs)), f"len({every.text}) > {_SHORT}"]
        with emitter.writer.block(f"if {' and '.join(tests)}:"):
            with emitter.writer.block(f"if {index} is None:"):
                emitter.writer.line(f"{index} = rows_by({every.text}, {slot})")
            # Rows whose own key is unknown leave the condition unknown: they are looked at as well.
            emitter.writer.line(f"{name} = {index}.get(bucket({key.text}), ()) + {index}.get(None, ())")
        return Code(name, (name,) if every.needs else (), local=True)
    return None


def _equalities(loop: Loop, condition: Node | None) -> Iterator[tuple[Get, Node]]:
    """Pairs (field of the row, outer value) that the condition says are equal."""
    parts = condition.operands if isinstance(condition, And) else (condition,) if condition else ()
    for part in parts:
        if isinstance(part, Compare) and part.op == "==":
            for mine, outer in ((part.left, part.right), (part.right, part.left)):
                if (
                    isinstance(mine, Get)
                    and mine.base == loop.var
                    and loop.var.name not in variables(outer)
                    and variables(outer)
                ):
                    yield mine, outer


def index_keys(loop: Loop, condition: Node | None) -> Iterator[Get]:
    """The fields of a list's rows worth an index."""
    if not variables(loop.source):
        for mine, _ in _equalities(loop, condition):
            yield mine
