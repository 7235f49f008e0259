"""Where what a repair makes goes: records, what is unresolved, the trace."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from stat import S_ISREG
from typing import TextIO

import click
from msgspec import Struct

from selfcorrect.loop.trace import Trace


class Ends(Struct, frozen=True):
    """Where records go, where what is unresolved goes (None: it is told on standard error), and the trace."""

    records: TextIO
    unresolved: TextIO | None
    trace: Trace | None

    @classmethod
    @contextmanager
    def opened(cls, output: str | None, unresolved: str | None, trace: str | None) -> "Iterator[Ends]":
        """The ends of those names, closed afterwards. Raises BadParameter for what cannot be written."""
        with ExitStack() as stack:
            records = stack.enter_context(_writable(output, "--output")) if output else sys.stdout
            others = stack.enter_context(_writable(unresolved, "--unresolved")) if unresolved else None
            written = stack.enter_context(closing(opened_trace(trace))) if trace else None
            yield cls(records, others, written)


def expect_apart(written: Mapping[str, str | None], read: Iterable[str]) -> None:
    """Raises BadParameter for a file that is to be written and is read, too, or is to be written twice.

    `written` are names by their options.
    """
    known = {place: "is read, and would be lost" for name in read if (place := _place(name))}
    for option, name in written.items():
        place = _place(name) if name else None
        if place in known:
            raise click.BadParameter(f"{name} {known[place]}", param_hint=f"'{option}'")
        if place:
            known[place] = f"is where {option} goes"


def opened_trace(name: str) -> Trace:
    """The trace of that name. Raises BadParameter."""
    try:
        return Trace.to(Path(name))
    except OSError as error:
        raise _unwritable(name, "--trace", error) from None


def _place(name: str) -> str | None:
    """Where a name leads to; None for what is no file, such as a terminal: that takes any number."""
    try:
        is_file = S_ISREG(Path(name).stat().st_mode)
    except OSError:
        is_file = True  # it is still to be made
    return os.path.realpath(name) if is_file else None


def _writable(name: str, option: str) -> TextIO:
    try:
        return Path(name).open("w", encoding="utf-8", newline="\n")
    except OSError as error:
        raise _unwritable(name, option, error) from None


def _unwritable(name: str, option: str, error: OSError) -> click.BadParameter:
    why = (error.strerror or "unknown reason").lower()
    return click.BadParameter(f"{name} cannot be written: {why}", param_hint=f"'{option}'")
