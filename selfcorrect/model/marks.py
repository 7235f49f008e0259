"""Places: in a pack file (1-based line and column) and in a document (code point offsets)."""

from bisect import bisect_right

from msgspec import Struct


class Mark(Struct, frozen=True):
    """A place in a pack file: `line` and `column` count code points from 1; line 0 is the whole file."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


class Marked(Struct, frozen=True):
    """A scalar of a pack file, as text, with the place of every character of it.

    `anchors` maps offsets in `value` to places: (offset, line, column), ascending, the first at 0. A
    plain scalar on one line has one; a block scalar has one a line.
    """

    value: str
    mark: Mark
    anchors: tuple[tuple[int, int, int], ...] = ()

    def at(self, offset: int) -> Mark:
        """The place of the character at `offset` of the value."""
        if not self.anchors:
            return Mark(self.mark.file, self.mark.line, self.mark.column + offset)
        start, line, column = self.anchors[bisect_right(self.anchors, (offset, 1 << 60, 0)) - 1]
        return Mark(self.mark.file, line, column + offset - start)


class Span(Struct, frozen=True):
    """A stretch of a document: code point offsets, `end` exclusive."""

    start: int
    end: int


class Extent(Struct, frozen=True):
    """A span as people count: 1-based lines and columns in code points, `end_column` exclusive.

    `file` names the file where there are several; empty where it is the one that was read.
    """

    line: int
    column: int
    end_line: int
    end_column: int
    file: str = ""


class Lines:
    """Where the lines of a text start, for many spans of it. Only a line feed ends a line, as in `extent`."""

    def __init__(self, text: str) -> None:
        self._starts = [0]
        at = text.find("\n")
        while at >= 0:
            self._starts.append(at + 1)
            at = text.find("\n", at + 1)

    def extent(self, span: Span, file: str = "") -> Extent:
        """Lines and columns of a span."""
        line, column = self._place(span.start)
        end_line, end_column = self._place(span.end)
        return Extent(line, column, end_line, end_column, file)

    def start(self, line: int) -> int:
        """The offset at which a line starts."""
        return self._starts[line - 1]

    def _place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def extent(text: str, span: Span) -> Extent:
    """Lines and columns of a span. Only a line feed ends a line, so that columns agree with editors."""
    line = text.count("\n", 0, span.start) + 1
    column = span.start - (text.rfind("\n", 0, span.start) + 1) + 1
    end_line = line + text.count("\n", span.start, span.end)
    end_column = span.end - (text.rfind("\n", 0, span.end) + 1) + 1
    return Extent(line, column, end_line, end_column)
