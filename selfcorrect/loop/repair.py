"""Repairing in one call: a document or a record, one or many, blocking or not."""

from collections.abc import AsyncGenerator, Iterable, Iterator
from datetime import date
from typing import Any

from selfcorrect.domain.domain import Domain
from selfcorrect.engines.engine import Engine
from selfcorrect.engines.opening import AnyEngine, open_engine
from selfcorrect.loop.run import CONCURRENCY, Plan, Task, run, run_async, run_many, run_many_async
from selfcorrect.loop.trace import Trace
from selfcorrect.model.outcome import Limits, Outcome


def repair(  # noqa: PLR0913 - keywords, none of which the others imply
    domain: Domain,
    document: str | None = None,
    *,
    record: Any = None,
    source: str = "",
    engine: AnyEngine = "reader",
    critic: AnyEngine | None = None,
    limits: Limits | None = None,
    today: date | None = None,
    trace: Trace | None = None,
) -> Outcome:
    """Has an engine make a record from a document, or repair one that is handed in, until checks accept it
    or nothing more can be done.

    `record` is the one to start with, `source` how the outcome is to call where it came from. `engine` makes
    the candidates: a name (`reader`, which is the default, `ollama:hermes3`, `anthropic:…`, `openai:…`), an
    object with `reply`, or a function of a request, which may be an `async def`. `critic` is the same for the
    questions of semantic rules, which are not asked without one. `limits` are those of each session
    (attempts, tokens, cost, seconds), by default the pack's attempts; `today` is the day of the checks;
    `trace` is where all that happens is written down.

    Raises EngineError only for an engine that cannot be opened: what goes wrong later is in the outcome.
    ValueError without a document and without a record.
    """
    plan = Plan(domain, *_opened(domain, engine, critic), limits, today, trace)
    return run(plan, Task(document, record, source))


async def repair_async(  # noqa: PLR0913 - keywords, none of which the others imply
    domain: Domain,
    document: str | None = None,
    *,
    record: Any = None,
    source: str = "",
    engine: AnyEngine = "reader",
    critic: AnyEngine | None = None,
    limits: Limits | None = None,
    today: date | None = None,
    trace: Trace | None = None,
) -> Outcome:
    """As `repair`, which explains the keywords, without blocking the event loop."""
    plan = Plan(domain, *_opened(domain, engine, critic), limits, today, trace)
    return await run_async(plan, Task(document, record, source))


def repair_many(  # noqa: PLR0913 - keywords, none of which the others imply
    domain: Domain,
    tasks: Iterable[Task | str],
    *,
    concurrency: int = CONCURRENCY,
    engine: AnyEngine = "reader",
    critic: AnyEngine | None = None,
    limits: Limits | None = None,
    today: date | None = None,
    trace: Trace | None = None,
) -> Iterator[Outcome]:
    """As `repair`, which explains the keywords, for many documents: one outcome for each, in their order.

    Up to `concurrency` are under way at once, so functions and engines that block are called in several
    threads; with 1, and with engines that only compute (such as `reader`), one after the other in this one.
    Tasks are taken in this thread. What they or a session raise comes out after the outcomes before it.
    """
    plan = Plan(domain, *_opened(domain, engine, critic), limits, today, trace)
    return run_many(plan, _as_tasks(tasks), concurrency)


def repair_many_async(  # noqa: PLR0913 - keywords, none of which the others imply
    domain: Domain,
    tasks: Iterable[Task | str],
    *,
    concurrency: int = CONCURRENCY,
    engine: AnyEngine = "reader",
    critic: AnyEngine | None = None,
    limits: Limits | None = None,
    today: date | None = None,
    trace: Trace | None = None,
) -> AsyncGenerator[Outcome]:
    """As `repair_many`, without blocking the event loop. Closing it early cancels what is under way."""
    plan = Plan(domain, *_opened(domain, engine, critic), limits, today, trace)
    return run_many_async(plan, _as_tasks(tasks), concurrency)


def _opened(domain: Domain, engine: AnyEngine, critic: AnyEngine | None) -> tuple[Engine, Engine | None]:
    return open_engine(engine, domain), None if critic is None else open_engine(critic, domain)


def _as_tasks(tasks: Iterable[object]) -> Iterator[Task]:
    for task in tasks:
        if not isinstance(task, str | Task):
            kind = type(task).__name__
            raise TypeError(f"a task is a document as a text, or a Task, not a {kind}: use Task(record=…)")
        yield Task(task) if isinstance(task, str) else task
