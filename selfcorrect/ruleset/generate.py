"""A rule set as one Python function: the order of its parts."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from typing import Final

from selfcorrect.language import calls
from selfcorrect.language.nodes import Aggregate, Call, Cycles, Each, Loop, Node
from selfcorrect.language.scope import RECORD, get, scope_of
from selfcorrect.language.shape import ROOT
from selfcorrect.language.unparse import unparse
from selfcorrect.language.walk import below, variables
from selfcorrect.ruleset.aggregates import Accumulator, aggregate, collect, enter
from selfcorrect.ruleset.bodies import Bodies
from selfcorrect.ruleset.compiled import Compiled
from selfcorrect.ruleset.conversion import Conversion, Level, in_order, index_of
from selfcorrect.ruleset.emitter import Code, Emit, Emitter
from selfcorrect.ruleset.expressions import EXPRESSIONS
from selfcorrect.ruleset.functions import call
from selfcorrect.ruleset.lookups import write_tables
from selfcorrect.ruleset.neighbours import Neighbours
from selfcorrect.ruleset.plan import canonical, plan
from selfcorrect.ruleset.references import REFERENCES
from selfcorrect.ruleset.rule import Context, Rule
from selfcorrect.ruleset.sites import Sites
from selfcorrect.ruleset.tables import keyed, parts, table
from selfcorrect.ruleset.writer import Writer

_GATHERED: Final = 20
"""Steps that a pair of rows costs which is kept until all are there."""
EMIT: Final[dict[type[Node], Emit]] = {
    **EXPRESSIONS,
    **REFERENCES,
    Call: call,
    Aggregate: aggregate,
    Each: collect,
}


def generate(rules: tuple[Rule, ...], context: Context) -> Compiled:
    """The function for a rule set."""
    return Generator(rules, context).run()


class Generator:
    """One rule set on its way to Python."""

    def __init__(self, rules: tuple[Rule, ...], context: Context) -> None:
        self.rules = tuple(canonical(rule) for rule in rules)
        self.context = context
        self.writer = Writer()
        self.emitter = Emitter(self.writer, context.shape, EMIT)
        self.sites = Sites()
        self.sites.add_shape(context.shape)
        self.bodies = Bodies(self.emitter, self.sites, rules)
        self.bodies.cent = calls.cent(scope_of(context.shape))
        self.plan = plan(self.rules)
        self.sums = {
            path: [Accumulator(self.emitter, node) for node in nodes]
            for path, nodes in self.plan.sums.items()
        }
        self.asks_cent = any(part == self.bodies.cent for rule in self.rules for part in parts(rule)) or any(
            tolerance and tolerance.form == "cents"
            for rule in self.rules
            for tolerance in (rule.within, rule.warn_within)
        )
        self.flags: set[int] = set()
        self.fused = {number for numbers in self.plan.fused.values() for number in numbers}

    def run(self) -> Compiled:
        """The generated function."""
        writer = self.writer
        with writer.block("def check(record, document, facts, today):"):
            self.start()
            self.convert()
            self.later()
            for number, rule in enumerate(self.rules):
                if number not in self.fused:
                    self.rule(number, rule)
            writer.line("return out, open_, applied")
        return self.generated()

    def generated(self) -> Compiled:
        """What has been written."""
        return Compiled(
            source=self.writer.text(),
            constants=self.writer.constants,
            sites=tuple(self.sites.all),
            rules=self.bodies.cards,
            bits=self.bodies.bits,
            marks=self.writer.marks,
            sources=self.context.sources,
            asks_today=self.emitter.asks_today,
            keys={field.path: field.key for field in keyed(self.context.shape.fields) if field.key},
        )

    def start(self, gives: str = "") -> None:
        """The lists of findings, the tables, the running sums; `gives` is returned for what is no object."""
        writer = self.writer
        writer.line("out, open_, applied, steps = [], [], 0, 0")
        with writer.block("if record.__class__ is not dict:"):
            writer.line("raw, record = record, as_dict(record)")
            with writer.block("if record is None:"):
                finding = f"({self.sites.shape(ROOT, 'WRONG_TYPE')}, (), {writer.constant('object')}, raw)"
                writer.line(f"return {gives or f'[{finding}], open_, applied'}")
        for field in keyed(self.context.shape.fields):
            writer.line(f"{table(field.path)} = {{}}")
        for accumulators in self.sums.values():
            for accumulator in accumulators:
                writer.comment(unparse(accumulator.node))
                accumulator.start()
                if any(isinstance(part, Call) for part in below(accumulator.node)):
                    self.bodies.failed[accumulator.node] = failed = writer.name("failed")
                    writer.line(f"{failed} = None")

    @contextmanager
    def apart(self, node: Aggregate) -> Iterator[None]:
        """A sum that calls functions: should one crash, the rules that use the sum crash, and no other."""
        failed = self.bodies.failed.get(node)
        with self.writer.block("try:") if failed else nullcontext():
            yield
        if failed:
            with self.writer.block("except Exception as error:"):
                self.writer.line(f"{failed} = error")

    def convert(self) -> None:
        """The record's fields, each in a local."""
        self.writer.comment("the candidate's shape")
        lines, before = self.writer.lines, len(self.writer.lines)
        self.writer.line("pass")
        conversion = Conversion(self.writer, self.sites, self.fuse, self.lost, self.context.shape.notation)
        fields = self.context.shape.fields
        conversion.keys(fields, "record", ROOT, [])
        for field in in_order(fields):
            # A scalar is bound before the lists are read: what is fused into them may look at it.
            self.emitter.named(get(RECORD, field), conversion.field(field, "record", []))
            if field.name == self.context.shape.money_in and self.asks_cent:
                currency = self.emitter.value(get(RECORD, field)).text
                cent = self.emitter.local(self.bodies.cent, f"UNITS.get({currency})").text
                # No minor unit is larger than 1: what is off by more is wrong in any currency.
                self.writer.line(f"{self.bodies.unit} = 1 if {cent} is None else {cent}")
        if self.flags:
            lines[before] = lines[before].replace(
                "pass", f"{''.join(f'applies_{bit} = ' for bit in sorted(self.flags))}False"
            )
        for bit in sorted(self.flags):
            with self.writer.block(f"if applies_{bit}:"):
                self.writer.line(f"applied |= {bit}")

    def fuse(self, levels: list[Level]) -> None:
        """What rides along in a row: sums, then rules."""
        path = levels[-1].path
        rules, sums = self.plan.fused.get(path, []), self.sums.get(path, [])
        for accumulator in sums:
            over = accumulator.node.over
            assert isinstance(over, Each)  # noqa: S101 - only such sums ride along
            with self.emitter.inside(self.rows_known(over.loops, levels)), self.apart(accumulator.node):
                enter(self.emitter, over, accumulator.step, accumulator.lost)
        self.bodies.flags = self.flags
        for number in rules:
            rule = self.rules[number]
            self.writer.comment(f"{rule.code} {rule.mark}: {rule.says}", rule.mark)
            with self.emitter.looping(self.rows_known(rule.loops, levels)):
                self.bodies.write(number, rule, index_of(levels))
        self.bodies.flags = None

    def rows_known(self, loops: tuple[Loop, ...], levels: list[Level]) -> dict[Node, Code]:
        """The fields of the rows being read, by the variables of `loops`."""
        found: dict[Node, Code] = {}
        for loop, level in zip(loops, levels, strict=True):
            found[loop.source] = Code(level.source, local=True)
            fields = self.emitter.rows.get(level.path, ())
            for field in fields:
                if local := level.fields.get(field.name):
                    self.emitter.labels[local] = (
                        f"{loop.var.name.removesuffix('[]')}.{field.name}"
                        if not loop.var.name[0].isdigit()
                        else f"{level.path}.{field.name}"
                    )
                    found[get(loop.var, field)] = Code(local, (local,), local=True)
            if local := level.fields.get(""):
                scalar = loop.var.type.kind != "row"
                self.emitter.labels.setdefault(local, level.path)
                found[loop.var] = Code(local, (local,) if scalar else (), local=True)
        return found

    def lost(self, levels: list[Level], path: str) -> None:
        """A list that is not there: what depends on it is unknown."""
        for over, accumulators in self.sums.items():
            if over == path or over.startswith(f"{path}."):
                for accumulator in accumulators:
                    accumulator.lost()
        for over, numbers in self.plan.fused.items():
            if over == path or over.startswith(f"{path}."):
                name = self.writer.name("absent")
                self.writer.line(f"{name} = None")
                self.emitter.labels[name] = path
                for number in numbers:
                    loops = self.rules[number].loops
                    around = {
                        loop.source: Code(level.source, local=True)
                        for loop, level in zip(loops, levels, strict=False)
                    }
                    with self.emitter.inside(
                        {**around, loops[len(levels)].source: Code(name, (name,), local=True)}
                    ):
                        self.bodies.absent(number, self.rules[number], index_of(levels), (name,))

    def later(self) -> None:
        """Tables of referring rows, indexes, and the sums that could not ride along."""
        for accumulators in self.sums.values():
            for accumulator in accumulators:
                accumulator.finish()
        write_tables(self.emitter, self.plan.tables)
        for loop, mine in self.plan.indexes:
            name = self.emitter.indexes[(loop.source, mine)] = self.writer.name("rows_by")
            self.writer.line(f"{name} = None")
        for node in (*self.plan.closed, *self.plan.shared):
            self.writer.comment(unparse(node))
            self.bodies.failed[node] = self.attempt(node)

    def attempt(self, node: Node) -> str:
        """A node worked out ahead of the rules that use it; gives the local of the error, if any."""
        writer, failed = self.writer, self.writer.name("failed")
        writer.line(f"{failed} = None")
        with writer.block("try:"):
            code = self.emitter.place(node)
        with writer.block("except Exception as error:"):
            writer.line(f"{code.text} = None")
            writer.line(f"{failed} = error")
        return failed

    def rule(self, number: int, rule: Rule) -> None:
        """A rule after all rows are read: on the record, on rows, or on neighbours."""
        self.writer.comment(f"{rule.code} {rule.mark}: {rule.says}", rule.mark)
        if not rule.loops:
            self.bodies.write(number, rule, "()")
            return
        with self.bodies.guarded(number, "()"), self.emitter.inside():
            if isinstance(rule.loops[0].source, Cycles):
                self.bodies.without_rings(number, rule, rule.loops[0].source)
            if number not in self.plan.special:
                self.loops(number, rule, lambda index: self.bodies.write(number, rule, index, self.way(rule)))
                return
            neighbours = Neighbours(self.emitter, self.bodies)
            self.writer.line("gathered = []")
            self.loops(number, rule, lambda index: neighbours.gather(number, rule, index))
            neighbours.walk(number, rule)

    def way(self, rule: Rule) -> str:
        """The text of the ring that a finding of the rule is about, if it is about one."""
        loop = rule.loops[-1]
        return f"{self.emitter.value(loop.var).text}.way" if isinstance(loop.source, Cycles) else ""

    def loops(self, number: int, rule: Rule, body: Callable[[str], None]) -> None:
        """A rule's own loops, with the index of every row; what to say where a list is not there."""
        weight = _GATHERED if number in self.plan.special else 1
        with self.nested(
            rule.loops, lambda index, needs: self.bodies.absent(number, rule, index, needs), weight
        ) as index:
            body(index)

    @contextmanager
    def nested(
        self,
        loops: tuple[Loop, ...],
        absent: Callable[[str, tuple[str, ...]], None] | None = None,
        weight: int = 0,
    ) -> Iterator[str]:
        """Loops over rows, one in the other; gives the text of the row's index.

        `weight` is how many steps a row costs in a list that multiplies those around it.
        """
        writer, emitter = self.writer, self.emitter
        index: list[str] = []
        rings: set[Node] = set()
        with ExitStack() as stack:
            for loop in loops:
                source = emitter.place(loop.source)
                if source.needs and absent:
                    with writer.block(f"if {source.text} is None:"):
                        absent(f"({''.join(f'{name}, ' for name in index)})", source.needs)
                i, row = writer.name("i"), writer.name(loop.var.name)
                items = f"{source.text} or ()" if source.needs else source.text
                if index and weight and not variables(loop.source):
                    writer.line(f"steps = charge(steps, {weight} * len({items}))")
                stack.enter_context(writer.block(f"for {i}, {row} in enumerate({items}):"))
                emitter.labels[row] = loop.var.name
                bound = Code(row, () if loop.var.type.kind in ("row", "list") else (row,), local=True)
                stack.enter_context(emitter.looping({loop.var: bound}))
                if isinstance(loop.source, Cycles):
                    rings.add(loop.var)
                    i = f"{row}.first"
                elif loop.source in rings:
                    i = f"{source.text}.numbers[{i}]"
                index.append(i)
            yield f"({''.join(f'{name}, ' for name in index)})"
