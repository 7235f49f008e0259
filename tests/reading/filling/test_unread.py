"""Columns that fill nothing are told once, with what was likely meant."""

import pytest

from selfcorrect.reading.filling.unread import UnreadColumn as U
from tests.reading.filling.ledgers import filled

ROWS = [
    {"id": "1", "depend_on": "x", "Zeta": 1},
    {"id": "2", "depend_on": "y", "Zeta": None},
    {"id": "3", "Zeta": ""},
]
TOLD = [
    ("", ROWS, None, [U("depend_on", 2, "tasks[0]", "depends_on"), U("Zeta", 1, "tasks[0]")]),
    ("others: [ZETA]", ROWS, None, [U("depend_on", 2, "tasks[0]", "depends_on")]),
    ("others: ['*']", ROWS, None, []),
    ("columns: {depends_on: [needs]}", [{"id": "1", "need": "2"}], None, [U("need", 1, "tasks[0]", "needs")]),
    # Keys of values that are led to are read; what a file has without saying so is no column.
    ("columns: {parent: [up.key]}", [{"id": "1", "up": {"x": 1}, "(section)": "s", "(file)": "f"}], None, []),
    ("", [{"id": "1"}, {"id": "2", "(column 3)": "x"}], None, [U("(column 3)", 1, "tasks[1]")]),
    # Blanks of all kinds are nothing that could be read.
    ("", [{"id": "1", "Zeta": " "}, {"id": "2", "Zeta": "\u00a0"}, {"id": "3", "Zeta": "\u3000"}], None, []),
    # What is unread in the rows of a row, and beside all rows.
    (
        "",
        [{"id": "1", "criteria": [{"text": "a"}, {"done": True}, {"done": True}]}],
        None,
        [U("criteria.done", 2, "tasks[0].criteria[1]")],
    ),
    ("others: [criteria.done]", [{"id": "1", "criteria": [{"done": True}]}], None, []),
    ("", [{"id": "1"}], {"nam": "x", "people": [{"who": "a"}]}, [U("nam", 0, "", "name"), U("people.who", 0)]),
    ("record: {people.name: [person]}\nothers: [nam]", [{"id": "1"}], {"nam": "x", "people": [{"persom": "a"}]}, [U("people.persom", 0, "", "people.person")]),
]  # fmt: skip


@pytest.mark.parametrize(("reader", "rows", "head", "told"), TOLD)
def test_columns_that_are_not_read(reader, rows, head, told):
    assert list(filled(reader, *rows, head=head).unread) == told


def test_of_very_many_columns_the_first_are_told_and_the_rest_counted():
    found = filled("", *({"id": str(n), f"k{n}": 1} for n in range(250))).unread
    assert [one.name for one in found[:100]] == [f"k{n}" for n in range(100)]
    assert found[100:] == (U("", 150),)
