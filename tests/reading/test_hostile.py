"""Any text at all: nothing raises, every span is the value as printed, and time grows with the text only."""

import pickle
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from selfcorrect.language.printed.damage import mended_digits
from selfcorrect.language.printed.numbers import meanings
from selfcorrect.model.marks import Span
from selfcorrect.reading.page.document import document_of
from selfcorrect.reading.read import Reading, read
from tests.reading.invoices import PACK, read_invoice, ready

WORDS = (
    "Total", "Subtotal", "Tax", "VAT (20%)", "Date", "Due date", "Invoice no", "Amount due", "Paid", "INVOICE",
    "Description", "Qty", "Unit price", "Amount", "45.00", "1,234", "1.234,56", "-5", "(7.00)", "$", "€", "EUR", "kr",
    "03/04/2025", "2.2.2025", "May 17, 2025", "x", "@", "=", "--", ":", ": ", "|", "\t", "  ", " ", "> ", "\n", "\r\n",
    "\x00", "\u202e", "\ufeff", "\u00a0", "\ud800", "é", "Widget", "INV-1", "#", "...", "%", "19 %", "From: a", "To: b",
)  # fmt: skip
DOCUMENTS = st.one_of(
    st.lists(st.sampled_from(WORDS), max_size=60).map("".join),
    st.text(st.characters(codec=None), max_size=200),
    st.binary(max_size=200).map(lambda data: data.decode("utf-8", errors="surrogateescape")),
)
EXAMPLES = tuple(path.read_text(encoding="utf-8") for path in sorted((PACK / "examples").glob("*.txt")))


def check_spans(text: str, reading: Reading) -> None:
    for path, span in reading.spans.items():
        assert 0 <= span.start < span.end <= len(text)
        value = value_at(reading, path)
        printed = text[span.start : span.end]
        if isinstance(value, Decimal):
            digits = document_of(printed).clean.strip("-+()").lstrip("$€ ABCDEFGHIJKLMNOPQRSTUVWXYZ")
            assert abs(value) in meanings(digits.strip("-+() "), None), (path, printed, value)
        elif path.endswith(("date", "currency", "kind")):
            assert printed.strip() == printed or not printed.strip()
        else:
            # The words of a row may go on in the lines below, and a doubled space in them is one.
            as_printed = (printed, " ".join(printed.split()), mended_digits(printed))
            assert value.startswith(as_printed) or "\ufffd" in value


def value_at(reading: Reading, path: str):
    head, _, name = path.partition("].")
    if not name:
        return reading.candidate[path]
    rows, _, number = head.partition("[")
    return reading.candidate[rows][int(number)][name]


@settings(max_examples=500, deadline=None)
@given(DOCUMENTS)
def test_no_text_raises_and_every_span_is_what_is_printed(text):
    check_spans(text, read_invoice(text))


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(EXAMPLES), st.data())
def test_damaged_examples(text, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    damaged = (
        text[:start] + data.draw(st.sampled_from(("", text[start:end] * 2, "\t", "\x00", ">"))) + text[end:]
    )
    check_spans(damaged, read_invoice(damaged))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\x00\x01\x02" * 1000,
        "\u202eTotal: 5.00\u202c",
        "\ud800Total: 5.00",
        "a" * 5_000_000,
        "1." * 1_000_000,
        "( " * 1_000_000,
        "a: " * 500_000,
        "\n" * 1_000_000,
        "Total: 1 " * 200_000,
        "\u0661\u0662" * 100_000,
        "Widget  2  3.00  6.00\n" * 2_000,
        "x" * 2_000 + "  1  2.00  2.00",
        "From  " * 20_000,
        ("From  " * 330 + "\n") * 20,
        "[(" * 500_000,
        "".join(f"Total: {number}.00\n" for number in range(20_000)),
        "Acme - " * 100_000,
        "Date  Total  " * 50_000,
        "Hogwarz unknown\n" * 4_000,
        ("Description Qty " + "blah " * 480 + "\n") * 40,
        ("Description Qty " + "b/c " * 480 + "\n") * 40,
        "Rounding 0.02\n" * 4_000 + "Total 12.00\n" * 4_000,
        "Item: x\nQty: 2\nPrice: 5.00\nAmount: 10.00\n" * 1_000,
        "2 Espresso\n1 Foo\n\nSubtotal\nTotal\n1.00\n2.00\n" * 1_000,
        "Qty  Description  Amount\n" + "4  Bench with a\n   very long back\n   of oak  320.00\n" * 500,
        "Total (" * 20_000,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_hostile_texts_are_read_or_left(text):
    check_spans(text, read_invoice(text))


def test_a_hundred_thousand_lines():
    text = "Acme Ltd\nTotal: 5.00\n" + "nothing of note\n" * 100_000
    assert read_invoice(text).candidate == {"vendor": "Acme Ltd", "total": Decimal("5.00")}


def test_a_document_keeps_its_length_and_offsets():
    text = "\ufeff> Total\u00a0:\r\n\x00 5,00\u202f€\u2028\ud800"
    document = document_of(text)
    assert len(document.clean) == len(text)
    assert [document.clean[line.start : line.end] for line in document.lines] == [
        "Total :",
        "5,00 €",
    ]


def test_spans_point_into_the_text_as_given():
    text = "\ufeff> Total\u00a0: 1\u202f234,50 €\r\n"
    reading = read_invoice(text)
    assert reading.candidate == {"currency": "EUR", "total": Decimal("1234.50")}
    assert reading.spans == {"currency": Span(20, 21), "total": Span(11, 19)}


def test_a_reader_goes_through_pickle():
    again = pickle.loads(pickle.dumps(ready()))  # noqa: S301 our own data
    assert again.labels == ready().labels
    for text in EXAMPLES:
        assert read(again, text) == read_invoice(text)
