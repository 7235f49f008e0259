"""What a reader.yaml may say of rows, and every mistake in it with its place and a way out."""

import pytest

from selfcorrect.model.problems import Problems
from selfcorrect.model.yaml_nodes import compose
from selfcorrect.pack.reader_file import read_reader
from selfcorrect.reading.filling.names import PSEUDO
from selfcorrect.reading.spec import Ids, RowsReader
from tests.reading.filling.ledgers import reader_of, shape

WHOLE = """\
accepts: [.csv, .MD]
file:
  form: rows
  fill: tasks
  rows_in: [plan, data.items]
columns:
  id: [ID, (key), "(column 1)"]
  depends_on: dependencies.depends_on_id
  criteria.met: done
  place.room: room
record:
  name: title
  people.share: [percent]
ids:
  fields: [id, depends_on]
  ignore_case: true
  ignore_zeros: false
  same_prefix: [[task, back], ["#", ""]]
  pattern: |
    [A-Z]+-[0-9]+
values:
  status:
    done: [x, "closed*"]
    planned: [" ", to do]
  criteria.met:
    "true": ok
others: [notes, "*"]
blanks: [n/a]
"""


def test_a_reader_of_rows():
    problems = Problems()
    node = compose(WHOLE, "reader.yaml", problems)
    assert node
    found = read_reader(node, shape(), problems)
    assert problems.diagnostics() == ()
    assert found.accepts == (".csv", ".MD")
    assert found.rows == RowsReader(
        fill="tasks",
        rows_in=("plan", "data.items"),
        columns={
            "id": ("ID", "(key)", "(column 1)"),
            "depends_on": ("dependencies.depends_on_id",),
            "criteria.met": ("done",),
            "place.room": ("room",),
        },
        record={"name": ("title",), "people.share": ("percent",)},
        ids=Ids(
            fields=("id", "depends_on"),
            ignore_case=True,
            same_prefix=(("task", "back"), ("#", "")),
            pattern="[A-Z]+-[0-9]+",
        ),
        values={
            "status": {"planned": (" ", "to do"), "done": ("x", "closed*")},
            "criteria.met": {"true": ("ok",)},
        },
        others=("notes", "*"),
        blanks=("n/a",),
    )


def test_a_group_of_prefixes_may_stand_alone():
    found, told = reader_of("file: {form: rows, fill: tasks}\nids: {same_prefix: [task, back]}\n")
    assert told == []
    assert found is not None
    assert found.spec.ids.same_prefix == (("task", "back"),)


ROWS = "file: {form: rows, fill: tasks}\n"
KNOWN = f"known here: {', '.join(f'`{name}`' for name in sorted(PSEUDO))}"
MISTAKES = [
    ("file: rows\n", ["1:7 `file` takes a mapping; here stands a text | "]),
    ("file: {form: row, fill: tasks}\n", ["1:14 `form` is one of `text`, `rows`, not `row` | did you mean `rows`?"]),
    ("file: {form: rows}\n", ["1:7 `file` needs `fill`, the list that the rows fill | such as fill: people"]),
    (
        "file: {form: rows, fill: task}\n",
        ["1:26 the candidate has no list of rows `task` | did you mean `tasks`?"],
    ),
    (
        "file: {form: rows, fill: name}\n",
        ["1:26 the candidate has no list of rows `name` | known here: `people`, `tasks`"],
    ),
    ("file: {form: rows, fil: tasks}\n", ["1:20 unknown key `fil` in `file` | did you mean `fill`?"]),
    (
        "file: {fill: tasks}\n",
        ["1:7 `fill` says how rows are read, and this reader reads texts | add form: rows"],
    ),
    (
        "columns: {id: ID}\nothers: notes\n",
        [
            "1:1 `columns`, `others` say how rows are read, and this reader reads texts | "
            "add file: {form: rows, fill: …}"
        ],
    ),
    (
        f"{ROWS}columns:\n  stauts: state\n  tasks: x\n",
        [
            "3:3 a row of `tasks` has no `stauts` | did you mean `status`?",
            "4:3 a row of `tasks` has no `tasks` | did you mean `tags`?",
        ],
    ),
    (
        f"{ROWS}columns:\n  id: [(stm), {{a: b}}, '']\n",
        [
            "3:8 a file has no `(stm)` of its own | did you mean `(stem)`?",
            "3:15 `id` takes names of columns; here stands a mapping | ",
            "3:24 `id` takes names of columns, and nothing stands here | ",
        ],
    ),
    (f"{ROWS}columns: {{id: (qqqqq)}}\n", [f"2:15 a file has no `(qqqqq)` of its own | {KNOWN}"]),
    (f"{ROWS}columns: [id]\n", ["2:10 `columns` takes a mapping; here stands a list | "]),
    (
        f"{ROWS}record:\n  nam: x\n  tasks: y\n",
        [
            "3:3 the candidate has no `nam` | did you mean `name`?",
            "4:3 `tasks` is what the rows fill | describe it under `columns`",
        ],
    ),
    (
        f"{ROWS}ids:\n  field: id\n  fields: [start, idd, criteria]\n  ignore_case: yes\n  pattern: (a\n",
        [
            "3:3 unknown key `field` in `ids` | did you mean `fields`?",
            "4:12 `start` is of the type `date`, which holds no ids | ids are texts, references, or lists of these",
            "4:19 a row has no `idd` | did you mean `id`?",
            "4:24 `criteria` is of the type `list`, which holds no ids | "
            "ids are texts, references, or lists of these",
            "5:16 `ignore_case` is true or false, not `yes` | ",
            "6:12 this pattern cannot be used: missing ): (a | patterns are RE2's",
        ],
    ),
    (
        f"{ROWS}ids:\n  same_prefix:\n    - [a, b]\n    - [c, B]\n    - [d]\n    - {{e: f}}\n",
        [
            "5:11 the prefix `B` stands twice | ",
            "6:7 a group of prefixes that are the same has two at least | "
            "an empty one in quotes stands for none at all",
            "7:7 `same_prefix` takes lists of prefixes; here stands a mapping | ",
        ],
    ),
    (f"{ROWS}ids: {{same_prefix: task}}\n", ["2:20 `same_prefix` takes a list; here stands a text | "]),
    (
        f"{ROWS}values:\n  stauts: {{done: x}}\n  title: {{done: x}}\n  status:\n    don: x\n    done: [x, planned, '*']\n"
        "    planned: [todo, X, To-Do, {a: b}]\n",
        [
            "3:3 neither a row nor the candidate has `stauts` | did you mean `status`?",
            "4:3 `title` is of the type `text`, and has no options | "
            "words belong to choices, and to what is true or false",
            "6:5 unknown key `don` in the values of `status` | did you mean `done`?",
            "7:15 `planned` is an option itself | a word has one meaning",
            "7:25 a star stands for how a word goes on, and no word stands before it | ",
            "8:21 `X` stands for `done` already | a word has one meaning",
            "8:31 `planned` takes words; here stands a mapping | ",
        ],
    ),
    (f"{ROWS}others: {{a: b}}\n", ["2:9 `others` takes names of columns; here stands a mapping | "]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "problems"), MISTAKES)
def test_every_mistake_is_told_at_its_place(text, problems):
    assert reader_of(text)[1] == problems
