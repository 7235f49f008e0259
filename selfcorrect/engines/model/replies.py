"""What a model sent, as a reply: its text or tool call, what it cost, how it ended."""

from decimal import Decimal
from typing import Any

from genai_prices import calc_price
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart

from selfcorrect.engines.model.endpoint import Endpoint
from selfcorrect.model.exchange import EngineError, Reply, Usage


def reply_of(response: ModelResponse, endpoint: Endpoint) -> Reply:
    """The reply in a response. Raises EngineError for one that is empty, or was held back by a filter."""
    usage = usage_of(response)
    if response.finish_reason == "content_filter":
        message = f"{endpoint.provider}: {endpoint.model} declined to answer, or a filter held it back"
        raise EngineError("rejected", message, usage=usage)
    cut = response.finish_reason == "length"
    content = _content(response)
    if isinstance(content, str) and not content.strip():
        why = ": all tokens went into thinking, or there were too few" if cut else ""
        raise EngineError("empty", f"{endpoint.provider}: {endpoint.model} said nothing{why}", usage=usage)
    return Reply(content, usage, "length" if cut else "stop")


def _content(response: ModelResponse) -> Any:
    """The arguments of the tool call, as text where they came as text; else all text. What was thought in
    between is left out.
    """
    for part in response.parts:
        if isinstance(part, ToolCallPart) and part.args is not None:
            return part.args
    return "".join(part.content for part in response.parts if isinstance(part, TextPart))


def usage_of(response: ModelResponse) -> Usage:
    """Tokens and cost. Servers that do not count send zeros or nothing: that is unknown."""
    counted = response.usage
    if not counted.input_tokens and not counted.output_tokens:
        return Usage()
    return Usage(counted.input_tokens, counted.output_tokens, _cost(response))


def _cost(response: ModelResponse) -> Decimal | None:
    """The list price at the address that answered; None where that address has none.

    `response.cost()` goes on to look for the model's name alone, and would charge OpenAI's prices for what a
    server of one's own says under the same name.
    """
    try:
        price = calc_price(
            response.usage,
            response.model_name or "",
            provider_api_url=response.provider_url,
            genai_request_timestamp=response.timestamp,
        )
    except (LookupError, ValueError):
        return None
    return price.total_price
