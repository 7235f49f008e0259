"""E-mails: the head as lines, the body that matters, forwarded messages, attachments."""

from email.message import EmailMessage

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from selfcorrect.reading.forms.form import Unreadable, text_of
from selfcorrect.reading.forms.mail_parts import unflowed
from tests.reading.forms.mails import HEAD, mail, raw

PLAIN = "Invoice INV-7\n\nTotal: 12.00 EUR\n"
PAGE = "<p>Invoice INV-7<table><tr><td>Total:<td>12,00&nbsp;€</table><p>IBAN DE12 3456"


def opened(data: bytes) -> tuple[str, str]:
    found = text_of(data, ".eml")
    return found.text, found.note


def test_a_plain_mail():
    assert opened(raw(mail(PLAIN))) == (f"{HEAD}\n\n{PLAIN}", "")


def test_an_html_mail():
    shown = "Invoice INV-7\nTotal:  12,00\xa0€\n\nIBAN DE12 3456"
    assert opened(raw(mail(html=PAGE))) == (f"{HEAD}\n\n{shown}", "")


ALTERNATIVES = [
    ("both say it", PLAIN, "Invoice INV-7\n\nTotal: 12.00 EUR\n"),
    ("the plain one is empty", " \n", "Total:  12,00\xa0€"),
    ("the plain one stands in", "Please view this in a reader for HTML.\n", "Total:  12,00\xa0€"),
    (
        "it has an address",
        "Voir en ligne : https://example.org/m/123456789?x=987654321\n",
        "Total:  12,00\xa0€",
    ),
]


@pytest.mark.parametrize(
    ("plain", "said"), [row[1:] for row in ALTERNATIVES], ids=[r[0] for r in ALTERNATIVES]
)
def test_one_of_two_versions_is_read(plain, said):
    text, note = opened(raw(mail(plain, PAGE)))
    assert (said in text, text.count("INV-7"), note) == (True, 1, "")


def test_pictures_in_the_text_are_passed_over():
    message = mail(PLAIN, PAGE)
    page = message.get_body(("html",))
    assert isinstance(page, EmailMessage)
    page.add_related(b"\x89PNG", maintype="image", subtype="png", cid="<logo>")
    assert opened(raw(message)) == (f"{HEAD}\n\n{PLAIN}", "")


def test_attachments_that_hold_text_are_pages():
    message = mail("See attached.\n")
    message.add_attachment("Total: 1.00\n", filename="a.txt")
    message.add_attachment("<p>Total: <b>2.00</b>", subtype="html", filename="b.html")
    message.add_attachment(
        b"# Total: **3.00**", maintype="application", subtype="octet-stream", filename="c.md"
    )
    text, note = opened(raw(message))
    assert text.split("\n\f\n") == [
        f"{HEAD}\n\nSee attached.\n",
        "Total: 1.00\n",
        "Total: 2.00",
        "Total: 3.00",
    ]
    assert note == ""


def test_attachments_that_hold_none_are_told():
    message = mail("See attached.\n")
    for name in ("a.docx", "b.xlsx", "scan.png", "d.zip"):
        message.add_attachment(b"PK", maintype="application", subtype="octet-stream", filename=name)
    message.add_attachment(b"seal", maintype="application", subtype="pkcs7-signature", filename="smime.p7s")
    assert opened(raw(message))[1] == (
        "the attachment a.docx was not read; the attachment b.xlsx was not read; "
        "the attachment scan.png was not read; and 1 more"
    )


def test_an_attached_pdf_is_read():
    pytest.importorskip("fpdf", reason="PDFs are made with fpdf2, from the extra `dev`")
    from tests.reading.forms.pdfs import SCAN, pdf

    message = mail("See attached.\n")
    message.add_attachment(pdf([("Total", "5.00")]), maintype="application", subtype="pdf", filename="a.pdf")
    message.add_attachment(pdf(SCAN), maintype="application", subtype="octet-stream", filename="b.PDF")
    text, note = opened(raw(message))
    assert [page.split() for page in text.split("\f")[1:]] == [["Total", "5.00"]]
    assert note == (
        "the attachment b.PDF was not read: this PDF holds pictures of pages, no text; "
        "run text recognition (OCR) on it first"
    )


@pytest.mark.parametrize("named", [False, True])
def test_a_forwarded_message_is_a_page_with_its_head(named):
    inner = mail(PLAIN, subject="Rechnung für März")
    outer = mail("FYI\n", sender="bob@example.org", subject="Fwd: your invoice")
    if named:
        outer.add_attachment(raw(inner), maintype="application", subtype="octet-stream", filename="x.eml")
    else:
        outer.add_attachment(inner)
    first, second = opened(raw(outer))[0].split("\n\f\n")
    assert first.splitlines()[0] == "From: bob@example.org"
    assert second == HEAD.replace("Your invoice", "Rechnung für März") + f"\n\n{PLAIN}"


def test_an_attachment_beside_either_version_is_read():
    """Some programs put the attachment into the HTML version."""
    message = mail(PLAIN)
    message.make_alternative()
    rich = EmailMessage()
    rich.set_content("<p>INV-7", subtype="html")
    rich.add_attachment("Total: 1.00\n", filename="a.txt")
    message.attach(rich)
    assert opened(raw(message))[0].split("\n\f\n") == [f"{HEAD}\n\n{PLAIN}", "Total: 1.00\n"]


@pytest.mark.parametrize(
    ("headers", "body", "text"),
    [
        ("Content-Transfer-Encoding: quoted-printable", b"Total=3A=20=\n 5=2C00", "Total:  5,00"),
        ("Content-Transfer-Encoding: base64", b"VG90YWw6IDUsMDA=", "Total: 5,00"),
        ("Content-Transfer-Encoding: base64", b"VG90YWw6IDUsMDA", "Total: 5,00"),
        ("Content-Transfer-Encoding: nonsense", b"Total: 5,00", "Total: 5,00"),
        ("Content-Type: text/plain; charset=iso-8859-1", b"5 \x80 f\xfcr", "5 € für"),
        ("Content-Type: text/plain; charset=iso-8859-1", "5 € für".encode(), "5 € für"),
        ("Content-Type: text/plain; charset=us-ascii", "5 € für".encode(), "5 € für"),
        ("Content-Type: text/plain; charset=us-ascii", b"5 \x80 f\xfcr", "5 € für"),
        ("Content-Type: text/plain; charset=no-such", b"5 \x80 f\xfcr", "5 € für"),
        ("Content-Type: text/plain; charset=rot13", b"Total", "Total"),
        ("Content-Type: text/plain; charset=windows-1251", b"5 \xf0\xf3\xe1.", "5 руб."),
        ("Content-Type: text/plain; charset=iso-2022-jp", "5 円".encode("iso-2022-jp"), "5 円"),
        ("Content-Type: text/plain; charset=utf-16", "5 €".encode("utf-16"), "5 €"),
        ("Content-Type: multipart/mixed; boundary=x", b"Total: 5", "Total: 5"),
        ("Content-Type: multipart/mixed", b"--x\n\nTotal: 5", "--x\n\nTotal: 5"),
        ("Content-Type: nonsense", b"Total: 5", "Total: 5"),
        (
            "Content-Type: text/plain; format=flowed",
            b"a " + b"x" * 60 + b" \nb\nc",
            "a " + "x" * 60 + " b\nc",
        ),
    ],
)
def test_bodies_as_they_are_sent(headers, body, text):
    assert opened(b"From: a\nTo: b\n" + headers.encode() + b"\n\n" + body)[0] == f"From: a\nTo: b\n\n{text}"


def test_a_charset_that_is_not_what_it_says_is_told():
    data = b"From: a\nTo: b\nContent-Type: text/plain; charset=utf-8\n\n5 \x80"
    note = "a part of the type text/plain: this is not UTF-8; it was read as Windows-1252"
    assert opened(data) == ("From: a\nTo: b\n\n5 €", note)


@pytest.mark.parametrize(
    ("head", "shown"),
    [
        (b"Subject: =?utf-8?Q?Rechnung_f=C3=BCr?=\n =?iso-8859-1?B?IE3kcno=?=", "Subject: Rechnung für März"),
        (b"Subject: =?no-such?Q?f=FCr?=", "Subject: für"),
        (b"Subject: =?utf-8?B?!!!?=", "Subject:"),
        ("Subject: Rechnung für".encode(), "Subject: Rechnung für"),
        (b"Subject: f\xfcr\n\tM\xe4rz", "Subject: für März"),
        (b"SUBJECT: " + b"a" * 5000, "Subject: " + "a" * 1000),
    ],
)
def test_heads_in_any_writing(head, shown):
    lines = opened(b"From: a\n" + head + b"\n\nb")[0].split("\n")
    assert [line.rstrip() for line in lines] == ["From: a", shown, "", "b"]


def test_a_single_line_is_no_head():
    """It could not be told from the invoice's own date."""
    assert opened(b"Date: Mon, 3 Feb 2025 09:00:00 +0100\nMIME-Version: 1.0\n\nTotal: 5\n") == (
        "Total: 5\n",
        "",
    )


def test_a_text_that_is_only_called_a_mail():
    text = "Invoice no: 7\nTotal: 5.00\n"
    assert opened(text.encode()) == (text, "")


def test_a_mail_that_an_editor_saved():
    assert opened(f"\r\n{HEAD}\r\n\r\nTotal: 5 €".encode("utf-8-sig").lstrip())[0] == f"{HEAD}\n\nTotal: 5 €"
    assert opened(f"{HEAD}\n\nTotal: 5 €".encode("utf-16"))[0] == f"{HEAD}\n\nTotal: 5 €"


def nested(depth: int) -> bytes:
    parts = "".join(f'Content-Type: multipart/mixed; boundary="b{n}"\n\n--b{n}\n' for n in range(depth))
    return f"From: a\nTo: b\n{parts}\nTotal: 5\n".encode()


def test_nesting():
    assert opened(nested(10)) == ("From: a\nTo: b\n\nTotal: 5", "")
    assert opened(nested(40)) == ("From: a\nTo: b", "what is nested more deeply was not read")
    sentence = "this e-mail has too many parts within parts; save the one that matters"
    for data in (nested(1000), b"From: a\n" + b"Content-Type: message/rfc822\n\n" * 2000):
        with pytest.raises(Unreadable) as refused:
            text_of(data, ".eml")
        assert (refused.value.code, refused.value.sentence) == ("TOO_DEEP", sentence)


FLOWED = "x" * 60
FLOWS = [
    (f"{FLOWED} \ny", f"{FLOWED} y"),
    (f"{FLOWED}\ny", f"{FLOWED}\ny"),
    (f"> {FLOWED} \n> y\nz", f"> {FLOWED} y\nz"),
    (f"> {FLOWED} \ny", f"> {FLOWED} \ny"),
    ("Total 5.00 \nPaid 3.00 ", "Total 5.00 \nPaid 3.00 "),
    (f"{FLOWED}  \ny", f"{FLOWED}  \ny"),
    (" From\n >a", "From\n>a"),
    ("-- \nACME", "-- \nACME"),
]


@pytest.mark.parametrize(("sent", "text"), FLOWS)
def test_flowed_lines(sent, text):
    assert unflowed(sent) == text


def test_flowed_lines_in_writing_without_spaces():
    assert unflowed(f"{FLOWED} \ny", joins_words=True) == f"{FLOWED}y"


PIECES = [
    b"From: a\n",
    b"Subject: =?utf-8?q?=ff?=\n",
    b"Date: x\n",
    b"\n",
    b"\n\n",
    b"--b\n",
    b"--b--\n",
    b"Total: 5\n",
    b" \x80\xff\n",
    b'Content-Type: multipart/mixed; boundary="b"\n',
    b"Content-Type: multipart/alternative; boundary=b\n",
    b"Content-Type: text/html\n",
    b"Content-Type: message/rfc822\n",
    b'Content-Type: text/plain; charset="\x00"; format=flowed\n',
    b"Content-Type: application/pdf\n%PDF-1",
    b"Content-Disposition: attachment; filename*=utf-9''a%ff.eml\n",
    b"Content-Transfer-Encoding: base64\n",
    b"Content-Transfer-Encoding: uuencode\n",
    b"Content-Type: message/delivery-status\n",
    b"Content-Type: message/external-body\n",
    b"Content-Type: ;;=\n",
    b"begin 644 x\n#0V%T\n`\nend\n",
]


@settings(deadline=None)
@given(st.lists(st.sampled_from(PIECES) | st.binary(max_size=6), max_size=25).map(b"".join))
def test_any_mail_is_read(data):
    try:
        found = text_of(b"From: a\n" + data, ".eml").text
    except Unreadable as nothing:
        found = nothing.code
    assert found == "NO_TEXT" or (found.strip() and "\r" not in found)
