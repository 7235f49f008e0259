"""Whatever comes in, in whatever order: what holds for every session."""

import json
from collections.abc import Callable
from decimal import Decimal
from functools import partial
from io import BytesIO
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from selfcorrect.domain.domain import Domain
from selfcorrect.loop.replay import recorded, replay
from selfcorrect.loop.session import Session
from selfcorrect.loop.step import StaleRequestError, Step
from selfcorrect.loop.trace import Trace
from selfcorrect.model.exchange import AGAIN, FREE, EngineError, Failure, Reply, Usage
from selfcorrect.model.outcome import Attempt, Limits, Outcome
from selfcorrect.model.trace import decoded
from tests.loop.histories import record
from tests.loop.packs import domain

DOCUMENT = "A box and a lid, the lid is new. A is packed well."
BOX, LID = {"label": "box", "weight": "2"}, {"label": "lid", "weight": "1"}
CHANGES: dict[str, list[Any]] = {
    "name": ["A", "A", "B", "-", "null"],
    "note": ["-", "a word"],
    "weight": ["3", "3", "2", "4", "13", "-", "heavy", 3.0, Decimal("3.00"), float("nan")],
    "limit": ["-", "-", "2", "5", " "],
    "pieces": ["-", "-", "1", "2", "3"],
    "sender": ["-", "-", {}, {"country": "DE", "city": "Ulm"}, {"country": "DE", "city": "X"}, {"city": "X"}],
    "parts": [
        [BOX, LID], [BOX, LID], [BOX], [{"label": "box"}, LID], [BOX, {**LID, "remark": "new"}], [], "-", [None],
        [BOX, LID, {"label": "crate", "weight": "1"}], [{**BOX, "price": "1", "worth": "2"}, LID],
    ],
}  # fmt: skip
RECORDS = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in CHANGES.items()}).map(
    record
)
SOUND = st.just(record({}))


def written(value: Any, form: str) -> str:
    """A record as a model may write it, whole or not."""
    text = json.dumps(value, default=str, allow_nan=True)
    return {
        "plain": text,
        "fenced": f"Here you are:\n```json\n{text}\n```\nAnything else?",
        "cut": text[: len(text) // 2],
        "twice": f"{text}\n{text[:-1]}, 5]",
    }[form]


TEXTS = st.builds(written, RECORDS | SOUND, st.sampled_from(["plain", "plain", "fenced", "cut", "twice"]))
ANSWERS = st.lists(
    st.fixed_dictionaries(
        {
            "question": st.integers(0, 3),
            "verdict": st.sampled_from(["holds", "does not hold", "cannot tell", "perhaps"]),
            "quote": st.sampled_from(["A is packed well", "the lid is new", "nobody wrote this", ""]),
        }
    ),
    max_size=3,
).map(lambda rows: {"answers": rows})
JUNK = (
    st.none()
    | st.text(max_size=20)
    | st.integers()
    | st.floats()
    | st.binary(max_size=3)
    | st.lists(st.integers())
)
REPLIES = RECORDS | SOUND | TEXTS | ANSWERS | JUNK | st.builds(Reply, TEXTS, finish=st.just("length"))
COUNTS = st.integers(0, 60) | st.none()
COSTS = st.decimals(0, 1, places=2) | st.none()
USAGES = st.builds(Usage, COUNTS, COUNTS, COSTS) | st.builds(
    Usage, st.integers(0, 9), st.integers(0, 9), st.just(Decimal(0))
)
SECONDS = st.floats(-1, 40) | st.just(0.0)
WAITS = st.none() | st.floats(-5, 50) | st.sampled_from([float("inf"), float("nan")])
FAILURES = st.sampled_from([*get_args(Failure), *sorted(AGAIN) * 3])
NONE = st.sampled_from([None] * 3)
LIMITS = st.builds(
    Limits,
    attempts=st.integers(1, 8),
    tokens=st.one_of(NONE, NONE, NONE, st.integers(0, 300)),
    cost=st.one_of(NONE, NONE, NONE, st.decimals(0, 3, places=1)),
    seconds=st.one_of(NONE, NONE, st.floats(0, 120)),
    failures=st.integers(0, 3),
)


def rank(attempt: Attempt) -> tuple[bool, int, Decimal, int]:
    """What makes one version better than another, from its report alone."""
    blocking = {
        (one.code, one.path)
        for one in attempt.report.violations
        if one.severity == "error" and one.grade in ("E2", "E3")
    }
    usable = isinstance(attempt.candidate, dict)
    return not usable, len(blocking), -attempt.report.coverage.ratio, attempt.version


def plain(outcome: Outcome) -> Any:
    """An outcome with its reports told in full."""
    told = [(one.report.verdict, one.report.violations, one.report.not_evaluated) for one in outcome.attempts]
    attempts = [msgspec.structs.replace(one, report=None) for one in outcome.attempts]
    return told, attempts, msgspec.structs.replace(outcome, report=None, attempts=())


class Loop(RuleBasedStateMachine):
    """A session with a trace, and beside it what has been spent, added up by hand."""

    def __init__(self, parcels: Domain) -> None:
        super().__init__()
        self.parcels = parcels
        self.stream = BytesIO()
        self.ids: list[str] = []
        self.known = Usage(0, 0, Decimal(0))
        self.seconds = 0.0

    @initialize(
        limits=LIMITS, given=st.none() | RECORDS | RECORDS | JUNK, asks=st.booleans(), reads=st.booleans()
    )
    def begin(self, limits: Limits, given: Any, asks: bool, reads: bool) -> None:
        document = DOCUMENT if reads or given is None else None
        self.session = Session(self.parcels, document=document, record=given, limits=limits, asks=asks)
        self.tracing = Trace(self.stream).begin(self.session, "any engine")
        self.step = Step()
        self.goes_on(self.session.start())

    @rule(reply=REPLIES, usage=USAGES, elapsed=SECONDS, named=st.booleans())
    @precondition(lambda self: self.step.request is not None)
    def reply(self, reply: Any, usage: Usage, elapsed: float, named: bool) -> None:
        self.spend(usage, elapsed)
        self.goes_on(
            self.session.submit(
                reply, usage=usage, elapsed=elapsed, request_id=self.ids[-1] if named else None
            )
        )

    @rule(reply=RECORDS | TEXTS)
    @precondition(lambda self: self.step.request is not None)
    def free_reply(self, reply: Any) -> None:
        self.goes_on(self.session.submit(reply, usage=FREE))

    @rule(kind=FAILURES, wait=WAITS, usage=USAGES, elapsed=SECONDS)
    @precondition(lambda self: self.step.request is not None)
    def fail(self, kind: Failure, wait: float | None, usage: Usage, elapsed: float) -> None:
        self.spend(usage, elapsed)
        error = EngineError(kind, "It failed.", retry_after=wait, usage=usage)
        self.goes_on(self.session.fail(error, elapsed=elapsed, request_id=self.ids[-1]))

    @rule(name=st.sampled_from(["request-0", "", "request-99"]), number=st.integers(0, 9), reply=REPLIES)
    def stale(self, name: str, number: int, reply: Any) -> None:
        stale = (self.ids[:-1] if self.step.request else self.ids)[number : number + 1]
        entrances: list[Callable[..., Step]] = [self.session.submit, self.session.fail]
        for hand_in in entrances:
            self.is_refused(partial(hand_in, reply, elapsed=9, request_id=stale[0] if stale else name))
        self.is_refused(self.session.start)

    @rule(reply=REPLIES)
    @precondition(lambda self: self.step.outcome is not None)
    def late(self, reply: Any) -> None:
        self.is_refused(partial(self.session.submit, reply))
        self.is_refused(partial(self.session.fail, "late"))

    def is_refused(self, hand_in: Callable[[], Step]) -> None:
        before = list(self.session.events)
        with pytest.raises(StaleRequestError):
            hand_in()
        assert self.session.events == before

    def spend(self, usage: Usage, elapsed: float) -> None:
        self.known += usage
        self.seconds += max(0.0, elapsed)

    def goes_on(self, step: Step) -> None:
        self.step = step
        self.tracing.go_on()
        attempts = self.attempts()
        assert len(attempts) <= self.session.limits.attempts
        assert [one.version for one in attempts] == list(range(1, len(attempts) + 1))
        if step.outcome is not None:
            assert step.request is None
            self.ends_well(step.outcome)
            return
        request = step.request
        assert request is not None
        assert request.id not in self.ids
        self.ids.append(request.id)
        assert request.attempt == len(attempts) + 1 <= self.session.limits.attempts
        self.can_be_paid(step.wait)
        if request.kind == "candidate" and attempts:
            assert request.base == min(attempts, key=rank).candidate

    def can_be_paid(self, wait: float) -> None:
        limits, used = self.session.limits, self.known
        if limits.tokens is not None:
            assert used.input_tokens is not None
            assert used.output_tokens is not None
            assert used.input_tokens + used.output_tokens < limits.tokens
        if limits.cost is not None:
            assert used.cost is not None
            assert used.cost < limits.cost
        assert limits.seconds is None or self.seconds + wait < limits.seconds
        assert 0 <= wait <= 50

    def attempts(self) -> tuple[Attempt, ...]:
        return tuple(event.attempt for event in self.session.events if event.attempt is not None)

    def ends_well(self, outcome: Outcome) -> None:
        attempts = self.attempts()
        assert outcome.attempts == attempts
        assert outcome.usage == self.known
        if not attempts:
            assert (outcome.version, outcome.candidate, outcome.report) == (0, None, None)
            assert outcome.decision == "stop"
            return
        chosen = attempts[outcome.version - 1]
        assert outcome.candidate == chosen.candidate
        assert outcome.report is chosen.report
        assert (outcome.version == min(attempts, key=rank).version) or outcome.decision != "stop"
        if outcome.decision != "stop":
            assert outcome.version == len(attempts)
            assert rank(chosen)[:2] == (False, 0)
        if outcome.resolved:
            today = self.session.today
            fresh = self.parcels.check(outcome.candidate, document=self.session.document, today=today)
            assert fresh.passed()
            assert not any(one.blocks for one in fresh.violations)

    def teardown(self) -> None:
        """The trace replays to the same, and one that has no end says so."""
        if not self.stream.getvalue():
            return
        [found] = recorded(decoded(line) for line in self.stream.getvalue().splitlines())
        replayed = replay(found, self.parcels)
        if self.step.outcome is None:
            assert replayed.differences == ("the trace breaks off before its outcome",)
            assert replayed.outcome is None
        else:
            assert replayed.differences == ()
            assert replayed.outcome is not None
            assert plain(replayed.outcome) == plain(self.step.outcome)


def test_what_holds_for_every_session(tmp_path_factory: pytest.TempPathFactory) -> None:
    parcels = domain(tmp_path_factory.mktemp("packs") / "parcels")
    machine: Any = partial(Loop, parcels)
    run_state_machine_as_test(
        machine, settings=settings(max_examples=300, stateful_step_count=20, deadline=None)
    )
