"""One event loop in one thread of its own, for everything that waits for a network.

A client of HTTP connections belongs to the loop it was first used in. So that one engine serves any number of
threads and loops, all of its work runs here, and callers wait for it where they are.
"""

import asyncio
import os
import sys
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, Final, TypeVar

T = TypeVar("T")


class Background:
    """A loop in a daemon thread, both made when they are first needed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    @property
    def is_here(self) -> bool:
        """Whether the calling thread is the one that runs the loop."""
        return self._thread is threading.current_thread()

    @property
    def may_be_waited_for(self) -> bool:
        """Whether waiting for work can end: not inside of the loop, nor when Python is ending."""
        return not (self.is_here or sys.is_finalizing())

    def start(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Starts the work. Cancelling the future cancels the work."""
        return asyncio.run_coroutine_threadsafe(work, self._running())

    def forget(self) -> None:
        """Begins anew: a forked process has the loop of its parent, but not the thread that ran it."""
        self._lock = threading.Lock()
        self._loop = self._thread = None

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(
                    target=self._loop.run_forever, name="selfcorrect-background", daemon=True
                )
                self._thread.start()
            return self._loop


BACKGROUND: Final = Background()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=BACKGROUND.forget)


def run(work: Coroutine[Any, Any, T]) -> T:
    """Waits for the work. What ends the waiting ends the work, an interrupt from the keyboard included.

    Raises RuntimeError inside of the background loop, as `result_of` does.
    """
    future = BACKGROUND.start(work)
    try:
        return result_of(future)
    except BaseException:
        future.cancel()
        raise


def result_of(future: Future[T]) -> T:
    """Waits for work that was started. Raises RuntimeError inside of the background loop, which would wait
    for itself.
    """
    if BACKGROUND.is_here:
        raise RuntimeError(
            "a blocking call inside of an engine's async code would wait for itself: "
            "await `reply_async` or `repair_async` there"
        )
    return future.result()


async def run_async(work: Coroutine[Any, Any, T]) -> T:
    """The same without blocking, from any loop. Cancelling the task that waits cancels the work."""
    return await asyncio.wrap_future(BACKGROUND.start(work))
