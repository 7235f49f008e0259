"""A compiled rule set: what checks records."""

import gc
from collections.abc import Mapping
from datetime import date
from decimal import getcontext, setcontext
from functools import cached_property
from types import CodeType
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from selfcorrect.language.numbers import CONTEXT
from selfcorrect.language.printed.facts import Facts
from selfcorrect.model.marks import Mark, Span
from selfcorrect.model.report import Answered, Coverage, Places, Report, Violation, Weight
from selfcorrect.model.words import Verdict
from selfcorrect.ruleset import runtime
from selfcorrect.ruleset.compiled import Compiled, RuleCard, render
from selfcorrect.ruleset.found import Filled, facts_of, fill_record
from selfcorrect.ruleset.function import build
from selfcorrect.ruleset.render import Telling

if TYPE_CHECKING:
    from selfcorrect.language.statements import FactTable

Conclusion = tuple[Verdict, Coverage, tuple[str, ...]]
"""Verdict, coverage, and why nothing can be concluded."""

_MANY = 5_000
"""Rows of a list of a large record."""
_MOST_CONCLUSIONS = 1000
"""How many are remembered, by what applies and what was evaluated: records resemble one another."""


class RuleSet:
    """Rules compiled into one function. Picklable: the function is made again where it is loaded."""

    def __init__(self, compiled: Compiled, code: CodeType | None = None) -> None:
        self.compiled = compiled
        self._code = code
        self._bits = [compiled.bits.get(site.rule.code, 0) if site.rule else 0 for site in compiled.sites]
        self._least = compiled.least.as_integer_ratio()
        self._conclusions: dict[tuple[int, int], Conclusion] = {}
        self._severe = [
            site.severity == "error" and (site.rule is None or site.rule.proves) for site in compiled.sites
        ]

    def __getstate__(self) -> dict[str, Any]:
        return {
            key: value
            for key, value in self.__dict__.items()
            if key not in ("function", "_code", "_conclusions", "reach", "facts")
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _code=None, _conclusions={})

    @property
    def rules(self) -> tuple[RuleCard, ...]:
        """The rules, in pack order: what they say, read and suspect."""
        return self.compiled.rules

    @property
    def code(self) -> str:
        """The source of the generated function."""
        return self.compiled.source

    def mark_of(self, line: int) -> Mark | None:
        """The place in the pack that a line of the generated source comes from."""
        marks = self.compiled.marks
        return marks[max(known)] if (known := [n for n in marks if n <= line]) else None

    @cached_property
    def function(self) -> Any:
        """The generated function: `check(record, document, facts, today)` to (findings, open, applied)."""
        return build(self.compiled, self._code)

    def check(  # noqa: PLR0913 - keywords, none of which the others imply
        self,
        record: object,
        *,
        document: str | None = None,
        today: date | None = None,
        source: str = "",
        spans: Mapping[str, Span] | None = None,
        doubts: tuple[Violation, ...] = (),
        places: Places | None = None,
    ) -> Report:
        """Check one record. Never raises for bad data.

        `spans` are the places of values read from the document, `places` of those read from files of rows;
        `doubts` are what a reader was unsure of: a value that is null for a doubt is not reported as missing.
        """
        whole, filled = self.filled(record)
        found, left_open, applied = self.run(whole, document, today)
        if doubts:
            found = self.without_missing(found, {doubt.path for doubt in doubts})
        telling = Telling(
            self.compiled.sites,
            found,
            left_open,
            applied,
            document,
            spans or {},
            doubts,
            filled,
            places=places,
            record=record,
            keys=self.compiled.keys,
        )
        verdict, coverage, unverified = self.conclude(telling)
        return Report(
            verdict,
            coverage,
            telling,
            record,
            source,
            document,
            telling.spans,
            unverified,
            places=places,
        )

    def answered(self, report: Report, answers: Mapping[tuple[str, str], Answered]) -> Report:
        """A report of this rule set with questions answered, by code and path: its findings, its verdict."""
        telling = told_by(report).answered(answers)
        verdict, coverage, unverified = self.conclude(telling)
        return replace(report, verdict=verdict, coverage=coverage, findings=telling, unverified=unverified)

    def beside(self, report: Report, found: tuple[Violation, ...]) -> Report:
        """A report with findings that no rule of this set made; what blocks makes it fail."""
        telling = told_by(report)
        telling = replace(telling, doubts=(*telling.doubts, *found), told=None)
        if any(violation.blocks for violation in found):
            return replace(report, findings=telling, verdict="fail", unverified=())
        return replace(report, findings=telling)

    def unread(self, found: Violation, *, document: str | None = None, source: str = "") -> Report:
        """The report of what is no record: the one finding that says so, and nothing evaluated."""
        telling = Telling(self.compiled.sites, [], [], 0, document, {}, (found,))
        return Report("fail", Coverage(0, 0), telling, None, source, document)

    def evaluated(self, report: Report) -> frozenset[str]:
        """The codes that count for coverage and were evaluated everywhere they apply."""
        telling = told_by(report)
        bits = self.left(telling)
        return frozenset(code for code, bit in self.compiled.bits.items() if bits & bit)

    def run(
        self, record: object, document: str | None, today: date | None
    ) -> tuple[list[Any], list[Any], int]:
        """What the generated function finds, what it leaves open, and the bits of the codes that apply."""
        before = getcontext()
        setcontext(CONTEXT)
        large = gc.isenabled() and is_large(record)
        if large:
            gc.disable()
        try:
            facts = None if document is None else Facts(document)
            found, left_open, applied = self.function(record, document, facts, today or self.today())
        except Exception as error:  # noqa: BLE001 - a record whose own methods raise must not stop the others
            found, left_open, applied = self.crashed(error), [], 0
        finally:
            setcontext(before)
            if large:
                gc.enable()
        return found, left_open, applied

    def filled(self, record: object) -> tuple[object, Filled | None]:
        """A record with the lists that are found in its texts, and what was found."""
        shape = self.compiled.finds
        return fill_record(record, shape, self.facts) if shape else (record, None)

    @cached_property
    def facts(self) -> "dict[str, FactTable]":
        """The sources whose sentences are looked for in texts."""
        shape = self.compiled.finds
        return facts_of(shape, self.compiled.sources) if shape else {}

    def weigh(self, record: object, *, today: date | None = None) -> Weight:
        """What the rules say of a record beside others that it might be, but for rules about a document."""
        found, _, _ = self.run(self.filled(record)[0], None, today)
        proofs, sites = self.compiled.proofs, self.compiled.sites
        proved = {entry[0] for entry in found if entry[0] in proofs and self._severe[entry[0]]}
        return Weight(
            failing=frozenset(sites[number].code for number in proved),
            objected=frozenset(field for number in proved for field in proofs[number]),
        )

    @cached_property
    def reach(self) -> frozenset[str]:
        """The fields of the candidate that some rule with proof reads."""
        return frozenset(field for fields in self.compiled.proofs.values() for field in fields)

    def crashed(self, error: Exception) -> list[Any]:
        """The findings of a check that could not be gone through with: that it crashed, which blocks."""
        site = next(n for n, site in enumerate(self.compiled.sites) if site.finding == runtime.CRASHED)
        return [(site, (), None, runtime.told(error))]

    def today(self) -> date | None:
        """The day of the check, where a rule asks for it."""
        return date.today() if self.compiled.asks_today else None  # noqa: DTZ011 - the day where we are

    def without_missing(self, found: list[Any], paths: set[str]) -> list[Any]:
        """Findings but for values missing at `paths`."""
        sites = self.compiled.sites
        return [
            e
            for e in found
            if sites[e[0]].finding != "MISSING_FIELD" or render(sites[e[0]].place, e[1]) not in paths
        ]

    def left(self, telling: Telling) -> int:
        """The bits of the codes that apply and are not open anywhere."""
        evaluated = telling.applied
        for entry in telling.left_open:
            evaluated &= ~self._bits[entry[0]]
        return evaluated

    def conclude(self, telling: Telling) -> Conclusion:
        """What follows from the findings and the codes that apply."""
        applied, evaluated = telling.applied, self.left(telling)
        spent = any(entry[2] is runtime.SPENT for entry in telling.left_open)
        conclusion = self._conclusions.get((applied, evaluated))
        if conclusion is None:
            conclusion = self.without_errors(applied, evaluated)
            if len(self._conclusions) < _MOST_CONCLUSIONS:
                self._conclusions[applied, evaluated] = conclusion
        if telling.found and any(self._severe[entry[0]] for entry in telling.found):
            return "fail", conclusion[1], ()
        if telling.found or spent or telling.doubts:
            doubts = self.objections(telling)
            return ("unverified", conclusion[1], doubts + conclusion[2]) if doubts else conclusion
        return conclusion

    def objections(self, telling: Telling) -> tuple[str, ...]:
        """What forbids to conclude whatever was evaluated: a reader's doubts, errors without proof, and
        a record too large to be checked whole, which must not buy it a pass.
        """
        found = [doubt.message for doubt in telling.doubts if doubt.severity == "error"]
        sites = [self.compiled.sites[entry[0]] for entry in telling.found]
        found += [f"{site.code} objects, without proof." for site in sites if site.severity == "error"]
        spent = [self.compiled.sites[entry[0]] for entry in telling.left_open if entry[2] is runtime.SPENT]
        found += [f"{site.code} could not be checked: {runtime.SPENT}." for site in spent]
        return tuple(dict.fromkeys(found))

    def without_errors(self, applied: int, evaluated: int) -> Conclusion:
        """What follows where nothing is wrong: pass, unless too little could be evaluated."""
        coverage = Coverage(applied.bit_count(), evaluated.bit_count())
        if self.proves(evaluated, coverage):
            return "pass", coverage, ()
        return "unverified", coverage, self.gaps(evaluated, coverage)

    def proves(self, evaluated: int, coverage: Coverage) -> bool:
        """Whether what was evaluated is enough to conclude from."""
        share, whole = self._least
        if not evaluated or coverage.evaluated * whole < coverage.applicable * share:
            return False
        return all(evaluated & bits for _, bits in self.compiled.upheld)

    def gaps(self, evaluated: int, coverage: Coverage) -> tuple[str, ...]:
        """Why what was evaluated is not enough, one sentence each."""
        if not evaluated:
            return ("No rule could be evaluated.",)
        found = [
            f"No rule that could be evaluated compares `{field}` with anything."
            for field, bits in self.compiled.upheld
            if not evaluated & bits
        ]
        share, whole = self._least
        if coverage.evaluated * whole < coverage.applicable * share:
            applicable = coverage.applicable
            found.append(f"Only {coverage.evaluated} of {applicable} rules that apply could be evaluated.")
        return tuple(found)


def is_large(record: object) -> bool:
    """Whether a record has so many rows that looking for garbage while it is checked would cost more than the
    check: of what a check makes nothing refers to itself, and all is looked at again and again.
    """
    if record.__class__ is not dict:
        return False
    return any(value.__class__ is list and len(value) > _MANY for value in record.values())


def told_by(report: Report) -> Telling:
    """The findings as the generated code gave them. TypeError for a report that no rule set made."""
    if not isinstance(report.findings, Telling):
        raise TypeError("this report was not made by a rule set")
    return report.findings
