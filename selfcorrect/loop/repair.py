"""Repairing in one call: a document or a record, one or many, blocking or not."""

from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from datetime import date
from typing import Any, TypedDict, Unpack

from selfcorrect.domain.domain import Domain
from selfcorrect.engines.engine import Engine
from selfcorrect.engines.opening import open_engine
from selfcorrect.loop.run import CONCURRENCY, Plan, Task, run, run_async, run_many, run_many_async
from selfcorrect.loop.trace import Trace
from selfcorrect.model.exchange import Request
from selfcorrect.model.outcome import Limits, Outcome
from selfcorrect.model.suggest import suggest

AnyEngine = str | Engine | Callable[[Request], Any]


class Options(TypedDict, total=False):
    """How sessions are driven.

    `engine` makes the candidates: a name (`reader`, which is the default, `ollama:hermes3`, `anthropic:…`,
    `openai:…`), an object with `reply`, or a function of a request. `critic` is the same for the questions of
    semantic rules, which are not asked without one. `limits` are those of each session (attempts, tokens,
    cost, seconds), by default the pack's attempts; `today` is the day of the checks; `trace` is where all
    that happens is written down.
    """

    engine: AnyEngine
    critic: AnyEngine | None
    limits: Limits | None
    today: date | None
    trace: Trace | None


def repair(
    domain: Domain,
    document: str | None = None,
    *,
    record: Any = None,
    source: str = "",
    **options: Unpack[Options],
) -> Outcome:
    """Has an engine make a record from a document, or repair one that is handed in, until checks accept it
    or nothing more can be done.

    For `options` see Options: engine, critic, limits, today, trace. Raises EngineError only for an engine
    that cannot be opened: what goes wrong later is in the outcome. ValueError without a document and without
    a record.
    """
    return run(_plan(domain, options), Task(document, record, source))


async def repair_async(
    domain: Domain,
    document: str | None = None,
    *,
    record: Any = None,
    source: str = "",
    **options: Unpack[Options],
) -> Outcome:
    """As `repair`, without blocking the event loop."""
    return await run_async(_plan(domain, options), Task(document, record, source))


def repair_many(
    domain: Domain,
    tasks: Iterable[Task | str],
    *,
    concurrency: int = CONCURRENCY,
    **options: Unpack[Options],
) -> Iterator[Outcome]:
    """As `repair` for many documents, one outcome for each in their order; up to `concurrency` at once where
    the engine waits for something else.
    """
    return run_many(_plan(domain, options), _as_tasks(tasks), concurrency)


def repair_many_async(
    domain: Domain,
    tasks: Iterable[Task | str],
    *,
    concurrency: int = CONCURRENCY,
    **options: Unpack[Options],
) -> AsyncGenerator[Outcome]:
    """As `repair_many`, without blocking the event loop. Closing it early cancels what is under way."""
    return run_many_async(_plan(domain, options), _as_tasks(tasks), concurrency)


def _plan(domain: Domain, options: Options) -> Plan:
    for name in options.keys() - Options.__annotations__.keys():
        raise TypeError(f"there is no option `{name}`; {suggest(name, Options.__annotations__)}")
    critic = options.get("critic")
    return Plan(
        domain,
        open_engine(options.get("engine", "reader"), domain),
        None if critic is None else open_engine(critic, domain),
        options.get("limits"),
        options.get("today"),
        options.get("trace"),
    )


def _as_tasks(tasks: Iterable[object]) -> Iterator[Task]:
    for task in tasks:
        if not isinstance(task, str | Task):
            kind = type(task).__name__
            raise TypeError(f"a task is a document as a text, or a Task, not a {kind}: use Task(record=…)")
        yield Task(task) if isinstance(task, str) else task
