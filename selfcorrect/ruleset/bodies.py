"""One rule in one place: does it apply, can it be evaluated, does it hold."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from typing import Final

from msgspec.structs import replace

from selfcorrect.language.nodes import And, Call, Const, Get, ListOf, Node
from selfcorrect.language.shape import WORKED_OUT
from selfcorrect.language.walk import variables
from selfcorrect.ruleset.agreement import agreement
from selfcorrect.ruleset.compiled import RuleCard, Site
from selfcorrect.ruleset.conditions import implied, rounds, wheres
from selfcorrect.ruleset.emitter import Code, Emitter, guarded, join, unknown
from selfcorrect.ruleset.reasons import Reasons, named, reasons_of
from selfcorrect.ruleset.rule import Rule, Tolerance
from selfcorrect.ruleset.runtime import CRASHED
from selfcorrect.ruleset.sites import Sites, card_of, numbered
from selfcorrect.ruleset.tables import parts

_MOMENTS: Final = ("date", "datetime")


class Bodies:
    """Writes the bodies of rules and knows their sites."""

    def __init__(self, emitter: Emitter, sites: Sites, rules: tuple[Rule, ...]) -> None:
        self.emitter = emitter
        self.writer = emitter.writer
        self.sites = sites
        codes = list(dict.fromkeys(rule.code for rule in rules if counts(rule)))
        self.bits = {code: 1 << n for n, code in enumerate(codes)}
        found = [_site(rule) for rule in rules]
        self.cards = tuple(site.rule for site in found if site.rule)
        self.numbers = [sites.add(site) for site in found]
        found = [sites.all[number] for number in self.numbers]
        self.warnings = {
            n: sites.add(replace(found[n], severity="warning"))
            for n, rule in enumerate(rules)
            if rule.warn_within
        }
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

    def skip(self, number: int, rule: Rule, index: str, reasons: Reasons) -> None:
        """Not evaluated, with what may be why; a violation where the rule wants it so."""
        site = self.numbers[number]
        if rule.fails_when_missing:
            self.writer.line(f"out.append(({site}, {index}, None, None))")
            return
        labels = tuple(label for label, _ in reasons)
        values = "".join(f"{text}, " for _, text in reasons)
        self.writer.line(f"open_.append(({site}, {index}, {self.writer.constant(labels)}, ({values})))")

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

    def equality(self, number: int, rule: Rule, index: str, groups: str) -> None:
        """Two sides and a tolerance."""
        assert rule.expected is not None and rule.actual is not None  # noqa: S101, PT018
        expected, actual = self.emitter.value(rule.expected), self.emitter.value(rule.actual)
        if rule.expected.type.kind in WORKED_OUT:
            self.calculations(number, rule, (expected, actual), (index, groups))
            return
        if rule.within is None and rule.warn_within is None and rounds(rule.expected, rule.actual):
            self.multiple(number, rule, index, groups)
            return
        within = self.tolerance(rule, rule.within)
        warn = self.tolerance(rule, rule.warn_within)
        code = Code("", join(expected, actual, *(t for t in (within, warn) if t)))
        if code.needs:
            with self.writer.block(f"if {unknown(code.needs)}:"):
                limits = [t.value for t in (rule.within, rule.warn_within) if t and t.value is not None]
                self.skip(number, rule, index, reasons_of(self.emitter, rule.expected, rule.actual, *limits))
            with self.writer.block("else:"):
                self.compare(number, rule, (expected.text, actual.text), (within, warn), (index, groups))
        else:
            self.compare(number, rule, (expected.text, actual.text), (within, warn), (index, groups))

    def calculations(self, number: int, rule: Rule, sides: tuple[Code, Code], where: tuple[str, str]) -> None:
        """Two printed calculations, which may not come out."""
        writer, (index, groups) = self.writer, where
        reasons = reasons_of(self.emitter, rule.expected, rule.actual)  # type: ignore[arg-type]
        needs = join(*sides)
        with writer.block(f"if {unknown(needs)}:") if needs else nullcontext():
            if needs:
                self.skip(number, rule, index, reasons)
        with writer.block("else:") if needs else nullcontext():
            expected, actual = self.name("expected", sides[0].text), self.name("actual", sides[1].text)
            agreed = writer.name("agreed")
            writer.line(f"{agreed} = {agreement(rule.within, expected, actual)}")
            with writer.block(f"if {agreed} is None:"):
                self.skip(number, rule, index, reasons)
            with writer.block(f"elif not {agreed}:"):
                site = str(self.numbers[number])
                if rule.warn_within:
                    close = agreement(rule.warn_within, expected, actual)
                    site = f"{self.warnings[number]} if {close} else {site}"
                self.found(site, index, (expected, actual), groups)

    def multiple(self, number: int, rule: Rule, index: str, groups: str) -> None:
        """`x == round(x, unit)`: whether x is a multiple is told without rounding it."""
        assert isinstance(rule.expected, Call)  # noqa: S101 - the caller has looked
        value, unit = (self.emitter.place(argument) for argument in rule.expected.arguments)
        needs = join(value, unit)
        if needs:
            with self.writer.block(f"if {unknown(needs)}:"):
                self.skip(number, rule, index, reasons_of(self.emitter, rule.expected))
        quick = f"{value.text}.__class__ is not int and not {value.text}.same_quantum({unit.text})"
        quick += f" and {value.text} % {unit.text}"
        with self.writer.block(f"{'elif' if needs else 'if'} {quick}:"):
            self.found(
                str(self.numbers[number]), index, (f"to_unit({value.text}, {unit.text})", value.text), groups
            )

    def compare(
        self,
        number: int,
        rule: Rule,
        sides: tuple[str, str],
        within: tuple[Code | None, Code | None],
        where: tuple[str, str],
    ) -> None:
        """The comparison, once both sides are known."""
        writer = self.writer
        expected, actual = self.name("expected", sides[0]), self.name("actual", sides[1])
        near, warn = within
        site = str(self.numbers[number])
        if near is None and warn is None:
            with writer.block(f"if {actual} != {expected}:"):
                self.found(site, where[0], (expected, actual), where[1])
            return
        kind = rule.expected.type.kind if rule.expected else ""
        gap = f"gap({actual}, {expected})" if kind in _MOMENTS else f"abs({actual} - {expected})"
        limit = near.text.format(e=expected, a=actual) if near else "0"
        with writer.block(f"if {actual} != {expected} and {gap} > {limit}:"):
            if warn:
                outer = warn.text.format(e=expected, a=actual)
                site = f"{self.warnings[number]} if {gap} <= {outer} else {site}"
            self.found(site, where[0], (expected, actual), where[1])
        if rule.within and rule.within.form == "cents" and (code := self.emitter.value(self.cent)).needs:
            # Off by less than the largest minor unit there is: the currency decides, and nobody knows it.
            with writer.block(f"elif {code.text} is None and {actual} != {expected}:"):
                self.skip(number, rule, where[0], reasons_of(self.emitter, self.cent))

    def name(self, hint: str, text: str) -> str:
        """A text in a local, unless it is one."""
        if text.isidentifier():
            return text
        local = self.writer.name(hint)
        self.writer.line(f"{local} = {text}")
        return local

    def found(self, site: str, index: str, sides: tuple[str, str], groups: str) -> None:
        """A violation."""
        more = f", {groups}" if groups else ""
        self.writer.line(f"out.append(({site}, {index}, {sides[0]}, {sides[1]}{more}))")

    def tolerance(self, rule: Rule, tolerance: Tolerance | None) -> Code | None:
        """A tolerance as code; `{e}` and `{a}` in it stand for the sides."""
        if tolerance is None:
            return None
        if tolerance.form in ("printed", "place"):
            # What is printed is a field; a side that was computed is not.
            side = "e" if isinstance(rule.expected, Get) and not isinstance(rule.actual, Get) else "a"
            return Code(f"tolerance_of_print({{{side}}})" + " * 2" * (tolerance.form == "place"))
        assert tolerance.value is not None  # noqa: S101 - only `printed` has none
        value = self.emitter.value(tolerance.value)
        if tolerance.form == "share":
            return Code(f"abs({{e}}) * {value.text}", value.needs)
        if tolerance.form == "cents":
            unit = self.unit if isinstance(self.cent, Call) else "CENT"
            one = isinstance(tolerance.value, Const) and tolerance.value.value == 1
            return Code(unit if one else f"{value.text} * {unit}", value.needs)
        return Code(guarded(value) if value.local else value.text, value.needs)

    cent: Node
    unit: Final = "unit_of_tolerance"
    flags: set[int] | None = None

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


def counts(rule: Rule | RuleCard) -> bool:
    """Whether a rule counts for coverage: what is deterministic, beyond the shape."""
    return rule.form != "ask" and rule.origin == "rule"


def _site(rule: Rule) -> Site:
    assert rule.at is not None  # noqa: S101 - linking gives every rule a place
    suspects = tuple(numbered(place, rule.loops) for place in rule.suspect_places)
    return Site(
        rule.code, rule.severity, rule.error_type, numbered(rule.at, rule.loops), card_of(rule), suspects
    )
