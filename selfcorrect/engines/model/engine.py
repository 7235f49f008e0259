"""The engine that asks a language model. The clients of providers are imported when one is made."""

from typing import TYPE_CHECKING

from selfcorrect.engines.background import run, run_async
from selfcorrect.engines.model.endpoint import Endpoint, ModelOptions, endpoint_of
from selfcorrect.model.exchange import EngineError, Reply, Request

if TYPE_CHECKING:
    from selfcorrect.engines.model.client import Client

__all__ = ["ModelEngine", "ModelOptions"]


class ModelEngine:
    """Asks a model of `anthropic`, `ollama` or `openai` (or of any server that speaks like OpenAI, such as
    llama.cpp or vLLM).

    What is not given of `base_url` and `api_key` is taken from the environment: ANTHROPIC_BASE_URL and
    ANTHROPIC_API_KEY, OPENAI_BASE_URL and OPENAI_API_KEY, OLLAMA_BASE_URL (or OLLAMA_HOST) and
    OLLAMA_API_KEY.
    Raises EngineError where the model cannot be asked at all: no key, no such provider, the extra is missing.

    One engine serves any number of threads and event loops at once. Nothing is asked twice, except as plain
    text when a server says that it takes no schema. The usage has a cost where the address is one with known
    prices; what a server of one's own costs is unknown, also for Ollama, which may pass a request on to its
    cloud.
    """

    def __init__(
        self,
        provider: str,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        options: ModelOptions | None = None,
    ) -> None:
        endpoint = endpoint_of(provider, model, base_url, api_key)
        self._name = f"{endpoint.provider}:{endpoint.model}"
        self._client = _client(endpoint, options or ModelOptions())

    @property
    def name(self) -> str:
        """How people and traces call it: `anthropic:claude-haiku-4-5`."""
        return self._name

    def reply(self, request: Request) -> Reply:
        """The model's reply: the text or the record it handed in. Raises EngineError."""
        return run(self._client.reply(request))

    async def reply_async(self, request: Request) -> Reply:
        """The same without blocking, from any event loop. Raises EngineError."""
        return await run_async(self._client.reply(request))

    def __repr__(self) -> str:
        return f"<ModelEngine {self._name}>"


def _client(endpoint: Endpoint, options: ModelOptions) -> "Client":
    try:
        if endpoint.provider == "anthropic":
            from selfcorrect.engines.model.anthropic import build
        else:
            from selfcorrect.engines.model.openai import build
        from selfcorrect.engines.model.client import Client
    except ImportError as error:
        extra = endpoint.usual.extra
        message = (
            f"{endpoint.provider} needs the extra `{extra}`: python -m pip install 'selfcorrect[{extra}]'"
        )
        raise EngineError("unusable", message) from error
    return Client(build(endpoint), endpoint, options)
