"""`selfcorrect check` of e-mails, web pages, Markdown and PDFs: one reader for all of them."""

import json

import pytest

from tests.cli.conftest import write
from tests.reading.forms.mails import mail, raw

READER = """\
accepts: [.txt, .eml, .html, .md, .pdf]
mail_headers: [From, To, Date, Subject]
fields:
  a: {labels: [First]}
  b: {labels: [Second]}
  total: {labels: [Total]}
"""
ROWS = [("First:", "1.50"), ("Second:", "2.00"), ("Total:", "3.50")]
PAGE = (
    "<table>"
    + "".join(f"<tr><td>{label}</td><td><b>{value}</b></td></tr>" for label, value in ROWS)
    + "</table>"
)
TEXT = "\n".join(f"{label} {value}" for label, value in ROWS)


def pdf(*pages):
    pytest.importorskip("fpdf", reason="PDFs are made with fpdf2, from the extra `dev`")
    from tests.reading.forms.pdfs import pdf as make

    return make(*pages)


def attached():
    message = mail("Please find it attached.\n")
    message.add_attachment(pdf(ROWS), maintype="application", subtype="pdf", filename="sums.pdf")
    return raw(message)


FILES = {
    "x.txt": TEXT.encode,
    "x.md": lambda: "\n".join(f"- **{label}** {value}" for label, value in ROWS).encode(),
    "x.html": PAGE.encode,
    "x.eml": lambda: raw(mail(TEXT)),
    "y.eml": lambda: raw(mail("See the other version.\n", PAGE)),
    "z.eml": attached,
    "x.pdf": lambda: pdf(ROWS),
}


@pytest.fixture
def reading(sums, tmp_path):
    write(tmp_path / "sums" / "reader.yaml", READER)
    return sums


@pytest.mark.parametrize("name", FILES)
def test_every_form_reads_the_same(reading, file, name):
    done = reading(file(name, FILES[name]()), "--format", "jsonl")
    report = json.loads(done.out)
    assert (done.status, done.err, report["verdict"]) == (0, "", "pass")
    assert report["candidate"] == {"a": "1.50", "b": "2.00", "total": "3.50"}


def test_a_pdf_from_standard_input(reading):
    done = reading("-", "--as", "document", stdin=pdf(ROWS))
    assert done == (0, "<stdin>: pass, 1 of 1 rule evaluated\n", "")


def test_a_pdf_is_the_document_of_a_record(reading, file):
    record = file("x.json", '{"a": 1.5, "b": 2, "total": 3.5}')
    assert reading(record, "--document", file("x.pdf", pdf(ROWS))).status == 0
    done = reading(record, "--document", file("y.pdf", b"%PDF-"))
    assert (done.status, done.err.splitlines()[-1]) == (
        2,
        "Error: --document y.pdf: this PDF is damaged; open it in a viewer and print it to a new one",
    )


def test_what_cannot_be_read_stops_nothing(reading, file):
    done = reading(file("scan.pdf", pdf("scan")), file("mixed.pdf", pdf(ROWS, "scan")), file("x.txt", TEXT))
    assert done.status == 2
    assert done.err == (
        "error[NO_TEXT]: scan.pdf: this PDF holds pictures of pages, no text; "
        "run text recognition (OCR) on it first\n"
        "note: mixed.pdf: page 2 holds only a picture and was not read; run text recognition (OCR) on it first\n"
    )
    assert done.out.splitlines()[:2] == [
        "mixed.pdf: pass, 1 of 1 rule evaluated",
        "x.txt: pass, 1 of 1 rule evaluated",
    ]


def test_a_pack_that_does_not_take_pdfs(reading, file, tmp_path):
    write(tmp_path / "sums" / "reader.yaml", READER.replace(", .pdf", ""))
    name = file("x.pdf", pdf(ROWS))
    refused = "error[NOT_ACCEPTED]: x.pdf: this pack reads .txt .eml .html .md, not .pdf; --as document reads it all the same\n"
    assert (reading(name).status, reading(name).err) == (2, refused)
    assert reading(name, "--as", "document").status == 0


def test_a_pdf_is_an_invoice(selfcorrect, file):
    rows = [
        ("ACME Ltd",),
        ("Invoice no:", "INV-7"),
        ("Date:", "2025-02-03"),
        ("Currency:", "EUR"),
        ("Description", "Qty", "Unit price", "Amount"),
        ("Bolt", "2", "10.00", "20.00"),
        ("Nut", "1", "5.00", "5.00"),
        ("Total", "", "", "26.00"),
    ]
    done = selfcorrect("check", file("x.pdf", pdf(rows)), "--domain", "invoices", "--format", "jsonl")
    report = json.loads(done.out)
    assert (done.status, report["verdict"], report["candidate"]["invoice_number"]) == (
        1,
        "unverified",
        "INV-7",
    )
    assert [row["amount"] for row in report["candidate"]["line_items"]] == ["20.00", "5.00"]
    assert report["candidate"]["total"] == "26.00"
