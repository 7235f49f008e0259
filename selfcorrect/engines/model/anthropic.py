"""Models behind Anthropic's messages."""

from inspect import signature
from typing import Any

from anthropic import AsyncAnthropic
from pydantic_ai.models import Model
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.providers.anthropic import AnthropicProvider

from selfcorrect.engines.model.endpoint import Endpoint
from selfcorrect.engines.model.http import http_client


def build(endpoint: Endpoint) -> Model:
    """The model at an endpoint, asked once a request."""
    client = AsyncAnthropic(
        base_url=endpoint.url,
        api_key=endpoint.key,
        http_client=http_client(),
        max_retries=0,
        **_untraced(),
    )
    return AnthropicModel(endpoint.model, provider=AnthropicProvider(anthropic_client=client))


def _untraced() -> dict[str, Any]:
    """Newer clients trace their calls unless they are told not to."""
    return {"open_telemetry": False} if "open_telemetry" in signature(AsyncAnthropic).parameters else {}
