"""Goes through recorded sessions again: the same replies at the same times, judged anew."""

from collections.abc import Iterable, Iterator
from datetime import date

from msgspec import UNSET, Struct

from selfcorrect.domain.domain import Domain
from selfcorrect.loop.lines import ended_line, line_of
from selfcorrect.loop.session import Session
from selfcorrect.loop.step import StaleRequestError
from selfcorrect.model.exact_json import decode
from selfcorrect.model.exchange import EngineError
from selfcorrect.model.outcome import Outcome
from selfcorrect.model.trace import AnyLine, Begun, Came, Ended, Failed, Judged, Line


class Recorded(Struct, frozen=True):
    """One session of a trace: what it was given, all that came in, and what was decided then."""

    begun: Begun
    came: tuple[Came | Failed, ...]
    judged: tuple[Judged, ...]
    ended: Ended | None


class Replayed(Struct, frozen=True):
    """A recorded session gone through again, and in what it differs from the record, a sentence each."""

    outcome: Outcome | None
    session: Session
    differences: tuple[str, ...]


def recorded(lines: Iterable[AnyLine]) -> Iterator[Recorded]:
    """The sessions of a trace, in the order they began. Raises EngineError for lines without the start of
    their session.
    """
    sessions: list[tuple[Begun, list[AnyLine]]] = []
    running: dict[int, list[AnyLine]] = {}
    for line in lines:
        if isinstance(line, Begun):
            # Traces that were put one behind the other count their sessions from 1 again.
            running[line.session] = []
            sessions.append((line, running[line.session]))
        elif line.session in running:
            running[line.session].append(line)
        else:
            message = f"the trace has lines of session {line.session} and not its start: give the whole file"
            raise EngineError("unusable", message)
    for begun, found in sessions:
        yield Recorded(
            begun,
            tuple(line for line in found if isinstance(line, Came | Failed)),
            tuple(line for line in found if isinstance(line, Judged)),
            next((line for line in found if isinstance(line, Ended)), None),
        )


def replay(record: Recorded, domain: Domain) -> Replayed:
    """Goes through a recorded session again: the same replies at the same times, judged anew. Raises
    EngineError for a start that no session can begin with.
    """
    session = _session_of(record.begun, domain)
    step = session.start()
    differences = []
    for line in record.came:
        if step.outcome is not None:
            differences.append("it ends before all replies of the trace have come")
            break
        try:
            if isinstance(line, Came):
                step = session.submit(line.reply(), elapsed=line.elapsed, request_id=line.id, at=line.at)
            else:
                step = session.fail(line.error(), elapsed=line.elapsed, request_id=line.id, at=line.at)
        except (StaleRequestError, ValueError) as error:
            differences.append(f"a reply of the trace does not fit: {error}")
            break
    differences += _differences(record, session, step.outcome)
    return Replayed(step.outcome, session, tuple(differences))


def _session_of(begun: Begun, domain: Domain) -> Session:
    try:
        return Session(
            domain,
            document=begun.document,
            record=None if begun.record is UNSET else decode(bytes(begun.record).decode()),
            limits=begun.limits,
            asks=begun.asks,
            today=date.fromisoformat(begun.today) if begun.today else None,
            source=begun.source,
        )
    except ValueError as error:
        message = f"session {begun.session} of the trace cannot be begun: {error}"
        raise EngineError("unusable", message) from error


def _differences(record: Recorded, session: Session, outcome: Outcome | None) -> Iterator[str]:
    """In what a replay differs from what was recorded."""
    lines = [line_of(event, record.begun.session) for event in session.events if event.attempt is not None]
    judged = [line for line in lines if isinstance(line, Judged)]
    for was, now in zip(record.judged, judged, strict=False):
        if said := _of_version(was, now):
            yield f"version {now.version}: {said}"
    if len(record.judged) != len(judged):
        yield f"it had {len(record.judged)} versions and has {len(judged)}"
    if record.ended is None:
        yield "the trace breaks off before its outcome"
    elif outcome is None:
        yield "it has no outcome: a reply is missing in the trace"
    elif said := _of_outcome(record.ended, ended_line(outcome, record.begun.session)):
        yield said


def _of_version(was: Judged, now: Judged) -> str:
    """In what a version differs; how its reasons are put may change."""
    then, again = f"{was.decision} ({was.reason})", f"{now.decision} ({now.reason})"
    if then != again:
        return f"it was {then} and is {again}"
    if was.after != now.after:
        return "it is another candidate"
    if was.evidence != now.evidence:
        return "its findings are others"
    return _other(was, now, ("version", "parent", "before", "request_id", "usage", "elapsed", "at"))


def _of_outcome(was: Ended, now: Ended) -> str:
    if _told(was) != _told(now):
        return f"the outcome was {was.decision} and is {now.decision}, or of another candidate"
    return _other(was, now, ("usage", "failures"))


def _told(ended: Ended) -> tuple[str, str, int, str]:
    return ended.decision, ended.reason, ended.version, ended.candidate


def _other(was: Line, now: Line, names: tuple[str, ...]) -> str:
    """The fields in which two lines differ, in words."""
    found = [name for name in names if getattr(was, name) != getattr(now, name)]
    return f"the trace has another {' and '.join(found)}" if found else ""
