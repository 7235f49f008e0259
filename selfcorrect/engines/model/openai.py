"""Models behind OpenAI's chat completions: OpenAI, Ollama, llama.cpp, vLLM and others."""

from openai import AsyncOpenAI
from pydantic_ai.models import Model
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.profiles import ModelProfile
from pydantic_ai.profiles.openai import OpenAIModelProfile, openai_model_profile
from pydantic_ai.providers.ollama import OllamaProvider
from pydantic_ai.providers.openai import OpenAIProvider

from selfcorrect.engines.model.endpoint import Endpoint
from selfcorrect.engines.model.http import http_client


def build(endpoint: Endpoint) -> Model:
    """The model at an endpoint, asked once a request."""
    client = AsyncOpenAI(
        base_url=endpoint.url,
        api_key=endpoint.key,
        http_client=http_client(),
        max_retries=0,
    )
    provider = OllamaProvider if endpoint.provider == "ollama" else OpenAIProvider
    return OpenAIChatModel(
        endpoint.model, provider=provider(openai_client=client), profile=_profile(endpoint)
    )


def _profile(endpoint: Endpoint) -> ModelProfile:
    """What the client does not know of an endpoint.

    Ollama and older servers pass over `max_completion_tokens` without a word; OpenAI's own newer models
    refuse the older `max_tokens`, wherever they are served.
    """
    known = openai_model_profile(endpoint.model)
    newer = endpoint.hosted or bool(known.get("openai_supports_reasoning"))
    profile = OpenAIModelProfile(
        openai_chat_supports_max_completion_tokens=newer and endpoint.provider == "openai"
    )
    if endpoint.in_ollama_cloud:
        profile["supports_json_schema_output"] = False
    return profile
