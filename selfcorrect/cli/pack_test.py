"""`selfcorrect pack test`."""

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from selfcorrect.authoring.test import TestReport
    from selfcorrect.report.text import Style


@click.command(short_help="Run the cases and faults of packs.")
@click.argument("packs", nargs=-1, required=True, metavar="NAME|PATH...")
@click.option("--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True)
def pack_test(packs: tuple[str, ...], shape: str) -> int:
    """Run the cases of packs, and put every fault into every sound record of the cases.

    \b
    Exit status:
      0  everything was found as declared
      1  something was not, or a pack has no cases
      2  a pack does not load
    """  # noqa: D301  click reads the backspace
    import sys

    from selfcorrect.authoring.test import run_tests
    from selfcorrect.cli.output import style_of
    from selfcorrect.cli.packs import Packs

    run = Packs(shape)
    for name in packs:
        report = run.get(run_tests, name)
        if report is not None:
            status = 0 if report.passed() and report.cases else 1
            run.tell(status, _data(report), _text(report, style_of(sys.stdout)))
    return run.end()


def _text(report: "TestReport", style: "Style") -> str:
    """What went otherwise than declared, what nothing tries, and the counts."""
    from selfcorrect.report.escape import printable
    from selfcorrect.report.text import counted

    blocks = [
        _failure(outcome.mark, title, outcome.differences, style)
        for title, outcome in _titled(report)
        if outcome.differences
    ]
    notes = [f"{style.paint('note', 'note')}: {printable(sentence)}" for sentence in report.uncovered]
    if not report.cases:
        notes.append(f"{style.paint('warning', 'warning')}: there are no cases, so nothing was tested")
    kinds = len({outcome.code for outcome in report.faults})
    failed = sum(bool(outcome.differences) for _, outcome in _titled(report))
    counts = [
        counted(len(report.cases), "case"),
        f"{counted(len(report.faults), 'injection')} of {counted(kinds, 'fault')}",
        style.paint(f"{failed:,} failed", "fail") if failed else style.paint("all as declared", "pass"),
    ]
    blocks += ["\n".join(notes)] if notes else []
    return "\n\n".join([*blocks, f"{printable(report.pack)}: {', '.join(counts)}"])


def _titled(report: "TestReport") -> list[tuple[str, Any]]:
    cases = [(case.name, case) for case in report.cases]
    faults = [(f"{f.code} in {f.source}{f' at {f.place}' if f.place else ''}", f) for f in report.faults]
    return [*cases, *faults]


def _failure(mark: Any, title: str, differences: tuple[str, ...], style: "Style") -> str:
    from selfcorrect.report.escape import printable

    lines = [f"   {printable(line)}" for line in differences]
    head = f"{style.paint('failed', 'fail')}: {style.paint(printable(title), 'bold')}"
    return "\n".join([head, f"  {style.paint('-->', 'dim')} {printable(str(mark))}", *lines])


def _data(report: "TestReport") -> dict[str, Any]:
    return {
        "pack": report.pack,
        "diagnostics": [],
        "passed": report.passed(),
        "cases": [
            {"name": c.name, "at": str(c.mark), "differences": list(c.differences)} for c in report.cases
        ],
        "faults": [
            {
                "code": f.code,
                "at": str(f.mark),
                "case": f.source,
                "place": f.place,
                "differences": list(f.differences),
            }
            for f in report.faults
        ],
        "uncovered": list(report.uncovered),
    }
