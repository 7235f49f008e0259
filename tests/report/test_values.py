"""What stands at a path."""

import pytest

from selfcorrect.report.values import value_at

RECORD = {"a": {"b": [1, {"c": 2}]}, "from": 3, "grid": [[4, 5]]}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("", RECORD),
        ("a.b[0]", 1),
        ("a.b[1].c", 2),
        ("from", 3),
        ("grid[0][1]", 5),
        ("a.x", None),
        ("a.b[2]", None),
        ("a.b.c", None),
        ("from.x", None),
        ("grid[99999999999999999999]", None),
    ],
)
def test_value_at(path, value):
    assert value_at(RECORD, path) == value
