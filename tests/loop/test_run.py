"""What drives engines: one session or many, blocking or not."""

import asyncio
import contextvars
import inspect
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

import pytest

from selfcorrect.domain.domain import Domain
from selfcorrect.domain.load import load
from selfcorrect.engines import background
from selfcorrect.loop.repair import repair, repair_async, repair_many, repair_many_async
from selfcorrect.loop.replay import recorded, replay
from selfcorrect.loop.run import Task
from selfcorrect.loop.trace import Trace
from selfcorrect.model.exchange import FREE, EngineError, Reply, Request
from selfcorrect.model.outcome import Limits, Outcome
from selfcorrect.model.trace import decoded
from tests.loop.histories import record
from tests.loop.packs import domain

DOCUMENT = "A box and a lid. A is packed well."
WRONG = record({"weight": "4"})
SOUND = record({})
T = TypeVar("T")
DEADLINE = 20.0
"""Seconds after which something that never comes is given up."""


@pytest.fixture(scope="module")
def parcels(tmp_path_factory: pytest.TempPathFactory) -> Domain:
    return domain(tmp_path_factory.mktemp("packs") / "parcels")


def mending(request: Request) -> Any:
    """An engine that is wrong at first."""
    return WRONG if request.attempt == 1 else SOUND


def documents(number: int) -> list[str]:
    return [f"{DOCUMENT} Number {n}." for n in range(number)]


def about(request: Request) -> int:
    """The number of the document that a request is about."""
    assert request.document is not None
    return int(request.document.rpartition(" ")[2].rstrip("."))


class Waiting:
    """An engine that waits for something else, and counts how many requests are under way."""

    name = "waiting"

    def __init__(self, width: int = 1) -> None:
        self.width = width
        self.most = self.under_way = self.begun = self.ended = 0
        self._enough = asyncio.Event()

    def reply(self, request: Request) -> Reply:
        raise AssertionError("it was to be waited for")

    async def reply_async(self, request: Request) -> Reply:
        self.begun += 1
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        if self.under_way >= self.width:
            self._enough.set()
        try:
            await asyncio.wait_for(self._enough.wait(), DEADLINE)
            for _ in range(about(request) % 5):
                await asyncio.sleep(0)
        finally:
            self.under_way -= 1
        self.ended += 1
        return Reply(mending(request) | {"note": str(about(request))}, FREE)


# One


def test_a_function_is_an_engine(parcels: Domain) -> None:
    outcome = repair(parcels, DOCUMENT, engine=mending, source="a.txt")
    assert (outcome.decision, outcome.version, outcome.source) == ("retain", 2, "a.txt")
    assert [one.request_id for one in outcome.attempts] == ["request-1", "request-2"]
    assert all(one.at is not None for one in outcome.attempts)


def test_a_record_is_repaired_without_a_document(parcels: Domain) -> None:
    outcome = repair(parcels, record=WRONG, engine=lambda _: SOUND)
    assert (outcome.resolved, outcome.version) == (True, 2)


def test_the_reader_reads(root: Path) -> None:
    document = (root / "domains/invoices/examples/shelving.txt").read_text("utf-8")
    outcome = repair(load("invoices"), document)
    assert outcome.resolved
    assert outcome.usage == FREE
    assert str(outcome.candidate["total"]) == "6444.00"


async def in_async(parcels: Domain) -> list[Outcome]:
    """A blocking repair, many of them, and one that is waited for, all inside a running loop."""
    found = [repair(parcels, DOCUMENT, engine=mending)]
    found += repair_many(parcels, documents(3), engine=mending)
    found += repair_many(parcels, documents(3), engine=Waiting(), concurrency=2)
    found.append(await repair_async(parcels, DOCUMENT, engine=mending))
    return found


def test_all_of_it_works_inside_a_running_loop(parcels: Domain) -> None:
    found = asyncio.run(in_async(parcels))
    assert [one.version for one in found] == [2] * 8


def test_nothing_to_start_with(parcels: Domain) -> None:
    with pytest.raises(ValueError, match=r"^a session needs a document to make a record from, or a record"):
        repair(parcels, engine=mending)


def test_the_critic_is_asked_what_the_engine_is_not(parcels: Domain) -> None:
    def critic(request: Request) -> Any:
        assert request.kind == "answers"
        return {"answers": [{"question": 1, "verdict": "does not hold", "quote": "A is packed well"}]}

    def engine(request: Request) -> Any:
        assert request.kind == "candidate"
        return SOUND

    outcome = repair(parcels, DOCUMENT, engine=engine, critic=critic)
    assert (outcome.decision, outcome.reason) == ("inspect", "unsupported_objection")


# Engines that fail


class UntellableError(Exception):
    def __str__(self) -> str:
        raise RuntimeError


RAISED = [
    (ValueError("what was meant?"), "the engine engine failed: ValueError: what was meant?"),
    (KeyError("total"), "the engine engine failed: KeyError: 'total'"),
    (StopIteration(3), "the engine engine failed: StopIteration: 3"),
    (StopAsyncIteration(), "the engine engine failed: StopAsyncIteration"),
    (TimeoutError(), "the engine engine failed: TimeoutError"),
    (RecursionError("too deep"), "the engine engine failed: RecursionError: too deep"),
    (AssertionError(), "the engine engine failed: AssertionError"),
    (UntellableError(), "the engine engine failed: UntellableError"),
    (Exception("x" * 999), "the engine engine failed: Exception: " + "x" * 263),
    (EngineError("key", "The key is refused."), "The key is refused."),
]


class Failing:
    """An engine that raises, in both its forms."""

    name = "engine"

    def __init__(self, error: Exception) -> None:
        self.error = error

    def reply(self, request: Request) -> Reply:
        raise self.error


class FailingAsync(Failing):
    async def reply_async(self, request: Request) -> Reply:
        raise self.error


async def within(work: Coroutine[Any, Any, T]) -> T:
    return await asyncio.wait_for(work, DEADLINE)


@pytest.mark.parametrize(("error", "message"), RAISED)
def test_whatever_an_engine_raises_is_its_failure(parcels: Domain, error: Exception, message: str) -> None:
    engine = Failing(error)
    outcomes = [
        repair(parcels, DOCUMENT, engine=engine),
        asyncio.run(within(repair_async(parcels, DOCUMENT, engine=engine))),
        *repair_many(parcels, [DOCUMENT], engine=engine),
    ]
    if not isinstance(error, StopIteration):  # Python itself makes a RuntimeError of that
        outcomes.append(asyncio.run(within(repair_async(parcels, DOCUMENT, engine=FailingAsync(error)))))
    for outcome in outcomes:
        assert (outcome.decision, outcome.reason, outcome.because) == ("stop", "engine_failed", (message,))
        assert (outcome.candidate, outcome.failures) == (None, (message,))


def test_what_an_engine_gives_back_may_be_anything(parcels: Domain) -> None:
    class Careless:
        name = "careless"

        def reply(self, request: Request) -> Any:
            return None if request.attempt == 1 else SOUND

    assert repair(parcels, DOCUMENT, engine=Careless()).version == 2


def test_an_engine_that_fails_keeps_the_best_version(parcels: Domain) -> None:
    replies = iter([WRONG])
    outcome = repair(parcels, DOCUMENT, engine=lambda _: next(replies))
    assert (outcome.reason, outcome.version, outcome.candidate["weight"]) == ("engine_failed", 1, 4)


def test_a_critic_that_fails_is_no_reason_to_stop(parcels: Domain) -> None:
    outcome = repair(parcels, DOCUMENT, engine=mending, critic=Failing(ValueError("no")))
    assert outcome.resolved
    assert outcome.failures == ("the engine engine failed: ValueError: no",) * 2


class Busy:
    """An engine that asks to wait, and writes down when it is asked and what happens meanwhile."""

    name = "busy"

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.seen: list[str] = []
        self.meanwhile = threading.Event()

    def reply(self, request: Request) -> Reply:
        self.seen.append(request.id)
        if request.number > 1:
            return Reply(SOUND, FREE)
        threading.Timer(0.05, self._later).start()
        raise EngineError("rate_limit", "Slow down.", retry_after=self.seconds)

    def _later(self) -> None:
        self.seen.append("meanwhile")
        self.meanwhile.set()


@pytest.mark.parametrize("waits", ["blocking", "not blocking"])
def test_what_is_asked_again_waits_as_long_as_it_is_told(parcels: Domain, waits: str) -> None:
    engine = Busy(0.5)
    if waits == "blocking":
        outcome = repair(parcels, DOCUMENT, engine=engine)
    else:
        outcome = asyncio.run(repair_async(parcels, DOCUMENT, engine=engine))
    assert engine.meanwhile.wait(DEADLINE)
    assert engine.seen == ["request-1", "meanwhile", "request-2"]
    assert outcome.resolved


def test_nobody_waits_longer_than_there_is_time(parcels: Domain) -> None:
    engine = Busy(1e9)
    outcome = repair(parcels, DOCUMENT, engine=engine, limits=Limits(seconds=60))
    assert engine.meanwhile.wait(DEADLINE)
    assert (outcome.reason, engine.seen) == ("engine_failed", ["request-1", "meanwhile"])


def test_a_wait_holds_up_nobody_else(parcels: Domain) -> None:
    """Two at once: while one waits, all requests of the other go through."""
    seen: list[str] = []

    class Limited:
        name = "limited"

        def reply(self, request: Request) -> Reply:
            raise AssertionError

        async def reply_async(self, request: Request) -> Reply:
            seen.append(f"{about(request)} {request.number}")
            if about(request) == 0 and request.number == 1:
                raise EngineError("rate_limit", "Slow down.", retry_after=0.3)
            return Reply(mending(request), FREE)

    outcomes = list(repair_many(parcels, documents(2), engine=Limited(), concurrency=2))
    assert all(one.resolved for one in outcomes)
    assert seen == ["0 1", "1 1", "1 2", "0 2", "0 3"]


# Many


def notes(outcomes: list[Outcome]) -> list[str]:
    return [one.candidate["note"] for one in outcomes]


def numbered(request: Request) -> Any:
    return mending(request) | {"note": str(about(request))}


def test_many_come_in_order(parcels: Domain) -> None:
    asked: list[int] = []

    def engine(request: Request) -> Any:
        asked.append(about(request))
        return numbered(request)

    outcomes = repair_many(parcels, documents(50), engine=engine, concurrency=1)
    first = next(outcomes)
    # One at once is one after the other, and none before it is asked for.
    assert asked == [0, 0]
    assert notes([first, *outcomes]) == [str(n) for n in range(50)]
    assert asked == [n for n in range(50) for _ in range(2)]


def test_tasks_may_be_documents_records_or_both(parcels: Domain) -> None:
    tasks: list[Any] = [
        DOCUMENT,
        Task(record=WRONG, source="r"),
        Task(DOCUMENT, WRONG, "both"),
        Task(record=SOUND),
    ]
    outcomes = list(repair_many(parcels, tasks, engine=mending))
    assert [(one.source, one.version, one.resolved) for one in outcomes] == [
        ("", 2, True),
        ("r", 2, True),
        ("both", 2, True),
        ("", 1, True),
    ]


def test_what_is_no_task(parcels: Domain) -> None:
    message = r"^a task is a document as a text, or a Task, not a dict: use Task\(record=…\)$"
    with pytest.raises(TypeError, match=message):
        list(repair_many(parcels, [SOUND], engine=mending))  # type: ignore[list-item]


@pytest.mark.parametrize("concurrency", [0, -1])
def test_at_least_one_at_once(parcels: Domain, concurrency: int) -> None:
    message = rf"^concurrency is at least 1, not {concurrency}$"
    with pytest.raises(ValueError, match=message):
        repair_many(parcels, [], engine=mending, concurrency=concurrency)
    with pytest.raises(ValueError, match=message):
        asyncio.run(collected(repair_many_async(parcels, [], engine=mending, concurrency=concurrency)))


async def collected(outcomes: AsyncIterator[Outcome]) -> list[Outcome]:
    return [outcome async for outcome in outcomes]


async def many(parcels: Domain, engine: Any, number: int, concurrency: int, **more: Any) -> list[Outcome]:
    outcomes = repair_many_async(parcels, documents(number), engine=engine, concurrency=concurrency, **more)
    return await within(collected(outcomes))


@pytest.mark.parametrize(("number", "concurrency", "most"), [(100, 8, 8), (3, 8, 3), (20, 1, 1), (0, 8, 0)])
def test_as_many_at_once_as_may_be_and_no_more(
    parcels: Domain, number: int, concurrency: int, most: int
) -> None:
    engine = Waiting(width=most)
    outcomes = asyncio.run(many(parcels, engine, number, concurrency))
    assert notes(outcomes) == [str(n) for n in range(number)]
    assert all(one.resolved for one in outcomes)
    assert (engine.most, engine.under_way, engine.ended) == (most, 0, 2 * number)


def test_as_many_at_once_in_the_background(parcels: Domain) -> None:
    engine = Waiting(width=8)
    outcomes = list(repair_many(parcels, documents(100), engine=engine, concurrency=8))
    assert notes(outcomes) == [str(n) for n in range(100)]
    assert (engine.most, engine.ended) == (8, 200)


@pytest.mark.parametrize("waits", ["blocking", "not blocking"])
def test_engines_that_block_have_a_thread_each(parcels: Domain, waits: str) -> None:
    """However few processors there are."""
    meet = threading.Barrier(12)
    used: set[int] = set()
    word = contextvars.ContextVar("word", default="none")
    word.set("given")

    def engine(request: Request) -> Any:
        used.add(threading.get_ident())
        if request.attempt == 1:
            meet.wait(DEADLINE)
        return numbered(request) | {"sender": {"city": word.get()}}

    if waits == "blocking":
        outcomes = list(repair_many(parcels, documents(24), engine=engine, concurrency=12))
    else:
        outcomes = asyncio.run(many(parcels, engine, 24, 12))
    assert notes(outcomes) == [str(n) for n in range(24)]
    assert {one.candidate["sender"]["city"] for one in outcomes} == {"given"}
    assert len(used) == 12


class Computing:
    """An engine that says it only computes; it writes down where and about what."""

    name = "computing"
    computes = True

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.used: set[int] = set()

    def reply(self, request: Request) -> Reply:
        self.asked.append(about(request))
        self.used.add(threading.get_ident())
        return Reply(numbered(request), FREE)


def test_what_only_computes_is_done_one_after_the_other(parcels: Domain) -> None:
    blocking, waited_for = Computing(), Computing()
    list(repair_many(parcels, documents(20), engine=blocking, concurrency=8))
    asyncio.run(many(parcels, waited_for, 20, 8))
    assert blocking.asked == waited_for.asked == [n for n in range(20) for _ in range(2)]
    assert blocking.used == {threading.get_ident()}
    assert len(waited_for.used) == 1
    assert blocking.used.isdisjoint(waited_for.used)


@pytest.mark.parametrize("waits", ["blocking", "not blocking"])
def test_a_critic_that_waits_makes_several_worthwhile(parcels: Domain, waits: str) -> None:
    meet = threading.Barrier(6)

    def critic(request: Request) -> Any:
        meet.wait(DEADLINE)
        return {"answers": [{"question": 1, "verdict": "holds", "quote": "A is packed well"}]}

    engine = Computing()
    if waits == "blocking":
        outcomes = list(repair_many(parcels, documents(6), engine=engine, critic=critic, concurrency=6))
    else:
        outcomes = asyncio.run(many(parcels, engine, 6, 6, critic=critic))
    assert [(one.resolved, one.failures) for one in outcomes] == [(True, ())] * 6


def test_one_that_fails_stops_no_other(parcels: Domain) -> None:
    def engine(request: Request) -> Any:
        if about(request) % 3 == 0:
            raise ValueError("not this one")
        return numbered(request)

    for outcomes in (
        list(repair_many(parcels, documents(12), engine=engine)),
        asyncio.run(many(parcels, engine, 12, 4)),
    ):
        assert [one.reason for one in outcomes] == ["engine_failed", "checks_pass", "checks_pass"] * 4


def test_tasks_are_taken_as_they_are_needed(parcels: Domain) -> None:
    taken: list[int] = []

    def endless() -> Iterator[str]:
        while True:
            taken.append(len(taken))
            yield f"{DOCUMENT} Number {taken[-1]}."

    outcomes = repair_many(parcels, endless(), engine=Waiting(), concurrency=2)
    assert notes([next(outcomes) for _ in range(5)]) == ["0", "1", "2", "3", "4"]
    outcomes.close()  # type: ignore[attr-defined]
    assert len(taken) < 100


class Held(Waiting):
    """An engine that answers the first document and never another; it tells when four are under way."""

    def __init__(self) -> None:
        super().__init__()
        self.four = asyncio.Event()

    async def reply_async(self, request: Request) -> Reply:
        if about(request):
            self.begun += 1
            if self.begun == 4:
                self.four.set()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                self.ended += 1
                raise
        return Reply(SOUND, FREE)


async def one_of_many(parcels: Domain, engine: Held) -> tuple[int, int]:
    outcomes = repair_many_async(parcels, documents(30), engine=engine, concurrency=4)
    assert (await anext(outcomes)).resolved
    await engine.four.wait()
    await outcomes.aclose()
    return engine.begun, engine.ended


def test_ending_early_cancels_what_is_under_way(parcels: Domain) -> None:
    assert asyncio.run(within(one_of_many(parcels, Held()))) == (4, 4)


def test_ending_early_cancels_what_is_under_way_in_the_background(parcels: Domain) -> None:
    class Late(Held):
        async def reply_async(self, request: Request) -> Reply:
            if about(request) == 0:
                await self.four.wait()
            return await super().reply_async(request)

    engine = Late()
    outcomes = repair_many(parcels, documents(5), engine=engine, concurrency=5)
    assert next(outcomes).resolved
    outcomes.close()  # type: ignore[attr-defined]
    assert (engine.begun, engine.ended) == (4, 4)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """An interrupt that raises: whoever starts the tests in the background may have switched it off."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(os.name == "nt", reason="signals are others there")
@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_comes_through(parcels: Domain) -> None:
    class Interrupting(Held):
        async def reply_async(self, request: Request) -> Reply:
            if about(request) == 3:
                await asyncio.sleep(0.05)  # until the second outcome is waited for
                os.kill(os.getpid(), signal.SIGINT)
            try:
                return await super().reply_async(request)
            except asyncio.CancelledError:
                await asyncio.sleep(0.02)  # to give up takes a while
                raise

    engine = Interrupting()
    with pytest.raises(KeyboardInterrupt):
        list(repair_many(parcels, documents(10), engine=engine, concurrency=4))
    assert engine.begun == engine.ended


def test_a_trace_of_many_at_once(parcels: Domain) -> None:
    stream = BytesIO()
    outcomes = asyncio.run(many(parcels, numbered, 40, 8, trace=Trace(stream)))
    found = [replay(one, parcels) for one in recorded(map(decoded, stream.getvalue().splitlines()))]
    assert [one.differences for one in found] == [()] * 40
    assert sorted(one.outcome.candidate["note"] for one in found if one.outcome) == sorted(notes(outcomes))


# Where tasks come from


def test_one_may_feed_another(parcels: Domain) -> None:
    def again(outcomes: Iterator[Outcome]) -> Iterator[Task]:
        return (Task(f"{DOCUMENT} Number {one.candidate['note']}.", one.candidate) for one in outcomes)

    first = repair_many(parcels, documents(20), engine=Waiting(), concurrency=2)
    second = repair_many(parcels, again(first), engine=Waiting(), concurrency=2)
    assert notes(list(second)) == [str(n) for n in range(20)]


def test_tasks_are_taken_in_the_thread_of_the_caller(parcels: Domain) -> None:
    base = sqlite3.connect(":memory:")  # which belongs to the thread it was made in
    base.execute("CREATE TABLE documents (text)")
    base.executemany("INSERT INTO documents VALUES (?)", [(text,) for text in documents(10)])
    tasks = (text for (text,) in base.execute("SELECT text FROM documents"))
    outcomes = repair_many(parcels, tasks, engine=Waiting(), concurrency=2)
    assert notes(list(outcomes)) == [str(n) for n in range(10)]
    base.close()


def test_outcomes_that_are_there_do_not_wait_for_more_tasks(parcels: Domain) -> None:
    engine = Waiting()
    taken: list[int] = []

    def slow() -> Iterator[str]:
        for number, text in enumerate(documents(10)):
            while engine.ended < 2 * number:  # the one before has not been answered twice
                threading.Event().wait(0.001)
            background.run(asyncio.sleep(0))  # after which its outcome is there
            taken.append(number)
            yield text

    ahead = [len(taken) - n for n, _ in enumerate(repair_many(parcels, slow(), engine=engine), 1)]
    assert len(ahead) == 10
    assert max(ahead) <= 1


SESSION = r"^a session needs a document to make a record from, or a record to start with$"


def test_a_task_of_nothing() -> None:
    with pytest.raises(ValueError, match=SESSION):
        Task(source="a.txt")


def with_a_bad_one() -> Iterator[Any]:
    yield from documents(3)
    yield Task()


def with_bytes() -> Iterator[Any]:
    yield from documents(3)
    yield Task(b"A box")  # type: ignore[arg-type]
    yield from documents(3)


BAD = [
    (with_a_bad_one, ValueError, SESSION),
    (with_bytes, TypeError, r"^a document is text, not bytes: decode it first$"),
]


@pytest.mark.parametrize(("tasks", "kind", "message"), BAD)
@pytest.mark.parametrize("concurrency", [1, 4])
def test_a_bad_task_comes_out_after_those_before_it(
    parcels: Domain, tasks: Any, kind: type[Exception], message: str, concurrency: int
) -> None:
    seen: list[Outcome] = []

    def collect() -> None:
        for one in repair_many(parcels, tasks(), engine=numbered, concurrency=concurrency):
            seen.append(one)  # noqa: PERF402 - what came before the error is kept

    with pytest.raises(kind, match=message):
        collect()
    assert notes(seen) == ["0", "1", "2"]


@pytest.mark.parametrize(("tasks", "kind", "message"), BAD)
def test_a_bad_task_comes_out_after_those_before_it_in_a_loop(
    parcels: Domain, tasks: Any, kind: type[Exception], message: str
) -> None:
    seen: list[Outcome] = []

    async def collect() -> None:
        async for one in repair_many_async(parcels, tasks(), engine=numbered, concurrency=4):
            seen.append(one)

    with pytest.raises(kind, match=message):
        asyncio.run(within(collect()))
    assert notes(seen) == ["0", "1", "2"]


def test_an_exit_comes_out_and_the_background_goes_on(parcels: Domain) -> None:
    def leaving(request: Request) -> Any:
        raise SystemExit(3)

    with pytest.raises(SystemExit) as end:
        list(repair_many(parcels, documents(3), engine=leaving, concurrency=2))
    assert end.value.code == 3
    assert notes(list(repair_many(parcels, documents(3), engine=numbered))) == ["0", "1", "2"]


def test_many_from_inside_of_an_engine_that_is_waited_for(parcels: Domain) -> None:
    """It would wait for itself."""

    async def nested(request: Request) -> Any:
        return next(repair_many(parcels, documents(1), engine=numbered)).candidate

    [outcome] = repair_many(parcels, documents(1), engine=nested)
    assert outcome.failures == (
        "the engine nested failed: RuntimeError: a blocking call inside of an engine's async code would wait "
        "for itself: await `reply_async` or `repair_async` there",
    )


def test_python_ends_with_outcomes_left(root: Path) -> None:
    code = (
        "import selfcorrect\n"
        "domain = selfcorrect.load('invoices')\n"
        "outcomes = selfcorrect.repair_many(domain, ['a', 'b', 'c'], engine=lambda _: {}, concurrency=2)\n"
        "print(next(outcomes).decision)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True, cwd=root
    )
    assert (done.stdout, done.stderr) == ("stop\n", "")


# How it is called

OPTIONS = {"engine": "reader", "critic": None, "limits": None, "today": None, "trace": None}
CALLS = [
    (repair, {"record": None, "source": ""}),
    (repair_async, {"record": None, "source": ""}),
    (repair_many, {"concurrency": 8}),
    (repair_many_async, {"concurrency": 8}),
]


@pytest.mark.parametrize(("call", "own"), CALLS)
def test_the_keywords_are_there_to_be_seen(call: Any, own: dict[str, Any]) -> None:
    parameters = inspect.signature(call).parameters.values()
    keywords = {one.name: one.default for one in parameters if one.kind is one.KEYWORD_ONLY}
    assert keywords == own | OPTIONS
