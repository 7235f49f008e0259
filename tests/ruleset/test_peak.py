"""How much runs at one moment: beside a count at every moment, in groups, and what is not known."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selfcorrect.ruleset.runtime import peak
from tests.ruleset.packs import draft, field, found, left_open, ruleset

SPANS: list[tuple[str, list[tuple[Any, ...]], Any]] = [
    ("nothing", [], 0),
    ("one", [(1, 3)], 1),
    ("one after another", [(1, 3), (3, 5)], 1),
    ("overlapping", [(1, 4), (3, 5)], 2),
    ("one in another", [(1, 9), (3, 5), (6, 8)], 2),
    ("alike", [(1, 3), (1, 3), (1, 3)], 3),
    ("a moment alone", [(3, 3)], 1),
    ("a moment within", [(1, 5), (3, 3)], 2),
    ("a moment as another starts", [(3, 5), (3, 3)], 2),
    ("a moment as another ends", [(1, 3), (3, 3)], 1),
    ("a moment between two", [(1, 3), (3, 3), (3, 5)], 2),
    ("two of a moment", [(3, 3), (3, 3)], 2),
    ("a start that is not known", [(None, 3), (1, 2)], None),
    ("an end that is not known", [(1, None)], None),
    ("an end before its start", [(1, 3), (5, 4)], None),
    ("weights", [(1, 4, Decimal("0.5")), (3, 5, Decimal("0.75")), (4, 6, 1)], Decimal("1.75")),
    ("a weight that is not known", [(1, 4, None)], None),
    ("a weight less than nothing", [(1, 4, 2), (2, 3, -1), (3, 5, 1)], 3),
    ("nothing but such", [(1, 4, -2)], 0),
    ("such in a moment", [(1, 4, 1), (2, 2, -1), (2, 3, 1)], 2),
    ("dates", [(date(2025, 1, 1), date(2025, 1, 3)), (date(2025, 1, 2), date(2025, 1, 4))], 2),
    ("the first and the last date", [(date.min, date.max), (date.max, date.max)], 1),
    ("the last date alone", [(date.min, date.max), (date.min, date.min)], 2),
]  # fmt: skip


@pytest.mark.parametrize(("name", "spans", "expected"), SPANS, ids=[name for name, *_ in SPANS])
def test_what_runs_at_one_moment(name: str, spans: list[tuple[Any, ...]], expected: Any) -> None:
    assert peak(spans) == expected


MOMENTS = st.integers(0, 6)
SPAN = st.tuples(MOMENTS, MOMENTS, st.integers(-2, 3)).map(lambda s: (min(s[:2]), max(s[:2]), s[2]))


@given(st.lists(SPAN, max_size=7))
def test_it_is_what_a_count_at_every_moment_and_after_it_gives(spans: list[tuple[int, int, int]]) -> None:
    at = [sum(w for a, b, w in spans if a <= t < b or a == t == b) for t in range(7)]
    after = [sum(w for a, b, w in spans if a <= t < b) for t in range(7)]
    assert peak(spans) == max(0, *at, *after)
    assert peak(spans[::-1]) == peak(spans)


TASKS = field(
    "tasks",
    "list",
    key="id",
    of=[
        ("id", "text", {}),
        ("owner", "text", {}),
        ("start", "date", {}),
        ("finish", "date", {}),
        ("share", "percent", {"if_absent": Decimal(100)}),
        ("at", "object", {"of": [("from", "datetime", {}), ("to", "datetime", {})]}),
        ("steps", "list", {"of": [("first", "integer", {}), ("last", "number", {})]}),
    ],
)


def task(name: str, owner: str | None, start: str | None, finish: str | None, **more: Any) -> dict[str, Any]:
    return {"id": name, "owner": owner, "start": start, "finish": finish, **more}


RECORD = {
    "tasks": [
        task("A", "x", "2025-01-01", "2025-01-05"),
        task("B", "y", "2025-01-01", "2025-01-05", share=50),
        task("C", "x", "2025-01-04", "2025-01-09"),
        task("D", "y", "2025-01-04", "2025-01-09", share="50%"),
        task("E", "z", "2025-01-04", None),
        task("F", "z", "2025-01-05", "2025-01-04"),
        task("G", None, "2025-01-05", "2025-01-06"),
    ]
}
OVERLOADED = draft(
    "OVERLOADED",
    says="Nobody does two things at a time.",
    each="task in tasks",
    per={"owner": "task.owner"},
    when="present(task.owner)",
    check="peak(group, start, finish) <= 1",
    at="task.owner",
)


def test_it_is_one_finding_a_group() -> None:
    rules = ruleset((TASKS,), OVERLOADED)
    assert [(v.path, v.message, v.related) for v in rules.check(RECORD).violations] == [
        ("tasks[0].owner", "Nobody does two things at a time (tasks 1, A).", ("tasks[2].owner",)),
        ("tasks[1].owner", "Nobody does two things at a time (tasks 2, B).", ("tasks[3].owner",)),
    ]
    assert left_open(rules, RECORD) == [
        ("OVERLOADED", "tasks[4].owner", "peak(group, start, finish) is not known")
    ]


RULES: list[tuple[dict[str, Any], list[tuple[str, str, str | None, str | None]]]] = [
    ({"each": "task in tasks", "per": {"owner": "task.owner"}, "when": "present(task.finish)", "check": "peak(group, start, finish, share) <= 100", "at": "task"}, [("RULE", "tasks[0]", None, None)]),
    ({"check": 'peak((t for t in tasks if present(t.owner) and t.owner == "x"), start, finish) == 1', "at": "tasks"}, [("RULE", "tasks", "1", "2")]),
    ({"check": "peak((t for t in tasks if present(t.finish) and t.finish >= t.start), start, finish, share) == 0", "at": "tasks"}, [("RULE", "tasks", "0", "300")]),
    ({"check": "peak(tasks, at.from, at.to) == 2", "at": "tasks"}, []),
    ({"check": "peak(tasks.steps, first, last) == 3", "at": "tasks"}, [("RULE", "tasks", "3", "2")]),
    ({"each": "task in tasks", "check": "peak(task.steps, first, last) < 2", "at": "task"}, []),
    ({"each": "task in tasks", "when": "present(task.finish)", "check": "peak((t for t in so_far if t.owner == task.owner), start, finish) < 2", "at": "task"}, [("RULE", "tasks[2]", None, None), ("RULE", "tasks[3]", None, None)]),
]  # fmt: skip


@pytest.mark.parametrize(("keys", "expected"), RULES)
def test_any_list_of_rows_has_a_peak(keys: dict[str, Any], expected: Any) -> None:
    rules = ruleset((TASKS,), draft("RULE", **keys))
    moments = {"from": "2025-01-01T10:00+02:00", "to": "2025-01-01T11:00Z"}
    tasks = [
        {
            **one,
            "at": moments if one["id"] in "AB" else {"from": "2025-01-01T11:00Z", "to": "2025-01-01T11:00Z"},
        }
        for one in RECORD["tasks"]
    ]
    tasks = [{**one, "steps": [{"first": n, "last": n + 1.5}]} for n, one in enumerate(tasks)]
    if "at.from" in keys["check"]:
        tasks = tasks[:3]
    assert [v for v in found(rules, {"tasks": tasks}) if v[0] == "RULE"] == expected


def test_many_rows_have_a_peak_and_running_ones_a_budget() -> None:
    rows = [{"id": f"T{n}", "steps": [{"first": n, "last": n + 2}]} for n in range(20_000)]
    rules = ruleset(
        (TASKS,),
        draft("ALL", check="peak(tasks.steps, first, last) == 2", at="tasks"),
        draft("RUNNING", each="step in tasks.steps", check="peak(so_far, first, last) < 3", at="step"),
    )
    report = rules.check({"tasks": rows})
    assert report.violations == ()
    assert {(n.code, n.reason) for n in report.not_evaluated} == {
        ("RUNNING", "the step budget of the check is spent")
    }
