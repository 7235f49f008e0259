"""What digits with separators can mean."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selfcorrect.language.printed.numbers import mark_of_all, meanings

STYLES = ((",", "."), (".", ","), ("\u00a0", ","), (" ", ","), ("'", "."), ("’", "."), ("", "."), ("", ","))


@pytest.mark.parametrize(
    ("token", "mark", "values"),
    [
        ("38", None, ("38",)),
        ("0012", None, ("12",)),
        ("1,234", None, ("1234", "1.234")),
        ("1,234", ".", ("1234",)),
        ("1,234", ",", ("1.234",)),
        ("1.234", ".", ("1.234",)),
        ("1.234", ",", ("1234",)),
        ("0,125", None, ("0.125",)),
        ("1234.567", None, ("1234.567",)),
        ("10,50", ".", ("10.50",)),
        ("1,234.5", None, ("1234.5",)),
        ("1.234.567", None, ("1234567",)),
        ("1'234.567", None, ("1234.567",)),
        ("12.03.2025", None, ()),
        ("1,23.45", None, ()),
        ("1.2.3", None, ()),
        ("1 23", None, ()),
        ("192.168.1.1", None, ()),
        ("9" * 41, None, ()),
    ],
)
def test_meanings(token, mark, values):
    assert meanings(token, mark) == tuple(Decimal(value) for value in values)


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("", None),
        ("1,234", None),
        ("1,234.00", "."),
        ("1.234,00", ","),
        ("5,50", ","),
        ("1.234.567", ","),
        ("12.03.2025 and 5,50", ","),
        ("5.50 6.50 7,50", "."),
        ("5.50 7,50", None),
    ],
)
def test_the_decimal_mark_of_a_text(text, mark):
    assert mark_of_all(text) == mark


@given(st.decimals(0, 10**12, places=2, allow_nan=False), st.sampled_from(STYLES))
def test_every_style_reads_back(value, style):
    group, mark = style
    whole, fraction = f"{value:,f}".split(".")
    assert meanings(f"{whole.replace(',', group)}{mark}{fraction}", mark) == (value,)
