"""Rows that nobody should write: whatever they hold there is a candidate, and in bounded time."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from selfcorrect.language.values import show_raw
from selfcorrect.reading.filling.fill import fill_rows
from selfcorrect.reading.filling.opened import rows_given, rows_in_text
from selfcorrect.reading.filling.places import RowPlaces
from tests.reading.filling.ledgers import filled, read, ready

BIG = 1_000_000
FIELDS = ("id", "title", "status", "parent", "depends_on", "start", "changed", "urgent", "points", "cost", "effort", "tags", "marks", "days", "criteria", "place")  # fmt: skip
READERS = [
    "",
    "ids: {ignore_case: true, ignore_zeros: true, same_prefix: [[t, task, '']], pattern: '[a-zA-Z]*-?[0-9]+'}\n"
    "columns: {start: [changed], changed: [start], status: [title], place.room: [title], parent: [parent.id]}\n"
    "values: {status: {done: ['x*']}}\nblanks: [none]\n",
]

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.decimals(allow_nan=True)
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3), max_leaves=6
)  # fmt: skip
rows = st.dictionaries(st.sampled_from(FIELDS) | st.text(max_size=6), values, max_size=6)


@settings(max_examples=150)
@given(
    st.sampled_from(READERS),
    st.lists(rows, max_size=4),
    st.dictionaries(st.text(max_size=6), values, max_size=3),
)
def test_any_rows_make_a_candidate(reader, raw, head):
    found = filled(reader, *raw, head=head)
    assert len(found.candidate["tasks"]) == len(raw)
    assert all(set(task) <= {*FIELDS, "finish", "size", "wait"} for task in found.candidate["tasks"])


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize(
    "text", ["x" * BIG, "1" * BIG, "a, " * (BIG // 3), "- [x] " * (BIG // 6), "\u0301" * BIG]
)
def test_a_cell_of_a_megabyte(field, text):
    found = filled(READERS[1], {"id": "1", field: text}, {"id": "2"})
    assert len(found.candidate["tasks"]) == 2


def test_a_list_of_a_hundred_thousand_references():
    names = [f"T-{n}" for n in range(100_000)]
    (task,) = filled("", {"id": "T-7", "depends_on": names}).candidate["tasks"]
    assert task["depends_on"] == names
    (task,) = filled("", {"id": "T-7", "depends_on": ", ".join(names)}).candidate["tasks"]
    assert task["depends_on"] == names


def test_ten_thousand_places_in_one_line():
    """All of a file may stand in one line, and all of its findings in one cell."""
    names = [f"T-{n}" for n in range(10_000)]
    text = json.dumps([{"id": "A", "depends_on": names}, *({"id": name, "start": "soon"} for name in names)])
    made = ready()
    raw = rows_in_text(made, text.encode(), ".json", "x.json")
    places = RowPlaces(made, raw.files, "x.json", folder=False)
    fill_rows(made, raw.files, places)
    for number in range(10_000):
        for path in (f"tasks[0].depends_on[{number}]", f"tasks[{number + 1}].start"):
            extent = places.extent(path)
            assert extent is not None
            line, column = places.line(extent)
            shown = line[column - 1 : column - 1 + extent.end_column - extent.column]
            assert shown == (names[number] if path.startswith("tasks[0]") else "soon")


def test_columns_that_are_never_the_same():
    found = filled("", *({"id": str(n), f"k{n}": n} for n in range(20_000)))
    assert (len(found.candidate["tasks"]), len(found.unread)) == (20_000, 101)


def test_values_nested_deeply():
    deep: Any = "x"
    for _ in range(900):
        deep = [deep] if _ % 2 else {"id": deep}
    for field in FIELDS:
        (task,) = filled("columns: {parent: [a.b.c.d.e.f]}", {"id": "1", field: deep, "a": deep}).candidate[
            "tasks"
        ]
        assert show_raw(task.get(field))


def test_text_that_no_output_could_carry():
    text = '[{"id": "\\ud800", "needs": "\\ud800 1, 2", "title": "\\ud83d"}]'
    reader = "ids: {pattern: '[0-9]+'}\ncolumns: {depends_on: [needs]}"
    (task,) = read(reader, text, ".json").candidate["tasks"]
    assert task == {"id": "\ud800", "depends_on": ["1", "2"], "title": "\ud83d"}


def test_one_mapping_may_be_in_many_places():
    """An alias of YAML: what is made of one is no part of another."""
    shared: dict[str, Any] = {"text": "a", "met": "no"}
    row = {"id": "1", "criteria": [shared, shared], "days": (days := ["03/04/2025"])}
    found = filled("", row, {**row, "id": "2"})
    one, two = found.candidate["tasks"]
    assert one["criteria"][0] is not one["criteria"][1]
    assert (one["days"], two["days"], days) == ([None], [None], ["03/04/2025"])
    assert fill_rows(ready(), rows_given([row], None, "").files).candidate["tasks"] == [one]
