"""From what a person writes (`reader`, `ollama:hermes3`, `replay:trace.jsonl`) to an engine."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from selfcorrect.domain.domain import Domain
from selfcorrect.engines.engine import Engine
from selfcorrect.model.exchange import EngineError, Reply, Request
from selfcorrect.model.suggest import suggest

MODELS: Final = ("anthropic", "ollama", "openai")
"""Providers of models; each takes the name of one behind a colon."""


class FunctionEngine:
    """A function of a request as an engine; it gives back a text, a record or a Reply."""

    def __init__(self, function: Callable[[Request], Any]) -> None:
        self._function = function
        self.name = getattr(function, "__name__", type(function).__name__)

    def reply(self, request: Request) -> Reply:
        """What the function gives."""
        given = self._function(request)
        return given if isinstance(given, Reply) else Reply(given)


def open_engine(
    engine: str | Engine | Callable[[Request], Any],
    domain: Domain,
    *,
    base_url: str | None = None,
    timeout: float | None = None,
) -> Engine:
    """The engine of a name, or what is given as one; `base_url` and `timeout` (seconds for one request) are
    for models.

    Raises EngineError for a name that cannot be used, with a way out, and TypeError for what is neither.
    """
    if isinstance(engine, str):
        return _named(engine, domain, base_url, timeout)
    if isinstance(engine, Engine):
        return engine
    if callable(engine):
        return FunctionEngine(engine)
    raise TypeError(
        f"an engine is a name, an object with `reply`, or a function, not a {type(engine).__name__}"
    )


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
