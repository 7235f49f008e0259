"""What a session has spent, and what is left."""

from decimal import Decimal
from typing import Final

from selfcorrect.model.exchange import BUSY, FREE, Budget, EngineError, Usage
from selfcorrect.model.outcome import Limits

LONGEST_WAIT: Final = 60.0
"""Seconds that are waited because an engine asks for it; one that asks for more has failed."""
_FIRST_WAIT: Final = 0.25


class Ledger:
    """Adds up what replies and failures cost, over all attempts."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.usage = FREE
        self.seconds = 0.0
        self.attempts = 0
        self.failures = 0

    def spend(self, usage: Usage, elapsed: float, *, failed: bool = False) -> None:
        """Add a reply, or what a failure cost."""
        self.usage += usage
        self.seconds += elapsed if elapsed > 0 else 0.0
        self.failures += failed

    @property
    def failed_too_often(self) -> bool:
        """Whether engines have failed more often than is asked again about."""
        return self.failures > self.limits.failures

    def wait(self, failure: EngineError) -> float:
        """The seconds to let pass before a failed request is asked again: what the engine asks for; else, of
        one that is too busy or cannot be reached, longer from failure to failure.
        """
        if failure.retry_after is not None or failure.kind not in BUSY:
            return failure.retry_after or 0.0
        return _FIRST_WAIT * 2.0 ** (self.failures - 1)

    def spent(self, wait: float = 0.0) -> tuple[str, ...]:
        """Which limits are reached, a sentence each, or would be after a wait of so many seconds.

        What is not known may be anything: a limit on it cannot be kept, and so is reached.
        """
        limits, found = self.limits, []
        if self.attempts >= limits.attempts:
            one = limits.attempts == 1
            found.append("The only attempt is used." if one else f"All {limits.attempts} attempts are used.")
        if limits.tokens is not None:
            found += _reached("tokens", self.usage.tokens, limits.tokens)
        if limits.cost is not None:
            found += _reached("US dollars", self.usage.cost, limits.cost)
        if limits.seconds is not None and self.seconds + wait >= limits.seconds:
            after = f" after a wait of {wait:g} s" if wait else ""
            found.append(f"The {limits.seconds:g} seconds are used{after}.")
        return tuple(found)

    def left(self) -> Budget:
        """What a next request may spend."""
        limits = self.limits
        tokens, cost, seconds = limits.tokens, limits.cost, limits.seconds
        return Budget(
            None if tokens is None else tokens - (self.usage.tokens or 0),
            None if cost is None else cost - (self.usage.cost or 0),
            None if seconds is None else seconds - self.seconds,
        )


def _reached(unit: str, used: int | Decimal | None, limit: int | Decimal) -> list[str]:
    if used is None:
        return [f"How many {unit} were used is not known, so that the limit of {limit:,} cannot be kept."]
    return [f"The {limit:,} {unit} are used."] if used >= limit else []
