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
        (Decimal("1E+63"), "1" + "0" * 63),
        (Decimal("-1E+63"), "(a number of 64 digits)"),
        (Decimal("1E-62"), "0." + "0" * 61 + "1"),
        (Decimal("1E-63"), "(a number of 1 digit and 63 decimals)"),
        (Decimal("1E+70"), "(a number of 71 digits)"),
        (Decimal("1E+999999999"), "(a number of 1,000,000,000 digits)"),
        (Decimal("0E+999999999"), "0"),
        (Decimal("NaN"), "NaN"),
        (7, 7),
        (2**53 + 1, "9007199254740993"),
        (10**400, "(a number of 401 digits)"),
        (1.5, 1.5),
        (1e16, "10000000000000000"),
        (1e-7, "0.0000001"),
        (1e70, "(a number of 71 digits)"),
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


@given(st.decimals(allow_nan=False, allow_infinity=False) | st.floats(allow_nan=False, allow_infinity=False))
def test_no_number_is_told_with_an_exponent(value):
    text = encoded(plain(value)).strip('"')
    assert len(text) <= 66
    assert text.startswith("(a number of ") or set(text) <= set("-.0123456789")
    if not text.startswith("("):
        assert Decimal(text) == Decimal(repr(value) if isinstance(value, float) else value)
