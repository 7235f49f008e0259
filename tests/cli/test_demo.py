"""`selfcorrect demo`: a simulated repair, step by step."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from selfcorrect.cli.examples import examples
from selfcorrect.domain.load import load
from tests.cli.adding import write_pack
from tests.cli.test_repair import usage

SHOWN = """\
A simulation over adding/nine: no model is asked.
Faults: PART_TAKEN_FOR_TOTAL@1
Again: selfcorrect demo nine --domain ./adding --fault PART_TAKEN_FOR_TOTAL@1 --seed 0

--- attempt 1

{
 "first": "4",
 "second": "5",
 "total": "5"
}

error[SUM]: The parts add up to the total: found 5, expected first + second = 9.
 --> nine: total
  |
  = at:       total
  = expected: 9
  = actual:   5
  = see:      the book, page 1
  = rule:     adding/rules.yaml:1:1

note: 1 rule was not evaluated
   = IN_EUROS at total: no model was given to ask

nine: fail, 1 error, 2 of 2 rules evaluated

decision: revise (violations). 1 finding blocks.

--- attempt 2, made from attempt 1

feedback

| Change only what is named below, and leave everything else as it is.
|
| 1. SUM: the parts make 9.

{
 "first": "4",
 "second": "5",
 "total": "9"
}

nine: pass, 2 of 2 rules evaluated

decision: retain (checks_pass). Nothing that blocks was found.

nine: accepted at attempt 2 (checks_pass)
"""
STORY = ("depot", "--fault", "DROPPED_LINE@0", "--fault", "LINE_AMOUNT_TAKEN_FOR_TOTAL@2")
UNFIXABLE = ("depot", "--fault", "LINE_AMOUNT_TAKEN_FOR_TOTAL", "--unfixable")


def attempts(shown):
    """The blocks of each attempt, by its number."""
    parts = re.split(r"^--- attempt (\d+).*$", shown, flags=re.MULTILINE)
    return dict(zip(map(int, parts[1::2]), parts[2::2], strict=True))


def findings(block):
    """Code, expected and actual of every error told in a block."""
    found = re.findall(r"^error\[(\w+)\].*?\n\n", f"{block}\n\n", re.MULTILINE | re.DOTALL)
    sides = [re.findall(rf"^ *= {side}: +(\S+)$", block, re.MULTILINE) for side in ("expected", "actual")]
    return list(zip(found, *sides, strict=True))


def test_it_steps_through_a_repair(adding):
    assert adding("demo", "nine", "--fault", "PART_TAKEN_FOR_TOTAL@1") == (0, SHOWN, "")


def test_without_a_word_it_shows_an_example_of_the_invoices(selfcorrect):
    done = selfcorrect("demo")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("A simulation over invoices/bakery: no model is asked.\nFaults: ")
    assert re.search(r"^bakery: accepted at attempt \d \(checks_pass\)$", done.out, re.MULTILINE)


def test_the_story_of_a_dropped_line_and_a_decoy_total(selfcorrect):
    done = selfcorrect("demo", *STORY)
    told = attempts(done.out)
    assert (done.status, done.err, sorted(told)) == (0, "", [1, 2])
    assert findings(told[1]) == [
        ("LINE_ITEMS_SUM", "31438.02", "17427.84"),
        ("TOTAL_MISMATCH", "37725.62", "700.26"),
    ]
    assert "\ndecision: revise (violations). 2 findings block.\n" in told[1]
    assert "\n| 1. **LINE_ITEMS_SUM**: the amounts of the lines add up to 17427.84" in told[2]
    assert "\n| 2. **TOTAL_MISMATCH**: the total is 700.26, and the other figures make 37725.62.\n" in told[2]
    assert findings(told[2]) == []
    assert done.out.endswith("\n\ndepot: accepted at attempt 2 (checks_pass)\n")


def test_what_is_never_repaired_ends_after_three_attempts(selfcorrect):
    done = selfcorrect("demo", *UNFIXABLE)
    head, best = done.out.split("\n--- the best version: attempt 1\n")
    told = attempts(head)
    assert (done.status, done.err, sorted(told)) == (1, "", [1, 2, 3])
    assert "(the first is never repaired)" in head
    assert [[code for code, _, _ in findings(told[n])] for n in (1, 2, 3)] == [["TOTAL_MISMATCH"]] * 3
    assert told[3].endswith("\ndecision: stop (ceiling). All 3 attempts are used.\n")
    assert findings(best) == findings(told[1])
    assert done.out.endswith(
        "\ndepot: unresolved, stop (ceiling): All 3 attempts are used; best is attempt 1 of 3\n"
    )


def test_what_comes_back_the_same_ends_earlier(adding):
    done = adding("demo", "five", "--fault", "NEGLIGENCE")
    assert (done.status, sorted(attempts(done.out.split("\n--- the best")[0]))) == (1, [1, 2])
    assert done.out.endswith(
        "\nfive: unresolved, stop (converged): Version 2 has the same findings as the one before; "
        "best is attempt 1 of 2\n"
    )


@pytest.mark.parametrize("arguments", [STORY, UNFIXABLE, ("tischlerei", "--seed", "7")])
def test_it_is_the_same_byte_for_byte(tmp_path, arguments):
    folders = ":".join(str(Path(p).resolve()) for p in sys.path)
    shown = [
        subprocess.run(
            [sys.executable, "-m", "selfcorrect", "demo", *arguments],
            capture_output=True,
            check=False,
            cwd=tmp_path,
            env={"PYTHONPATH": folders, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]
    assert shown[0] == shown[1]
    assert b"A simulation over invoices/" in shown[0]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("more", [(), ("--unfixable",), ("--today", "2025-03-01")])
def test_what_it_says_to_run_again_shows_the_same(selfcorrect, seed, more):
    write_pack(Path("my packs") / "adding")
    done = selfcorrect("demo", "--domain", "./my packs/adding", "--seed", str(seed), *more)
    [again] = re.findall(r"^Again: selfcorrect (.*)$", done.out, re.MULTILINE)
    assert selfcorrect(*shlex.split(again)) == done


def test_the_seed_chooses(adding):
    shown = {adding("demo", "--seed", str(seed)).out.split("\n")[0] for seed in range(4)}
    assert shown == {
        "A simulation over adding/five: no model is asked.",
        "A simulation over adding/nine: no model is asked.",
    }


def test_the_day_decides_which_faults_a_record_can_have(selfcorrect):
    later = "LATER:\n  says: It is late.\n  when: year(today()) > 2100\n  remove: total\n  unseen: true\n"
    write_pack(Path("adding"), faults=later)
    shown = [
        selfcorrect("demo", "--domain", "./adding", "--today", day).out.split("\n")[1]
        for day in ("2101-01-01", "2100-01-01")
    ]
    assert shown == ["Faults: LATER@0", "Faults: none that this record can have"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nin"], "Invalid value for 'EXAMPLE': adding has no example 'nin'; did you mean 'nine'?"),
        (["zzz"], "Invalid value for 'EXAMPLE': adding has no example 'zzz'; known here: 'five', 'nine'"),
        (
            ["nine", "--fault", "TOTAL_DOUBLE"],
            "the pack declares no fault `TOTAL_DOUBLE`; did you mean `TOTAL_DOUBLED`?",
        ),
        (
            ["nine", "--fault", "PART_TAKEN_FOR_TOTAL@2"],
            "this record cannot have `PART_TAKEN_FOR_TOTAL@2`: the last is `PART_TAKEN_FOR_TOTAL@1`",
        ),
        (
            ["nine", "--fault", "TOTAL_DOUBLED@first"],
            "`TOTAL_DOUBLED@first` names no injection: write `TOTAL_DOUBLED@0` for the first",
        ),
        (
            ["nine", *["--fault", "TOTAL_DOUBLED"] * 5],
            "a simulation puts at most 4 faults into a record, not 5",
        ),
        (["nine", "--seed", "x"], "Invalid value for '--seed': 'x' is not a valid integer."),
        (["nine", "--today", "x"], "Invalid value for '--today': 'x' is not a day, such as 2025-02-28"),
        (
            ["nine", "--trace", "no/t.jsonl"],
            "Invalid value for '--trace': no/t.jsonl cannot be written: no such file or directory",
        ),
    ],
)
def test_wrong_usage(adding, arguments, sentence):
    assert adding("demo", *arguments) == (2, "", usage("demo", sentence))


def test_a_pack_without_faults(selfcorrect):
    write_pack(Path("adding"))
    Path("adding/faults.yaml").unlink()
    sentence = "the pack `adding` declares no faults to simulate: give it a faults.yaml"
    assert selfcorrect("demo", "--domain", "./adding") == (2, "", usage("demo", sentence))


def test_a_pack_without_examples(sums, selfcorrect):
    sentence = (
        "the pack sums has no example: give it a document and its record of the same name, such as"
        " examples/slip.txt and examples/slip.yaml"
    )
    assert selfcorrect("demo", "--domain", "./sums") == (2, "", usage("demo", sentence))


def test_no_such_pack(selfcorrect):
    done = selfcorrect("demo", "--domain", "invoice")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("error: there is no pack of this name\n --> invoice\n")


def test_an_example_that_is_no_record(adding, file):
    file("adding/examples/nine.yaml", "first: [4\n")
    done = adding("demo", "nine")
    sentence = "adding/examples/nine.yaml:1:8: a [ is never closed, or a comma is missing (close it with ])"
    assert done == (2, "", usage("demo", sentence))


def test_examples_are_documents_with_a_record_beside_them(adding, file):
    for name in ("a.TXT", "a.YAML", "b[1].txt", "b[1].json", "c.yaml", "d.txt", "e.json", "e.yaml"):
        file(f"adding/examples/{name}", "first: 1\n")
    file("adding/examples/c.d/x", "")
    found = examples(load("./adding"))
    assert {name: (one.name, other.name) for name, (one, other) in found.items()} == {
        "a": ("a.TXT", "a.YAML"),
        "b[1]": ("b[1].txt", "b[1].json"),
        "five": ("five.txt", "five.yaml"),
        "nine": ("nine.txt", "nine.yaml"),
    }


def test_every_example_of_the_invoices_can_be_shown(selfcorrect):
    names = list(examples(load("invoices")))
    assert {"bakery", "depot", "shelving"} < set(names)
    assert [name for name in names if selfcorrect("demo", name, "--seed", "1").status not in (0, 1)] == []
