"""`selfcorrect repair`."""

from typing import TYPE_CHECKING, Any

import click

from selfcorrect.cli.arguments import (
    SECONDS,
    critic_option,
    day_of,
    document_of,
    document_option,
    domain_option,
    form_option,
    inputs_of,
    load_domain,
    opened,
    reader_option,
    stdin_option,
    tell_pack_error,
    today_option,
)

if TYPE_CHECKING:
    from decimal import Decimal

    from selfcorrect.domain.domain import Domain
    from selfcorrect.model.outcome import Limits

_PER_FILE = "for each document or record."


@click.command(short_help="Make records from documents, or repair them, until the checks accept them.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@domain_option
@click.option(
    "--engine",
    default="reader",
    show_default=True,
    metavar="NAME[:MODEL]",
    help="Who makes candidates: reader (offline), ollama:MODEL, openai:MODEL, anthropic:MODEL, replay:TRACE, "
    "simulated:TRUTH.",
)
@critic_option
@reader_option
@form_option
@document_option
@click.option("--output", metavar="FILE", help="Where accepted records go. [default: standard output]")
@click.option("--unresolved", metavar="FILE", help="Where the others go, with their violations.")
@click.option("--trace", metavar="FILE", help="Write down all that happens, to be replayed.")
@click.option(
    "--attempts",
    type=click.IntRange(1, 100),
    metavar="N",
    help=f"Candidates {_PER_FILE} [default: the pack's]",
)
@click.option("--max-tokens", type=click.IntRange(1), metavar="N", help=f"Tokens {_PER_FILE}")
@click.option("--max-cost", metavar="USD", help=f"US dollars {_PER_FILE}")
@click.option("--max-seconds", type=SECONDS, metavar="S", help=f"Time {_PER_FILE}")
@click.option("--timeout", type=SECONDS, metavar="S", help="Time for one request.")
@click.option(
    "--concurrency",
    type=click.IntRange(1, 256),
    default=8,
    show_default=True,
    metavar="N",
    help="Requests to a model under way at once.",
)
@click.option("--base-url", metavar="URL", help="The address of the engine's model.")
@stdin_option
@today_option
def repair(files: tuple[str, ...], **options: Any) -> int:
    """Make records from documents, or repair them, until the checks accept them.

    A FILE is a document to make a record from, a record to repair, many records (.jsonl), or where the pack
    reads rows a file of these, which are one record. Accepted records go to standard output, a line of JSON
    each; what becomes of every FILE is told on standard error. A model, be it the engine or the critic, is
    sent the document.

    \b
    Exit status:
      0  every record was accepted
      1  something is unresolved: its best version is told with its violations
      2  wrong usage, a bad pack, or a file that cannot be used
      3  an engine failed
    """  # noqa: D301  click reads the backspace
    day = day_of(options["today"])
    cost = _money(options["max_cost"])

    from selfcorrect.model.diagnostic import PackError

    try:
        domain = load_domain(options["domain"], templates=True, reader=options["reader"])
        limits = _limits(options, cost, domain)
    except PackError as error:
        return tell_pack_error(error, "text")
    inputs = inputs_of(files, options, domain)
    document = document_of(options["document"], inputs)

    from selfcorrect.cli.ends import Ends, expect_apart

    written = {f"--{name}": options[name] for name in ("output", "unresolved", "trace")}
    expect_apart(written, filter(None, (*files, options["document"])))
    timeout = options["timeout"]
    engine = opened(options["engine"], domain, "--engine", options["base_url"], timeout)
    critic = options["critic"] and opened(options["critic"], domain, "--critic", timeout=timeout)

    from selfcorrect.cli.repairing import repair_all
    from selfcorrect.loop.run import Plan

    with Ends.opened(*written.values()) as ends:
        plan = Plan(domain, engine, critic or None, limits, day, ends.trace)
        return repair_all(inputs, document, plan, ends, options["concurrency"])


def _limits(options: dict[str, Any], cost: "Decimal | None", domain: "Domain") -> "Limits":
    from selfcorrect.model.outcome import Limits

    return Limits(
        attempts=options["attempts"] or domain.pack.loop.attempts,
        tokens=options["max_tokens"],
        cost=cost,
        seconds=options["max_seconds"],
    )


def _money(text: str | None) -> "Decimal | None":
    from decimal import Decimal

    from selfcorrect.language.numbers import parse_number

    if text is None:
        return None
    try:
        cost = Decimal(parse_number(text))
    except ValueError:
        cost = Decimal(-1)
    if cost <= 0:
        raise click.BadParameter(f"{text!r} is no amount, such as 0.50", param_hint="'--max-cost'")
    return cost
