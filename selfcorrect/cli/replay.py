"""`selfcorrect replay`."""

import sys
from typing import TYPE_CHECKING, Any

import click

from selfcorrect.cli.arguments import load_domain, see_of, tell_pack_error

if TYPE_CHECKING:
    from selfcorrect.domain.domain import Domain
    from selfcorrect.loop.replay import Recorded


@click.command(short_help="Go through a trace again, step by step, and compare.")
@click.argument("trace", metavar="TRACE")
@click.option("--domain", metavar="NAME|PATH", help="The pack. [default: the trace's]")
@click.option("--quiet", is_flag=True, help="Tell only in what a session differs, and the counts.")
def replay(trace: str, **options: Any) -> int:
    """Go through a trace again, step by step: the same replies, judged anew by the pack as it is now.

    Nothing is asked of any engine. A session that ends otherwise than the trace says is told with where it
    differs: the pack, or this program, has changed since.

    \b
    Exit status:
      0  every session ends as it did
      1  one does not
      2  wrong usage, a bad pack, or a file that is no trace
    """  # noqa: D301  click reads the backspace
    from pathlib import Path

    from selfcorrect.engines.replay import read_trace
    from selfcorrect.loop.replay import recorded
    from selfcorrect.model.diagnostic import PackError
    from selfcorrect.model.exchange import EngineError

    try:
        sessions = list(recorded(read_trace(Path(trace))))
    except EngineError as error:
        raise click.UsageError(error.message) from None
    if not sessions:
        raise click.UsageError(f"{trace} holds no session from its start")
    try:
        domains = _domains(sessions, options["domain"])
    except PackError as error:
        return tell_pack_error(error, "text")
    return _run(sessions, domains, quiet=options["quiet"])


def _domains(sessions: "list[Recorded]", name: str | None) -> "dict[str, Domain]":
    """The domain of each session, by the name that the trace has. Raises PackError."""
    return {pack: load_domain(name or pack, templates=True) for pack in {one.begun.pack for one in sessions}}


def _run(sessions: "list[Recorded]", domains: "dict[str, Domain]", *, quiet: bool) -> int:
    from selfcorrect.cli.output import style_of
    from selfcorrect.cli.steps import Steps
    from selfcorrect.loop.replay import replay as go_through
    from selfcorrect.report.escape import printable
    from selfcorrect.report.text import counted

    style = style_of(sys.stdout)
    differ = 0
    for one in sessions:
        domain = domains[one.begun.pack]
        found = go_through(one, domain)
        differ += bool(found.differences)
        title = f"=== session {one.begun.session}: {one.begun.source or 'record'}, engine {one.begun.engine}"
        lines = [style.paint(printable(title), "bold")]
        if not quiet:
            lines += Steps(see_of(domain), style).tell(found.session.events)
        if found.differences and domain.digest != one.begun.digest:
            lines.append(f"note: the pack {domain.name} has changed since")
        lines += [f"{style.paint('differs', 'fail')}: {printable(said)}" for said in found.differences]
        if not quiet or found.differences:
            click.echo("\n\n".join(lines) + "\n")
    same = f"{counted(len(sessions), 'session')} replayed: "
    click.echo(same + (f"{differ:,} differ" if differ else "all end as they did"))
    return 1 if differ else 0
