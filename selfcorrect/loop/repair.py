"""Repairing in one call: a document or a record, one or many, blocking or not."""

from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from datetime import date
from typing import Any

from selfcorrect.domain.domain import Domain
from selfcorrect.engines.engine import Engine
from selfcorrect.engines.opening import open_engine
from selfcorrect.loop.run import CONCURRENCY, Plan, Task, run, run_async, run_many, run_many_async
from selfcorrect.loop.trace import Trace
from selfcorrect.model.exchange import Request
from selfcorrect.model.outcome import Limits, Outcome

AnyEngine = str | Engine | Callable[[Request], Any]


def repair(  # noqa: PLR0913 - keywords, none of which the others imply
    domain: Domain,
    document: str | None = None,
    *,
    record: Any = None,
    engine: AnyEngine = "reader",
    critic: AnyEngine | None = None,
    limits: Limits | None = None,
    today: date | None = None,
    source: str = "",
    trace: Trace | None = None,
) -> Outcome:
    """Has an engine make a record from a document, or repair one that is handed in, until checks accept it
    or nothing more can be done.

    `engine` is a name (`reader`, `ollama:hermes3`, `anthropic:…`, `openai:…`), an object with `reply`, or a
    function of a request; `critic` the same for the questions of semantic rules. Raises EngineError only for
    an engine that cannot be opened: what goes wrong later is in the outcome. ValueError without a document
    and a record.
    """
    plan = _plan(domain, engine, critic, limits=limits, today=today, trace=trace)
    return run(plan, Task(document, record, source))


async def repair_async(  # noqa: PLR0913 - as `repair`
    domain: Domain,
    document: str | None = None,
    *,
    record: Any = None,
    engine: AnyEngine = "reader",
    critic: AnyEngine | None = None,
    limits: Limits | None = None,
    today: date | None = None,
    source: str = "",
    trace: Trace | None = None,
) -> Outcome:
    """As `repair`, without blocking the event loop."""
    plan = _plan(domain, engine, critic, limits=limits, today=today, trace=trace)
    return await run_async(plan, Task(document, record, source))


def repair_many(  # noqa: PLR0913 - as `repair`
    domain: Domain,
    tasks: Iterable[Task | str],
    *,
    engine: AnyEngine = "reader",
    critic: AnyEngine | None = None,
    limits: Limits | None = None,
    today: date | None = None,
    trace: Trace | None = None,
    concurrency: int = CONCURRENCY,
) -> Iterator[Outcome]:
    """As `repair` for many documents, one outcome for each in their order; up to `concurrency` at once where
    the engine waits for something else. The limits are those of each document.
    """
    plan = _plan(domain, engine, critic, limits=limits, today=today, trace=trace)
    return run_many(plan, _as_tasks(tasks), concurrency)


def repair_many_async(  # noqa: PLR0913 - as `repair_many`
    domain: Domain,
    tasks: Iterable[Task | str],
    *,
    engine: AnyEngine = "reader",
    critic: AnyEngine | None = None,
    limits: Limits | None = None,
    today: date | None = None,
    trace: Trace | None = None,
    concurrency: int = CONCURRENCY,
) -> AsyncGenerator[Outcome]:
    """As `repair_many`, without blocking the event loop. Closing it early cancels what is under way."""
    plan = _plan(domain, engine, critic, limits=limits, today=today, trace=trace)
    return run_many_async(plan, _as_tasks(tasks), concurrency)


def _plan(domain: Domain, engine: AnyEngine, critic: AnyEngine | None, **more: Any) -> Plan:
    asked = None if critic is None else open_engine(critic, domain)
    return Plan(domain, open_engine(engine, domain), asked, **more)


def _as_tasks(tasks: Iterable[object]) -> Iterator[Task]:
    for task in tasks:
        if not isinstance(task, str | Task):
            kind = type(task).__name__
            raise TypeError(f"a task is a document as a text, or a Task, not a {kind}: use Task(record=…)")
        yield Task(task) if isinstance(task, str) else task
