"""`selfcorrect repair`, offline: what goes where, what is told, and how it ends."""

import json
from pathlib import Path

import pytest

from tests.cli.adding import FIVE, WRONG, write_pack

RECORD = '{"first": "2", "second": "3", "total": "5"}\n'
OFF = '{"first": 2, "second": 3, "total": 6}'
NINE = "First: 4\nSecond: 5\nTotal: 9 EUR\n"

UNRESOLVED = """\
error[SUM]: The parts add up to the total: found 6, expected first + second = 5.
 --> wrong.txt:3:8
  |
3 | Total: 6 EUR
  |        ^
  = at:       total
  = expected: 5
  = actual:   6
  = see:      the book, page 1
  = rule:     adding/rules.yaml:1:1

note: 1 rule was not evaluated
   = IN_EUROS at total: no model was given to ask

wrong.txt: fail, 1 error, 2 of 2 rules evaluated

"""
LINE = (
    "wrong.txt: unresolved, stop (converged): Version 2 has the same findings as the one before; "
    "best is attempt 1 of 2\n"
)
NEEDS_A_DOCUMENT = "the reader has nothing to read: give the document of the record"


def usage(command, sentence):
    """What click says of wrong usage."""
    rest = "FILE..." if command in ("repair", "check") else "TRACE" if command == "replay" else "[EXAMPLE]"
    return (
        f"Usage: selfcorrect {command} [OPTIONS] {rest}\n"
        f"Try 'selfcorrect {command} --help' for help.\n\nError: {sentence}\n"
    )


def test_a_document_that_is_accepted(adding, file):
    done = adding("repair", file("five.txt", FIVE))
    assert done == (0, RECORD, "five.txt: accepted at attempt 1 (checks_pass)\n")


def test_what_is_unresolved_is_told_with_its_violations(adding, file):
    assert adding("repair", file("wrong.txt", WRONG)) == (1, "", UNRESOLVED + LINE)


def test_what_is_unresolved_goes_to_its_file(adding, file, schema):
    done = adding("repair", file("wrong.txt", WRONG), "--unresolved", "left.jsonl")
    assert done == (1, "", LINE)
    lines = Path("left.jsonl").read_text().splitlines()
    report = json.loads(lines[0])
    head = {"format": 1, "tool": {"name": "selfcorrect", "version": "0"}, "domain": None, "errors": []}
    schema.validate({**head, "reports": [report]})
    assert (len(lines), report["source"], report["verdict"]) == (1, "wrong.txt", "fail")
    assert report["candidate"] == {"first": "2", "second": "3", "total": "6"}
    assert [(v["code"], v["path"], v["expected"], v["actual"]) for v in report["violations"]] == [
        ("SUM", "total", "5", "6")
    ]
    assert report["outcome"] == {
        "decision": "stop",
        "reason": "converged",
        "because": ["Version 2 has the same findings as the one before."],
        "version": 1,
        "attempts": 2,
        "failures": [],
    }


def test_the_schema_looks_at_the_outcome(schema):
    report: dict[str, object] = {
        "source": "x",
        "verdict": "fail",
        "coverage": "1",
        "candidate": None,
        "violations": [],
        "not_evaluated": [],
    }
    head = {"format": 1, "tool": {"name": "selfcorrect", "version": "0"}, "domain": None, "errors": []}
    assert schema.is_valid({**head, "reports": [report]})
    assert not schema.is_valid({**head, "reports": [{**report, "outcome": {"decision": "stop"}}]})


def test_several_files_one_of_which_cannot_be_read(adding, file):
    done = adding(
        "repair", file("five.txt", FIVE), "nosuch.txt", file("wrong.txt", WRONG), file("n.txt", NINE)
    )
    assert done.status == 2
    assert done.out == RECORD + '{"first": "4", "second": "5", "total": "9"}\n'
    assert done.err == (
        "five.txt: accepted at attempt 1 (checks_pass)\n"
        "error[UNREADABLE]: nosuch.txt: there is no such file\n"
        "\n" + UNRESOLVED + LINE + "n.txt: accepted at attempt 1 (checks_pass)\n"
        "3 inputs: 2 accepted, 1 unresolved; 4 attempts; 1 could not be used\n"
    )


def test_a_file_that_cannot_be_read_alone(adding):
    assert adding("repair", "nosuch.txt") == (
        2,
        "",
        "error[UNREADABLE]: nosuch.txt: there is no such file\n",
    )


@pytest.mark.parametrize(
    ("files", "status", "counts"),
    [
        (["five.txt", "five.txt"], 0, "2 inputs: 2 accepted; 2 attempts"),
        (["five.txt", "wrong.txt"], 1, "2 inputs: 1 accepted, 1 unresolved; 3 attempts"),
        (["wrong.txt", "five.txt"], 1, "2 inputs: 1 accepted, 1 unresolved; 3 attempts"),
        (["no.txt", "wrong.txt"], 2, "1 input: 0 accepted, 1 unresolved; 2 attempts; 1 could not be used"),
        (["wrong.txt", "no.txt"], 2, "1 input: 0 accepted, 1 unresolved; 2 attempts; 1 could not be used"),
        (["off.json", "no.txt"], 3, "1 input: 0 accepted, 1 unresolved; 1 attempt; 1 could not be used"),
        (["no.txt", "off.json"], 3, "1 input: 0 accepted, 1 unresolved; 1 attempt; 1 could not be used"),
        (["off.json", "wrong.txt"], 3, "2 inputs: 0 accepted, 2 unresolved; 3 attempts"),
    ],
)
def test_the_highest_status_wins(adding, file, files, status, counts):
    file("five.txt", FIVE)
    file("wrong.txt", WRONG)
    file("off.json", OFF)
    done = adding("repair", *files)
    assert (done.status, done.err.splitlines()[-1]) == (status, counts)


def test_a_record_is_repaired_from_its_document(adding, file):
    done = adding("repair", file("off.json", OFF), "--document", file("five.txt", FIVE))
    assert done == (0, RECORD, "off.json: accepted at attempt 2 (checks_pass)\n")


def test_a_record_that_is_right_needs_no_document(adding, file):
    done = adding("repair", file("right.json", '{"first": 2, "second": 3, "total": 5}'))
    assert done == (
        0,
        '{"first": "2", "second": "3", "total": "5"}\n',
        "right.json: accepted at attempt 1 (checks_pass)\n",
    )


def test_records_one_a_line(adding, file):
    lines = '{"first": "2", "second": "3", "total": "5"}\n{"first": \n{"first": "4", "second": "5", "total": "9"}\n'
    done = adding("repair", file("many.jsonl", lines))
    assert done == (
        2,
        '{"first": "2", "second": "3", "total": "5"}\n{"first": "4", "second": "5", "total": "9"}\n',
        "many.jsonl:1: accepted at attempt 1 (checks_pass)\n"
        "error[BAD_JSON]: many.jsonl:2: this is not JSON at column 11: expecting value\n"
        "many.jsonl:3: accepted at attempt 1 (checks_pass)\n"
        "2 inputs: 2 accepted; 2 attempts; 1 could not be used\n",
    )


@pytest.mark.parametrize("record", ["null", "[]", "7", '"five"', "{}"])
def test_what_is_no_record_of_this_kind_is_not_accepted(adding, file, record):
    done = adding("repair", file("x.json", record), "--as", "record")
    assert (done.status, done.out) == (3, "")
    assert done.err.splitlines()[-1] == (
        f"x.json: unresolved, stop (engine_failed): {NEEDS_A_DOCUMENT}; best is attempt 1 of 1"
    )


@pytest.mark.parametrize(
    ("options", "name"),
    [(["--as", "document"], "<stdin>"), (["--stdin-filename", "in.txt"], "in.txt")],
)
def test_standard_input(adding, options, name):
    done = adding("repair", "-", *options, stdin=FIVE.encode())
    assert done == (0, RECORD, f"{name}: accepted at attempt 1 (checks_pass)\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["-"], "add --as or --stdin-filename to say what standard input is"),
        (["-", "-", "--as", "document"], "standard input can be read only once"),
        ([], "Missing argument 'FILE...'."),
        (["x.txt", "y.txt", "--document", "z.txt"], "--document goes with one FILE that holds one record"),
        (["x.json", "--document", "no.txt"], "--document no.txt: there is no such file"),
        (
            ["x.txt", "--today", "soon"],
            "Invalid value for '--today': 'soon' is not a day, such as 2025-02-28",
        ),
        (["x.txt", "--attempts", "0"], "Invalid value for '--attempts': 0 is not in the range 1<=x<=100."),
        (
            ["x.txt", "--concurrency", "0"],
            "Invalid value for '--concurrency': 0 is not in the range 1<=x<=256.",
        ),
    ],
)
def test_wrong_usage(adding, arguments, sentence):
    assert adding("repair", *arguments) == (2, "", usage("repair", sentence))


def test_a_pack_with_a_mistake(selfcorrect, file):
    write_pack(Path("adding"), rules="SUM:\n  says: It adds up.\n  check: first + secnd == total\n")
    done = selfcorrect("repair", file("five.txt", FIVE), "--domain", "./adding")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("error: ")
    assert "adding/rules.yaml:3:18" in done.err


def test_one_attempt_is_the_first_candidate(adding, file):
    done = adding("repair", file("off.json", OFF), "--document", file("five.txt", FIVE), "--attempts", "1")
    assert (done.status, done.out) == (1, "")
    assert done.err.splitlines()[-1] == (
        "off.json: unresolved, stop (ceiling): The only attempt is used; best is attempt 1 of 1"
    )


def test_bytes_that_are_not_utf8_are_noted(adding, file):
    done = adding("repair", file("five.txt", FIVE.encode() + b"\xa9 Br\xfche\n"))
    assert (done.status, done.out) == (0, RECORD)
    assert done.err == (
        "note: five.txt: this is not UTF-8; it was read as Windows-1252\n"
        "five.txt: accepted at attempt 1 (checks_pass)\n"
    )
