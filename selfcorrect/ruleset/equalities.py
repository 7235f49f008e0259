"""Two sides and a tolerance, written out; how a rule says that it found something or was not evaluated."""

from contextlib import nullcontext
from typing import Final

from msgspec.structs import replace

from selfcorrect.language.nodes import Call, Const, Get, Node
from selfcorrect.language.shape import WORKED_OUT
from selfcorrect.ruleset.agreement import agreement
from selfcorrect.ruleset.compiled import Site
from selfcorrect.ruleset.conditions import rounds
from selfcorrect.ruleset.emitter import Code, Emitter, guarded, join, unknown
from selfcorrect.ruleset.reasons import Reasons, reasons_of
from selfcorrect.ruleset.rule import Rule, Tolerance
from selfcorrect.ruleset.sites import Sites, card_of, numbered

_MOMENTS: Final = ("date", "datetime")


class Equalities:
    """Writes comparisons of an expected and an actual side. `cent` is the node of the minor unit."""

    cent: Node
    unit: Final = "unit_of_tolerance"

    def __init__(self, emitter: Emitter, sites: Sites, rules: tuple[Rule, ...]) -> None:
        self.emitter = emitter
        self.writer = emitter.writer
        self.numbers = [sites.add(_site(rule)) for rule in rules]
        self.warnings = {
            n: sites.add(replace(sites.all[self.numbers[n]], severity="warning"))
            for n, rule in enumerate(rules)
            if rule.warn_within
        }

    def skip(self, number: int, rule: Rule, index: str, reasons: Reasons) -> None:
        """Not evaluated, with what may be why; a violation where the rule wants it so."""
        site = self.numbers[number]
        if rule.fails_when_missing:
            self.writer.line(f"out.append(({site}, {index}, None, None))")
            return
        labels = tuple(label for label, _ in reasons)
        values = "".join(f"{text}, " for _, text in reasons)
        self.writer.line(f"open_.append(({site}, {index}, {self.writer.constant(labels)}, ({values})))")

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


def _site(rule: Rule) -> Site:
    assert rule.at is not None  # noqa: S101 - linking gives every rule a place
    suspects = tuple(numbered(place, rule.loops) for place in rule.suspect_places)
    return Site(
        rule.code, rule.severity, rule.error_type, numbered(rule.at, rule.loops), card_of(rule), suspects
    )
