"""A progress bar for long work: on stderr, on a terminal only, and out of the way of what is printed."""

import time
from collections.abc import Callable
from typing import Final, TextIO

_PATIENCE: Final = 1.0
"""Seconds before a bar appears: short work shows none."""
_PAUSE: Final = 0.1
_WIDTH: Final = 30
_WIPE: Final = "\r\x1b[K"


class Progress:
    """Counts what was read of `total` bytes (0 where that is not known) and draws it.

    `clock` gives seconds that only grow.
    """

    def __init__(self, stream: TextIO, total: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._total = total
        self._clock = clock
        self._drawn = False
        self._read = 0
        self._checked = 0
        self._next = clock() + _PATIENCE if stream.isatty() else float("inf")

    def advance(self, size: int) -> None:
        """One more report, made of so many bytes."""
        self._read += size
        self._checked += 1
        if self._clock() >= self._next:
            self._next = self._clock() + _PAUSE
            self._stream.write(_WIPE + self.line())
            self._stream.flush()
            self._drawn = True

    def clear(self) -> None:
        """Take the bar away, so that something can be printed."""
        if self._drawn:
            self._stream.write(_WIPE)
            self._stream.flush()
            self._drawn = False

    def line(self) -> str:
        """`[#########---------------------]  31%  12,345 checked`."""
        if not self._total:
            return f"{self._checked:,} checked"
        share = min(1.0, self._read / self._total)
        filled = int(share * _WIDTH)
        return f"[{'#' * filled}{'-' * (_WIDTH - filled)}] {share:4.0%}  {self._checked:,} checked"
