"""Rings and closures of a graph by `language.graphs` and by networkx: one adjacency, the same answers."""

import gc
from collections.abc import Iterable, Sequence
from time import process_time
from typing import Final

import networkx as nx
from msgspec import Struct

from selfcorrect.language.graphs import reached, rings

Graph = Sequence[Sequence[int]]
Answer = tuple[list[frozenset[int]], list[frozenset[int]]]
"""The rows of each ring found, and the rows that lead to each of some."""

OURS: Final = "selfcorrect.language.graphs"
PEER: Final = "networkx"
SOUGHT: Final = 100
"""Rows of which all that lead to them are looked for."""


class Times(Struct, frozen=True):
    """Seconds of the fastest run: making the graph from its adjacency, the rings, the closures."""

    build: float
    rings: float
    closures: float

    @property
    def all(self) -> float:
        """All of it."""
        return self.build + self.rings + self.closures

    def least(self, other: "Times") -> "Times":
        """The fastest of each part."""
        pairs = ((self.build, other.build), (self.rings, other.rings), (self.closures, other.closures))
        return Times(*map(min, pairs))


def beside_networkx(adjacency: Graph, rounds: int) -> dict[str, Times]:
    """The times of both, run in turn. Raises AssertionError where their answers differ."""
    step = max(1, len(adjacency) // SOUGHT)
    sought = range(0, len(adjacency), step)[:SOUGHT]
    best: dict[str, Times] = {}
    for _ in range(rounds):
        answers = []
        for name, run in ((OURS, _ours), (PEER, _networkx)):
            gc.collect()
            gc.freeze()
            times, answer = run(adjacency, sought)
            gc.unfreeze()
            best[name] = times.least(best.get(name, times))
            answers.append(answer)
        assert answers[0] == answers[1], "the two do not find the same"
    return best


def _ours(adjacency: Graph, sought: Sequence[int]) -> tuple[Times, Answer]:
    """Rings from the adjacency as it is; for what leads to a row the references are turned round."""
    start = process_time()
    backward: list[list[int]] = [[] for _ in adjacency]
    for row, targets in enumerate(adjacency):
        for target in targets:
            backward[target].append(row)
    built = process_time()
    found = rings(adjacency)
    ringed = process_time()
    closures = [reached(backward, [row]) for row in sought]
    ended = process_time()
    leading = [frozenset(rows) - {row} for row, rows in zip(sought, closures, strict=True)]
    return Times(built - start, ringed - built, ended - ringed), (_sorted(found), leading)


def _networkx(adjacency: Graph, sought: Sequence[int]) -> tuple[Times, Answer]:
    """A DiGraph, a cycle in each of its strongly connected components that has one, ancestors."""
    start = process_time()
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(len(adjacency)))
    graph.add_edges_from((row, target) for row, targets in enumerate(adjacency) for target in targets)
    built = process_time()
    parts = [part for part in nx.strongly_connected_components(graph) if len(part) > 1]
    found = [nx.find_cycle(graph.subgraph(part)) for part in parts]
    ringed = process_time()
    closures = [nx.ancestors(graph, row) for row in sought]
    ended = process_time()
    rows = _sorted([edge[0] for edge in cycle] for cycle in found)
    return Times(built - start, ringed - built, ended - ringed), (rows, list(map(frozenset, closures)))


def _sorted(found: Iterable[Iterable[int]]) -> list[frozenset[int]]:
    return sorted(map(frozenset, found), key=min)
