"""`selfcorrect demo`."""

import sys
from typing import TYPE_CHECKING, Any

import click

from selfcorrect.cli.arguments import day_of, load_domain, see_of, tell_pack_error, today_option

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from selfcorrect.cli.examples import Example
    from selfcorrect.domain.domain import Domain
    from selfcorrect.engines.simulated import Simulated


@click.command(short_help="Step through a simulated repair, without a model.")
@click.argument("example", required=False, metavar="[EXAMPLE]")
@click.option(
    "--domain", default="invoices", show_default=True, metavar="NAME|PATH", help="The pack to show."
)
@click.option(
    "--fault", "faults", multiple=True, metavar="CODE[@N]", help="A fault to inject. [default: by the seed]"
)
@click.option("--unfixable", is_flag=True, help="The first fault is never repaired.")
@click.option("--seed", default=0, show_default=True, metavar="N", help="Chooses what is not said.")
@click.option("--trace", metavar="FILE", help="Write down all that happens, to be replayed.")
@today_option
def demo(example: str | None, **options: Any) -> int:
    """Step through a simulated repair, without a model.

    EXAMPLE is one of the pack's: a document with its record beside it. Faults are put into the record; then
    it is told, attempt by attempt, what the checks find, what is fed back, and what is decided. The
    simulation knows the truth and repairs what the feedback speaks of. Nothing leaves this machine.

    \b
    Exit status:
      0  the record was accepted
      1  it was not: its best version is told with its violations
      2  wrong usage, or a bad pack
    """  # noqa: D301  click reads the backspace
    day = day_of(options["today"])

    from selfcorrect.model.diagnostic import PackError

    try:
        return _run(load_domain(options["domain"], templates=True), example, day, options)
    except PackError as error:
        return tell_pack_error(error, "text")


def _run(domain: "Domain", name: str | None, day: "date | None", options: dict[str, Any]) -> int:
    from contextlib import closing, nullcontext

    from selfcorrect.cli.ends import opened_trace
    from selfcorrect.cli.examples import chosen
    from selfcorrect.cli.output import style_of
    from selfcorrect.cli.steps import Steps
    from selfcorrect.loop.run import Plan, Task, drive

    example = chosen(domain, name, options["seed"])
    engine = _engine(domain, example, options)
    trace = opened_trace(options["trace"]) if options["trace"] else None
    with closing(trace) if trace else nullcontext():
        click.echo(_head(domain, example, engine.planted(day), options))
        plan = Plan(domain, engine, today=day, trace=trace)
        session, outcome = drive(plan, Task(document=example.document, source=example.name))
    for block in Steps(see_of(domain), style_of(sys.stdout)).tell(session.events):
        click.echo(f"\n{block}")
    return 0 if outcome.resolved else 1


def _engine(domain: "Domain", example: "Example", options: dict[str, Any]) -> "Simulated":
    from selfcorrect.engines.simulated import simulated
    from selfcorrect.model.exchange import EngineError

    try:
        return simulated(
            domain,
            example.record,
            seed=options["seed"],
            task=example.name,
            faults=options["faults"],
            unfixable=options["unfixable"],
        )
    except EngineError as error:
        raise click.UsageError(error.message) from None


def _head(domain: "Domain", example: "Example", faults: "Sequence[str]", options: dict[str, Any]) -> str:
    """What is simulated, and how to see the same again."""
    from selfcorrect.report.escape import printable

    lasting = " (the first is never repaired)" if options["unfixable"] and faults else ""
    return (
        f"A simulation over {domain.name}/{printable(example.name)}: no model is asked.\n"
        f"Faults: {', '.join(faults) or 'none that this record can have'}{lasting}\n"
        f"Again: {printable(_command(example, faults, options))}"
    )


def _command(example: "Example", faults: "Sequence[str]", options: dict[str, Any]) -> str:
    """What to write in a shell to see the same."""
    import shlex

    parts = ["selfcorrect", "demo", example.name, "--domain", options["domain"]]
    parts += [part for fault in faults for part in ("--fault", fault)]
    parts += ["--unfixable"] * options["unfixable"] + ["--seed", str(options["seed"])]
    return shlex.join([*parts, *(["--today", options["today"]] if options["today"] else [])])
