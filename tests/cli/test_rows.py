"""Files and folders of rows on the command line."""

import json
import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.domain.ledger_pack import READER, RULES, write_pack

PLAN = "id,state,start,finish,needs\nA,x,2025-03-01,2025-03-02,\nB,x,2025-03-03,2025-03-04,A\n"
WRONG = PLAN.replace("03-04,A", "03-01,A; Z")


@pytest.fixture
def jobs(selfcorrect, tmp_path) -> Callable[..., object]:
    """`selfcorrect COMMAND … --domain ./jobs`."""
    write_pack(tmp_path / "jobs")

    def command(name: str, *arguments: str, stdin: bytes = b"") -> object:
        return selfcorrect(name, *arguments, "--domain", "./jobs", stdin=stdin)

    return command


FOUND = """\
error[UNKNOWN_REFERENCE]: `depends_on` should name a row of `tasks` (tasks 2, B, depends_on 2).
 --> {name}:3:30
  |
3 | B,x,2025-03-03,2025-03-01,A; Z
  |                              ^
  = at:    tasks[1].depends_on[1]
  = value: Z
  = rule:  jobs/pack.yaml:28:7

error[FINISH_BEFORE_START]: A job starts before it is finished (tasks 2, B).
 --> {name}:3:16
  |
3 | B,x,2025-03-03,2025-03-01,A; Z
  |                ^^^^^^^^^^
  = at:    tasks[1].finish
  = value: 2025-03-01
  = rule:  jobs/rules.yaml:1:1

note: 1 rule was not evaluated
   = DONE_FIRST at tasks[1].status: need.status is not known

{source}: fail, 2 errors, 1 of 2 rules evaluated (coverage 0.5)
"""


def test_a_file_is_one_candidate(jobs, file):
    assert jobs("check", file("plan.csv", PLAN)) == (0, "plan.csv: pass, 2 of 2 rules evaluated\n", "")
    done = jobs("check", file("plan.csv", WRONG))
    assert done == (1, FOUND.format(name="plan.csv", source="plan.csv"), "")


def test_a_folder_is_one_candidate(jobs, file):
    file("plan/a.csv", WRONG)
    done = jobs("check", "plan")
    assert done == (1, FOUND.format(name="plan/a.csv", source="plan"), "")


def test_many_files_are_many_candidates(jobs, file):
    done = jobs("check", file("a.csv", PLAN), file("b.csv", PLAN))
    assert done == (
        0,
        "a.csv: pass, 2 of 2 rules evaluated\nb.csv: pass, 2 of 2 rules evaluated\n"
        "2 checked: 2 pass; 4 of 4 rules evaluated\n",
        "",
    )


def test_standard_input(jobs):
    passes = (0, "plan.csv: pass, 2 of 2 rules evaluated\n", "")
    assert jobs("check", "-", "--stdin-filename", "plan.csv", stdin=PLAN.encode()) == passes
    assert jobs("check", "-", "--as", "rows", "--stdin-filename", "plan.csv", stdin=PLAN.encode()) == passes
    done = jobs("check", "-", "--as", "rows", stdin=PLAN.encode())
    assert (done.status, done.err.splitlines()[-1]) == (
        2,
        "Error: add --stdin-filename to say how the rows of standard input are written",
    )


def test_a_record_is_still_the_candidate_itself(jobs, file):
    record = file("plan.json", '{"tasks": [{"id": "A", "depends_on": ["b"]}, {"id": "B"}]}')
    assert jobs("check", record).status == 1
    codes = [one["code"] for one in _json(jobs("check", record, "--as", "record", "--format", "json"))]
    assert codes == ["UNKNOWN_REFERENCE"]
    assert _json(jobs("check", record, "--format", "json")) == []


def _json(done):
    return json.loads(done.out)["reports"][0]["violations"]


def test_another_reader(jobs, file):
    other = file("other.yaml", READER.replace("needs", "after"))
    plan = file("plan.csv", PLAN.replace("needs", "after"))
    warned = jobs("check", plan)
    assert "The column `after` is not read (1 row has it)." in warned.out
    assert jobs("check", plan, "--reader", other) == (0, "plan.csv: pass, 2 of 2 rules evaluated\n", "")
    bad = jobs("check", plan, "--reader", file("bad.yaml", "file: {form: row}\n"))
    assert bad == (
        2,
        "",
        "error: `form` is one of `text`, `rows`, not `row`\n --> bad.yaml:1:14\n  |\n"
        "1 | file: {form: row}\n  |              ^^^\n  = help: did you mean `rows`?\n",
    )


REFUSED = [
    ("plan.txt", "a", (), "NOT_ACCEPTED", "this pack reads .csv .json .jsonl .yaml .md, not .txt; export it as one of these"),
    ("plan.tsv", "a", (), "UNKNOWN_FORM", "the extension .tsv does not say what this is; add --as rows, record or records"),
    ("plan.lst", "a", (), "UNKNOWN_FORM", "the extension .lst does not say what this is; call it by how its rows are written, such as .csv or .md, or add --as record or records"),
    ("plan.csv", "id\n", (), "NO_ROWS", "there are headings in this, and no row under them"),
    ("plan.foo", "id\n1\n", ("--as", "rows"), "UNKNOWN_FORM", "rows are read from .yaml .yml .json .jsonl .ndjson .csv .tsv .md .markdown, and this has the extension .foo"),
    ("plan.csv", b"\x89PNG\r\n", (), "NOT_TEXT", "this is a picture; it needs text recognition first"),
    ("plan.csv", "id\n1\n", ("--as", "document"), "BAD_PACK", "the pack `jobs` reads rows, and no documents"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content", "more", "code", "sentence"), REFUSED)
def test_what_is_turned_away(jobs, file, name, content, more, code, sentence):
    done = jobs("check", file(name, content), *more)
    assert (done.status, done.err) == (2, f"error[{code}]: {name}: {sentence}\n")


def test_folders_that_are_turned_away(jobs, sums, file):
    file("plan/note.txt", "a")
    done = jobs("check", "plan")
    assert done.err == "error[NO_ROWS]: plan: no file in this folder holds a row\n"
    assert sums("plan").err == "error[UNREADABLE]: plan: this is a folder; name the files in it\n"
    assert jobs("check", "plan", "--as", "record").err == (
        "error[UNREADABLE]: plan: this is a folder; name the files in it\n"
    )
    done = sums("plan", "--as", "rows")
    said = "error[NOT_ACCEPTED]: plan: this pack reads no rows; --reader names a reader.yaml that does\n"
    assert (done.status, done.err) == (2, said)


def test_an_encoding_that_was_guessed_is_noted(jobs, file):
    done = jobs("check", file("plan.csv", "id,title\nA,Caf\xe9\n".encode("cp1252")))
    assert done.err == "note: plan.csv: this is not UTF-8; it was read as Windows-1252\n"


def test_how_rows_were_read(jobs, file):
    done = jobs("check", file("plan.csv", "ID,State\nA,todo\nB,x\n"), "--explain-reading")
    assert done.out.split("\n\n")[0] == (
        "tasks[].id: the first of its columns that says something in a row\n"
        "  * 2 rows  column `ID`, 2:1, loss 0\n"
        "tasks[].status: the first of its columns that says something in a row\n"
        "  * 2 rows  column `State`, 2:3, loss 0\n"
        "not read: tasks[].title, tasks[].parent, tasks[].depends_on, tasks[].start, tasks[].finish, "
        "tasks[].changed, tasks[].criteria_total, tasks[].criteria_met"
    )


def test_rows_start_a_repair_and_are_read_in_one_way(jobs, file):
    done = jobs("repair", file("plan.csv", PLAN))
    assert done.status == 0
    assert json.loads(done.out)["tasks"][1]["depends_on"] == ["A"]
    assert done.err == "plan.csv: accepted at attempt 1 (checks_pass)\n"
    done = jobs("repair", file("wrong.csv", WRONG.replace("2025-03-02", "03/04/2025")))
    assert (done.status, done.out) == (1, "")
    assert done.err.splitlines()[0] == (
        "note: wrong.csv: `tasks[0].finish` can be read as 2025-04-03 or 2025-03-04, and nothing decides which."
    )
    assert done.err.splitlines()[-1] == (
        "wrong.csv: unresolved, stop (converged): Version 2 has the same findings as the one before; "
        "best is attempt 1 of 2"
    )


def test_a_document_is_no_start_for_a_repair_of_rows(jobs, file):
    done = jobs("repair", file("plan.txt", "A waits for B"), "--as", "document")
    assert (done.status, done.out) == (3, "")
    assert "this pack reads rows, and makes no record of a document" in done.err


def test_cases_of_a_pack_may_be_files_and_folders_of_rows(selfcorrect, tmp_path, file):
    cases = """\
cases:
  - name: a file
    document: examples/plan.csv
    reads: {"tasks[1].depends_on[0]": A, "tasks[0].start": 2025-03-01}
    finds: []
  - name: a folder
    document: examples/plan
    reads: {"tasks[0].id": one}
    finds:
      - {code: UNREAD_COLUMN, at: "tasks[0]", severity: warning}
      - {code: UNKNOWN_PARENT, at: "tasks[0].parent"}
"""
    write_pack(tmp_path / "jobs", rules=RULES.split("CRITERIA_LEFT")[0])
    file("jobs/examples/plan.csv", PLAN)
    file("jobs/examples/plan/one.md", "---\nparent: two\nodd: x\n---\n")
    file("jobs/cases/rows.yaml", cases)
    done = selfcorrect("pack", "test", "./jobs")
    assert done.out.splitlines()[-1] == "jobs: 2 cases, 0 injections of 0 faults, all as declared"
    assert selfcorrect("pack", "lint", "./jobs").out.splitlines()[-1].startswith("jobs: no errors")
    file("jobs/cases/rows.yaml", "cases:\n  - {name: a, document: examples/plans, finds: []}\n")
    done = selfcorrect("pack", "test", "./jobs")
    assert (done.status, done.err or done.out) == (
        2,
        "error: `examples/plans`: there is no such file\n --> jobs/cases/rows.yaml:2:25\n  |\n"
        "2 |   - {name: a, document: examples/plans, finds: []}\n"
        "  |                         ^^^^^^^^^^^^^^\n  = help: did you mean `examples/plan`?\n",
    )


def test_a_process_of_its_own(tmp_path, file):
    write_pack(tmp_path / "jobs")
    file("plan.csv", WRONG)
    command = [sys.executable, "-m", "selfcorrect", "check", "plan.csv", "--domain", "./jobs"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, FOUND.format(name="plan.csv", source="plan.csv"))
