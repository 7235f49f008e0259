"""`selfcorrect replay`: a trace gone through again, and compared."""

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.adding import FIVE, PACK, WRONG
from tests.cli.test_demo import SHOWN
from tests.cli.test_repair import OFF, usage
from tests.engines.provider import error, text

FAULT = ("nine", "--fault", "PART_TAKEN_FOR_TOTAL@1")


@pytest.fixture
def trace(adding):
    """The trace of a demonstration."""
    assert adding("demo", *FAULT, "--trace", "trace.jsonl").status == 0
    return Path("trace.jsonl")


def test_it_shows_what_the_demonstration_showed(selfcorrect, trace):
    _, steps = SHOWN.split("\n\n", 1)
    done = selfcorrect("replay", str(trace), "--domain", "./adding")
    assert done == (
        0,
        f"=== session 1: nine, engine simulated\n\n{steps}\n1 session replayed: all end as they did\n",
        "",
    )


def test_quietly_it_only_counts(selfcorrect, trace):
    done = selfcorrect("replay", str(trace), "--quiet")
    assert done == (0, "1 session replayed: all end as they did\n", "")


def test_the_sessions_of_a_repair(adding, file, model):
    off = text("openai", '{"first": 2, "second": 3, "total": 6}')
    right = text("openai", '{"first": 2, "second": 3, "total": 5}')
    model(error("openai", 500, "no \x1b[31m luck"), off, right)
    options = ("--engine", "openai:m", "--concurrency", "1", "--trace", "trace.jsonl")
    assert adding("repair", file("five.txt", FIVE), *options).status == 0
    done = adding("replay", "trace.jsonl")
    assert (done.status, done.err) == (0, "")
    assert [
        line for line in done.out.splitlines() if line.startswith(("===", "---", "fail", "dec", "five"))
    ] == [
        "=== session 1: five.txt, engine openai:m",
        "failure: request-1: openai: 500, the server failed (no [31m luck)",
        "--- attempt 1",
        "five.txt: fail, 1 error, 2 of 2 rules evaluated",
        "decision: revise (violations). 1 finding blocks.",
        "--- attempt 2, made from attempt 1",
        "five.txt: pass, 2 of 2 rules evaluated",
        "decision: retain (checks_pass). Nothing that blocks was found.",
        "five.txt: accepted at attempt 2 (checks_pass), 36 tokens, cost unknown",
    ]


def test_answers_are_counted(adding, file, model):
    holds = {"answers": [{"question": 1, "verdict": "holds", "quote": "5 EUR"}]}
    model(text("openai", json.dumps(holds)))
    assert adding("repair", file("five.txt", FIVE), "--critic", "openai:m", "--trace", "t.jsonl").status == 0
    done = adding("replay", "t.jsonl")
    assert (done.status, "\n1 question answered\n" in done.out) == (0, True)


def test_many_sessions(adding, file):
    names = [file("five.txt", FIVE), file("wrong.txt", WRONG), file("off.json", OFF)]
    assert adding("repair", *names, "--trace", "trace.jsonl").status == 3
    done = adding("replay", "trace.jsonl", "--quiet")
    assert done == (0, "3 sessions replayed: all end as they did\n", "")


def test_a_pack_that_has_changed(selfcorrect, trace, file):
    rules = PACK["rules.yaml"].replace("first + second == total", "first + second + 4 == total")
    file("adding/rules.yaml", rules)
    done = selfcorrect("replay", str(trace), "--quiet")
    assert (done.status, done.err) == (1, "")
    head, *said, count = done.out.rstrip("\n").split("\n\n")
    assert head == "=== session 1: nine, engine simulated"
    assert said[0] == "note: the pack adding has changed since"
    assert "differs: version 2: it was retain (checks_pass) and is revise (violations)" in said
    assert all(one.startswith("differs: ") for one in said[1:])
    assert count == "1 session replayed: 1 differ"


def test_a_pack_that_has_changed_to_the_same_end(selfcorrect, trace, file):
    file("adding/rules.yaml", PACK["rules.yaml"].replace("The parts add up", "Parts add up"))
    assert selfcorrect("replay", str(trace), "--quiet").status == 0


def test_a_pack_that_is_gone(selfcorrect, trace):
    folder = str(Path("adding").resolve())
    shutil.move("adding", "elsewhere")
    done = selfcorrect("replay", str(trace))
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"error: there is no such folder\n --> {folder}\n")
    done = selfcorrect("replay", str(trace), "--quiet", "--domain", "./elsewhere")
    assert done == (0, "1 session replayed: all end as they did\n", "")


def test_a_trace_from_another_folder(selfcorrect, trace, monkeypatch):
    monkeypatch.chdir("adding")
    assert selfcorrect("replay", "../trace.jsonl", "--quiet").status == 0


def test_a_trace_that_breaks_off(selfcorrect, trace):
    lines = trace.read_text().splitlines(keepends=True)
    trace.write_text("".join(lines[:-1]))
    done = selfcorrect("replay", str(trace), "--quiet")
    assert done == (
        1,
        "=== session 1: nine, engine simulated\n\n"
        "differs: the trace breaks off before its outcome\n\n"
        "1 session replayed: 1 differ\n",
        "",
    )


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "trace.jsonl is empty: there is nothing to replay"),
        ("\n\n", "trace.jsonl is empty: there is nothing to replay"),
        ("{}\n", "trace.jsonl:1: this is no line of a trace: Object missing required field `v`"),
        (
            "Total: 5\n",
            "trace.jsonl:1: this is no line of a trace: JSON is malformed: invalid character (byte 0)",
        ),
        (
            b"\xff\xfe\x00",
            "trace.jsonl:1: this is no line of a trace: JSON is malformed: invalid character (byte 0)",
        ),
        (
            '{"v": 1, "event": "no\\u0007\\u202e", "session": 1}\n',
            "trace.jsonl:1: this is no line of a trace: Invalid value 'no\\x07\\u202e' - at `$.event`",
        ),
    ],
)
def test_what_is_no_trace(selfcorrect, file, content, sentence):
    assert selfcorrect("replay", file("trace.jsonl", content)) == (2, "", usage("replay", sentence))


def test_no_such_file(selfcorrect):
    sentence = "nosuch.jsonl: no such file or directory"
    assert selfcorrect("replay", "nosuch.jsonl") == (2, "", usage("replay", sentence))


def test_a_line_that_is_cut(selfcorrect, trace):
    trace.write_text(trace.read_text()[:-20])
    done = selfcorrect("replay", str(trace))
    number = len(trace.read_text().splitlines())
    assert (done.status, done.out) == (2, "")
    assert f"\nError: trace.jsonl:{number}: this is no line of a trace: " in done.err


def test_a_trace_without_its_start(selfcorrect, trace):
    lines = trace.read_text().splitlines(keepends=True)
    trace.write_text("".join(lines[1:]))
    sentence = "the trace has lines of session 1 and not its start: give the whole file"
    assert selfcorrect("replay", str(trace)) == (2, "", usage("replay", sentence))
