"""What a cell's value is, by the type of its field; and what only a whole column can say."""

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from selfcorrect.reading.filling.settle import Ambiguous, Guessed
from tests.reading.filling.ledgers import filled, read

D = Decimal
ABSENT = object()

VALUES: list[tuple[str, Any, Any]] = [
    ("title", "Roof", "Roof"),
    ("title", 12, "12"),
    ("title", D("1.50"), "1.50"),
    ("title", 1.5, "1.5"),
    ("title", ["a", "b"], "a, b"),
    ("title", True, True),
    ("title", {"a": 1}, {"a": 1}),
    ("title", "  ", ABSENT),
    ("title", None, ABSENT),
    ("title", [], ABSENT),
    ("status", "done", "done"),
    ("status", "In Progress", "in_progress"),
    ("status", "IN-PROGRESS", "in_progress"),
    ("status", ["done"], "done"),
    ("status", "Ｄｏｎｅ", "done"),
    ("status", "finished", "finished"),
    ("status", 3, 3),
    ("start", "2025-06-11", "2025-06-11"),
    ("start", "2025-06-11T23:30:00-05:00", "2025-06-11"),
    ("start", "2025-06-11 10:00:00.000Z", "2025-06-11"),
    ("start", "20250611T100000Z", "2025-06-11"),
    ("start", "20250611", "2025-06-11"),
    ("start", "11.06.2025", "2025-06-11"),
    ("start", "11. Juni 2025", "2025-06-11"),
    ("start", "11 czerwca 2025", "2025-06-11"),
    ("start", "June 11, 2025", "2025-06-11"),
    ("start", "Wed, 11 Jun 2025", "2025-06-11"),
    ("start", "Wed 11 Jun 2025 10:00", "2025-06-11"),
    ("start", "25/06/2025", "2025-06-25"),
    ("start", "06/25/2025 3:15 PM", "2025-06-25"),
    ("start", "9999-12-31", "9999-12-31"),
    ("start", "0001-01-01", "0001-01-01"),
    ("start", "0000-01-01", "0000-01-01"),
    ("start", "2025-02-30", "2025-02-30"),
    ("start", "10000-01-01", "10000-01-01"),
    ("start", "soon", "soon"),
    ("start", "2025-06", "2025-06"),
    ("start", "by 3 May 2025", "by 3 May 2025"),
    ("start", 20250611, 20250611),
    ("start", date(2025, 6, 11), "2025-06-11"),
    ("start", datetime(2025, 6, 11, 10, tzinfo=UTC), "2025-06-11"),
    ("changed", "2025-06-11T10:00:00Z", "2025-06-11T10:00:00Z"),
    ("changed", "2025-06-11 10:00", "2025-06-11 10:00"),
    ("changed", "25.06.2025 10:00", "2025-06-25T10:00"),
    ("changed", "25.06.2025, 9:05 Uhr", "2025-06-25T09:05"),
    ("changed", "06/25/2025 12:15:30 am", "2025-06-25T00:15:30"),
    ("changed", "2025-06-11", "2025-06-11"),
    ("changed", "25.06.2025 25:00", "25.06.2025 25:00"),
    ("changed", datetime(2025, 6, 11, 10, tzinfo=UTC), "2025-06-11T10:00:00+00:00"),
    ("changed", date(2025, 6, 11), date(2025, 6, 11)),
    ("urgent", "yes", True),
    ("urgent", "X", True),
    ("urgent", "✓", True),
    ("urgent", "✗", False),
    ("urgent", "No", False),
    ("urgent", True, True),
    ("urgent", 0, False),
    ("urgent", "maybe", "maybe"),
    ("points", "3", D(3)),
    ("points", "-1.5", D("-1.5")),
    ("points", "−1,5", D("-1.5")),
    ("points", "1.234,5", D("1234.5")),
    ("points", "1,234.5", D("1234.5")),
    ("points", "1 234 567", D(1234567)),
    ("points", "1.125", D("1.125")),
    ("points", 3, 3),
    ("points", 1.5, D("1.5")),
    ("points", float("inf"), float("inf")),
    ("points", D("1.5"), D("1.5")),
    ("points", True, True),
    ("points", "3 days", "3 days"),
    ("points", "1e3", "1e3"),
    ("points", "9" * 80, "9" * 80),
    ("size", "1.234", D("1.234")),
    ("size", "7", D(7)),
    ("cost", "$1,200.50", D("1200.50")),
    ("cost", "1.200,50 €", D("1200.50")),
    ("cost", "EUR 12", D(12)),
    ("cost", "(12.50)", D("-12.50")),
    ("effort", "3 days", "3 days"),
    ("effort", 3, 3),
    ("effort", True, True),
    ("wait", "2 h", "2 h"),
    ("wait", 3, 3),
    ("tags", "a, b", ["a", "b"]),
    ("tags", "a, b; c", ["a, b", "c"]),
    ("tags", "one, two\nthree", ["one, two", "three"]),
    ("tags", ["a", 1, None], ["a", "1"]),
    ("tags", 7, 7),
    ("tags", {"a": 1}, {"a": 1}),
    ("tags", "", []),
    ("tags", None, []),
    ("tags", [], []),
    ("marks", "Red, green", ["red", "green"]),
    ("marks", ["RED", "blue"], ["red", "blue"]),
    ("days", "2025-01-01, 25.01.2025", ["2025-01-01", "2025-01-25"]),
    ("criteria", [{"text": "a", "met": "yes"}, {"Text": "b"}], [{"text": "a", "met": True}, {"text": "b"}]),
    ("criteria", [{"text": "a", "box": "x"}, {"text": "b", "box": " "}], [{"text": "a", "met": True}, {"text": "b", "met": False}]),
    ("criteria", ["a", "[x] b", "[ ] c"], [{"text": "a"}, {"text": "b", "met": True}, {"text": "c", "met": False}]),
    ("criteria", "a, b", [{"text": "a, b"}]),
    ("criteria", "- [x] a\n- [ ] b", [{"text": "a", "met": True}, {"text": "b", "met": False}]),
    ("criteria", {"text": "a"}, [{"text": "a"}]),
    ("criteria", {"a": {"met": "x"}}, [{"met": True}]),
    ("criteria", [7, None, ["a"]], [7, ["a"]]),
    ("criteria", 7, 7),
    ("place", {"room": "R1", "Floor": "2"}, {"room": "R1", "floor": D(2)}),
    ("place", "R1", "R1"),
]  # fmt: skip


@pytest.mark.parametrize(("field", "cell", "value"), VALUES)
def test_the_value_of_a_cell(field, cell, value):
    found = filled("others: ['*']", {"id": "1", field: cell})
    assert found.candidate["tasks"] == [{"id": "1"} if value is ABSENT else {"id": "1", field: value}]
    assert (found.ambiguous, found.guessed, found.unread) == ((), (), ())


COLUMNS: list[tuple[str, str, list[str], list[Any]]] = [
    # The order of day and month is that of the column, of the others, else what date_order says.
    ("", "start", ["03/04/2025", "25/04/2025"], ["2025-04-03", "2025-04-25"]),
    ("", "start", ["03/04/2025", "04/25/2025"], ["2025-03-04", "2025-04-25"]),
    ("", "start,finish", ["03/04/2025,25/04/2025"], ["2025-04-03"]),
    ("", "start,finish", ["03/04/2025,04/25/2025", "26/04/2025,"], ["2025-04-03", "2025-04-26"]),
    ("date_order: {day_first: 'finish'}", "start,finish", ["03/04/2025,"], ["2025-04-03"]),
    ("date_order: {month_first: 'finish'}", "start,finish", ["03/04/2025,"], ["2025-03-04"]),
    ("", "start", ["05/05/2025"], ["2025-05-05"]),
    ("", "start", ["4/5/25", "13/05/25"], ["2025-05-04", "2025-05-13"]),
    ("", "changed", ["3/4/2025 9:00", "25/4/2025 9:00"], ["2025-04-03T09:00", "2025-04-25T09:00"]),
    # The decimal mark as well.
    ("", "points", ["1.500", '"2,75"'], [D(1500), D("2.75")]),
    ("", "points", ["1.500", "2.75"], [D("1.500"), D("2.75")]),
    ("", "points,cost", ["1.500,$2.75"], [D("1.500")]),
    ("", "size", ["1.500"], [D(1500)]),
]


@pytest.mark.parametrize(("reader", "head", "lines", "values"), COLUMNS)
def test_a_column_is_written_in_one_way(reader, head, lines, values):
    text = "\n".join([f"id,{head}", *(f"{n},{line}" for n, line in enumerate(lines))])
    found = read(reader, text)
    field = head.partition(",")[0]
    assert [task[field] for task in found.candidate["tasks"]] == values
    assert (found.ambiguous, found.guessed) == ((), ())


def test_what_nothing_decides_is_null_and_told():
    found = read("", 'id,start,days,points\n1,03/04/2025,"1/2/2025, 2025-01-01",1.500\n')
    assert found.candidate["tasks"] == [
        {"id": "1", "start": None, "points": None, "days": [None, "2025-01-01"]}
    ]
    assert found.ambiguous == (
        Ambiguous("tasks[0].start", ("2025-04-03", "2025-03-04")),
        Ambiguous("tasks[0].points", ("1500", "1.500")),
        Ambiguous("tasks[0].days[0]", ("2025-02-01", "2025-01-02")),
    )


def test_contradicting_columns_decide_nothing():
    found = read("", "id,start\n1,25/04/2025\n2,04/25/2025\n3,03/04/2025\n")
    assert [task["start"] for task in found.candidate["tasks"]] == ["2025-04-25", "2025-04-25", None]


def test_a_likely_order_is_told_once_a_column():
    reader = "date_order: {likely_day_first: 'Beginn'}\ncolumns: {start: [Beginn]}"
    found = read(reader, "id,Beginn,finish\n1,03/04/2025,\n2,04/05/2025,05/06/2025\n")
    assert found.candidate["tasks"] == [
        {"id": "1", "start": "2025-04-03"},
        {"id": "2", "start": "2025-05-04", "finish": "2025-06-05"},
    ]
    assert found.guessed == (
        Guessed("tasks[0].start", "03/04/2025", "2025-04-03", 2),
        Guessed("tasks[1].finish", "05/06/2025", "2025-06-05", 1),
    )


def test_a_number_as_programs_write_it_is_one_where_programs_write():
    text = '[{"id": 1, "points": "1.500"}]'
    assert read("", text, ".json").candidate["tasks"] == [{"id": "1", "points": D("1.500")}]


SHARED: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("start: [date], changed: [date]", {"date": "2025-01-02"}, {"start": "2025-01-02"}),
    (
        "start: [date], changed: [date]",
        {"date": "2025-01-02T10:00Z"},
        {"start": "2025-01-02", "changed": "2025-01-02T10:00Z"},
    ),
    ("start: [date], changed: [date]", {"date": "soon"}, {"start": "soon"}),
    ("changed: [date], start: [date]", {"date": "soon"}, {"start": "soon"}),
    ("criteria: [ac], size: [ac]", {"ac": 5}, {"size": 5}),
    ("criteria: [ac], size: [ac]", {"ac": ["a"]}, {"criteria": [{"text": "a"}]}),
    ("criteria: [ac], size: [ac]", {"ac": True}, {"size": True}),
    ("criteria: [ac], size: [ac]", {"ac": None}, {"criteria": []}),
    ("status: [state], title: [state]", {"state": "Done"}, {"title": "Done", "status": "done"}),
    # That a text takes it says nothing of a word that means none of the choices.
    ("status: [state], title: [state]", {"state": "weird"}, {"title": "weird", "status": "weird"}),
    ("status: [state], urgent: [state]", {"state": "yes"}, {"urgent": True}),
    ("status: [state], urgent: [state]", {"state": "weird"}, {"status": "weird"}),
    # The first column that says something wins, whether or not it can be read.
    ("start: [begin, created]", {"created": "2025-01-02", "begin": "soon"}, {"start": "soon"}),
    ("start: [begin, created]", {"created": "2025-01-02", "begin": " "}, {"start": "2025-01-02"}),
    # A tool may mean something else by a field's own name.
    ("start: [begin]", {"begin": "2025-01-02", "start": "2025-01-03"}, {"start": "2025-01-02"}),
    ("start: [begin]", {"start": "2025-01-03"}, {"start": "2025-01-03"}),
    ("title: [(title)]", {"(title)": "of the file", "title": "said"}, {"title": "said"}),
    ("start: [begin, start]", {"begin": "2025-01-02", "start": "2025-01-03"}, {"start": "2025-01-02"}),
]


@pytest.mark.parametrize(("columns", "row", "task"), SHARED)
def test_a_column_may_feed_several_fields(columns, row, task):
    found = filled(f"columns: {{{columns}}}\n", {"id": "1", **row})
    assert found.candidate["tasks"] == [{"id": "1", **task}]


WORDS: list[tuple[str, str, Any, Any]] = [
    ("status: {done: [erledigt, x]}", "status", "Erledigt", "done"),
    ("status: {done: [erledigt, x]}", "status", "X", "done"),
    ("status: {superseded: ['superseded by*']}", "status", "Superseded by ADR-5", "superseded"),
    ("status: {superseded: ['super*'], done: ['supersed*']}", "status", "superseding", "done"),
    ("status: {planned: [' ']}", "status", " ", "planned"),
    ("status: {planned: ['']}", "status", " ", "planned"),
    ("status: {done: [2]}", "status", 2, "done"),
    ("status: {done: ['true']}", "status", True, "done"),
    ("status: {done: ['-'], planned: ['/']}", "status", "-", "done"),
    # Signs around a word say nothing more; a word that is nothing but a sign is itself.
    ("status: {done: [erledigt]}", "status", "✅ erledigt", "done"),
    ("", "status", "**Done**", "done"),
    ("", "status", "🚧 In\u00a0Progress ⚙️", "in_progress"),
    ("", "status", ":done:", ":done:"),
    ("", "status", "🚧", "🚧"),
    ("", "status", "✅ not done", "✅ not done"),
    ("urgent: {'true': [now]}", "urgent", "NOW", True),
    ("urgent: {'true': ['no']}", "urgent", "no", True),
    ("marks: {red: [rot]}", "marks", "rot; green", ["red", "green"]),
    ("criteria.met: {'true': [ok]}", "criteria", [{"met": "OK"}, {"met": "no"}], [{"met": True}, {"met": False}]),
]  # fmt: skip


@pytest.mark.parametrize(("values", "field", "cell", "value"), WORDS)
def test_words_of_choices(values, field, cell, value):
    found = filled(f"values: {{{values}}}\n", {"id": "1", field: cell})
    assert found.candidate["tasks"] == [{"id": "1", field: value}]


def test_words_that_say_that_a_cell_is_empty():
    rows = [{"id": "1", "start": "N/A", "depends_on": "none", "parent": "TBD", "title": "None"}]
    found = filled("blanks: [n/a, none, tbd]\n", *rows)
    assert found.candidate["tasks"] == [{"id": "1", "depends_on": []}]
