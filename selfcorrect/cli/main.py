"""Where the command line starts, and the one place where whatever went wrong becomes an exit status."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import click

from selfcorrect import __version__
from selfcorrect.cli.lazy import LazyGroup

INTERRUPTED: Final = 130
UNUSABLE: Final = 2

_HOMES: Final = {
    "check": "selfcorrect.cli.check:check",
    "repair": "selfcorrect.cli.repair:repair",
    "demo": "selfcorrect.cli.demo:demo",
    "replay": "selfcorrect.cli.replay:replay",
    "impact": "selfcorrect.cli.impact:impact",
    "pack": "selfcorrect.cli.pack:pack",
}


@click.group(cls=LazyGroup, homes=_HOMES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="selfcorrect")
def cli() -> None:
    """Check documents and records against rules written as data.

    Says what is wrong, where, and how sure it is. Nothing leaves this machine unless a model is named.
    """


def run(arguments: Sequence[str]) -> int:
    """Run one command and give its exit status. No traceback gets out unless SELFCORRECT_DEBUG is set."""
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  it stays open to the end
    if sys.stdout is None:
        _say("the output cannot be written: standard output is closed")
        return UNUSABLE
    _let_any_character_print()
    status = _ended(arguments)
    try:
        sys.stdout.flush()
    except OSError as error:
        return _unwritten(error, status)
    return status


def _ended(arguments: Sequence[str]) -> int:
    """Run one command, whatever comes of it."""
    try:
        status = cli.main(list(arguments), prog_name="selfcorrect", standalone_mode=False)
    except (click.Abort, KeyboardInterrupt):
        _say("interrupted")
        return INTERRUPTED
    except click.ClickException as error:
        _show(error)
        return max(UNUSABLE, error.exit_code)
    except Exception as error:  # the last place before a person would see a traceback
        if isinstance(error, OSError) and error.filename is None:
            # Files that are read have names; this was written to a stream.
            return _unwritten(error, UNUSABLE)
        if os.environ.get("SELFCORRECT_DEBUG"):
            raise
        _tell(error)
        return UNUSABLE
    return status if isinstance(status, int) else 0


def _show(error: click.ClickException) -> None:
    """What click says of wrong usage. It may name a file, or repeat what stands in one."""
    from io import StringIO

    from selfcorrect.report.escape import printable_lines

    said = StringIO()
    error.show(said)
    with suppress(OSError):
        click.echo(printable_lines(said.getvalue()), nl=False, err=True)


def _tell(error: Exception) -> None:
    from selfcorrect.model.diagnostic import PackError
    from selfcorrect.report.escape import shortened

    if isinstance(error, PackError):
        from selfcorrect.report.text import diagnostic_text

        click.echo("\n\n".join(diagnostic_text(d) for d in error.diagnostics), err=True)
        return
    sentence = shortened(f"{type(error).__name__}: {error}", 200)
    _say(f"internal error: {sentence}\n  help: set SELFCORRECT_DEBUG=1 to see where")


def _say(sentence: str) -> None:
    """A line on standard error; where even that cannot be written, there is nobody to tell."""
    with suppress(OSError):
        click.echo(f"selfcorrect: {sentence}", err=True)


def _unwritten(error: OSError, status: int) -> int:
    """The exit status where a stream took no more: a reader that left early is no failure."""
    with suppress(OSError):
        # What is still held back would fail once more when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return status
    _say(f"the output cannot be written: {(error.strerror or 'unknown reason').lower()}")
    return UNUSABLE


def _let_any_character_print() -> None:
    """On a terminal that cannot encode a character, spell it out instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
