"""Graphs of rows: rings, what is reached, and orders, beside networkx where it knows the answer."""

from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from selfcorrect.language.graphs import in_order, reached, rings, tangles, ways

MANY = 100_000


@st.composite
def graphs(draw, most=9):
    """Rows with references to any of them, themselves and repeats included."""
    size = draw(st.integers(0, most))
    target = st.integers(0, max(size - 1, 0))
    return [draw(st.lists(target, max_size=4)) for _ in range(size)]


def peer(successors):
    """The graph as networkx has it, without references of rows to themselves."""
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(len(successors)))
    graph.add_edges_from((a, b) for a, targets in enumerate(successors) for b in targets if a != b)
    return graph


RINGS = [
    ("nothing", [], []),
    ("a chain", [[1], [2], []], []),
    ("a row that refers to itself", [[0]], []),
    ("two rows", [[1], [0]], [[0, 1]]),
    ("the other way round", [[2], [0], [1]], [[0, 2, 1]]),
    ("a reference written twice", [[1, 1], [0, 0]], [[0, 1]]),
    ("a ring, and a row that refers to itself on it", [[0, 1], [0]], [[0, 1]]),
    ("two rings with a row in common", [[1, 2], [0], [0]], [[0, 1], [0, 2]]),
    ("a ring with a chord", [[1, 2], [2], [0]], [[0, 1, 2], [0, 2]]),
    ("two rings apart, and what hangs on them", [[1], [0, 2], [3], [4], [3, 5], []], [[0, 1], [3, 4]]),
    ("into a ring, in a chain", [[1], [2], [3], [2]], [[2, 3]]),
    ("references both ways round", [[1, 2], [2, 0], [0, 1]], [[0, 1], [0, 2], [1, 2]]),
]


@pytest.mark.parametrize(("name", "successors", "expected"), RINGS, ids=[name for name, *_ in RINGS])
def test_rings(name, successors, expected):
    assert rings(successors) == expected


@given(graphs())
def test_every_reference_on_a_ring_lies_on_one_that_is_given_by_a_shortest_way(successors):
    graph, found = peer(successors), rings(successors)
    assert found == sorted(found)
    covered = set()
    for ring in found:
        assert ring[0] == min(ring)
        assert len(ring) == len(set(ring)) > 1
        edges = list(pairwise([*ring, ring[0]]))
        assert all(graph.has_edge(*edge) for edge in edges)
        assert any(nx.shortest_path_length(graph, b, a) + 1 == len(ring) for a, b in edges)
        covered.update(edges)
    parts = {row: n for n, part in enumerate(nx.strongly_connected_components(graph)) for row in part}
    assert covered == {(a, b) for a, b in graph.edges if parts[a] == parts[b]}


@given(graphs())
def test_tangles_are_the_strongly_connected_parts(successors):
    found = tangles(successors, range(len(successors)))
    assert all(part == sorted(part) for part in found)
    assert sorted(found) == sorted(
        sorted(part) for part in nx.strongly_connected_components(peer(successors))
    )


@given(graphs(), st.data())
def test_what_is_reached_and_from_where(successors, data):
    rows = range(len(successors))
    starts = data.draw(st.lists(st.sampled_from(rows), max_size=3)) if successors else []
    found = ways(successors, starts)
    graph = peer(successors)
    steps = dict.fromkeys(starts, 0)
    for row, before in found.items():
        assert row in successors[before]
        assert row in starts or steps.setdefault(row, steps[before] + 1) == steps[before] + 1
    expected = {
        target
        for start in starts
        for row in successors[start]
        for target in (row, *nx.descendants(graph, row))
    }
    assert set(found) == expected
    shortest = [
        min(nx.shortest_path_length(graph, s, row) for s in starts if nx.has_path(graph, s, row))
        for row in found
    ]
    assert [n for n in shortest if n] == sorted(n for n in shortest if n)
    assert reached(successors, starts) == list(found)


REACHED = [
    ("breadth first", [[1, 2], [3], [4], [], []], [0], [1, 2, 3, 4]),
    ("each once", [[1, 2, 1], [3], [3], []], [0], [1, 2, 3]),
    ("itself only through others", [[1], [2], [0]], [0], [1, 2, 0]),
    ("itself by its own reference", [[0]], [0], [0]),
    ("from several", [[2], [2, 0], [3], []], [0, 1], [2, 0, 3]),
    ("from nowhere", [[1], []], [], []),
]


@pytest.mark.parametrize(
    ("name", "successors", "starts", "expected"), REACHED, ids=[name for name, *_ in REACHED]
)
def test_reached(name, successors, starts, expected):
    assert reached(successors, starts) == expected


ORDERS = [
    ("by number where nothing refers", [[], [], []], [2, 0, 1], [0, 1, 2]),
    ("what is referred to comes after", [[], [0], [1]], [0, 1, 2], [2, 1, 0]),
    ("the least number that can stand there", [[], [], [0]], [0, 1, 2], [1, 2, 0]),
    ("members alone", [[], [0], [1]], [0, 2], [0, 2]),
    ("a ring by number, and what comes after it", [[3], [3], [0], [2]], [0, 1, 2, 3], [1, 0, 2, 3]),
    ("a ring in one piece", [[3], [], [], [0]], [0, 1, 2, 3], [0, 3, 1, 2]),
    ("each once", [[], [0]], [1, 0, 1], [1, 0]),
]


@pytest.mark.parametrize(
    ("name", "successors", "members", "expected"), ORDERS, ids=[name for name, *_ in ORDERS]
)
def test_in_order(name, successors, members, expected):
    assert in_order(successors, members) == expected


@given(graphs(), st.data())
def test_members_come_after_those_that_lead_to_them(successors, data):
    rows = range(len(successors))
    members = data.draw(st.lists(st.sampled_from(rows), unique=True)) if successors else []
    order = in_order(successors, members)
    assert sorted(order) == sorted(members)
    graph = peer(successors).subgraph(members)
    for a, b in graph.edges:
        assert order.index(a) < order.index(b) or nx.has_path(graph, b, a)
    if nx.is_directed_acyclic_graph(graph):
        assert order == list(nx.lexicographical_topological_sort(graph))


def test_a_ring_of_many_rows_is_one_ring():
    successors = [[(row + 1) % MANY] for row in range(MANY)]
    assert rings(successors) == [list(range(MANY))]
    assert reached(successors, [1]) == [*range(2, MANY), 0, 1]
    assert in_order(successors, range(MANY)) == list(range(MANY))


def test_a_row_that_refers_to_all_others_is_on_no_ring_until_they_refer_to_it():
    star = [list(range(MANY)), *([] for _ in range(MANY - 1))]
    assert rings(star) == []
    assert reached(star, [0]) == list(range(MANY))
    both = [list(range(MANY)), *([0] for _ in range(MANY - 1))]
    assert rings(both) == [[0, row] for row in range(1, MANY)]


def test_ways_are_sought_from_the_end_that_fewer_lead_to():
    last = MANY - 1
    successors = [[last - 1] for _ in range(last - 1)] + [[last], list(range(last - 1))]
    assert rings(successors) == [[row, last - 1, last] for row in range(last - 1)]


def test_a_complete_tangle_is_covered_by_its_pairs():
    rows = range(40)
    assert rings([rows for _ in rows]) == [[a, b] for a in rows for b in range(a + 1, 40)]


def test_of_a_great_complete_tangle_no_more_rings_are_given_than_anybody_looks_at():
    rows = range(400)
    pairs = [[a, b] for a in rows for b in range(a + 1, 400)]
    assert rings([rows for _ in rows]) == pairs[:1400]


def test_a_tangle_with_more_ways_than_steps_gives_some_rings():
    successors = [[(row + 1) % 20_000, (row + 2) % 20_000] for row in range(20_000)]
    found = rings(successors)
    assert 0 < len(found) < 100
    assert all((b - a) % 20_000 in (1, 2) for ring in found for a, b in pairwise([*ring, ring[0]]))
