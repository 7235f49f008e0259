"""Asking a model about one report, outside of a loop."""

from datetime import date

from selfcorrect.critic.questions import NOWHERE, ask
from selfcorrect.domain.domain import Domain
from selfcorrect.engines.engine import Engine
from selfcorrect.loop.checks import Checks
from selfcorrect.loop.replies import ANSWERS_SCHEMA
from selfcorrect.loop.run import Errand
from selfcorrect.model.exchange import EngineError, Request
from selfcorrect.model.outcome import Limits
from selfcorrect.model.report import Report

_LONGEST_WAIT = 60.0
"""Seconds that are waited because an engine asks for it."""


def answered(report: Report, domain: Domain, critic: Engine, today: date | None = None) -> tuple[Report, str]:
    """The report with its semantic rules asked about in one request, and why that failed (empty if it did
    not). A failure that may be over soon is asked again about, a few times.
    """
    questions = report.questions
    checks = Checks(domain, report.document, today, report.source)
    if not questions:
        return report, ""
    if report.document is None:
        return checks.left_open(report, NOWHERE), ""
    request = Request(
        id="request-1",
        number=1,
        kind="answers",
        attempt=1,
        prompt=ask(questions, report.document),
        schema=ANSWERS_SCHEMA,
        document=report.document,
        base=report.candidate,
        questions=questions,
        today=today,
    )
    wait, failure = 0.0, ""
    for _ in range(1 + Limits().failures):
        try:
            return checks.answers(report, Errand(critic, request, wait).run()), ""
        except EngineError as error:
            wait, failure = error.retry_after or 0.0, error.message
            if not error.again or wait > _LONGEST_WAIT:
                break
    return checks.left_open(report, f"the model that was asked gave no answer: {failure}"), failure
