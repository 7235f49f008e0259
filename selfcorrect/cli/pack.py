"""`selfcorrect pack`: the commands for pack authors."""

import click

from selfcorrect.cli.lazy import LazyGroup

_HOMES = {
    "list": "selfcorrect.cli.pack_list:pack_list",
    "lint": "selfcorrect.cli.pack_lint:pack_lint",
    "test": "selfcorrect.cli.pack_test:pack_test",
}


@click.group(cls=LazyGroup, homes=_HOMES, short_help="List, lint and test domain packs.")
def pack() -> None:
    """List, lint and test domain packs."""
