# ruff: noqa: DTZ901 - times without a zone are what the language has
"""No record, however hostile, makes a check raise: it gives findings, and they render."""

import math
from collections import OrderedDict, UserDict
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.ruleset.library import CONTEXT, RULES
from tests.ruleset.packs import Pack, draft, field, found, pack, ruleset
from tests.ruleset.records import records


class NumpyFloat(float):
    """A float that prints as numpy's do."""

    def __repr__(self) -> str:
        return f"np.float64({float.__repr__(self)})"


class NotATime(datetime):
    """A date that has no time of day, as pandas' NaT."""

    def time(self) -> time:
        raise ValueError("NaTType does not support time")

    def isoformat(self, *_: Any, **__: Any) -> str:
        raise ValueError("NaTType does not support isoformat")


class Liar:
    """Says that it is a text."""

    __class__ = property(lambda _: str)


class Opaque:
    def __eq__(self, other: object) -> bool:
        raise RuntimeError("not comparable")

    def __hash__(self) -> int:
        return 1

    def __bool__(self) -> bool:
        raise RuntimeError("no truth")

    def __str__(self) -> str:
        raise RuntimeError("no text")


class Broken(Mapping[str, Any]):
    """A mapping whose values cannot be had."""

    def __getitem__(self, key: str) -> Any:
        raise RuntimeError("no value")

    def __iter__(self) -> Iterator[str]:
        return iter(["total", "items"])

    def __len__(self) -> int:
        return 2


class OddDict(dict[Any, Any]):
    def keys(self) -> Any:
        raise RuntimeError("no keys")

    def __iter__(self) -> Any:
        raise RuntimeError("no keys")


class EvilText(str):
    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("not comparable")

    def __hash__(self) -> int:
        raise RuntimeError("no hash")

    def strip(self, *_: Any) -> str:
        raise RuntimeError("no strip")


class EvilInt(int):
    def __lt__(self, other: Any) -> bool:
        raise RuntimeError("not comparable")

    __gt__ = __le__ = __ge__ = __lt__


class EvilList(list[Any]):
    def __iter__(self) -> Any:
        raise RuntimeError("no items")


class Timeless(tzinfo):
    """A zone that knows no offset."""


TIMELESS: Any = Timeless
DEEP: Any = None
for _ in range(2000):
    DEEP = [DEEP]

HOSTILE: list[Any] = [
    math.nan, math.inf, -math.inf, 10**400, -(10**400), 1e308, 5e-324, -0.0, True,
    Decimal("NaN"), Decimal("sNaN"), Decimal("-Infinity"), Decimal("1E+999999"), Decimal("1E-999999"), Decimal("0E+999999"), Decimal("0E-999999"),
    "x" * 100_000, "9" * 5000, "\ud800", "a\ud800b", "\x00", "\u202e", "１２", "1_000", "NaN", "1e3", "٣", "=1+1", "{x}", "%s",
    b"bytes", bytearray(b"x"), 1j, object(), object, range(3), {1, 2}, iter([1]), lambda: 1, Ellipsis, NotImplemented,
    date.min, date.max, datetime.max.replace(tzinfo=UTC), datetime.min, datetime(2025, 1, 1, tzinfo=TIMELESS()), time(1, tzinfo=TIMELESS()), timedelta(1),
    NumpyFloat(1.5), NotATime(2025, 1, 1), Liar(), Opaque(), Broken(), OddDict(a=1), UserDict({"total": 1}), OrderedDict(total=1), EvilText("12"), EvilText("EUR"), EvilInt(3), EvilList([1]),
    {1: 2, None: 3, (1, 2): 4}, {Opaque(): 1}, {"\ud800": 1}, {"": ""}, [[]], [None], [{}], [[[]]], ({"id": "a"},), DEEP,
]  # fmt: skip

SHOWABLE = [
    value for value in HOSTILE if value is not DEEP and not (type(value) is str and len(value) > 1000)
]
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.decimals()
    | st.integers(0, len(SHOWABLE) - 1).map(SHOWABLE.__getitem__),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from([f.name for f in CONTEXT.shape.fields] + ["id", "amount", "x"]), inner, max_size=6
        )
    ),
    max_leaves=15,
)


@pytest.fixture(scope="module")
def library() -> Pack:
    return pack(CONTEXT, RULES)


def survives(library: Pack, record: object) -> None:
    for document in (None, "Invoice 1.50"):
        report = library.compiled.check(record, document=document)
        assert isinstance(report.verdict, str)
        for finding in (*report.violations, *report.not_evaluated):
            assert isinstance(str(finding), str)


@pytest.mark.parametrize("record", HOSTILE, ids=lambda value: type(value).__name__)
def test_no_record_makes_a_check_raise(library: Pack, record: object) -> None:
    survives(library, record)


@pytest.mark.parametrize("value", HOSTILE, ids=lambda value: type(value).__name__)
def test_no_value_makes_a_check_raise(library: Pack, value: object) -> None:
    for one in CONTEXT.shape.fields:
        survives(library, {one.name: value})
    items = next(f for f in CONTEXT.shape.fields if f.name == "items")
    for one in items.fields:
        survives(library, {"items": [{one.name: value}, {one.name: value}]})
    survives(
        library,
        {
            "items": [{"id": "a", "needs": [value], "parts": [value]}, value],
            "box": {"width": value, "tags": value},
        },
    )


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(record=JSON)
def test_no_json_makes_a_check_raise(library: Pack, record: object) -> None:
    survives(library, record)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(record=records(CONTEXT.shape), data=st.data())
def test_no_hostile_part_of_a_record_makes_a_check_raise(
    library: Pack, record: dict[str, Any], data: st.DataObject
) -> None:
    for name in data.draw(st.lists(st.sampled_from(sorted(record)), max_size=3)):
        record[name] = data.draw(JSON)
    survives(library, record)


FIELDS = (field("total", "money"), field("size", "number"), field("day", "date"))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (math.nan, [("WRONG_TYPE", "total", "an amount of money", "nan")]),
        (-math.inf, [("WRONG_TYPE", "total", "an amount of money", "-inf")]),
        (10**400, [("NUMBER_OUT_OF_RANGE", "total", "money", "an integer of over 18 digits")]),
        (Decimal("1E+999999"), [("NUMBER_OUT_OF_RANGE", "total", "money", "(a number of 1,000,000 digits)")]),
        (Decimal("sNaN"), [("WRONG_TYPE", "total", "an amount of money", "sNaN")]),
        (5e-324, [("NUMBER_OUT_OF_RANGE", "total", "money", "5e-324")]),
        ("１２", [("WRONG_TYPE", "total", "an amount of money", "１２")]),
        ("x" * 100, [("WRONG_TYPE", "total", "an amount of money", "x" * 80 + "…")]),
        (True, [("WRONG_TYPE", "total", "an amount of money", "true")]),
        ({"a": 1}, [("WRONG_TYPE", "total", "an amount of money", "an object with 1 fields")]),
        (object(), [("WRONG_TYPE", "total", "an amount of money", "a value of type object")]),
        (NumpyFloat(1.5), [("SMALL", "total", None, None)]),
    ],
    ids=lambda part: str(part)[:20].split(" at 0x")[0],
)
def test_hostile_values_are_told(value: object, expected: list[Any]) -> None:
    rules = ruleset(FIELDS, draft("SMALL", check="total < 1"))
    assert found(rules, {"total": value}) == expected


def test_results_beyond_the_exact_digits_render() -> None:
    rules = ruleset(FIELDS, draft("BIG", check="size * size * size * size == 1"))
    huge = Decimal("999999999999999999.999999999")
    assert [v[:2] for v in found(rules, {"size": huge})] == [("BIG", "size")]
    assert [v.actual for v in rules.check({"size": huge}).violations] == ["(a number of 72 digits)"]


def test_whole_numbers_of_any_size_render() -> None:
    many = " * ".join(["size"] * 30)
    parts = {"a": many, "b": " * ".join(["a"] * 10)}
    rules = ruleset(FIELDS, draft("BIG", let=parts, check="b == 1", at="size"))
    found_one = rules.check({"size": 999999999999999999}).violations
    assert [(v.code, v.actual) for v in found_one] == [("BIG", "(a number of 5,400 digits)")]
