"""The protocol of engines."""

from typing import Protocol, runtime_checkable

from selfcorrect.model.exchange import Reply, Request


@runtime_checkable
class Engine(Protocol):
    """Answers requests. Keeps nothing between them, so that one serves any number of sessions and threads.

    One that only computes, and so gains nothing from several requests at once, may say `computes = True`.
    """

    @property
    def name(self) -> str:
        """How people and traces call it: `reader`, `anthropic:claude-haiku-4-5`."""

    def reply(self, request: Request) -> Reply:
        """The reply to a request, within the seconds of its budget. Raises EngineError."""


@runtime_checkable
class AsyncEngine(Engine, Protocol):
    """An engine that waits for something else, so that many requests can be under way at once."""

    async def reply_async(self, request: Request) -> Reply:
        """The same without blocking. Raises EngineError."""
