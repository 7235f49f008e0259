"""Digits that text recognition has spoiled are mended in place, and only where an amount or a date stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selfcorrect.language.printed.damage import mend


@pytest.mark.parametrize(
    ("printed", "mended"),
    [
        ("Total 1O0.00", "Total 100.00"),
        ("Total l2,5O EUR", "Total 12,50 EUR"),
        ("$1O2.2O", "$102.20"),
        ("1.O00,5O", "1.000,50"),
        ("DATE 3O/1O/2016", "DATE 30/10/2016"),
        ("2O19-0l-05", "2019-01-05"),
        ("14 ,95", " 14,95"),
        ("Z = O%  41.00", "Z = 0%  41.00"),
        ("VAT @ 2O%", "VAT @ 20%"),
        ("IVA 1O,00 %", "IVA 10,00 %"),
        ("163 .61", " 163.61"),
        ("Total 12. 50", "Total  12.50"),
        ("Total 12, 50  \n", "Total  12,50  \n"),
        ("Total 12..50", "Total  12.50"),
        ("Total 12,.50 EUR", "Total  12.50 EUR"),
    ],
)
def test_a_spoiled_number_is_mended(printed, mended):
    clean, spans = mend(printed)
    assert clean == mended
    assert len(spans) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Total 100.00",
        "INV-2O24",
        "Olso",
        "SO.OO",
        "2024, 15 items",
        "Nos. 12, 50 and 51",
        "12, 50/51",
        "pages 12..500",
        "12...50",
        "Ol %",
        "I %",
        "CO%",
        "| 12.50 | 1.00 |",
        "1.2.3",
        "5 .50%",
        "No. 15 .5",
        "ISBN 0-19-853453-1",
    ],
)
def test_what_is_no_spoiled_number_is_left_alone(text):
    assert mend(text) == (text, ())


@given(st.text(alphabet="01OolISB.,/- \n|$€a", max_size=80))
def test_the_length_stays_and_what_is_not_marked_stays(text):
    clean, spans = mend(text)
    assert len(clean) == len(text)
    marked = {at for span in spans for at in range(span.start, span.end)}
    assert all(clean[at] == text[at] for at in range(len(text)) if at not in marked)
    assert clean.count("\n") == text.count("\n")
