# ruff: noqa: DTZ001 - times without a zone are what the language has
"""Random shapes, and records that mostly fit them."""

import math
from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from selfcorrect.language.shape import Field, Shape
from tests.ruleset.packs import field

ABSENT = object()
DRAW = Any
"""What `composite` hands in: draws an example of a strategy."""

_NUMBERS: list[Any] = [
    0,
    1,
    2,
    3,
    10,
    -1,
    2.5,
    0.1,
    -0.0,
    "2",
    "2.50",
    Decimal("0.01"),
    Decimal("-0.00"),
    Decimal("2.5"),
    Decimal("1E+2"),
]
_EXTREMES: list[Any] = [10**18 - 1, Decimal("0.000000001"), Decimal("-999999999999999999.999999999")]
_WRONG: list[Any] = [[], {}, True, "?", math.nan, 10**400, Decimal("NaN"), Decimal("1E-10"), object]
GOOD: dict[str, list[Any]] = {
    "text": ["a", "b", "acme", " a ", "A", "Ünï 1.5", "12"],
    "integer": [0, 1, 2, 3, 7, -1, "2", 2.0, Decimal("3.00")],
    "number": _NUMBERS,
    "money": _NUMBERS,
    "percent": [0, 7, 19, "19%", "7.0", Decimal("5.5")],
    "currency": ["EUR", "JPY", "BHD", "USD"],
    "date": [
        "2025-01-01",
        "2025-02-28",
        "2024-12-30",
        date(2025, 3, 31),
        "0001-01-01",
        "9999-12-31",
        datetime(2025, 1, 1),
    ],
    "time": ["08:00", "17:30:15", "23:59"],
    "datetime": [
        "2025-01-01T08:00",
        "2025-01-01T10:00+02:00",
        "2025-03-01T00:00:00.5",
        datetime(2025, 2, 1, 12),
    ],
    "duration": ["8:00", "90 min", "PT1H", "-2 h", "0:00", "1 w", "P1DT0.5S"],
    "boolean": [True, False, "yes", "false"],
    "choice": ["red", "green", "blue"],
    "reference": ["a", "b", "c", 1],
}
KEYS = ["a", "b", "c", "d", "1"]
SCALARS = [
    "number",
    "money",
    "text",
    "date",
    "boolean",
    "integer",
    "percent",
    "duration",
    "choice",
    "currency",
    "time",
    "datetime",
]


# ---- shapes


@st.composite
def _scalar(draw: DRAW, name: str, kind: str, row: str) -> Field:
    keys: dict[str, Any] = {}
    if kind == "choice":
        keys["choices"] = ("red", "green", "blue")
    extra = draw(
        st.sampled_from(["", "", "", "required", "if_absent", "code", "severity", "pattern", "required_when"])
    )
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
    keys["if_absent"] = draw(st.sampled_from([None, None, ()]))
    if not depth:
        fields.append(field("id", "text", path))
        keys["key"] = "id"
        if draw(st.booleans()):
            fields.append(field("parent", "reference", path, to=name, inverse="children"))
        if draw(st.booleans()):
            fields.append(
                field(
                    "needs",
                    "list",
                    path,
                    items=("reference", {"to": "rows", "inverse": f"needed_by_{name}"}),
                    if_absent=draw(st.sampled_from([None, ()])),
                )
            )
        if draw(st.booleans()):
            fields.append(draw(_rows("parts", path, 1)))
    elif draw(st.booleans()):
        fields.append(field("owner", "reference", path, to="rows", inverse=f"owned_{row}"))
    if draw(st.booleans()):
        fields.append(
            field(
                "box",
                "object",
                path,
                of=[
                    ("width", "number", {"required": True}),
                    ("tint", "choice", {"choices": ("red", "green", "blue")}),
                ],
            )
        )
    return field(name, "list", row, fields=tuple(fields), **keys)


@st.composite
def shapes(draw: DRAW) -> Shape:
    """A candidate with scalars of random kinds, one or two lists of rows, references, lists in rows, an object."""
    fields = draw(
        _scalars(
            "", [("money1", "money"), ("flag", "boolean"), ("currency", "currency"), *_named(draw(_kinds(4)))]
        )
    )
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
    return st.tuples(_group(shape.fields), st.sampled_from([{}, {}, {}, {"extra": 1}])).map(
        lambda pair: {**pair[0], **pair[1]}
    )


def _group(fields: tuple[Field, ...]) -> st.SearchStrategy[dict[str, Any]]:
    values = {f.name: _value(f) for f in fields}
    return st.fixed_dictionaries(values).map(
        lambda found: {k: v for k, v in found.items() if v is not ABSENT}
    )


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
    return st.sampled_from([*pool, _WRONG[len(one.path) % len(_WRONG)]])
