"""`--critic`: whom to ask what only a model can say, with `check` and with `repair`."""

import json

import pytest

from tests.cli.adding import FIVE
from tests.cli.test_repair import RECORD
from tests.engines.provider import error, text

ASKED = ("--critic", "openai:m")
QUESTION = "1. Is 5 an amount of euros?"
DENIED = """\
error[IN_EUROS]: The total is an amount of euros. A model that was asked says it does not hold: the document has "5 EUR".
 --> five.txt:3:8
  |
3 | Total: 5 EUR
  |        ^
  = at:       total
  = actual:   5
  = evidence: E1, a reason to look and no proof
  = rule:     adding/rules.yaml:19:1

unverified: nothing can be concluded
   = IN_EUROS objects, without proof.

five.txt: unverified, 1 error, 2 of 2 rules evaluated
"""


def answer(verdict, quote):
    return text("openai", json.dumps({"answers": [{"question": 1, "verdict": verdict, "quote": quote}]}))


def prompts(provider):
    return [str(seen.body["messages"][0]["content"]) for seen in provider.seen]


def test_check_asks_once_a_document(adding, file, model):
    provider = model(answer("holds", "5 EUR"))
    done = adding("check", file("a.txt", FIVE), file("b.txt", FIVE), *ASKED, "--format", "jsonl")
    assert (done.status, done.err) == (0, "")
    reports = [json.loads(line) for line in done.out.splitlines()]
    assert [(r["verdict"], r["violations"], r["not_evaluated"]) for r in reports] == [("pass", [], [])] * 2
    assert [(FIVE in asked, asked.count(QUESTION)) for asked in prompts(provider)] == [(True, 1)] * 2


def test_what_a_model_denies_is_not_proved(adding, file, model):
    model(answer("does not hold", "5 EUR"))
    done = adding("check", file("five.txt", FIVE), *ASKED)
    assert done == (1, DENIED, "")


OPEN = [
    (answer("holds", "in euros"), "the model's answer does not count: what it quotes is not in the document"),
    (
        answer("does not hold", "First"),
        "the model's answer does not count: what it quotes is not where the value stands",
    ),
    (answer("cannot tell", ""), "the model cannot tell"),
    (text("openai", '{"answers": []}'), "the model gave no answer"),
]


@pytest.mark.parametrize(("given", "why"), OPEN)
def test_an_answer_that_does_not_count_is_told(adding, file, model, given, why):
    model(given)
    note = f"note: five.txt: IN_EUROS stays open: {why}\n"
    file("five.txt", FIVE)
    assert adding("check", "five.txt", *ASKED) == (0, "five.txt: pass, 2 of 2 rules evaluated\n", note)
    line = "five.txt: accepted at attempt 1 (checks_pass), 18 tokens, cost unknown\n"
    assert adding("repair", "five.txt", *ASKED) == (0, RECORD, note + line)


def test_a_record_has_no_document_to_quote_from(adding, file, model):
    provider = model(answer("holds", "5 EUR"))
    done = adding("check", file("five.json", '{"first": 2, "second": 3, "total": 5}'), *ASKED)
    assert done == (
        0,
        "five.json: pass, 2 of 2 rules evaluated\n",
        "note: five.json: IN_EUROS stays open: no document was given to quote from\n",
    )
    assert provider.seen == []


@pytest.mark.parametrize(
    ("failure", "times", "said"),
    [
        (error("openai", 400, "no \x1b[31m\x07"), 1, "openai refused the request with 400 (no [31m)"),
        (error("openai", 500, "no"), 4, "openai: 500, the server failed (no)"),
    ],
)
def test_an_engine_that_fails(adding, file, model, failure, times, said):
    provider = model(failure)
    file("five.txt", FIVE)
    note = f"note: five.txt: {said}\n"
    assert adding("check", "five.txt", *ASKED) == (3, "five.txt: pass, 2 of 2 rules evaluated\n", note)
    assert len(provider.seen) == times
    done = adding("repair", "five.txt", *ASKED)
    assert (done.status, done.out) == (3, RECORD)
    assert done.err.startswith(f"{note}five.txt: accepted at attempt 1 (checks_pass)")
    assert len(provider.seen) == 2 * times


def test_a_failure_goes_beside_json(adding, file, model):
    model(error("openai", 400, "no"))
    done = adding("check", file("five.txt", FIVE), *ASKED, "--format", "json")
    said = "openai refused the request with 400 (no)"
    assert (done.status, done.err) == (3, f"note: five.txt: {said}\n")
    assert json.loads(done.out)["reports"][0]["not_evaluated"] == [
        {
            "code": "IN_EUROS",
            "path": "total",
            "reason": f"the model that was asked gave no answer: {said}",
        }
    ]


def test_a_failure_and_a_file_that_cannot_be_used(adding, file, model):
    model(error("openai", 400, "no"))
    assert adding("check", file("five.txt", FIVE), "nosuch.txt", *ASKED).status == 3
    assert adding("check", "nosuch.txt", "five.txt", *ASKED).status == 3


def test_repair_does_not_accept_what_is_denied(adding, file, model):
    provider = model(answer("does not hold", "5 EUR"))
    done = adding("repair", file("five.txt", FIVE), *ASKED)
    line = (
        "five.txt: not accepted, inspect (unsupported_objection): IN_EUROS objects at total, without proof; "
        "attempt 1 of 1, 18 tokens, cost unknown\n"
    )
    assert done == (1, "", f"{DENIED}\n{line}")
    assert len(provider.seen) == 1


def test_repair_asks_once_an_attempt(adding, file, model):
    replies = {"Questions:": answer("holds", "5 EUR")}
    candidates = iter(('{"first": 2, "second": 3, "total": 6}', '{"first": 2, "second": 3, "total": 5}'))

    def by(body):
        asked = str(body["messages"][0]["content"])
        return replies["Questions:"] if "Questions:" in asked else text("openai", next(candidates))

    provider = model(by=by)
    done = adding("repair", file("five.txt", FIVE), "--engine", "openai:m", *ASKED)
    assert (done.status, done.err) == (
        0,
        "five.txt: accepted at attempt 2 (checks_pass), 72 tokens, cost unknown\n",
    )
    assert ["Questions:" in asked for asked in prompts(provider)] == [False, True, False, True]


@pytest.mark.parametrize("command", ["check", "repair"])
def test_without_a_critic_nobody_is_asked(adding, file, model, command):
    provider = model(answer("holds", "5 EUR"))
    assert adding(command, file("five.txt", FIVE)).status == 0
    assert provider.seen == []


@pytest.mark.parametrize("command", ["check", "repair"])
def test_the_reader_answers_no_questions(adding, file, command):
    done = adding(command, file("five.txt", FIVE), "--critic", "reader")
    assert done.status == 3
    assert done.err.startswith("note: five.txt: the reader answers no questions: a model has to be asked\n")


def test_a_simulated_critic_says_that_it_is_one(adding, file):
    truth = file("truth.yaml", "first: 2\nsecond: 3\ntotal: 5\n")
    done = adding("check", file("five.txt", FIVE), "--critic", f"simulated:{truth}")
    assert done == (
        0,
        "five.txt: pass, 2 of 2 rules evaluated\n",
        "note: truth.yaml is taken for the truth of a simulation: no model is asked\n",
    )
