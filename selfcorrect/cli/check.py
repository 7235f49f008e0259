"""`selfcorrect check`."""

import sys
from typing import TYPE_CHECKING, Any

import click

from selfcorrect.cli.arguments import (
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
    see_of,
    stamp_of,
    stdin_option,
    tell_pack_error,
    today_option,
)

if TYPE_CHECKING:
    from selfcorrect.cli.checking import Question
    from selfcorrect.cli.inputs import Input
    from selfcorrect.report.refusal import Refusal


@click.command(short_help="Check documents or records against a domain's rules.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@domain_option
@reader_option
@form_option
@document_option
@critic_option
@click.option(
    "--format", "shape", type=click.Choice(["text", "json", "jsonl"]), default="text", show_default=True
)
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning", "hint", "never"]),
    default="error",
    show_default=True,
    help="The least severity that makes the exit status 1.",
)
@click.option("--allow-unverified", is_flag=True, help="Exit with 0 where nothing could be concluded.")
@click.option(
    "--explain-reading",
    is_flag=True,
    help="Show how documents were read: each field, its readings, and why one was taken.",
)
@stdin_option
@today_option
def check(files: tuple[str, ...], shape: str, **options: Any) -> int:
    """Check documents or records against a domain's rules.

    A FILE is a document (.txt .md .eml .html .pdf), a record (.json .yaml .yml) or many records (.jsonl
    .ndjson); --as says it for any other. Where the pack reads rows, a FILE that it accepts, or a folder of
    these, is one record with all their rows. A FILE of - is standard input.

    \b
    Exit status:
      0  everything passes
      1  a violation of severity error, or nothing could be concluded
      2  wrong usage, a bad pack, or a file that cannot be used
      3  the model of --critic failed
    """  # noqa: D301  click reads the backspace
    day = day_of(options["today"])

    from selfcorrect.cli.checking import Question
    from selfcorrect.model.diagnostic import PackError

    try:
        domain = load_domain(options["domain"], reader=options["reader"])
    except PackError as error:
        return tell_pack_error(error, shape)
    inputs = inputs_of(files, options, domain)
    document = document_of(options["document"], inputs)
    critic = opened(options["critic"], domain, "--critic") if options["critic"] else None
    question = Question(domain, document, day, options["explain_reading"], critic)
    return _run(inputs, question, shape, options)


def _run(inputs: "list[Input | Refusal]", question: "Question", shape: Any, options: dict[str, Any]) -> int:
    from selfcorrect.cli.checking import Run, check_all
    from selfcorrect.cli.inputs import Input
    from selfcorrect.cli.output import Channels, output
    from selfcorrect.cli.progress import Progress
    from selfcorrect.cli.tally import Tally

    domain = question.domain
    total = sum(given.size() for given in inputs if isinstance(given, Input))
    channels = Channels(sys.stdout, sys.stderr, Progress(sys.stderr, total))
    tally = Tally(options["fail_on"], allow_unverified=options["allow_unverified"])
    return check_all(inputs, question, Run(output(shape, channels, stamp_of(domain), see_of(domain)), tally))
