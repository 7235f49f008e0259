"""What happens in a session, one thing after the other."""

from typing import Literal

from msgspec import Struct

from selfcorrect.model.exchange import EngineError, Reply, Request
from selfcorrect.model.outcome import Attempt, Outcome


class Event(Struct, frozen=True):
    """A request that went out, a reply or a failure that came back, an attempt judged, the outcome.

    `elapsed` are the seconds a reply or failure took, `at` the time it came, as the driver says.
    """

    kind: Literal["request", "reply", "failure", "attempt", "outcome"]
    request: Request | None = None
    reply: Reply | None = None
    failure: EngineError | None = None
    attempt: Attempt | None = None
    outcome: Outcome | None = None
    elapsed: float = 0.0
    at: float | None = None
