"""Draws calls of functions that look at rows beside one another."""

from typing import Any

from selfcorrect.language.shape import Field


class RowFunctions:
    """What a grammar draws them from: fields by row path, rows in scope, how many lists may still be nested."""

    rows: dict[str, tuple[Field, ...]]
    bases: list[tuple[str, str]]
    lists: int

    def pick(self, options: list[Any]) -> Any:
        """One of some options."""
        raise NotImplementedError

    def sources(self) -> list[tuple[str, str, int]]:
        """Lists of rows in scope."""
        raise NotImplementedError

    def references(self, row: str) -> list[str]:
        """The fields by which rows of a list refer to one another."""
        return [one.name for one in self.rows[row] if (one.item or one).to == row]

    def cycles(self) -> str | None:
        """The rings of a list of the record, if there is one whose rows refer to one another."""
        found = [f"cycles({row}, {name})" for row in self.rows if row for name in self.references(row)]
        return str(self.pick(found)) if found and self.lists else None

    def peak(self) -> str | None:
        """How much of some rows runs at one moment, between fields of one kind."""
        found = []
        for source, row, _ in self.sources():
            for kinds in (("date",), ("money", "number", "integer", "percent"), ("datetime",)):
                names = [one.name for one in self.rows[row] if one.kind in kinds]
                found += [(source, row, names)] if names else []
        if not found:
            return None
        source, row, names = self.pick(found)
        weights = ["", *(f", {one.name}" for one in self.rows[row] if one.kind in ("money", "number"))]
        return f"peak({source}, {self.pick(names)}, {self.pick(names)}{self.pick(weights)})"

    def reaches(self) -> str | None:
        """Whether a row in scope leads to another, or to one that a reference names."""
        found = [(base, row, name) for base, row in self.bases if base for name in self.references(row)]
        if not found:
            return None
        base, row, name = self.pick(found)
        others = [other for other, path in self.bases if path == row]
        for other, path in self.bases:
            others += [f"{other}.{f.name}" if other else f.name for f in self.rows[path] if f.to == row]
        return f"reaches({base}, {self.pick(others)}, {name})"
