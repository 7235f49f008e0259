"""Collects what is wrong with a pack, and knows every file's text, so that each finding shows its line."""

from collections.abc import Iterable

import msgspec

from selfcorrect.model.diagnostic import Diagnostic, PackError
from selfcorrect.model.marks import Mark, Marked

MOST = 200
"""Diagnostics kept of one pack: enough for any author, and a bound for a hostile file."""


class Problems:
    """The diagnostics of one loading. False while there are none."""

    __slots__ = ("_found", "_lines", "_texts")

    def __init__(self) -> None:
        self._found: dict[Diagnostic, None] = {}
        self._texts: dict[str, str] = {}
        self._lines: dict[str, list[str]] = {}

    def __bool__(self) -> bool:
        return bool(self._found)

    def __len__(self) -> int:
        return len(self._found)

    @property
    def full(self) -> bool:
        """Whether so many were found that reading on is pointless."""
        return len(self._found) >= MOST

    def knows(self, file: str, text: str) -> None:
        """Hands over the text of a file, whose lines diagnostics quote."""
        self._texts[file] = text

    def add(self, mark: Mark, message: str, hint: str = "", width: int = 1) -> None:
        """A finding at a place. `width` is how many characters of the line it concerns."""
        self.extend([Diagnostic(mark=mark, message=message, hint=hint, width=max(1, width))])

    def at(self, text: Marked, message: str, hint: str = "") -> None:
        """A finding about a whole scalar."""
        self.add(text.at(0), message, hint, len(text.value.split("\n", 1)[0]))

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Findings that other rooms made; the same finding twice counts once."""
        for diagnostic in diagnostics:
            if not self.full:
                self._found[diagnostic] = None

    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All of them by file, line and column, each with the text of its line."""
        ordered = sorted(self._found, key=lambda d: (d.mark.file, d.mark.line, d.mark.column))
        return tuple(self._with_line(d) for d in ordered)

    def stop_if_any(self) -> None:
        """Raises PackError with every diagnostic if there is one."""
        if self._found:
            raise PackError(self.diagnostics())

    def _with_line(self, diagnostic: Diagnostic) -> Diagnostic:
        if diagnostic.line:
            return diagnostic
        lines = self._lines_of(diagnostic.mark.file)
        number = diagnostic.mark.line
        line = lines[number - 1] if 0 < number <= len(lines) else ""
        return msgspec.structs.replace(diagnostic, line=line)

    def _lines_of(self, file: str) -> list[str]:
        if file not in self._lines:
            self._lines[file] = self._texts.get(file, "").split("\n")
        return self._lines[file]
