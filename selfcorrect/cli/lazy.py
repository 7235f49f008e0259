"""A command group that imports a command only when it is called or listed."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click


class LazyGroup(click.Group):
    """A group whose commands live at `homes`: name to `module:attribute`, in the order they are listed.

    Command modules import click and nothing else at their top, so that listing them stays cheap.
    """

    def __init__(self, *args: Any, homes: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.homes = homes

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        return list(self.homes)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first argument names; a mistyped one is told with what was likely meant."""
        name = args[0]
        if name not in self.homes and name[:1].isalnum():
            from selfcorrect.model.suggest import suggest

            hint = suggest(name, self.homes).replace("`", "'")
            ctx.fail(f"No such command {name!r}. {hint[:1].upper()}{hint[1:]}")
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        if cmd_name not in self.homes:
            return None
        module, attribute = self.homes[cmd_name].split(":")
        command = getattr(import_module(module), attribute)
        assert isinstance(command, click.Command)  # noqa: S101  the table above says so
        return command
