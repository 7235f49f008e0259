"""Where the command line starts, and the one place where whatever went wrong becomes an exit status."""

import os
import sys
from collections.abc import Sequence
from typing import Final

import click

from selfcorrect import __version__
from selfcorrect.cli.lazy import LazyGroup

INTERRUPTED: Final = 130
UNUSABLE: Final = 2

_HOMES: Final = {
    "check": "selfcorrect.cli.check:check",
    "pack": "selfcorrect.cli.pack:pack",
}


@click.group(cls=LazyGroup, homes=_HOMES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="selfcorrect")
def cli() -> None:
    """Check documents and records against rules written as data.

    Says what is wrong, where, and how sure it is. Nothing leaves this machine.
    """


def run(arguments: Sequence[str]) -> int:
    """Run one command and give its exit status. No traceback gets out unless SELFCORRECT_DEBUG is set."""
    _let_any_character_print()
    try:
        status = cli.main(list(arguments), prog_name="selfcorrect", standalone_mode=False)
    except (click.Abort, KeyboardInterrupt):
        click.echo("selfcorrect: interrupted", err=True)
        return INTERRUPTED
    except click.ClickException as error:
        error.show()
        return UNUSABLE
    except Exception as error:  # the last place before a person would see a traceback
        if os.environ.get("SELFCORRECT_DEBUG"):
            raise
        _tell(error)
        return UNUSABLE
    return status if isinstance(status, int) else 0


def _tell(error: Exception) -> None:
    from selfcorrect.model.diagnostic import PackError
    from selfcorrect.report.escape import shortened

    if isinstance(error, PackError):
        from selfcorrect.report.text import diagnostic_text

        click.echo("\n\n".join(diagnostic_text(d) for d in error.diagnostics), err=True)
        return
    sentence = shortened(f"{type(error).__name__}: {error}", 200)
    click.echo(f"selfcorrect: internal error: {sentence}", err=True)
    click.echo("  help: set SELFCORRECT_DEBUG=1 to see where", err=True)


def _let_any_character_print() -> None:
    """On a terminal that cannot encode a character, spell it out instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
