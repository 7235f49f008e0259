"""Writes sessions down: a line for everything that happens, as it happens."""

import os
from pathlib import Path
from stat import S_ISREG
from threading import Lock
from typing import BinaryIO

from selfcorrect.loop.lines import begun_line, line_of
from selfcorrect.loop.session import Session
from selfcorrect.model.trace import (
    Line,
    encoded,
)


class Trace:
    """A trace on its way to a file that only its user may read. Any number of sessions may write to it at
    once; every line is in the file before the session goes on.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lock = Lock()
        self._count = 0

    @classmethod
    def to(cls, path: Path) -> "Trace":
        """A new trace in place of any file of that name. Raises OSError."""
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        if hasattr(os, "fchmod") and S_ISREG(os.fstat(descriptor).st_mode):
            os.fchmod(descriptor, 0o600)
        return cls(os.fdopen(descriptor, "wb"))

    def begin(self, session: Session, engine: str, critic: str = "") -> "Tracing":
        """The trace of one session that is about to start."""
        with self._lock:
            self._count += 1
            tracing = Tracing(self, session, self._count)
        self.write(begun_line(session, tracing.number, engine, critic))
        return tracing

    def write(self, line: Line) -> None:
        """One line, whole. Raises OSError."""
        data = encoded(line) + b"\n"
        with self._lock:
            self._stream.write(data)
            self._stream.flush()

    def close(self) -> None:
        """Nothing more comes."""
        self._stream.close()


class Tracing:
    """The part of a trace that one session writes."""

    def __init__(self, trace: Trace, session: Session, number: int) -> None:
        self.number = number
        self._trace = trace
        self._session = session
        self._written = 0

    def go_on(self) -> None:
        """Write what has happened since the last time."""
        events = self._session.events
        for event in events[self._written :]:
            self._trace.write(line_of(event, self.number))
        self._written = len(events)
