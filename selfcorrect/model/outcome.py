"""What a repair loop leaves behind: its limits, attempts, and how it ended."""

from decimal import Decimal
from math import inf
from typing import Any

from msgspec import Struct
from msgspec.structs import force_setattr

from selfcorrect.model.exchange import FREE, Feedback, Usage, exact_amount
from selfcorrect.model.report import Report
from selfcorrect.model.words import Decision, Grade, Reason


class Limits(Struct, frozen=True):
    """The bounds of a session, over all its attempts; None is no bound.

    `attempts` count candidates, the first included; `tokens` go in and out; `cost` is in US dollars;
    `seconds` are those the driver reports; `failures` of an engine may be asked again about so often.
    """

    attempts: int = 3
    tokens: int | None = None
    cost: Decimal | None = None
    seconds: float | None = None
    failures: int = 3

    def __post_init__(self) -> None:
        if self.cost is not None:
            cost = exact_amount(self.cost)
            if cost is None:
                raise ValueError(f"a limit of cost is an amount from 0, not {self.cost!r}")
            force_setattr(self, "cost", cost)
        for name, least in (("attempts", 1), ("tokens", 0), ("failures", 0)):
            value = getattr(self, name)
            if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < least):
                raise ValueError(f"a limit of {name} is a whole number from {least}, not {value!r}")
        if self.seconds is not None and not 0 <= self.seconds < inf:
            raise ValueError(f"a limit of seconds is a number from 0, not {self.seconds!r}")


class Attempt(Struct, frozen=True):
    """One candidate with its report, and what was decided on it.

    `version` counts from 1, and `parent` is the version it was made from, 0 for none; `before` and `after`
    are the sha256 of the two candidates' canonical forms; `because` gives the reasons as sentences;
    `evidence` are code, path and grade of all that was found; `digest` is the pack's. `feedback` is what the
    engine had been told, `at` a time as the driver gave it.
    """

    version: int
    parent: int
    before: str
    after: str
    decision: Decision
    reason: Reason
    because: tuple[str, ...]
    evidence: tuple[tuple[str, str, Grade], ...]
    request_id: str
    digest: str
    usage: Usage
    elapsed: float
    at: float | None
    candidate: Any
    report: Report
    feedback: Feedback | None = None


class Outcome(Struct, frozen=True):
    """How a session ended: the accepted candidate, or the best version with its violations for a person.

    `candidate` and `report` are None where no engine ever gave a reply. `version` is the attempt that they
    are of, `failures` say in words what went wrong with engines; `unanswered` says why the one that is asked
    semantic questions gave no answer, if it did not.
    """

    decision: Decision
    reason: Reason
    because: tuple[str, ...]
    candidate: Any
    report: Report | None
    version: int
    attempts: tuple[Attempt, ...]
    usage: Usage = FREE
    failures: tuple[str, ...] = ()
    unanswered: str = ""
    source: str = ""

    @property
    def resolved(self) -> bool:
        """Whether the candidate was accepted."""
        return self.decision == "retain"
