"""Lists of small documents: every row that is there, whole, and none that is not."""

import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import shared_rows
from tests.reading.lists import COLUMNS, plain, rows, said, ways

D = Decimal
DOCUMENTS = yaml.safe_load((Path(__file__).parent / "lists.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", DOCUMENTS, ids=lambda case: case["name"])
def test_every_row_is_read_and_no_other(case):
    expected = {path: case[path] for path in COLUMNS if path in case}
    assert {path: found for path in COLUMNS if (found := said(case["text"], path))} == expected


NAMES = ("description", "quantity", "unit_price", "amount")


def _as_printed(item: dict[str, Any]) -> dict[str, Any]:
    return {name: item[name] if name == "description" else D(item[name]) for name in NAMES}


@pytest.mark.parametrize("number", range(16))
def test_the_lines_and_rates_of_real_pdfs(number):
    row = shared_rows("invoices-zugferd-pdf")[number]
    truth, text = row["record"], row["text"]
    found = [{name: item.get(name) for name in NAMES} for item in rows(text)]
    assert found == [_as_printed(item) for item in truth["line_items"]]
    taxes = [{name: D(one[name]) for name in ("rate", "base", "tax")} for one in truth["tax_rows"]]
    assert rows(text, "tax_breakdown") == taxes


def test_a_table_of_lines_has_its_charges_left_out_as_a_second_way():
    text = "Item      Qty   Price   Amount\nDesk        1   90.00    90.00\nShipping    1   10.00    10.00\n"
    first, second = ways(text)
    assert [row.values["description"].meanings[0] for row in first.rows] == ["Desk", "Shipping"]
    assert [row.values["description"].meanings[0] for row in second.rows] == ["Desk"]
    assert (first.how, second.how, second.lines) == ("table", "table", frozenset({0, 1}))


def _discounts(row: dict[str, Any]) -> tuple[Any, Any]:
    return row.get("discount"), row.get("discount_rate")


def test_the_cells_say_whether_a_column_of_discounts_has_amounts_or_rates():
    head = "Item    Qty    Price    Discount    Total\n"
    lamp, desk = rows(
        f"{head}Lamp      2    50.00       10 %    90.00\nDesk      1   100.00       5.00    95.00\n"
    )
    assert (_discounts(lamp), _discounts(desk)) == ((None, D(10)), (D("5.00"), None))
    (row,) = rows("Item    Qty    Price    Rab.%    Total\nLamp      2    50.00     10.0    90.00\n")
    assert _discounts(row) == (None, D("10.0"))


def test_a_bare_number_in_a_column_of_discounts_may_be_either():
    first, second = ways("Item    Qty    Price    Rabatt    Total\nLamp      2    50.00      10.0    90.00\n")
    assert [_discounts(plain(way.rows[0].values)) for way in (first, second)] == [
        (D("10.0"), None),
        (None, D("10.0")),
    ]


def test_a_price_alone_may_be_the_row_s_total_or_one_of_its_parts():
    first, second = ways("Qty  Item      Price\n2    Coffee     6.00\n1    Cake       4.50\n")
    assert [plain(way.rows[0].values) for way in (first, second)] == [
        {"quantity": D(2), "description": "Coffee", "amount": D("6.00")},
        {"quantity": D(2), "description": "Coffee", "unit_price": D("6.00")},
    ]


def test_a_letter_for_a_digit_is_no_sure_number():
    (way,) = ways("Item    Qty    Price    Amount\nCup      l8     2.00     36.00\n")
    value = way.rows[0].values["quantity"]
    assert (value.meanings, value.sure) == ((D(18),), False)


def test_an_allowance_that_is_printed_without_a_minus_may_be_one_that_is_taken_back():
    first, second = ways("Trade discount   0.23\n", "allowances")
    assert [plain(row.values)["amount"] for row in first.rows + second.rows] == [D("0.23"), D("-0.23")]
    (only,) = ways("Trade discount   -0.23\n", "allowances")
    assert [plain(row.values) for row in only.rows] == [{"reason": "Trade discount", "amount": D("0.23")}]


def test_lines_that_are_labels_too_stay_free_for_the_fields():
    assert [way.lines for way in ways("MwSt 19 % auf 100,00  19,00\n", "tax_breakdown")] == [frozenset()]
    assert [way.lines for way in ways("Shipping  12.00\n", "charges")] == [frozenset()]


def test_an_unsure_number_has_both_its_meanings():
    (row,) = rows("Item   Qty   Price   Amount\nNail   2   1,500   3,000\n")
    assert (row["unit_price"], row["amount"]) == ((D(1500), D("1.500")), (D(3000), D("3.000")))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Item  Qty  Price  Amount\n",
        "Item  Qty  Price  Amount\nTotal  1  2.00  2.00\n",
        "Description  Amount\nTotal  10.00\nVAT  2.00\n",
        "the item and the price and the amount\n1  2.00  2.00\n",
        "Serveur Qté P.U. Total\nServeur 2 1 250,00 2 500,00\n",
        "VAT 20%  10.00\n",
    ],
)
def test_what_is_no_row_is_none(text):
    assert rows(text) == rows(text, "tax_breakdown") == []


ROW = "Oak table, round    2    180.00    360.00\n"


@pytest.mark.parametrize(
    "unit",
    [
        ROW,
        "1  " + "word " * 30 + "5.00\n",
        "Item  Qty  Price  Amount\n" + ROW,
        "Unit  Line  Qty\nprice  total  Item\n",
        "| a | 1 | 2.00 | 2.00 |\n",
        "19 % " * 40 + "\n",
        "VAT 20 % on 5.00: 1.00\n",
    ],
)
def test_the_work_grows_with_the_lines_and_no_faster(unit):
    head = "Item               Qty    Price    Amount\n"
    _calls(head + unit)
    short, long = (_calls(head + unit * times) for times in (25, 200))
    assert long < 8 * 1.3 * short


def _calls(text: str) -> int:
    """How many functions are called to read all lists of a text."""
    count = 0

    def profile(*_: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(profile)
    try:
        for path in COLUMNS:
            ways(text, path)
    finally:
        sys.setprofile(None)
    return count
