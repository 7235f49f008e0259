"""A compiled rule set: what checks records."""

import linecache
from collections.abc import Mapping
from datetime import date
from decimal import Decimal, getcontext, setcontext
from functools import cached_property, partial
from typing import Any

from selfcorrect.language.currencies import CURRENCIES, minor_unit
from selfcorrect.language.numbers import CONTEXT, bucket, divide, modulo, power, round_to
from selfcorrect.language.patterns import fits
from selfcorrect.language.printed import Facts, appears, numbers
from selfcorrect.model.marks import Mark, Span
from selfcorrect.model.report import Coverage, Report, Violation
from selfcorrect.model.words import Verdict
from selfcorrect.ruleset import runtime
from selfcorrect.ruleset.bodies import UNASKED
from selfcorrect.ruleset.generate import Generated, generate
from selfcorrect.ruleset.readings import FieldReading, PartReading
from selfcorrect.ruleset.render import Outcome, Reading, findings
from selfcorrect.ruleset.sites import render
from selfcorrect.ruleset.rule import Context, Rule, Source


class RuleSet:
    """Rules compiled into one function. Picklable: the function is made again where it is loaded.

    `rules` are the linked rules; `answer` the fields whose value must be upheld by a rule before a
    report passes; `least` the coverage it needs.
    """

    def __init__(self, rules: tuple[Rule, ...], context: Context, answer: tuple[str, ...] = (), least: Any = 0) -> None:
        self.rules = rules
        self.context = context
        self.answer = answer
        self.least = least
        self._generated = generate(rules, context)
        self._severe = [site.severity == "error" and (site.rule is None or site.rule.grade >= "E2") for site in self._generated.sites]
        self._upholds = _upholding(rules, answer, self._generated.bits)

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in self.__dict__.items() if key != "function"}

    @property
    def code(self) -> str:
        """The source of the generated function."""
        return self._generated.source

    def mark_of(self, line: int) -> Mark | None:
        """The place in the pack that a line of the generated source comes from."""
        marks = self._generated.marks
        return marks[max(known)] if (known := [n for n in marks if n <= line]) else None

    @cached_property
    def function(self) -> Any:
        """The generated function: `check(record, document, facts, today)` to (findings, open, applied)."""
        return build(self._generated, self.context)

    def check(
        self,
        record: object,
        *,
        document: str | None = None,
        today: date | None = None,
        source: str = "",
        spans: Mapping[str, Span] | None = None,
        doubts: tuple[Violation, ...] = (),
    ) -> Report:
        """Check one record. Never raises for bad data.

        `spans` are the places of values read from the document; `doubts` what a reader was unsure of: a
        value that is null for a doubt is not reported as missing.
        """
        before = getcontext()
        setcontext(CONTEXT)
        try:
            facts = None if document is None else Facts(document)
            out, not_evaluated, applied = self.function(record, document, facts, today or self.today())
        finally:
            setcontext(before)
        if doubts:
            out = self.without_missing(out, {doubt.path for doubt in doubts})
        reading = Reading(record, document, spans or {}, doubts)
        return self.report(Outcome(out, not_evaluated, applied), reading, source)

    def today(self) -> date | None:
        """The day of the check, where a rule asks for it."""
        return date.today() if self._generated.asks_today else None

    def without_missing(self, found: list[Any], paths: set[str]) -> list[Any]:
        """Findings but for values missing at `paths`."""
        sites = self._generated.sites
        return [e for e in found if sites[e[0]].finding != "MISSING_FIELD" or render(sites[e[0]].place, e[1]) not in paths]

    def report(self, outcome: Outcome, reading: Reading, source: str) -> Report:
        """The report of one outcome."""
        unverified: tuple[str, ...] = ()
        verdict: Verdict = "pass"
        open_bits = self.open_bits(outcome)
        applicable, evaluated = outcome.applied.bit_count(), (outcome.applied & ~open_bits).bit_count()
        coverage = Coverage(applicable, evaluated)
        if outcome.found and any(self._severe[finding[0]] for finding in outcome.found):
            verdict = "fail"
        elif unverified := tuple(d.message for d in reading.doubts) + self.doubts(outcome.applied & ~open_bits, coverage):
            verdict = "unverified"
        return Report(
            verdict=verdict,
            coverage=coverage,
            render=partial(findings, self._generated.sites, outcome, reading),
            candidate=reading.record,
            source=source,
            document=reading.document,
            spans=reading.spans,
            unverified=unverified,
        )

    def open_bits(self, outcome: Outcome) -> int:
        """The bits of codes that could not be evaluated somewhere."""
        bits = 0
        for entry in outcome.open:
            rule = self._generated.sites[entry[0]].rule
            bits |= self._generated.bits.get(rule.code, 0) if rule else 0
        return bits

    def doubts(self, evaluated: int, coverage: Coverage) -> tuple[str, ...]:
        """Why a report without errors proves nothing, one sentence each."""
        if not coverage.evaluated:
            return ("No rule could be evaluated.",)
        found = [f"No rule that could be evaluated looks at `{field}`." for field, bits in self._upholds if not evaluated & bits]
        if coverage.ratio < self.least:
            found.append(f"Only {coverage.evaluated} of {coverage.applicable} rules that apply could be evaluated.")
        return tuple(found)


def _upholding(rules: tuple[Rule, ...], answer: tuple[str, ...], bits: dict[str, int]) -> list[tuple[str, int]]:
    """For each field of the answer, the codes of rules that compare it with another field."""
    found = []
    for field in answer:
        upholding = 0
        for rule in rules:
            of_field = sum(_same_field(read, field) for read in rule.reads)
            if 0 < of_field < len(rule.reads):
                upholding |= bits.get(rule.code, 0)
        found.append((field, upholding))
    return found


def _same_field(read: str, field: str) -> bool:
    return read == field or read.startswith((f"{field}[", f"{field}."))


def build(generated: Generated, context: Context) -> Any:
    """The function behind a source, registered with linecache so that a traceback shows its lines."""
    name = f"<selfcorrect rules {context.digest[:12] or id(generated)}>"
    lines = generated.source.splitlines(keepends=True)
    linecache.cache[name] = (len(generated.source), None, lines, name)
    namespace: dict[str, Any] = {
        **_NAMESPACE,
        **{name: made(value) for name, value in generated.constants.items()},
        "lookup": partial(_look_up, context.sources),
        "UNASKED": UNASKED,
    }
    exec(compile(generated.source, name, "exec"), namespace)  # noqa: S102 - our own source: no text of a pack is in it
    return namespace["check"]


def made(constant: Any) -> Any:
    """A constant as the code uses it: readings become functions."""
    return constant.reader() if isinstance(constant, FieldReading | PartReading) else constant


def _look_up(sources: dict[str, Source], source: tuple[str, str], key: str, column: str) -> Any:
    return sources[source[1]].find(key, column)


_NAMESPACE: dict[str, Any] = {
    "__builtins__": {
        **{f.__name__: f for f in (abs, bool, dict, enumerate, len, list, str, tuple)},
        "Exception": Exception,
    },
    "Decimal": Decimal,
    "ZERO": Decimal(0),
    "CENT": Decimal("0.01"),
    "HUNDREDTH": Decimal("0.01"),
    "CURRENCIES": CURRENCIES,
    "minor_unit": minor_unit,
    "bucket": bucket,
    "divide": divide,
    "modulo": modulo,
    "power": power,
    "round_to": round_to,
    "fits": fits,
    "appears": appears,
    "numbers": numbers,
    "Prefix": runtime.Prefix,
    **{
        f.__name__: f
        for f in (
            runtime.charge,
            runtime.shift,
            runtime.between,
            runtime.gap,
            runtime.contains,
            runtime.distinct,
            runtime.ascending,
            runtime.tolerance_of_print,
            runtime.iso_week,
            runtime.iso_month,
            runtime.grouped,
            runtime.as_dict,
            runtime.unknown_fields,
            runtime.crashed,
        )
    },
}


def compile_rules(rules: tuple[Rule, ...], context: Context, answer: tuple[str, ...] = (), least: Any = 0) -> RuleSet:
    """The rule set for linked rules."""
    return RuleSet(tuple(rules), context, answer, least)
