"""Printed values that are taken, those that stay, and that nothing makes it raise."""

import copy
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selfcorrect.language.currencies import CURRENCIES
from selfcorrect.language.printed.taken import SIGNS, taken
from selfcorrect.language.shape import Shape
from tests.ruleset.packs import field

SHAPE = Shape(
    (
        field("currency", "currency"),
        field("total", "money"),
        field("tax", "money"),
        field("rate", "percent"),
        field("share", "number"),
        field("count", "integer"),
        field("date", "date"),
        field("note", "text"),
        field("kind", "choice", choices=("a", "b")),
        field("paid", "boolean"),
        field("lines", "list", of=[("amount", "money", None), ("parts", "list", {"of": [("price", "money", None)]})]),
        field("days", "list", items=("date", {})),
        field("sums", "list", items=("money", {})),
        field("seller", "object", of=[("since", "date", None), ("worth", "money", None)]),
    ),
    money_in="currency",
)  # fmt: skip

VALUES: dict[str, list[tuple[Any, Any]]] = {
    "total": [
        # As a document prints them.
        ("€ 1.234,50", "1234.50"), ("1,234.50 USD", "1234.50"), ("$5", "5"), ("12,50 €", "12.50"), ("12,50", "12.50"),
        ("1 234,50", "1234.50"), ("1\u202f234,50", "1234.50"), ("1'234.50", "1234.50"), ("1,07,545.00", "107545.00"),
        ("1.234.567", "1234567"), ("EUR12.50", "12.50"), ("12.50EUR", "12.50"), ("US$ 12.50", "12.50"), ("12,50 Euro", "12.50"),
        ("Rs. 12.50", "12.50"), ("kr 12,50", "12.50"), ("12,5", "12.5"), ("0,125", "0.125"), (" 12,50\n", "12.50"), ("1 234", "1234"),
        # Below zero, by conventions that mean nothing else.
        ("-12,50", "-12.50"), ("−12,50", "-12.50"), ("– 12,50", "-12.50"), ("- $5", "-5"), ("$-5", "-5"), ("-5 €", "-5"), ("+5 €", "5"),
        ("(12.50)", "-12.50"), ("($12.50)", "-12.50"), ("$(12.50)", "-12.50"), ("(12.50) USD", "-12.50"), ("( 12,50 € )", "-12.50"),
        ("12.50-", "-12.50"), ("12,50- EUR", "-12.50"), ("(0.00)", "0.00"), ("-0,00", "0.00"),
        # As asked for, or a number already.
        ("12.50", "12.50"), (" 12.50 ", "12.50"), ("1.234", "1.234"), ("007", "7"), ("+5", "5"), ("-5", "-5"), ("0.12345678901", None), ("9" * 80, None),
        (12, "12"), (12.5, None), (Decimal("12.50"), None), (True, None), ("", None), (" ", None), ("unknown", None),
        # In doubt.
        ("1,234", None), ("$1,234", None), ("1.234 €", None), ("(1,234)", None), ("3 pcs", None), ("5 kg", None), ("5 ABC", None), ("5 eur", None),
        ("$5 USD", None), ("€5 $", None), ("-(5)", None), ("(-5)", None), ("-5-", None), ("(5", None), ("5)", None), ("--5", None), ("12.-", None), ("12,-", None),
        ("12,50 €-", None), ("1,23.45", None), ("1 23", None), ("12.03.2025", None), ("192.168.1.1", None), ("1e3", None), ("12,50 12,50", None), ("ca. 12,50", None),
        ("20%", None), ("１２,50", None), ("NaN", None), (".5", None), ("5.", None), ("€", None), ("12,50" + " " * 60, None), ([], None), ({}, None), (["12,50"], None),
    ],
    "rate": [
        ("20%", "20"), ("19,0 %", "19.0"), ("7,5", "7.5"), ("-5 %", "-5"), ("5-%", "-5"), ("8.1\u00a0%", "8.1"),
        ("20", "20"), ("20%%", None), ("%", None), ("20 percent", None), ("(5%)", None), ("(5)%", None), ("$5", None), ("19 % MwSt", None), ("19,125%", None),
    ],
    "share": [("12,5", "12.5"), ("1.234,5", "1234.5"), ("5-", "-5"), ("$5", None), ("(5)", None), ("(5,5)", None), ("5%", None), ("1,234", None), ("0,500", "0.500")],
    "count": [("1,234", "1234"), ("1 234", "1234"), ("2,0", "2.0"), ("1,234,567", "1234567"), ("1.234", "1.234"), ("2,5", None), ("2", "2"), ("3 pcs", None), ("3x", None)],
    "currency": [("€", "EUR"), (" Euro ", "EUR"), ("₹", "INR"), ("$", None), ("eur", None), ("EUR", None), ("kr", None), ("", None), ("euros", None)],
    "date": [
        ("31.12.2025", "2025-12-31"), ("2 Feb 2025", "2025-02-02"), ("Feb 2, 2025", "2025-02-02"), ("2. Februar 2025", "2025-02-02"), ("13/02/2025", "2025-02-13"), ("02/13/2025", "2025-02-13"),
        ("05/05/2025", "2025-05-05"), ("2025/02/03", "2025-02-03"), ("2025-2-3", "2025-02-03"), ("3.4.2025", "2025-04-03"), ("2nd of February 2025", "2025-02-02"), (" 31.12.2025 ", "2025-12-31"),
        ("03/04/2025", None), ("25.12.31", None), ("31.12.25", None), ("12/31/25", None), ("2 Feb 25", None), ("2025-02-03", None), (" 2025-02-03 ", None), ("31.02.2025", None), ("20250203", None),
        ("31.12.2025 14:30", None), ("due 31.12.2025", None), ("2025-02-03T00:00:00", None), ("Feb 2025", None), ("31.12.2025 - 01.01.2026", None), (20250203, None), ("unknown", None),
    ],
    "paid": [("true", True), (" False ", False), ("TRUE", True), ("yes", None), ("1", None), (1, None), (True, None), ("", None)],
    "note": [("12,50 €", None), ("31.12.2025", None), ("true", None)],
    "kind": [("true", None), ("A", None)],
    "unheard_of": [("12,50 €", None)],
}  # fmt: skip
ROWS = [(name, raw, value) for name, rows in VALUES.items() for raw, value in rows]


def expected(name: str, raw: Any, value: Any) -> Any:
    if value is None:
        return raw
    return Decimal(value) if name in ("total", "rate", "share", "count") else value


@pytest.mark.parametrize(("name", "raw", "value"), ROWS, ids=[f"{name} {raw!r:.30}" for name, raw, _ in ROWS])
def test_one_value_alone(name: str, raw: Any, value: Any) -> None:
    record = {name: raw}
    found = taken(record, SHAPE)
    assert repr(found) == repr({name: expected(name, raw, value)})
    assert (found is record) == (value is None)
    assert record == {name: raw}


D = Decimal
RECORDS: list[tuple[str, Any, Any]] = [
    (
        "another amount says what the comma is",
        {"total": "1,234", "tax": "$ 12.50"},
        {"total": D(1234), "tax": D("12.50")},
    ),
    (
        "or that it is the decimal mark",
        {"total": "1,234", "tax": "12,50"},
        {"total": D("1.234"), "tax": D("12.50")},
    ),
    (
        "a rate does, too, and an amount deep inside",
        {"total": "€ 1.234", "rate": "7,5%", "lines": [{"amount": "2.345 €"}]},
        {"total": D(1234), "rate": D("7.5"), "lines": [{"amount": D(2345)}]},
    ),
    (
        "amounts that contradict each other say nothing",
        {"total": "1,234", "tax": "12,50", "sums": ["€ 12.50"]},
        {"total": "1,234", "tax": D("12.50"), "sums": [D("12.50")]},
    ),
    ("a plain number is no style", {"total": "1,234", "tax": "12.50"}, {"total": "1,234", "tax": D("12.50")}),
    (
        "but it contradicts one",
        {"total": "1,234", "tax": "12.50", "sums": ["12,50"]},
        {"total": "1,234", "tax": D("12.50"), "sums": [D("12.50")]},
    ),
    (
        "a plain number with three decimals stays what it is",
        {"total": "1.234", "tax": "12,50"},
        {"total": D("1.234"), "tax": D("12.50")},
    ),
    (
        "what is no number says nothing of the style",
        {"total": "1,234", "tax": "12,50 pcs", "note": "12,50", "lines": ["12,50"]},
        None,
    ),
    ("the currency is the record's", {"currency": "EUR", "total": "5 EUR"}, {"currency": "EUR", "total": D(5)}),
    ("or its sign", {"currency": "€", "total": "€ 5"}, {"currency": "EUR", "total": D(5)}),
    ("or may be", {"currency": "CAD", "total": "$5"}, {"currency": "CAD", "total": D(5)}),
    ("or is another, and then somebody is wrong", {"currency": "EUR", "total": "$5", "tax": "5 USD"}, None),
    ("a currency nobody knows forbids none", {"currency": "XXX", "total": "$5"}, {"currency": "XXX", "total": D(5)}),
    (
        "lists and objects",
        {
            "lines": [{"amount": "1", "x": "2,5"}, {"amount": "2,5", "parts": [{"price": "3,5"}, 7]}, None, []],
            "days": ["2 Feb 2025", None, 5, "03/04/2025"],
            "seller": {"since": "1.2.2020", "worth": "2,5", "name": "1,5"},
        },
        {
            "lines": [{"amount": D(1), "x": "2,5"}, {"amount": D("2.5"), "parts": [{"price": D("3.5")}, 7]}, None, []],
            "days": ["2025-02-02", None, 5, "03/04/2025"],
            "seller": {"since": "2020-02-01", "worth": D("2.5"), "name": "1,5"},
        },
    ),
    (
        "wrong types",
        {"lines": {"amount": "2,5"}, "days": "1.2.2020", "seller": [{"worth": "2,5"}], "total": {"amount": "2,5"}, "currency": 5},
        None,
    ),
    ("no record", ["2,5"], None),
    ("nothing", None, None),
    ("a text", "2,5", None),
]  # fmt: skip


@pytest.mark.parametrize(("record", "wanted"), [row[1:] for row in RECORDS], ids=[row[0] for row in RECORDS])
def test_whole_records(record: Any, wanted: Any) -> None:
    before = copy.deepcopy(record)
    found = taken(record, SHAPE)
    assert repr(found) == repr(before if wanted is None else wanted)
    assert (found is record) == (wanted is None)
    assert record == before


def test_parts_that_do_not_change_are_shared() -> None:
    record: Any = {"lines": [{"amount": D(1)}, {"amount": "2,5"}], "days": ["2025-01-01"], "extra": [[]]}
    found = taken(record, SHAPE)
    assert found["lines"][0] is record["lines"][0]
    assert (found["days"], found["extra"]) == (record["days"], record["extra"])
    assert found["days"] is record["days"]
    assert list(found) == list(record)


def test_every_sign_means_currencies_there_are() -> None:
    codes = {code for codes in SIGNS.values() for code in codes.split()}
    assert codes <= set(CURRENCIES)


STYLES = ((",", "."), (".", ","), ("\u00a0", ","), (" ", ","), ("'", "."), ("", ","))


@given(
    st.decimals(-(10**9), 10**9, places=2, allow_nan=False),
    st.sampled_from(STYLES),
    st.sampled_from(["", "€ ", "EUR "]),
    st.sampled_from(["{}", "-{}", "{}-", "({})"]),
)
def test_amounts_with_two_decimals_come_back(value: Decimal, style: Any, sign: str, form: str) -> None:
    group, mark = style
    digits = f"{abs(value):,.2f}".translate({ord(","): group, ord("."): mark})
    negative = form != "{}"
    found = taken({"total": form.format(sign + digits)}, SHAPE)["total"]
    assert Decimal(found) == (-abs(value) if negative else abs(value))


ROW: dict[str, Any] = {}
RING = [ROW]
ROW |= {"parts": RING, "amount": RING}


def test_a_record_that_stands_inside_itself_is_left_at_the_depth_of_the_shape() -> None:
    record = {"lines": RING, "seller": {"worth": "2,5"}}
    assert taken(record, SHAPE)["seller"] == {"worth": D("2.5")}


NAMES = [
    "currency",
    "total",
    "rate",
    "count",
    "date",
    "paid",
    "lines",
    "amount",
    "parts",
    "sums",
    "seller",
    "since",
]
SAID = st.text(alphabet="0123456789.,-+()€$% \u00a0'EURFeb/", max_size=12) | st.sampled_from(
    [raw for _, raw, _ in ROWS if isinstance(raw, str)]
)
ANYTHING = st.recursive(
    st.none() | st.booleans() | SAID | st.floats() | st.decimals() | st.integers(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=5),
    max_leaves=15,
)


def kinds(value: Any) -> Any:
    """The outline of a record: what is in it, but for what the values are."""
    if isinstance(value, dict):
        return {key: kinds(item) for key, item in value.items()}
    return [kinds(item) for item in value] if isinstance(value, list) else None


@given(ANYTHING)
def test_no_record_makes_it_raise_or_is_changed_itself(record: Any) -> None:
    before = repr(record)
    found = taken(record, SHAPE)
    assert repr(record) == before
    assert kinds(found) == kinds(record)
