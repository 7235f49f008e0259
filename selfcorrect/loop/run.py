"""Drives engines: one session or many, in the calling thread or in an event loop."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, Generator, Iterable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextvars import copy_context
from datetime import date
from functools import partial
from threading import TIMEOUT_MAX
from typing import Any, Final

from msgspec import Struct

from selfcorrect.domain.domain import Domain
from selfcorrect.engines.engine import AsyncEngine, Engine
from selfcorrect.loop.session import Session
from selfcorrect.loop.trace import Trace
from selfcorrect.model.exchange import EngineError, Reply, Request, told
from selfcorrect.model.outcome import Limits, Outcome

CONCURRENCY: Final = 8
_AHEAD: Final = 16
"""Sessions, for each that may be under way, that are begun or ended before the first outcome is taken."""


class Task(Struct, frozen=True):
    """A document to make a record from, or a record to start with (and the document it came from)."""

    document: str | None = None
    record: Any = None
    source: str = ""


class Plan(Struct, frozen=True):
    """How sessions are driven: the engine for candidates, the one that is asked semantic questions (if any),
    the limits of each session, the day of the checks, and where to write down what happens.
    """

    domain: Domain
    engine: Engine
    critic: Engine | None = None
    limits: Limits | None = None
    today: date | None = None
    trace: Trace | None = None


class Errand(Struct, frozen=True):
    """A request to carry to an engine, after a wait of some seconds."""

    engine: Engine
    request: Request
    wait: float

    def run(self) -> Reply:
        """The engine's reply. Raises EngineError, whatever goes wrong in the engine."""
        if self.wait > 0:
            time.sleep(min(self.wait, TIMEOUT_MAX))
        return self._replied()

    async def run_async(self, threads: Executor | None = None) -> Reply:
        """The same without blocking; an engine that does block has one of the `threads` for it."""
        if self.wait > 0:
            await asyncio.sleep(self.wait)
        if not isinstance(self.engine, AsyncEngine):
            replied = partial(copy_context().run, self._replied)
            return await asyncio.get_running_loop().run_in_executor(threads, replied)
        try:
            return await self.engine.reply_async(self.request)
        except EngineError:
            raise
        except Exception as error:
            raise _crashed(self.engine, error) from error

    def _replied(self) -> Reply:
        # In a thread, too, nothing else may get out: a StopIteration would never reach who waits for it.
        try:
            return self.engine.reply(self.request)
        except EngineError:
            raise
        except Exception as error:
            raise _crashed(self.engine, error) from error


def run(plan: Plan, task: Task) -> Outcome:
    """One session, driven to its end in the calling thread."""
    return drive(plan, task)[1]


def drive(plan: Plan, task: Task) -> tuple[Session, Outcome]:
    """The same, with the session and all that has happened in it."""
    session = _session(plan, task)
    course = _course(plan, session)
    try:
        errand = next(course)
        while True:
            try:
                reply = errand.run()
            except EngineError as error:
                errand = course.throw(error)
            else:
                errand = course.send(reply)
    except StopIteration as end:
        return session, end.value


async def run_async(plan: Plan, task: Task, threads: Executor | None = None) -> Outcome:
    """One session, driven to its end without blocking; engines that do block run in `threads`."""
    course = _course(plan, _session(plan, task))
    try:
        errand = next(course)
        while True:
            try:
                reply = await errand.run_async(threads)
            except EngineError as error:
                errand = course.throw(error)
            else:
                errand = course.send(reply)
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome


def run_many(plan: Plan, tasks: Iterable[Task], concurrency: int = CONCURRENCY) -> Iterator[Outcome]:
    """Many sessions, their outcomes in the order of the tasks. Only engines that wait for something else
    gain from several at once; all others take one after the other.
    """
    _expect_positive(concurrency)
    if concurrency == 1 or not isinstance(plan.engine, AsyncEngine):
        return (run(plan, task) for task in tasks)
    return _in_background(plan, tasks, concurrency)


async def run_many_async(
    plan: Plan, tasks: Iterable[Task], concurrency: int = CONCURRENCY
) -> AsyncGenerator[Outcome]:
    """The same in an event loop. Ending it early cancels what is under way."""
    _expect_positive(concurrency)
    free = asyncio.Semaphore(concurrency)
    threads = ThreadPoolExecutor(concurrency)

    async def one(task: Task) -> Outcome:
        async with free:
            return await run_async(plan, task, threads)

    waiting: deque[asyncio.Task[Outcome]] = deque()
    source = iter(tasks)
    try:
        while True:
            while len(waiting) < _AHEAD * concurrency and (task := next(source, None)) is not None:
                waiting.append(asyncio.create_task(one(task)))
            if not waiting:
                return
            outcome = await waiting[0]
            waiting.popleft()
            yield outcome
    finally:
        for left in waiting:
            left.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        threads.shutdown(wait=False)


def _in_background(plan: Plan, tasks: Iterable[Task], concurrency: int) -> Iterator[Outcome]:
    """Many sessions at once in the background loop, taken one by one from here."""
    from selfcorrect.engines.background import run as wait_for

    outcomes = run_many_async(plan, tasks, concurrency)
    turn = asyncio.Lock()

    async def following() -> Outcome | None:
        async with turn:
            return await anext(outcomes, None)

    async def close() -> None:
        # After an interrupt the outcome that was waited for is still being given up.
        async with turn:
            await outcomes.aclose()

    try:
        while (outcome := wait_for(following())) is not None:
            yield outcome
    finally:
        wait_for(close())


def _session(plan: Plan, task: Task) -> Session:
    return Session(
        plan.domain,
        document=task.document,
        record=task.record,
        limits=plan.limits,
        asks=plan.critic is not None,
        today=plan.today,
        source=task.source,
    )


def _course(plan: Plan, session: Session) -> Generator[Errand, Reply, Outcome]:
    """A session as errands to run: each is sent its reply, or thrown its EngineError."""
    critic = plan.critic
    tracing = (
        plan.trace.begin(session, plan.engine.name, critic.name if critic else "") if plan.trace else None
    )
    step = session.start()
    while True:
        if tracing:
            tracing.go_on()
        request = step.request
        if request is None:
            assert step.outcome is not None  # noqa: S101 - a step has one of the two
            return step.outcome
        engine = critic if critic and request.kind == "answers" else plan.engine
        begun = time.monotonic()
        try:
            reply = yield Errand(engine, request, step.wait)
        except EngineError as error:
            elapsed = time.monotonic() - begun
            step = session.fail(error, elapsed=elapsed, request_id=request.id, at=time.time())
        else:
            elapsed = time.monotonic() - begun
            step = session.submit(reply, elapsed=elapsed, request_id=request.id, at=time.time())


def _crashed(engine: Engine, error: Exception) -> EngineError:
    return EngineError("crashed", f"the engine {engine.name} failed: {told(error)}"[:300])


def _expect_positive(concurrency: int) -> None:
    if concurrency < 1:
        raise ValueError(f"concurrency is at least 1, not {concurrency}")
