"""One run of the loop as a state machine: no I/O, no clock. A driver hands in replies and failures.

session = Session(domain, document=text)
step = session.start()
while not step.done:
    step = session.submit(my_model(step.request.prompt), usage=..., elapsed=...)
step.outcome
"""

from collections.abc import Mapping
from datetime import date
from math import isfinite
from typing import Any, Final

from msgspec.structs import replace

from selfcorrect.critic.questions import NOWHERE, ask
from selfcorrect.domain.domain import Domain
from selfcorrect.loop.before import said_before
from selfcorrect.loop.checks import Checks
from selfcorrect.loop.events import Event
from selfcorrect.loop.evidence import owed, regressions
from selfcorrect.loop.judge import Ruling, judge
from selfcorrect.loop.ledger import LONGEST_WAIT, Ledger
from selfcorrect.loop.pending import Pending
from selfcorrect.loop.prompts import Prompts
from selfcorrect.loop.replies import ANSWERS_SCHEMA
from selfcorrect.loop.step import StaleRequestError, Step
from selfcorrect.loop.version import Version, version_of
from selfcorrect.model.exchange import (
    EngineError,
    Feedback,
    Reply,
    Request,
    RequestKind,
    Usage,
    sound_reply,
    told,
)
from selfcorrect.model.outcome import Attempt, Limits, Outcome
from selfcorrect.model.trace import writable
from selfcorrect.model.words import Decision, Reason

_GOES_ON: Final = ("revise", "rollback")


class Session:
    """One candidate on its way to being accepted. Ended by its outcome; not to be shared by threads.

    `record` is a first version that is handed in; otherwise the first request asks for one. With `asks`
    semantic rules are asked about, in one request an attempt. `events` is what has happened so far.
    """

    def __init__(  # noqa: PLR0913 - keywords, none of which the others imply
        self,
        domain: Domain,
        *,
        document: str | None = None,
        record: Any = None,
        limits: Limits | None = None,
        asks: bool = False,
        today: date | None = None,
        source: str = "",
    ) -> None:
        if document is None and record is None:
            raise ValueError("a session needs a document to make a record from, or a record to start with")
        if not isinstance(document, str | None):
            raise TypeError(f"a document is text, not {type(document).__name__}: decode it first")
        self.domain = domain
        self.limits = limits or Limits(attempts=domain.made.attempts)
        # What no trace can hold is taken as what it would be written as, so that a replay sees the same.
        self.document = document = writable(document)
        self.record = writable(record)
        self.asks = asks
        self.today = today or domain.rules.today()
        self.source = source
        self.events: list[Event] = []
        self._ledger = Ledger(self.limits)
        self._checks = Checks(domain, document, self.today, source)
        self._prompts = Prompts(domain, document)
        self._history: list[Version] = []
        self._attempts: list[Attempt] = []
        self._failures: list[str] = []
        self._unanswered_why = ""
        self._request: Request | None = None
        self._number = 0
        self._parent = 0
        self._feedback: Feedback | None = None
        self._pending: Pending | None = None
        self._outcome: Outcome | None = None

    def start(self) -> Step:
        """The first request; with a record handed in, the first decision has been made already."""
        if self._number or self._history or self._outcome:
            raise StaleRequestError("this session has been started already")
        if self.record is None:
            spent = self._ledger.spent()
            return self._end("stop", "ceiling", spent) if spent else self._ask_for_candidate()
        report, usable = self._checks.record(self.record), isinstance(self.record, dict)
        return self._take(Pending("", report, usable))

    def submit(
        self,
        content: Any,
        *,
        usage: Usage | None = None,
        elapsed: float = 0.0,
        request_id: str | None = None,
        at: float | None = None,
    ) -> Step:
        """Hand in what came back: a text, a record, or a Reply.

        `usage` is what it cost, unknown if not given; `elapsed` the seconds it took; `at` any time that the
        attempt is to carry. Raises StaleRequestError where `request_id` is not that of the request under way,
        or none is; then nothing has changed.
        """
        request = self._current(request_id)
        _expect_seconds(elapsed)
        reply = sound_reply(content if isinstance(content, Reply) else Reply(content), usage)
        reply = replace(reply, content=writable(reply.content))
        self._ledger.spend(reply.usage, elapsed)
        self.events.append(Event("reply", request=request, reply=reply, elapsed=elapsed, at=at))
        self._request = None
        if request.kind == "candidate":
            report, usable = self._checks.reply(reply, self._lineage())
            return self._take(Pending(request.id, report, usable, reply.usage, elapsed, at))
        pending = self._asked_about()
        pending = replace(pending, usage=pending.usage + reply.usage, elapsed=pending.elapsed + elapsed)
        return self._judge(replace(pending, report=self._checks.answers(pending.report, reply)))

    def fail(
        self,
        error: EngineError | Exception | str,
        *,
        elapsed: float = 0.0,
        request_id: str | None = None,
        at: float | None = None,
    ) -> Step:
        """Hand in that no reply came. What may go better the next time is asked again, within the limits.

        Raises StaleRequestError as `submit` does.
        """
        request = self._current(request_id)
        _expect_seconds(elapsed)
        failure = (
            error if isinstance(error, EngineError) else EngineError("crashed", told(error), usage=Usage())
        )
        self._ledger.spend(failure.usage, elapsed, failed=True)
        self.events.append(Event("failure", request=request, failure=failure, elapsed=elapsed, at=at))
        self._failures.append(failure.message)
        self._request = None
        wait = self._ledger.wait(failure)
        spent = self._ledger.spent(wait)
        if failure.again and wait <= LONGEST_WAIT and not self._ledger.failed_too_often and not spent:
            return self._send(request, wait)
        if request.kind == "answers":
            self._unanswered_why = failure.message
            why = f"the model that was asked gave no answer: {failure.message}"
            return self._unanswered(self._asked_about(), why)
        return self._end("stop", "engine_failed", (failure.message, *(spent if failure.again else ())))

    def _current(self, request_id: str | None) -> Request:
        request = self._request
        if request is None:
            ended = "has ended" if self._outcome else "has no request under way"
            raise StaleRequestError(f"this session {ended}; nothing can be handed in")
        if request_id is not None and request_id != request.id:
            raise StaleRequestError(f"{request_id} is not under way: {request.id} is")
        return request

    def _ask_for_candidate(self) -> Step:
        base = self._base.candidate if self._history else None
        return self._ask(
            "candidate",
            self._prompts.candidate(base, self._feedback),
            self.domain.schema,
            # A copy: whoever repairs it where it stands must not change what is remembered.
            base=writable(base),
            feedback=self._feedback,
            tried=tuple(version.digest for version in self._history),
        )

    def _ask(self, kind: RequestKind, prompt: str, schema: Mapping[str, Any], **more: Any) -> Step:
        request = Request(
            id="",
            number=0,
            kind=kind,
            attempt=len(self._history) + 1,
            prompt=prompt,
            schema=schema,
            document=self.document,
            today=self.today,
            **more,
        )
        return self._send(request)

    def _send(self, request: Request, wait: float = 0.0) -> Step:
        """A request under a new id, with what is left to spend."""
        self._number += 1
        name, left = f"request-{self._number}", self._ledger.left()
        self._request = replace(request, id=name, number=self._number, budget=left)
        self.events.append(Event("request", request=self._request))
        return Step(self._request, wait=wait)

    def _take(self, pending: Pending) -> Step:
        """A version in hand: to be asked about, or judged at once."""
        questions = pending.report.questions if pending.usable and self.asks else ()
        if not questions:
            return self._judge(pending)
        if self.document is None:
            return self._unanswered(pending, NOWHERE)
        if spent := self._ledger.spent():
            return self._unanswered(pending, spent[0].rstrip("."))
        self._pending = pending
        prompt, base = ask(questions, self.document), writable(pending.report.candidate)
        return self._ask("answers", prompt, ANSWERS_SCHEMA, base=base, questions=questions)

    def _asked_about(self) -> Pending:
        """The version that questions have been asked about."""
        assert self._pending is not None  # noqa: S101 - questions are about one
        return self._pending

    def _unanswered(self, pending: Pending, why: str) -> Step:
        return self._judge(replace(pending, report=self._checks.left_open(pending.report, why)))

    def _judge(self, pending: Pending) -> Step:
        """A version joins the history, and the judge decides."""
        domain, place = self.domain, (len(self._history) + 1, self._parent)
        version = version_of(pending.report, domain.rules, domain.made.answer, place, usable=pending.usable)
        if self._history:
            version = self._beside_base(version)
        self._history.append(version)
        self._ledger.attempts = len(self._history)
        ruling = judge(self._history, self._ledger.spent())
        before = self._history[version.parent - 1].digest if version.parent else ""
        self._attempts.append(pending.judged(version, ruling, before, self._feedback, domain.digest))
        self.events.append(Event("attempt", attempt=self._attempts[-1]))
        if ruling.decision not in _GOES_ON:
            return self._end(ruling.decision, ruling.reason, ruling.because)
        self._parent = ruling.base
        self._feedback = self._criticised(version, ruling)
        return self._ask_for_candidate()

    def _beside_base(self, version: Version) -> Version:
        """A version with what it has broken of what the base had."""
        base, told = self._base, self._feedback
        version = replace(version, owed=owed(version, base, told))
        return replace(version, regressions=regressions(version, base, told, self.domain.reads))

    def _criticised(self, version: Version, ruling: Ruling) -> Feedback:
        """Feedback on the base; what was wrong with the last attempt goes before."""
        base = self._history[ruling.base - 1]
        before = said_before(version, base, ruling)
        return self.domain.critic.feedback(base.report, signal=base.signal, before=before)

    def _lineage(self) -> list[Version]:
        """The versions that the next is made from: what was taken back is no evidence, and may go."""
        found: list[Version] = []
        number = self._parent
        while number:
            found.append(self._history[number - 1])
            number = found[-1].parent
        return found[::-1]

    @property
    def _base(self) -> Version:
        return min(self._history, key=lambda version: version.rank)

    def _end(self, decision: Decision, reason: Reason, because: tuple[str, ...]) -> Step:
        """The outcome, of the best version; what that one has broken, where it is not accepted."""
        chosen = self._base if self._history else None
        if chosen and decision == "stop":
            because = tuple(dict.fromkeys((*because, *chosen.regressions)))
        self._outcome = Outcome(
            decision=decision,
            reason=reason,
            because=because,
            candidate=chosen.candidate if chosen else None,
            report=chosen.report if chosen else None,
            version=chosen.number if chosen else 0,
            attempts=tuple(self._attempts),
            usage=self._ledger.usage,
            failures=tuple(self._failures),
            unanswered=self._unanswered_why,
            source=self.source,
        )
        self.events.append(Event("outcome", outcome=self._outcome))
        return Step(outcome=self._outcome)


session = Session
"""As callers write it: `selfcorrect.session(domain, document=text)`."""


def _expect_seconds(elapsed: float) -> None:
    if not isfinite(elapsed):
        raise ValueError(f"`elapsed` is a number of seconds, not {elapsed!r}")
