"""Asking about one report, outside of a loop."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from selfcorrect.critic.questions import ELSEWHERE, NOWHERE, UNANSWERED, UNDECIDED, UNQUOTED, ask
from selfcorrect.domain.domain import Domain
from selfcorrect.engines.engine import Engine
from selfcorrect.loop.asking import answered
from selfcorrect.loop.replies import ANSWERS_SCHEMA
from selfcorrect.model.exchange import AGAIN, Budget, EngineError, Failure, Reply, Request
from selfcorrect.model.outcome import Limits
from selfcorrect.model.report import NotEvaluated, Report
from tests.loop.packs import domain

DOCUMENT = "A box and a lid, the lid is new. A is packed well."
RECORD = {
    "name": "A",
    "parts": [{"label": "box", "weight": 2}, {"label": "lid", "weight": 1, "remark": "new"}],
    "weight": 3,
}
YES = {"question": 1, "verdict": "holds", "quote": "A is packed well"}
NO = {"question": 1, "verdict": "does not hold", "quote": "A is packed well"}
TRUE = {"question": 2, "verdict": "holds", "quote": "the lid is new"}
FALSE = {"question": 2, "verdict": "does not hold", "quote": "the lid is new"}


class Played:
    """An engine that gives what it is told to, in turn, and keeps what it was asked."""

    name = "played"

    def __init__(self, *replies: Any) -> None:
        self._replies: Iterator[Any] = iter(replies)
        self.requests: list[Request] = []

    def reply(self, request: Request) -> Reply:
        self.requests.append(request)
        reply = next(self._replies)
        if isinstance(reply, Exception):
            raise reply
        return reply if isinstance(reply, Reply) else Reply(reply)


def failing(kind: Failure, retry_after: float | None = None) -> EngineError:
    return EngineError(kind, f"It failed: {kind}.", retry_after=retry_after)


@pytest.fixture(scope="module")
def parcels(tmp_path_factory: pytest.TempPathFactory) -> Domain:
    return domain(tmp_path_factory.mktemp("parcels"))


def report_of(parcels: Domain, document: str | None = DOCUMENT, **changes: Any) -> Report:
    return parcels.check({**RECORD, **changes}, document=document, source="a.json")


def opened(report: Report) -> tuple[NotEvaluated, ...]:
    return report.not_evaluated


def both(why: str, other: str | None = None) -> tuple[NotEvaluated, ...]:
    """What is left open of both questions."""
    return (NotEvaluated("FRAGILE", "name", why), NotEvaluated("REMARK", "parts[1].remark", other or why))


def test_the_engine_of_these_tests_is_one() -> None:
    assert isinstance(Played(), Engine)


def test_all_questions_are_asked_in_one_request(parcels: Domain) -> None:
    report, engine = report_of(parcels), Played({"answers": [YES, TRUE]})
    found, failure = answered(report, parcels, engine, today=date(2026, 1, 2))
    assert [one.text for one in report.questions] == ["Is A packed well?", "Is it true that lid is new?"]
    assert engine.requests == [
        Request(
            id="request-1",
            number=1,
            kind="answers",
            attempt=1,
            prompt=ask(report.questions, DOCUMENT),
            schema=ANSWERS_SCHEMA,
            document=DOCUMENT,
            base=RECORD,
            feedback=None,
            questions=report.questions,
            tried=(),
            budget=Budget(),
            today=date(2026, 1, 2),
        )
    ]
    assert (failure, found.violations, opened(found), found.questions) == ("", (), (), ())
    assert (found.verdict, found.source, found.document, found.candidate) == (
        "pass",
        "a.json",
        DOCUMENT,
        RECORD,
    )
    assert found.coverage == report.coverage


def test_what_is_denied_is_found_and_graded_as_said_by_a_model(parcels: Domain) -> None:
    found, failure = answered(report_of(parcels), parcels, Played({"answers": [NO, FALSE]}))
    assert failure == ""
    assert [(one.code, one.path, one.severity, one.grade, one.blocks) for one in found.violations] == [
        ("FRAGILE", "name", "error", "E1", False),
        ("REMARK", "parts[1].remark", "warning", "E1", False),
    ]
    assert found.verdict == "unverified"


def test_what_rules_found_stays(parcels: Domain) -> None:
    found, _ = answered(report_of(parcels, weight=4), parcels, Played({"answers": [YES, FALSE]}))
    assert [(one.code, one.grade) for one in found.violations] == [("WEIGHT_SUM", "E3"), ("REMARK", "E1")]
    assert found.verdict == "fail"


NO_RECORD = "The reply has no list of answers"
ANSWERS: list[tuple[str, Any, tuple[NotEvaluated, ...]]] = [
    ("one only", {"answers": [YES]}, both("", UNANSWERED)[1:]),
    ("none", {"answers": []}, both(UNANSWERED)),
    ("two for one question", {"answers": [YES, NO, TRUE]}, both(UNANSWERED)[:1]),
    ("the same twice", {"answers": [YES, YES, TRUE]}, both(UNANSWERED)[:1]),
    ("for a question that was not asked", {"answers": [{**YES, "question": 3}, TRUE]}, both(UNANSWERED)[:1]),
    ("of another word", {"answers": [{**YES, "verdict": "perhaps"}, TRUE]}, both(UNANSWERED)[:1]),
    ("cannot tell", {"answers": [{**YES, "verdict": "cannot tell"}, TRUE]}, both(UNDECIDED)[:1]),
    ("without a quote", {"answers": [{**YES, "quote": ""}, {**FALSE, "quote": None}]}, both(UNQUOTED)),
    ("with a quote of one's own", {"answers": [{**NO, "quote": "A is broken"}, TRUE]}, both(UNQUOTED)[:1]),
    ("with a quote from elsewhere", {"answers": [{**NO, "quote": "is packed well"}, TRUE]}, both(ELSEWHERE)[:1]),
    ("as text", '```json\n{"answers": [{"question": "2", "verdict": "HOLDS", "quote": "lid"}]}\n```', (both(UNANSWERED)[0], both(ELSEWHERE)[1])),
    ("prose", "Yes to both.", both("There is no JSON object in the reply")),
    ("nothing", "", both("The reply is empty")),
    ("a record", {"name": "A"}, both(NO_RECORD)),
    ("cut off", Reply('{"answers": [', finish="length"), both("The reply is cut off at its greatest length")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("reply", "left_open"), [row[1:] for row in ANSWERS], ids=[row[0] for row in ANSWERS]
)
def test_what_is_answered(parcels: Domain, reply: Any, left_open: tuple[NotEvaluated, ...]) -> None:
    engine = Played(reply)
    found, failure = answered(report_of(parcels), parcels, engine)
    assert (failure, opened(found), found.violations, found.questions) == ("", left_open, (), ())
    assert len(engine.requests) == 1


@pytest.mark.parametrize("kind", sorted(AGAIN))
def test_what_may_go_better_is_asked_again(parcels: Domain, kind: Failure) -> None:
    engine = Played(failing(kind, 0), failing(kind), {"answers": [YES, TRUE]})
    found, failure = answered(report_of(parcels), parcels, engine)
    assert (failure, opened(found), found.verdict) == ("", (), "pass")
    assert len(engine.requests) == 3
    assert engine.requests[1:] == engine.requests[:2]


@pytest.mark.parametrize("kind", sorted(AGAIN))
def test_what_never_goes_better_is_given_up(parcels: Domain, kind: Failure) -> None:
    often = 1 + Limits().failures
    engine = Played(*([failing(kind, 0.001)] * often), AssertionError("asked once more"))
    found, failure = answered(report_of(parcels), parcels, engine)
    assert failure == f"It failed: {kind}."
    assert opened(found) == both(f"the model that was asked gave no answer: It failed: {kind}.")
    assert len(engine.requests) == often


def test_the_last_failure_is_told(parcels: Domain) -> None:
    engine = Played(
        failing("timeout"), failing("rate_limit"), failing("key"), AssertionError("asked once more")
    )
    _, failure = answered(report_of(parcels), parcels, engine)
    assert (failure, len(engine.requests)) == ("It failed: key.", 3)


@pytest.mark.parametrize("kind", sorted({"key", "quota", "rejected", "unusable", "crashed"}))
def test_what_will_not_go_better_is_not_asked_again(parcels: Domain, kind: Failure) -> None:
    engine = Played(failing(kind), AssertionError("asked once more"))
    found, failure = answered(report_of(parcels), parcels, engine)
    assert failure == f"It failed: {kind}."
    assert opened(found) == both(f"the model that was asked gave no answer: It failed: {kind}.")
    assert len(engine.requests) == 1


def test_nobody_waits_for_longer_than_a_minute(parcels: Domain) -> None:
    engine = Played(failing("rate_limit", 60.5), AssertionError("asked once more"))
    _, failure = answered(report_of(parcels), parcels, engine)
    assert (failure, len(engine.requests)) == ("It failed: rate_limit.", 1)


def test_a_defect_of_the_engine_is_a_failure(parcels: Domain) -> None:
    engine = Played(RuntimeError("out of\nluck"))
    found, failure = answered(report_of(parcels), parcels, engine)
    assert failure == "the engine played failed: RuntimeError: out of\nluck"
    assert opened(found) == both(f"the model that was asked gave no answer: {failure}")


def test_without_a_document_nobody_is_asked(parcels: Domain) -> None:
    engine = Played()
    found, failure = answered(report_of(parcels, document=None), parcels, engine)
    assert (failure, opened(found), engine.requests) == ("", both(NOWHERE), [])


def test_an_empty_document_is_one(parcels: Domain) -> None:
    engine = Played({"answers": [YES, TRUE]})
    found, failure = answered(report_of(parcels, document=""), parcels, engine)
    assert (failure, opened(found), len(engine.requests)) == ("", both(UNQUOTED), 1)


def test_without_a_question_nobody_is_asked(parcels: Domain) -> None:
    report = parcels.check({"weight": 3}, document=DOCUMENT)
    assert report.questions == ()
    engine = Played()
    found, failure = answered(report, parcels, engine)
    assert found is report
    assert (failure, engine.requests) == ("", [])


def test_what_was_answered_is_not_asked_again(parcels: Domain) -> None:
    once, _ = answered(report_of(parcels), parcels, Played({"answers": [YES]}))
    engine = Played()
    twice, failure = answered(once, parcels, engine)
    assert twice is once
    assert (failure, engine.requests) == ("", [])


def test_the_report_that_is_asked_about_stays_as_it_is(parcels: Domain) -> None:
    report = report_of(parcels)
    before = (report.verdict, report.violations, opened(report), report.questions)
    answered(report, parcels, Played({"answers": [NO, FALSE]}))
    assert (report.verdict, report.violations, opened(report), report.questions) == before
