"""`pack lint`: everything of a pack loaded, linked and tried, and what an author may want to know."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from selfcorrect.authoring.coverage import known_codes
from selfcorrect.authoring.test import run_tests
from selfcorrect.engines.injection import link_fault
from selfcorrect.model.diagnostic import Diagnostic, PackError
from selfcorrect.model.marks import Mark
from selfcorrect.model.problems import Problems
from selfcorrect.model.suggest import suggest
from selfcorrect.pack.cases import Case, load_cases
from selfcorrect.pack.faults import Fault, load_faults
from selfcorrect.pack.files import Files
from selfcorrect.pack.load import Pack, load_pack

_Loaded = TypeVar("_Loaded")


class Lint(Struct, frozen=True):
    """What is wrong with a pack, in file and line order, and notes that make nothing wrong.

    `pack` is its name, empty where pack.yaml could not be read.
    """

    pack: str
    diagnostics: tuple[Diagnostic, ...]
    notes: tuple[str, ...] = ()


def lint(name: str | Path) -> Lint:
    """Looks at a pack, by name or folder. Raises nothing: a pack that is not there is a diagnostic."""
    found: list[Diagnostic] = []
    pack = _loaded(lambda: load_pack(name), found)
    if pack is None:
        return Lint("", tuple(found))
    cases = _loaded(lambda: load_cases(pack), found)
    faults = _loaded(lambda: load_faults(pack), found)
    found += _placed(_unlinked(pack, cases or (), faults or ()), pack)
    tested = None if found else _loaded(lambda: run_tests(name), found)
    found.sort(key=lambda d: (d.mark.file, d.mark.line, d.mark.column))
    return Lint(pack.name, tuple(found), (*pack.notes, *(tested.uncovered if tested else ())))


def _loaded(load: Callable[[], _Loaded], found: list[Diagnostic]) -> _Loaded | None:
    try:
        return load()
    except PackError as error:
        found += error.diagnostics
        return None


def _unlinked(pack: Pack, cases: tuple[Case, ...], faults: tuple[Fault, ...]) -> list[Diagnostic]:
    """What cases and faults say that the pack does not know."""
    known = known_codes(pack.rules, pack.context.shape)
    named = [(f.code, f.mark) for case in cases for f in (*(case.finds or ()), *(case.not_evaluated or ()))]
    codes = [code for fault in faults for code in (*(f.code for f in fault.finds), *fault.repaired_by)]
    named += [(code.value, code.at(0)) for code in codes]
    found = [_unknown(code, mark, known) for code, mark in named if code not in known]
    for fault in faults:
        found += link_fault(fault, pack.context)[1]
    return found


def _unknown(code: str, mark: Mark, known: tuple[str, ...]) -> Diagnostic:
    message = f"no rule of the pack has the code `{code}`"
    return Diagnostic(mark, message, suggest(code, known), width=len(code))


def _placed(diagnostics: list[Diagnostic], pack: Pack) -> tuple[Diagnostic, ...]:
    """Diagnostics with the lines they speak of."""
    problems = Problems()
    files = Files(pack.folder, pack.shown, problems)
    for file in dict.fromkeys(d.mark.file for d in diagnostics):
        files.text(file.removeprefix(f"{pack.shown}/"))
    problems.extend(diagnostics)
    return problems.diagnostics()
