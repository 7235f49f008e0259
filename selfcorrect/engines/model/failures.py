"""What can go wrong between us and a model, as engine errors that say what happened and what to do."""

import socket
import ssl
from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct
from pydantic_ai.exceptions import (
    ModelAPIError,
    ModelConnectionError,
    ModelContextWindowExceededError,
    ModelHTTPError,
    ModelQuotaExceededError,
    ModelTimeoutError,
    UnexpectedModelBehavior,
)

from selfcorrect.engines.model.endpoint import Endpoint
from selfcorrect.engines.model.words import repeatable, said
from selfcorrect.model.exchange import FREE, EngineError, Failure, Usage

UNKNOWN: Final = Usage()
"""What was spent on a request whose end is not known."""

_GATEWAY: Final = frozenset({502, 504})
"""Something in between gave up; the model may have answered."""
_KINDS: Final[dict[int, Failure]] = {
    401: "key",
    402: "quota",
    403: "key",
    404: "unusable",
    408: "timeout",
    429: "rate_limit",
}


class Asking(Struct, frozen=True):
    """What was asked where: whether an answer came, and how many seconds may pass without a word of it."""

    endpoint: Endpoint
    prompt: str
    answered: bool
    read_timeout: float


def failure(error: Exception, asking: Asking) -> EngineError:
    """The engine error for whatever was raised while a model was asked."""
    if isinstance(error, ModelConnectionError):
        return _no_connection(error, asking)
    if isinstance(error, ModelQuotaExceededError):
        provider = asking.endpoint.provider
        return EngineError(
            "quota", f"{provider}: the account has no credit left: top it up, or raise its limit"
        )
    if isinstance(error, ModelContextWindowExceededError):
        return EngineError(
            "rejected", f"{asking.endpoint.model} cannot read so much at once: take a shorter document"
        )
    if isinstance(error, ModelHTTPError):
        return _refusal(error, asking)
    # The clients raise what comes, from IndexError to AttributeError, over JSON of another shape.
    if asking.answered or isinstance(error, ModelAPIError | UnexpectedModelBehavior):
        return _unreadable(error, asking.endpoint)
    return EngineError(
        "crashed", f"{asking.endpoint.provider}: the client failed with {type(error).__name__}", usage=UNKNOWN
    )


def _no_connection(error: ModelConnectionError, asking: Asking) -> EngineError:
    endpoint = asking.endpoint
    if error.phase == "connect":
        return EngineError("unreachable", f"{_no_answer(error, endpoint)}: {_way_to(endpoint)}")
    if isinstance(error, ModelTimeoutError):
        silence = f"{endpoint.provider} said nothing for {asking.read_timeout:g} s"
        return EngineError("timeout", silence, usage=UNKNOWN)
    return EngineError("server", f"{endpoint.provider}: the connection broke off", usage=UNKNOWN)


def _no_answer(error: BaseException, endpoint: Endpoint) -> str:
    for cause in _causes(error):
        if isinstance(cause, ConnectionRefusedError):
            return f"nothing listens at {endpoint.shown}"
        if isinstance(cause, socket.gaierror):
            return f"there is no host for {endpoint.shown}"
        if isinstance(cause, ssl.SSLError):
            return f"{endpoint.shown} has no connection that can be trusted"
    return f"{endpoint.shown} does not answer"


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Why it was raised, nearest first; of several attempts, all."""
    while error is not None:
        yield error
        if isinstance(error, BaseExceptionGroup):
            for part in error.exceptions:
                yield from _causes(part)
        error = error.__cause__ or error.__context__


def _way_to(endpoint: Endpoint) -> str:
    if endpoint.provider == "ollama":
        return f"start Ollama, or set {endpoint.usual.url_variable}"
    return "check the network" if endpoint.hosted else f"check {endpoint.usual.url_variable}"


def _refusal(error: ModelHTTPError, asking: Asking) -> EngineError:
    status = error.status_code
    kind = _KINDS.get(status, "rejected" if status < 500 else "server")
    wait = _wait(error)
    usage = UNKNOWN if status in _GATEWAY else FREE
    return EngineError(kind, _sentence(error, asking, wait), retry_after=wait, usage=usage)


def _sentence(error: ModelHTTPError, asking: Asking, wait: float | None) -> str:
    endpoint, status = asking.endpoint, error.status_code
    provider, key = endpoint.provider, endpoint.usual.key_variable
    asked = f", asked to wait {round(wait, 1):g} s" if wait is not None else ""
    if status == 401:
        return (
            f"{provider} refused the key: check {key}"
            if endpoint.secret
            else f"{provider} needs a key: set {key}"
        )
    if status == 429:
        return f"{provider}: 429{asked or ', asked too often'}"
    words = repeatable(said(error.body), endpoint.secret.text if endpoint.secret else "", asking.prompt)
    more = f" ({words})" if words else ""
    if status == 403:
        return f"{provider} does not allow this key to do that{more}: check {key}"
    if status == 404:
        return _not_there(endpoint, more)
    if status >= 500:
        return f"{provider}: {status}, the server failed{asked}{more}"
    return f"{provider} refused the request with {status}{more}"


def _not_there(endpoint: Endpoint, more: str) -> str:
    pull = f"run `ollama pull {endpoint.model}`, or " if endpoint.provider == "ollama" else ""
    address = "" if endpoint.hosted else f" and {endpoint.usual.url_variable}"
    return (
        f"{endpoint.provider} has no {endpoint.model} at {endpoint.shown}{more}: "
        f"{pull}check the model's name{address}"
    )


def _wait(error: ModelHTTPError) -> float | None:
    if error.retry_after is not None:
        return error.retry_after
    # The client reads whole seconds and dates only.
    try:
        seconds = float((error.headers or {}).get("retry-after", ""))
    except ValueError:
        return None
    return seconds if 0 <= seconds < float("inf") else None


def _unreadable(error: Exception, endpoint: Endpoint) -> EngineError:
    variable = endpoint.usual.url_variable
    status: Any = getattr(error.__cause__, "status_code", None)
    if isinstance(status, int) and 300 <= status < 400:
        # Not followed: the key would go along.
        return EngineError("unusable", f"{endpoint.shown} redirects elsewhere ({status}): check {variable}")
    message = f"what {endpoint.shown} sent is no reply of a model: try again, or check {variable}"
    return EngineError("server", message, usage=UNKNOWN)
