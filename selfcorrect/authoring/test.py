"""`pack test`: every case run, every fault put into every sound record, and what no case tries."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from selfcorrect.authoring.coverage import uncovered
from selfcorrect.authoring.faults import check_injection
from selfcorrect.authoring.run import Ran, run_case
from selfcorrect.domain.domain import Domain
from selfcorrect.domain.load import load
from selfcorrect.engines.injection import LinkedFault, link_fault
from selfcorrect.model.diagnostic import Diagnostic, PackError
from selfcorrect.model.marks import Mark
from selfcorrect.pack.cases import load_cases
from selfcorrect.pack.faults import Fault, load_faults


class CaseOutcome(Struct, frozen=True):
    """How a case went: the whole list expected against found, a line each; no lines where they agree."""

    name: str
    mark: Mark
    differences: tuple[str, ...] = ()


class FaultOutcome(Struct, frozen=True):
    """How one injection of a fault went: into which record (by the name of its case), at which paths."""

    code: str
    mark: Mark
    source: str
    place: str
    differences: tuple[str, ...] = ()


class TestReport(Struct, frozen=True):
    """All outcomes, and a sentence for every code and fault that the cases do not try."""

    pack: str
    cases: tuple[CaseOutcome, ...]
    faults: tuple[FaultOutcome, ...]
    uncovered: tuple[str, ...]

    __test__ = False
    """Tells pytest that this is no test."""

    def passed(self) -> bool:
        """Whether everything was found as expected; what is not tried fails nothing."""
        wrong = [case for case in self.cases if case.differences]
        return not wrong and not any(fault.differences for fault in self.faults)


def run_tests(name: str | Path) -> TestReport:
    """Tests a pack, by name or folder. Raises PackError holding every diagnostic of all its files."""
    domain = load(name)
    cases, faults = load_cases(domain.pack), load_faults(domain.pack)
    linked = _linked(faults, domain)
    ran = [run_case(case, domain) for case in cases]
    injected = [outcome for fault in linked for outcome in _inject(fault, ran, domain)]
    tried = {outcome.code for outcome in injected}
    idle = [fault.code for fault in faults if fault.code not in tried]
    return TestReport(
        pack=domain.name,
        cases=tuple(CaseOutcome(one.case.name, one.case.mark, one.differences) for one in ran),
        faults=tuple(injected),
        uncovered=(
            *uncovered(ran, domain.pack.rules, domain.pack.context),
            *(f"{code}: no sound record of the cases can have it." for code in idle),
        ),
    )


def _linked(faults: Sequence[Fault], domain: Domain) -> list[LinkedFault]:
    linked: list[LinkedFault] = []
    problems: list[Diagnostic] = []
    for fault in faults:
        ready, found = link_fault(fault, domain.pack.context)
        linked += [ready] if ready else []
        problems += found
    if problems:
        raise PackError(tuple(problems))
    return linked


def _inject(fault: LinkedFault, ran: Sequence[Ran], domain: Domain) -> list[FaultOutcome]:
    return [
        FaultOutcome(
            code=fault.fault.code,
            mark=fault.fault.mark,
            source=one.case.name,
            place=injection.place,
            differences=check_injection(injection, domain.rules, one.case.today),
        )
        for one in ran
        if one.sound
        for injection in fault.inject(one.report.candidate, one.case.today)
    ]
