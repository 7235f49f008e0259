"""Small documents, each for one thing that reading has to get right or leave open."""

from decimal import Decimal
from typing import Any

import pytest

from tests.reading.invoices import read_invoice

D = Decimal


def fields(text: str, *names: str) -> dict[str, Any]:
    candidate = read_invoice(text).candidate
    return {name: value for name, value in candidate.items() if not names or name in names}


@pytest.mark.parametrize(
    ("text", "path", "values"),
    [
        ("Total: 100.00\nTotal: 90.00\n", "total", ("100.00", "90.00")),
        ("Total  300.00  57.00  357.00\n", "total", ("300.00", "57.00", "357.00")),
        ("Date: 03/04/2025\n", "date", ("2025-04-03", "2025-03-04")),
        ("Total: 1,234\n", "total", ("1234", "1.234")),
        ("VAT 20%: 10.00\nVAT 5%: 2.00\n", "tax", ("10.00", "2.00")),
        ("Total: 100.00 kr\n", "currency", ("SEK", "NOK", "DKK")),
        ("Total: $1.00\nTax: €1.00\n", "currency", ("EUR", "USD")),
        ("2 x Nail @ 1,500 = 3,000\n", "line_items[0].unit_price", ("1500", "1.500")),
    ],
)
def test_what_nothing_decides_is_null_and_told(text, path, values):
    reading = read_invoice(text)
    assert [(one.path, one.values) for one in reading.ambiguities if one.path == path] == [(path, values)]
    assert path not in reading.spans
    if path in reading.candidate:
        assert reading.candidate[path] is None


@pytest.mark.parametrize(
    "text",
    [
        "2 x Nail @ 1200.50 = 2401.00\nInvoice no: A-7\nTotal: 2401.00\n",
        "Description  Qty  Unit price  Amount\nNail  2  1200.50  2401.00\nInvoice no  A-7\nTotal  2401.00\n",
        "Nail  2  1200.50  2401.00\n\nInvoice no: A-7   Total: 2401.00\n",
    ],
)
@pytest.mark.parametrize("space", ["\u00a0", "\u202f", "\u2007"], ids=ascii)
def test_spaces_that_do_not_break_are_spaces_between_words(text, space):
    reading = read_invoice(text.replace(" ", space))
    assert reading == read_invoice(text)
    row = {"description": "Nail", "quantity": D(2), "unit_price": D("1200.50"), "amount": D("2401.00")}
    assert reading.candidate == {"invoice_number": "A-7", "line_items": [row], "total": D("2401.00")}


def test_spaces_that_do_not_break_stand_between_thousands():
    row = {"description": "Nail", "quantity": D(2), "unit_price": D("1200.50"), "amount": D("2401.00")}
    for text in ("2 x Nail @ 1~200.50 = 2~401.00\n", "Nail~~2~~1~200.50~~2~401.00\n"):
        assert fields(text.replace("~", "\u00a0"), "line_items") == {"line_items": [row]}


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("Date: 03/04/2025\nDue date: 17/04/2025\n", "2025-04-03"),
        ("Date: 03/04/2025\nDue date: 04/17/2025\n", "2025-03-04"),
        ("Date: 03/04/2025\nTotal: 10,50\n", "2025-04-03"),
        ("Date: 02/02/2025\n", "2025-02-02"),
        ("Date: 3.4.2025\n", "2025-04-03"),
        ("Date: 2025-04-03T10:30:00\n", "2025-04-03"),
        ("Date: Thursday, April 3rd, 2025\n", "2025-04-03"),
        ("Date Apr 3, 2025\n", "2025-04-03"),
        ("Datum: 3. April 2025\n", "2025-04-03"),
        ("Datum: 3 maart 2025\n", "2025-03-03"),
        ("Date de facture : 1er août 2025\n", "2025-08-01"),
        ("Fecha: 3 de abril de 2025\n", "2025-04-03"),
        ("Data fattura: 3 aprile 2025\n", "2025-04-03"),
        ("Date: 3-Apr-25\n", "2025-04-03"),
        ("Date: 3 Nisan 2025\n", "2025-04-03"),
        ("CORNER SHOP\n03.04.2025 14:22\n", "2025-04-03"),
    ],
)
def test_dates(text, date):
    assert fields(text, "date") == {"date": date}


@pytest.mark.parametrize(
    ("printed", "total"),
    [
        ("1,234.56", "1234.56"),
        ("1.234,56", "1234.56"),
        ("1 234,56", "1234.56"),
        ("1\u00a0234,56", "1234.56"),
        ("1\u202f234,56 €", "1234.56"),
        ("1'234.56", "1234.56"),
        ("1.234.567", "1234567"),
        ("12,34", "12.34"),
        ("$45", "45"),
        ("-$45.00", "-45.00"),
        ("$-45.00", "-45.00"),
        ("\u221245.00", "-45.00"),
        ("45.00-", "-45.00"),
        ("(45.00)", "-45.00"),
        ("EUR 45.00 incl. VAT", "45.00"),
        ("0.125", "0.125"),
        ("1234.567", "1234.567"),
    ],
)
def test_numbers(printed, total):
    assert fields(f"Total: {printed}\n", "total") == {"total": D(total)}


@pytest.mark.parametrize(
    "text",
    [
        "Total before discount: 45.00\n",
        "Total (before discount): 45.00\n",
        "Total before discount 45.00\n",
        "Total: before discount 45.00\n",
        "Subtotal of last order    45.00\n",
        "Total: 12.03.2025\n",
        "Total: 19 %\n",
        "Total savings\n    45.00\n",
        "The total: see below\n",
        "Total items\n45.00\n",
        "Total: 3 items\n",
        "Subtotal: 123456789\n",
        "Previous balance: 45.00\nTotal: \n\nfoo 45.00 bar\n",
    ],
)
def test_a_number_beside_other_words_is_no_total(text):
    assert fields(text, "total", "subtotal") == {}


def test_what_remains_to_pay_is_the_total_unless_something_was_paid():
    assert fields("Balance due: 35.00\n") == {"total": D("35.00"), "amount_due": D("35.00")}
    assert fields("Paid: 10.00\nBalance due: 35.00\n") == {"prepaid": D("10.00"), "amount_due": D("35.00")}


def test_a_row_of_sums_is_settled_by_a_total_of_its_own():
    text = "Total  300.00  57.00  357.00\nTotal: 357.00\n"
    reading = read_invoice(text)
    assert (reading.candidate, reading.ambiguities) == ({"total": D("357.00")}, ())
    assert text[reading.spans["total"].start :] == "357.00\n"


def test_an_ocr_damaged_label_is_still_one():
    text = "lnvoice Nunber: 1\nlnvoice Number: INV-1\nSub tota1: 100.00\nT0TAL: 120.00\n"
    assert fields(text) == {"invoice_number": "INV-1", "subtotal": D("100.00"), "total": D("120.00")}


def test_several_labels_on_a_line():
    text = "Acme Ltd\nInvoice No: 123 Date: 01.02.2025 Total: 45.00\n"
    expected = {"invoice_number": "123", "date": "2025-02-01", "vendor": "Acme Ltd", "total": D("45.00")}
    assert fields(text) == expected


def test_labels_above_their_values():
    text = "Acme Ltd\nInvoice number    Date          Total\nINV-77            2025-01-02    45.00\n"
    expected = {"invoice_number": "INV-77", "date": "2025-01-02", "vendor": "Acme Ltd", "total": D("45.00")}
    assert fields(text) == expected


def test_a_value_left_of_its_label():
    assert fields("45,00 €     Gesamtbetrag\n") == {"currency": "EUR", "total": D("45.00")}


def test_the_head_of_an_email_is_not_read():
    head = (
        "From: a@b.example\nTo: c@d.example\nDate: Mon, 3 Feb 2025 10:00:00 +0100\nSubject: Total: 5.00\n\n"
    )
    assert fields(head + "Date: 2025-01-31\nTotal: 6.00\n") == {"date": "2025-01-31", "total": D("6.00")}


@pytest.mark.parametrize(
    ("sentence", "vendor"),
    [
        ("Please find below the invoice details from Weber & Co. KG.", "Weber & Co. KG"),
        ("Please find the invoice details from Acme Ltd. Thank you for your order.", "Acme Ltd"),
        ("This is an invoice from Acme, Inc.", "Acme, Inc"),
        ("Please settle an invoice from last month.", None),
    ],
)
def test_a_vendor_in_a_sentence(sentence, vendor):
    assert fields(f"> Hello,\n> {sentence}\n").get("vendor") == vendor


def test_quote_marks_are_seen_through():
    text = ">> Total:  45.00\n> > Date: 2025-01-31\n"
    reading = read_invoice(text)
    assert reading.candidate == {"date": "2025-01-31", "total": D("45.00")}
    assert [text[span.start : span.end] for span in reading.spans.values()] == ["45.00", "2025-01-31"] or [
        text[span.start : span.end] for span in reading.spans.values()
    ] == ["2025-01-31", "45.00"]


def test_a_markdown_table():
    text = "| Item | Qty | Price | Amount |\n|---|---|---|---|\n| Apple | 2 | 1.50 | 3.00 |\n\n| Total | 3.00 |\n"
    row = {"description": "Apple", "quantity": D(2), "unit_price": D("1.50"), "amount": D("3.00")}
    assert fields(text) == {"line_items": [row], "total": D("3.00")}


def test_a_table_of_tax_rates_is_no_table_of_lines():
    assert fields("VAT rate    Qty    Amount\n20 %        1      4.00\n", "line_items") == {}


def test_a_plain_till_receipt():
    text = (
        "CORNER SHOP\n12 High St\n\nMilk 2L      1.29\nBread        2.40\n2 x Eggs     5.00\n\n"
        "TOTAL        8.69\nCASH        10.00\nCHANGE       1.31\n"
    )
    assert fields(text, "vendor", "line_items", "total") == {
        "vendor": "CORNER SHOP",
        "line_items": [
            {"description": "Milk 2L", "amount": D("1.29")},
            {"description": "Bread", "amount": D("2.40")},
            {"quantity": D(2), "description": "Eggs", "amount": D("5.00")},
        ],
        "total": D("8.69"),
    }


def test_a_description_that_runs_into_the_next_column_and_holds_numbers():
    text = (
        "Description                                     Qty     Unit price         Amount\n"
        'Paketierung der Anwendung "Kofax 10.2 f  -1000.0000         9.6774       -9677.40\n'
        "Schraube 10 mm 25                            100000              1         100000\n"
    )
    assert fields(text)["line_items"] == [
        {
            "description": 'Paketierung der Anwendung "Kofax 10.2 f',
            "quantity": D("-1000.0000"),
            "unit_price": D("9.6774"),
            "amount": D("-9677.40"),
        },
        {"description": "Schraube 10 mm 25", "quantity": D(100000), "unit_price": D(1), "amount": D(100000)},
    ]


def test_a_credit_note():
    text = "CREDIT NOTE    CN-17\nAcme Ltd\nCorrects invoice: INV-9\nTotal: (45.00)\n"
    assert fields(text) == {
        "kind": "credit_note",
        "invoice_number": "CN-17",
        "vendor": "Acme Ltd",
        "corrects": "INV-9",
        "total": D("-45.00"),
    }
