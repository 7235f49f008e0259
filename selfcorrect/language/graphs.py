"""Rows that refer to one another, as a graph: rings, what is reached from where, what comes after what.

`successors` gives for each row, by number, the rows it refers to. Everything here is linear in rows plus
references (orders cost a logarithm more), and nothing recurses on data: a ring of any length is a loop.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import chain, pairwise
from typing import Final

Graph = Sequence[Sequence[int]]
"""For each row the rows it refers to."""

_STEPS: Final = 3
"""Steps for each row and reference of a tangle that its rings are looked for."""
_FLOOR: Final = 50_000
"""Steps that every tangle has: small ones are covered whole."""
_MOST: Final = 1_000
"""Rings of a tangle that are given beside one for each of its rows: more would hide what they show."""


def rings(successors: Graph) -> list[list[int]]:
    """The rings of two rows or more: each from its least number on, in the order of its references.

    Every reference that lies on a ring lies on one of these, by a shortest way back, as far as work linear
    in the size of its tangle finds them; a tangle gives at least one, and not many more than it has rows.
    """
    found: list[list[int]] = []
    for tangle in tangles(successors, _unpeeled(successors)):
        if len(tangle) > 1:
            found += _Tangle(successors, tangle).rings()
    return sorted(found)


def ways(successors: Graph, starts: Iterable[int]) -> dict[int, int]:
    """For each row that is reached, breadth first, the row it was first reached from."""
    found: dict[int, int] = {}
    queue = list(dict.fromkeys(starts))
    begun = set(queue)
    # The list grows while it is walked: what is found is looked at in its turn.
    for row in queue:
        for target in successors[row]:
            if target not in found:
                found[target] = row
                if target not in begun:
                    queue.append(target)
    return found


def reached(successors: Graph, starts: Iterable[int]) -> list[int]:
    """The rows that are reached, breadth first, each once; a start only if something leads to it."""
    return list(ways(successors, starts))


def in_order(successors: Graph, members: Iterable[int]) -> list[int]:
    """The members, each after those whose references among them lead to it, else by number.

    Rows that lie on a ring stand together, by number.
    """
    rows = sorted(set(members))
    place = {row: n for n, row in enumerate(rows)}
    inner = [[place[target] for target in successors[row] if target in place] for row in rows]
    groups = tangles(inner, range(len(rows)))
    group_of = {row: n for n, group in enumerate(groups) for row in group}
    later = [
        {group_of[target] for row in group for target in inner[row]} - {n} for n, group in enumerate(groups)
    ]
    waiting = Counter(chain.from_iterable(later))
    ready = [(group[0], n) for n, group in enumerate(groups) if not waiting[n]]
    heapify(ready)
    found: list[int] = []
    while ready:
        _, done = heappop(ready)
        found += [rows[row] for row in groups[done]]
        for n in later[done]:
            waiting[n] -= 1
            if not waiting[n]:
                heappush(ready, (groups[n][0], n))
    return found


def tangles(successors: Graph, rows: Collection[int]) -> list[list[int]]:
    """The strongly connected parts of some rows (which none of the others lead back to), each by number.

    Tarjan's algorithm with its own stack.
    """
    found: list[list[int]] = []
    first: dict[int, int] = {}
    least: dict[int, int] = {}
    open_: list[int] = []
    waiting = set(rows)
    for root in rows:
        if root in first:
            continue
        path = [(root, _enter(successors, root, first, least, open_))]
        while path:
            row, targets = path[-1]
            for target in targets:
                if target not in first:
                    if target in waiting:
                        path.append((target, _enter(successors, target, first, least, open_)))
                        break
                elif target in least and first[target] < least[row]:
                    least[row] = first[target]
            else:
                path.pop()
                if path and least[row] < least[path[-1][0]]:
                    least[path[-1][0]] = least[row]
                if least[row] == first[row]:
                    found.append(_closed(row, least, open_))
    return found


def _enter(
    successors: Graph, row: int, first: dict[int, int], least: dict[int, int], open_: list[int]
) -> Iterator[int]:
    first[row] = least[row] = len(first)
    open_.append(row)
    return iter(successors[row])


def _closed(row: int, least: dict[int, int], open_: list[int]) -> list[int]:
    """The part that is complete with a row: it leaves what is open."""
    part = []
    while True:
        part.append(open_.pop())
        del least[part[-1]]
        if part[-1] == row:
            return sorted(part)


def _unpeeled(successors: Graph) -> list[int]:
    """The rows that are left when those are taken away, again and again, which no other refers to.

    In a graph with no ring that is none of them, and quickly found.
    """
    counts = Counter(chain.from_iterable(successors))
    counted = [counts[row] for row in range(len(successors))]
    free = [row for row, count in enumerate(counted) if not count]
    for row in free:
        for target in successors[row]:
            counted[target] -= 1
            if not counted[target]:
                free.append(target)
    return [row for row, count in enumerate(counted) if count]


class _Tangle:
    """Rows each of which leads to every other."""

    def __init__(self, successors: Graph, rows: list[int]) -> None:
        inside = set(rows)
        self.rows = rows
        self.after = {
            row: dict.fromkeys(t for t in successors[row] if t in inside and t != row) for row in rows
        }
        self.before: dict[int, list[int]] = {row: [] for row in rows}
        for row, targets in self.after.items():
            for target in targets:
                self.before[target].append(row)
        self.steps = _FLOOR + _STEPS * (len(rows) + sum(map(len, self.after.values())))

    def rings(self) -> list[list[int]]:
        """Rings until every reference lies on one, the steps are spent, or there are enough."""
        found: list[list[int]] = []
        covered: set[tuple[int, int]] = set()
        enough = len(self.rows) + _MOST
        for row, targets in self.after.items():
            for target in targets:
                if self.steps <= 0 or len(found) >= enough:
                    return found
                if (row, target) in covered:
                    continue
                way = [target, row] if row in self.after[target] else self.way(target, row)
                if not way:
                    return found
                self.steps -= len(way)
                covered.update(pairwise([*way, target]))
                start = way.index(min(way))
                found.append(way[start:] + way[:start])
        return found

    def way(self, start: int, end: int) -> list[int]:
        """A shortest way between two rows that do not refer to one another, sought from both ends.

        The end from which fewer references go out is looked at first, so that a row to which thousands
        refer costs them nothing. Empty where the steps are spent on the way.
        """
        onward: dict[int, int] = {start: start}
        back: dict[int, int] = {end: end}
        left, right = _Side(self.after, onward, start), _Side(self.before, back, end)
        while self.steps > 0:
            side, other = (left, back) if left.cost <= right.cost else (right, onward)
            self.steps -= side.cost
            if (meeting := side.step(other)) is not None:
                return [*reversed(_trail(onward, meeting)), *_trail(back, meeting)[1:]]
        return []


class _Side:
    """One end of a way that is sought: what is seen from there, and its outermost rows."""

    def __init__(
        self, next_: dict[int, dict[int, None]] | dict[int, list[int]], seen: dict[int, int], row: int
    ) -> None:
        self.next = next_
        self.seen = seen
        self.rim = [row]
        self.cost = len(next_[row])

    def step(self, other: dict[int, int]) -> int | None:
        """One step further everywhere; the row in which the other end is met."""
        next_, seen = self.next, self.seen
        rim: list[int] = []
        cost = 0
        for row in self.rim:
            for target in next_[row]:
                if target not in seen:
                    seen[target] = row
                    if target in other:
                        return target
                    rim.append(target)
                    cost += len(next_[target])
        self.rim, self.cost = rim, cost
        return None


def _trail(seen: dict[int, int], row: int) -> list[int]:
    """The rows from one to where its search began."""
    found = [row]
    while seen[row] != row:
        row = seen[row]
        found.append(row)
    return found
