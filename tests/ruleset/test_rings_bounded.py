"""Rules about rings are bounded whatever the record, refused where they make no sense, and kept as others are."""

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from selfcorrect.language.shape import Shape
from selfcorrect.ruleset.graph import Graph
from selfcorrect.ruleset.link import link_rules
from selfcorrect.ruleset.naming import along
from selfcorrect.ruleset.rule import Context, RuleDraft
from tests.ruleset.packs import draft, left_open, ruleset, text
from tests.ruleset.tasks import CIRCULAR, RING, TASKS, plan, told


def chain(many: int) -> dict[str, Any]:
    """Tasks each of which needs the next."""
    return {"tasks": [{"id": f"T{n}", "needs": [f"T{n + 1}"]} for n in range(many)] + [{"id": f"T{many}"}]}


def test_a_closure_for_every_row_of_many_spends_the_budget_and_no_more() -> None:
    rules = ruleset(
        (TASKS,),
        draft("FAR", each="task in tasks", check="count(closure(task, needs)) >= 0", at="task"),
        draft("REACHES", each="task in tasks", check="not reaches(task, first(tasks), needs)", at="task"),
        draft("PARTS", each="task in tasks", check="count(closure(task, parent)) == 0", at="task"),
        CIRCULAR,
    )
    report = rules.check(chain(20_000))
    assert {(n.code, n.reason) for n in report.not_evaluated} == {
        ("FAR", "the step budget of the check is spent"),
        ("REACHES", "the step budget of the check is spent"),
    }
    assert report.verdict == "unverified"


def test_a_closure_of_one_row_of_many_is_within_the_budget() -> None:
    rules = ruleset((TASKS,), draft("ONE", check="count(closure(first(tasks), needs)) == 100000", at="tasks"))
    assert left_open(rules, chain(100_000)) == []
    assert rules.check(chain(100_000)).violations == ()


TANGLES: list[tuple[str, list[list[int]], int]] = [
    ("a row that all others need and that needs them", [[*range(1, 3000)], *[[0]] * 2999], 2999),
    ("four hundred rows in all ways", [[*range(400)]] * 400, 1400),
]


@pytest.mark.parametrize(("name", "needs", "rings"), TANGLES, ids=[name for name, *_ in TANGLES])
def test_hostile_tangles_are_told_in_full(name: str, needs: list[list[int]], rings: int) -> None:
    record = {"tasks": [{"id": f"T{n}", "needs": [f"T{m}" for m in to]} for n, to in enumerate(needs)]}
    found = RING.check(record).violations
    assert len(found) == rings
    assert {len(v.suspects) for v in found} == {2}


def test_a_rule_set_and_its_findings_are_picklable() -> None:
    record = plan(A=["B"], B=["A"])
    again = pickle.loads(pickle.dumps(RING))  # noqa: S301 - our own
    assert told(again, record) == told(RING, record)
    report = pickle.loads(pickle.dumps(RING.check(record)))  # noqa: S301 - our own
    assert report.violations == RING.check(record).violations


def problems(*drafts: RuleDraft) -> list[tuple[str, int, int, str]]:
    """What is wrong with drafts: message, column, width, hint."""
    _, found = link_rules(drafts, Context(Shape((TASKS,))))
    return [(one.message, one.mark.column, one.width, one.hint) for one in found]


REFUSED: list[tuple[dict[str, Any], list[tuple[str, int, int, str]]]] = [
    ({"none": "ring in cycles(tasks, nedes)"}, [("a row of `tasks` has no field `nedes`", 23, 5, "did you mean `needs`?")]),
    ({"none": "ring in cycles(tasks, needs) if ring.sttaus"}, [("a row of `tasks` has no field `sttaus`", 33, 11, "did you mean `status`?")]),
    ({"none": "ring in cycles(tasks, needs)", "at": "first(ring)"}, [("this is not a place in the candidate", 1, 11, "name a field: total, item.amount, line_items")]),
    ({"none": "ring in closure(tasks, needs)"}, [("`closure` wants a row of a list, and this is a list of row of tasks", 17, 5, "for example: count(closure(task, depends_on)) <= 20")]),
    ({"each": ["t in tasks", "far in closure(t, needs)"], "check": "present(far)"}, [("`RING` does not say where it stands", 1, 4, "say where the caret stands: at: FIELD")]),
    ({"none": "ring in cycles(tasks, needs) if any(any(any(u.id == t.id and t.status == s.status for u in tasks) for t in tasks) for s in ring)", "at": "ring"}, [("`RING` multiplies 3 independent lists; 2 is the most", 1, 4, "name an inner part in `compute`, or compare by a key")]),
]  # fmt: skip


@pytest.mark.parametrize(("keys", "expected"), REFUSED)
def test_what_does_not_link_is_told(keys: dict[str, Any], expected: Any) -> None:
    assert problems(draft("RING", **keys)) == expected


def test_going_along_rings_multiplies_nothing() -> None:
    rule = "ring in cycles(tasks, needs) if any(any(u.id == t.status for u in tasks) for t in ring)"
    assert problems(draft("RING", none=rule)) == []


FAMILY = {"rows": text("tasks"), "waits_for": text("needs"), "up": text("parent"), "wrong": text("nothing")}


def test_names_of_fields_come_from_a_familys_parameters() -> None:
    drafts = (
        draft("RING", none="ring in cycles(rows, waits_for)"),
        draft("UP", each="row in rows", check="not reaches(row, row.up, waits_for)", at="row"),
    )
    given = tuple(replace(one, parameters=FAMILY) for one in drafts)
    rules = ruleset((TASKS,), *given)
    record = plan(A=["B"], B=["A"], C=[])
    record["tasks"][0]["parent"] = "B"
    assert [(v.code, v.path) for v in rules.check(record).violations] == [
        ("RING", "tasks[0]"),
        ("UP", "tasks[0]"),
    ]
    wrong = replace(draft("RING", none="ring in cycles(rows, wrong)"), parameters=FAMILY)
    assert problems(wrong) == [
        ("a row of `tasks` has no field `nothing`", 22, 5, "known here: `needs`, `parent`")
    ]


# ---- what always holds of a graph of rows

REFERENCES = st.lists(st.lists(st.integers(0, 6), max_size=3), max_size=7)


@given(REFERENCES, st.booleans())
def test_a_ring_is_a_ring(needs: list[list[int]], several: bool) -> None:
    rows = [
        (str(n), [str(m) for m in to] if several else str(to[0]) if to else None)
        for n, to in enumerate(needs)
    ]
    for ring in Graph(rows, 0, 1, several).rings:
        way = ring.way
        assert way.numbers[0] == min(way.numbers)
        assert len(set(way.numbers)) == len(way.numbers) > 1
        onward = [*way.numbers[1:], way.numbers[0]]
        for row, item, to in zip(way.numbers, way.items or [None] * len(onward), onward, strict=True):
            reference = rows[row][1]
            assert reference is not None
            assert (reference if item is None else reference[item]) == str(to)
        assert along(way) == " → ".join(str(n) for n in [*way.numbers, way.numbers[0]])


@given(REFERENCES)
def test_references_that_lead_to_later_rows_make_no_ring(needs: list[list[int]]) -> None:
    rows = [(str(n), [str(m) for m in to if m > n]) for n, to in enumerate(needs)]
    assert Graph(rows, 0, 1, True).rings == []


@given(st.lists(st.sampled_from(["a", "b", "c", None]), max_size=6))
def test_a_key_names_a_row_only_where_it_has_it_alone(keys: list[str | None]) -> None:
    graph = Graph([(key, None) for key in keys], 0, 1, False)
    assert graph.numbers == {key: n for n, key in enumerate(keys) if key and keys.count(key) == 1}
