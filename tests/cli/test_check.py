"""`selfcorrect check`: what it says, and how it ends."""

import json

import pytest

GOOD = '{"a": 1, "b": 2, "total": 3}'
BAD = '{"a": 1, "b": 2, "total": 4}'
WORDY = '{"a": 1, "b": 2, "total": 3, "note": "far too long a note"}'
EMPTY = '{"total": 3}'

FAILED = """\
error[SUM]: The parts add up to the total: found 4, expected a + b = 3.
 --> bad.json: total
  |
  = at:       total
  = expected: 3
  = actual:   4
  = see:      the book, page 1
  = rule:     sums/rules.yaml:1:1

bad.json: fail, 1 error, 1 of 1 rule evaluated
"""


def test_a_record_that_passes_is_one_line(sums, file):
    assert sums(file("good.json", GOOD)) == (0, "good.json: pass, 1 of 1 rule evaluated\n", "")


def test_a_record_that_fails_is_a_block(sums, file):
    assert sums(file("bad.json", BAD)) == (1, FAILED, "")


def test_files_are_checked_in_order_and_counted(sums, file):
    done = sums(file("good.json", GOOD), "nosuch.json", file("bad.json", BAD), file("again.json", GOOD))
    assert done.status == 2
    assert done.out == (
        "good.json: pass, 1 of 1 rule evaluated\n\n"
        + FAILED
        + "\nagain.json: pass, 1 of 1 rule evaluated\n"
        + "3 checked: 2 pass, 1 fail; 1 error; 3 of 3 rules evaluated; 1 could not be checked\n"
    )
    assert done.err == "error[UNREADABLE]: nosuch.json: there is no such file\n"


def test_json_lines_name_the_line_and_do_not_stop(sums, file):
    lines = "\n".join([GOOD, "", "{", BAD.replace("}", ', "a": 5}'), WORDY, BAD])
    done = sums(file("many.jsonl", lines), "--format", "json")
    data = json.loads(done.out)
    assert done.status == 2
    assert [(r["source"], r["verdict"]) for r in data["reports"]] == [
        ("many.jsonl:1", "pass"),
        ("many.jsonl:5", "pass"),
        ("many.jsonl:6", "fail"),
    ]
    assert data["errors"] == [
        {
            "source": "many.jsonl:3",
            "code": "BAD_JSON",
            "message": "this is not JSON at column 2: expecting property name enclosed in double quotes",
        },
        {
            "source": "many.jsonl:4",
            "code": "DUPLICATE_KEY",
            "message": 'the key "a" stands twice in one object',
        },
    ]


def test_of_many_records_those_that_pass_are_only_counted(sums, file):
    done = sums(file("many.jsonl", f"{GOOD}\n" * 1200))
    assert done == (0, "1,200 checked: 1,200 pass; 1,200 of 1,200 rules evaluated\n", "")


def test_jsonl_is_a_report_a_line(sums, file):
    done = sums(file("good.json", GOOD), file("bad.json", BAD), "--format", "jsonl")
    assert [json.loads(line)["verdict"] for line in done.out.splitlines()] == ["pass", "fail"]


def test_the_json_says_who_checked_and_fits_its_schema(sums, file, schema):
    done = sums(file("bad.json", BAD), "nosuch.txt", "--format", "json")
    data = json.loads(done.out)
    schema.validate(data)
    assert data["domain"].keys() == {"name", "version", "digest"}
    assert (data["domain"]["name"], data["domain"]["version"]) == ("sums", "2.1.0")
    assert [r["violations"][0]["code"] for r in data["reports"]] == ["SUM"]
    assert [e["code"] for e in data["errors"]] == ["UNREADABLE"]


@pytest.mark.parametrize(
    ("record", "options", "status"),
    [
        (GOOD, [], 0),
        (BAD, [], 1),
        (BAD, ["--fail-on", "hint"], 1),
        (BAD, ["--fail-on", "never"], 0),
        (WORDY, [], 0),
        (WORDY, ["--fail-on", "warning"], 1),
        (WORDY, ["--fail-on", "never"], 0),
        (EMPTY, [], 1),
        (EMPTY, ["--allow-unverified"], 0),
        (EMPTY, ["--fail-on", "never"], 0),
        (BAD, ["--allow-unverified"], 1),
    ],
)
def test_exit_status(sums, file, record, options, status):
    assert sums(file("x.json", record), *options).status == status


def test_yaml_records_keep_their_text(sums, file):
    done = sums(file("x.yaml", "a: 0.10\nb: 0.2\ntotal: 0.30\nnote: NO\n"), "--format", "jsonl")
    assert json.loads(done.out)["candidate"] == {"a": "0.10", "b": "0.2", "total": "0.30", "note": "NO"}
    assert done.status == 0


def test_json_numbers_are_exact(sums, file):
    exact = '{"a": 0.1, "b": 0.2, "total": 0.3}'
    done = sums(file("x.json", exact), "--format", "jsonl")
    assert (done.status, json.loads(done.out)["candidate"]["a"]) == (0, "0.1")


def test_a_list_of_records(sums, file):
    done = sums(file("x.json", f"[{GOOD}, {BAD}]"), "--format", "jsonl")
    assert [json.loads(line)["source"] for line in done.out.splitlines()] == ["x.json[0]", "x.json[1]"]


def test_standard_input_is_what_it_is_said_to_be(sums):
    assert sums("-", "--as", "record", stdin=GOOD.encode()).out == "<stdin>: pass, 1 of 1 rule evaluated\n"
    done = sums("-", "--stdin-filename", "in.jsonl", stdin=f"{GOOD}\n{BAD}".encode())
    assert "in.jsonl:2: fail" in done.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-"], "Error: add --as or --stdin-filename to say what standard input is"),
        (["-", "-", "--as", "record"], "Error: standard input can be read only once"),
        (
            ["x.json", "--today", ""],
            "Error: Invalid value for '--today': '' is not a day, such as 2025-02-28",
        ),
        (
            ["x.json", "--today", "2025-02-30"],
            "Error: Invalid value for '--today': '2025-02-30' is not a day, such as 2025-02-28",
        ),
        (
            ["x.json", "y.json", "--document", "z.txt"],
            "Error: --document goes with one FILE that holds one record",
        ),
        (["x.txt", "--document", "z.txt"], "Error: --document goes with one FILE that holds one record"),
        (["x.json", "--document", "z.txt"], "Error: --document z.txt: there is no such file"),
    ],
)
def test_wrong_usage(sums, arguments, message):
    done = sums(*arguments)
    assert (done.status, done.out, done.err.splitlines()[-1]) == (2, "", message)


def test_a_pack_with_mistakes(sums, file, tmp_path, schema):
    rules = tmp_path / "sums" / "rules.yaml"
    rules.write_text(rules.read_text().replace("a + b == total", "a + bb == total"))
    done = sums(file("good.json", GOOD))
    assert (done.status, done.out) == (2, "")
    assert done.err.splitlines()[1:5] == [
        " --> sums/rules.yaml:3:14",
        "  |",
        "3 |   check: a + bb == total",
        "  |              ^^",
    ]
    told = sums("good.json", "--format", "json")
    data = json.loads(told.out)
    schema.validate(data)
    assert (told.status, data["domain"], data["reports"], [e["code"] for e in data["errors"]]) == (
        2,
        None,
        [],
        ["BAD_PACK"],
    )


def test_an_unknown_pack(selfcorrect, file):
    done = selfcorrect("check", file("x.json", GOOD), "--domain", "invoice")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("error: there is no pack of this name\n --> invoice\n")


def test_a_pack_that_cannot_read_documents(sums, file):
    done = sums(file("x.txt", "a 1"))
    assert done.err == "error[BAD_PACK]: x.txt: the pack `sums` cannot read documents\n"
    assert done.status == 2


def test_a_document_cannot_move_the_cursor(selfcorrect, file):
    text = "Invoice no: 7\x1b[2J\nDate: 2025-02-02\n2 x Nut\x1b[31m @ 1.00 EUR = 9.00 EUR\nTotal: 9.00 EUR\n"
    for form in ("text", "json", "jsonl"):
        done = selfcorrect("check", file("x.txt", text), "--domain", "invoices", "--format", form)
        assert "\x1b" not in done.out + done.err
