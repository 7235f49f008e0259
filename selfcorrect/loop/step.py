"""Where a session stands."""

from msgspec import Struct

from selfcorrect.model.exchange import Request
from selfcorrect.model.outcome import Outcome


class StaleRequestError(Exception):
    """A reply to a request that is not the one under way: it has been replied to, or was given up."""


class Step(Struct, frozen=True):
    """Where a session stands: a request to be replied to, or the outcome. After a failure `wait` are the
    seconds to let pass before the request is carried out.
    """

    request: Request | None = None
    outcome: Outcome | None = None
    wait: float = 0.0

    @property
    def done(self) -> bool:
        """Whether the session has ended."""
        return self.outcome is not None
