"""Rings, in whole lists: what is told of them, where they stand, what a condition says of them."""

from typing import Any

import pytest

from tests.ruleset.packs import draft, field, left_open, ruleset
from tests.ruleset.tasks import CIRCULAR, RING, TASKS, plan, told


def test_a_ring_is_one_finding_at_its_first_row_with_the_way_along_it() -> None:
    record = plan(A=[], B=["A", "D"], C=["B"], D=["A", "C", "B"])
    assert told(RING, record) == [
        (
            "tasks[1]",
            "No task waits for itself, not even through others (tasks 2, B): B → D → B.",
            "B → D → B",
            ("tasks[3]",),
            ("tasks[1].needs[1]", "tasks[3].needs[2]"),
        ),
        (
            "tasks[1]",
            "No task waits for itself, not even through others (tasks 2, B): B → D → C → B.",
            "B → D → C → B",
            ("tasks[3]", "tasks[2]"),
            ("tasks[1].needs[1]", "tasks[3].needs[1]", "tasks[2].needs[0]"),
        ),
    ]


def test_it_stands_there_too_where_the_rule_does_not_say_and_single_references_lead_on() -> None:
    rules = ruleset((TASKS,), draft("PARTS", none="ring in cycles(tasks, parent)"))
    assert told(rules, plan(A="C", B="A", C="A")) == [
        ("tasks[0]", "PARTS holds (tasks 1, A): A → C → A.", "A → C → A", ("tasks[2]",), ("tasks[0].parent", "tasks[2].parent"))
    ]  # fmt: skip


PLACES: list[tuple[dict[str, Any], tuple[Any, ...]]] = [
    ({"at": "tasks"}, ("tasks", (), ("tasks[0].needs[0]", "tasks[1].needs[0]"))),
    ({"at": "ring.status"}, ("tasks[0].status", ("tasks[1].status",), ("tasks[0].needs[0]", "tasks[1].needs[0]"))),
    ({"suspects": "ring"}, ("tasks[0]", ("tasks[1]",), ("tasks[0]", "tasks[1]"))),
    ({"suspects": ["ring.status", "tasks"]}, ("tasks[0]", ("tasks[1]",), ("tasks[0].status", "tasks[1].status", "tasks"))),
]  # fmt: skip


@pytest.mark.parametrize(("keys", "expected"), PLACES)
def test_places_of_a_ring_are_those_of_all_its_rows(keys: dict[str, Any], expected: tuple[Any, ...]) -> None:
    rules = ruleset((TASKS,), draft("RING", none="ring in cycles(tasks, needs)", **keys))
    assert [(v.path, v.related, v.suspects) for v in rules.check(plan(A=["B"], B=["A"])).violations] == [
        expected
    ]


def test_suspects_and_reads_are_told_as_patterns() -> None:
    rules = ruleset(
        (TASKS,),
        CIRCULAR,
        draft("PARTS", none="ring in cycles(tasks, parent)"),
        draft("LONG", each="task in tasks", check="count(closure(task, needs)) < 9 and not reaches(task, task, parent)"),
        draft("WHOLE", each="task in tasks", check='all(part.status == "x" for part in task.parts)'),
    )  # fmt: skip
    assert [(card.code, sorted(card.reads), card.suspects) for card in rules.rules[2:]] == [
        ("CIRCULAR", ["tasks", "tasks[].needs"], ("tasks[].needs[]",)),
        ("PARTS", ["tasks", "tasks[].parent"], ("tasks[].parent",)),
        ("LONG", ["tasks", "tasks[].needs", "tasks[].parent"], ("tasks[]",)),
        ("WHOLE", ["tasks", "tasks[].parent", "tasks[].status"], ("tasks[]",)),
    ]


def test_what_leads_nowhere_is_on_no_ring() -> None:
    rules = ruleset((TASKS,), CIRCULAR, draft("COUNT", check="count(cycles(tasks, needs)) == 0", at="tasks"))
    hostile = {
        "tasks": [
            {"id": "A", "needs": ["A"]},
            {"id": "B", "needs": ["nothing", None, "C"]},
            {"id": "B", "needs": ["C"]},
            {"id": "C", "needs": ["B"]},
            {"needs": ["C", "A"]},
            {"id": "D", "needs": 7},
            "no row",
            None,
        ]
    }
    report = rules.check(hostile)
    assert [v.code for v in report.violations if v.origin == "rule"] == []
    assert (report.coverage.applicable, report.coverage.evaluated) == (2, 2)


ONE_REFERENCE_TWICE = [
    ("written twice", plan(A=["B", "B"], B=["A", "A"]), ["A → B → A"], ("tasks[0].needs[0]", "tasks[1].needs[0]")),
    ("after others", plan(A=["A", "x", "B"], B=["B", "A"]), ["A → B → A"], ("tasks[0].needs[2]", "tasks[1].needs[1]")),
]  # fmt: skip


@pytest.mark.parametrize(("name", "record", "ways", "suspects"), ONE_REFERENCE_TWICE)
def test_the_first_reference_that_leads_on_is_suspected(
    name: str, record: Any, ways: Any, suspects: Any
) -> None:
    found = [v for v in RING.check(record).violations if v.origin == "rule"]
    assert [v.actual for v in found] == ways
    assert found[0].suspects == suspects


def test_a_long_ring_is_told_by_its_first_twelve_rows_and_held_whole() -> None:
    many = 100_000
    tasks = [{"id": f"T-{n}", "needs": [f"T-{(n + 1) % many}"]} for n in range(many)]
    (found,) = RING.check({"tasks": tasks}).violations
    first = " → ".join(f"T-{n}" for n in range(12))
    assert found.actual == f"{first} → … 99,988 more … → T-0"
    assert found.related == tuple(f"tasks[{n}]" for n in range(1, many))
    assert found.suspects == tuple(f"tasks[{n}].needs[0]" for n in range(many))


def test_thirteen_rows_leave_one_out() -> None:
    names = "ABCDEFGHIJKLM"
    record = plan(**{a: [b] for a, b in zip(names, names[1:] + names[0], strict=True)})
    assert [v.actual for v in RING.check(record).violations] == [
        "A → B → C → D → E → F → G → H → I → J → K → L → … 1 more … → A"
    ]


# ---- conditions, and what is not known

CONDITIONS: list[tuple[str, list[str], list[tuple[str, str, str]]]] = [
    ("count(ring) > 2", ["C → D → E → C"], []),
    ('any(t.status == "done" for t in ring)', ["A → B → A"], [("RING", "tasks[2]", 'any(i.status == "done" for i in ring) is not known')]),
    ('all(t.status == "done" for t in ring)', [], [("RING", "tasks[2]", 'all(i.status == "done" for i in ring) is not known')]),
    ('count(ring) == 2 and any(t.status == "done" for t in ring)', ["A → B → A"], []),
    ('first(ring).id in ["A", "D"]', ["A → B → A"], []),
    ("count(closure(first(ring), needs)) > 2", ["C → D → E → C"], []),
]  # fmt: skip


@pytest.mark.parametrize(("condition", "ways", "unknown"), CONDITIONS)
def test_a_condition_speaks_of_the_ring(condition: str, ways: list[str], unknown: Any) -> None:
    rules = ruleset((TASKS,), draft("RING", none=f"ring in cycles(tasks, needs) if {condition}", at="ring"))
    record = plan(A=["B"], B=["A"], C=["D"], D=["E"], E=["C"])
    record["tasks"][0]["status"] = "done"
    record["tasks"][1]["status"] = "open"
    assert [v.actual for v in rules.check(record).violations] == ways
    assert left_open(rules, record) == unknown


def test_where_no_ring_is_the_rule_was_evaluated_and_holds() -> None:
    rules = ruleset(
        (TASKS, field("flag", "boolean")),
        CIRCULAR,
        draft("IF", none="ring in cycles(tasks, needs)", when="flag"),
    )
    sound = plan(A=["B"], B=[])
    reports = {flag: rules.check({**sound, "flag": flag}) for flag in (True, False, None)}
    coverage = {
        flag: (report.coverage.applicable, report.coverage.evaluated, [n.path for n in report.not_evaluated])
        for flag, report in reports.items()
    }
    assert coverage == {True: (2, 2, []), False: (1, 1, []), None: (2, 1, ["tasks"])}
    empty, absent = rules.check({"tasks": [], "flag": True}), rules.check({"flag": True})
    assert (empty.coverage.applicable, empty.not_evaluated) == (0, ())
    assert [(n.code, n.path, n.reason) for n in absent.not_evaluated] == [
        ("CIRCULAR", "tasks", "tasks is not known"),
        ("IF", "tasks", "tasks is not known"),
    ]


def test_rows_of_rings_and_rings_beside_rows_have_places() -> None:
    rules = ruleset(
        (TASKS, field("teams", "list", of=[("name", "text", {})])),
        draft(
            "ROWS",
            each=["ring in cycles(tasks, needs)", "t in ring"],
            check='t.status != "bad"',
            at="t.status",
        ),
        draft("BESIDE", each=["team in teams", "ring in cycles(tasks, needs)"], check="team.name in ring.id"),
        draft(
            "PER", each="ring in cycles(tasks, needs)", per={"size": "count(ring)"}, check="count(group) < 2"
        ),
    )
    record = plan(A=[], B=["C"], C=["B"], D=["E"], E=["D"])
    for task in record["tasks"]:
        task["status"] = "bad" if task["id"] in "CE" else "good"
    found = rules.check({**record, "teams": [{"name": "x"}, {"name": "C"}]}).violations
    assert [(v.code, v.path, v.related, v.suspects) for v in found] == [
        ("ROWS", "tasks[2].status", (), ("tasks[2].status",)),
        ("ROWS", "tasks[4].status", (), ("tasks[4].status",)),
        ("BESIDE", "tasks[1]", ("tasks[2]",), ("tasks[1].needs[0]", "tasks[2].needs[0]")),
        ("BESIDE", "tasks[3]", ("tasks[4]",), ("tasks[3].needs[0]", "tasks[4].needs[0]")),
        ("BESIDE", "tasks[3]", ("tasks[4]",), ("tasks[3].needs[0]", "tasks[4].needs[0]")),
        ("PER", "tasks[1]", ("tasks[3]",), ("tasks[1].needs",)),
    ]
