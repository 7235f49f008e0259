"""One version of a candidate as the judge looks at it."""

from decimal import Decimal
from typing import Any

from msgspec import Struct

from selfcorrect.model.exact_json import canonical, digest
from selfcorrect.model.report import Report
from selfcorrect.ruleset.ruleset import RuleSet

Pair = tuple[str, str]
"""Code and path of a finding."""


class Version(Struct, frozen=True):
    """A candidate, its report, and what is compared between versions.

    `usable` is false for a reply that held no record. `findings` are code, path and actual of all that
    blocks, `pairs` the same without the actual; `evaluated` the codes evaluated everywhere they apply;
    `answer` the fields that matter, in canonical form; `regressions` say what a repair broke that nothing had
    asked it to touch, and `owed` are the lists that lack rows for it, with how many they had.
    """

    number: int
    parent: int
    candidate: Any
    report: Report
    digest: str
    usable: bool
    answer: str
    findings: frozenset[tuple[str, str, str | None]]
    pairs: frozenset[Pair]
    evaluated: frozenset[str]
    coverage: Decimal
    objections: tuple[str, ...] = ()
    regressions: tuple[str, ...] = ()
    owed: tuple[tuple[str, int], ...] = ()

    @property
    def rank(self) -> tuple[bool, int, Decimal, int]:
        """Smaller is better: usable, fewest that blocks, most coverage, earliest."""
        return (not self.usable, len(self.pairs), -self.coverage, self.number)

    @property
    def signal(self) -> float:
        """The share of evaluated rules that fail, 0 to 1; 1 where there is no record."""
        if not self.usable:
            return 1.0
        failing = {code for code, _ in self.pairs}
        return len(failing) / len(failing | self.evaluated) if failing else 0.0


def version_of(
    report: Report, rules: RuleSet, answer: tuple[str, ...], place: tuple[int, int], *, usable: bool = True
) -> Version:
    """A report as a version; `place` are its number and its parent's."""
    candidate = report.candidate
    blocking = [violation for violation in report.violations if violation.blocks]
    return Version(
        number=place[0],
        parent=place[1],
        candidate=candidate,
        report=report,
        digest=digest(candidate),
        usable=usable,
        answer=_answer(candidate, answer),
        findings=frozenset((v.code, v.path, v.actual) for v in blocking),
        pairs=frozenset((v.code, v.path) for v in blocking),
        evaluated=rules.evaluated(report),
        coverage=report.coverage.ratio,
        objections=tuple(
            f"{v.code} objects at {v.path or 'the record'}, without proof."
            for v in report.violations
            if v.severity == "error" and not v.blocks
        ),
    )


def _answer(candidate: Any, fields: tuple[str, ...]) -> str:
    """The fields that matter, all where none is named."""
    if fields and isinstance(candidate, dict):
        candidate = {name: candidate.get(name) for name in fields}
    return canonical(candidate)
