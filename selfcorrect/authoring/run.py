"""Runs the cases of a pack: what each expects against what is found."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from selfcorrect.authoring.differences import differences, unevaluated_differences
from selfcorrect.domain.domain import Domain
from selfcorrect.language.values import show_value
from selfcorrect.model.report import Report
from selfcorrect.pack.cases import Case, ExpectedFinding, Wanted, agree
from selfcorrect.report.values import value_at


class Ran(Struct, frozen=True):
    """A case that ran: its report, and a line for everything that is other than expected."""

    case: Case
    report: Report
    differences: tuple[str, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing at all is found in the case's record."""
        return self.report.passed() and not self.report.violations


def run_case(case: Case, domain: Domain) -> Ran:
    """Checks the record of a case, or reads its document, and compares. Raises PackError without a reader."""
    report = _report(case, domain)
    lines = [*_verdict(case, report), *_read(case, report)]
    if case.finds is not None:
        lines += differences(_all_wanted(case.finds), report.violations)
    if case.not_evaluated is not None:
        lines += unevaluated_differences(_all_wanted(case.not_evaluated), report.not_evaluated)
    return Ran(case, report, tuple(lines))


def _report(case: Case, domain: Domain) -> Report:
    if case.record is None and case.rows is not None:
        return domain.read_raw(case.rows, today=case.today, source=case.document_name)
    if case.record is None and case.document is not None:
        return domain.read(case.document, today=case.today, source=case.document_name)
    return domain.check(case.record, document=case.document, today=case.today, source=case.name)


def _all_wanted(finds: tuple[ExpectedFinding, ...]) -> list[Wanted]:
    return [Wanted(f.code, f.at, f.expected, f.actual, f.severity) for f in finds]


def _verdict(case: Case, report: Report) -> Iterator[str]:
    if case.verdict not in (None, report.verdict):
        yield f"- verdict {case.verdict}"
        yield f"+ verdict {report.verdict}"
        yield from (f"  {reason}" for reason in report.unverified)


def _read(case: Case, report: Report) -> Iterator[str]:
    for path, value in case.reads:
        got = value_at(report.candidate, path)
        if not _same(value, got):
            yield f"- {path} reads {_shown(value)}"
            yield f"+ {path} reads {_shown(got)}"


def _same(wanted: Any, got: Any) -> bool:
    """Whether a value was read as wanted; a field that is not wanted of a row may be anything."""
    if isinstance(wanted, dict):
        return isinstance(got, dict) and all(_same(value, got.get(name)) for name, value in wanted.items())
    if isinstance(wanted, list):
        return isinstance(got, list) and len(got) == len(wanted) and all(map(_same, wanted, got))
    return wanted is got if wanted is None or got is None else agree(wanted, show_value(got))


def _shown(value: Any) -> str:
    return "nothing" if value is None else show_value(value)
