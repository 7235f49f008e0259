"""Goes through recorded sessions again: the same replies at the same times, judged anew."""

from collections.abc import Iterable, Iterator
from datetime import date

from msgspec import UNSET, Struct

from selfcorrect.domain.domain import Domain
from selfcorrect.loop.lines import ended_line
from selfcorrect.loop.session import Session
from selfcorrect.loop.step import StaleRequestError
from selfcorrect.model.exact_json import decode
from selfcorrect.model.outcome import Outcome
from selfcorrect.model.trace import AnyLine, Begun, Came, Ended, Failed, Judged


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
    """The sessions of a trace, in the order they began."""
    by_number: dict[int, list[AnyLine]] = {}
    for line in lines:
        by_number.setdefault(line.session, []).append(line)
    for found in by_number.values():
        begun = next((line for line in found if isinstance(line, Begun)), None)
        if begun is not None:
            yield Recorded(
                begun,
                tuple(line for line in found if isinstance(line, Came | Failed)),
                tuple(line for line in found if isinstance(line, Judged)),
                next((line for line in found if isinstance(line, Ended)), None),
            )


def replay(record: Recorded, domain: Domain) -> Replayed:
    """Goes through a recorded session again: the same replies at the same times, judged anew."""
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
        except StaleRequestError as error:
            differences.append(f"a reply of the trace does not fit: {error}")
            break
    differences += _differences(record, session, step.outcome)
    return Replayed(step.outcome, session, tuple(differences))


def _session_of(begun: Begun, domain: Domain) -> Session:
    return Session(
        domain,
        document=begun.document,
        record=None if begun.record is UNSET else decode(bytes(begun.record).decode()),
        limits=begun.limits,
        asks=begun.asks,
        today=date.fromisoformat(begun.today) if begun.today else None,
        source=begun.source,
    )


def _differences(record: Recorded, session: Session, outcome: Outcome | None) -> Iterator[str]:
    """In what a replay differs from what was recorded."""
    attempts = [event.attempt for event in session.events if event.attempt is not None]
    for was, attempt in zip(record.judged, attempts, strict=False):
        if (was.after, was.decision, was.reason) != (attempt.after, attempt.decision, attempt.reason):
            then, now = f"{was.decision} ({was.reason})", f"{attempt.decision} ({attempt.reason})"
            what = f"it was {then} and is {now}" if then != now else "it is another candidate"
            yield f"version {attempt.version}: {what}"
    if len(record.judged) != len(attempts):
        yield f"it had {len(record.judged)} versions and has {len(attempts)}"
    if record.ended is None:
        yield "the trace breaks off before its outcome"
    elif outcome is None:
        yield "it has no outcome: a reply is missing in the trace"
    elif _told(record.ended) != _told(ended_line(outcome, 0)):
        yield f"the outcome was {record.ended.decision} and is {outcome.decision}, or of another candidate"


def _told(ended: Ended) -> tuple[str, str, int, str]:
    return ended.decision, ended.reason, ended.version, ended.candidate
