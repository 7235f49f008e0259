"""What rows lead to through references, and what is not known of it."""

from typing import Any

import pytest
from msgspec.structs import replace

from selfcorrect.language.shape import Shape
from selfcorrect.ruleset.query import QueryDraft, link_query
from selfcorrect.ruleset.rule import Context
from tests.ruleset.packs import draft, field, left_open, ruleset, text
from tests.ruleset.tasks import TASKS, plan

LEADS: list[tuple[str, list[Any]]] = [
    ("count(closure(task, needs))", [3, 3, 3, 0]),
    ("count(closure(task.parent, needs))", [3, None, None, None]),
    ("count(closure(first(task.parts), needs))", [None, 3, None, None]),
    ("reaches(task, task, needs)", [False, True, True, False]),
    ("reaches(task, task.parent, needs)", [True, None, None, None]),
    ("reaches(task.parent, task, needs)", [False, None, None, None]),
    ("reaches(task.parent, task.parent, needs)", [True, None, None, None]),
    ("reaches(task, first(task.parts), needs)", [None, False, None, None]),
    ("reaches(task.parent.parent, task, needs)", [None, None, None, None]),
    ("reaches(first(task.parts), task, parent)", [None, True, None, None]),
    ("count(cycles(tasks, needs))", [1, 1, 1, 1]),
    ("peak(closure(task, needs), size, size)", [2, 2, 2, 0]),
]
"""What rows lead to in A → B ⇄ C → D, where B is A's parent and C's is nowhere: None is unknown."""


@pytest.mark.parametrize(("expression", "expected"), LEADS)
def test_what_rows_lead_to(expression: str, expected: list[Any]) -> None:
    record = plan(A=["B"], B=["C"], C=["B", "D"], D=[])
    record["tasks"][0]["parent"] = "B"
    record["tasks"][2]["parent"] = "nowhere"
    for task, size in zip(record["tasks"], (5, 1, 2, 2), strict=True):
        task["size"] = size
    tasks = replace(TASKS, fields=(*TASKS.fields, field("size", "number", "tasks")))
    asked = QueryDraft(each=(text("task in tasks"),), values=(("value", text(expression)),))
    query, problems = link_query(asked, Context(Shape((tasks,))))
    assert problems == ()
    assert query is not None
    assert [answer.values["value"] for answer in query.run(record)] == expected


UNKNOWN = [
    ({"id": None, "parent": "A"}, "reaches(task, task.parent, needs)", "reaches(task, task.parent, needs) is not known"),
    ({"id": "B"}, "reaches(task, task.parent, needs)", "task.parent is not known"),
    ({"id": "B", "parent": "X"}, "reaches(task, task.parent, needs)", "reaches(task, task.parent, needs) is not known"),
    ({"id": "A", "parent": "A"}, "count(closure(task, needs)) == 0", "count(closure(task, needs)) is not known"),
]  # fmt: skip


@pytest.mark.parametrize(("row", "check", "reason"), UNKNOWN)
def test_why_it_is_not_known(row: dict[str, Any], check: str, reason: str) -> None:
    rules = ruleset(
        (TASKS,),
        draft(
            "EACH",
            each="task in tasks",
            when="present(task.parent) or present(task.id)",
            check=check,
            at="task",
        ),
    )
    reasons = {
        n.path: n.reason for n in rules.check({"tasks": [{"id": "A", "parent": "A"}, row]}).not_evaluated
    }
    assert reasons["tasks[1]"] == reason


def test_lists_in_rows_are_one_graph_for_references() -> None:
    fields = (
        field(
            "projects",
            "list",
            of=[
                ("box", "object", {"of": [("steps", "list", {"key": "id", "of": [("id", "text", {}), ("next", "reference", {"to": "projects.box.steps"})]})]}),
            ],
        ),
        field("box", "object", of=[("rows", "list", {"key": "id", "of": [("id", "text", {}), ("up", "reference", {"to": "box.rows"})]})]),
    )  # fmt: skip
    rules = ruleset(
        fields,
        draft(
            "ONE_STEP",
            each=["p in projects", "s in p.box.steps"],
            check="count(closure(s, next)) < 2",
            at="s",
        ),
        draft("RING", none="ring in cycles(box.rows, up)"),
    )
    projects = [
        {"box": {"steps": [{"id": "a", "next": "b"}]}},
        {"box": {"steps": [{"id": "b", "next": "c"}, {"id": "c"}]}},
        {},
    ]
    record: dict[str, Any] = {
        "projects": projects,
        "box": {"rows": [{"id": "x", "up": "y"}, {"id": "y", "up": "x"}]},
    }
    assert [(v.path, v.message, v.suspects) for v in rules.check(record).violations] == [
        (
            "projects[0].box.steps[0]",
            "ONE_STEP holds (projects 1, steps 1, a).",
            ("projects[0].box.steps[0]",),
        ),
        ("box.rows[0]", "RING holds (rows 1, x): x → y → x.", ("box.rows[0].up", "box.rows[1].up")),
    ]
    assert left_open(rules, {"projects": projects[:2]}) == [("RING", "box.rows", "box.rows is not known")]
