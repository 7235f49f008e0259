"""A session: what is handed in, what is asked next, and how it ends."""

import re
from collections import Counter
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml

from selfcorrect.domain.domain import Domain
from selfcorrect.domain.load import load
from selfcorrect.loop.replies import ANSWERS_SCHEMA
from selfcorrect.loop.session import Session
from selfcorrect.loop.step import StaleRequestError, Step
from selfcorrect.model.exchange import AGAIN, FREE, Budget, EngineError, Reply, Request, Usage
from selfcorrect.model.outcome import Limits, Outcome
from selfcorrect.model.report import NotEvaluated
from tests.loop.histories import record
from tests.loop.packs import PARCEL_RULES, PARCELS, domain, lots

DOCUMENT = "A box and a lid, the lid is new. A is packed well."
WRONG = record({"weight": "4"})
SOUND = record({})
REMARKED = record(
    {"parts": [{"label": "box", "weight": "2"}, {"label": "lid", "weight": "1", "remark": "new"}]}
)
TIMEOUT = EngineError("timeout", "It took too long.")
KEY = EngineError("key", "The key is refused.")


@pytest.fixture(scope="module")
def parcels(tmp_path_factory: pytest.TempPathFactory) -> Domain:
    return domain(tmp_path_factory.mktemp("packs") / "parcels")


@pytest.fixture(scope="module")
def invoices() -> Domain:
    return load("invoices")


def request_of(step: Step) -> Request:
    assert step.request is not None
    assert not step.done
    return step.request


def outcome_of(step: Step) -> Outcome:
    assert step.outcome is not None
    assert step.done
    return step.outcome


def ended(outcome: Outcome) -> tuple[str, str, tuple[str, ...], int]:
    return outcome.decision, outcome.reason, outcome.because, outcome.version


# Requests


def test_the_first_request(parcels: Domain) -> None:
    session = Session(
        parcels, document=DOCUMENT, today=date(2026, 1, 2), limits=Limits(tokens=9, seconds=2.5)
    )
    request = request_of(session.start())
    assert (request.id, request.number, request.kind, request.attempt) == ("request-1", 1, "candidate", 1)
    assert (request.document, request.base, request.feedback, request.tried) == (DOCUMENT, None, None, ())
    assert (request.schema, request.questions, request.today) == (parcels.schema, (), date(2026, 1, 2))
    assert request.budget == Budget(tokens=9, seconds=2.5)
    assert f"```document\n{DOCUMENT}\n```" in request.prompt
    assert "This is the record so far" not in request.prompt


def test_a_repair_is_asked_for_with_the_base_and_what_is_wrong_with_it(parcels: Domain) -> None:
    session = Session(parcels, document=DOCUMENT, limits=Limits(tokens=100, cost=Decimal(1), seconds=60))
    session.start()
    step = session.submit(WRONG, usage=Usage(20, 10, Decimal("0.25")), elapsed=7.5)
    request, feedback = request_of(step), request_of(step).feedback
    assert (request.id, request.kind, request.attempt) == ("request-2", "candidate", 2)
    assert request.base["weight"] == 4
    assert feedback is not None
    assert (feedback.codes, feedback.suspects, feedback.intensity) == (("WEIGHT_SUM",), ("weight",), "edit")
    assert len(request.tried) == 1
    assert request.budget == Budget(tokens=70, cost=Decimal("0.75"), seconds=52.5)
    assert request.prompt.endswith(
        f"It has been checked. Answer with the whole record, corrected:\n\n{feedback.text}"
    )
    assert '"weight": "4"' in request.prompt
    assert f"```document\n{DOCUMENT}\n```" in request.prompt


def test_a_record_that_is_handed_in_needs_no_document(parcels: Domain) -> None:
    session = Session(parcels, record=WRONG, source="parcel.json")
    request = request_of(session.start())
    assert (request.attempt, request.document, request.base["weight"]) == (2, None, 4)
    assert "The document:" not in request.prompt
    outcome = outcome_of(session.submit(SOUND, at=12.5))
    assert ended(outcome) == ("retain", "checks_pass", ("Nothing that blocks was found.",), 2)
    assert outcome.resolved
    assert (outcome.source, outcome.candidate["weight"]) == ("parcel.json", 3)
    first, second = outcome.attempts
    assert (first.request_id, first.parent, first.before, first.feedback, first.at) == ("", 0, "", None, None)
    assert (second.request_id, second.parent, second.before) == ("request-1", 1, first.after)
    assert (second.feedback, second.at, second.digest) == (request.feedback, 12.5, parcels.digest)
    assert first.after != second.after


def test_a_record_without_a_mistake_asks_nothing(parcels: Domain) -> None:
    outcome = outcome_of(Session(parcels, record=SOUND).start())
    assert ended(outcome)[:2] == ("retain", "checks_pass")
    assert outcome.usage == FREE


def test_every_request_has_an_id_of_its_own(parcels: Domain) -> None:
    session = Session(parcels, document=DOCUMENT, asks=True, limits=Limits(attempts=3, failures=9))
    seen = [request_of(session.start())]
    replies: list[Any] = ["prose", TIMEOUT, WRONG, TIMEOUT, {"answers": []}, record({"weight": "5"})]
    for reply in replies:
        step = session.fail(reply) if isinstance(reply, EngineError) else session.submit(reply)
        seen.append(request_of(step))
    assert [one.id for one in seen] == [f"request-{n}" for n in range(1, 8)]
    assert [one.number for one in seen] == list(range(1, 8))
    assert [one.kind[0] for one in seen] == ["c", "c", "c", "a", "a", "c", "a"]
    assert [one.attempt for one in seen] == [1, 2, 2, 2, 2, 3, 3]


# What cannot be handed in


def test_what_is_stale_is_refused_and_nothing_changes(parcels: Domain) -> None:
    session = Session(parcels, document=DOCUMENT)
    with pytest.raises(
        StaleRequestError, match=r"^this session has no request under way; nothing can be handed in$"
    ):
        session.submit(SOUND)
    session.start()
    session.submit(WRONG, usage=FREE, elapsed=1)
    events = list(session.events)
    entrances: list[Any] = [session.submit, session.fail]
    for hand_in in entrances:
        with pytest.raises(StaleRequestError, match=r"^request-1 is not under way: request-2 is$"):
            hand_in(SOUND, elapsed=100, request_id="request-1")
    with pytest.raises(StaleRequestError, match=r"^this session has been started already$"):
        session.start()
    assert session.events == events
    outcome = outcome_of(session.submit(SOUND, usage=FREE, request_id="request-2"))
    assert len(outcome.attempts) == 2
    events = list(session.events)
    for hand_in in entrances:
        with pytest.raises(StaleRequestError, match=r"^this session has ended; nothing can be handed in$"):
            hand_in(WRONG, request_id="request-2")
    with pytest.raises(StaleRequestError, match=r"^this session has been started already$"):
        session.start()
    assert session.events == events
    assert outcome_of(Step(outcome=events[-1].outcome)) is outcome


UNUSABLE = [
    ({}, ValueError, "a session needs a document to make a record from, or a record to start with"),
    ({"document": b"A box"}, TypeError, "a document is text, not bytes: decode it first"),
]


@pytest.mark.parametrize(("given", "kind", "message"), UNUSABLE)
def test_what_no_session_can_begin_with(
    parcels: Domain, given: dict[str, Any], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind) as raised:
        Session(parcels, **given)
    assert str(raised.value) == message


BAD_LIMITS: list[tuple[dict[str, Any], str]] = [
    ({"attempts": 0}, "a limit of attempts is a whole number from 1, not 0"),
    ({"attempts": 3.5}, "a limit of attempts is a whole number from 1, not 3.5"),
    ({"tokens": -1}, "a limit of tokens is a whole number from 0, not -1"),
    ({"failures": True}, "a limit of failures is a whole number from 0, not True"),
    ({"cost": Decimal("NaN")}, "a limit of cost is an amount from 0, not Decimal('NaN')"),
    ({"cost": -1}, "a limit of cost is an amount from 0, not -1"),
    ({"seconds": float("nan")}, "a limit of seconds is a number from 0, not nan"),
]


@pytest.mark.parametrize(("given", "message"), BAD_LIMITS)
def test_limits_that_could_not_be_kept(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        Limits(**given)


NO_USAGE: list[Any] = [
    Usage(-5, 1, Decimal(1)),
    Usage(1, 1, Decimal("NaN")),
    Usage(1.5, "7", float("inf")),  # type: ignore[arg-type]
    {"tokens": 3},
]


@pytest.mark.parametrize("usage", NO_USAGE)
def test_what_cannot_have_been_spent_is_unknown(parcels: Domain, usage: Any) -> None:
    session = Session(parcels, document=DOCUMENT, limits=Limits(tokens=100, cost=Decimal(3)))
    session.start()
    outcome = outcome_of(session.submit(WRONG, usage=usage))
    assert (outcome.decision, outcome.reason) == ("stop", "ceiling")
    assert all("is not known" in said for said in outcome.because)


def test_parts_of_a_reply_that_make_no_sense_are_left_out(parcels: Domain) -> None:
    session = Session(parcels, document=DOCUMENT)
    session.start()
    reply: Any = Reply(SOUND, None, "done", None, ("x",))  # type: ignore[arg-type]
    assert outcome_of(session.submit(reply)).resolved


def test_no_time_is_no_time(parcels: Domain) -> None:
    session = Session(parcels, document=DOCUMENT)
    session.start()
    with pytest.raises(ValueError, match=r"^`elapsed` is a number of seconds, not nan$"):
        session.submit(SOUND, elapsed=float("nan"))
    assert outcome_of(session.submit(SOUND)).resolved


def test_who_repairs_the_base_where_it_stands_changes_nothing_else(parcels: Domain) -> None:
    session = Session(parcels, document=DOCUMENT)
    session.start()
    base = request_of(
        session.submit({"name": "A", "parts": [{"label": "box", "weight": 2}], "weight": 9})
    ).base
    base["parts"][0].pop("weight")
    base["weight"] = 2
    request = request_of(session.submit(base))
    assert "EVIDENCE_LOST" in str(session.events[-2].attempt and session.events[-2].attempt.evidence)
    assert request.base["weight"] == 9


@pytest.mark.parametrize(
    ("limits", "because"),
    [
        (Limits(tokens=0), "The 0 tokens are used."),
        (Limits(cost=Decimal(0)), "The 0 US dollars are used."),
        (Limits(seconds=0), "The 0 seconds are used."),
    ],
)
def test_nothing_is_asked_for_with_nothing_to_spend(parcels: Domain, limits: Limits, because: str) -> None:
    outcome = outcome_of(Session(parcels, document=DOCUMENT, limits=limits).start())
    assert ended(outcome) == ("stop", "ceiling", (because,), 0)
    assert (outcome.candidate, outcome.report, outcome.attempts) == (None, None, ())


def test_money_that_is_given_as_a_float_is_what_it_says(parcels: Domain) -> None:
    session = Session(parcels, document=DOCUMENT, limits=Limits(cost=0.3))  # type: ignore[arg-type]
    session.start()
    step = session.submit(WRONG, usage=Usage(1, 1, 0.1))  # type: ignore[arg-type]
    assert request_of(step).budget.cost == Decimal("0.2")
    outcome = outcome_of(session.submit(record({"weight": "5"}), usage=Usage(1, 1, 0.2)))  # type: ignore[arg-type]
    assert outcome.because == ("The 0.3 US dollars are used.",)
    assert outcome.usage == Usage(2, 2, Decimal("0.3"))


# Engines that fail


@pytest.mark.parametrize("kind", sorted(AGAIN))
def test_what_may_be_over_is_asked_again(parcels: Domain, kind: Any) -> None:
    session = Session(parcels, document=DOCUMENT)
    first = request_of(session.start())
    step = session.fail(EngineError(kind, "It failed.", retry_after=2.5))
    again = request_of(step)
    assert (step.wait, again.id, again.prompt, again.attempt) == (2.5, "request-2", first.prompt, 1)
    outcome = outcome_of(session.submit(SOUND))
    assert (outcome.resolved, outcome.failures, len(outcome.attempts)) == (True, ("It failed.",), 1)


WAITS = [
    (None, 0.25),
    (0, 0),
    (-1, 0.25),
    (float("nan"), 0.25),
    (float("inf"), 0.25),
    (float("-inf"), 0.25),
    (3, 3),
    (60, 60),
    (0.5, 0.5),
]


@pytest.mark.parametrize(("asked", "wait"), WAITS)
def test_only_what_can_be_waited_is_waited(parcels: Domain, asked: float | None, wait: float) -> None:
    session = Session(parcels, document=DOCUMENT)
    session.start()
    assert session.fail(EngineError("rate_limit", "Slow down.", retry_after=asked)).wait == wait


def test_who_is_busy_is_asked_later_and_later(parcels: Domain) -> None:
    session = Session(parcels, document=DOCUMENT)
    session.start()
    waits = [session.fail(EngineError(kind, "No.")).wait for kind in ("server", "unreachable", "rate_limit")]
    assert waits == [0.25, 0.5, 1.0]
    other = Session(parcels, document=DOCUMENT)
    other.start()
    assert [other.fail(EngineError(kind, "No.")).wait for kind in ("timeout", "empty")] == [0, 0]


def test_nobody_waits_a_day(parcels: Domain) -> None:
    session = Session(parcels, document=DOCUMENT)
    session.start()
    outcome = outcome_of(session.fail(EngineError("rate_limit", "Slow down.", retry_after=86400)))
    assert ended(outcome) == ("stop", "engine_failed", ("Slow down.",), 0)


FOR_GOOD = [
    (KEY, "The key is refused."),
    (EngineError("quota", "No credit is left."), "No credit is left."),
    (EngineError("rejected", "No."), "No."),
    (EngineError("unusable", "No."), "No."),
    (EngineError("crashed", "No."), "No."),
    (KeyError("total"), "KeyError: 'total'"),
    (ValueError(), "ValueError"),
    ("The line is dead.", "The line is dead."),
    (EngineError("key", "half \ud83d a character"), "half ? a character"),
]


@pytest.mark.parametrize(("error", "message"), FOR_GOOD)
def test_what_will_not_be_over_ends_the_session(parcels: Domain, error: Any, message: str) -> None:
    session = Session(parcels, document=DOCUMENT)
    session.start()
    outcome = outcome_of(session.fail(error))
    assert ended(outcome) == ("stop", "engine_failed", (message,), 0)
    assert (outcome.candidate, outcome.report, outcome.failures) == (None, None, (message,))


class UntellableError(Exception):
    def __str__(self) -> str:
        raise RuntimeError


def test_a_failure_that_cannot_be_told_is_told_by_its_name(parcels: Domain) -> None:
    session = Session(parcels, document=DOCUMENT)
    session.start()
    assert outcome_of(session.fail(UntellableError())).because == ("UntellableError",)


@pytest.mark.parametrize("failures", [0, 1, 3])
def test_too_many_failures_end_it(parcels: Domain, failures: int) -> None:
    session = Session(parcels, document=DOCUMENT, limits=Limits(failures=failures))
    session.start()
    for _ in range(failures):
        request_of(session.fail(TIMEOUT))
    outcome = outcome_of(session.fail(TIMEOUT))
    assert ended(outcome) == ("stop", "engine_failed", ("It took too long.",), 0)
    assert outcome.failures == ("It took too long.",) * (failures + 1)


def test_failures_count_over_the_whole_session(parcels: Domain) -> None:
    session = Session(parcels, document=DOCUMENT, limits=Limits(failures=1))
    session.start()
    request_of(session.fail(TIMEOUT))
    request_of(session.submit(WRONG))
    outcome = outcome_of(session.fail(TIMEOUT))
    assert ended(outcome) == ("stop", "engine_failed", ("It took too long.",), 1)
    assert outcome.report is not None
    assert [one.code for one in outcome.report.violations] == ["WEIGHT_SUM"]


BEYOND = [
    (
        Limits(seconds=30),
        {"retry_after": 20},
        10,
        "The 30 seconds are used after a wait of 20 s.",
    ),
    (Limits(seconds=30), {}, 30, "The 30 seconds are used after a wait of 0.25 s."),
    (Limits(tokens=10), {"usage": Usage(6, 4, Decimal(0))}, 0, "The 10 tokens are used."),
    (
        Limits(cost=Decimal("0.1")),
        {"usage": Usage(0, 0, None)},
        0,
        "How many US dollars were used is not known, so that the limit of 0.1 cannot be kept.",
    ),
]


@pytest.mark.parametrize(("limits", "more", "elapsed", "because"), BEYOND)
def test_nothing_is_asked_again_beyond_a_limit(
    parcels: Domain, limits: Limits, more: dict[str, Any], elapsed: float, because: str
) -> None:
    session = Session(parcels, document=DOCUMENT, limits=limits)
    session.start()
    outcome = outcome_of(session.fail(EngineError("rate_limit", "Slow down.", **more), elapsed=elapsed))
    assert ended(outcome) == ("stop", "engine_failed", ("Slow down.", because), 0)


def test_time_does_not_run_backwards(parcels: Domain) -> None:
    session = Session(parcels, document=DOCUMENT, limits=Limits(seconds=30))
    session.start()
    session.fail(TIMEOUT, elapsed=4)
    assert request_of(session.submit(WRONG, elapsed=-100)).budget.seconds == 26


def test_what_a_failure_cost_is_counted(parcels: Domain) -> None:
    session = Session(parcels, document=DOCUMENT, limits=Limits(tokens=100))
    session.start()
    failure = EngineError("server", "It broke.", usage=Usage(30, 5, Decimal("0.1")))
    assert request_of(session.fail(failure)).budget.tokens == 65
    outcome = outcome_of(session.submit(SOUND, usage=Usage(10, 10, Decimal("0.2"))))
    assert outcome.usage == Usage(40, 15, Decimal("0.3"))
    assert outcome.attempts[0].usage == Usage(10, 10, Decimal("0.2"))


# Semantic rules


def asked(domain: Domain, *replies: Any, given: Any = REMARKED, **more: Any) -> tuple[Outcome, list[str]]:
    """The outcome of a session that asks, and the kinds of all requests; the candidate is the first reply."""
    session = Session(domain, document=DOCUMENT, asks=True, **more)
    kinds = [request_of(session.start()).kind]
    step = session.submit(given, usage=Usage(1, 1, Decimal(1)), elapsed=1)
    for reply in replies:
        kinds.append(request_of(step).kind)
        if isinstance(reply, EngineError):
            step = session.fail(reply)
        else:
            step = session.submit(reply, usage=Usage(2, 2, Decimal(2)), elapsed=2)
    return outcome_of(step), list(kinds)


def answers(*rows: tuple[str, str]) -> dict[str, Any]:
    return {
        "answers": [
            {"question": number, "verdict": verdict, "quote": quote}
            for number, (verdict, quote) in enumerate(rows, 1)
        ]
    }


def opened(outcome: Outcome) -> dict[str, str]:
    """The semantic rules that were left open, and why."""
    assert outcome.report is not None
    return {one.code: one.reason for one in outcome.report.not_evaluated if one.code in ("FRAGILE", "REMARK")}


YES, NO = ("holds", "A is packed well"), ("does not hold", "A is packed well")
TRUE, FALSE = ("holds", "the lid is new"), ("does not hold", "the lid is new")


def test_all_questions_are_asked_in_one_request(parcels: Domain) -> None:
    session = Session(parcels, document=DOCUMENT, asks=True)
    session.start()
    request = request_of(session.submit(REMARKED))
    assert (request.kind, request.attempt, request.schema) == ("answers", 1, ANSWERS_SCHEMA)
    assert [(one.code, one.path, one.text) for one in request.questions] == [
        ("FRAGILE", "name", "Is A packed well?"),
        ("REMARK", "parts[1].remark", "Is it true that lid is new?"),
    ]
    assert "1. Is A packed well?\n2. Is it true that lid is new?" in request.prompt
    assert request.document == DOCUMENT


def test_answers_that_hold(parcels: Domain) -> None:
    outcome, kinds = asked(parcels, answers(YES, TRUE))
    assert ended(outcome)[:2] == ("retain", "checks_pass")
    assert (kinds, opened(outcome)) == (["candidate", "answers"], {})
    [attempt] = outcome.attempts
    assert (attempt.usage, attempt.elapsed) == (Usage(3, 3, Decimal(3)), 3)


def test_a_denial_alone_is_looked_at_and_changes_nothing(parcels: Domain) -> None:
    outcome, kinds = asked(parcels, answers(NO, TRUE), limits=Limits(attempts=9))
    because = ("FRAGILE objects at name, without proof.",)
    assert ended(outcome) == ("inspect", "unsupported_objection", because, 1)
    assert kinds == ["candidate", "answers"]
    assert outcome.report is not None
    assert [(one.code, one.grade, one.blocks) for one in outcome.report.violations] == [
        ("FRAGILE", "E1", False)
    ]
    assert outcome.candidate["weight"] == 3


def test_a_denial_of_what_is_a_warning_forbids_nothing(parcels: Domain) -> None:
    outcome, _ = asked(parcels, answers(YES, FALSE))
    assert ended(outcome)[:2] == ("retain", "checks_pass")
    assert [code for code, _, _ in outcome.attempts[0].evidence] == ["REMARK"]


def test_a_denial_beside_a_proof_is_told_as_something_to_look_at(parcels: Domain) -> None:
    session = Session(parcels, document=DOCUMENT, asks=True)
    session.start()
    session.submit(WRONG)
    feedback = request_of(session.submit(answers(NO))).feedback
    assert feedback is not None
    before, _, behind = feedback.text.partition("While at it, look at these again")
    assert "WEIGHT_SUM" in before
    assert "FRAGILE" not in before
    assert "FRAGILE" in behind
    assert feedback.error_types == ("arithmetic",)


UNCOUNTED = [
    (
        answers(("does not hold", ""), TRUE),
        "the model's answer does not count: what it quotes is not in the document",
    ),
    (
        answers(("does not hold", "nobody wrote this"), TRUE),
        "the model's answer does not count: what it quotes is not in the document",
    ),
    (
        answers(("does not hold", "the lid is new"), TRUE),
        "the model's answer does not count: what it quotes is not where the value stands",
    ),
    (answers(("cannot tell", "A"), TRUE), "the model cannot tell"),
    (answers(("perhaps", "A"), TRUE), "the model gave no answer"),
    ({"answers": []}, "the model gave no answer"),
]


@pytest.mark.parametrize(("reply", "why"), UNCOUNTED)
def test_answers_that_do_not_count_leave_a_question_open(parcels: Domain, reply: Any, why: str) -> None:
    outcome, _ = asked(parcels, reply)
    assert ended(outcome)[:2] == ("retain", "checks_pass")
    assert opened(outcome)["FRAGILE"] == why


BROKEN = [
    ("I would rather not.", "There is no JSON object in the reply"),
    ({"total": 3}, "The reply has no list of answers"),
    (None, "The reply is empty"),
    (Reply('{"answers": [', finish="length"), "The reply is cut off at its greatest length"),
    (KEY, "the model that was asked gave no answer: The key is refused."),
]


@pytest.mark.parametrize(("reply", "why"), BROKEN)
def test_no_answers_leave_all_questions_open_and_the_loop_goes_on(
    parcels: Domain, reply: Any, why: str
) -> None:
    outcome, _ = asked(parcels, reply)
    assert ended(outcome)[:2] == ("retain", "checks_pass")
    assert opened(outcome) == {"FRAGILE": why, "REMARK": why}


def test_whoever_is_asked_may_fail_for_a_while(parcels: Domain) -> None:
    outcome, kinds = asked(parcels, TIMEOUT, TIMEOUT, answers(YES, TRUE))
    assert (outcome.resolved, opened(outcome)) == (True, {})
    assert kinds == ["candidate", "answers", "answers", "answers"]
    outcome, _ = asked(parcels, TIMEOUT, TIMEOUT, limits=Limits(failures=1))
    why = "the model that was asked gave no answer: It took too long."
    assert (outcome.resolved, opened(outcome)) == (True, {"FRAGILE": why, "REMARK": why})


def test_failing_answers_do_not_stop_a_repair(parcels: Domain) -> None:
    session = Session(parcels, document=DOCUMENT, asks=True)
    session.start()
    session.submit(WRONG)
    assert request_of(session.fail(KEY)).kind == "candidate"
    assert request_of(session.submit(SOUND)).kind == "answers"
    assert outcome_of(session.fail(KEY)).resolved


def test_one_request_for_answers_an_attempt(parcels: Domain) -> None:
    session = Session(parcels, document=DOCUMENT, asks=True, limits=Limits(attempts=4))
    step, kinds = session.start(), []
    while step.request is not None:
        kinds.append((step.request.attempt, step.request.kind))
        wrong = record({"weight": str(10 + step.request.attempt)})
        step = session.submit(answers(NO) if step.request.kind == "answers" else wrong)
    assert kinds == [(attempt, kind) for attempt in range(1, 5) for kind in ("candidate", "answers")]


def test_nothing_is_asked_about_what_is_no_record_or_once_all_is_spent(parcels: Domain) -> None:
    session = Session(parcels, document=DOCUMENT, asks=True, limits=Limits(seconds=5))
    session.start()
    assert request_of(session.submit("prose", elapsed=1)).kind == "candidate"
    outcome = outcome_of(session.submit(SOUND, elapsed=5))
    assert ended(outcome)[:2] == ("retain", "checks_pass")
    assert opened(outcome) == {"FRAGILE": "The 5 seconds are used"}


def test_without_a_document_nobody_is_asked(parcels: Domain) -> None:
    outcome = outcome_of(Session(parcels, record=SOUND, asks=True).start())
    assert ended(outcome)[:2] == ("retain", "checks_pass")
    assert outcome.report is not None
    assert outcome.report.not_evaluated == (
        NotEvaluated("FRAGILE", "name", "no document was given to quote from"),
    )


def test_who_is_not_to_ask_does_not(parcels: Domain) -> None:
    session = Session(parcels, document=DOCUMENT)
    session.start()
    outcome = outcome_of(session.submit(SOUND))
    assert opened(outcome) == {"FRAGILE": "no model was given to ask"}


# Replies that are no record


def test_what_is_no_record_is_a_version_that_nothing_ranks_below(parcels: Domain) -> None:
    session = Session(parcels, document=DOCUMENT, limits=Limits(attempts=4))
    session.start()
    first = request_of(session.submit("I cannot."))
    assert (first.base, first.feedback and first.feedback.codes) == (None, ("REPLY_NOT_JSON",))
    second = request_of(session.submit(record({"weight": "9", "limit": "1", "pieces": "7"})))
    assert second.base["weight"] == 9
    third = request_of(session.submit('{"weight": 3'))
    assert third.base == second.base
    assert third.feedback is not None
    assert third.feedback.text.startswith(
        "The last attempt was taken back; what follows is about the best one before it. "
        "REPLY_TRUNCATED: The reply is cut off "
    )
    outcome = outcome_of(session.submit("No."))
    assert (outcome.reason, outcome.version, outcome.candidate) == ("ceiling", 2, second.base)
    assert [one.evidence for one in outcome.attempts if one.candidate is None] == [
        (("REPLY_NOT_JSON", "", "E3"),),
        (("REPLY_TRUNCATED", "", "E3"),),
        (("REPLY_NOT_JSON", "", "E3"),),
    ]


class Hostile:
    """A value whose every method raises."""

    def __str__(self) -> str:
        raise RuntimeError

    __repr__ = __hash__ = __eq__ = __str__  # type: ignore[assignment]


def nested(depth: int) -> Any:
    found: Any = 1
    for _ in range(depth):
        found = [found]
    return found


def round_about() -> dict[str, Any]:
    found: dict[str, Any] = {"weight": 1}
    found["parts"] = [found, {"sender": found}]
    found["sender"] = found
    return found


JUNK: list[Any] = [
    None, "", "\x00", "null", "[]", "{}", "{", "true", 0, 3.5, float("nan"), Decimal("NaN"), True, b"{}", [], [{}],
    [[[]]], (), {1: 2}, {None: {}}, {"parts": 5}, {"parts": [1, None, "x", [], {}]}, {"parts": {"0": {}}},
    {"weight": float("inf")}, {"weight": 10**500}, {"weight": Decimal("1E+999999")}, {"weight": date(2026, 1, 1)},
    {"parts[²]": [1], "parts": [{}]}, {"parts[": [[1]], "": {"": [None]}}, {"\ud800": "\udfff"}, '{"a": "\\ud800"}',
    {"name": "\ud800"}, Hostile(), {"weight": Hostile(), "x": [Hostile()]}, {"x": nested(5000)}, nested(5000),
    round_about(), {"name": "A" * 100_000}, object, {"x": {1, 2}}, Reply({"a": 1}, finish="length"),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(JUNK)))
def test_nothing_that_comes_in_raises(parcels: Domain, number: int) -> None:
    """As a reply after a record and after itself, and as a record that is handed in."""
    session = Session(parcels, document=DOCUMENT, limits=Limits(attempts=3))
    session.start()
    session.submit(WRONG)
    step = session.submit(JUNK[number])
    if step.request is not None:
        step = session.submit(JUNK[number])
    outcome = outcome_of(step)
    assert not outcome.resolved
    if not isinstance(JUNK[number], Reply | None):
        session = Session(parcels, record=JUNK[number])
        session.start()
        assert len(session.events) > 1


# Feedback


def test_feedback_after_a_step_back_says_so_and_is_about_the_base(parcels: Domain) -> None:
    session = Session(parcels, document=DOCUMENT)
    session.start()
    first = request_of(session.submit(WRONG))
    second = request_of(session.submit(record({"weight": "5", "limit": "2", "pieces": "9"})))
    assert first.feedback is not None
    assert second.feedback is not None
    assert second.base == first.base
    assert second.feedback.codes == first.feedback.codes == ("WEIGHT_SUM",)
    assert second.feedback.text == (
        "The last attempt was taken back; what follows is about the best one before it. "
        f"More was wrong with it than before.\n\n{first.feedback.text}"
    )
    third = request_of(session.submit(record({"weight": "6"})))
    assert third.feedback is not None
    assert third.feedback.text == (
        "The last attempt was taken back; what follows is about the best one before it. "
        f"It was no better.\n\n{first.feedback.text}"
    )


def test_feedback_on_what_is_better_and_yet_broke_something_says_so(parcels: Domain) -> None:
    session = Session(parcels, document=DOCUMENT)
    session.start()
    session.submit(record({"weight": "4", "limit": "2"}))
    request = request_of(session.submit(record({"limit": "2", "parts": [{"label": "box", "weight": "3"}]})))
    assert request.base["weight"] == 3
    assert request.feedback is not None
    assert request.feedback.codes == ("LIMIT",)
    assert request.feedback.text.startswith(
        "The last attempt is kept, as less blocks than before it, but it changed more than it should have. "
        "parts had 2 rows and has 1, and none of them was suspected as a whole.\n\n"
    )


def test_what_an_attempt_broke_is_told_shortly(tmp_path: Path) -> None:
    many = lots(tmp_path / "lots", 30)
    session = Session(many, document="Ones.", limits=Limits(attempts=3))
    session.start()
    ones = {f"f{n}": 1 for n in range(30)} | {"one": 1}
    session.submit({**ones, "f0": 0})
    feedback = request_of(session.submit({**ones, **{f"f{n}": 0 for n in range(1, 30)}})).feedback
    assert feedback is not None
    told, _, _ = feedback.text.partition("\n\n")
    held = "held at {}, and nothing that it depends on was suspected."
    assert told == (
        "The last attempt was taken back; what follows is about the best one before it. "
        + " ".join(f"R{n:02} {held.format(f'f{n}')}" for n in range(1, 6))
        + " And 24 more."
    )


# The size of prompts


def sizes(session: Session, replies: list[Any]) -> list[int]:
    """The sizes of all prompts for a repair."""
    step, found = session.start(), []
    for reply in replies:
        step = session.submit(reply)
        found.append(len(request_of(step).prompt))
    return found


def wrong_invoice(root: Path, number: int, rows: int) -> dict[str, Any]:
    """The example with every amount wrong, each time otherwise, and some rows more than it has."""
    text = (root / "domains/invoices/examples/shelving.yaml").read_text("utf-8")
    sound = yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506 - numbers stay as they are written
    lines = [{**line, "amount": f"{1000 + 37 * number + n}.00"} for n, line in enumerate(sound["line_items"])]
    more = {"description": "Bolt", "quantity": "2", "unit_price": "3.00"}
    lines += [{**more, "amount": f"{5000 + number + n}.00"} for n in range(rows)]
    return {**sound, "line_items": lines, "subtotal": f"{2000 + number}.00", "total": f"{3000 + number}.00"}


@pytest.mark.parametrize("growth", [0, 1, 20])
def test_a_prompt_does_not_grow_with_the_attempts(invoices: Domain, root: Path, growth: int) -> None:
    document = (root / "domains/invoices/examples/shelving.txt").read_text("utf-8")
    session = Session(invoices, document=document, limits=Limits(attempts=40))
    found = sizes(session, [wrong_invoice(root, n, growth * n) for n in range(30)])
    assert len(found) == 30
    assert max(found) <= found[0] * 1.05
    assert min(found) >= found[0] * 0.95
    assert max(found[2:]) - min(found[2:]) < 200


def test_a_prompt_does_not_grow_while_things_become_better(tmp_path: Path) -> None:
    many = lots(tmp_path / "lots", 60)
    session = Session(many, document="Ones.", limits=Limits(attempts=60))
    record = {f"f{n}": 0 for n in range(60)} | {"one": 1}
    found = sizes(session, [{**record, **{f"f{n}": 1 for n in range(mended)}} for mended in range(30)])
    assert max(found) <= found[0] * 1.02


def test_nor_does_it_with_replies_that_are_no_record(parcels: Domain) -> None:
    session = Session(parcels, document=DOCUMENT * 50, limits=Limits(attempts=40))
    found = sizes(session, [f"{n}: I cannot. " * 40 for n in range(30)])
    assert max(found) <= found[0] * 1.1
    assert max(found[2:]) == min(found[2:])


# A session is the same for whoever drives it


def test_the_kinds_of_events(parcels: Domain) -> None:
    session = Session(parcels, document=DOCUMENT, asks=True)
    session.start()
    session.fail(TIMEOUT)
    session.submit(WRONG)
    session.submit(answers(NO))
    session.submit(SOUND)
    session.submit(answers(YES))
    assert Counter(event.kind for event in session.events) == {
        "request": 5, "reply": 4, "failure": 1, "attempt": 2, "outcome": 1,
    }  # fmt: skip
    assert session.events[-1].kind == "outcome"


def test_a_pack_says_how_many_attempts_there_are(tmp_path: Path) -> None:
    few = domain(tmp_path / "few", PARCELS.replace("attempts: 9", "attempts: 2"), PARCEL_RULES)
    session = Session(few, document=DOCUMENT)
    session.start()
    session.submit(WRONG)
    outcome = outcome_of(session.submit(record({"weight": "5"})))
    assert outcome.because == ("All 2 attempts are used.",)
