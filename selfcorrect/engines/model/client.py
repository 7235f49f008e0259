"""Asks a model: in the best form it has, and as plain text where the server refuses that."""

import asyncio
from math import inf
from typing import Final

from pydantic_ai.direct import model_request
from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.messages import ModelRequest, ModelResponse
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.settings import ModelSettings

from selfcorrect.engines.model.endpoint import Endpoint, ModelOptions
from selfcorrect.engines.model.failures import UNKNOWN, Asking, failure
from selfcorrect.engines.model.forms import PLAIN, form_of, refuses_form
from selfcorrect.engines.model.http import heard
from selfcorrect.engines.model.replies import reply_of
from selfcorrect.model.exchange import EngineError, Reply, Request

LONGEST_REPLY: Final = 16_000
"""Tokens of a reply by Anthropic, which has to be told a limit: more than most records take, and less than
what its client would stream.
"""


class Client:
    """A model at an endpoint. It remembers that the server refuses structured forms, and nothing else."""

    def __init__(self, model: Model, endpoint: Endpoint, options: ModelOptions) -> None:
        self._model = model
        self._endpoint = endpoint
        self._options = options
        self._plain_only = False

    async def reply(self, request: Request) -> Reply:
        """The reply to a request. Raises EngineError."""
        seconds = min(self._options.request_timeout, _or_endless(request.budget.seconds))
        if seconds <= 0:
            raise EngineError("timeout", f"no time is left to ask {self._endpoint.provider}")
        statuses: list[int] = []
        heard.set(statuses)
        try:
            async with asyncio.timeout(seconds):
                response = await self._response(request, seconds)
            statuses.clear()  # what fails from here on is not the fault of the answer
            return reply_of(response, self._endpoint)
        except EngineError:
            raise
        except TimeoutError:
            message = f"{self._endpoint.provider} gave no reply within {seconds:g} s"
            raise EngineError("timeout", message, usage=UNKNOWN) from None
        except Exception as error:  # noqa: BLE001 whatever the clients raise, a session gets an engine error
            silence = self._options.read_timeout or seconds
            told = failure(error, Asking(self._endpoint, request.prompt, bool(statuses), silence))
            # Only a defect is told with its cause: a traceback of the others would show what was sent.
            raise told from (error if told.kind == "crashed" else None)

    async def _response(self, request: Request, seconds: float) -> ModelResponse:
        settings = self._settings(request, seconds)
        form = PLAIN if self._plain_only else form_of(self._model, request, settings)
        try:
            return await self._ask(request.prompt, settings, form)
        except ModelHTTPError as error:
            if form is PLAIN or not refuses_form(error, self._endpoint.model):
                raise
        response = await self._ask(request.prompt, settings, PLAIN)
        self._plain_only = True
        return response

    async def _ask(self, prompt: str, settings: ModelSettings, form: ModelRequestParameters) -> ModelResponse:
        return await model_request(
            self._model,
            [ModelRequest.user_text_prompt(prompt)],
            model_settings=settings,
            model_request_parameters=form,
            instrument=False,
        )

    def _settings(self, request: Request, seconds: float) -> ModelSettings:
        settings = ModelSettings(timeout=self._options.read_timeout or seconds)
        limit = LONGEST_REPLY if self._endpoint.provider == "anthropic" else inf
        limit = min(limit, _or_endless(request.budget.tokens))
        if limit < inf:
            settings["max_tokens"] = max(1, int(limit))
        if self._options.temperature is not None:
            settings["temperature"] = self._options.temperature
        return settings


def _or_endless(limit: float | None) -> float:
    return inf if limit is None else limit
