"""Any record as JSON data."""

from datetime import date, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selfcorrect.report.json import encoded
from selfcorrect.report.plain import plain

DEEP: list[object] = []
for _ in range(5000):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("value", "data"),
    [
        (Decimal("1E+2"), "100"),
        (Decimal("0.10"), "0.10"),
        (Decimal("1E-9"), "0.000000001"),
        (Decimal("1E+999999999"), "1E+999999999"),
        (Decimal("NaN"), "NaN"),
        (7, 7),
        (2**53 + 1, "9007199254740993"),
        (10**400, "1" + "0" * 400),
        (1.5, 1.5),
        (float("nan"), "NaN"),
        (float("-inf"), "-Infinity"),
        (True, True),
        (None, None),
        (date(2025, 2, 28), "2025-02-28"),
        (datetime(2025, 2, 28, 12, 30), "2025-02-28T12:30:00"),  # noqa: DTZ001
        ((1, "a"), [1, "a"]),
        ({1: {Decimal("2.0"): None}}, {"1": {"2.0": None}}),
        (b"x", "(bytes)"),
        (object, "(type)"),
    ],
)
def test_plain(value, data):
    assert plain(value) == data


def test_deep_nesting_ends_in_a_text():
    data = plain(DEEP)
    for _ in range(100):
        (data,) = data
    assert data == "(nested deeper than 100)"


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.decimals()
    | st.text()
    | st.dates()
    | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.integers(), inner),
)


@given(ANYTHING)
def test_everything_encodes_as_ascii(value):
    assert encoded(plain(value)).isascii()
