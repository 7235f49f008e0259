"""Drives engines: one session or many, in the calling thread or in an event loop."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextvars import copy_context
from datetime import date
from functools import partial
from threading import TIMEOUT_MAX
from typing import Any, Final

from msgspec import Struct

from selfcorrect.domain.domain import Domain
from selfcorrect.engines.background import BACKGROUND, result_of
from selfcorrect.engines.background import run as wait_for
from selfcorrect.engines.engine import AsyncEngine, Engine
from selfcorrect.loop.session import Session
from selfcorrect.loop.trace import Trace
from selfcorrect.model.exchange import EngineError, Reply, Request, told
from selfcorrect.model.outcome import Limits, Outcome

CONCURRENCY: Final = 8
_AHEAD: Final = 16
"""Sessions, for each that may be under way, that are begun or ended before the first outcome is taken."""


class Task(Struct, frozen=True):
    """A document to make a record from, or a record to start with (and the document it came from).

    Raises ValueError where there is neither.
    """

    document: str | None = None
    record: Any = None
    source: str = ""

    def __post_init__(self) -> None:
        if self.document is None and self.record is None:
            raise ValueError("a session needs a document to make a record from, or a record to start with")


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
    """Many sessions, their outcomes in the order of the tasks; up to `concurrency` at once, each request to
    an engine that blocks in a thread. Engines that only compute gain nothing from that: with them, one
    session follows the other in the calling thread.

    Tasks are taken in the calling thread, some ahead of the outcomes. What a session or the tasks raise comes
    out in its turn, after the outcomes before it. Ending early cancels what is under way.
    """
    width = _width(plan, concurrency)
    return (run(plan, task) for task in tasks) if width == 1 else _at_once(plan, tasks, width)


async def run_many_async(
    plan: Plan, tasks: Iterable[Task], concurrency: int = CONCURRENCY
) -> AsyncGenerator[Outcome]:
    """The same in an event loop, which engines that only compute do not hold up either."""
    several = _Several(plan, _width(plan, concurrency))
    waiting: deque[asyncio.Task[Outcome]] = deque()
    source = _ended_by_error(tasks)
    try:
        while True:
            while len(waiting) < several.window and (task := next(source, None)) is not None:
                waiting.append(asyncio.create_task(several.one(task)))
            if not waiting:
                return
            outcome = await waiting[0]
            waiting.popleft()
            yield outcome
    finally:
        await several.cancel(waiting)


class _Several:
    """Sessions that are under way in one event loop, at most `width` at once."""

    def __init__(self, plan: Plan, width: int) -> None:
        self.window = _AHEAD * width
        self._plan = plan
        self._free = asyncio.Semaphore(width)
        self._threads = ThreadPoolExecutor(width)
        self._begun: set[asyncio.Task[Any]] = set()

    async def one(self, task: Task | Exception) -> Outcome:
        """The outcome of a task, when there is room for it. Raises what stands in place of a task."""
        if isinstance(task, Exception):
            raise task
        current = asyncio.current_task()
        assert current is not None  # noqa: S101 - this is a coroutine
        self._begun.add(current)
        try:
            async with self._free:
                return await run_async(self._plan, task, self._threads)
        finally:
            self._begun.discard(current)

    async def contained(self, task: Task | Exception) -> Outcome | BaseException:
        """The same for a loop that others use, too: an exit is given back, as it would end the loop."""
        try:
            return await self.one(task)
        except (KeyboardInterrupt, SystemExit) as end:
            return end

    async def cancel(self, waiting: Iterable[asyncio.Task[Any]] = ()) -> None:
        """Cancels what is under way or `waiting` to be, and waits until it has been given up."""
        left = self._begun.union(waiting)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        self._threads.shutdown(wait=False)


def _at_once(plan: Plan, tasks: Iterable[Task], width: int) -> Iterator[Outcome]:
    """Many sessions at once in the background loop, begun and taken one by one from here."""
    several = _Several(plan, width)
    pending: deque[Future[Outcome | BaseException]] = deque()
    try:
        for task in _ended_by_error(tasks):
            pending.append(BACKGROUND.start(several.contained(task)))
            while pending and (pending[0].done() or len(pending) >= several.window):
                yield _first(pending)
        while pending:
            yield _first(pending)
    finally:
        if BACKGROUND.may_be_waited_for:
            wait_for(several.cancel())
        for left in pending:
            left.cancel()


def _first(pending: deque[Future[Outcome | BaseException]]) -> Outcome:
    outcome = result_of(pending[0])
    pending.popleft()
    if isinstance(outcome, BaseException):
        raise outcome
    return outcome


def _ended_by_error(tasks: Iterable[Task]) -> Iterator[Task | Exception]:
    """The tasks, and what they raise as the last of them: it waits for its turn like any other."""
    try:
        for task in tasks:  # noqa: UP028 - `yield from` would close what the caller may go on with
            yield task
    except Exception as error:  # noqa: BLE001 - raised again in its turn
        yield error


def _width(plan: Plan, concurrency: int) -> int:
    """How many sessions are worth having at once."""
    if concurrency < 1:
        raise ValueError(f"concurrency is at least 1, not {concurrency}")
    engines = [plan.engine] if plan.critic is None else [plan.engine, plan.critic]
    return 1 if all(getattr(engine, "computes", False) for engine in engines) else concurrency


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
    """A session as errands to run: each is sent its reply, or thrown its EngineError.

    The time that a reply is handed in with is all that has passed since the last one, the checks included.
    """
    begun = time.monotonic()
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
        try:
            reply = yield Errand(engine, request, step.wait)
        except EngineError as error:
            begun, elapsed = _since(begun)
            step = session.fail(error, elapsed=elapsed, request_id=request.id, at=time.time())
        else:
            begun, elapsed = _since(begun)
            step = session.submit(reply, elapsed=elapsed, request_id=request.id, at=time.time())


def _since(begun: float) -> tuple[float, float]:
    """Now, and the seconds since."""
    now = time.monotonic()
    return now, now - begun


def _crashed(engine: Engine, error: Exception) -> EngineError:
    return EngineError("crashed", f"the engine {engine.name} failed: {told(error)}"[:300])
