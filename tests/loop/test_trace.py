"""Traces: what stands in them, that they can be gone through again, and what is said of those that cannot."""

import json
import os
import stat
from datetime import date
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest

from selfcorrect import __version__
from selfcorrect.domain.domain import Domain
from selfcorrect.engines.replay import read_trace
from selfcorrect.loop.repair import repair
from selfcorrect.loop.replay import Replayed, recorded, replay
from selfcorrect.loop.session import Session
from selfcorrect.loop.trace import Trace
from selfcorrect.model.exact_json import digest
from selfcorrect.model.exchange import FREE, EngineError, Reply, Usage
from selfcorrect.model.marks import Span
from selfcorrect.model.outcome import Limits, Outcome
from selfcorrect.model.report import Violation
from selfcorrect.model.trace import AnyLine, decoded, raw, writable
from tests.loop.histories import record
from tests.loop.packs import PARCEL_RULES, PARCELS, domain

DOCUMENT = "A box and a lid. A is packed well."
WRONG = record({"weight": Decimal("4.50")})
SOUND = record({"weight": Decimal("3.00"), "note": "né\u2028e"})
COST = Usage(1200, 80, Decimal("0.0040"))
ANSWERS = '{"answers": [{"question": 1, "verdict": "holds", "quote": "A is packed well"}]}'
# A session with an event of every kind.
STEPS: list[Any] = [
    EngineError("rate_limit", "Slow down.", retry_after=1.5, usage=Usage(5, 0, None)),
    "I cannot.",
    Reply(
        WRONG,
        COST,
        spans={"weight": Span(2, 5)},
        doubts=(Violation("DOUBT", "note", "Who knows?", None, None, "error", "premise", "E1", "reader"),),
    ),
    ANSWERS,
    Reply(json.dumps({**SOUND, "weight": 3.0}), COST),
    EngineError("key", "Refused."),
]


@pytest.fixture(scope="module")
def parcels(tmp_path_factory: pytest.TempPathFactory) -> Domain:
    return domain(tmp_path_factory.mktemp("packs") / "parcels")


def traced(trace: Trace, session: Session, steps: list[Any]) -> Outcome | None:
    """Goes through a session, tracing it."""
    tracing = trace.begin(session, "an engine", "a critic")
    step = session.start()
    for number, content in enumerate(steps):
        tracing.go_on()
        if step.done:
            break
        hand_in: Any = session.fail if isinstance(content, Exception) else session.submit
        step = hand_in(content, elapsed=0.25 * number, at=1000.5 + number)
    tracing.go_on()
    return step.outcome


@pytest.fixture
def whole(parcels: Domain) -> tuple[bytes, Outcome]:
    """The trace of a session with everything in it, and its outcome."""
    stream = BytesIO()
    session = Session(parcels, document=DOCUMENT, asks=True, today=date(2026, 1, 2), source="a.txt")
    outcome = traced(Trace(stream), session, STEPS)
    assert outcome is not None
    assert outcome.resolved
    return stream.getvalue(), outcome


def lines(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line, parse_float=Decimal) for line in data.splitlines()]


def again(data: bytes, domain: Domain) -> list[Replayed]:
    return [replay(one, domain) for one in recorded(read(data))]


def read(data: bytes) -> list[AnyLine]:
    return [decoded(line) for line in data.splitlines()]


# What stands in a trace


KEYS = {
    "start": {
        "tool", "pack", "name", "version", "digest", "engine", "critic", "limits", "coverage", "asks", "today",
        "source", "document",
    },
    "request": {"id", "number", "kind", "attempt", "key", "prompt_size"},
    "reply": {"id", "usage", "elapsed", "at", "finish"},
    "failure": {"id", "kind", "message", "retry_after", "usage", "elapsed", "at"},
    "attempt": {
        "version", "parent", "before", "after", "decision", "reason", "because", "evidence", "request_id", "digest",
        "usage", "elapsed", "at",
    },
    "outcome": {"decision", "reason", "because", "version", "candidate", "usage"},
}  # fmt: skip
OPTIONAL = {
    "start": {"record"},
    "request": {"feedback"},
    "reply": {"text", "record", "spans", "doubts"},
    "outcome": {"failures"},
}


def test_every_line_says_its_format_its_event_and_its_session(whole: tuple[bytes, Outcome]) -> None:
    data, _ = whole
    assert data.endswith(b"\n")
    found = lines(data)
    assert [line["event"] for line in found] == [
        "start", "request", "failure", "request", "reply", "attempt", "request", "reply", "request", "reply",
        "attempt", "request", "reply", "request", "failure", "attempt", "outcome",
    ]  # fmt: skip
    for line in found:
        assert (line.pop("v"), line.pop("session")) == (1, 1)
        event = line.pop("event")
        assert KEYS[event] <= line.keys() <= KEYS[event] | OPTIONAL.get(event, set())


def test_what_the_lines_say(parcels: Domain, whole: tuple[bytes, Outcome]) -> None:
    data, outcome = whole
    found = lines(data)
    assert found[0] == {
        "v": 1, "event": "start", "session": 1, "tool": __version__, "pack": str(parcels.made.folder),
        "name": "parcels", "version": "1.0.0", "digest": parcels.digest, "engine": "an engine",
        "critic": "a critic", "limits": {"attempts": 9, "tokens": None, "cost": None, "seconds": None, "failures": 3},
        "coverage": "0.6", "asks": True, "today": "2026-01-02", "source": "a.txt", "document": DOCUMENT,
    }  # fmt: skip
    assert found[2] == {
        "v": 1, "event": "failure", "session": 1, "id": "request-1", "kind": "rate_limit", "message": "Slow down.",
        "retry_after": Decimal("1.5"), "usage": {"input_tokens": 5, "output_tokens": 0, "cost": None},
        "elapsed": 0, "at": Decimal("1000.5"),
    }  # fmt: skip
    assert {key: found[4][key] for key in ("id", "text", "finish", "usage")} == {
        "id": "request-2", "text": "I cannot.", "finish": "stop",
        "usage": {"input_tokens": None, "output_tokens": None, "cost": None},
    }  # fmt: skip
    assert found[7]["record"] == {**WRONG, "weight": Decimal("4.50")}
    assert found[7]["usage"]["cost"] == "0.0040"
    assert b'"weight":4.50' in data
    first, last = outcome.attempts[0], outcome.attempts[-1]
    assert {key: found[15][key] for key in ("version", "before", "after", "request_id", "digest", "decision")} == {
        "version": 3, "before": last.before, "after": digest(outcome.candidate), "request_id": "request-5",
        "digest": parcels.digest, "decision": "retain",
    }  # fmt: skip
    assert found[5]["evidence"] == [["REPLY_NOT_JSON", "", "E3"]]
    assert found[5]["after"] == first.after
    assert found[16]["candidate"] == digest(outcome.candidate)
    assert found[16]["failures"] == ["Slow down.", "Refused."]


class Knowing:
    """An engine that knows the truth and has a key."""

    name = "knowing"

    def __init__(self) -> None:
        self.truth = {"name": "what is true"}
        self.score = "how good it is"
        self.key = "sk-secret"

    def reply(self, request: Any) -> Reply:
        return Reply(WRONG, FREE)


def test_no_key_no_truth_and_no_prompt_is_written(parcels: Domain, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.setenv(name, "sk-from-outside")
    stream = BytesIO()
    outcome = repair(parcels, DOCUMENT, engine=Knowing(), trace=Trace(stream))
    assert outcome.reason == "converged"
    text = stream.getvalue().decode()
    for word in ("what is true", "how good", "sk-secret", "sk-from-outside", "Answer with one JSON object"):
        assert word not in text


def test_a_line_is_in_the_file_before_the_session_goes_on(parcels: Domain, tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    seen = []

    def engine(request: Any) -> Any:
        seen.append([line["event"] for line in lines(path.read_bytes())])
        return WRONG if request.attempt == 1 else SOUND

    trace = Trace.to(path)
    repair(parcels, DOCUMENT, engine=engine, trace=trace)
    trace.close()
    assert seen == [["start", "request"], ["start", "request", "reply", "attempt", "request"]]
    assert [line["event"] for line in lines(path.read_bytes())][5:] == ["reply", "attempt", "outcome"]


@pytest.mark.skipif(os.name == "nt", reason="files have no mode there")
def test_only_its_user_may_read_a_trace(tmp_path: Path) -> None:
    fresh, old = tmp_path / "fresh", tmp_path / "old"
    old.write_text("an old trace", "utf-8")
    old.chmod(0o666)
    before = os.umask(0)
    try:
        for path in (fresh, old):
            Trace.to(path).close()
    finally:
        os.umask(before)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (fresh, old)] == [0o600, 0o600]
    assert old.read_bytes() == b""
    with pytest.raises(IsADirectoryError):
        Trace.to(tmp_path)


# Numbers and texts


EXACT: list[Any] = [
    "1.10", "0.1", "-0.00", "1E+400", "1E-30", "123456789012345678901234567890", "0.123456789012345678901234567890",
]  # fmt: skip


@pytest.mark.parametrize("number", EXACT)
def test_numbers_come_back_as_they_were(parcels: Domain, number: str) -> None:
    given = {"name": "A", "weight": Decimal(number), "parts": [{"weight": Decimal(number)}]}
    stream = BytesIO()
    traced(Trace(stream), Session(parcels, record=given), [{**given, "name": "B"}])
    [begun, *_] = lines(stream.getvalue())
    assert str(begun["record"]["weight"]) == number
    [replayed] = again(stream.getvalue(), parcels)
    assert replayed.session.record == given
    assert str(replayed.session.record["weight"]) == number


class Label(str):
    __slots__ = ()


class Untellable:
    def __str__(self) -> str:
        raise RuntimeError


SELF: list[Any] = []
SELF.append(SELF)
WRITTEN: list[tuple[Any, Any]] = [
    (None, None), (True, True), (1.5, Decimal("1.5")), (1e16, Decimal("1e16")), (10**30, 10**30), (Decimal("1.50"), Decimal("1.50")),
    (10**500, Decimal(10**500)), (float("nan"), "nan"), (float("-inf"), "-inf"), (Decimal("NaN"), "NaN"),
    (Label("a"), "a"), ("half \ud83d one", "half \ufffd one"), (date(2026, 1, 2), "2026-01-02"),
    ((1, [2]), [1, [2]]), ({1: {None: 2}}, {"1": {"None": 2}}), ({date(2026, 1, 2): 1}, {"2026-01-02": 1}),
    (Untellable(), "a value of type Untellable"), ({Untellable(): 1}, {"a value of type Untellable": 1}),
    (b"a", "b'a'"), (SELF, ["(nested deeper than 100)"]),
]  # fmt: skip


@pytest.mark.parametrize(("value", "written"), WRITTEN)
def test_what_a_trace_can_hold(value: Any, written: Any) -> None:
    found = writable(value)
    assert found == written
    assert type(found) is type(written)
    assert writable(found) == found
    raw(value)


def test_what_no_trace_can_hold_replays_all_the_same(parcels: Domain) -> None:
    """What comes in is taken as what is written down."""
    odd = {
        "name": "A\ud800",
        "weight": float("nan"),
        "parts": [{1: {2, 3}}],
        "note": SELF,
        "é\udfff": Untellable(),
    }
    stream = BytesIO()
    session = Session(parcels, document="A box\ud800", source="caf\udce9.txt", limits=Limits(attempts=5))
    steps = [
        odd,
        Untellable(),
        '{"name": "\\ud800", "weight": 1, "\\udfff": 2}',
        {1, 2},
        EngineError("key", "\ud800"),
    ]
    assert traced(Trace(stream), session, steps) is not None
    [replayed] = again(stream.getvalue(), parcels)
    assert replayed.differences == ()


# Going through it again


def test_a_trace_replays_to_the_same_attempts_and_outcome(
    parcels: Domain, whole: tuple[bytes, Outcome]
) -> None:
    data, outcome = whole
    [replayed] = again(data, parcels)
    assert replayed.differences == ()
    assert same(replayed.outcome) == same(outcome)
    assert [event.kind for event in replayed.session.events] == [line["event"] for line in lines(data)[1:]]


def same(outcome: Outcome | None) -> Any:
    """All of an outcome but its reports, which are told instead."""
    assert outcome is not None
    told = [(one.report.violations, one.report.not_evaluated) for one in outcome.attempts]
    plain = [msgspec.structs.replace(one, report=None) for one in outcome.attempts]
    return told, plain, msgspec.structs.replace(outcome, report=None, attempts=())


def test_sessions_of_one_trace_do_not_mix(parcels: Domain) -> None:
    stream = BytesIO()
    trace = Trace(stream)
    one, other = (
        Session(parcels, document=DOCUMENT, source="one"),
        Session(parcels, record=WRONG, source="other"),
    )
    first, second = trace.begin(one, "e"), trace.begin(other, "e")
    one.start()
    other.start()
    for session, content in ((other, "no"), (one, WRONG), (other, SOUND), (one, SOUND)):
        session.submit(content)
        first.go_on()
        second.go_on()
    assert [(one.session.source, one.differences) for one in again(stream.getvalue(), parcels)] == [
        ("one", ()),
        ("other", ()),
    ]
    assert {line["session"] for line in lines(stream.getvalue())} == {1, 2}


def test_traces_one_behind_the_other_are_as_many_sessions(
    parcels: Domain, whole: tuple[bytes, Outcome]
) -> None:
    data, _ = whole
    assert [one.differences for one in again(data * 3, parcels)] == [(), (), ()]


def test_a_trace_is_an_engine(parcels: Domain, whole: tuple[bytes, Outcome], tmp_path: Path) -> None:
    data, outcome = whole
    path = tmp_path / "trace.jsonl"
    path.write_bytes(data.replace(b'"retry_after":1.5', b'"retry_after":0.0'))
    engine = f"replay:{path}"
    found = repair(parcels, DOCUMENT, engine=engine, critic=engine, today=date(2026, 1, 2))
    assert (found.decision, found.version, found.candidate) == (
        outcome.decision,
        outcome.version,
        outcome.candidate,
    )
    assert [one.after for one in found.attempts] == [one.after for one in outcome.attempts]


def test_another_pack_judges_otherwise(whole: tuple[bytes, Outcome], tmp_path: Path) -> None:
    data, _ = whole
    strict = domain(tmp_path / "strict", PARCELS, PARCEL_RULES.replace("weight < 1000", "weight < 2"))
    [replayed] = again(data, strict)
    assert replayed.differences == (
        "version 2: its findings are others",
        "version 3: its findings are others",
    )
    lax = domain(tmp_path / "lax", PARCELS, PARCEL_RULES.replace("sum(parts.weight) == weight", "weight > 1"))
    [replayed] = again(data, lax)
    assert replayed.differences[:2] == (
        "it ends before all replies of the trace have come",
        "version 2: it was revise (violations) and is inspect (unsupported_objection)",
    )


# Traces that are not whole


def test_a_trace_that_is_cut_anywhere_is_not_taken_for_a_whole_one(
    parcels: Domain, whole: tuple[bytes, Outcome], tmp_path: Path
) -> None:
    data, _ = whole
    path = tmp_path / "trace.jsonl"
    ends = [n for n, byte in enumerate(data) if byte == 10]
    for end in sorted({*range(1, len(data) - 1, 97), *ends[:-1], *(end + 1 for end in ends[:-1])}):
        path.write_bytes(data[:end])
        last = f"{path}:{data[:end].count(10) + 1}: this is no line of a trace: "
        assert _told(path, parcels).startswith(("the trace breaks off before its outcome", last))


def _told(path: Path, domain: Domain) -> str:
    """The last that is said of a trace with one session."""
    try:
        [one] = recorded(read_trace(path))
    except EngineError as error:
        return str(error)
    return replay(one, domain).differences[-1]


REFUSED = [
    (b"", "{path} is empty: there is nothing to replay"),
    (b"\n\n", "{path} is empty: there is nothing to replay"),
    (b"hello\n", "{path}:1: this is no line of a trace: JSON is malformed: invalid character (byte 0)"),
    (b"[1]\n", "{path}:1: this is no line of a trace: Expected `object`, got `array`"),
    (
        b"\xff\xfe\x00\n",
        "{path}:1: this is no line of a trace: JSON is malformed: invalid character (byte 0)",
    ),
    (
        b'{"v":2,"event":"begin","everything":"is new"}\n',
        "{path}:1: this is no line of a trace: it is of format 2, and only format 1 can be read",
    ),
    (
        b'{"v":0,"event":"start","session":1}\n',
        "{path}:1: this is no line of a trace: it is of format 0, and only format 1 can be read",
    ),
    (
        b'{"event":"start","session":1}\n',
        "{path}:1: this is no line of a trace: Object missing required field `v`",
    ),
    (
        b'{"v":1,"event":"vote","session":1}\n',
        "{path}:1: this is no line of a trace: Invalid value 'vote' - at `$.event`",
    ),
]


@pytest.mark.parametrize(("data", "message"), REFUSED)
def test_what_is_no_trace(data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    path.write_bytes(data)
    with pytest.raises(EngineError) as raised:
        read_trace(path)
    assert (raised.value.kind, str(raised.value)) == ("unusable", message.format(path=path))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(EngineError) as raised:
        read_trace(tmp_path / "none")
    assert str(raised.value) == f"{tmp_path / 'none'}: no such file or directory"


def test_lines_without_the_start_of_their_session(whole: tuple[bytes, Outcome]) -> None:
    data, _ = whole
    with pytest.raises(EngineError) as raised:
        list(recorded(read(data)[1:]))
    assert str(raised.value) == "the trace has lines of session 1 and not its start: give the whole file"


# A line of the whole trace, what is written instead of what, and what is said of it.
TAMPERED = [
    (4, '"text":"I cannot."', '"text":"I can."', ()),
    (4, '"request-2"', '"request-7"', ("a reply of the trace does not fit: request-7 is not under way: request-2 is",)),
    (5, '"decision":"revise"', '"decision":"retain"', ("version 1: it was retain (violations) and is revise (violations)",)),
    (5, '"evidence":[[', '"evidence":[["A","b","E3"],[', ("version 1: its findings are others",)),
    (10, '"parent":1', '"parent":0', ("version 2: the trace has another parent",)),
    (10, '"cost":null', '"cost":"9"', ("version 2: the trace has another usage",)),
    (10, '"because":["', '"because":["As I say. ', ()),
    (15, '"version":3', '"version":2', ("version 3: the trace has another version",)),
    (15, '"elapsed":', '"elapsed":9', ("version 3: the trace has another elapsed",)),
    (16, '"decision":"retain"', '"decision":"stop"', ("the outcome was stop and is retain, or of another candidate",)),
    (16, '"version":3', '"version":1', ("the outcome was retain and is retain, or of another candidate",)),
    (16, '"Refused."', '"Fine."', ("the trace has another failures",)),
    (7, '"weight":4.50', '"weight":3', None),
    (12, '"finish":"stop"', '"finish":"length"', None),
]  # fmt: skip


@pytest.mark.parametrize(("number", "was", "now", "differences"), TAMPERED)
def test_a_line_that_was_tampered_with(
    parcels: Domain,
    whole: tuple[bytes, Outcome],
    number: int,
    was: str,
    now: str,
    differences: tuple[str, ...] | None,
) -> None:
    found = whole[0].decode().split("\n")
    assert found[number].count(was) >= 1
    found[number] = found[number].replace(was, now, 1)
    [replayed] = again("\n".join(found).encode(), parcels)
    if differences is None:
        version = 2 if number == 7 else 3
        assert any(one.startswith(f"version {version}: it was ") for one in replayed.differences)
    else:
        assert replayed.differences[: len(differences)] == differences
        assert bool(replayed.differences) == bool(differences)


@pytest.mark.parametrize("number", range(1, 17))
def test_a_line_that_was_taken_out(parcels: Domain, whole: tuple[bytes, Outcome], number: int) -> None:
    found = whole[0].splitlines(keepends=True)
    event = json.loads(found.pop(number))["event"]
    [replayed] = again(b"".join(found), parcels)
    # Requests follow from the other lines.
    assert bool(replayed.differences) == (event != "request")


START = '{"v":1,"event":"start","session":4,"tool":"","pack":"","name":"","version":"","digest":"","engine":"","coverage":"0"'
BAD_STARTS = [
    (
        '"limits":{},"asks":false,"today":null,"source":"","document":null',
        "a session needs a document to make a record from, or a record to start with",
    ),
    (
        '"limits":{},"asks":false,"today":"tomorrow","source":"","document":""',
        "Invalid isoformat string: 'tomorrow'",
    ),
    (
        '"limits":{},"asks":false,"today":null,"source":"","document":null,"record":{"a":1,"a":2}',
        'the key "a" stands twice in one object',
    ),
]


@pytest.mark.parametrize(("rest", "message"), BAD_STARTS)
def test_a_start_that_no_session_begins_with(parcels: Domain, rest: str, message: str) -> None:
    [one] = recorded(read(f"{START},{rest}}}".encode()))
    with pytest.raises(EngineError) as raised:
        replay(one, parcels)
    assert str(raised.value) == f"session 4 of the trace cannot be begun: {message}"


def test_a_record_that_was_tampered_with(
    parcels: Domain, whole: tuple[bytes, Outcome], tmp_path: Path
) -> None:
    path = tmp_path / "trace.jsonl"
    path.write_bytes(whole[0].replace(b'"weight":4.50', b'"weight":4.50,"weight":3'))
    says = 'the key "weight" stands twice in one object'
    with pytest.raises(EngineError) as raised:
        read_trace(path)
    assert str(raised.value) == f"{path}:8: this is no line of a trace: {says}"
    [replayed] = again(path.read_bytes(), parcels)
    assert replayed.differences[0] == f"a reply of the trace does not fit: {says}"
