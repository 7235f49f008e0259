"""What a document, a model, a trace or a file's name says never moves the cursor of a terminal."""

import json
from pathlib import Path

import pytest

from tests.cli.adding import FIVE
from tests.engines.provider import error, text

EVIL = "\x1b[mE\x1b]x;x\x07V\u202eI\x9bL\r"
SPELT = "\\x1b[mE\\x1b]x;x\\x07V\\u202eI\\x9bL\\r"
DOCUMENT = f"First: 2\nSecond: 3\nTotal: 6 {EVIL}\n"
WIPE = "\r\x1b[K"
"""What a progress bar sends, where a machine is slow."""
ASKED = ("--engine", "openai:m")


@pytest.fixture
def shown(adding, on_terminal):
    """`shown(command…)`: what a terminal is sent, with the pack that is there."""

    def command(name, *arguments):
        sent = on_terminal(name, *arguments, "--domain", "./adding").replace(WIPE, "")
        assert [c for c in sent if not (c.isprintable() or c == "\n")] == []
        return sent

    return command


def test_a_document(shown, file):
    name = file("evil\x1b[2J.txt", DOCUMENT)
    for command in ("check", "repair"):
        sent = shown(command, name)
        assert "error[SUM]: " in sent
        assert "evil\\x1b[2J.txt:3:8\n" in sent


def test_names_of_files(shown, file):
    assert "no\\x1b[2J.txt: there is no such file\n" in shown("repair", "no\x1b[2J.txt")
    file("five.txt", FIVE)
    for option in ("--output", "--unresolved", "--trace"):
        shown("repair", "five.txt", option, "no\x1b[2J/x\x07")
    shown("check", file("x.json", "{}"), "--document", "no\x1b[2J\x07")
    shown("demo", "no\x1b[2J\x07")
    shown("replay", "no\x1b[2J\x07")


@pytest.mark.parametrize("status", [400, 401, 403, 404, 429, 500])
def test_what_a_provider_says(shown, file, model, status):
    model(error("openai", status, f"sorry {EVIL} indeed"))
    file("five.txt", FIVE)
    assert "unresolved, stop (engine_failed): " in shown("repair", "five.txt", *ASKED, "--trace", "t.jsonl")
    assert "failure: request-1: " in shown("replay", "t.jsonl")
    assert "note: five.txt: " in shown("check", "five.txt", "--critic", "openai:m")


def test_what_a_model_writes(shown, file, model):
    record = json.dumps({"first": 2, "second": 3, "total": 6, "note": EVIL, f"also {EVIL}": EVIL})
    model(text("openai", record))
    sent = shown("repair", file("five.txt", FIVE), *ASKED, "--trace", "t.jsonl")
    assert f"also {SPELT}" in sent
    assert f"also {SPELT}" in shown("replay", "t.jsonl")


def test_a_model_that_writes_no_record(shown, file, model):
    model(text("openai", f"no {EVIL}"))
    sent = shown("repair", file("five.txt", FIVE), *ASKED, "--trace", "t.jsonl")
    assert f"actual: no {SPELT}\n" in sent
    assert f"actual: no {SPELT}\n" in shown("replay", "t.jsonl")


def test_what_a_critic_answers(shown, file, model):
    answer = {"question": 1, "verdict": "does not hold", "quote": f"5 EUR {EVIL}"}
    model(text("openai", json.dumps({"answers": [answer]})))
    document = f"First: 2\nSecond: 3\nTotal: 5 EUR {EVIL}\n"
    assert "error[IN_EUROS]: " in shown("check", file("five.txt", document), "--critic", "openai:m")
    assert "error[IN_EUROS]: " in shown("repair", "five.txt", "--critic", "openai:m")


def test_an_example(shown, file):
    file("adding/examples/evil\x1b[2J.txt", DOCUMENT)
    file("adding/examples/evil\x1b[2J.json", json.dumps({"first": 2, "second": 3, "total": 5, "note": EVIL}))
    sent = shown("demo", "evil\x1b[2J", "--unfixable")
    assert "A simulation over adding/evil\\x1b[2J: no model is asked.\n" in sent
    assert '"note": "\\u001b[mE' in sent


def test_a_trace(on_terminal, shown, file):
    shown("demo", "five", "--trace", "t.jsonl")
    lines = [json.loads(line) for line in Path("t.jsonl").read_text().splitlines()]
    evil = [{**lines[0], "source": EVIL, "engine": EVIL}, *lines[1:]]
    file("evil.jsonl", "".join(json.dumps(line) + "\n" for line in evil))
    assert f"=== session 1: {SPELT}, engine {SPELT}\n" in shown("replay", "evil.jsonl")
    file("gone.jsonl", json.dumps({**lines[0], "pack": f"./{EVIL}"}) + "\n")
    sent = on_terminal("replay", "gone.jsonl")
    assert sent.startswith("error: ")
    assert [c for c in sent if not (c.isprintable() or c == "\n")] == []
    file("kind.jsonl", json.dumps({**lines[0], "event": EVIL}) + "\n")
    assert "this is no line of a trace: Invalid value" in shown("replay", "kind.jsonl")


@pytest.mark.parametrize("role", ["--engine", "--critic"])
def test_a_failure_in_a_trace(shown, file, model, role):
    model(error("openai", 400, "sorry"))
    shown("repair", file("five.txt", FIVE), role, "openai:m", "--trace", "t.jsonl")
    file("evil.jsonl", Path("t.jsonl").read_text().replace("sorry", json.dumps(EVIL)[1:-1]))
    sent = shown("repair", "five.txt", role, "replay:evil.jsonl")
    assert f": openai refused the request with 400 ({SPELT})\n" in sent
