"""`selfcorrect pack lint`."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from selfcorrect.authoring.lint import Lint
    from selfcorrect.report.text import Style


@click.command(short_help="Say everything that is wrong with packs.")
@click.argument("packs", nargs=-1, required=True, metavar="NAME|PATH...")
@click.option("--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True)
def pack_lint(packs: tuple[str, ...], shape: str) -> int:
    """Say everything that is wrong with packs, all at once, each mistake with its place and a way out.

    Notes are about what is in order and may still surprise: a rule that falls away, a code that no case
    tries.

    \b
    Exit status:
      0  nothing is wrong
      2  something is
    """  # noqa: D301  click reads the backspace
    import sys

    from selfcorrect.authoring.lint import lint
    from selfcorrect.cli.output import style_of
    from selfcorrect.cli.packs import Packs, diagnostic_data

    run = Packs(shape)
    for name in packs:
        found = lint(name)
        data = {
            "pack": found.pack or name,
            "diagnostics": [diagnostic_data(d) for d in found.diagnostics],
            "notes": list(found.notes),
        }
        run.tell(2 if found.diagnostics else 0, data, _text(found, name, style_of(sys.stdout)))
    return run.end()


def _text(found: "Lint", name: str, style: "Style") -> str:
    from selfcorrect.report.escape import printable
    from selfcorrect.report.text import counted, diagnostic_text

    blocks = [diagnostic_text(diagnostic, style) for diagnostic in found.diagnostics]
    if found.notes:
        blocks.append("\n".join(f"{style.paint('note', 'note')}: {printable(note)}" for note in found.notes))
    problems = len(found.diagnostics)
    verdict = (
        style.paint(counted(problems, "error"), "fail") if problems else style.paint("no errors", "pass")
    )
    notes = f", {counted(len(found.notes), 'note')}" if found.notes else ""
    return "\n\n".join([*blocks, f"{printable(found.pack or name)}: {verdict}{notes}"])
