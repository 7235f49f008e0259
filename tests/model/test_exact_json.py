"""Exact JSON: what is read as which value, what is refused, and which records have one canonical text."""

import json
from datetime import UTC, date, datetime, time
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selfcorrect.model.exact_json import UNTOLD, JsonError, canonical, decode, digest

LONG = "9" * 401


def places(value: object) -> Any:
    """A value with its type and its places, which `==` does not tell apart."""
    return type(value), str(value)


READ = [
    ("12.50", Decimal("12.50")),
    ("1e2", Decimal("1E+2")),
    ("-0.0", Decimal("-0.0")),
    ("0.1", Decimal("0.1")),
    ("1e999999999", Decimal("1E+999999999")),
    ("1e9999999999999999999", "1e9999999999999999999"),
    ("7", 7),
    ("9" * 400, int("9" * 400)),
    (LONG, Decimal(LONG)),
    ("NaN", float("nan")),
    ("-Infinity", float("-inf")),
    (' {"a": [true, null, "\\u00e4"]}\n', {"a": [True, None, "ä"]}),
]


@pytest.mark.parametrize(("text", "value"), READ, ids=[text[:20] for text, _ in READ])
def test_values_are_read_exactly(text: str, value: Any) -> None:
    assert places(decode(text)) == places(value)


REFUSED = [
    ("", ("syntax", "this is not JSON at column 1: expecting value", 1, 1, "")),
    (
        '{"a": 1\n"b": 2}',
        ("syntax", "this is not JSON at line 2, column 1: expecting ',' delimiter", 2, 1, ""),
    ),
    (
        '{"a": 1,234.50}',
        (
            "syntax",
            "this is not JSON at column 9: expecting property name enclosed in double quotes",
            1,
            9,
            "",
        ),
    ),
    ("[1] 2", ("syntax", "this is not JSON at column 5: extra data", 1, 5, "")),
    ('{"a": {"b": 1, "b": 1}}', ("repeated key", 'the key "b" stands twice in one object', 0, 0, "b")),
    ("[" * 100_000, ("depth", "this is nested too deeply to be a record", 0, 0, "")),
]


@pytest.mark.parametrize(("text", "told"), REFUSED, ids=[text[:20] for text, _ in REFUSED])
def test_what_is_refused_says_why(text: str, told: Any) -> None:
    with pytest.raises(JsonError) as caught:
        decode(text)
    error = caught.value
    assert (error.kind, str(error), error.line, error.column, error.key) == told


class Colour(StrEnum):
    RED = "red"


class Unsayable:
    def __str__(self) -> str:
        raise ValueError


TEXTS: list[tuple[Any, str]] = [
    (None, "null"),
    (True, "true"),
    (1, "1"),
    ("1", '"1"'),
    ('a "b"\n', '"a \\"b\\"\\n"'),
    ("ä\ud800", '"ä\ud800"'),
    (Decimal("5.00"), "5"),
    (Decimal(500), "500"),
    (Decimal("5E+2"), "500"),
    (Decimal("-0.00"), "0"),
    (Decimal("0E-70"), "0"),
    (Decimal("-12.340"), "-12.34"),
    (Decimal("1E-7"), "0.0000001"),
    (Decimal("1E+999999999"), "1E999999999"),
    (Decimal("-1.20E-999999"), "-12E-1000000"),
    (Decimal("1" * 80), f"{'1' * 80}E0"),
    (Decimal("NaN"), "NaN"),
    (Decimal("sNaN"), "sNaN"),
    (Decimal("-Infinity"), "-Infinity"),
    (float("nan"), "NaN"),
    (float("-inf"), "-Infinity"),
    (-0.0, "0"),
    (5.0, "5"),
    (0.1 + 0.2, "0.30000000000000004"),
    (1e22, "10000000000000000000000"),
    (1.5e300, "15E299"),
    (10**18, "1000000000000000000"),
    (10**5000, "1E5000"),
    (date(2025, 2, 3), '"2025-02-03"'),
    (time(9, 30), '"09:30:00"'),
    (datetime(2025, 2, 3, 4, 5, tzinfo=UTC), '"2025-02-03T04:05:00+00:00"'),
    (Colour.RED, '"red"'),
    (Fraction(1, 3), '"1/3"'),
    (b"a", "\"b'a'\""),
    (Unsayable(), '"a value of type Unsayable"'),
    ({2, 10}, '["10","2"]'),
    ((1, [None]), "[1,[null]]"),
    ({"b": 1, "a": None, "A": {}}, '{"A":{},"b":1}'),
    ({"a!": 1, "a": 2}, '{"a":2,"a!":1}'),
    ({10: 1, 2: 2, True: 3}, '{"10":1,"2":2,"True":3}'),
    ({None: 1, "b": [{3: 4}]}, '{"None":1,"b":[{"3":4}]}'),
    ({1: "b", "1": "a"}, '{"1":"a","1":"b"}'),
    ({date(2025, 1, 2): 1}, '{"2025-01-02":1}'),
]


@pytest.mark.parametrize(("value", "text"), TEXTS, ids=[text[:30] for _, text in TEXTS])
def test_canonical_texts(value: Any, text: str) -> None:
    assert canonical(value) == text
    assert digest(value) == sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def nested(levels: int) -> Any:
    value: Any = 1
    for level in range(levels):
        value = [value] if level % 2 else {"a": value}
    return value


def test_what_is_too_deep_or_inside_itself_has_a_fixed_text() -> None:
    ring: list[Any] = [1]
    ring += [ring, {"ring": ring}]
    assert canonical(nested(501)) == canonical(nested(501))
    assert canonical(nested(501)) != canonical(nested(500))
    assert UNTOLD not in (canonical(nested(500)), canonical(nested(501)))
    assert [canonical(value) for value in (nested(502), nested(100_000), ring)] == [UNTOLD] * 3


NUMBERS = st.integers() | st.decimals(allow_nan=False, allow_infinity=False) | st.floats(allow_nan=False)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)


@given(NUMBERS, NUMBERS)
def test_numbers_have_one_text_where_they_are_equal(one: Any, other: Any) -> None:
    exact = [Decimal(repr(n)) if isinstance(n, float) else Decimal(n) for n in (one, other)]
    assert (canonical(one) == canonical(other)) == (exact[0] == exact[1])


@given(st.decimals(allow_nan=False, allow_infinity=False), st.integers(0, 5))
def test_zeros_at_the_end_do_not_count(value: Decimal, places: int) -> None:
    sign, digits, exponent = value.as_tuple()
    longer = Decimal((sign, (*digits, *[0] * places), int(exponent) - places))
    assert canonical(longer) == canonical(value)
    assert Decimal(canonical(value)) == value


@given(JSON)
def test_a_record_is_the_same_whichever_way_it_was_written(value: Any) -> None:
    text = json.dumps(value, default=lambda number: f"<{number}>", indent=1)
    first, again = decode(text), decode(json.dumps(json.loads(text), sort_keys=True))
    assert canonical(first) == canonical(again)


@given(st.dictionaries(st.text(max_size=3), JSON, max_size=4), st.text(max_size=3))
def test_null_and_absent_are_the_same(record: dict[str, Any], key: str) -> None:
    with_null, without = {**record, key: None}, {k: v for k, v in record.items() if k != key}
    assert canonical(with_null) == canonical(without) == canonical(dict(reversed(without.items())))


@given(JSON)
def test_a_canonical_text_is_json_that_says_the_same(value: Any) -> None:
    text = canonical(value)
    assert canonical(decode(text)) == text


@given(st.text() | st.text(alphabet='{}[]",:\\0123456789.eE-+ntfau/*'))
def test_no_text_makes_it_raise_anything_else(text: str) -> None:
    try:
        told = canonical(decode(text))
    except JsonError as error:
        told = str(error)
    assert told
