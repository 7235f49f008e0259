"""The rows of a list as a graph, along one of their references; what generated code asks of it."""

from functools import cached_property
from itertools import pairwise
from typing import Any

from selfcorrect.language import graphs
from selfcorrect.ruleset.naming import WRITTEN_OUT, Way
from selfcorrect.ruleset.runtime import SpentError, charge


class Ring(list[Any]):
    """The rows of a ring. It begins with the first of them in the list, which is where a finding stands."""

    __slots__ = ("graph", "numbers")

    def __init__(self, graph: "Graph", numbers: list[int]) -> None:
        super().__init__([graph.rows[number] for number in numbers])
        self.graph = graph
        self.numbers = numbers

    @property
    def first(self) -> int:
        """The number of its first row."""
        return self.numbers[0]

    @property
    def way(self) -> Way:
        """The ring as a finding tells it."""
        key = self.graph.key
        keys = tuple(row[key] for row in self[:WRITTEN_OUT])
        return Way(tuple(self.numbers), self.graph.items(self.numbers), keys)


class Graph:
    """Rows and where a reference leads from each.

    `key` and `via` are the places of the key and the reference in a row, `several` says that it is a list of
    them. References that are unknown lead nowhere, nor do those that name no row or more than one. All is
    made when it is first asked for.
    """

    def __init__(self, rows: list[Any], key: int, via: int, several: bool) -> None:
        self.rows = rows
        self.key = key
        self.via = via
        self.several = several
        self.spent = False
        self._places: dict[int, dict[Any, int]] = {}

    @cached_property
    def numbers(self) -> dict[Any, int]:
        """The number of each row that has a key to itself."""
        key = self.key
        keys = [row[key] for row in self.rows]
        found = {name: number for number, name in enumerate(keys) if name is not None}
        if len(found) < len(keys):
            # A later row with the same key has taken the place of the earlier one.
            for number, name in enumerate(keys):
                if name is not None and found.get(name, number) != number:
                    del found[name]
        return found

    @cached_property
    def successors(self) -> list[list[int]]:
        """For each row, by number, the rows it refers to."""
        get, via = self.numbers.get, self.via
        if self.several:
            return [
                [number for name in row[via] or () if (number := get(name)) is not None] for row in self.rows
            ]
        return [[] if (number := get(row[via])) is None else [number] for row in self.rows]

    @cached_property
    def rings(self) -> list[Ring]:
        """The rings: see `language.graphs`."""
        return [Ring(self, numbers) for numbers in graphs.rings(self.successors)]

    def closure(self, name: Any, steps: int) -> tuple[list[Any] | None, int]:
        """The rows that the one with a key leads to, and the steps with this walk; None for no one row."""
        number = self.numbers.get(name)
        if number is None:
            return None, steps
        found, steps = self._walk(number, None, steps)
        return [self.rows[n] for n in found], steps

    def reaches(self, name: Any, other: Any, steps: int) -> tuple[bool | None, int]:
        """Whether the row with a key leads to that with another, and the steps with this walk."""
        start, goal = self.numbers.get(name), self.numbers.get(other)
        if start is None or goal is None:
            return None, steps
        found, steps = self._walk(start, goal, steps)
        return goal in found, steps

    def _walk(self, start: int, goal: int | None, steps: int) -> tuple[dict[int, None], int]:
        """What a row leads to, nearest first, as far as the goal. Raises SpentError past the budget.

        Once it is spent no walk sets out again: it would cost all that is left of it each time.
        """
        if self.spent:
            raise SpentError
        self.spent = True
        found: dict[int, None] = {}
        queue = [start]
        for row in queue:
            targets = self.successors[row]
            steps = charge(steps, 1 + len(targets))
            for target in targets:
                if target not in found:
                    found[target] = None
                    if target != start:
                        queue.append(target)
            if goal in found:
                break
        self.spent = False
        return found, steps

    def items(self, numbers: list[int]) -> tuple[int, ...]:
        """Which reference leads from each row of a ring to the next; nothing where rows have one only."""
        if not self.several:
            return ()
        key = self.key
        return tuple(
            self._placed(row)[self.rows[after][key]] for row, after in pairwise([*numbers, numbers[0]])
        )

    def _placed(self, number: int) -> dict[Any, int]:
        """The places of a row's references in their list, the first of those that are alike."""
        found = self._places.get(number)
        if found is None:
            found = self._places[number] = {}
            for place, name in enumerate(self.rows[number][self.via]):
                found.setdefault(name, place)
        return found
