"""What happens in a session, as lines of a trace."""

from msgspec import UNSET

from selfcorrect import __version__
from selfcorrect.domain.domain import Domain
from selfcorrect.loop.events import Event
from selfcorrect.loop.session import Session
from selfcorrect.model.diagnostic import PackError
from selfcorrect.model.exact_json import digest
from selfcorrect.model.outcome import Outcome
from selfcorrect.model.trace import VERSION, Begun, Came, Ended, Failed, Judged, Line, Sent, raw, writable
from selfcorrect.pack.find import find_pack


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
        return _judged(event, number)
    if event.outcome is not None:
        return ended_line(event.outcome, number)
    request = event.request
    assert request is not None  # noqa: S101 - all other events are about one
    if event.failure is not None:
        failure = event.failure
        return Failed(
            v=VERSION,
            session=number,
            id=request.id,
            kind=failure.kind,
            message=failure.message,
            retry_after=failure.retry_after,
            usage=failure.usage,
            elapsed=event.elapsed,
            at=event.at,
        )
    if event.reply is not None:
        reply = event.reply
        return Came(
            v=VERSION,
            session=number,
            id=request.id,
            usage=reply.usage,
            elapsed=event.elapsed,
            at=event.at,
            finish=reply.finish,
            text=reply.content if isinstance(reply.content, str) else None,
            record=UNSET if isinstance(reply.content, str) else raw(reply.content),
            spans=dict(reply.spans),
            doubts=reply.doubts,
        )
    return Sent(
        v=VERSION,
        session=number,
        id=request.id,
        number=request.number,
        kind=request.kind,
        attempt=request.attempt,
        prompt_size=len(request.prompt),
        feedback=request.feedback,
    )


def _judged(event: Event, number: int) -> Judged:
    attempt = event.attempt
    assert attempt is not None  # noqa: S101 - the event is about one
    return Judged(
        v=VERSION,
        session=number,
        version=attempt.version,
        parent=attempt.parent,
        before=attempt.before,
        after=attempt.after,
        decision=attempt.decision,
        reason=attempt.reason,
        because=attempt.because,
        evidence=attempt.evidence,
        request=attempt.request_id,
        digest=attempt.digest,
        usage=attempt.usage,
        elapsed=attempt.elapsed,
        at=attempt.at,
    )


def ended_line(outcome: Outcome, number: int) -> Ended:
    """The line a session ends with."""
    return Ended(
        v=VERSION,
        session=number,
        decision=outcome.decision,
        reason=outcome.reason,
        because=outcome.because,
        version=outcome.version,
        candidate=digest(outcome.candidate),
        usage=outcome.usage,
        failures=outcome.failures,
    )


def _named(domain: Domain) -> str:
    """How the pack can be found again: by its name where that leads to it, else by its folder."""
    try:
        by_name = find_pack(domain.name) == domain.made.folder
    except PackError:
        by_name = False
    return domain.name if by_name else str(domain.made.folder.resolve())
