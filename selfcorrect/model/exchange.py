"""What passes between a loop and whoever produces candidates: requests, replies, failures, what they cost."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from math import isfinite
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import force_setattr

from selfcorrect.model.marks import Span
from selfcorrect.model.report import Question, Violation
from selfcorrect.model.words import ErrorType, Intensity

RequestKind = Literal["candidate", "answers"]
Finish = Literal["stop", "length"]
Failure = Literal[
    "timeout",
    "rate_limit",
    "server",
    "unreachable",
    "key",
    "quota",
    "rejected",
    "empty",
    "unusable",
    "crashed",
]
"""Why an engine gave no reply: it took too long; was asked too often; broke; could not be reached; refused
the key; has no credit left; refused the request; said nothing; cannot answer such a request; has a defect."""

AGAIN: Final[frozenset[Failure]] = frozenset({"timeout", "rate_limit", "server", "unreachable", "empty"})
"""Failures that may be over when the same is asked again."""
BUSY: Final[frozenset[Failure]] = frozenset({"rate_limit", "server", "unreachable"})
"""Those that are sooner over if nobody asks for a while."""


class Usage(Struct, frozen=True):
    """What a reply cost: tokens, and money in US dollars. None is unknown, which is not zero."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: Decimal | None = None

    def __post_init__(self) -> None:
        # What cannot have been spent says nothing of what was: it is unknown.
        force_setattr(self, "input_tokens", _count(self.input_tokens))
        force_setattr(self, "output_tokens", _count(self.output_tokens))
        force_setattr(self, "cost", exact_amount(self.cost))

    @property
    def tokens(self) -> int | None:
        """Tokens in and out, unknown where either is."""
        if self.input_tokens is None or self.output_tokens is None:
            return None
        return self.input_tokens + self.output_tokens

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            _sum(self.input_tokens, other.input_tokens),
            _sum(self.output_tokens, other.output_tokens),
            _sum(self.cost, other.cost),
        )


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def exact_amount(value: Any) -> Decimal | None:
    """An amount of money, a float by its shortest text; None for what is none."""
    if isinstance(value, float | int) and not isinstance(value, bool):
        value = Decimal(repr(value))
    return value if isinstance(value, Decimal) and value.is_finite() and value >= 0 else None


def _sum(one: Any, other: Any) -> Any:
    return None if one is None or other is None else one + other


FREE: Final = Usage(0, 0, Decimal(0))
"""What work on this machine costs."""


class Budget(Struct, frozen=True):
    """What is left to spend; None where there is no limit. `seconds` are those of the whole session."""

    tokens: int | None = None
    cost: Decimal | None = None
    seconds: float | None = None


class Feedback(Struct, frozen=True):
    """What an engine is told about a candidate. It never sees violations.

    `suspects` are the paths that may be wrong, `places` those where carets stand; `intensity` says whether to
    edit what is there or to make it anew, from the path `start` on (from the beginning where that is empty).
    """

    text: str
    suspects: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    error_types: tuple[ErrorType, ...] = ()
    intensity: Intensity = "edit"
    start: str = ""


class Request(Struct, frozen=True):
    """One thing asked of an engine. `id` is new for every request; `number` counts them from 1.

    `prompt` says all of it in words for a model, and `schema` is the JSON Schema of what is to come back. The
    same as data: the `document`, the candidate to start from (`base`; None for the first), the `feedback`
    on it, and for the kind `answers` the `questions`. `tried` are the digests of all versions so far,
    `budget` is what is left.
    """

    id: str
    number: int
    kind: RequestKind
    attempt: int
    prompt: str
    schema: Mapping[str, Any]
    document: str | None = None
    base: Any = None
    feedback: Feedback | None = None
    questions: tuple[Question, ...] = ()
    tried: tuple[str, ...] = ()
    budget: Budget = Budget()
    today: date | None = None


class Reply(Struct, frozen=True):
    """What an engine gives back: a text (as a model wrote it) or a record, what it cost, and whether it
    ended by itself or was cut off at a `length`.

    An engine that reads the document itself knows the places of values (`spans` by path) and what it is in
    doubt about.
    """

    content: Any
    usage: Usage = Usage()
    finish: Finish = "stop"
    spans: Mapping[str, Span] = {}
    doubts: tuple[Violation, ...] = ()


def sound_reply(reply: Reply, usage: Any = None) -> Reply:
    """A reply as far as it makes sense: whoever writes an engine may get its parts wrong. `usage`, where it
    is given, is what the reply cost.
    """
    given: Any = reply
    usage = given.usage if usage is None else usage
    doubts = given.doubts if isinstance(given.doubts, tuple | list) else ()
    return Reply(
        given.content,
        usage if isinstance(usage, Usage) else Usage(),
        "length" if given.finish == "length" else "stop",
        given.spans if isinstance(given.spans, Mapping) else {},
        tuple(doubt for doubt in doubts if isinstance(doubt, Violation)),
    )


class EngineError(Exception):
    """An engine gave no reply. `retry_after` are seconds it asked to wait, None where that is no time that
    anybody can wait; `usage` is what was spent on it.
    """

    def __init__(
        self,
        kind: Failure,
        message: str,
        *,
        retry_after: float | None = None,
        usage: Any = FREE,
    ) -> None:
        message = message.encode("utf-8", "replace").decode("utf-8")  # half a character cannot be written
        super().__init__(kind, message)
        self.kind: Failure = kind
        self.message = message
        waits = retry_after is not None and isfinite(retry_after) and retry_after >= 0
        self.retry_after = retry_after if waits else None
        self.usage = usage if isinstance(usage, Usage) else Usage()

    @property
    def again(self) -> bool:
        """Whether it may go better the next time."""
        return self.kind in AGAIN

    def __str__(self) -> str:
        return self.message


def told(error: object) -> str:
    """What went wrong, in words: a text as it is, an exception with its type. Never raises."""
    name = "" if isinstance(error, str) else type(error).__name__
    try:
        return ": ".join(part for part in (name, str(error)) if part)
    except Exception:  # noqa: BLE001 - an exception whose own text cannot be had is told by its type
        return name


AnswerVerdict = Literal["holds", "does not hold", "cannot tell"]


class Answer(Struct, frozen=True):
    """What a model says to one question, and the words of the document that it goes by (empty if none)."""

    verdict: AnswerVerdict
    quote: str = ""
