"""PDFs: laid out text, scans told apart, refusals in words."""

import logging
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("fpdf", reason="PDFs are made with fpdf2, from the extra `dev`")

from selfcorrect.reading.forms.form import Unreadable, text_of
from tests.reading.forms.pdfs import SCAN, drawn, pdf

ROWS = [
    ("Invoice no:", "INV-7"),
    ("Description", "Qty", "Amount"),
    ("Bolt", "2", "2,001.00"),
    ("Total", "", "2,001.00"),
]
LAID_OUT = [
    ["Invoice no:", "INV-7"],
    ["Description", "Qty", "Amount"],
    ["Bolt", "2", "2,001.00"],
    ["Total", "2,001.00"],
]
OCR = "run text recognition (OCR) on it first"


def cells(text: str) -> list[list[str]]:
    """The cells of each line with any."""
    lines = ([cell.strip() for cell in line.split("  ") if cell.strip()] for line in text.split("\n"))
    return [line for line in lines if line]


def refusal(data: bytes) -> tuple[str, str]:
    """The code and the sentence with which a PDF is turned away."""
    with pytest.raises(Unreadable) as refused:
        text_of(data, ".pdf")
    assert str(refused.value) == refused.value.sentence
    return refused.value.code, refused.value.sentence


def outcome(data: bytes) -> str:
    """`read`, or the code of the refusal."""
    try:
        text_of(data, ".pdf")
    except Unreadable as refused:
        return refused.code
    return "read"


def test_a_page_is_laid_out():
    found = text_of(pdf(ROWS), ".pdf")
    assert (cells(found.text), found.note) == (LAID_OUT, "")
    header, row = found.text.split("\n")[1:3]
    assert header.index("Amount") == row.index("2,001.00")


def test_pages_are_parted_by_form_feeds():
    pages = text_of(pdf(ROWS, [("Page", "2")]), ".pdf").text.split("\f")
    assert [cells(page) for page in pages] == [LAID_OUT, [["Page", "2"]]]


def test_a_pdf_is_known_by_its_first_bytes():
    assert text_of(pdf(ROWS), ".txt") == text_of(pdf(ROWS), ".pdf") == text_of(pdf(ROWS), "")


@pytest.mark.parametrize("method", ["RC4", "AES_128", "AES_256"])
def test_encryption_without_a_password_is_no_hindrance(method):
    assert cells(text_of(pdf(ROWS, owner="owner", method=method), ".pdf").text) == LAID_OUT
    locked = pdf(ROWS, owner="owner", user="secret", method=method)
    assert refusal(locked) == ("ENCRYPTED", "this PDF asks for a password; save it without one")


@pytest.mark.parametrize(
    ("pages", "note"),
    [
        ((ROWS, SCAN), f"page 2 holds only a picture and was not read; {OCR}"),
        ((SCAN, ROWS, SCAN), f"pages 1, 3 hold only a picture and were not read; {OCR}"),
        ((ROWS, []), ""),
    ],
)
def test_some_pages_are_scans(pages, note):
    found = text_of(pdf(*pages), ".pdf")
    assert (cells(found.text.replace("\f", "\n")), found.note) == (LAID_OUT, note)


REFUSED = [
    ("scans", lambda: pdf(SCAN, SCAN), "NO_TEXT", f"this PDF holds pictures of pages, no text; {OCR}"),
    ("a blank page", lambda: pdf([]), "NO_TEXT", f"this PDF holds no text that can be taken out; {OCR}"),
    (
        "no pages",
        lambda: drawn(b"", pages=0),
        "NO_TEXT",
        f"this PDF holds no text that can be taken out; {OCR}",
    ),
    ("not a PDF", lambda: b"Total: 5", "BAD_PDF", "this is no PDF, whatever its name says"),
    ("nothing", lambda: b"", "BAD_PDF", "this is no PDF, whatever its name says"),
    (
        "a part of one",
        lambda: pdf(ROWS)[:500],
        "BAD_PDF",
        "this PDF is damaged; open it in a viewer and print it to a new one",
    ),
    (
        "many pages",
        lambda: drawn(b"BT /F1 9 Tf (a) Tj ET", pages=501),
        "TOO_LARGE",
        "this PDF has 501 pages; up to 500 are read",
    ),
    ("a bomb", lambda: drawn(b" " * 50_000_000), "TOO_LARGE", "this PDF unpacks to more than can be read"),
    (
        "letters without end",
        lambda: drawn(b"BT /F1 1 Tf (a) Tj ET\n" * 100_000),
        "TOO_LARGE",
        "this PDF unpacks to more than can be read",
    ),
    (
        "nesting without end",
        lambda: drawn(b"q " * 50_000 + b"BT /F1 1 Tf (a) Tj ET"),
        "BAD_PDF",
        "this PDF is damaged; open it in a viewer and print it to a new one",
    ),
]


@pytest.mark.parametrize(
    ("data", "code", "sentence"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_what_is_turned_away(data, code, sentence):
    assert refusal(data()) == (code, sentence)


LETTER = b"BT /F1 10 Tf 1 0 0 1 50 700 Tm (Total) Tj 1 0 0 1 250 700 Tm (5.00) Tj ET"


def test_a_letterhead_of_its_own_is_read():
    head = b"BT /F1 10 Tf 1 0 0 1 50 20 Tm (ACME Ltd) Tj 1 0 0 1 300 20 Tm (12 Mill Lane) Tj ET /X0 Do"
    found = text_of(
        drawn(LETTER + b" q /X0 Do Q /X0 Do", forms=[head, b"BT /F1 9 Tf (not drawn) Tj ET"]), ".pdf"
    )
    assert cells(found.text) == [["Total", "5.00"], ["ACME Ltd", "12 Mill Lane"]]


@pytest.mark.parametrize(
    ("turned", "matrix"),
    [(90, b"0 1 -1 0 800 0 cm "), (180, b"-1 0 0 -1 600 800 cm "), (270, b"0 -1 1 0 0 800 cm ")],
)
def test_a_page_on_its_side_is_turned(turned, matrix):
    found = text_of(drawn(b"q " + matrix + LETTER + b" Q", turned=turned), ".pdf")
    assert cells(found.text) == [["Total", "5.00"]]


def test_text_far_off_the_page_makes_no_huge_text():
    far = b"BT /F1 10 Tf 1 0 0 1 1000000000 0 Tm (x) Tj 1 0 0 1 0 -1000000000 Tm (y) Tj ET"
    assert len(text_of(drawn(LETTER + far), ".pdf").text) < 10_000


def test_without_the_extra_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pypdf", None)
    assert refusal(pdf(ROWS)) == (
        "MISSING_EXTRA",
        'PDFs are read with an extra: pip install "selfcorrect[pdf]"',
    )


def test_nothing_is_logged(caplog, capsys):
    data = drawn(b"q BT /F9 10 Tf (a) Tj ET " + LETTER)
    found = text_of(data, ".pdf")
    assert (cells(found.text), found.note) == (
        [["Total", "5.00"]],
        "some of its text is in a font without letters and was not read",
    )
    assert (caplog.records, capsys.readouterr().err) == ([], "")
    logger = logging.getLogger("pypdf")
    assert (logger.propagate, logger.handlers) == (True, [])


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_damaged_pdf_is_read_or_refused(data):
    sound = pdf(ROWS, SCAN)
    start = data.draw(st.integers(0, len(sound)))
    end = data.draw(st.integers(start, min(len(sound), start + 60)))
    damaged = sound[:start] + data.draw(st.binary(max_size=20)) + sound[end:]
    assert outcome(damaged) in {"read", "BAD_PDF", "NO_TEXT", "ENCRYPTED", "TOO_LARGE"}
