"""`selfcorrect check`."""

import sys
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from datetime import date

    from selfcorrect.cli.inputs import Input
    from selfcorrect.domain.domain import Domain
    from selfcorrect.model.diagnostic import PackError
    from selfcorrect.report.refusal import Refusal, Stamp


@click.command(short_help="Check documents or records against a domain's rules.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--domain", required=True, metavar="NAME|PATH", help="The pack to check against.")
@click.option(
    "--as",
    "form",
    type=click.Choice(["document", "record", "records"]),
    help="What the files hold. [default: by extension]",
)
@click.option("--document", metavar="FILE", help="The document that a record was made from.")
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
@click.option("--stdin-filename", metavar="NAME", help="What standard input is called in reports.")
@click.option("--today", metavar="DATE", help="The day of the check, as 2025-02-28. [default: today]")
def check(files: tuple[str, ...], shape: str, **options: Any) -> int:
    """Check documents or records against a domain's rules.

    A FILE is a document (.txt .md .eml .html .pdf), a record (.json .yaml .yml) or many records (.jsonl
    .ndjson); --as says it for any other. A FILE of - is standard input.

    \b
    Exit status:
      0  everything passes
      1  a violation of severity error, or nothing could be concluded
      2  wrong usage, a bad pack, or a file that cannot be used
    """  # noqa: D301  click reads the backspace
    day = _day(options["today"])

    from selfcorrect.model.diagnostic import PackError

    try:
        domain = _load(options["domain"])
    except PackError as error:
        return _tell_pack_error(error, shape)
    inputs = _inputs(files, options, domain)
    document = _document(options["document"], inputs)
    return _run(inputs, (domain, document, day), shape, options)


def _day(text: str | None) -> "date | None":
    from datetime import date

    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(
            f"{text!r} is not a day, such as 2025-02-28", param_hint="'--today'"
        ) from None


def _inputs(files: tuple[str, ...], options: dict[str, Any], domain: "Domain") -> "list[Input | Refusal]":
    """The arguments as inputs, in order; a name that says nothing is a refusal among them."""
    from selfcorrect.cli.inputs import STDIN, Refused, identify

    reader = domain.made.ready and domain.made.ready.reader
    accepts = tuple(suffix.lower() for suffix in reader.accepts) if reader else ()
    found: list[Input | Refusal] = []
    for argument in files:
        try:
            found.append(identify(argument, options["form"], options["stdin_filename"], accepts))
        except Refused as refused:
            if argument == STDIN and refused.refusal.code == "UNKNOWN_FORM":
                raise click.UsageError("add --as or --stdin-filename to say what standard input is") from None
            found.append(refused.refusal)
    if files.count(STDIN) > 1:
        raise click.UsageError("standard input can be read only once")
    return found


def _document(name: str | None, inputs: "list[Input | Refusal]") -> str | None:
    """The text that `--document` names; it belongs to one record."""
    if name is None:
        return None
    from selfcorrect.cli.inputs import STDIN, Input, Refused, document_text, identify

    only = inputs[0]
    if len(inputs) != 1 or (isinstance(only, Input) and only.form != "record"):
        raise click.UsageError("--document goes with one FILE that holds one record")
    if name == STDIN and isinstance(only, Input) and only.path is None:
        raise click.UsageError("standard input can be read only once")
    try:
        return document_text(identify(name, "document", None))[0].text
    except Refused as refused:
        raise click.UsageError(f"--document {name}: {refused.refusal.message}") from None


def _load(name: str) -> "Domain":
    from selfcorrect.domain.load import load

    return load(name, templates=False)


def _tell_pack_error(error: "PackError", shape: str) -> int:
    """Every diagnostic, in the form that was asked for; no file was checked."""
    from selfcorrect.report.text import diagnostic_text, mark_text

    if shape == "json":
        from selfcorrect.report.json import closing, opening
        from selfcorrect.report.refusal import Refusal

        refusals = tuple(Refusal(mark_text(d.mark), "BAD_PACK", d.message) for d in error.diagnostics)
        click.echo(opening(_stamp(None)) + closing(refusals))
    else:
        from selfcorrect.cli.output import style_of

        style = style_of(sys.stderr)
        click.echo("\n\n".join(diagnostic_text(d, style) for d in error.diagnostics), err=True)
    return 2


def _stamp(domain: "Domain | None") -> "Stamp":
    from selfcorrect import __version__
    from selfcorrect.report.refusal import Stamp

    if domain is None:
        return Stamp(__version__)
    return Stamp(__version__, domain.name, domain.version, domain.digest)


def _run(
    inputs: "list[Input | Refusal]",
    asked: "tuple[Domain, str | None, date | None]",
    shape: Any,
    options: dict[str, Any],
) -> int:
    from selfcorrect.cli.checking import Question, Run, check_all
    from selfcorrect.cli.inputs import Input
    from selfcorrect.cli.output import Channels, output
    from selfcorrect.cli.progress import Progress
    from selfcorrect.cli.tally import Tally

    domain = asked[0]
    see = {rule.code: rule.see for rule in domain.rules.rules if rule.see}
    total = sum(given.size() for given in inputs if isinstance(given, Input))
    channels = Channels(sys.stdout, sys.stderr, Progress(sys.stderr, total))
    tally = Tally(options["fail_on"], allow_unverified=options["allow_unverified"])
    run = Run(output(shape, channels, _stamp(domain), see), tally)
    return check_all(inputs, Question(*asked, explain=options["explain_reading"]), run)
