"""The lines of a trace: all that went into a session and all that was decided, so that it can be replayed.

One JSON object a line, each with `v` (the format, 1), `event` and the `session` it belongs to. Numbers of
records are exact. There is no key and no score in it, but documents and replies: a trace is private.
"""

from decimal import Decimal
from math import isfinite
from typing import Any, Final

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from selfcorrect.model.exact_json import decode
from selfcorrect.model.exchange import EngineError, Failure, Feedback, Finish, Reply, RequestKind, Usage
from selfcorrect.model.marks import Span
from selfcorrect.model.outcome import Limits
from selfcorrect.model.report import Violation
from selfcorrect.model.words import Decision, Grade, Reason

VERSION: Final = 1
_DEEPEST: Final = 500


class Line(Struct, frozen=True, kw_only=True, tag_field="event", omit_defaults=True):
    """What every line has."""

    v: int
    session: int


class Begun(Line, frozen=True, kw_only=True, tag="start"):
    """A session begins: all that it is given. `pack` is what the domain can be loaded by."""

    tool: str
    pack: str
    name: str
    version: str
    digest: str
    engine: str
    critic: str = ""
    limits: Limits
    coverage: Decimal
    asks: bool
    today: str | None
    source: str
    document: str | None
    record: Raw | UnsetType = UNSET


class Sent(Line, frozen=True, kw_only=True, tag="request"):
    """A request goes out. `prompt_size` is in characters: all of it follows from the other lines."""

    id: str
    number: int
    kind: RequestKind
    attempt: int
    prompt_size: int
    feedback: Feedback | None = None


class Came(Line, frozen=True, kw_only=True, tag="reply"):
    """A reply: a text or a record."""

    id: str
    usage: Usage
    elapsed: float
    at: float | None
    finish: Finish
    text: str | None = None
    record: Raw | UnsetType = UNSET
    spans: dict[str, Span] = {}
    doubts: tuple[Violation, ...] = ()

    def reply(self) -> Reply:
        """The reply as it came. Raises JsonError for a line that was tampered with."""
        content = self.text if isinstance(self.record, UnsetType) else decode(bytes(self.record).decode())
        return Reply(content, self.usage, self.finish, self.spans, self.doubts)


class Failed(Line, frozen=True, kw_only=True, tag="failure"):
    """No reply came."""

    id: str
    kind: Failure
    message: str
    retry_after: float | None
    usage: Usage
    elapsed: float
    at: float | None

    def error(self) -> EngineError:
        """The failure as it was."""
        return EngineError(self.kind, self.message, retry_after=self.retry_after, usage=self.usage)


class Judged(Line, frozen=True, kw_only=True, tag="attempt"):
    """An attempt and what was decided."""

    version: int
    parent: int
    before: str
    after: str
    decision: Decision
    reason: Reason
    because: tuple[str, ...]
    evidence: tuple[tuple[str, str, Grade], ...]
    request: str
    digest: str
    usage: Usage
    elapsed: float
    at: float | None


class Ended(Line, frozen=True, kw_only=True, tag="outcome"):
    """How the session ended, and the sha256 of the candidate it ended with."""

    decision: Decision
    reason: Reason
    because: tuple[str, ...]
    version: int
    candidate: str
    usage: Usage
    failures: tuple[str, ...] = ()


AnyLine = Begun | Sent | Came | Failed | Judged | Ended

_ENCODER: Final = msgspec.json.Encoder(decimal_format="string")
_RECORDS: Final = msgspec.json.Encoder(decimal_format="number")
_DECODER: Final = msgspec.json.Decoder(AnyLine)


def encoded(line: Line) -> bytes:
    """A line, without the line feed."""
    return _ENCODER.encode(line)


def decoded(data: bytes) -> AnyLine:
    """The line that bytes say. Raises msgspec.DecodeError (or ValidationError) for what is none."""
    return _DECODER.decode(data)


def raw(record: Any) -> Raw:
    """A record as JSON with exact numbers; what JSON has no form for is written as a text."""
    return Raw(_RECORDS.encode(_holdable(record, 0)))


def _holdable(value: Any, depth: int) -> Any:
    if depth > _DEEPEST:
        return f"(nested deeper than {_DEEPEST})"
    if isinstance(value, dict):
        return {str(key): _holdable(part, depth + 1) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_holdable(part, depth + 1) for part in value]
    if isinstance(value, Decimal):
        return value if value.is_finite() else str(value)
    if isinstance(value, float):
        return value if isfinite(value) else str(value)
    return value if value is None or isinstance(value, bool | int | str) else str(value)
