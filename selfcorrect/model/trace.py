"""The lines of a trace: all that went into a session and all that was decided, so that it can be replayed.

One JSON object a line, each with `v` (the format, 1), `event` and the `session` it belongs to. Numbers of
records are exact. There is no key and no score in it, but documents and replies: a trace is private.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, time
from decimal import Decimal
from math import isfinite
from typing import Any, Final

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from selfcorrect.model.exact_json import LONGEST_INTEGER, decode, digest
from selfcorrect.model.exchange import (
    EngineError,
    Failure,
    Feedback,
    Finish,
    Reply,
    Request,
    RequestKind,
    Usage,
)
from selfcorrect.model.marks import Span
from selfcorrect.model.outcome import Limits
from selfcorrect.model.report import Violation
from selfcorrect.model.words import Decision, Grade, Reason

VERSION: Final = 1
_DEEPEST: Final = 100
_MOST_VALUES: Final = 1_000_000
_LARGEST: Final = 10**LONGEST_INTEGER
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
"""Half a character, which no encoding has a form for."""


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
    key: str
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
    request_id: str
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


class _Stamp(Struct, frozen=True):
    """The format of a line, whatever else it has."""

    v: int


_ENCODER: Final = msgspec.json.Encoder(decimal_format="string")
_RECORDS: Final = msgspec.json.Encoder(decimal_format="number")
_DECODER: Final = msgspec.json.Decoder(AnyLine)
_STAMP: Final = msgspec.json.Decoder(_Stamp)


def encoded(line: Line) -> bytes:
    """A line, without the line feed."""
    return _ENCODER.encode(line)


def decoded(data: bytes) -> AnyLine:
    """The line that bytes say. Raises msgspec.DecodeError (or ValidationError) for what is none, and for one
    of another format.
    """
    if (stamp := _STAMP.decode(data).v) != VERSION:
        raise msgspec.ValidationError(f"it is of format {stamp}, and only format {VERSION} can be read")
    return _DECODER.decode(data)


def key_of(request: Request) -> str:
    """What tells a request apart from those of other sessions: sha256 of what it is about. How feedback is
    worded is not part of it, so that a trace outlives a template.
    """
    asked = [question.text for question in request.questions]
    return digest([request.kind, request.number, request.document, request.base, list(request.tried), asked])


def raw(record: Any) -> Raw:
    """A record as JSON with exact numbers; what JSON has no form for is written as a text."""
    return Raw(_RECORDS.encode(writable(record)))


def writable(value: Any) -> Any:
    """What comes in as a trace can hold it: the same numbers, floats by their shortest text, and as texts
    what JSON has no form for, what is nested deeper than 100 levels, what stands inside itself, and what
    comes after the first million values. Never raises.
    """
    return _Writable().told(value, ())


class _Writable:
    """One walk through a value; `left` is how many more values it may hold."""

    def __init__(self) -> None:
        self.left = _MOST_VALUES

    def told(self, value: Any, around: tuple[int, ...]) -> Any:
        """The value; `around` are the ids of what it stands in."""
        self.left -= 1
        if self.left < 0:
            return f"(more than {_MOST_VALUES:,} values)"
        if value is None or _is_plain(value):
            return value
        if not isinstance(value, Mapping | list | tuple):
            return _scalar(value)
        if len(around) == _DEEPEST or id(value) in around:
            return f"(nested deeper than {_DEEPEST})"
        around = (*around, id(value))
        if isinstance(value, Mapping):
            items = dict.items(value) if isinstance(value, dict) else _items(value)
            return {_key(key): self.told(part, around) for key, part in _until(items, self)}
        parts = list.__iter__(value) if isinstance(value, list) else tuple.__iter__(value)
        return [self.told(part, around) for part in _until(parts, self)]


def _until(parts: Iterable[Any], walk: _Writable) -> Iterator[Any]:
    """The parts, until the walk holds as many values as it may; one more says so."""
    for part in parts:
        yield part
        if walk.left < 0:
            return


def _items(value: Mapping[Any, Any]) -> Iterable[tuple[Any, Any]]:
    try:
        return list(value.items())
    except Exception:  # noqa: BLE001 - a mapping whose own methods raise says nothing
        return ()


def _scalar(value: Any) -> Any:
    match value:
        case None | bool():
            return value
        case str():
            return _SURROGATE.sub("\ufffd", str.__str__(value))
        case int():
            return int.__int__(value) if -_LARGEST < value < _LARGEST else Decimal(value)
        case Decimal():
            return Decimal(value) if value.is_finite() else str(value)
        case float():
            text = float.__repr__(value)
            return Decimal(text) if isfinite(value) else text
        case date() | time():
            return value.isoformat()
    return _told(value)


def _is_plain(value: Any) -> bool:
    """Whether it is a text that can be written as it is: nearly everything in a record is one."""
    return value.__class__ is str and value.isascii()


def _key(key: Any) -> str:
    if _is_plain(key):
        return str(key)
    return str(writable(key)) if isinstance(key, str | date) else _told(key)


def _told(value: Any) -> str:
    try:
        return str(writable(str(value)))
    except Exception:  # noqa: BLE001 - a value whose own methods raise is still told
        return f"a value of type {type(value).__name__}"
