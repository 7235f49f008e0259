"""Random expressions that link, drawn by the kind of their value."""

from typing import Any

from hypothesis import strategies as st

from selfcorrect.language.shape import Shape
from tests.ruleset.grammar_rows import RowFunctions
from tests.ruleset.records import DRAW


class Grammar(RowFunctions):
    """Draws expressions that link: what is in scope, by kind, and how deep one may still go.

    `bases` are (text of a row, row path); `lists` how many independent lists may still be nested.
    """

    def __init__(
        self,
        draw: DRAW,
        shape: Shape,
        bases: list[tuple[str, str]],
        lists: int,
        names: dict[str, str] | None = None,
    ) -> None:
        self.draw = draw
        self.shape = shape
        self.rows = shape.rows()
        self.bases = bases
        self.lists = lists
        self.names = names or {}

    def pick(self, options: list[Any]) -> Any:
        return options[self.draw(st.integers(0, len(options) - 1))]

    def fields(self, *kinds: str) -> list[str]:
        """Texts of fields of some kinds that are in scope, near ones and through objects and references."""
        found = [name for name, kind in self.names.items() if kind in kinds]
        for base, row in self.bases:
            found += self.fields_of(base, row, kinds, 1)
        return found

    def fields_of(self, base: str, row: str, kinds: tuple[str, ...], depth: int) -> list[str]:
        found = []
        for one in self.rows[row]:
            text = f"{base}.{one.name}" if base else one.name
            if one.kind in kinds:
                found.append(text)
            if one.kind == "object":
                found += self.fields_of(text, one.path, kinds, depth)
            if one.kind == "reference" and one.to and depth:
                found += self.fields_of(text, one.to, kinds, depth - 1)
        return found

    def sources(self) -> list[tuple[str, str, int]]:
        """Lists of rows in scope: text, row path, and 1 if it is independent of the row."""
        found = [
            (name, kind.split(" ")[1], 1)
            for name, kind in self.names.items()
            if kind.startswith("rows ") and self.lists
        ]
        for base, row in self.bases:
            for one in self.rows[row]:
                if one.kind == "list" and one.fields and (base or self.lists):
                    found.append((f"{base}.{one.name}" if base else one.name, one.path, 0 if base else 1))
            if base:
                refers = [(r, f.item or f) for r, fields in self.rows.items() for f in fields]
                found += [(f"{base}.{f.inverse}", r, 0) for r, f in refers if f.to == row and f.inverse]
                found += [(f"closure({base}, {name})", row, 0) for name in self.references(row)]
        return found

    def column(self, kinds: tuple[str, ...], depth: int) -> str | None:
        """A list of values of some kind: a path through a list, or a generator over one."""
        found: list[tuple[str, str | None, str, int]] = []
        for source, row, independent in self.sources():
            for text in self.fields_of(source, row, kinds, 1):
                found.append((text, None, row, independent))
            found.append((source, "generator", row, independent))
        if not found:
            return None
        text, form, row, independent = self.pick(found)
        if form is None:
            return str(text)
        name = self.pick(["x", "y", "row"])
        bases = [("", "") if not base else (base, path) for base, path in self.bases if base != name]
        inner = Grammar(
            self.draw,
            self.shape,
            [*bases, (name, row)],
            self.lists - independent,
            {k: v for k, v in self.names.items() if k != name},
        )
        condition = f" if {inner.boolean(depth - 1)}" if self.draw(st.booleans()) else ""
        return f"{inner.of(kinds[0], depth - 1)} for {name} in {text}{condition}"

    def of(self, kind: str, depth: int) -> str:
        """An expression of a kind, in brackets where it needs them."""
        methods = {
            "money": self.money,
            "number": self.number,
            "boolean": self.boolean,
            "text": self.text,
            "date": self.date,
        }
        methods |= {"duration": self.duration, "datetime": self.datetime}
        return methods[kind](depth)

    def aggregate(self, kinds: tuple[str, ...], names: list[str], depth: int) -> str | None:
        column = self.column(kinds, depth)
        if column is None:
            return None
        name = self.pick(names)
        literal = {"money": "0", "number": "1", "duration": None, "boolean": "true"}.get(kinds[0])
        if literal and name in ("sum", "min", "max", "all", "any") and self.draw(st.booleans()):
            return (
                f"{name}({column}, missing={literal})"
                if " for " not in column
                else f"{name}(({column}), missing={literal})"
            )
        return f"{name}({column})"

    def money(self, depth: int) -> str:
        leaves = self.fields("money")
        if depth <= 0 or self.draw(st.integers(0, 3)) == 0:
            return str(self.pick(leaves))
        match self.draw(st.integers(0, 8)):
            case 0:
                return f"({self.money(depth - 1)} {self.pick(['+', '-'])} {self.money(depth - 1)})"
            case 1:
                return f"({self.money(depth - 1)} {self.pick(['*', '/'])} {self.number(depth - 1)})"
            case 2:
                return f"{self.pick(['min', 'max', 'sum'])}({self.money(depth - 1)}, {self.money(depth - 1)})"
            case 3:
                return f"round({self.money(depth - 1)}, {self.pick(['cent', '0.05', self.number(0)])})"
            case 4:
                return f"first_known({self.money(depth - 1)}, {self.money(depth - 1)})"
            case 5:
                return f"({self.money(depth - 1)} if {self.boolean(depth - 1)} else {self.money(depth - 1)})"
            case 6:
                return f"lookup(vendors, {self.text(depth - 1)}, limit)"
            case _:
                return (
                    self.aggregate(("money",), ["sum", "sum", "min", "max", "only", "first", "last"], depth)
                    or f"-{self.pick(leaves)}"
                )

    def number(self, depth: int) -> str:
        leaves = [*self.fields("number", "integer"), "2", "0.5", "0", "3"]
        if depth <= 0 or self.draw(st.integers(0, 3)) == 0:
            return str(self.pick(leaves))
        match self.draw(st.integers(0, 10)):
            case 0:
                return (
                    f"({self.number(depth - 1)} {self.pick(['+', '-', '*', '/'])} {self.number(depth - 1)})"
                )
            case 1:
                return f"({self.money(depth - 1)} / {self.money(depth - 1)})"
            case 2:
                column = self.column((self.pick(["money", "number", "text", "date"]),), depth)
                return f"count({self.pick([column, f'distinct({column})'])})" if column else "1"
            case 3:
                return f"abs(-{self.number(depth - 1)})"
            case 4:
                return f"power({self.number(depth - 1)}, {self.pick(['2', '-1', '0', '64'])})"
            case 5:
                return f"mod({self.number(depth - 1)}, {self.number(depth - 1)})"
            case 6:
                return f"percent({self.pick([*self.fields('percent'), '19', self.money(depth - 1)])})"
            case 7:
                return f"{self.pick(['year', 'weekday'])}({self.date(depth - 1)})"
            case 8:
                return f"length({self.text(depth - 1)})"
            case 9:
                return f"count(numbers({self.text(depth - 1)}))"
            case _:
                return self.of_list(depth)

    def of_list(self, depth: int) -> str:
        """A number that comes of many."""
        match self.draw(st.integers(0, 2)):
            case 0:
                return self.peak() or "5"
            case 1:
                return f"count({cycles})" if (cycles := self.cycles()) else "6"
            case _:
                return self.aggregate(("number", "integer"), ["sum", "min", "max", "first"], depth) or "4"

    def text(self, depth: int) -> str:
        leaves = [
            *self.fields("text"),
            *(f"lower({f})" for f in self.fields("choice", "currency")),
            '"a"',
            '"2025-01"',
        ]
        if depth <= 0 or self.draw(st.integers(0, 2)) == 0:
            return str(self.pick(leaves))
        match self.draw(st.integers(0, 4)):
            case 0:
                return f"{self.pick(['lower', 'strip'])}({self.text(depth - 1)})"
            case 1:
                return f"{self.pick(['week', 'month'])}({self.date(depth - 1)})"
            case 2:
                return f"first_known({self.text(depth - 1)}, {self.text(depth - 1)})"
            case 3:
                return f"lookup(vendors, {self.text(depth - 1)}{self.pick(['', ', city'])})"
            case _:
                return self.aggregate(("text",), ["first", "last", "only", "min", "max"], depth) or '"b"'

    def date(self, depth: int) -> str:
        leaves = [*self.fields("date"), "today()"]
        if depth <= 0 or self.draw(st.booleans()):
            return str(self.pick(leaves))
        if self.draw(st.booleans()):
            return f"({self.date(depth - 1)} {self.pick(['+', '-'])} {self.duration(depth - 1)})"
        return self.aggregate(("date",), ["min", "max", "first", "last"], depth) or "today()"

    def datetime(self, depth: int) -> str:
        leaves = self.fields("datetime")
        if not leaves:
            return self.date(depth)
        return str(self.pick([*leaves, f"({leaves[0]} + {self.duration(depth - 1)})"]))

    def duration(self, depth: int) -> str:
        leaves = [*self.fields("duration"), "days(1)", "hours(36)", "minutes(0.5)"]
        if depth <= 0 or self.draw(st.booleans()):
            return str(self.pick(leaves))
        match self.draw(st.integers(0, 3)):
            case 0:
                return f"({self.date(depth - 1)} - {self.date(depth - 1)})"
            case 1:
                return f"({self.duration(depth - 1)} {self.pick(['+', '-'])} {self.duration(depth - 1)})"
            case 2:
                return f"({self.duration(depth - 1)} {self.pick(['*', '/'])} {self.number(depth - 1)})"
            case _:
                return self.aggregate(("duration",), ["sum", "max"], depth) or "days(2)"

    def boolean(self, depth: int) -> str:
        leaves = self.fields("boolean")
        if depth <= 0:
            return str(self.pick([*leaves, "money1 > 1", "true"]))
        match self.draw(st.integers(0, 13)):
            case 13:
                return self.reaches() or "true"
            case 0 | 1:
                return f"({self.boolean(depth - 1)} {self.pick(['and', 'or'])} {self.boolean(depth - 1)})"
            case 2:
                return f"(not {self.boolean(depth - 1)})"
            case 3 | 4 | 5:
                kind = self.pick(["money", "number", "text", "date", "duration", "datetime"])
                return f"({self.of(kind, depth - 1)} {self.pick(['==', '!=', '<', '<=', '>', '>='])} {self.of(kind, depth - 1)})"
            case 6:
                return f"present({self.of(self.pick(['money', 'text', 'date', 'boolean']), depth - 1)})"
            case 7:
                whole = self.pick(['["a", "b"]', self.text(depth - 1), f"[{self.text(0)}, {self.text(0)}]"])
                return f"({self.text(depth - 1)} {self.pick(['in', 'not in'])} {whole})"
            case 8:
                return str(
                    self.pick(
                        [
                            f'matches({self.text(depth - 1)}, "[a-c]+")',
                            f"appears({self.of(self.pick(['money', 'text']), depth - 1)})",
                        ]
                    )
                )
            case 9:
                column = self.column(("money",), depth)
                return (
                    f"({self.money(depth - 1)} in {column})" if column and " for " not in column else "true"
                )
            case 10:
                references = self.fields("reference")
                words = [f'{f} == "EUR"' for f in self.fields("currency")] + [
                    f'{f} in ["red", "blue"]' for f in self.fields("choice")
                ]
                return str(self.pick([*(f"resolves({f})" for f in references), *words, "false"]))
            case _:
                return self.aggregate(("boolean",), ["all", "any"], depth) or "flag"
