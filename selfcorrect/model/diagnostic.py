"""What is wrong with a pack: diagnostics, and the one error that carries them."""

from msgspec import Struct

from selfcorrect.model.marks import Mark


class Diagnostic(Struct, frozen=True):
    """A finding about a pack: the place, a sentence, the line it stands in, and a way out.

    `width` is how many characters the caret underlines; `hint` is empty where there is no way out to
    offer; `line` is the text of the line at `mark`, empty when the file has none.
    """

    mark: Mark
    message: str
    hint: str = ""
    line: str = ""
    width: int = 1

    def __str__(self) -> str:
        parts = [f"{self.mark}: {self.message}"]
        if self.line:
            parts += snippet(self.line, self.mark.line, self.mark.column, self.width)
        if self.hint:
            parts.append(f"  help: {self.hint}")
        return "\n".join(parts)


class PackError(Exception):
    """A pack that cannot be used. Holds every diagnostic, in file and line order."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        return "\n\n".join(str(d) for d in self.diagnostics)


_WIDEST = 160
"""Columns of a source line that are shown; a longer line is cut around the caret."""


def snippet(text: str, number: int, column: int, width: int) -> list[str]:
    """A source line with its number and a caret under `column`, at most `_WIDEST` characters of it.

    Control characters are shown as spaces, so that a hostile line cannot move the cursor or
    recolour the terminal; the caret stays aligned.
    """
    start = max(0, min(column - 1 - _WIDEST // 2, len(text) - _WIDEST))
    shown = "".join(c if c.isprintable() else " " for c in text[start : start + _WIDEST])
    at = column - 1 - start
    carets = "^" * max(1, min(width, len(shown) - at))
    gutter = len(str(number))
    return [
        f"{' ' * gutter} |",
        f"{number} | {shown}",
        f"{' ' * gutter} | {' ' * at}{carets}",
    ]
