"""From what a person writes (`reader`, `ollama:hermes3`, `replay:trace.jsonl`) to an engine."""

from collections.abc import Awaitable, Callable, Coroutine
from inspect import isawaitable, iscoroutinefunction
from pathlib import Path
from typing import Any, Final, Protocol

from selfcorrect.domain.domain import Domain
from selfcorrect.engines.background import run
from selfcorrect.engines.engine import Engine
from selfcorrect.model.exchange import EngineError, Reply, Request
from selfcorrect.model.suggest import suggest

MODELS: Final = ("anthropic", "ollama", "openai")
"""Providers of models; each takes the name of one behind a colon."""


class Replying(Protocol):
    """An object with `reply`."""

    def reply(self, request: Request, /) -> Any:
        """A text, a record or a Reply."""


class ReplyingAsync(Protocol):
    """An object with `reply_async`."""

    async def reply_async(self, request: Request, /) -> Any:
        """A text, a record or a Reply."""


AnyEngine = str | Engine | Replying | ReplyingAsync | Callable[[Request], Any]
"""What can be given as an engine."""


class FunctionEngine:
    """A function of a request as an engine; it gives back a text, a record or a Reply."""

    def __init__(self, function: Callable[[Request], Any], name: str = "") -> None:
        self._function = function
        self.name = name or _name_of(function)

    def reply(self, request: Request) -> Reply:
        """What the function gives. Raises EngineError where that is something to await."""
        given = self._function(request)
        if isawaitable(given):
            if isinstance(given, Coroutine):
                given.close()
            message = f"{self.name} gives something to await: write it as an `async def`"
            raise EngineError("unusable", message)
        return _as_reply(given)


class AsyncFunctionEngine:
    """The same of an `async def`. Who cannot await has it run in the background loop, or its `blocking` twin
    called if there is one.
    """

    def __init__(
        self,
        function: Callable[[Request], Awaitable[Any]],
        name: str = "",
        blocking: Callable[[Request], Any] | None = None,
    ) -> None:
        self._function = function
        self._blocking = blocking
        self.name = name or _name_of(function)

    def reply(self, request: Request) -> Reply:
        """What the function gives, waited for."""
        if self._blocking is not None:
            return _as_reply(self._blocking(request))
        return run(self.reply_async(request))

    async def reply_async(self, request: Request) -> Reply:
        """What the function gives, in the loop of the caller."""
        return _as_reply(await self._function(request))


def open_engine(
    engine: AnyEngine,
    domain: Domain,
    *,
    base_url: str | None = None,
    timeout: float | None = None,
) -> Engine:
    """The engine of a name, or what is given as one; `base_url` and `timeout` (seconds for one request) are
    for models.

    An object without a name is called after its type; a function may be an `async def`.
    Raises EngineError for a name that cannot be used, with a way out, and TypeError for what is neither.
    """
    if isinstance(engine, str):
        return _named(engine, domain, base_url, timeout)
    if isinstance(engine, Engine) and not _is_async(engine.reply):
        return engine
    name = str(getattr(engine, "name", type(engine).__name__))
    reply, reply_async = getattr(engine, "reply", None), getattr(engine, "reply_async", None)
    if callable(reply_async):
        twin = reply if callable(reply) and not _is_async(reply) else None
        return AsyncFunctionEngine(reply_async, name, twin)
    if callable(reply):
        return _of_function(reply, name)
    if callable(engine):
        return _of_function(engine)
    raise TypeError(
        f"an engine is a name, an object with `reply`, or a function, not a {type(engine).__name__}"
    )


def _of_function(function: Callable[[Request], Any], name: str = "") -> Engine:
    return (AsyncFunctionEngine if _is_async(function) else FunctionEngine)(function, name)


def _is_async(function: object) -> bool:
    """Whether it is an `async def`, or an object that is called as one."""
    return iscoroutinefunction(function) or iscoroutinefunction(getattr(function, "__call__", None))  # noqa: B004


def _name_of(function: object) -> str:
    return getattr(function, "__name__", type(function).__name__)


def _as_reply(given: Any) -> Reply:
    return given if isinstance(given, Reply) else Reply(given)


def _named(spec: str, domain: Domain, base_url: str | None, timeout: float | None) -> Engine:
    name, colon, rest = spec.partition(":")
    if name in MODELS:
        return _model(name, rest, base_url, timeout)
    if base_url is not None:
        raise EngineError("unusable", f"`{spec}` is at no address: a base URL is for models")
    if name == "reader" and not colon:
        from selfcorrect.engines.reader import ReaderEngine

        return ReaderEngine(domain)
    if name == "replay":
        if not rest:
            raise EngineError("unusable", "`replay` needs a trace: replay:FILE")
        from selfcorrect.engines.replay import ReplayEngine

        return ReplayEngine.of(Path(rest))
    if name == "simulated":
        raise EngineError("unusable", "`simulated` needs a truthful record: simulated:RECORD")
    hint = suggest(name, ("reader", *MODELS, "replay", "simulated"))
    raise EngineError("unusable", f"there is no engine `{spec}`; {hint}")


def _model(provider: str, model: str, base_url: str | None, timeout: float | None) -> Engine:
    if not model:
        raise EngineError("unusable", f"`{provider}` needs the name of a model: {provider}:MODEL")
    from selfcorrect.engines.model.engine import ModelEngine, ModelOptions

    options = ModelOptions() if timeout is None else ModelOptions(request_timeout=timeout)
    return ModelEngine(provider, model, base_url=base_url, options=options)
