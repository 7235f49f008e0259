"""Markdown: marks go, figures stay."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selfcorrect.reading.forms.form import text_of
from selfcorrect.reading.forms.markdown import markdown_text

LINES = [
    ("# Invoice INV-7 #", "Invoice INV-7 "),
    ("**Total:** 12.00", "Total: 12.00"),
    ("**Total:**12.00", "Total:12.00"),
    ("__Total__: *12.00*", "Total: 12.00"),
    ("***Total*** ~~15.00~~ 12.00", "Total  12.00"),
    ("- **Date**: 2025-02-03", "Date: 2025-02-03"),
    ("* [x] Paid", "Paid"),
    ("- 14.73", "- 14.73"),
    ("+ 14.73", "+ 14.73"),
    ("1. Nut  2 x 3.00", "1. Nut  2 x 3.00"),
    ("> ## Total: `5`", "> Total: 5"),
    ("5 * 3.00 = 15.00", "5 * 3.00 = 15.00"),
    ("5*3*2 2**3", "5*3*2 2**3"),
    ("5 *3.00", "5 *3.00"),
    ("INV_2024_7 snake_case_", "INV_2024_7 snake_case"),
    ("[Invoice 7](https://example.org/99) ![9](9.png)", "Invoice 7 "),
    (r"\[x\] \-5 \* 1\. a\|b", "[x] -5 * 1. a¦b"),
    ("5&nbsp;&euro; &amp; <b>6</b><br/>7 <8>", "5\xa0€ & 6 7 <8>"),
    ("| Nut | **2** | 3.00 |", "| Nut | 2 | 3.00 |"),
    ("|:---|---:|", "|:---|---:|"),
    ("```Total: 5```", "Total: 5"),
]


@pytest.mark.parametrize(("source", "text"), LINES)
def test_lines(source, text):
    assert markdown_text(source) == text


def test_blocks():
    source = "a\n\n```text\n**b**\n```\n<!-- Total: 9\n--> d\r\n~~~\n*e*\n"
    assert markdown_text(source) == "a\n\n\n**b**\n\n d\n\n*e*"
    assert text_of(source.encode(), ".md").text == "a\n\n\n**b**\n\n d\n\n*e*"


@given(st.text("*_`~#-+>[]()\\|<; \n1.50aB€", max_size=60))
def test_no_figure_is_made(source):
    """Every run of digits in the text is one of the source."""
    assert set(re.findall("[0-9]+", markdown_text(source))) <= set(re.findall("[0-9]+", source))


@pytest.mark.parametrize(
    "piece", ["*", "**a ", "_a", "[", "[](", "`", "~~a", "<b ", "> ", "# ", "<!--", "\\", "&a"]
)
def test_it_is_never_longer(piece):
    assert len(markdown_text(piece * 50_000)) <= len(piece) * 50_000
