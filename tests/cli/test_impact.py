"""`selfcorrect impact`: what it says in each form, and how it ends."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.cli.conftest import write

PACK = """\
pack: plan
version: 1.0.0
summary: Tasks and the people who do them.
candidate:
  tasks:
    type: list
    key: id
    of:
      id: text
      title: text
      parent: {type: reference, to: tasks}
      depends_on: {type: list, of: {type: reference, to: tasks}}
      supersedes: {type: list, of: {type: reference, to: tasks, impact: false}}
      owner: {type: reference, to: people}
  people:
    type: list
    key: name
    of: {name: text, role: text}
"""
RULES = """\
SHORT:
  says: A title is short.
  each: task in tasks
  check: length(task.title) < 1000
  at: task.title
"""
ALONE = """\
pack: alone
version: 1.0.0
summary: Rows that nothing refers to.
candidate:
  tasks: {type: list, key: id, of: {id: text, title: text}}
"""
READER = """\
file: {form: rows, fill: tasks}
accepts: [.csv, .jsonl]
columns:
  depends_on: [needs]
ids: {fields: [id, parent, depends_on], ignore_case: true}
"""
PLAN = """\
tasks:
  - {id: T1, title: Lay the foundation}
  - {id: T2, title: Build the walls, depends_on: [T1]}
  - {id: T3, title: Put up the roof, depends_on: [T2], owner: Bo}
  - {id: T4, parent: T2, supersedes: [T1]}
  - {id: T5, title: Paint, depends_on: [T3, T6]}
  - {id: T6, title: Dry, depends_on: [T5, T9]}
  - {id: T7, title: Another plan, supersedes: [T1]}
people:
  - {name: Bo}
"""
TEXT = """\
changed: T1  Lay the foundation

1  T2  Build the walls
   T1 <- T2 by depends_on
2  T3  Put up the roof
   T1 <- T2 by depends_on <- T3 by depends_on
3  T4
   T1 <- T2 by depends_on <- T4 by parent
4  T5  Paint  (on a ring)
   T1 <- T2 by depends_on <- T3 by depends_on <- T5 by depends_on
5  T6  Dry  (on a ring)
   T1 <- T2 by depends_on <- T3 by depends_on <- T5 by depends_on <- T6 by depends_on

note: 1 reference names no row: tasks[5].depends_on[1] `T9`

plan.yaml: 5 rows go stale: 1 directly, 4 through others
"""
MERMAID = """\
flowchart TD
    n0["Bo"]:::changed
    n1["T3: Put up the roof"]:::direct
    n2["T5: Paint"]:::through
    n3["T6: Dry"]:::through
    n0 -->|"by owner"| n1
    n1 -->|"by depends_on"| n2
    n3 -->|"by depends_on"| n2
    n2 -->|"by depends_on"| n3
    classDef changed fill:#fde2e1,stroke:#b3261e,color:#410e0b,stroke-width:3px
    classDef direct fill:#fff0c2,stroke:#8a6100,color:#332400
    classDef through fill:#eef1f5,stroke:#5f6b7a,color:#1c2430
"""


@pytest.fixture
def impact(selfcorrect, tmp_path):
    """`selfcorrect impact … --domain ./plan`."""
    for name, text in {"pack.yaml": PACK, "rules.yaml": RULES}.items():
        write(tmp_path / "plan" / name, text)
    write(tmp_path / "plan.yaml", PLAN)

    def command(*arguments, domain="./plan", stdin=b""):
        return selfcorrect("impact", *arguments, "--domain", domain, stdin=stdin)

    return command


@pytest.fixture
def schema_of_impact(root):
    """A validator for the published schema."""
    schema = json.loads((root / "docs" / "impact.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def test_the_whole_text(impact):
    assert impact("T1", "plan.yaml") == (0, TEXT, "")


def test_several_rows_some_references_and_rows_of_several_lists(impact):
    done = impact("T2", "Bo", "plan.yaml", "--through", "owner", "--through", "tasks.parent")
    assert done == (
        0,
        "changed: tasks T2  Build the walls\n"
        "changed: people Bo\n\n"
        "1  tasks T3  Put up the roof\n"
        "   people Bo <- tasks T3 by owner\n"
        "2  tasks T4\n"
        "   tasks T2 <- tasks T4 by parent\n\n"
        "plan.yaml: 2 rows go stale: 2 directly\n",
        "",
    )


SHORT = [
    (["T7", "plan.yaml"], "changed: T7  Another plan\n\nplan.yaml: nothing goes stale\n"),
    (
        ["T1", "plan.yaml", "--through", "supersedes"],
        "changed: T1  Lay the foundation\n\n"
        "1  T4\n   T1 <- T4 by supersedes\n2  T7  Another plan\n   T1 <- T7 by supersedes\n\n"
        "plan.yaml: 2 rows go stale: 2 directly\n",
    ),
    (
        ["T5", "T6", "plan.yaml"],
        "changed: T5  Paint (on a ring: the change comes back to it)\n"
        "changed: T6  Dry (on a ring: the change comes back to it)\n\n"
        "plan.yaml: nothing goes stale\n",
    ),
    (
        ["T2", "T4", "plan.yaml"],
        "changed: T2  Build the walls\nchanged: T4 (goes stale itself, by another change)\n\n"
        "1  T3  Put up the roof\n   T2 <- T3 by depends_on\n"
        "2  T5  Paint  (on a ring)\n   T2 <- T3 by depends_on <- T5 by depends_on\n"
        "3  T6  Dry  (on a ring)\n   T2 <- T3 by depends_on <- T5 by depends_on <- T6 by depends_on\n\n"
        "plan.yaml: 3 rows go stale: 1 directly, 2 through others\n",
    ),
]


@pytest.mark.parametrize(("arguments", "out"), SHORT, ids=[" ".join(case[0]) for case in SHORT])
def test_texts(impact, arguments, out):
    done = impact(*arguments)
    assert (done.status, re.sub(r"note: .*\n\n", "", done.out), done.err) == (0, out, "")


def test_the_whole_json_fits_its_schema(impact, schema_of_impact):
    done = impact("Bo", "plan.yaml", "--format", "json")
    data = json.loads(done.out)
    schema_of_impact.validate(data)
    assert (done.status, done.err) == (0, "")
    assert data.pop("domain").keys() == {"name", "version", "digest"}
    assert data == {
        "format": 1,
        "tool": {"name": "selfcorrect", "version": "0.1.0"},
        "source": "plan.yaml",
        "through": ["tasks.parent", "tasks.depends_on", "tasks.owner"],
        "changed": [
            {
                "id": "Bo",
                "list": "people",
                "path": "people[0]",
                "title": None,
                "reached": False,
                "ring": False,
            }
        ],
        "stale": [
            {
                "id": "T3",
                "list": "tasks",
                "path": "tasks[2]",
                "title": "Put up the roof",
                "direct": True,
                "steps": 1,
                "way": [
                    {"id": "Bo", "list": "people", "by": None},
                    {"id": "T3", "list": "tasks", "by": "owner"},
                ],
                "ring": False,
            },
            *(
                {
                    "id": f"T{number}",
                    "list": "tasks",
                    "path": f"tasks[{number - 1}]",
                    "title": title,
                    "direct": False,
                    "steps": number - 3,
                    "way": [
                        {"id": "Bo", "list": "people", "by": None},
                        {"id": "T3", "list": "tasks", "by": "owner"},
                        *({"id": f"T{n}", "list": "tasks", "by": "depends_on"} for n in range(5, number + 1)),
                    ],
                    "ring": True,
                }
                for number, title in ((5, "Paint"), (6, "Dry"))
            ),
        ],
        "notes": ["1 reference names no row: tasks[5].depends_on[1] `T9`"],
        "errors": [],
    }


def test_the_whole_mermaid(impact):
    done = impact("Bo", "plan.yaml", "--format", "mermaid")
    assert done == (0, MERMAID, "note: 1 reference names no row: tasks[5].depends_on[1] `T9`\n")


LONG = {"tasks": [{"id": f"T{n}", "depends_on": [f"T{n - 1}"] if n else []} for n in range(600)]}


def test_a_long_way_is_cut_in_every_form(impact, file, schema_of_impact):
    name = file("long.json", json.dumps(LONG))
    assert impact("T0", name).out.splitlines()[-5:-2] == [
        "     T0 <- T1 by depends_on <- T2 by depends_on <- … 592 more … <- T595 by depends_on <- T596 by depends_on"
        " <- T597 by depends_on <- T598 by depends_on",
        "599  T599",
        "     T0 <- T1 by depends_on <- T2 by depends_on <- … 593 more … <- T596 by depends_on <- T597 by depends_on"
        " <- T598 by depends_on <- T599 by depends_on",
    ]
    data = json.loads(impact("T0", name, "--format", "json").out)
    schema_of_impact.validate(data)
    ways = [one["way"] for one in data["stale"]]
    assert [len(way) for way in ways] == [*range(2, 52), *[21] * 549]
    assert ways[-1][10] == {"skipped": 580}
    done = impact("T0", name, "--format", "mermaid")
    assert len(done.out.splitlines()) == 1 + 600 + 599 + 3
    assert done.err == "note: Mermaid draws 500 references unless its maxEdges is raised, and here are 599\n"


ODD: dict[str, list[dict[str, Any]]] = {
    "tasks": [
        {"id": 'a"]; click "x', "title": "<script>alert(1)</script>\n\x1b[2J"},
        {"id": "`b` #35; [c](d) {e} | %% ", "title": "1. one — ünï 日本 🙂", "depends_on": ['a"]; click "x']},
    ]
}


def test_nothing_in_a_plan_is_taken_for_a_sign(impact, file):
    name = file("odd.json", json.dumps(ODD))
    out = impact(ODD["tasks"][0]["id"], name, "--format", "mermaid").out
    assert out.splitlines()[1:4] == [
        '    n0["a#34;#93;#59; click #34;x: #60;script#62;alert#40;1#41;#60;/script#62;#92;n#92;x1b#91;2J"]:::changed',
        '    n1["#96;b#96; #35;35#59; #91;c#93;#40;d#41; #123;e#125; #124; #37;#37; : 1#46; one #8212; ünï 日本 #128578;"]:::direct',
        '    n0 -->|"by depends_on"| n1',
    ]
    for form in ("text", "json", "mermaid"):
        out = impact(ODD["tasks"][0]["id"], name, "--format", form).out
        assert out.replace("\n", "").isprintable()
    assert impact(ODD["tasks"][0]["id"], name).out.splitlines()[0] == (
        'changed: a"]; click "x  <script>alert(1)</script>\\n\\x1b[2J'
    )


def test_rows_that_share_an_id_or_have_none_are_told_by_their_places(impact, file):
    plan = {"tasks": [{"id": "T1"}, *({"id": one, "depends_on": ["T1"]} for one in ("T2", "T2", None))]}
    assert impact("T1", file("x.json", json.dumps(plan))).out == (
        "changed: T1\n\n"
        "1  T2 (tasks[1])\n   T1 <- T2 (tasks[1]) by depends_on\n"
        "2  T2 (tasks[2])\n   T1 <- T2 (tasks[2]) by depends_on\n"
        "3  tasks[3]\n   T1 <- tasks[3] by depends_on\n\n"
        "note: 1 row has no id to refer to: tasks[3]\n"
        "note: 1 id is that of several rows, and leads to none: `T2` (tasks[1], tasks[2])\n\n"
        "x.json: 3 rows go stale: 3 directly\n"
    )


def test_rows_of_a_file_that_a_reader_reads(impact, file):
    name = file("plan.csv", "id,title,needs,color\nT-1,One,,red\nT-2,Two,t-1,blue\n")
    write_reader = file("plan/reader.yaml", READER)
    assert write_reader
    assert impact("t-1", name).out == (
        "changed: T-1  One\n\n1  T-2  Two\n   T-1 <- T-2 by depends_on\n\n"
        "note: The column `color` is not read (2 rows have it).\n\n"
        "plan.csv: 1 row goes stale: 1 directly\n"
    )


def test_a_note_says_which_file_of_a_folder_it_is_about(impact, file):
    file("plan/reader.yaml", READER)
    file("rows/a.csv", "id,title\nT-1,One\n")
    file("rows/b.csv", "id,title\n")
    assert impact("T-1", "rows").out == (
        "changed: T-1  One\n\n"
        "note: rows/b.csv: There are headings in this, and no row under them.\n\n"
        "rows: nothing goes stale\n"
    )


def test_another_reader_and_standard_input(impact, file):
    other = file("other.yaml", READER.replace("[needs]", "[after]"))
    lines = b'{"id": "T-1"}\n{"id": "T-2", "after": ["T-1"]}\n'
    done = impact("T-1", "-", "--reader", other, "--stdin-filename", "in.jsonl", stdin=lines)
    assert (done.status, done.out.splitlines()[-1], done.err) == (
        0,
        "in.jsonl: 1 row goes stale: 1 directly",
        "",
    )
    done = impact("T1", "-", "--as", "record", stdin=b'{"tasks": [{"id": "T1"}]}')
    assert (done.status, done.out) == (0, "changed: T1\n\n<stdin>: nothing goes stale\n")


REFUSED = [
    (
        ["T8", "plan.yaml"],
        "UNKNOWN_ROW",
        "plan.yaml",
        "there is no row `T8`; known here: `Bo`, `T1`, `T2`, `T3`, `T4`, `T5`, `T6`, `T7`",
    ),
    (
        ["T1", "plan.yaml", "--in", "people"],
        "UNKNOWN_ROW",
        "plan.yaml",
        "there is no row `T1`; known here: `Bo`",
    ),
    (
        ["T1", "plan.yaml", "--in", "taks"],
        "UNKNOWN_LIST",
        "plan.yaml",
        "no list that references lead to is called `taks`; did you mean `tasks`?",
    ),
    (
        ["T1", "plan.yaml", "--through", "depend_on"],
        "UNKNOWN_FIELD",
        "plan.yaml",
        "no reference is called `depend_on`; did you mean `depends_on`?",
    ),
    (
        ["T1", "twice.json"],
        "AMBIGUOUS_ROW",
        "twice.json",
        "`T1` is the id of 2 rows: tasks[0], tasks[1]",
    ),
    (["T1", "nosuch.json"], "UNREADABLE", "nosuch.json", "there is no such file"),
    (["T1", "T2"], "UNREADABLE", "T2", "there is no such file"),
    (
        ["T1", "many.jsonl"],
        "SEVERAL_RECORDS",
        "many.jsonl",
        "this holds more than one record; name a file with one",
    ),
    (
        ["T1", "bad.json"],
        "BAD_JSON",
        "bad.json",
        "this is not JSON at column 2: expecting property name enclosed in double quotes",
    ),
]


@pytest.fixture
def refusing(impact, file):
    """`impact`, beside files that cannot be used."""
    file("twice.json", '{"tasks": [{"id": "T1"}, {"id": "T1"}]}')
    file("many.jsonl", "{}\n{}\n{}\n")
    file("bad.json", "{")
    return impact


@pytest.mark.parametrize(
    ("arguments", "code", "source", "message"), REFUSED, ids=[" ".join(case[0]) for case in REFUSED]
)
def test_what_cannot_be_told(refusing, schema_of_impact, arguments, code, source, message):
    assert refusing(*arguments) == (2, "", f"error[{code}]: {source}: {message}\n")
    done = refusing(*arguments, "--format", "json")
    data = json.loads(done.out)
    schema_of_impact.validate(data)
    assert (done.status, data["changed"], data["stale"], data["errors"], done.err) == (
        2,
        [],
        [],
        [{"source": source, "code": code, "message": message}],
        "",
    )


def test_a_pack_without_references(impact, file):
    file("alone/pack.yaml", ALONE)
    file("alone/rules.yaml", RULES)
    assert impact("T1", "plan.yaml", domain="./alone") == (
        2,
        "",
        "error[NO_REFERENCES]: plan.yaml: the pack declares no references between rows, so no change reaches "
        "another row\n",
    )


def test_a_pack_that_does_not_load(impact, schema_of_impact):
    assert impact("T1", "plan.yaml", domain="./nosuch").err.startswith("error: there is no ")
    done = impact("T1", "plan.yaml", "--format", "json", domain="./nosuch")
    data = json.loads(done.out)
    schema_of_impact.validate(data)
    assert (done.status, data["domain"], [one["code"] for one in data["errors"]]) == (2, None, ["BAD_PACK"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["plan.yaml"], "Error: name the rows that change, and after them the file that they are in"),
        (["plan.yaml", "T1"], "Error: the file stands last: put plan.yaml after the rows that change"),
        (["plan", "T" * 300], "Error: the file stands last: put plan after the rows that change"),
        ([], "Error: Missing argument 'ROW... FILE'."),
        (["T1", "-"], "Error: add --as or --stdin-filename to say what standard input is"),
    ],
)
def test_wrong_usage(impact, arguments, said):
    done = impact(*arguments)
    assert (done.status, done.out, done.err.splitlines()[-1]) == (2, "", said)


def test_a_real_process(impact, tmp_path):
    command = [sys.executable, "-m", "selfcorrect", "impact", "T1", "plan.yaml", "--domain", "./plan"]
    there = {**os.environ, "PYTHONPATH": os.pathsep.join(str(Path(part).resolve()) for part in sys.path)}
    done = subprocess.run(command, cwd=tmp_path, env=there, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, TEXT, "")
    done = subprocess.run(
        [*command[:4], "T0", *command[5:]],
        cwd=tmp_path,
        env=there,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
