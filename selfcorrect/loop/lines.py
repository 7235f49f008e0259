"""What happens in a session, as lines of a trace."""

from typing import Any, TypeVar

from msgspec import UNSET

from selfcorrect import __version__
from selfcorrect.domain.domain import Domain
from selfcorrect.loop.events import Event
from selfcorrect.loop.session import Session
from selfcorrect.model.diagnostic import PackError
from selfcorrect.model.exact_json import digest
from selfcorrect.model.outcome import Outcome
from selfcorrect.model.trace import (
    VERSION,
    Begun,
    Came,
    Ended,
    Failed,
    Judged,
    Line,
    Sent,
    key_of,
    raw,
    writable,
)
from selfcorrect.pack.find import find_pack

L = TypeVar("L", bound=Line)


def begun_line(session: Session, number: int, engine: str, critic: str) -> Begun:
    """The line a session begins with: all that it is given."""
    domain = session.domain
    return Begun(
        v=VERSION,
        session=number,
        tool=__version__,
        pack=_named(domain),
        name=domain.name,
        version=domain.version,
        digest=domain.digest,
        engine=engine,
        critic=critic,
        limits=session.limits,
        coverage=domain.pack.loop.coverage,
        asks=session.asks,
        today=session.today.isoformat() if session.today else None,
        source=writable(session.source),
        document=session.document,
        record=UNSET if session.record is None else raw(session.record),
    )


def line_of(event: Event, number: int) -> Line:
    """The line of an event in the session of that number."""
    if event.attempt is not None:
        return _line(Judged, number, event.attempt)
    if event.outcome is not None:
        return ended_line(event.outcome, number)
    request = event.request
    assert request is not None  # noqa: S101 - all other events are about one
    if event.failure is not None:
        return _line(Failed, number, event.failure, event, request)
    if event.reply is not None:
        content = event.reply.content
        text, record = (content, UNSET) if isinstance(content, str) else (None, raw(content))
        return _line(Came, number, event.reply, event, request, text=text, record=record)
    return _line(Sent, number, request, key=key_of(request), prompt_size=len(request.prompt))


def ended_line(outcome: Outcome, number: int) -> Ended:
    """The line a session ends with."""
    return _line(Ended, number, outcome, candidate=digest(outcome.candidate))


def _line(kind: type[L], number: int, *nouns: object, **more: Any) -> L:
    """A line of nouns: each of its fields is that of the first of them that has one of the name."""
    given = {"v": VERSION, "session": number, **more}
    for name in kind.__struct_fields__:
        if name not in given:
            given[name] = next(getattr(noun, name) for noun in nouns if hasattr(noun, name))
    return kind(**given)


def _named(domain: Domain) -> str:
    """How the pack can be found again: by its name where that leads to it, else by its folder."""
    try:
        by_name = find_pack(domain.name) == domain.made.folder
    except PackError:
        by_name = False
    return domain.name if by_name else str(domain.made.folder.resolve())
