"""The forms a model can be asked for an answer in: a native schema, a tool to call, plain text."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from selfcorrect.engines.model.words import said
from selfcorrect.model.exchange import Request

PLAIN: Final = ModelRequestParameters()
"""No schema is sent: the prompt says what to answer with."""

_REFUSALS: Final = frozenset({400, 404, 422})
_ABOUT_FORMS: Final = re.compile(
    r"schema|response.?format|output.?(format|config)|structured.?output|grammar|guided.?(json|decoding)"
    r"|\btools?\b|tool.?choice|function.?call",
    re.IGNORECASE,
)


def form_of(model: Model, request: Request, settings: ModelSettings) -> ModelRequestParameters:
    """The best form that the model has and the request's schema fits into."""
    if request.schema:
        for form in _forms(model, request):
            if _fits(model, settings, form):
                return form
    return PLAIN


def refuses_form(error: ModelHTTPError, model: str) -> bool:
    """Whether a server refused a request over its form. `model` is the name, which may speak of tools."""
    words = said(error.body).replace(model, "")
    return error.status_code in _REFUSALS and bool(_ABOUT_FORMS.search(words))


def _forms(model: Model, request: Request) -> Iterator[ModelRequestParameters]:
    schema = dict(request.schema)
    native = model.profile.get("supports_json_schema_output", False)
    # Anthropic's client closes every object of a native schema; an open one could only come back empty.
    if native and not (model.system == "anthropic" and _is_open(schema)):
        output = OutputObjectDefinition(schema, name=request.kind)
        yield ModelRequestParameters(output_mode="native", output_object=output)
    if model.profile.get("supports_tools", True):
        tool = ToolDefinition(
            name=request.kind,
            parameters_json_schema=schema,
            description=f"Hands in the {request.kind}.",
            kind="output",
        )
        yield ModelRequestParameters(output_mode="tool", output_tools=[tool], allow_text_output=False)


def _fits(model: Model, settings: ModelSettings, form: ModelRequestParameters) -> bool:
    try:
        model.prepare_request(settings, form)
    except Exception:  # noqa: BLE001 each client has errors of its own for a schema it cannot send
        return False
    return True


def _is_open(schema: Any) -> bool:
    if isinstance(schema, Mapping):
        return bool(schema.get("additionalProperties")) or any(map(_is_open, schema.values()))
    return isinstance(schema, list) and any(map(_is_open, schema))
