"""Writes docs/cli.md: the help of every command, word for word. `python docs/make_cli.py`."""

from collections.abc import Iterator
from pathlib import Path

import click

from selfcorrect.cli.main import cli

PAGE = Path(__file__).with_name("cli.md")
OPENING = """# The command line

This page holds the help of every command, word for word; `python docs/make_cli.py` writes it.
"""


def commands(command: click.Command, context: click.Context) -> Iterator[tuple[str, str]]:
    """Each command's full name with its help, a group before what is in it."""
    yield context.command_path, command.get_help(context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            if found is not None:
                yield from commands(found, click.Context(found, info_name=name, parent=context))


def page() -> str:
    """The whole page."""
    context = click.Context(cli, info_name="selfcorrect", terminal_width=78, **cli.context_settings)
    parts = [f"## {name}\n\n```text\n{text}\n```\n" for name, text in commands(cli, context)]
    return "\n".join([OPENING, *parts])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
