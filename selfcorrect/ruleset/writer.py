"""Writing Python: indented lines, names of our own, constants by index, and where each line comes from."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

from selfcorrect.model.marks import Mark


def number_literal(value: Any) -> str:
    """A whole decimal as a literal, which is faster than a constant; nothing for any other value."""
    if isinstance(value, Decimal) and value.as_tuple().exponent == 0 and abs(value) < 10**18:
        return str(value) if value >= 0 else f"({value})"
    return ""


class Writer:
    """Source under construction. No text of a pack ever enters it but as a comment or a sanitised name."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.constants: dict[str, Any] = {}
        self._constants: dict[Any, str] = {}
        self.marks: dict[int, Mark] = {}
        self._depth = 0
        self._names = 0

    def line(self, text: str) -> None:
        """One line at the present depth."""
        self.lines.append("    " * self._depth + text)

    def comment(self, text: str, mark: Mark | None = None) -> None:
        """A comment on one line; the lines after it, up to the next, come from `mark`."""
        self.line("# " + "".join(c if c.isprintable() else " " for c in text)[:160])
        if mark is not None:
            self.marks[len(self.lines)] = mark

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """An indented block under a head line; an empty one gets `pass`."""
        self.line(head)
        self._depth += 1
        count = len(self.lines)
        yield
        if not any(not line.lstrip().startswith("#") for line in self.lines[count:]):
            self.line("pass")
        self._depth -= 1

    def name(self, hint: str) -> str:
        """A fresh local name that resembles `hint`."""
        self._names += 1
        plain = re.sub("[^a-z0-9]+", "_", hint.lower()).strip("_0123456789")[:24] or "row"
        return f"{plain}_{self._names}"

    def constant(self, value: Any) -> str:
        """The name of a value from the pack: `k0`, `k1`, …"""
        # 0 and 0.00 are equal, but they print differently: the text tells them apart.
        key = (type(value), str(value) if isinstance(value, Decimal) else value)
        if key not in self._constants:
            self._constants[key] = f"k{len(self.constants)}"
            self.constants[self._constants[key]] = value
        return self._constants[key]

    def text(self) -> str:
        """The source."""
        return "\n".join(self.lines) + "\n"
