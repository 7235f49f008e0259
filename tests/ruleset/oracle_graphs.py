"""The oracle's references: what a row leads to, by looking through the rows again and again."""

from typing import Any

from selfcorrect.language import nodes as n
from selfcorrect.language.graphs import rings
from tests.ruleset.oracle_shape import Candidate, Row


class RingRows(list[Row]):
    """The rows of a ring, and their numbers in the list."""

    def __init__(self, rows: list[Row], numbers: list[int]) -> None:
        super().__init__(rows[number] for number in numbers)
        self.numbers = numbers


class Graphs(Candidate):
    """References over a candidate."""

    def targets(self, row: Row, path: str, via: str) -> list[int]:
        """The numbers of the rows that a row refers to; of each the first reference counts."""
        found = row.values[via]
        names = found if isinstance(found, list) else [found]
        return [number for name in names if (number := self.number(name, path)) is not None]

    def number(self, name: Any, path: str) -> int | None:
        """The number of the one row with a key."""
        key = self.keys[path]
        named = [i for i, row in enumerate(self.lists[path] or []) if row.values[key] == name is not None]
        return named[0] if len(named) == 1 else None

    def cycles(self, node: n.Cycles) -> list[RingRows] | None:
        """The rings; which ways they take is for tests.language.test_graphs."""
        rows = self.lists[node.path]
        if rows is None:
            return None
        return [
            RingRows(rows, ring) for ring in rings([self.targets(row, node.path, node.via) for row in rows])
        ]

    def closure(self, name: Any, path: str, via: str) -> list[int] | None:
        """The numbers of the rows that the one with a key leads to, step by step."""
        start = self.number(name, path)
        if start is None:
            return None
        rows = self.lists[path] or []
        found: list[int] = []
        rim = [start]
        while rim:
            further = [target for number in rim for target in self.targets(rows[number], path, via)]
            rim = [number for number in dict.fromkeys(further) if number not in found]
            found += rim
        return found

    def key(self, row: Row | None, path: str) -> Any:
        """The key of a row."""
        return None if row is None else row.values[self.keys[path]]

    def reached_rows(self, row: Row | None, node: n.Closure) -> list[Row] | None:
        """The rows of a closure."""
        found = self.closure(self.key(row, node.path), node.path, node.via)
        return None if found is None else [(self.lists[node.path] or [])[number] for number in found]

    def reaches(self, row: Row | None, other: Any, node: n.Reaches) -> bool | None:
        """Whether a row leads to another, or to the one that a reference names."""
        name = self.key(other, node.path) if node.other.type.kind == "row" else other
        goal = self.number(name, node.path)
        found = self.closure(self.key(row, node.path), node.path, node.via)
        return None if found is None or goal is None else goal in found

    def way_along(self, loops: tuple[n.Loop, ...], env: dict[str, Any]) -> str | None:
        """The ring that the last loop is about by the keys of its rows, if it is about one."""
        if not loops or not isinstance(loops[-1].source, n.Cycles):
            return None
        names = [str(self.key(row, loops[-1].source.path)).strip() for row in env[loops[-1].var.name]]
        return " → ".join([*names, names[0]])


def others_of(
    loops: tuple[n.Loop, ...], env: dict[str, Any], index: tuple[int, ...]
) -> list[tuple[int, ...]] | None:
    """The indexes of the other rows of a ring."""
    ring = env[loops[-1].var.name] if loops else None
    return [(*index[:-1], number) for number in ring.numbers[1:]] if isinstance(ring, RingRows) else None
