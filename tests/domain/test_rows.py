"""Files, folders and rows in memory as one candidate: what is read, what is told, where it stands."""

import json
import pickle
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import selfcorrect
from selfcorrect.domain.domain import Domain
from selfcorrect.domain.load import load
from selfcorrect.model.diagnostic import PackError
from selfcorrect.model.report import Report
from selfcorrect.reading.forms.form import Unreadable
from selfcorrect.report.json import document
from selfcorrect.report.refusal import Stamp
from selfcorrect.report.text import render
from tests.conftest import data_folder
from tests.domain.ledger_pack import PACK, READER, RULES, write_pack

PLAN = """\
ID,Title,State,Needs,Start,Finish,Notes
A,First,todo,,2025-03-01,2025-03-02,
B,Second,Finished,"a, C",2025-03-05,2025-03-04,x
B,Third,maybe,A;b,soon,,y
"""
SOUND = "id,notes,state,start,finish,needs\nA,n,x,2025-03-01,2025-03-02,\nB,,x,2025-03-03,2025-03-04,A\n"
SPANLESS = Stamp("0.1.0")


@pytest.fixture(scope="module")
def jobs(tmp_path_factory: pytest.TempPathFactory) -> Domain:
    return load(write_pack(tmp_path_factory.mktemp("packs") / "jobs"))


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def found(report: Report) -> list[tuple[str, str, str | None]]:
    """Code, path, and the text at the place of every finding."""
    return [(one.code, one.path, printed(report, one)) for one in report.violations]


def printed(report: Report, violation: Any) -> str | None:
    span = violation.span
    if span is None or report.places is None:
        return None
    line, column = report.places.line(span)
    return line[column - 1 : column - 1 + span.end_column - span.column]


def test_a_file_is_read_and_every_finding_has_its_place(jobs, tmp_path):
    report = jobs.read_file(written(tmp_path, "plan.csv", PLAN), source="plan.csv")
    assert report.candidate == {
        "tasks": [
            {"id": "A", "title": "First", "status": "open", "depends_on": [], "start": "2025-03-01", "finish": "2025-03-02"},
            {"id": "B", "title": "Second", "status": "done", "depends_on": ["A", "C"], "start": "2025-03-05", "finish": "2025-03-04"},
            {"id": "B", "title": "Third", "status": "maybe", "depends_on": ["A", "B"], "start": "soon"},
        ]
    }  # fmt: skip
    assert found(report) == [
        ("UNREAD_COLUMN", "tasks[1]", "x"),
        ("DUPLICATE_ID", "tasks[2].id", "B"),
        ("NOT_A_CHOICE", "tasks[2].status", "maybe"),
        ("WRONG_TYPE", "tasks[2].start", "soon"),
        ("UNKNOWN_REFERENCE", "tasks[1].depends_on[1]", "C"),
        ("FINISH_BEFORE_START", "tasks[1].finish", "2025-03-04"),
        ("DONE_FIRST", "tasks[1].status", "Finished"),
    ]
    assert (report.verdict, report.source, report.document) == ("fail", "plan.csv", PLAN)
    assert render(report).split("\n\n")[:2] == [
        """\
warning[UNREAD_COLUMN]: The column `Notes` is not read (2 rows have it).
 --> plan.csv:3:48
  |
3 | B,Second,Finished,"a, C",2025-03-05,2025-03-04,x
  |                                                ^
  = at:       tasks[1]
  = evidence: E1, a reason to look and no proof""",
        """\
error[DUPLICATE_ID]: `id` of `tasks 3, B` is used more than once.
 --> plan.csv:4:1
  |
4 | B,Third,maybe,A;b,soon,,y
  | ^
  = at:       tasks[2].id
  = actual:   B
  = suspects: tasks[2].id, tasks[2]""",
    ]


def test_the_json_report_has_the_places(jobs, tmp_path, schema):
    plan = written(tmp_path, "plan/a.csv", PLAN).parent
    text = document((jobs.read_file(plan, source="plan"),), SPANLESS)
    schema.validate(json.loads(text))
    (report,) = json.loads(text)["reports"]
    assert report["violations"][1]["span"] == {
        "file": "plan/a.csv", "line": 4, "column": 1, "end_line": 4, "end_column": 2,
    }  # fmt: skip
    text = document((jobs.read_file(plan / "a.csv"),), SPANLESS)
    schema.validate(json.loads(text))
    (report,) = json.loads(text)["reports"]
    assert report["violations"][1]["span"] == {"line": 4, "column": 1, "end_line": 4, "end_column": 2}


def test_what_is_only_noted_leaves_a_verdict_as_it_is(jobs, tmp_path):
    report = jobs.read_file(written(tmp_path, "plan.csv", SOUND))
    assert [(one.code, one.severity) for one in report.violations] == [("UNREAD_COLUMN", "warning")]
    assert (report.verdict, report.unverified) == ("pass", ())


def test_what_cannot_be_read_leaves_nothing_to_conclude(jobs, tmp_path):
    lines = '{"id": "A", "state": "todo"}\n{"id": "B"\n["C"]\n'
    report = jobs.read_file(written(tmp_path, "plan.jsonl", lines))
    assert [(one.code, one.severity, one.grade, one.origin, one.message) for one in report.violations] == [
        ("BAD_JSON", "error", "E1", "reader", "Line 2: this is not JSON at column 11: expecting ',' delimiter."),
        ("NOT_A_ROW", "error", "E1", "reader", "Line 3: this is a list, not an object, so it is no row."),
    ]  # fmt: skip
    assert [printed(report, one) for one in report.violations] == ['{"id": "B"', '["C"]']
    assert report.verdict == "unverified"
    assert report.unverified[:2] == tuple(one.message for one in report.violations)


def test_a_proof_fails_whatever_else_could_not_be_read(jobs, tmp_path):
    report = jobs.read_file(written(tmp_path, "plan.jsonl", '{"id": "A", "needs": "B"}\n{\n'))
    assert [one.code for one in report.violations] == ["BAD_JSON", "UNKNOWN_REFERENCE"]
    assert report.verdict == "fail"


def test_values_that_nothing_decides(jobs, tmp_path):
    text = "id,state,start,finish\nA,x,03/04/2025,05/06/2025\n"
    report = jobs.read_file(written(tmp_path, "plan.csv", text))
    assert [(one.code, one.error_type, one.message) for one in report.violations] == [
        ("AMBIGUOUS_READING", "premise", "`tasks[0].start` can be read as 2025-04-03 or 2025-03-04, and nothing decides which."),
        ("AMBIGUOUS_READING", "premise", "`tasks[0].finish` can be read as 2025-06-05 or 2025-05-06, and nothing decides which."),
    ]  # fmt: skip
    assert report.verdict == "unverified"


def test_an_order_that_is_only_likely_is_told(tmp_path):
    reader = READER + "date_order:\n  likely_day_first: |\n    todo\n"
    domain = load(write_pack(tmp_path / "jobs", reader=reader))
    text = "id,state,start\nA,todo,03/04/2025\nB,todo,04/05/2025\nC,todo,05/06/2025\n"
    report = domain.read_file(written(tmp_path, "plan.csv", text))
    assert [(one.code, one.path, one.message) for one in report.violations] == [
        (
            "UNSURE_READING",
            "tasks[0].start",
            "`tasks[0].start` was read as 2025-04-03 from `03/04/2025` on a likelihood, and nothing upholds it; "
            "so were 2 more of its column.",
        )
    ]


def test_a_folder_is_one_candidate(jobs, tmp_path):
    plan = tmp_path / "plan"
    written(plan, "one.md", "---\nstate: x\nstart: 2025-01-01\n---\n# One\n")
    written(plan, "more/two.md", "---\nstate: todo\nneeds: [one, three]\n---\n# Two\n")
    written(plan, "README.md", "Prose.\n")
    written(plan, "note.txt", "id: x\n")
    report = jobs.read_file(plan, source="plan/")
    assert report.candidate == {
        "tasks": [
            {"id": "two", "title": "Two", "status": "open", "depends_on": ["one", "three"]},
            {"id": "one", "title": "One", "status": "done", "start": "2025-01-01"},
        ]
    }
    assert [(one.code, one.severity, one.span and one.span.file) for one in report.violations] == [
        ("ROWLESS_FILE", "warning", "plan/README.md"),
        ("UNKNOWN_REFERENCE", "error", "plan/more/two.md"),
    ]
    assert report.document is None
    assert "\n --> plan/more/two.md:3:14\n" in render(report)
    assert "\n --> plan/README.md:1:1\n  |\n1 | Prose.\n  | ^\n" in render(report)


REFUSED = [
    ("plan.txt", "id\n1\n", "NOT_ACCEPTED", "this pack reads .csv .json .jsonl .yaml .md, not .txt"),
    ("plan", "id\n1\n", "NOT_ACCEPTED", "this pack reads .csv .json .jsonl .yaml .md, not a name without extension"),
    ("plan.csv", "", "NO_ROWS", "there is nothing in this"),
    ("plan.csv", "id,title\n", "NO_ROWS", "there are headings in this, and no row under them"),
    ("plan.yaml", "tasks: []\n", "NO_ROWS", "there is no row under `tasks`"),
    ("folder/x.txt", "id\n1\n", "NO_ROWS", "no file in this folder holds a row"),
    ("folder/x.tsv", "id\n1\n", "NO_ROWS", "no file in this folder that ends in .csv .json .jsonl .yaml .md holds a row"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "code", "sentence"), REFUSED)
def test_what_cannot_be_read_at_all(jobs, tmp_path, name, text, code, sentence):
    path = written(tmp_path, name, text)
    with pytest.raises(Unreadable) as raised:
        jobs.read_file(path.parent if "/" in name else path)
    assert (raised.value.code, raised.value.sentence) == (code, sentence)


def test_a_path_that_is_not_there(jobs, tmp_path):
    with pytest.raises(FileNotFoundError):
        jobs.read_file(tmp_path / "plan.csv")


def test_a_pack_of_documents_reads_them_and_no_folders(tmp_path, root):
    invoices = load("invoices")
    path = root / "domains" / "invoices" / "examples" / "shelving.txt"
    report = invoices.read_file(path, source="s.txt")
    assert report.candidate == invoices.read(path.read_text(encoding="utf-8")).candidate
    assert (report.source, report.places) == ("s.txt", None)
    with pytest.raises(Unreadable) as raised:
        invoices.read_file(tmp_path)
    sentence = "this is a folder, and the pack `invoices` reads no rows; name the files in it"
    assert (raised.value.code, raised.value.sentence) == ("FOLDER", sentence)
    with pytest.raises(Unreadable) as raised:
        invoices.read_file(written(tmp_path, "x.csv", "a\n"))
    assert raised.value.code == "NOT_ACCEPTED"


def test_a_pack_of_rows_reads_no_documents_and_the_other_way_round(jobs):
    with pytest.raises(PackError) as raised:
        jobs.read("Task A")
    (diagnostic,) = raised.value.diagnostics
    said = "the pack `jobs` reads rows, and no documents", "describe `fields` or `lists` for these"
    assert (diagnostic.message, diagnostic.hint) == said
    with pytest.raises(PackError) as raised:
        load("invoices").read_rows([{"id": "A"}])
    (diagnostic,) = raised.value.diagnostics
    said = "the pack `invoices` reads no rows", "say which in reader.yaml: file: {form: rows, fill: …}"
    assert (diagnostic.message, diagnostic.hint) == said


def test_a_pack_may_read_both(tmp_path):
    reader = READER + "fields:\n  name:\n    labels: [Plan]\n"
    domain = load(write_pack(tmp_path / "jobs", reader=reader))
    assert domain.read("Plan: Roof\n").candidate == {"name": "Roof"}
    assert domain.read_rows([{"id": "A"}]).candidate == {"tasks": [{"id": "A"}]}


def test_rows_in_memory(jobs):
    rows = [
        {"ID": 1, "state": "x", "start": date(2025, 1, 1), "finish": float("nan"), "criteria_total": 2.0},
        ["no row"],
        {"ID": "2", "needs": [1, "3"], 5: "five"},
    ]
    report = jobs.read_rows(rows, {"name": "Roof", "other": 1}, source="job")
    assert report.candidate == {
        "name": "Roof",
        "tasks": [
            {"id": "1", "status": "done", "start": "2025-01-01", "criteria_total": Decimal("2.0")},
            {"id": "2", "depends_on": ["1", "3"]},
        ],
    }
    assert [(one.code, one.path, one.message) for one in report.violations] == [
        ("NOT_A_ROW", "tasks", "Row 2 is no mapping but of type list, so it is no row."),
        ("UNREAD_COLUMN", "tasks[1]", "The column `5` is not read (1 row has it)."),
        ("UNREAD_COLUMN", "", "The column `other` beside the rows is not read."),
        ("UNKNOWN_REFERENCE", "tasks[1].depends_on[1]", "`depends_on` should name a row of `tasks` (tasks 2, depends_on 2)."),
        ("CRITERIA_LEFT", "tasks[0].status", "What is done meets its criteria (tasks 1)."),
    ]  # fmt: skip
    assert (report.source, report.document, report.places) == ("job", None, None)
    assert [one.span for one in report.violations] == [None] * 5


def test_ids_that_differ_only_in_their_unicode_form_are_used_twice(jobs):
    rows = [
        {"id": "Caf\u00e9-1"},
        {"id": "CAFE\u0301-\uff11\u200b"},
        {"id": "B", "needs": "\u00a0caf\u00e9-1"},
    ]
    report = jobs.read_rows(rows)
    assert [task["id"] for task in report.candidate["tasks"]] == ["Caf\u00e9-1", "Caf\u00e9-1", "B"]
    assert [(one.code, one.path) for one in report.violations] == [("DUPLICATE_ID", "tasks[1].id")]


def test_no_rows_in_memory_are_a_candidate_without_any(jobs):
    report = jobs.read_rows([])
    assert (report.candidate, [one.code for one in report.violations]) == ({"tasks": []}, ["TOO_FEW"])


def test_arguments_of_the_wrong_type_are_the_callers_mistake(jobs, tmp_path):
    with pytest.raises(TypeError):
        jobs.read_file(written(tmp_path, "plan.csv", SOUND), today="2025-01-01")
    with pytest.raises(TypeError):
        jobs.read_rows(7)


OTHER = READER.replace("needs", "after").replace("[finished, x]", "[ok]")


def test_another_reader_stands_in_for_the_packs(jobs, tmp_path):
    folder = jobs.made.folder
    path = written(tmp_path, "other.yaml", OTHER)
    other = selfcorrect.load(folder, reader=path)
    report = other.read_rows([{"id": "A", "state": "ok", "after": "A", "start": "2025-01-01"}])
    assert report.candidate == {
        "tasks": [{"id": "A", "status": "done", "depends_on": ["A"], "start": "2025-01-01"}]
    }
    assert other.digest != jobs.digest
    assert other.digest == load(folder, reader=path).digest
    written(tmp_path, "other.yaml", OTHER + "# changed\n")
    assert other.digest != load(folder, reader=path).digest
    assert other.pack.digest == jobs.digest


def test_a_link_may_lead_to_another_reader(jobs, tmp_path):
    path = written(tmp_path, "other.yaml", OTHER)
    folder = tmp_path / "links"
    folder.mkdir()
    (folder / "reader.yaml").symlink_to(path)
    linked = load(jobs.made.folder, reader=folder / "reader.yaml")
    rows = [{"id": "A", "state": "ok", "after": "A"}]
    assert linked.read_rows(rows).candidate == {"tasks": [{"id": "A", "status": "done", "depends_on": ["A"]}]}
    (folder / "nowhere.yaml").symlink_to(tmp_path / "gone.yaml")
    with pytest.raises(PackError) as raised:
        load(jobs.made.folder, reader=folder / "nowhere.yaml")
    gone = tmp_path / "gone.yaml"
    assert [f"{one.mark}: {one.message}" for one in raised.value.diagnostics] == [
        f"{gone}: there is no such file"
    ]


def test_rules_still_come_from_the_store(tmp_path, monkeypatch):
    monkeypatch.setenv("SELFCORRECT_CACHE", str(tmp_path / "store"))
    folder = write_pack(tmp_path / "jobs")
    first = load(folder)
    entries = [(path.name, path.stat().st_mtime_ns) for path in (tmp_path / "store").iterdir()]
    assert len(entries) == 1
    other = load(folder, reader=written(tmp_path, "other.yaml", OTHER))
    assert [(path.name, path.stat().st_mtime_ns) for path in (tmp_path / "store").iterdir()] == entries
    # A domain from the store reads rows as the one that was compiled.
    again = load(folder)
    rows = [{"id": "B", "state": "x", "needs": "b"}]
    assert again.read_rows(rows).candidate == first.read_rows(rows).candidate
    assert other.made.compiled.source == first.made.compiled.source


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "other.yaml: there is no such file"),
        ("", "other.yaml: the file is empty"),
        ("file: {form: rows, fill: task}\n", "other.yaml:1:26: the candidate has no list of rows `task`"),
    ],
)
def test_another_reader_that_cannot_be_used(jobs, tmp_path, monkeypatch, text, said):
    monkeypatch.chdir(tmp_path)
    if text is not None:
        written(tmp_path, "other.yaml", text)
    with pytest.raises(PackError) as raised:
        load(jobs.made.folder, reader="other.yaml")
    assert [f"{one.mark}: {one.message}" for one in raised.value.diagnostics] == [said]


def test_a_domain_and_its_reports_can_be_pickled(jobs, tmp_path):
    report = jobs.read_file(written(tmp_path, "plan.csv", PLAN), source="plan.csv")
    again = pickle.loads(pickle.dumps(report))  # noqa: S301
    assert render(again) == render(report)
    made = pickle.loads(pickle.dumps(jobs.made))  # noqa: S301
    assert Domain(made).read_rows([{"id": "A"}]).candidate == {"tasks": [{"id": "A"}]}


def test_the_files_text_is_no_document_to_rules(tmp_path):
    rules = (
        RULES
        + "TITLE_PRINTED:\n  says: A title is printed.\n  each: task in tasks\n  check: appears(task.title)\n"
    )
    domain = load(write_pack(tmp_path / "jobs", rules=rules))
    report = domain.read_file(written(tmp_path, "plan.csv", "id,title\nA,Roof\n"))
    assert [one.code for one in report.not_evaluated] == ["TITLE_PRINTED"]


def test_how_rows_were_read(jobs, tmp_path):
    text = '[{"id": "A", "needs": ["B"]}, {"ID": "B", "depends_on": "A"}, {"id": "C", "needs": "A"}]'
    report = jobs.read_file(written(tmp_path, "plan.json", text), explain=True)
    read = [
        (one.path, [(two.value, two.how, two.label, two.span and two.span.column) for two in one.readings])
        for one in report.readings
    ]
    assert read == [
        ("tasks[].id", [("2 rows", "column", "id", 10), ("1 row", "column", "ID", 39)]),
        ("tasks[].depends_on", [("2 rows", "column", "needs", 23), ("1 row", "column", "depends_on", 58)]),
        *((f"tasks[].{name}", []) for name in ("title", "status", "parent", "start", "finish", "changed", "criteria_total", "criteria_met")),
    ]  # fmt: skip
    assert jobs.read_rows([{"id": "A"}]).readings == ()


BACKLOG = """\
accepts:
  - .jsonl
file:
  form: rows
  fill: tasks
columns:
  depends_on: [dependencies]
  start: [created]
  finish: [updated]
  criteria_total: [ac_total]
  criteria_met: [ac_done]
ids:
  ignore_case: true
  # A project that was renamed: its older rows say task-12, its newer ones BACK-12.
  same_prefix:
    - [task, back]
values:
  status:
    open: [to do, in progress, draft, won't do]
others: [folder, path, priority]
"""


def test_a_real_ledger_through_a_reader_file_alone(jobs, tmp_path):
    path = data_folder() / "plans-backlogmd" / "rows.jsonl"
    if not path.is_file():
        pytest.skip("the shared data set plans-backlogmd is not here")
    domain = load(jobs.made.folder, reader=written(tmp_path, "backlog.yaml", BACKLOG))
    report = domain.read_file(path)
    assert len(report.candidate["tasks"]) == 674
    counts: dict[str, int] = {}
    for one in report.violations:
        counts[one.code] = counts.get(one.code, 0) + 1
    assert {code: counts.get(code, 0) for code in ("UNKNOWN_REFERENCE", "UNKNOWN_PARENT", "DUPLICATE_ID", "CRITERIA_LEFT", "NOT_A_CHOICE", "WRONG_TYPE", "UNREAD_COLUMN")} == {
        "UNKNOWN_REFERENCE": 5,
        "UNKNOWN_PARENT": 2,
        "DUPLICATE_ID": 10,
        "CRITERIA_LEFT": 18,
        "NOT_A_CHOICE": 0,
        "WRONG_TYPE": 0,
        "UNREAD_COLUMN": 0,
    }  # fmt: skip
    # Each has its own place, and what stands there is what the finding speaks of.
    unknown = [one for one in report.violations if one.code in ("UNKNOWN_REFERENCE", "UNKNOWN_PARENT")]
    raw = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for one in unknown:
        row = raw[(one.span.line if one.span else 0) - 1]
        assert printed(report, one) in (row["parent"], *row["dependencies"])
    assert PACK
