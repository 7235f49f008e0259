"""What is wrong with the shape of a record, in whole lists."""

from typing import Any

import pytest

from tests.ruleset.packs import draft, field, found, left_open, ruleset

SHAPED = (
    field("kind", "choice", choices=("a", "b"), required=True),
    field("note", "text", pattern="[a-z]+", codes={"BAD_PATTERN": "BAD_NOTE"}),
    field(
        "items",
        "list",
        key="id",
        at_least=2,
        required=True,
        of=[
            ("id", "text", {"required": True}),
            ("n", "integer", {"severity": "warning"}),
            ("up", "reference", {"to": "items"}),
        ],
    ),
    field(
        "orders",
        "list",
        of=[("lines", "list", {"key": "id", "of": [("id", "integer", {}), ("n", "number", {})]})],
    ),
    field("box", "object", of=[("size", "number", {"required": True})]),
    field("if_kind", "text", required_when='kind == "b"'),
)
SHAPE_TABLE: list[tuple[dict[Any, Any], list[tuple[str, str, str | None, str | None]]]] = [
    ({"kind": "a", "items": [{"id": "x"}, {"id": "y", "up": "x"}]}, []),
    ({"kind": "c", "items": [{"id": "x"}, {"id": "y"}]}, [("NOT_A_CHOICE", "kind", "a, b", "c")]),
    ({"kind": "b", "items": [{"id": "x"}, {"id": "y"}]}, [("MISSING_FIELD", "if_kind", None, None)]),
    ({"kind": "a", "items": [{"id": "x"}], "note": "A1"}, [("BAD_NOTE", "note", "[a-z]+", "A1"), ("TOO_FEW", "items", "2 rows", "1")]),
    ({"kind": "a", "items": []}, [("TOO_FEW", "items", "2 rows", "0")]),
    ({}, [("MISSING_FIELD", "kind", None, None), ("MISSING_FIELD", "items", None, None)]),
    ({"kind": " ", "items": "none"}, [("MISSING_FIELD", "kind", None, None), ("WRONG_TYPE", "items", "a list", "none")]),
    ({"kind": "a", "items": [{"id": "x"}, {"id": "x"}, {"id": "x"}]}, [("DUPLICATE_KEY", "items[1].id", None, "x"), ("DUPLICATE_KEY", "items[2].id", None, "x")]),
    ({"kind": "a", "items": [{"id": "x", "up": "z"}, {}]}, [("MISSING_FIELD", "items[1].id", None, None), ("UNKNOWN_REFERENCE", "items[0].up", None, None)]),
    ({"kind": "a", "items": [{"id": "x", "n": "1.5"}, {"id": "y", "odd": 1}]}, [("UNKNOWN_FIELD", "items[1].odd", None, "1"), ("WRONG_TYPE", "items[0].n", "a whole number", "1.5")]),
    ({"kind": "a", "items": ({"id": "x"}, {"id": "y"}), "orders": [{"lines": [{"id": 1}, {"id": 1}]}, {"lines": [{"id": 1}, {"id": 2}]}]}, [("DUPLICATE_KEY", "orders[0].lines[1].id", None, "1")]),
    ({"kind": "a", "items": [{"id": "x"}, {"id": "y"}], "box": {}}, [("MISSING_FIELD", "box.size", None, None)]),
    ({"kind": "a", "items": [{"id": "x"}, {"id": "y"}], "box": []}, [("WRONG_TYPE", "box", "an object", "a list of 0")]),
    ({"kind": "a", "items": [{"id": "x"}, {"id": "y"}], "box": {"size": 1, "odd": None}, 7: 8}, [("UNKNOWN_FIELD", "7", None, "8"), ("UNKNOWN_FIELD", "box.odd", None, "null")]),
    ({"kind": "a", "items": [{"id": "x"}, {"id": "y", "n": 10**18}]}, [("NUMBER_OUT_OF_RANGE", "items[1].n", "integer", "an integer of over 18 digits")]),
]  # fmt: skip


@pytest.mark.parametrize(("record", "expected"), SHAPE_TABLE)
def test_the_shape_has_its_findings(record: dict[str, Any], expected: list[Any]) -> None:
    assert found(ruleset(SHAPED), record) == expected


def test_severities_of_the_shape() -> None:
    report = ruleset(SHAPED).check({"kind": "a", "items": [{"id": "x", "n": "?"}, {"id": "y", "odd": 1}]})
    assert [(v.code, v.severity, v.origin, v.grade) for v in report.violations] == [
        ("UNKNOWN_FIELD", "warning", "shape", "E3"),
        ("WRONG_TYPE", "warning", "shape", "E3"),
    ]


def test_a_reference_into_an_absent_list_is_left_open() -> None:
    fields = (
        field("main", "reference", to="tasks"),
        field("tasks", "list", key="id", of=[("id", "text", {})]),
    )
    rules = ruleset(fields)
    assert (found(rules, {"main": "a"}), [entry[:2] for entry in left_open(rules, {"main": "a"})]) == (
        [],
        [("UNKNOWN_REFERENCE", "main")],
    )
    assert found(rules, {"main": "a", "tasks": []}) == [("UNKNOWN_REFERENCE", "main", None, None)]


def test_rows_that_refer_twice_count_once() -> None:
    tasks = field(
        "tasks",
        "list",
        key="id",
        of=[
            ("id", "text", {}),
            ("n", "number", {}),
            ("needs", "list", {"items": ("reference", {"to": "tasks", "inverse": "needed_by"})}),
        ],
    )
    rules = ruleset((tasks,), draft("ONCE", each="t in tasks", check="sum(t.needed_by.n) == t.n", at="t.n"))
    assert found(
        rules, {"tasks": [{"id": "a", "n": 2, "needs": []}, {"id": "b", "n": 0, "needs": ["a", "a"]}]}
    ) == [("ONCE", "tasks[0].n", "0", "2")]


@pytest.mark.parametrize("raw", [{}, {"needs": None}, {"needs": " "}, {"needs": []}])
def test_an_absent_list_can_stand_for_an_empty_one(raw: dict[str, Any]) -> None:
    needs = field("needs", "list", items=("text", {}), if_absent=())
    rules = ruleset((needs,), draft("NONE", check="count(needs) == 1", at="needs"))
    assert (found(rules, raw), left_open(rules, raw)) == ([("NONE", "needs", "1", "0")], [])


def test_a_list_that_is_none_stays_wrong_whatever_an_absent_one_stands_for() -> None:
    needs = field("needs", "list", items=("text", {}), if_absent=())
    assert found(ruleset((needs,)), {"needs": "all"}) == [("WRONG_TYPE", "needs", "a list", "all")]


def test_a_list_of_references_may_name_its_finding_at_the_references() -> None:
    needs = {
        "items": (
            "reference",
            {"to": "tasks", "codes": {"UNKNOWN_REFERENCE": "NO_TASK"}, "severity": "warning"},
        )
    }
    rules = ruleset((field("tasks", "list", key="id", of=[("id", "text", {}), ("needs", "list", needs)]),))
    report = rules.check({"tasks": [{"id": "a", "needs": ["a", "b"]}]})
    assert [(one.code, one.path, one.severity) for one in report.violations] == [
        ("NO_TASK", "tasks[0].needs[1]", "warning")
    ]
