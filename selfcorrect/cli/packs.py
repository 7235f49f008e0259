"""One run over several packs: one that does not load does not stop the others."""

import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

from selfcorrect.cli.output import style_of
from selfcorrect.model.diagnostic import Diagnostic, PackError
from selfcorrect.report.json import FORMAT, encoded
from selfcorrect.report.text import diagnostic_text, mark_text

T = TypeVar("T")


class Packs:
    """Gathers what is said of each pack, as text when it comes or as one JSON document at the end."""

    def __init__(self, shape: str) -> None:
        self._shape = shape
        self._told: list[dict[str, Any]] = []
        self._status = 0

    def get(self, ask: Callable[[str], T], name: str) -> T | None:
        """What `ask` says of a pack; None, with every diagnostic told, where it does not load."""
        try:
            return ask(name)
        except PackError as error:
            style = style_of(sys.stdout)
            blocks = [diagnostic_text(d, style) for d in error.diagnostics]
            data = {"pack": name, "diagnostics": [diagnostic_data(d) for d in error.diagnostics]}
            self.tell(2, data, "\n\n".join(blocks))
            return None

    def tell(self, status: int, data: dict[str, Any], text: str) -> None:
        """What there is to say of one pack."""
        if self._shape == "text":
            click.echo(f"\n{text}" if self._told else text)
        self._status = max(self._status, status)
        self._told.append(data)

    def end(self) -> int:
        """The exit status."""
        if self._shape == "json":
            click.echo(encoded({"format": FORMAT, "packs": self._told}))
        return self._status


def diagnostic_data(diagnostic: Diagnostic) -> dict[str, Any]:
    """A diagnostic as JSON data; `line` and `column` are 0 where it is about no line."""
    mark = diagnostic.mark
    return {
        "at": mark_text(mark),
        "file": mark.file,
        "line": mark.line,
        "column": mark.column,
        "message": diagnostic.message,
        "hint": diagnostic.hint,
    }
