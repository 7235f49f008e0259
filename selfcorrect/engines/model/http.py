"""The HTTP client under the clients of providers."""

from contextvars import ContextVar
from functools import cache
from typing import Final

from httpx2 import AsyncClient, Limits, Response
from pydantic_ai.models import create_async_httpx2_client

heard: Final[ContextVar[list[int]]] = ContextVar("heard")
"""The statuses that servers sent to the task at work: whether a failure came before an answer, or with it."""


@cache
def http_client() -> AsyncClient:
    """The client of all engines, with a connection for each request: as many at once as are asked for, none
    kept.

    A reply takes seconds, a new connection a moment; and what is not kept is not stale and needs no closing.
    To read the certificates of a system takes longer than all else in making an engine, hence one for all.
    """
    client = create_async_httpx2_client(limits=Limits(max_connections=None, max_keepalive_connections=0))
    client.event_hooks = {**client.event_hooks, "response": [_hear]}
    return client


async def _hear(response: Response) -> None:
    heard.get().append(response.status_code)
