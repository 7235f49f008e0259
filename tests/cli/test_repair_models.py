"""`selfcorrect repair` with engines that have to be named: models behind a real server, traces, simulations."""

import json
import threading
from pathlib import Path

import pytest

from tests.cli.adding import FIVE, PACK, WRONG
from tests.cli.test_repair import RECORD, usage
from tests.engines.provider import Answer, Provider, error, text

NINE = PACK["examples/nine.txt"]
RIGHT = text("openai", '{"first": 2, "second": 3, "total": 5}')
OFF = text("openai", '{"first": 2, "second": 3, "total": 6}')
WORDY = text("openai", '{"first": 2, "second": 3, "total": 5, "note": "far too long"}')
UNCOUNTED = text("openai", '{"first": 2, "second": 3, "total": 5}', usage=None)
SILENT = Answer(b"", pace="hang")
MADE = RECORD
ASKED = ("--engine", "openai:m")


def last(done):
    """The line that says what became of the one input."""
    return done.err.splitlines()[-1]


def prompt(body):
    return str(body["messages"][0]["content"])


def test_a_model_is_told_what_is_wrong(adding, file, model):
    provider = model(OFF, RIGHT)
    done = adding("repair", file("five.txt", FIVE), *ASKED)
    assert done == (
        0,
        MADE,
        "five.txt: accepted at attempt 2 (checks_pass), 36 tokens, cost unknown\n",
    )
    first, second = (prompt(seen.body) for seen in provider.seen)
    assert FIVE in first
    assert "SUM: the parts make 5." not in first
    assert FIVE in second
    assert "SUM: the parts make 5." in second


def test_a_warning_on_what_is_accepted_is_told(adding, file, model):
    model(WORDY)
    done = adding("repair", file("five.txt", FIVE), *ASKED)
    assert (done.status, json.loads(done.out)["note"]) == (0, "far too long")
    assert done.err == (
        "warning[SHORT_NOTE]: A note is short.\n"
        " --> five.txt: note\n"
        "  |\n"
        "  = at:    note\n"
        "  = value: far too long\n"
        "  = rule:  adding/rules.yaml:12:1\n"
        "\n"
        "five.txt: pass, 1 warning, 3 of 3 rules evaluated\n"
        "\n"
        "five.txt: accepted at attempt 1 (checks_pass), 1 warning, 18 tokens, cost unknown\n"
    )


def test_records_are_repaired_by_a_model_without_a_document(adding, file, model):
    model(RIGHT)
    lines = '{"first": 2, "second": 3, "total": 6}\n{"first": 1, "second": 1, "total": 2}\n'
    done = adding("repair", file("many.jsonl", lines), *ASKED)
    assert done == (
        0,
        MADE + '{"first": "1", "second": "1", "total": "2"}\n',
        "many.jsonl:1: accepted at attempt 2 (checks_pass), 18 tokens, cost unknown\n"
        "many.jsonl:2: accepted at attempt 1 (checks_pass)\n"
        "2 inputs: 2 accepted; 3 attempts, 18 tokens, cost unknown\n",
    )


def test_many_at_once_are_told_in_their_order(adding, file, model):
    nine = threading.Event()

    def by(body):
        if NINE in prompt(body):
            nine.set()
            return text("openai", '{"first": 4, "second": 5, "total": 9}')
        assert nine.wait(60)
        return RIGHT

    model(by=by)
    done = adding("repair", file("five.txt", FIVE), "nosuch.txt", file("nine.txt", NINE), *ASKED)
    assert done == (
        2,
        MADE + '{"first": "4", "second": "5", "total": "9"}\n',
        "five.txt: accepted at attempt 1 (checks_pass), 18 tokens, cost unknown\n"
        "error[UNREADABLE]: nosuch.txt: there is no such file\n"
        "nine.txt: accepted at attempt 1 (checks_pass), 18 tokens, cost unknown\n"
        "2 inputs: 2 accepted; 2 attempts, 36 tokens, cost unknown; 1 could not be used\n",
    )


@pytest.mark.parametrize(
    ("option", "most"), [((), 8), (("--concurrency", "2"), 2), (("--concurrency", "1"), 1)]
)
def test_so_many_requests_are_under_way_at_most(adding, file, model, option, most):
    provider = model(RIGHT)
    names = [file(f"{n}.txt", FIVE) for n in range(12)]
    assert adding("repair", *names, *ASKED, *option).out == MADE * 12
    assert 1 <= provider.most_at_once <= most


@pytest.mark.parametrize(
    ("answer", "options", "sentence"),
    [
        (
            OFF,
            ("--max-tokens", "18"),
            "five.txt: unresolved, stop (ceiling): The 18 tokens are used; "
            "best is attempt 1 of 1, 18 tokens, cost unknown",
        ),
        (
            OFF,
            ("--max-cost", "0.5"),
            "five.txt: unresolved, stop (ceiling): How many US dollars were used is not known, so that the limit "
            "of 0.5 cannot be kept; best is attempt 1 of 1, 18 tokens, cost unknown",
        ),
        (
            SILENT,
            ("--max-seconds", "0.2"),
            "five.txt: unresolved, stop (engine_failed): openai gave no reply within 0.2 s. The 0.2 seconds are "
            "used, an unknown number of tokens, cost unknown",
        ),
        (
            OFF,
            ("--attempts", "1"),
            "five.txt: unresolved, stop (ceiling): The only attempt is used; "
            "best is attempt 1 of 1, 18 tokens, cost unknown",
        ),
    ],
)
def test_a_limit_that_is_reached(adding, file, model, answer, options, sentence):
    provider = model(answer)
    done = adding("repair", file("five.txt", FIVE), *ASKED, *options)
    status = 3 if answer is SILENT else 1
    assert (done.status, done.out, last(done), len(provider.seen)) == (status, "", sentence, 1)


def test_what_is_accepted_may_use_up_a_limit(adding, file, model):
    model(RIGHT)
    done = adding("repair", file("five.txt", FIVE), *ASKED, "--max-tokens", "18", "--max-cost", "0.01")
    assert (done.status, done.out) == (0, MADE)


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("--max-tokens", "0", "0 is not in the range x>=1."),
        ("--max-tokens", "many", "'many' is not a valid integer range."),
        ("--max-cost", "0", "'0' is no amount, such as 0.50"),
        ("--max-cost", "-1", "'-1' is no amount, such as 0.50"),
        ("--max-cost", "1,50", "'1,50' is no amount, such as 0.50"),
        ("--max-cost", "nan", "'nan' is no amount, such as 0.50"),
        ("--max-cost", "$1", "'$1' is no amount, such as 0.50"),
        ("--max-seconds", "0", "0.0 is not in the range x>0."),
        ("--max-seconds", "-1", "-1.0 is not in the range x>0."),
        ("--max-seconds", "nan", "'nan' is no number of seconds"),
        ("--max-seconds", "inf", "'inf' is no number of seconds"),
        ("--timeout", "nan", "'nan' is no number of seconds"),
        ("--timeout", "soon", "'soon' is not a valid float range."),
    ],
)
def test_limits_that_are_none(adding, file, model, option, value, sentence):
    provider = model(RIGHT)
    done = adding("repair", file("five.txt", FIVE), *ASKED, option, value)
    assert done == (2, "", usage("repair", f"Invalid value for '{option}': {sentence}"))
    assert provider.seen == []


@pytest.mark.parametrize(
    ("answer", "status", "asked", "sentence"),
    [
        (error("openai", 401, "no"), 3, 1, "openai needs a key: set OPENAI_API_KEY"),
        (error("openai", 400, "no"), 3, 1, "openai refused the request with 400 (no)"),
        (error("openai", 500, "no"), 3, 4, "openai: 500, the server failed (no)"),
        (
            error("openai", 400, "\x1b[31mno\x1b[0m\r\n\u202e"),
            3,
            1,
            "openai refused the request with 400 ([31mno [0m)",
        ),
    ],
)
def test_an_engine_that_fails(adding, file, model, answer, status, asked, sentence):
    provider = model(answer)
    done = adding("repair", file("five.txt", FIVE), *ASKED)
    assert done == (status, "", f"five.txt: unresolved, stop (engine_failed): {sentence}\n")
    assert len(provider.seen) == asked


def test_what_no_engine_answered_is_a_line_of_the_schema(adding, file, model, schema):
    model(error("openai", 400, "no"))
    assert adding("repair", file("five.txt", FIVE), *ASKED, "--unresolved", "left.jsonl").status == 3
    report = json.loads(Path("left.jsonl").read_text())
    head = {"format": 1, "tool": {"name": "selfcorrect", "version": "0"}, "domain": None, "errors": []}
    schema.validate({**head, "reports": [report]})
    why = "openai refused the request with 400 (no)"
    assert report == {
        "source": "five.txt",
        "verdict": "unverified",
        "coverage": "0",
        "rules": {"applicable": 0, "evaluated": 0},
        "candidate": None,
        "violations": [],
        "not_evaluated": [],
        "unverified": [why],
        "outcome": {
            "decision": "stop",
            "reason": "engine_failed",
            "because": [why],
            "version": 0,
            "attempts": 0,
            "failures": [why],
        },
    }


def test_one_failure_does_not_stop_the_others(adding, file, model):
    model(by=lambda body: error("openai", 400, "no") if WRONG in prompt(body) else RIGHT)
    done = adding("repair", file("wrong.txt", WRONG), file("five.txt", FIVE), *ASKED)
    assert done == (
        3,
        MADE,
        "wrong.txt: unresolved, stop (engine_failed): openai refused the request with 400 (no)\n"
        "five.txt: accepted at attempt 1 (checks_pass), 18 tokens, cost unknown\n"
        "2 inputs: 1 accepted, 1 unresolved; 1 attempt, 18 tokens, cost unknown\n",
    )


@pytest.mark.parametrize(
    ("engine", "sentence"),
    [
        ("redaer", "there is no engine `redaer`; did you mean `reader`?"),
        ("reader:x", "there is no engine `reader:x`; did you mean `reader`?"),
        ("openai", "`openai` needs the name of a model: openai:MODEL"),
        ("ollama:", "`ollama` needs the name of a model: ollama:MODEL"),
        ("replay", "`replay` needs a trace: replay:FILE"),
        ("replay:no.jsonl", "no.jsonl: no such file or directory"),
        ("simulated", "`simulated` needs a truthful record: simulated:RECORD"),
        ("simulated:", "`simulated` needs a truthful record: simulated:RECORD"),
        (
            "evil\x07\u202e:m",
            "there is no engine `evil\\x07\\u202e:m`; known here: `anthropic`, `ollama`, `openai`, `reader`, `replay`, `simulated`",
        ),
    ],
)
@pytest.mark.parametrize("option", ["--engine", "--critic"])
def test_an_engine_that_there_is_not(adding, file, no_keys, option, engine, sentence):
    done = adding("repair", file("five.txt", FIVE), option, engine)
    assert done == (2, "", usage("repair", f"Invalid value for '{option}': {sentence}"))


def test_a_truth_that_there_is_not(adding, file):
    done = adding("repair", file("five.txt", FIVE), "--engine", "simulated:no.yaml")
    assert done == (2, "", usage("repair", "no.yaml: there is no such file"))


@pytest.mark.parametrize(
    ("engine", "variable"),
    [("openai:gpt-4o", "OPENAI_API_KEY"), ("anthropic:claude-haiku-4-5", "ANTHROPIC_API_KEY")],
)
@pytest.mark.parametrize("option", ["--engine", "--critic"])
def test_without_its_key_an_engine_has_failed(adding, file, no_keys, option, engine, variable):
    done = adding("repair", file("five.txt", FIVE), option, engine, "--output", "new.jsonl")
    provider = engine.partition(":")[0]
    assert done == (3, "", f"selfcorrect: {provider} needs a key: set {variable}\n")
    assert not Path("new.jsonl").exists()


def test_an_address_of_ones_own(adding, file, no_keys):
    with Provider(RIGHT) as provider:
        done = adding(
            "repair", file("five.txt", FIVE), "--engine", "ollama:hermes3", "--base-url", provider.url
        )
    assert (done.status, done.out) == (0, MADE)
    assert [seen.path for seen in provider.seen] == ["/v1/chat/completions"]


def test_an_address_is_for_models(adding, file):
    done = adding("repair", file("five.txt", FIVE), "--base-url", "http://localhost:1")
    sentence = "Invalid value for '--engine': `reader` is at no address: a base URL is for models"
    assert done == (2, "", usage("repair", sentence))


def test_a_simulation_says_that_it_is_one(adding, file):
    truth = file("truth.yaml", PACK["examples/five.yaml"])
    done = adding("repair", file("five.txt", FIVE), "--engine", f"simulated:{truth}")
    assert done == (
        0,
        RECORD,
        "note: truth.yaml is taken for the truth of a simulation: no model is asked\n"
        "five.txt: accepted at attempt 2 (checks_pass)\n",
    )


def test_the_replies_of_a_trace(adding, file, model):
    provider = model(OFF, RIGHT)
    first = adding("repair", file("five.txt", FIVE), *ASKED, "--trace", "trace.jsonl")
    again = adding("repair", "five.txt", "--engine", "replay:trace.jsonl")
    assert (again, len(provider.seen)) == (first, 2)
    other = adding("repair", file("nine.txt", NINE), "--engine", "replay:trace.jsonl")
    assert other == (
        3,
        "",
        "nine.txt: unresolved, stop (engine_failed): the trace has no reply to request 1 as it is now\n",
    )
