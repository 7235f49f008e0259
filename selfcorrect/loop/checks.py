"""What a session says of what comes in: records, replies, answers, each as a report."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from selfcorrect.critic.questions import settle, unsettled
from selfcorrect.domain.domain import Domain
from selfcorrect.language.printed.taken import taken
from selfcorrect.loop.evidence import Ground, lost_evidence
from selfcorrect.loop.replies import read_answers, read_reply
from selfcorrect.loop.version import Version
from selfcorrect.model.exchange import Reply
from selfcorrect.model.report import Report, Violation
from selfcorrect.model.trace import writable


class Checks:
    """Checks everything of one session against its domain."""

    def __init__(self, domain: Domain, document: str | None, today: date | None, source: str) -> None:
        self._domain = domain
        self._document = document
        self._today = today
        self._source = source
        self._ground = Ground(domain.reads, self._evaluated, domain.defaults)
        self._names = frozenset(field.name for field in domain.made.shape.fields)

    def record(self, record: Any) -> Report:
        """The report on a record that is handed in."""
        return self._check(Reply(taken(record, self._domain.made.shape)))

    def reply(self, reply: Reply, earlier: Sequence[Version]) -> tuple[Report, bool]:
        """The report on a reply, and whether there is a record in it. What the `earlier` versions that it is
        made from had as evidence must still be there.
        """
        rules = self._domain.rules
        record = read_reply(reply.content, reply.finish, self._names)
        if isinstance(record, Violation):
            return rules.unread(record, document=self._document, source=self._source), False
        record = taken(writable(record), self._domain.made.shape)
        report = self._check(Reply(record, spans=reply.spans, doubts=reply.doubts))
        evaluated = rules.evaluated(report)
        lost = lost_evidence(record, evaluated, earlier, self._ground)
        return (rules.beside(report, lost) if lost else report), True

    def answers(self, report: Report, reply: Reply) -> Report:
        """A report with its questions answered, as far as the answers count."""
        questions = report.questions
        answers = read_answers(reply.content, reply.finish, len(questions))
        if isinstance(answers, Violation):
            return self.left_open(report, answers.message.rstrip("."))
        settled = settle(questions, answers, self._document or "", report.spans)
        return self._domain.rules.answered(report, settled)

    def left_open(self, report: Report, why: str) -> Report:
        """A report with its questions left open, for one reason."""
        return self._domain.rules.answered(report, unsettled(report.questions, why))

    def _check(self, reply: Reply) -> Report:
        return self._domain.rules.check(
            reply.content,
            document=self._document,
            today=self._today,
            source=self._source,
            spans=reply.spans,
            doubts=reply.doubts,
        )

    def _evaluated(self, record: Any) -> frozenset[str]:
        """What rules can be evaluated for a record by itself, without the document."""
        rules = self._domain.rules
        return rules.evaluated(rules.check(record, today=self._today))
