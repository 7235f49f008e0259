"""`selfcorrect repair`: the files it writes, and those that it does not."""

import json
import os
from pathlib import Path

import pytest

from tests.cli.adding import FIVE, WRONG
from tests.cli.test_repair import NINE, OFF, RECORD, usage


def test_records_go_to_their_file(adding, file):
    done = adding("repair", file("five.txt", FIVE), file("n.txt", NINE), "--output", "records.jsonl")
    assert (done.status, done.out) == (0, "")
    assert Path("records.jsonl").read_text() == RECORD + '{"first": "4", "second": "5", "total": "9"}\n'


def test_a_trace_is_private(adding, file):
    assert adding("repair", file("five.txt", FIVE), "--trace", "trace.jsonl").status == 0
    lines = [json.loads(line) for line in Path("trace.jsonl").read_text().splitlines()]
    assert [line["event"] for line in lines] == ["start", "request", "reply", "attempt", "outcome"]
    assert Path("trace.jsonl").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("option", ["--output", "--unresolved", "--trace"])
@pytest.mark.parametrize(
    ("name", "why"), [("nosuch/x.jsonl", "no such file or directory"), ("adding", "is a directory")]
)
def test_what_cannot_be_written(adding, file, option, name, why):
    done = adding("repair", file("five.txt", FIVE), option, name)
    assert done == (
        2,
        "",
        usage("repair", f"Invalid value for '{option}': {name} cannot be written: {why}"),
    )


FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    ("option", "name"), [("--output", "five.txt"), ("--unresolved", "wrong.txt"), ("--trace", "five.txt")]
)
def test_a_disk_that_is_full(adding, file, option, name):
    file("five.txt", FIVE)
    file("wrong.txt", WRONG)
    assert adding("repair", name, option, "/dev/full") == (
        2,
        "",
        "selfcorrect: the output cannot be written: no space left on device\n",
    )


LOST = "is read, and would be lost"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--output", "off.json"], f"'--output': off.json {LOST}"),
        (["--unresolved", "./off.json"], f"'--unresolved': ./off.json {LOST}"),
        (["--trace", "link.json"], f"'--trace': link.json {LOST}"),
        (["--output", "five.txt"], f"'--output': five.txt {LOST}"),
        (["--output", "new", "--unresolved", "./new"], "'--unresolved': ./new is where --output goes"),
        (
            ["--unresolved", "new", "--trace", "adding/../new"],
            "'--trace': adding/../new is where --unresolved goes",
        ),
    ],
)
def test_nothing_is_written_over_what_is_read_or_written(adding, file, options, sentence):
    file("off.json", OFF)
    file("five.txt", FIVE)
    Path("link.json").symlink_to("off.json")
    done = adding("repair", "off.json", "--document", "five.txt", *options)
    assert done == (2, "", usage("repair", f"Invalid value for {sentence}"))
    assert (Path("off.json").read_text(), Path("five.txt").read_text()) == (OFF, FIVE)
    assert not Path("new").exists()


@pytest.mark.skipif(os.name == "nt", reason="a device of Unix")
def test_a_device_takes_any_number(adding, file):
    done = adding("repair", file("five.txt", FIVE), "--output", "/dev/null", "--unresolved", "/dev/null")
    assert done == (0, "", "five.txt: accepted at attempt 1 (checks_pass)\n")
