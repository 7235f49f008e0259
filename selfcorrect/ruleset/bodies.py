"""One rule in one place: does it apply, can it be evaluated, does it hold."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext

from msgspec.structs import replace

from selfcorrect.language.nodes import And, Cycles, ListOf, Node
from selfcorrect.language.walk import variables
from selfcorrect.ruleset.compiled import RuleCard
from selfcorrect.ruleset.conditions import implied, wheres
from selfcorrect.ruleset.emitter import Emitter, join, unknown
from selfcorrect.ruleset.equalities import Equalities
from selfcorrect.ruleset.reasons import named, reasons_of
from selfcorrect.ruleset.rule import Rule
from selfcorrect.ruleset.runtime import CRASHED
from selfcorrect.ruleset.sites import Sites
from selfcorrect.ruleset.tables import parts


class Bodies(Equalities):
    """Writes the bodies of rules and knows their sites."""

    flags: set[int] | None = None

    def __init__(self, emitter: Emitter, sites: Sites, rules: tuple[Rule, ...]) -> None:
        super().__init__(emitter, sites, rules)
        codes = list(dict.fromkeys(rule.code for rule in rules if counts(rule)))
        self.bits = {code: 1 << n for n, code in enumerate(codes)}
        found = [sites.all[number] for number in self.numbers]
        self.cards = tuple(site.rule for site in found if site.rule)
        self.failed: dict[Node, str] = {}
        self.crashes = [sites.add(replace(site, code=CRASHED, severity="error")) for site in found]

    def bit(self, rule: Rule | RuleCard) -> int:
        """The rule's bit in `applied`; 0 if it does not count."""
        return self.bits[rule.code] if counts(rule) else 0

    def write(
        self, number: int, rule: Rule, index: str, groups: str = "", settled: tuple[Node, ...] = ()
    ) -> None:
        """The rule at `index` (a tuple's text); `groups` is the text of the group's indexes, for `per`.

        Conditions that are `settled` are known to hold here.
        """
        with self.guarded(number, index), self.emitter.inside():
            for node in parts(rule):
                if failed := self.failed.get(node):
                    with self.writer.block(f"if {failed}:"):
                        self.writer.line(f"raise {failed}")
            conditions = tuple(part for part in wheres(rule) if part not in settled)
            where = (number, rule, index)
            self.under(conditions, where, lambda: self.check(number, rule, index, groups))

    def under(
        self,
        operands: tuple[Node, ...],
        where: tuple[int, Rule, str],
        then: Callable[[], None],
        unless: tuple[Node, ...] = (),
    ) -> None:
        """What comes `then` under a conjunction; not evaluated if that is unknown and no `unless` is false.

        Operands that are certain to be known come first, each in the light of those before it: once
        `present(due)` holds, `due > date` needs to ask for the date only. Kleene's `and` does not mind.
        """
        number, rule, index = where
        plain = [operand for operand in operands if not self.needs(operand)]
        others = tuple(operand for operand in operands if operand not in plain)
        if plain:
            text = " and ".join(self.emitter.value(operand).text for operand in plain)
            with self.writer.block(f"if {text}:"), self.emitter.inside():
                for operand in plain:
                    self.emitter.learn(implied(self.emitter, operand))
                self.under(others, where, then, unless)
        elif others:
            whole = others[0] if len(others) == 1 else And(type=others[0].type, operands=others)
            with ExitStack() as stack:
                for operand in others[:-1]:
                    # What is false decides: what comes after it need not be worked out.
                    text = self.emitter.place(operand).text
                    stack.enter_context(self.writer.block(f"if {text} is not False:"))
                    stack.enter_context(self.emitter.inside())
                when = self.emitter.place(whole)
                with self.writer.block(f"if {when.text} is None:"), self.unless(unless):
                    self.applied(rule)
                    self.skip(number, rule, index, reasons_of(self.emitter, whole))
                with self.writer.block(f"elif {when.text}:"), self.emitter.inside():
                    then()
        else:
            then()

    @contextmanager
    def unless(self, conditions: tuple[Node, ...]) -> Iterator[None]:
        """A block for when none of some conditions is false."""
        with self.emitter.inside():
            asked = [self.emitter.place(condition).text for condition in conditions]
            tests = " and ".join(f"{text} is not False" for text in asked)
            with self.writer.block(f"if {tests}:") if tests else nullcontext():
                yield

    def needs(self, operand: Node) -> bool:
        """Whether a condition may be unknown here; looking leaves no trace in the source."""
        count, bound = len(self.writer.lines), dict(self.emitter.known[-1])
        needs = bool(self.emitter.value(operand).needs)
        del self.writer.lines[count:]
        self.emitter.known[-1].clear()
        self.emitter.known[-1].update(bound)
        return needs

    @contextmanager
    def guarded(self, number: int, index: str) -> Iterator[None]:
        """A crash blocks and names the rule, a spent budget leaves it open. Neither stops the rest."""
        with self.writer.block("try:"):
            yield
        with self.writer.block("except Exception as error:"):
            self.applied(self.cards[number])
            sites = f"({self.numbers[number]}, {self.crashes[number]})"
            self.writer.line(f"crashed(out, open_, {sites}, {index}, error)")

    def applied(self, rule: Rule | RuleCard) -> None:
        """Say that the rule applies."""
        bit = self.bit(rule)
        if bit and self.flags is not None:
            # In rows a flag is set, and its bit once after them.
            self.flags.add(bit)
            self.writer.line(f"applies_{bit} = True")
        elif bit:
            self.writer.line(f"applied |= {bit}")

    def check(self, number: int, rule: Rule, index: str, groups: str) -> None:
        """The check itself."""
        if rule.form == "ask":
            self.ask(number, rule, index)
            return
        self.applied(rule)
        assert rule.check is not None  # noqa: S101 - only questions have none
        if rule.expected is not None and rule.actual is not None:
            self.equality(number, rule, index, groups)
            return
        code = self.emitter.value(rule.check)
        if code.needs:
            with self.writer.block(f"if {unknown(code.needs)}:"):
                self.skip(number, rule, index, reasons_of(self.emitter, rule.check))
        with self.writer.block(f"{'elif' if code.needs else 'if'} not {code.text}:"):
            self.found(str(self.numbers[number]), index, ("None", "None"), groups)

    def ask(self, number: int, rule: Rule, index: str) -> None:
        """A question, left open with the values it is about; one about nothing that is known is not asked."""
        items = rule.check.items if isinstance(rule.check, ListOf) else ()
        values = tuple(map(self.emitter.value, items))
        if needs := join(*values):
            with self.writer.block(f"if {unknown(needs)}:"):
                self.skip(number, rule, index, reasons_of(self.emitter, *items))
        with self.writer.block("else:") if needs else nullcontext():
            asked = "".join(f"{value.text}, " for value in values)
            self.writer.line(f"open_.append(({self.numbers[number]}, {index}, UNASKED, ({asked})))")

    def absent(self, number: int, rule: Rule, index: str, needs: tuple[str, ...]) -> None:
        """A rule whose list is not there: it does not apply if its `when` says so without the rows.

        What the shape demands of rows, or a rule over whatever fields there are, asks for no rows.
        """
        if rule.origin == "shape" or rule.over_fields:
            return
        outer = tuple(condition for condition in wheres(rule) if not variables(condition))
        if not outer:
            self.applied(rule)
            self.skip(number, rule, index, named(self.emitter, needs))
            return
        with self.guarded(number, index), self.emitter.inside():
            whole = outer[0] if len(outer) == 1 else And(type=outer[0].type, operands=outer)
            when = self.emitter.place(whole)
            with self.writer.block(f"if {when.text} is not False:"):
                self.applied(rule)
                self.skip(number, rule, index, named(self.emitter, needs))

    def without_rings(self, number: int, rule: Rule, source: Cycles) -> None:
        """A rule about rings where rows have none: it holds, for they were looked at."""
        rows, rings = self.emitter.place(source.rows), self.emitter.place(source)
        outer = tuple(condition for condition in wheres(rule) if not variables(condition))
        with self.writer.block(f"if {rows.text} and not {rings.text}:"), self.emitter.inside():
            self.under(outer, (number, rule, "()"), lambda: self.applied(rule))


def counts(rule: Rule | RuleCard) -> bool:
    """Whether a rule counts for coverage: what is deterministic, beyond the shape."""
    return rule.form != "ask" and rule.origin == "rule"
