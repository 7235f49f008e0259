"""What commands that look at files have in common: options, inputs, and how a bad pack is told."""

import sys
from math import isfinite
from typing import IO, TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from datetime import date

    from selfcorrect.cli.inputs import Input
    from selfcorrect.domain.domain import Domain
    from selfcorrect.engines.engine import Engine
    from selfcorrect.model.diagnostic import PackError
    from selfcorrect.report.refusal import Refusal, Stamp


domain_option = click.option(
    "--domain", required=True, metavar="NAME|PATH", help="The pack to check against."
)
form_option = click.option(
    "--as",
    "form",
    type=click.Choice(["document", "record", "records", "rows"]),
    help="What the files hold. [default: by extension]",
)
reader_option = click.option(
    "--reader", metavar="FILE", help="A reader.yaml in place of the pack's own, for what another tool writes."
)
document_option = click.option("--document", metavar="FILE", help="The document that a record was made from.")
critic_option = click.option(
    "--critic",
    metavar="PROVIDER:MODEL",
    help="A model to ask about what only a model can say; as anthropic:, ollama: or openai:MODEL.",
)
stdin_option = click.option(
    "--stdin-filename", metavar="NAME", help="What standard input is called in reports."
)
today_option = click.option(
    "--today", metavar="DATE", help="The day of the check, as 2025-02-28. [default: today]"
)
_SIMULATED = "simulated:"
ENGINE_FAILED = 3
"""The exit status where an engine failed."""


class _Seconds(click.FloatRange):
    """More than none, and some number of them: `nan` is below no limit."""

    def __init__(self) -> None:
        super().__init__(0, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds: float = super().convert(value, param, ctx)
        if not isfinite(seconds):
            self.fail(f"{value!r} is no number of seconds", param, ctx)
        return seconds


SECONDS = _Seconds()
"""The type of an option that is a time."""


def opened(
    name: str, domain: "Domain", option: str, base_url: str | None = None, timeout: float | None = None
) -> "Engine":
    """The engine of a name. A name that cannot be used is wrong usage; without its key, an engine failed."""
    from selfcorrect.model.exchange import EngineError

    try:
        truth = name.removeprefix(_SIMULATED)
        if truth not in ("", name) and base_url is None:
            return _simulated(domain, truth)
        from selfcorrect.engines.opening import open_engine

        return open_engine(name, domain, base_url=base_url, timeout=timeout)
    except EngineError as error:
        if error.kind == "key":
            raise EngineMissing(error.message) from None
        raise click.BadParameter(error.message, param_hint=f"'{option}'") from None


def _simulated(domain: "Domain", truth: str) -> "Engine":
    from pathlib import Path

    from selfcorrect.cli.examples import truth_of
    from selfcorrect.engines.simulated import simulated
    from selfcorrect.report.escape import printable

    engine = simulated(domain, truth_of(Path(truth)))
    click.echo(
        f"note: {printable(truth)} is taken for the truth of a simulation: no model is asked", err=True
    )
    return engine


class EngineMissing(click.ClickException):
    """An engine that cannot be asked."""

    exit_code = ENGINE_FAILED

    def show(self, file: "IO[Any] | None" = None) -> None:
        """The sentence, without a usage line."""
        click.echo(f"selfcorrect: {self.message}", file=file, err=True)


def day_of(text: str | None) -> "date | None":
    """The day that `--today` gives."""
    from datetime import date

    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(
            f"{text!r} is not a day, such as 2025-02-28", param_hint="'--today'"
        ) from None


def inputs_of(files: tuple[str, ...], options: dict[str, Any], domain: "Domain") -> "list[Input | Refusal]":
    """The arguments as inputs, in order; a name that says nothing is a refusal among them."""
    from selfcorrect.cli.inputs import STDIN, Refused, identify

    made = domain.made
    reader = made.ready and made.ready.reader
    accepts = tuple(suffix.lower() for suffix in reader.accepts) if reader else ()
    accepts = made.rows.accepts if made.rows else accepts
    if STDIN in files and options["form"] == "rows" and not options["stdin_filename"]:
        raise click.UsageError("add --stdin-filename to say how the rows of standard input are written")
    found: list[Input | Refusal] = []
    for argument in files:
        try:
            said = (options["form"], options["stdin_filename"])
            found.append(identify(argument, *said, accepts, rows=made.rows))
        except Refused as refused:
            if argument == STDIN and refused.refusal.code == "UNKNOWN_FORM":
                raise click.UsageError("add --as or --stdin-filename to say what standard input is") from None
            found.append(refused.refusal)
    if files.count(STDIN) > 1:
        raise click.UsageError("standard input can be read only once")
    return found


def document_of(name: str | None, inputs: "list[Input | Refusal]") -> str | None:
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


def load_domain(name: str, *, templates: bool = False, reader: str | None = None) -> "Domain":
    """The domain of `--domain`, with the reader of `--reader`. Raises PackError."""
    from selfcorrect.domain.load import load

    return load(name, templates=templates, reader=reader)


def see_of(domain: "Domain") -> dict[str, str]:
    """Each code's reference to a standard."""
    return {rule.code: rule.see for rule in domain.rules.rules if rule.see}


def tell_pack_error(error: "PackError", shape: str) -> int:
    """Every diagnostic, in the form that was asked for; no file was checked."""
    from selfcorrect.report.text import diagnostic_text, mark_text

    if shape == "json":
        from selfcorrect.report.json import closing, opening
        from selfcorrect.report.refusal import Refusal

        refusals = tuple(Refusal(mark_text(d.mark), "BAD_PACK", d.message) for d in error.diagnostics)
        click.echo(opening(stamp_of(None)) + closing(refusals))
    else:
        from selfcorrect.cli.output import style_of

        style = style_of(sys.stderr)
        click.echo("\n\n".join(diagnostic_text(d, style) for d in error.diagnostics), err=True)
    return 2


def stamp_of(domain: "Domain | None") -> "Stamp":
    """What made a report."""
    from selfcorrect import __version__
    from selfcorrect.report.refusal import Stamp

    if domain is None:
        return Stamp(__version__)
    return Stamp(__version__, domain.name, domain.version, domain.digest)
