# ruff: noqa: DTZ001 - times without a zone are what the language has
"""How raw values are read and shown: one table a kind."""

from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selfcorrect.language.numbers import (
    CONTEXT,
    OutOfRangeError,
    bucket,
    divide,
    format_number,
    half_last_place,
    modulo,
    parse_number,
    power,
    round_to,
)
from selfcorrect.language.patterns import PatternError, check_pattern, fits
from selfcorrect.language.values import BAD, OUT_OF_RANGE, read_value, show_duration, show_raw, show_value

D = Decimal
VALUES: dict[str, list[tuple[Any, Any]]] = {
    "text": [("a", "a"), (" a ", " a "), ("\ud800", "\ud800"), (1, BAD), (True, BAD), (None, None), ("", None), (" \t\n", None)],
    "number": [
        ("12", D(12)), (" 12 ", D(12)), ("+5", D(5)), ("-0.50", D("-0.50")), ("007", D(7)), (12, D(12)), (0.1, D("0.1")), (1e-9, D("1E-9")), (2.0, D("2.0")),
        (1e17, D("1E+17")), (D("1.50"), D("1.50")), (D("1E+2"), D(100)), ("9" * 18, D("9" * 18)), ("0.123456789", D("0.123456789")), (10**18 - 1, D(10**18 - 1)),
        ("１２", BAD), ("٣", BAD), ("1_000", BAD), ("1,000", BAD), ("1e3", BAD), ("NaN", BAD), ("Infinity", BAD), (".5", BAD), ("5.", BAD), ("1 2", BAD), ("--1", BAD), ("0x1", BAD), ("−1", BAD),
        (float("nan"), BAD), (float("inf"), BAD), (D("NaN"), BAD), (D("sNaN"), BAD), (D("-Infinity"), BAD), (True, BAD), ([], BAD), ({}, BAD), (b"1", BAD), (1j, BAD),
        ("9" * 19, OUT_OF_RANGE), ("0.0123456789", OUT_OF_RANGE), ("9" * 5000, OUT_OF_RANGE), (10**18, OUT_OF_RANGE), (-(10**400), OUT_OF_RANGE), (1e18, OUT_OF_RANGE), (5e-324, OUT_OF_RANGE),
        (0.1 + 0.2, OUT_OF_RANGE), (D("1E+18"), OUT_OF_RANGE), (D("1E+999999"), OUT_OF_RANGE), (D("1E-10"), OUT_OF_RANGE), (D("1.0000000000"), OUT_OF_RANGE),
    ],
    "integer": [("2", D(2)), ("2.0", D(2)), (2.0, D(2)), (D("3.00"), D(3)), (2.5, BAD), ("2.5", BAD), ("x", BAD), (10**18, OUT_OF_RANGE)],
    "percent": [("19%", D(19)), ("19 %", D(19)), (19, D(19)), ("0.5", D("0.5")), ("%", BAD), ("19%%", BAD), ("19 percent", BAD)],
    "currency": [("EUR", "EUR"), ("BHD", "BHD"), ("eur", BAD), ("XXX", BAD), ("€", BAD), (978, BAD), ("", None)],
    "boolean": [(True, True), (False, False), ("yes", True), ("No", False), (" TRUE ", True), ("0", BAD), (0, BAD), (1, BAD), ("on", BAD)],
    "date": [
        ("2025-01-31", date(2025, 1, 31)), (" 2025-01-31 ", date(2025, 1, 31)), (date(2025, 1, 31), date(2025, 1, 31)), (datetime(2025, 1, 31), date(2025, 1, 31)), ("0001-01-01", date.min),
        ("2025-1-31", BAD), ("20250131", BAD), ("2025-W01-1", BAD), ("2025-02-30", BAD), ("31.01.2025", BAD), ("2025-01-31T00:00", BAD), ("２０２５-01-31", BAD), (datetime(2025, 1, 31, 5), BAD), (20250131, BAD),
    ],
    "time": [("08:00", time(8)), ("08:00:30", time(8, 0, 30)), (time(8), time(8)), ("08:00+02:00", BAD), (time(8, tzinfo=UTC), BAD), ("8:00", BAD), ("24:00", BAD), ("0800", BAD), (8, BAD)],
    "datetime": [
        ("2025-01-31T08:00", datetime(2025, 1, 31, 8, tzinfo=UTC)), ("2025-01-31 08:00:01", datetime(2025, 1, 31, 8, 0, 1, tzinfo=UTC)), ("2025-01-31T08:00Z", datetime(2025, 1, 31, 8, tzinfo=UTC)),
        ("2025-01-31T00:30+02:00", datetime(2025, 1, 30, 22, 30, tzinfo=UTC)), (datetime(2025, 1, 31, 8, tzinfo=timezone(timedelta(hours=-5))), datetime(2025, 1, 31, 13, tzinfo=UTC)),
        ("2025-01-31", BAD), ("2025-01-31T25:00", BAD), ("0001-01-01T00:00+14:00", BAD), (date(2025, 1, 31), BAD), (0, BAD),
    ],
    "duration": [
        ("7:30", D(27000)), ("7:30:15", D(27015)), ("90 min", D(5400)), ("90min", D(5400)), ("1.5 h", D(5400)), ("1h 30m", D(5400)), ("PT1H30M", D(5400)), ("P1W", D(604800)), ("P1DT12H", D(129600)), ("PT0.5S", D("0.5")), ("-PT1H", D(-3600)), ("-2 h", D(-7200)),
        ("7:60", BAD), ("P", BAD), ("PT", BAD), ("P1Y", BAD), ("1 fortnight", BAD), ("90", BAD), (90, BAD), (timedelta(1), BAD), ("1000000:00", BAD),
    ],
    "choice": [(" red ", "red"), (7, "7"), (True, BAD)],
    "reference": [(" a ", "a"), (1, "1"), (1.0, BAD), (True, BAD), (10**18, BAD)],
}  # fmt: skip
ROWS = [(kind, raw, value) for kind, rows in VALUES.items() for raw, value in rows]


@pytest.mark.parametrize(("kind", "raw", "value"), ROWS, ids=lambda part: ascii(part)[:30])
def test_values_are_read(kind: str, raw: object, value: object) -> None:
    read = read_value(kind, raw)
    assert (type(read), read) == (type(value), value)


@pytest.mark.parametrize("kind", VALUES)
@pytest.mark.parametrize("raw", [None, "", " ", "\u00a0\n"])
def test_nothing_is_missing_whatever_the_kind(kind: str, raw: object) -> None:
    assert read_value(kind, raw) is None


def test_choices_are_closed() -> None:
    assert [read_value("choice", raw, ("red", "green")) for raw in ("red", "blue", None)] == [
        "red",
        BAD,
        None,
    ]


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_is_its_shortest_text(raw: float) -> None:
    value = read_value("number", raw)
    assert value is OUT_OF_RANGE or float(value) == raw


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**17), max_value=10**17, places=6))
def test_what_is_shown_reads_back(value: Decimal) -> None:
    assert parse_number(format_number(value)) == value


@pytest.mark.parametrize(
    "text",
    ["", " 1", "1 ", "1\n", "+", "1.", ".1", "1.2.3", "1e1", "1_0", "１", "٣", "NaN", "inf", "0b1", "1,0"],
)
def test_a_number_in_a_rule_is_digits_and_a_point(text: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011 - the kind is the assertion below
        parse_number(text)
    assert not isinstance(error.value, OutOfRangeError)


SHOWN = [
    (D("1E+2"), "100"), (D("12.50"), "12.50"), (D("-0.00"), "0.00"), (D("0E-9"), "0.000000000"), (D("1E-9"), "0.000000001"), (D("NaN"), "NaN"), (D("1E+80"), "(a number of 81 digits)"),
    (True, "true"), (False, "false"), (date(2025, 1, 2), "2025-01-02"), (datetime(2025, 1, 2, 3), "2025-01-02T03:00:00"), (time(8, 5), "08:05:00"), ([D(1), None, "a"], "1, unknown, a"), ("text", "text"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "text"), SHOWN, ids=repr)
def test_values_are_shown(value: object, text: str) -> None:
    assert show_value(value) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (90, "0:01:30"), (5400, "1:30"), (178200, "49:30"), (-5405, "-1:30:05")],
)
def test_durations_are_shown(seconds: int, text: str) -> None:
    assert show_duration(Decimal(seconds)) == text


RAW = [
    ("x" * 81, "x" * 80 + "…"), (None, "null"), (True, "true"), (7, "7"), (10**18, "an integer of over 18 digits"), (0.1, "0.1"), (D("1E+2"), "100"), ({1: 2}, "an object with 1 fields"),
    ([1, 2], "a list of 2"), (date(2025, 1, 2), "2025-01-02"), (b"x", "a value of type bytes"), (lambda: 1, "a value of type function"),
]  # fmt: skip


@pytest.mark.parametrize(("raw", "text"), RAW, ids=lambda part: str(part)[:20].split(" at 0x")[0])
def test_raw_values_are_shown(raw: object, text: str) -> None:
    assert show_raw(raw) == text


ARITHMETIC = [
    (divide(D(1), D(3)), "0." + "3" * 38), (divide(D(1), D(0)), None), (divide(D(2), D(3)), "0." + "6" * 37 + "7"),
    (round_to(D("2.5"), D(1)), "3"), (round_to(D("-2.5"), D(1)), "-3"), (round_to(D("2.675"), D("0.01")), "2.68"), (round_to(D("2.5"), D("0.01")), "2.50"), (round_to(D(3), D("0.05")), "3.00"), (round_to(D("1.07"), D("0.05")), "1.05"),
    (round_to(D(149), D(100)), "100"), (round_to(D(1), D(0)), None), (round_to(D(1), D(-1)), None),
    (power(D("1.1"), D(2)), "1.21"), (power(D(2), D(-2)), "0.25"), (power(D(0), D(0)), "1"), (power(D("0.00"), D(64)), "0"), (power(D(0), D(-1)), None), (power(D(2), D(65)), None), (power(D(2), D("0.5")), None), (power(D(10), D(61)), None),
    (modulo(D(7), D(3)), "1"), (modulo(D(-7), D(3)), "2"), (modulo(D(7), D(-3)), "-2"), (modulo(D("7.5"), D(2)), "1.5"), (modulo(D(7), D(0)), None), (modulo(D("1E+60"), D("0.001")), None),
    (half_last_place(D("12.3")), "0.05"), (half_last_place(D(12)), "0.5"), (half_last_place(D("12.30")), "0.005"), (half_last_place(D("1234567890.123")), "0.001234567890123"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "text"), ARITHMETIC)
def test_arithmetic_is_exact(value: Decimal | None, text: str | None) -> None:
    assert value == (None if text is None else D(text))
    if value and text:
        assert format_number(value) == text


@given(
    st.decimals(allow_nan=False, allow_infinity=False, places=3, min_value=-1000, max_value=1000),
    st.integers(-3, 5),
)
def test_equal_numbers_share_a_bucket(value: Decimal, places: int) -> None:
    same = CONTEXT.multiply(value, D(10) ** places) / D(10) ** places
    assert bucket(value) == bucket(same) == bucket(value + 0)


def test_zeros_share_a_bucket() -> None:
    assert {bucket(D(zero)) for zero in ("0", "-0", "0.00", "-0.00", "0E+5", "0E-9")} == {"0"}


@pytest.mark.parametrize(
    ("pattern", "text", "whole"),
    [
        ("[A-Z]{2}[0-9]+", "DE12", True), ("[A-Z]{2}[0-9]+", "xDE12", False), ("a", "a\n", False), ("a|ab", "ab", True), ("(?i)straße", "STRASSE", False), ("(?i)ä", "Ä", True),
        (r"\d+", "٣", False), (".", "\n", False), ("(?s).", "\n", True), (".*", "\ud800", False), ("", "", True), (r"\pL+", "Köln", True),
    ],
)  # fmt: skip
def test_patterns_fit_whole_texts(pattern: str, text: str, *, whole: bool) -> None:
    assert fits(pattern, text) is whole


@pytest.mark.parametrize("text", ["a" * 25 + "!", "a" * 100_000])
def test_a_pattern_that_backtracks_elsewhere_is_linear_here(text: str) -> None:
    assert fits("(a+)+$", text) is (text[-1] == "a")


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("(a", "missing ): (a"), ("a**", "bad repetition operator: **"), ("(?=a)", "invalid perl operator: (?="), ("(?<!a)b", "invalid perl operator: (?<!"), (r"(a)\1", r"invalid escape sequence: \1"),
        ("a{1001}", "invalid repetition size: {1001}"), ("x" * 1001, "longer than 1000 characters"), ("[b-a]", "invalid character class range: b-a"),
    ],
)  # fmt: skip
def test_other_patterns_do_not_compile(pattern: str, reason: str) -> None:
    with pytest.raises(PatternError) as error:
        check_pattern(pattern)
    assert str(error.value) == reason


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("2025-01-31T08:00", "2025-01-31T08:00:00"),
        ("2025-01-31T08:00Z", "2025-01-31T08:00:00+00:00"),
        ("2025-01-31T08:00+02:00", "2025-01-31T08:00:00+02:00"),
    ],
)
def test_a_moment_is_told_in_the_zone_it_was_written_in(raw: str, text: str) -> None:
    assert show_value(read_value("datetime", raw)) == text
