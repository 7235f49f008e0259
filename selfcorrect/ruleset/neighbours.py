"""Rules that look at other rows: `along`, `order`, `per`, and `previous next earlier so_far group index`.

The rows are gathered once with their keys, grouped, put in order, and walked; sums over `so_far` and
`earlier` run along, sums over a group are made once a group, so the cost stays linear.
"""

from contextlib import ExitStack, nullcontext

from selfcorrect.language.nodes import Aggregate, Compare, Const, Each, Node, Type, Var
from selfcorrect.language.walk import resolve, variables
from selfcorrect.ruleset.aggregates import Accumulator, enter
from selfcorrect.ruleset.bodies import Bodies
from selfcorrect.ruleset.conditions import of_rows, wheres
from selfcorrect.ruleset.emitter import Code, Emitter, join, unknown
from selfcorrect.ruleset.reasons import named
from selfcorrect.ruleset.rule import Rule
from selfcorrect.ruleset.tables import parts

_RUNNING = ("so_far", "earlier")


class Neighbours:
    """Writes one such rule."""

    def __init__(self, emitter: Emitter, bodies: Bodies) -> None:
        self.emitter = emitter
        self.writer = emitter.writer
        self.bodies = bodies
        self.settled: list[Node] = []

    def gather(self, number: int, rule: Rule, index: str) -> None:
        """Inside the rule's loops: the row, unless a `per` leaves it out, into the list of rows."""
        with self.bodies.guarded(number, index), self.emitter.inside():
            conditions, unless = self.of_rows(rule) if rule.per else ((), ())
            where = (number, rule, index)
            self.bodies.under(conditions, where, lambda: self.enter(number, rule, index, unless), unless)

    def of_rows(self, rule: Rule) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
        """The conditions of a `per` rule that say which rows are grouped: on single rows, and on keys.

        A condition on keys is asked of the row, where it is certain to have an answer: all rows of a
        group agree in them. Where it is not, it is the second: false, the rule does not apply to the row.
        """
        keys = {f"per {name}": node for name, node in rule.per}
        found, doubtful = [], []
        for part in wheres(rule):
            asked = resolve(part, keys) if variables(part) <= set(keys) else part
            if of_rows(part, rule) or (asked is not part and not self.bodies.needs(asked)):
                found.append(asked)
                self.settled.append(part)
            elif asked is not part:
                doubtful.append(asked)
        return tuple(found), tuple(doubtful)

    def enter(self, number: int, rule: Rule, index: str, unless: tuple[Node, ...]) -> None:
        """The row with its keys into the list; not evaluated where one is unknown and no `unless` false."""
        emitter, writer = self.emitter, self.writer
        keys = [emitter.place(node) for node in (*rule.along, *(node for _, node in rule.per))]
        order = [emitter.place(node) for node in rule.order]
        needs = join(*keys, *order)
        if needs:
            with writer.block(f"if {unknown(needs)}:"), self.bodies.unless(unless):
                self.bodies.applied(rule)
                self.bodies.skip(number, rule, index, named(emitter, needs))
        rows = "".join(f"{emitter.value(loop.var).text}, " for loop in rule.loops)
        key = "".join(f"{code.text}, " for code in keys)
        ranks = "".join(f"{code.text}, " for code in order)
        with writer.block("else:") if needs else nullcontext():
            writer.line(f"gathered.append((({key}), ({ranks}), {index}, ({rows})))")

    def walk(self, number: int, rule: Rule) -> None:
        """After the loops: group by group, row by row."""
        writer, emitter = self.writer, self.emitter
        others = tuple(part for part in wheres(rule) if part not in self.settled)
        alone = alone_is_sound(rule) and not any(variables(part) for part in others)
        if alone:
            with writer.block("if gathered:"), self.bodies.guarded(number, "()"), emitter.inside():
                where = (number, rule, "gathered[0][2]")
                self.bodies.under(others, where, lambda: self.bodies.applied(rule))
        with (
            writer.block("if repeated(gathered):") if alone else nullcontext(),
            writer.block(f"for members in grouped(gathered, {bool(rule.order)}) if gathered else ():"),
            emitter.looping(),
        ):
            group = self.rows_of(rule)
            emitter.named(group, "group", nullable=False)
            writer.line("group = [member[3][-1] for member in members]")
            for n, (name, node) in enumerate(rule.per):
                emitter.named(Var(type=node.type, name=f"per {name}"), f"key_{n}", nullable=False)
                writer.line(f"key_{n} = members[0][0][{n}]")
            if rule.per:
                for n, loop in enumerate(rule.loops):
                    emitter.bind(loop.var, Code(f"members[0][3][{n}]", local=True))
                groups = "[member[2] for member in members]"
                self.bodies.write(number, rule, "members[0][2]", groups, tuple(self.settled))
                return
            self.each_member(number, rule)

    def each_member(self, number: int, rule: Rule) -> None:
        """The rule for every row of a group, with what stands around it."""
        writer, emitter = self.writer, self.emitter
        used = {node.name: node for node in parts(rule) if isinstance(node, Var)}
        running = [
            (node, Accumulator(emitter, node))
            for node in dict.fromkeys(parts(rule))
            if isinstance(node, Aggregate) and _runs(node)
        ]
        for node in dict.fromkeys(parts(rule)):
            if isinstance(node, Aggregate) and variables(node) == {"group"}:
                emitter.value(node)
        for _, accumulator in running:
            accumulator.start()
        with (
            writer.block("for n, (_, _, index, rows) in enumerate(members):"),
            emitter.looping(),
            ExitStack(),
        ):
            for n, loop in enumerate(rule.loops):
                bound = f"row_{n}"
                writer.line(f"{bound} = rows[{n}]")
                emitter.labels[bound] = loop.var.name
                emitter.bind(
                    loop.var, Code(bound, () if loop.var.type.kind == "row" else (bound,), local=True)
                )
            self.surroundings(used)
            for node, accumulator in running:
                self.run(node, accumulator, "so_far")
            for _, accumulator in running:
                # A sum over `earlier` is read before this row enters it.
                accumulator.finish(keep=True)
            for node, accumulator in running:
                self.run(node, accumulator, "earlier")
            self.bodies.write(number, rule, "index")

    def surroundings(self, used: dict[str, Var]) -> None:
        """Locals for the neighbour names the rule uses."""
        texts = {
            "previous": "group[n - 1] if n else None",
            "next": "group[n + 1] if n + 1 < len(group) else None",
        }
        for name, node in used.items():
            if name == "index":
                self.writer.line("count = Decimal(n + 1)")
                self.emitter.named(node, "count", nullable=False)
            elif name in texts:
                self.writer.line(f"{name} = {texts[name]}")
                self.emitter.named(node, name)
            elif name in _RUNNING:
                self.writer.line(f"{name} = Prefix(group, n{' + 1' if name == 'so_far' else ''})")
                self.emitter.named(node, name, nullable=False)

    def run(self, node: Aggregate, accumulator: Accumulator, name: str) -> None:
        """This row into a running aggregate."""
        over = node.over
        if variables(node) != {name}:
            return
        with self.emitter.inside():
            if not isinstance(over, Each):
                accumulator.step(Code("group[n]"))
                return
            self.emitter.bind(over.loops[0].var, Code("group[n]", local=True))
            enter(self.emitter, over, accumulator.step, accumulator.lost)

    @staticmethod
    def rows_of(rule: Rule) -> Var:
        """The variable `group` of a rule."""
        return Var(type=Type("list", item=rule.loops[-1].var.type), name="group")


def alone_is_sound(rule: Rule) -> bool:
    """Whether a group of one row always satisfies a `per` rule, as `count(group) == 1` does.

    Then only a key that comes again needs a look, and where rows are told apart by their first key
    already, none does.
    """
    check = rule.check
    if not rule.per or not isinstance(check, Compare):
        return False
    counted, bound = check.left, check.right
    if not isinstance(counted, Aggregate) or counted.function != "count" or not isinstance(bound, Const):
        return False
    if not isinstance(counted.over, Var) or counted.over.name != "group":
        return False
    return (check.op in ("==", "<=") and bound.value == 1) or (check.op == "<=" and bound.value > 1)


def _runs(node: Aggregate) -> bool:
    """Whether an aggregate over the rows so far can be carried from row to row."""
    over: Node = node.over
    if not isinstance(over, Each):
        return isinstance(over, Var) and over.name in _RUNNING
    loop, *more = over.loops
    parts_of_row = [over.element, *([over.condition] if over.condition else [])]
    others = frozenset().union(*map(variables, parts_of_row)) - {loop.var.name}
    return isinstance(loop.source, Var) and loop.source.name in _RUNNING and not more and not others
