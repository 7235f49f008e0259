"""What a run has seen so far: counts, and the exit status they add up to."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from selfcorrect.model.report import Coverage, Report
from selfcorrect.model.words import SEVERITIES
from selfcorrect.report.refusal import Refusal
from selfcorrect.report.text import PLAIN, Style, counted, coverage_phrase

FailOn = Literal["error", "warning", "hint", "never"]


class Tally:
    """Adds up reports and refusals. `status` is 0 to 3, the highest that anything called for."""

    def __init__(self, fail_on: FailOn, *, allow_unverified: bool) -> None:
        self._fail_on = fail_on
        self._allow_unverified = allow_unverified
        self._verdicts: Counter[str] = Counter()
        self._severities: Counter[str] = Counter()
        self._applicable = 0
        self._evaluated = 0
        self.refusals: list[Refusal] = []
        self.status = 0

    @property
    def checked(self) -> int:
        """How many reports there were."""
        return self._verdicts.total()

    def add(self, report: Report) -> None:
        """Count a report."""
        self._verdicts[report.verdict] += 1
        self._severities.update(v.severity for v in report.violations)
        self._applicable += report.coverage.applicable
        self._evaluated += report.coverage.evaluated
        if self._fails(report):
            self.status = max(self.status, 1)

    def refuse(self, refusals: Sequence[Refusal]) -> None:
        """Count inputs that could not be used."""
        self.refusals += refusals
        self.status = max(self.status, 2)

    def fail(self) -> None:
        """Count an engine that failed."""
        self.status = 3

    def summary(self, style: Style = PLAIN) -> str:
        """`3 checked: 2 pass, 1 fail; 1 error; 40 of 42 rules evaluated (coverage 0.95)`."""
        verdicts = [
            style.paint(f"{number:,} {verdict}", verdict)
            for verdict in ("pass", "fail", "unverified")
            if (number := self._verdicts[verdict])
        ]
        found = [counted(n, severity) for severity in SEVERITIES if (n := self._severities[severity])]
        parts = [", ".join(part) for part in (verdicts, found) if part]
        parts.append(coverage_phrase(Coverage(self._applicable, self._evaluated)))
        if self.refusals:
            parts.append(f"{len(self.refusals):,} could not be checked")
        return f"{self.checked:,} checked: {'; '.join(parts)}"

    def _fails(self, report: Report) -> bool:
        if self._fail_on == "never":
            return False
        if report.verdict == "fail" or (report.verdict == "unverified" and not self._allow_unverified):
            return True
        grave = SEVERITIES[: SEVERITIES.index(self._fail_on) + 1]
        return any(v.severity in grave for v in report.violations)
