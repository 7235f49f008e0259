"""Random shapes, rules that link over them, and records that mostly fit."""

import math
from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from selfcorrect.language.shape import Field, Shape
from selfcorrect.ruleset.rule import Context, RuleDraft
from tests.ruleset.packs import VENDORS, draft, field

ABSENT = object()
DRAW = Any
"""What `composite` hands in: draws an example of a strategy."""

_NUMBERS: list[Any] = [0, 1, 2, 3, 10, -1, 2.5, 0.1, -0.0, "2", "2.50", Decimal("0.01"), Decimal("-0.00"), Decimal("2.5"), Decimal("1E+2")]
_EXTREMES: list[Any] = [10**18 - 1, Decimal("0.000000001"), Decimal("-999999999999999999.999999999")]
_WRONG: list[Any] = [[], {}, True, "?", math.nan, 10**400, Decimal("NaN"), Decimal("1E-10"), object]
GOOD: dict[str, list[Any]] = {
    "text": ["a", "b", "acme", " a ", "A", "Ünï 1.5", "12"],
    "integer": [0, 1, 2, 3, 7, -1, "2", 2.0, Decimal("3.00")],
    "number": _NUMBERS,
    "money": _NUMBERS,
    "percent": [0, 7, 19, "19%", "7.0", Decimal("5.5")],
    "currency": ["EUR", "JPY", "BHD", "USD"],
    "date": ["2025-01-01", "2025-02-28", "2024-12-30", date(2025, 3, 31), "0001-01-01", "9999-12-31", datetime(2025, 1, 1)],
    "time": ["08:00", "17:30:15", "23:59"],
    "datetime": ["2025-01-01T08:00", "2025-01-01T10:00+02:00", "2025-03-01T00:00:00.5", datetime(2025, 2, 1, 12)],
    "duration": ["8:00", "90 min", "PT1H", "-2 h", "0:00", "1 w", "P1DT0.5S"],
    "boolean": [True, False, "yes", "false"],
    "choice": ["red", "green", "blue"],
    "reference": ["a", "b", "c", 1],
}
KEYS = ["a", "b", "c", "d", "1"]
SCALARS = ["number", "money", "text", "date", "boolean", "integer", "percent", "duration", "choice", "currency", "time", "datetime"]


# ---- shapes


@st.composite
def _scalar(draw: DRAW, name: str, kind: str, row: str) -> Field:
    keys: dict[str, Any] = {}
    if kind == "choice":
        keys["choices"] = ("red", "green", "blue")
    extra = draw(st.sampled_from(["", "", "", "required", "if_absent", "code", "severity", "pattern", "required_when"]))
    if extra == "required":
        keys["required"] = True
    elif extra == "if_absent" and kind in ("number", "money", "integer"):
        keys["if_absent"] = Decimal(2)
    elif extra == "code":
        keys.update(required=True, codes={"*": f"BAD_{name.upper()}"})
    elif extra == "severity":
        keys.update(required=True, severity="warning")
    elif extra == "pattern" and kind == "text":
        keys["pattern"] = "[a-z]+"
    elif extra == "required_when":
        keys["required_when"] = "not flag" if row else "not present(money1) or money1 > 1"
    return field(name, kind, row, **keys)


def _scalars(row: str, names: Iterable[tuple[str, str]]) -> st.SearchStrategy[list[Field]]:
    return st.tuples(*(_scalar(name, kind, row) for name, kind in names)).map(list)


def _kinds(most: int) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(SCALARS), max_size=most)


def _named(kinds: list[str], prefix: str = "") -> list[tuple[str, str]]:
    odd = {"text": "from", "number": "größe", "date": "class"}
    names: dict[str, str] = {}
    for i, kind in enumerate(kinds):
        names.setdefault(prefix + odd.get(kind, f"{kind}_{i}"), kind)
    return list(names.items())


@st.composite
def _rows(draw: DRAW, name: str, row: str = "", depth: int = 0) -> Field:
    path = f"{row}.{name}" if row else name
    fields = draw(_scalars(path, [("money1", "money"), ("flag", "boolean"), *_named(draw(_kinds(3)))]))
    keys: dict[str, Any] = {"at_least": draw(st.sampled_from([0, 0, 2]))}
    if not depth:
        fields.append(field("id", "text", path))
        keys["key"] = "id"
        if draw(st.booleans()):
            fields.append(field("parent", "reference", path, to=name, inverse="children"))
        if draw(st.booleans()):
            fields.append(field("needs", "list", path, items=("reference", {"to": "rows", "inverse": f"needed_by_{name}"})))
        if draw(st.booleans()):
            fields.append(draw(_rows("parts", path, 1)))
    if draw(st.booleans()):
        fields.append(field("box", "object", path, of=[("width", "number", {"required": True}), ("tint", "choice", {"choices": ("red", "green", "blue")})]))
    return field(name, "list", row, fields=tuple(fields), **keys)


@st.composite
def shapes(draw: DRAW) -> Shape:
    """A candidate with scalars of random kinds, one or two lists of rows, references, lists in rows, an object."""
    fields = draw(_scalars("", [("money1", "money"), ("flag", "boolean"), ("currency", "currency"), *_named(draw(_kinds(4)))]))
    fields.append(draw(_rows("rows")))
    if draw(st.booleans()):
        fields.append(draw(_rows("others")))
    if draw(st.booleans()):
        fields.append(field("tags", "list", items=("text", {})))
    if draw(st.booleans()):
        fields.append(field("main", "reference", to="rows"))
    return Shape(tuple(draw(st.permutations(fields))), draw(st.sampled_from(["currency", None])))


# ---- records


def records(shape: Shape) -> st.SearchStrategy[dict[str, Any]]:
    """Records of a shape: mostly typed well, with values that are missing, wrong, null or extreme."""
    return st.tuples(_group(shape.fields), st.sampled_from([{}, {}, {}, {"extra": 1}])).map(lambda pair: {**pair[0], **pair[1]})


def _group(fields: tuple[Field, ...]) -> st.SearchStrategy[dict[str, Any]]:
    values = {f.name: _value(f) for f in fields}
    return st.fixed_dictionaries(values).map(lambda found: {k: v for k, v in found.items() if v is not ABSENT})


def _value(one: Field) -> st.SearchStrategy[Any]:
    if one.kind == "list":
        item = _value(one.item) if one.item else _group(one.fields)
        item = item.filter(lambda value: value is not ABSENT)
        odd = st.sampled_from([None, 7, "x"])
        row = st.one_of(*[item] * 12, odd) if one.fields else item
        many = st.lists(row, max_size=4)
        return st.one_of(*[many] * 10, st.sampled_from([ABSENT, None, "x", 7]))
    if one.kind == "object":
        group = _group(one.fields)
        return st.one_of(group, group, group, st.sampled_from([ABSENT, None, "x"]))
    good = KEYS if one.name == "id" else GOOD[one.kind]
    pool = good * (24 // len(good) + 1) + [ABSENT, None, ""]
    if one.kind in ("number", "money"):
        pool = pool + _EXTREMES
    return st.sampled_from(pool + [_WRONG[len(one.path) % len(_WRONG)]])


# ---- rules


class Grammar:
    """Draws expressions that link: what is in scope, by kind, and how deep one may still go.

    `bases` are (text of a row, row path); `lists` how many independent lists may still be nested.
    """

    def __init__(self, draw: DRAW, shape: Shape, bases: list[tuple[str, str]], lists: int, names: dict[str, str] | None = None) -> None:
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
        found = [(name, kind.split(" ")[1], 1) for name, kind in self.names.items() if kind.startswith("rows ") and self.lists]
        for base, row in self.bases:
            for one in self.rows[row]:
                if one.kind == "list" and one.fields and (base or self.lists):
                    found.append((f"{base}.{one.name}" if base else one.name, one.path, 0 if base else 1))
            if base:
                refers = [(r, f.item or f) for r, fields in self.rows.items() for f in fields]
                found += [(f"{base}.{f.inverse}", r, 0) for r, f in refers if f.to == row and f.inverse and "." not in r]
        return found

    def column(self, kinds: tuple[str, ...], depth: int) -> str | None:
        """A list of values of some kind: a path through a list, or a generator over one."""
        found = []
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
        inner = Grammar(self.draw, self.shape, [*bases, (name, row)], self.lists - independent, {k: v for k, v in self.names.items() if k != name})
        condition = f" if {inner.boolean(depth - 1)}" if self.draw(st.booleans()) else ""
        return f"{inner.of(kinds[0], depth - 1)} for {name} in {text}{condition}"

    def of(self, kind: str, depth: int) -> str:
        """An expression of a kind, in brackets where it needs them."""
        methods = {"money": self.money, "number": self.number, "boolean": self.boolean, "text": self.text, "date": self.date}
        methods |= {"duration": self.duration, "datetime": self.datetime}
        return methods[kind](depth)

    def aggregate(self, kinds: tuple[str, ...], names: list[str], depth: int) -> str | None:
        column = self.column(kinds, depth)
        if column is None:
            return None
        name = self.pick(names)
        literal = {"money": "0", "number": "1", "duration": None, "boolean": "true"}.get(kinds[0])
        if literal and name in ("sum", "min", "max", "all", "any") and self.draw(st.booleans()):
            return f"{name}({column}, missing={literal})" if " for " not in column else f"{name}(({column}), missing={literal})"
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
                return self.aggregate(("money",), ["sum", "sum", "min", "max", "only", "first", "last"], depth) or f"-{self.pick(leaves)}"

    def number(self, depth: int) -> str:
        leaves = [*self.fields("number", "integer"), "2", "0.5", "0", "3"]
        if depth <= 0 or self.draw(st.integers(0, 3)) == 0:
            return str(self.pick(leaves))
        match self.draw(st.integers(0, 10)):
            case 0:
                return f"({self.number(depth - 1)} {self.pick(['+', '-', '*', '/'])} {self.number(depth - 1)})"
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
                return self.aggregate(("number", "integer"), ["sum", "min", "max", "first"], depth) or "4"

    def text(self, depth: int) -> str:
        leaves = [*self.fields("text"), *(f"lower({f})" for f in self.fields("choice", "currency")), '"a"', '"2025-01"']
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
        match self.draw(st.integers(0, 12)):
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
                return self.pick([f'matches({self.text(depth - 1)}, "[a-c]+")', f"appears({self.of(self.pick(['money', 'text']), depth - 1)})"])
            case 9:
                column = self.column(("money",), depth)
                return f"({self.money(depth - 1)} in {column})" if column and " for " not in column else "true"
            case 10:
                references = self.fields("reference")
                words = [f'{f} == "EUR"' for f in self.fields("currency")] + [f'{f} in ["red", "blue"]' for f in self.fields("choice")]
                return str(self.pick([*(f"resolves({f})" for f in references), *words, "false"]))
            case _:
                return self.aggregate(("boolean",), ["all", "any"], depth) or "flag"


_AROUND = ["so_far", "earlier", "group"]


def _each(grammar: Grammar) -> tuple[list[str], list[tuple[str, str]], int]:
    """Bindings of `each`, the rows they name, how many independent lists they enter."""
    lists = [f for f in grammar.shape.fields if f.kind == "list" and f.fields]
    first = grammar.pick(lists)
    bindings, bases, independent = [f"r in {first.name}"], [("r", first.path)], 1
    inner = [f for f in first.fields if f.kind == "list" and f.fields]
    match grammar.draw(st.integers(0, 5)):
        case 0 if inner:
            return [*bindings, f"p in r.{inner[0].name}"], [*bases, ("p", inner[0].path)], 1
        case 1 if inner:
            return [f"p in {first.name}.{inner[0].name}"], [("p", inner[0].path)], 1
        case 2:
            other = grammar.pick(lists)
            return [*bindings, f"s in {other.name}"], [*bases, ("s", other.path)], 2
    return bindings, bases, independent


@st.composite
def drafts(draw: DRAW, shape: Shape, number: int) -> RuleDraft:
    """A rule that links: some of all rule keys."""
    grammar = Grammar(draw, shape, [("", "")], 2)
    keys: dict[str, Any] = {"at": "money1"}
    form = draw(st.sampled_from(["record", "each", "each", "each", "around", "around", "per", "none", "every", "listed"]))
    names: dict[str, str] = {}
    if form in ("each", "around", "per"):
        bindings, bases, independent = _each(grammar)
        last, row = bases[-1]
        keys.update(each=bindings, at=f"{last}.money1")
        grammar = Grammar(draw, shape, [("", ""), *bases], 2 - independent)
        if form == "per":
            keys["per"] = {"key": grammar.of(grammar.pick(["text", "money", "boolean"]), 1)}
            names = {"key": "other", "group": f"rows {row}"}
        elif form == "around":
            if draw(st.booleans()):
                keys["along"] = [grammar.of(grammar.pick(["text", "money", "boolean"]), 1)]
            if draw(st.booleans()):
                keys["order"] = [grammar.of(grammar.pick(["money", "date", "text"]), 1)]
            names = {name: f"rows {row}" for name in _AROUND}
            names["index"] = "integer"
            bases = [*bases, *((name, row) for name in draw(st.sampled_from([(), ("previous",), ("next",)])))]
        grammar = Grammar(draw, shape, [("", ""), *bases], 2 - independent, names)
    elif form in ("every", "listed"):
        keys["each"] = "value in every money" if form == "every" else "value in [money1, rows.money1]"
        del keys["at"]
        grammar = Grammar(draw, shape, [("", "")], 1, {"value": "money"})
    if draw(st.integers(0, 2)) == 0:
        keys["when"] = grammar.boolean(2)
    if draw(st.integers(0, 3)) == 0:
        keys["let"] = {"part": grammar.money(2)}
        grammar.names = {**grammar.names, "part": "money"}
    if draw(st.integers(0, 5)) == 0:
        keys["when_missing"] = "fail"
    if form == "none":
        source, row, independent = grammar.pick([s for s in grammar.sources()])
        inner = Grammar(draw, shape, [("", ""), ("bad", row)], 2 - independent)
        return draft(f"RULE_{number}", **{**keys, "none": f"bad in {source} if {inner.boolean(2)}", "at": "bad"})
    return draft(f"RULE_{number}", **keys, **_check(grammar))


def _check(grammar: Grammar) -> dict[str, Any]:
    draw = grammar.draw
    if not draw(st.booleans()):
        return {"check": grammar.boolean(3)}
    kind = grammar.pick(["money", "money", "number", "date", "duration", "text"])
    keys: dict[str, Any] = {"check": f"{grammar.of(kind, 2)} == {grammar.of(kind, 2)}"}
    if kind == "money":
        options = ["0.01", "1 cent", "10 cents", "1%", "printed", "0.5 * count(rows)", grammar.money(1)]
    elif kind == "number":
        options = ["0.01", "12.5%", "printed"]
    else:
        options = ["1 minute", "2 days"] if kind != "text" else []
    for key in ("within", "warn_within"):
        if options and draw(st.integers(0, 2)) == 0:
            keys[key] = grammar.pick(options)
    return keys


@st.composite
def packs(draw: DRAW) -> tuple[Context, list[RuleDraft], list[dict[str, Any]]]:
    """A pack and records for it."""
    shape = draw(shapes())
    rules = [draw(drafts(shape, number)) for number in range(draw(st.integers(1, 4)))]
    compute = ()
    context = Context(shape, {"vendors": VENDORS}, compute)
    return context, rules, draw(st.lists(records(shape), min_size=3, max_size=3))
