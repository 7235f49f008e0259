"""HTML: what a page shows, in rows and columns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selfcorrect.reading.forms.form import FormText, Unreadable, text_of
from selfcorrect.reading.forms.markup import html_text

PAGE = """\
<!DOCTYPE html>
<html><head><title>Invoice 99</title><style>td { width: 9px }</style>
<script>document.write("<p>Total 99</p>")</script></head>
<body>
<!-- <p>Total 99.00</p> -->
<h1>ACME &amp; Söhne</h1>
<p>Invoice no: <b>INV-7</b><br>Date: 3&nbsp;February&nbsp;2025</p>
<div style="display: none">Total 99.00</div>
<table>
 <thead><tr><th>Description</th><th>Qty</th><th>Price</th><th>Amount</th></tr></thead>
 <tr><td>Bolt<br><small>M6, zinc</small></td><td>2</td><td>1&nbsp;000,50</td><td>2&nbsp;001,00</td></tr>
 <tr><td>Nut</td><td></td><td>&euro;&#8202;3,00</td><td>3,00</td></tr>
 <tr><td colspan="3" align="right">Total</td><td><b>2&nbsp;004,00</b></td></tr>
</table>
<ul><li>Thank you</li><li>Pay within 14 days</li></ul>
</body></html>
"""
SHOWN = """\
ACME & Söhne

Invoice no: INV-7
Date: 3\xa0February\xa02025

Description  Qty  Price     Amount
Bolt         2    1\xa0000,50  2\xa0001,00
M6, zinc
Nut               €\u200a3,00    3,00
Total                       2\xa0004,00

Thank you
Pay within 14 days"""


def test_a_page():
    assert html_text(PAGE) == SHOWN


PIECES = [
    ("spaces collapse", "a\n\t b   <b> c</b>", "a b c"),
    ("blocks are lines", "<div>a<div>b</div>c</div>d", "a\nb\nc\nd"),
    ("preformatted text is kept", "<pre>Total     5\n  x</pre>", "Total     5\n  x"),
    ("a rule", "a<hr>b", "a\n-----\nb"),
    ("terms and their values", "<dl><dt>Total<dd>5.00<dt>Tax<dd>1.00</dl>", "Total  5.00\nTax  1.00"),
    ("a style sheet parts these", "<span>Total</span><span>5.00</span>", "Total  5.00"),
    ("these belong together", "<b>12</b><span>.50</span> <i>INV</i><b>7</b>", "12.50 INV7"),
    ("cents set high are no further digits", "$12<sup>50</sup> 3.00<sup>1</sup>", "$12 50 3.00 1"),
    (
        "a sign is a sign",
        "a < b <5 & &unknown; &#99999999999; &#0;",
        "a < b <5 & &unknown; &#99999999999; \ufffd",
    ),
    ("struck out", "<s>100.00</s> <del>90.00</del> 80.00", "80.00"),
    ("struck out by style", '<b style="text-decoration: line-through">100</b> 80', "80"),
    ("hidden", '<p hidden>a</p><p style="visibility:hidden">b</p><td style="mso-hide:all">c</td>d', "d"),
    ("hidden, with the same inside", "<div hidden>a<div>b</div>c</div>d", "d"),
    ("hidden without an end", "<p hidden>a<p>b<ul><li hidden>c<ul><li>d</ul><li>e</ul>", "b\n\ne"),
    ("a hidden input hides nothing", "<input hidden>a<br hidden>b", "a\nb"),
    (
        "hidden cells and rows",
        "<table><tr><td hidden>a<td>b<tr hidden><td>c<table><tr><td>d</table><tr><td>e</table>",
        "b\ne",
    ),
    ("attributes as they come", "<td title='a > b' width=5\" hidden=x>no</td>y", "y"),
    ("a quote that nothing opens", '<p class="a"">Total 5</p>', "Total 5"),
    ("a quote that nothing closes", 'a<p class="b>c', "a"),
    ("a comment that nothing closes", "a<!-- b <p>c", "a"),
    ("a tag that nothing closes", "a<p b", "a"),
    ("empty comments", "a<!-->b<!--->c<![if !mso]>d<![endif]>", "abcd"),
    ("a script that looks like markup", "a<script>'<p>b</p>'</SCRIPT >c", "ac"),
    ("end tags of nothing", "</table></td></tr></div></p>a</html>b", "a\nb"),
    ("cells without a table", "<tr><td>a<td>b<tr><td>c", "a  b\nc"),
    ("a row without its tag", "<table><td>a<td>b</table>", "a  b"),
    ("an empty row", "<table><tr><td>a<tr><td>&nbsp;<tr><td>b</table>", "a\n\nb"),
    (
        "rows that reach down",
        "<table><tr><td rowspan=2>a<td>b<tr><td>c<tr><td>d<td>e</table>",
        "a  b\n   c\nd  e",
    ),
    (
        "spans that are none",
        "<table><tr><td colspan=x rowspan=-1>a<td colspan=99999999>b<td>c</table>",
        "a  b  c",
    ),
    (
        "tables for layout",
        "<table><tr><td><table><tr><td>Seller<tr><td>ACME</table><td><table><tr><td>Buyer<tr><td>Bob</table></table>",
        "Seller  Buyer\nACME    Bob",
    ),
    ("gaps of no-break spaces", "Total&nbsp;&nbsp;&nbsp;5.00<table><tr><td>a&nbsp; b<td>c</table>", None),
]


@pytest.mark.parametrize(("markup", "text"), [row[1:] for row in PIECES], ids=[row[0] for row in PIECES])
def test_pieces(markup, text):
    assert html_text(markup) == (text or "Total\xa0\xa0\xa05.00\na b  c")


def test_a_wide_column_takes_no_room_from_the_next():
    rows = "".join(f"<tr><td>{'x' * n}<td>{n}</tr>" for n in (1, 59, 200))
    assert [line.split("x")[-1] for line in html_text(f"<table>{rows}</table>").split("\n")] == [
        " " * 61 + "1",
        "   59",
        "  200",
    ]


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ("<p>5 €".encode(), FormText("5 €")),
        ("<p>5 €".encode("utf-16"), FormText("5 €")),
        ('<meta charset="iso-8859-1"><p>5 €'.encode(), FormText("5 €")),
        (b'<meta charset="iso-8859-1"><p>5 \x80', FormText("5 €")),
        (b'<meta charset="iso-8859-15"><p>5 \xa4', FormText("5 €")),
        (
            b'<META http-equiv=Content-Type content="text/html; charset=windows-1251"><p>5 \xf0',
            FormText("5 р"),
        ),
        (
            b'<meta charset="utf-8"><p>5 \x80',
            FormText("5 €", "this is not UTF-8; it was read as Windows-1252"),
        ),
        (b"<p>5 \x80", FormText("5 €", "this is not UTF-8; it was read as Windows-1252")),
        (b'<meta charset="rot13"><p>5 a', FormText("5 a")),
    ],
)
def test_encodings(data, found):
    assert text_of(data, ".HTM") == found


HOSTILE = [
    "<" * 300_000,
    "<!--" * 100_000,
    "<a " * 100_000,
    '<a x="' * 50_000,
    "<div>" * 100_000,
    "<table><tr><td>x" * 20_000,
    "<td>" * 100_000,
    "<p hidden>" * 50_000,
    "&" * 300_000,
    "</x>" * 100_000,
    "<table><tr>" + "<td rowspan=99>x" * 1000 + "<tr><td>y" * 10_000,
    "<table><tr>" + "<td>a<br>b" * 3000 + "<td>" + "<br>c" * 30_000,
    "x" * 5_000_000,
]


@pytest.mark.parametrize("markup", HOSTILE, ids=range(len(HOSTILE)))
def test_a_small_page_makes_no_huge_text(markup):
    assert len(html_text(markup)) <= 6 * len(markup) + 100_000


def test_a_page_may_be_too_large():
    with pytest.raises(Unreadable, match="this page is larger than 16 MiB"):
        html_text("x" * (2**24 + 1))


TAGS = """\
<table> </table> <tr> <td> <td/colspan=3/rowspan=2> </td> <p> <p/hidden> <li/hidden> </p> <br> <pre> </pre>
<div/style=display:none> </div> <!-- --> <script> </script> <sup> <dd> <s> </s> &nbsp; &#0; < > " ' = x 5 €
"""
MARKUP = st.lists(st.sampled_from(TAGS.split()) | st.text(max_size=5), max_size=40).map("".join)


@given(MARKUP)
def test_any_markup_gives_text(markup):
    text = html_text(markup)
    assert "\x00" not in text
    assert all(line == line.rstrip(" ") for line in text.split("\n"))


@given(st.lists(st.lists(st.text("abc 5.,€", max_size=12), min_size=1, max_size=5), min_size=1, max_size=5))
def test_every_cell_stands_between_wide_gaps(rows):
    markup = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    wanted = [[" ".join(cell.split()) for cell in row if cell.strip()] for row in rows]
    found = [
        [cell.strip() for cell in line.split("  ") if cell.strip()]
        for line in html_text(f"<table>{markup}</table>").split("\n")
    ]
    assert [row for row in found if row] == [row for row in wanted if row]
