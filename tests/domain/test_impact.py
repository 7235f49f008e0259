"""What a change of rows reaches: which rows go stale, in which order, by which way, and what leads nowhere."""

from collections import UserDict
from itertools import pairwise
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from selfcorrect.domain.domain import Domain
from selfcorrect.domain.impact import ENDS, FULL, impact
from selfcorrect.domain.ledger import Ledger, parts_of, references_in
from selfcorrect.domain.load import load
from selfcorrect.model.impact import ImpactError, Row, Skipped, Step

PACK = """\
pack: plan
version: 1.0.0
summary: Tasks that refer to one another, and to the people who do them.
candidate:
  lead: {type: reference, to: people}
  tasks:
    type: list
    key: id
    of:
      id: text
      note: text
      code: text
      parent: {type: reference, to: tasks, inverse: children}
      depends_on: {type: list, of: {type: reference, to: tasks}}
      supersedes: {type: list, of: {type: reference, to: tasks, impact: false}}
      superseded_by: {type: list, impact: false, of: {type: reference, to: tasks}}
      work: {type: object, of: {owner: {type: reference, to: people}, place: text}}
      criteria: {type: list, of: {text: text, of_task: {type: reference, to: tasks}}}
  people:
    type: list
    key: name
    of:
      name: {type: choice, of: [Ada, Bo, Cy]}
      deputy: {type: reference, to: people, if_absent: Bo}
      trainee_of: {type: reference, to: tasks}
  remarks:
    type: list
    of:
      text: text
      about: {type: reference, to: tasks}
  phases:
    type: list
    key: name
    of:
      name: text
      steps:
        type: list
        key: no
        of:
          no: text
          after: {type: reference, to: phases.steps}
          checks: {type: list, of: {by: {type: reference, to: people}}}
"""
RULES = """\
SHORT:
  says: A note is short.
  each: task in tasks
  check: length(task.note) < 100
  at: task.note
"""
ALONE = """\
pack: alone
version: 1.0.0
summary: Rows that nothing refers to.
candidate:
  lead: {type: reference, to: tasks}
  tasks: {type: list, key: id, of: {id: text, title: text}}
"""
LOADED: dict[str, Domain] = {}


@pytest.fixture(scope="module", autouse=True)
def _loaded(tmp_path_factory):
    for name, pack in (("plan", PACK), ("alone", ALONE)):
        folder = tmp_path_factory.mktemp("packs") / name
        folder.mkdir()
        (folder / "pack.yaml").write_text(pack)
        rules = RULES if name == "plan" else RULES.replace("note", "title")
        (folder / "rules.yaml").write_text(rules)
        LOADED[name] = load(folder)


def told(found):
    """Each row that goes stale in a line: `T1 > T2 depends_on > T3 parent`, a `*` for one on a ring."""
    return [" > ".join(step(one) for one in stale.way) + " *" * stale.ring for stale in found.stale]


def step(one):
    if isinstance(one, Skipped):
        return f"({one.count})"
    return f"{one.row.id or one.row.path} {one.by}".strip()


def task(name, *needs, **more):
    return {"id": name, "depends_on": list(needs), **more}


CHAIN = [task("a"), task("b", "a"), task("c", "b"), task("d", "c", "a")]
CASES = [
    ("nothing refers to it", {"tasks": CHAIN}, ["d"], (), []),
    (
        "directly and through others, each by a shortest way",
        {"tasks": CHAIN},
        ["a"],
        (),
        ["a > b depends_on", "a > b depends_on > c depends_on", "a > d depends_on"],
    ),
    (
        "a row comes after those it refers to, wherever it stands",
        {"tasks": [task("d", "c", "a"), task("c", "b"), task("b", "a"), task("a")]},
        ["a"],
        (),
        ["a > b depends_on", "a > b depends_on > c depends_on", "a > d depends_on"],
    ),
    (
        "several rows, of which one is reached",
        {"tasks": CHAIN},
        ["c", "a", "c"],
        (),
        ["a > b depends_on", "c > d depends_on"],
    ),
    (
        "a ring: its rows stand together",
        {"tasks": [task("a"), task("b", "c"), task("x", "c"), task("c", "b", "a"), task("d", "c")]},
        ["a"],
        (),
        [
            "a > c depends_on > b depends_on *",
            "a > c depends_on *",
            "a > c depends_on > x depends_on",
            "a > c depends_on > d depends_on",
        ],
    ),
    (
        "a ring that starts with the changed row has an order",
        {"tasks": [task("a", "c"), task("c", "b"), task("b", "a")]},
        ["a"],
        (),
        ["a > b depends_on *", "a > b depends_on > c depends_on *"],
    ),
    (
        "a row that refers to itself",
        {"tasks": [task("a", "a"), task("b", "a", "b")]},
        ["a"],
        (),
        ["a > b depends_on"],
    ),
    (
        "what supersedes is not reached, nor what is superseded",
        {"tasks": [task("a", superseded_by=["b"]), task("b", supersedes=["a"]), task("c", "b")]},
        ["a", "b"],
        (),
        ["b > c depends_on"],
    ),
    (
        "unless that is asked for",
        {"tasks": [task("a", superseded_by=["b"]), task("b", supersedes=["a"]), task("c", "b")]},
        ["a"],
        ("supersedes",),
        ["a > b supersedes"],
    ),
    (
        "only some references are followed, by name or by path",
        {"tasks": [task("a"), task("b", "a"), task("c", parent="b"), task("d", superseded_by=["c"])]},
        ["a"],
        ("tasks.depends_on", "superseded_by"),
        ["a > b depends_on"],
    ),
    (
        "one row refers to another twice: by what is declared first",
        {"tasks": [task("a"), task("b", "a", "a", parent="a")]},
        ["a"],
        (),
        ["a > b parent"],
    ),
    (
        "an object, and a list whose rows are no rows of their own, are parts of their row",
        {
            "tasks": [task("a"), {"id": "b", "criteria": [{"text": "x"}, {"of_task": "a"}]}],
        },
        ["a"],
        (),
        ["a > b criteria.of_task"],
    ),
    (
        "from list to list",
        {
            "people": [{"name": "Ada", "deputy": "Cy"}, {"name": "Cy", "deputy": "Ada", "trainee_of": "b"}],
            "tasks": [{"id": "a", "work": {"owner": "Ada"}}, task("b", "a")],
        },
        ["Ada"],
        (),
        [
            "Ada > a work.owner *",
            "Ada > a work.owner > b depends_on *",
            "Ada > Cy deputy *",
        ],
    ),
    (
        "what is absent and stands for something",
        {"people": [{"name": "Ada"}, {"name": "Bo", "deputy": "Cy"}]},
        ["Bo"],
        (),
        ["Bo > Ada deputy"],
    ),
    (
        "rows that have no key go stale, and nothing after them",
        {"tasks": [task("a")], "remarks": [{"about": "x"}, {"about": "a"}]},
        ["a"],
        (),
        ["a > remarks[1] about"],
    ),
    (
        "rows without an id, and those whose id is that of several",
        {"tasks": [task("a"), task(None, "a"), task("b", "a"), task("b", "a"), task("c", "b")]},
        ["a"],
        (),
        ["a > tasks[1] depends_on", "a > b depends_on", "a > b depends_on"],
    ),
    (
        "lists in lists: keys are those of all lists of a place, and a row's part is not its list's",
        {
            "people": [{"name": "Bo", "deputy": "Ada"}],
            "phases": [
                {"name": "p", "steps": [{"no": "1"}, {"no": "2", "after": "1", "checks": [{"by": "Bo"}]}]},
                {"name": "q", "steps": [{"no": "3", "after": "2"}]},
            ],
        },
        ["Bo"],
        (),
        ["Bo > 2 checks.by", "Bo > 2 checks.by > 3 after"],
    ),
    (
        "as the check reads them: references are numbers or texts without spaces around, keys are texts as they are",
        {
            "tasks": [
                {"id": 7},
                task("7"),
                task("8 ", " 7 "),
                task("c", 7),
                task("d", "8 ", "8"),
                task("e", " c"),
            ]
        },
        [" 7"],
        (),
        ["7 > 8  depends_on", "7 > c depends_on", "7 > c depends_on > e depends_on"],
    ),
]


@pytest.mark.parametrize(
    ("record", "changed", "through", "expected"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)
def test_what_goes_stale(record, changed, through, expected):
    assert told(LOADED["plan"].impact(record, changed, through=through)) == expected


def test_rows_are_told_with_their_place_and_title():
    tasks = [task("a", note=" The first ", code="no title"), task("b", "a", note=5, code="nor this")]
    found = LOADED["plan"].impact({"tasks": tasks}, ["a"])
    assert found.changed[0].row == Row("tasks", "tasks[0]", "a", "The first")
    assert [one.row for one in found.stale] == [Row("tasks", "tasks[1]", "b", None)]
    assert found.through == (
        "tasks.parent",
        "tasks.depends_on",
        "tasks.work.owner",
        "tasks.criteria.of_task",
        "people.deputy",
        "people.trainee_of",
        "remarks.about",
        "phases.steps.after",
        "phases.steps.checks.by",
    )


def test_a_changed_row_may_be_reached_too():
    tasks = [task("a"), task("b", "a", "d"), task("c"), task("d", "c", "e"), task("e", "d")]
    found = LOADED["plan"].impact({"tasks": tasks}, ["a", "b", "e"])
    assert [(one.row.id, one.reached, one.ring) for one in found.changed] == [
        ("a", False, False),
        ("b", True, False),
        ("e", True, True),
    ]
    assert told(found) == ["e > d depends_on *"]


def test_the_references_between_all_rows_that_are_told():
    tasks = [task("x"), task("a", "x"), task("b", "a", "x", parent="a"), task("c", "b", "a", "nosuch")]
    found = LOADED["plan"].impact({"tasks": tasks}, ["a"])
    assert [(one.row.id, one.to.id, one.by) for one in found.references] == [
        ("b", "a", "parent"),
        ("b", "a", "depends_on"),
        ("c", "b", "depends_on"),
        ("c", "a", "depends_on"),
    ]


NOWHERE = [
    ("all is well", {"tasks": CHAIN}, []),
    (
        "rows that are no objects",
        {"tasks": [task("a"), None, 5, "b", [], *range(3)]},
        ["7 rows are no objects: tasks[1], tasks[2], tasks[3], tasks[4], tasks[5] and 2 more"],
    ),
    (
        "rows without an id",
        {"tasks": [task("a"), task(" "), {}], "phases": [{"steps": [{"no": 5}]}]},
        ["4 rows have no id to refer to: tasks[1], tasks[2], phases[0], phases[0].steps[0]"],
    ),
    (
        "ids used twice, and references to them",
        {"tasks": [task("a"), task("b"), task("b"), task("c", "a", "b", parent="b")]},
        [
            "1 id is that of several rows, and leads to none: `b` (tasks[1], tasks[2])",
            "2 references name one of several rows: tasks[3].parent `b`, tasks[3].depends_on[1] `b`",
        ],
    ),
    (
        "references to nothing, of those that are followed",
        {
            "tasks": [task("a", "x" * 100, "A", supersedes=["z"])],
            "remarks": [{"about": "a "}, {"about": "b"}],
        },
        [
            f"3 references name no row: tasks[0].depends_on[0] `{'x' * 80}…`, tasks[0].depends_on[1] `A`, "
            "remarks[1].about `b`"
        ],
    ),
    (
        "what stands where references should",
        {
            "tasks": [
                task("a", 1.5, None, "", {}, parent=[1], work="Ada", criteria={"of_task": "a"}),
                {"id": "b", "depends_on": "a", "work": {"owner": "Nobody"}, "supersedes": 5},
                {"id": "c", "depends_on": " ", "parent": "", "work": None},
            ]
        },
        [
            "1 reference names no row: tasks[1].work.owner `Nobody`",
            "6 references cannot be read: tasks[0].parent, tasks[0].depends_on[0], tasks[0].depends_on[3], "
            "tasks[0].work, tasks[0].criteria and 1 more",
        ],
    ),
    (
        "ids in two Unicode forms are two ids",
        {"tasks": [task("a"), task("\u00e9"), task("e\u0301", "\u00e9"), task("f", "e\u0301")]},
        [],
    ),
]


@pytest.mark.parametrize(
    ("record", "expected"), [case[1:] for case in NOWHERE], ids=[case[0] for case in NOWHERE]
)
def test_what_leads_nowhere_is_told(record, expected):
    assert list(LOADED["plan"].impact(record, [("tasks", "a")]).notes) == expected


PLACES = {
    "tasks": [task("a"), task("B-1"), task("twice"), task("twice"), task("Ada")],
    "people": [{"name": "Ada"}],
}
REFUSED = [
    (["a", "C-1"], (), [("UNKNOWN_ROW", "there is no row `C-1`; did you mean `B-1`?")]),
    (["b-1"], (), [("UNKNOWN_ROW", "there is no row `b-1`; did you mean `B-1`?")]),
    (["x" * 200], (), [("UNKNOWN_ROW", f"there is no row `{'x' * 80}…`")]),
    (
        ["twice", ""],
        (),
        [
            ("AMBIGUOUS_ROW", "`twice` is the id of 2 rows: tasks[2], tasks[3]"),
            ("UNKNOWN_ROW", "there is no row ``; known here: `Ada`, `B-1`, `a`"),
        ],
    ),
    (["Ada"], (), [("AMBIGUOUS_ROW", "`Ada` is the id of 2 rows: tasks[4], people[0]; say in which list")]),
    (
        [("task", "a")],
        (),
        [("UNKNOWN_LIST", "no list that references lead to is called `task`; did you mean `tasks`?")],
    ),
    (
        ["a"],
        ("depends", "parent", "lead"),
        [
            ("UNKNOWN_FIELD", "no reference is called `depends`; did you mean `depends_on`?"),
            (
                "UNKNOWN_FIELD",
                "no reference is called `lead`; known here: `about`, `after`, `checks.by`, `criteria.of_task`, "
                "`depends_on`, `deputy`, `parent`, `superseded_by`, `supersedes`, `trainee_of`, `work.owner`",
            ),
        ],
    ),
]


@pytest.mark.parametrize(
    ("changed", "through", "expected"), REFUSED, ids=[str(case[0])[:20] for case in REFUSED]
)
def test_what_is_not_there_is_refused_all_at_once(changed, through, expected):
    with pytest.raises(ImpactError) as caught:
        LOADED["plan"].impact(PLACES, changed, through=through)
    assert [(reason.code, reason.message) for reason in caught.value.reasons] == expected
    assert isinstance(caught.value, LookupError)
    assert str(caught.value) == "; ".join(message for _, message in expected)


def test_a_pack_whose_rows_do_not_refer_to_one_another():
    with pytest.raises(ImpactError, match="the pack declares no references between rows"):
        LOADED["alone"].impact({"tasks": [{"id": "a"}]}, ["a"])


def test_ids_that_are_alike_are_found_where_none_is_the_same():
    shape = LOADED["plan"].made.shape
    record = {"tasks": [task("T-1"), task("t-2", "T-1"), task("T-2", "t-2"), task("T-3", "T-2")]}
    assert told(impact(shape, record, ["t-1", "T-2"], (), str.lower)) == [
        "T-1 > t-2 depends_on",
        "T-2 > T-3 depends_on",
    ]
    with pytest.raises(ImpactError, match="`T2` is the id of 2 rows: tasks\\[1\\], tasks\\[2\\]"):
        impact(shape, record, ["T2"], (), lambda one: one.replace("-", "").lower())


def test_a_report_is_as_good_as_its_candidate():
    plan = LOADED["plan"]
    record = {"tasks": CHAIN}
    assert plan.impact(plan.check(record), ["b"]) == plan.impact(record, ["b"])


# Steps, and the way: the ends of a long one.
LONG = {
    FULL - 1: [f"{n}" for n in range(FULL)],
    FULL: [f"{n}" for n in range(FULL + 1)],
    FULL + 1: [*range(ENDS), "(32)", *range(FULL + 2 - ENDS, FULL + 2)],
    199: [*range(ENDS), "(180)", *range(200 - ENDS, 200)],
}


def test_long_ways_have_their_ends():
    tasks = [task(f"{n}", *([f"{n - 1}"] if n else [])) for n in range(200)]
    stale = {one.steps: one for one in LOADED["plan"].impact({"tasks": tasks}, ["0"]).stale}
    for steps, expected in LONG.items():
        way = stale[steps].way
        assert [step(one).removesuffix(" depends_on") for one in way] == [str(one) for one in expected]
        assert sum(one.count if isinstance(one, Skipped) else 1 for one in way) == steps + 1


MANY = 100_000


def test_a_ring_of_many_rows():
    tasks = [task(f"{n}", f"{(n + 1) % MANY}") for n in range(MANY)]
    found = LOADED["plan"].impact({"tasks": tasks}, ["0"])
    assert [one.row.id for one in found.stale] == [f"{n}" for n in range(MANY - 1, 0, -1)]
    assert {one.ring for one in found.stale} == {True}
    assert found.changed[0].ring
    assert found.stale[-1].steps == MANY - 1


def test_a_row_on_which_all_depend_and_one_that_depends_on_all():
    names = [f"{n}" for n in range(MANY)]
    tasks = [task("all", *names), *(task(name, "one") for name in names), task("one")]
    found = LOADED["plan"].impact({"tasks": tasks}, ["one"])
    assert [one.row.id for one in found.stale] == [*names, "all"]
    assert found.stale[-1].steps == 2


class Raising(UserDict[str, Any]):
    """An object that cannot be gone through."""

    def __iter__(self):
        raise RuntimeError("no")


class Text(str):
    """A text whose own methods raise."""

    __slots__ = ()

    def strip(self, *_):
        raise RuntimeError("no")

    def __hash__(self):
        raise RuntimeError("no")


HOSTILE: list[Any] = [
    None,
    5,
    "tasks",
    [],
    {},
    {"tasks": 5},
    {"tasks": {"a": 1}},
    Raising(tasks=[]),
    {5: 6},
    {"tasks": [[]]},
]


@pytest.mark.parametrize("record", HOSTILE, ids=lambda one: type(one).__name__)
def test_what_is_no_record_has_no_rows(record):
    with pytest.raises(ImpactError) as caught:
        LOADED["plan"].impact(record, ["a"])
    assert [reason.message for reason in caught.value.reasons] == ["there is no row `a`"]


def test_values_that_raise_are_none():
    odd = Text("a")
    tasks = (
        {"id": "a"},
        UserDict(task("b", odd, "a")),
        Raising(id="c"),
        {"id": Text("z")},
        task("d", [["a"]] * 2),
    )
    found = LOADED["plan"].impact({"tasks": tasks}, ["a"])
    assert told(found) == ["a > b depends_on"]
    assert found.notes[0] == "1 row is no object: tasks[2]"


NAMES = "abcdefg"


@st.composite
def ledgers(draw):
    """Rows that refer to any, to themselves, and to none, by several fields; some ids are used twice."""
    names = draw(st.lists(st.sampled_from(NAMES), max_size=8))
    some = st.sampled_from([*NAMES, "x"])
    return [
        task(
            name,
            *draw(st.lists(some, max_size=3)),
            parent=draw(st.none() | some),
            supersedes=draw(st.lists(some)),
        )
        for name in names
    ]


def peer(tasks):
    """The graph that a change goes along, as networkx has it: from a row to those that refer to it."""
    numbers = {one["id"]: number for number, one in enumerate(tasks)}
    ids = [one["id"] for one in tasks]
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(len(tasks)))
    for number, one in enumerate(tasks):
        for other in [*one["depends_on"], one["parent"]]:
            if ids.count(other) == 1 and numbers[other] != number:
                graph.add_edge(numbers[other], number)
    return graph


@given(ledgers(), st.data())
def test_stale_is_what_networkx_reaches_by_its_shortest_ways_and_in_its_order(tasks, data):
    once = sorted({one["id"] for one in tasks if [row["id"] for row in tasks].count(one["id"]) == 1})
    changed = (
        data.draw(st.lists(st.sampled_from(once), min_size=1, max_size=3) if once else st.nothing())
        if once
        else []
    )
    graph = peer(tasks)
    found = LOADED["plan"].impact({"tasks": tasks}, changed)
    number = {f"tasks[{n}]": n for n in range(len(tasks))}
    starts = {number[one.row.path] for one in found.changed}
    reached = {target for start in starts for target in nx.descendants(graph, start)}
    stale = [number[one.row.path] for one in found.stale]
    assert sorted(stale) == sorted(reached - starts)

    shortest = nx.multi_source_dijkstra_path_length(graph, starts) if starts else {}
    parts = {row: frozenset(part) for part in nx.strongly_connected_components(graph) for row in part}
    for one in found.stale:
        steps = [step for step in one.way if isinstance(step, Step)]
        way = [number[step.row.path] for step in steps]
        assert way[0] in starts
        assert way[-1] == number[one.row.path]
        assert all(graph.has_edge(*pair) for pair in pairwise(way))
        assert one.steps == shortest[way[-1]] == len(way) - 1
        assert one.ring == (len(parts[way[-1]]) > 1)
        for before, after in pairwise(steps):
            needs = tasks[number[after.row.path]]
            assert before.row.id in (needs[after.by] if after.by == "depends_on" else [needs[after.by]])

    left = graph.subgraph(stale)
    inner = {row: n for n, part in enumerate(nx.strongly_connected_components(left)) for row in part}
    place = {row: n for n, row in enumerate(stale)}
    assert all(place[a] < place[b] for a, b in left.edges if inner[a] != inner[b])


@given(ledgers())
def test_the_check_and_the_ledger_agree_on_what_names_no_row(tasks):
    plan = LOADED["plan"]
    parts = parts_of(plan.made.shape)
    ledger = Ledger(parts, frozenset(part.path for part in references_in(parts)), {"tasks": tasks})
    told = [one.path for one in plan.check({"tasks": tasks}).violations if one.code == "UNKNOWN_REFERENCE"]
    assert sorted(told) == sorted(place for place, _ in ledger.unknown)


WHOLES = """\
pack: wholes
candidate:
  tasks:
    type: list
    key: id
    of:
      id: text
      part_of: {type: reference, to: tasks, inverse: parts, impact: back}
      belongs: {type: list, impact: back, of: {type: reference, to: tasks}}
      needs: {type: list, of: {type: reference, to: tasks}}
"""


@pytest.mark.parametrize(
    ("changed", "through", "stale"),
    [
        ("b", (), [("a", "parts"), ("c", "needs")]),
        ("a", (), [("c", "needs")]),
        ("d", (), [("a", "belongs"), ("c", "needs")]),
        ("b", ("part_of",), [("a", "parts")]),
        ("a", ("part_of",), []),
    ],
)
def test_a_change_can_go_back_from_a_part_to_its_whole(tmp_path, changed, through, stale):
    (tmp_path / "pack.yaml").write_text(WHOLES, "utf-8")
    tasks = [
        {"id": "a"},
        {"id": "b", "part_of": "a"},
        {"id": "c", "needs": ["a"]},
        {"id": "d", "belongs": ["a"]},
    ]
    found = load(tmp_path).impact({"tasks": tasks}, [changed], through=through).stale
    last = [(one.row.id, one.way[-1]) for one in found]
    assert [(name, step.by) for name, step in last if isinstance(step, Step)] == stale
