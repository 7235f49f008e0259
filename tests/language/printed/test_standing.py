"""Where values stand in documents."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selfcorrect.language.printed.standing import standing
from selfcorrect.model.marks import Span

DOCUMENT = (
    "Sold by Ada Ltd.,\r\n  12 High\tStreet – Adams & Co\nInvoice INV1004 of 14.03.2025, due April 13, 2025\n"
    "2 x 15.00 = 30,00\nTotal EUR 1.234,50 (net 1'028.75), 5 % off\n株式会社山田 Straße O’Brien ΟΔΟΣ İzmir\n"
)

# A value, and what of the document it is found in.
FOUND = [
    # Texts: word by word, whatever the case and the spacing.
    ("Ada Ltd", ["Ada Ltd"]),
    ("ADA  ltd", ["Ada Ltd"]),
    ("\n Ada\r\n\tLtd \x00", ["Ada Ltd"]),
    ("Ada Ltd.", ["Ada Ltd."]),
    ("Ltd., 12 high street", ["Ltd.,\r\n  12 High\tStreet"]),
    ("street - adams", ["Street – Adams"]),
    ("Street\u2010Adams", ["Street – Adams"]),
    ("adams&co", ["Adams & Co"]),
    ("Adams + Co", []),
    ("INV1004", ["INV1004"]),
    ("o'brien", ["O’Brien"]),
    ("O`Brien", ["O’Brien"]),
    ("STRAßE", ["Straße"]),
    ("Strasse", []),
    ("οδος", ["ΟΔΟΣ"]),
    ("İZMIR", ["İzmir"]),
    # Whole words only; letters without case are not set apart.
    ("Ada", ["Ada"]),
    ("Adam", []),
    ("da Ltd", []),
    ("Ada L", []),
    ("INV", ["INV"]),
    ("INV100", []),
    ("山田", ["山田"]),
    ("会社", ["会社"]),
    # Numbers in any form, without their sign.
    ("1234.50", ["1.234,50"]),
    ("1234.5", ["1.234,50"]),
    ("-1234.500", ["1.234,50"]),
    ("1028.75", ["1'028.75"]),
    ("30", ["30,00"]),
    ("15", ["15.00"]),
    ("5", ["5"]),
    ("5.00", ["5"]),
    ("1004", ["1004"]),
    ("100", []),
    ("1,234.50", []),
    ("0", []),
    ("50", []),
    ("2025", ["2025"]),
    ("15.00 =", ["15.00 ="]),
    ("= 30", []),
    # Dates in any form, and only where they are ISO dates.
    ("2025-03-14", ["14.03.2025"]),
    ("2025-04-13", ["April 13, 2025"]),
    ("14.03.2025", ["14.03.2025"]),
    ("20250314", []),
    ("2025-W11-5", []),
    ("2025-02-30", []),
    # Nothing.
    ("", []),
    (" \n\t\x00", []),
    ("nowhere", []),
    ("\ud800", []),
]


@pytest.mark.parametrize(("value", "found"), FOUND, ids=[repr(value) for value, _ in FOUND])
def test_where_a_value_stands(value: str, found: list[str]) -> None:
    assert [DOCUMENT[span.start : span.end] for span in standing(value, DOCUMENT)] == found


def test_all_places_are_told_and_each_once() -> None:
    assert standing("5", "5 a 5 5,00") == (Span(0, 1), Span(4, 5), Span(6, 10))
    assert standing("a a", "a a a a a") == (Span(0, 3), Span(4, 7))


def test_a_value_longer_than_its_document_stands_nowhere() -> None:
    assert standing("Ada Ltd and more", "Ada Ltd") == ()
    assert standing("Ada Ltd", "") == ()


# What would take a matching that begins anew at every place minutes, not milliseconds.
HOSTILE = [
    ("one letter again and again", "a " * 50_000, "a " * 50_000, 1),
    ("almost, at every place", "a " * 40_000 + "b", "a " * 50_000, 0),
    ("inside of words, at every place", "a" + " ba" * 15_000, "ba " * 30_000, 0),
    ("inside of one word", "a" * 50_000, "a" * 100_000, 0),
    ("inside of one number", "1" * 50_000, "1" * 100_000, 0),
    ("signs of patterns", "(.*)+[\\" * 15_000, "(.*)+[\\" * 15_000, 1),
    ("spaces", " " * 100_000 + "x", "y" + " " * 100_000, 0),
    ("a number among what is almost one", "1", "1.1" * 30_000 + "x", 0),
    ("a date among what is almost one", "2025-03-14", "1.1.1.1." * 12_000, 0),
    ("one that repeats itself", "ab " * 30 + "c", ("ab " * 31 + "d ") * 1000, 0),
]


@pytest.mark.parametrize(
    ("value", "document", "number"), [row[1:] for row in HOSTILE], ids=[r[0] for r in HOSTILE]
)
def test_hostile_values_and_documents_take_no_longer(value: str, document: str, number: int) -> None:
    assert len(standing(value, document)) == number


def test_no_more_places_are_looked_at_than_a_thousand_of_a_kind() -> None:
    assert len(standing("word", "word " * 5000)) == 1000
    assert len(standing("5", "5 " * 5000 + "5.0 " * 5000)) == 1000
    assert len(standing("5", "5.0 " * 5000)) == 1000
    assert len(standing("2025-03-14", "14.03.2025 " * 2000)) == 1000


WORDS = st.lists(st.sampled_from(["Ada", "ltd", "5", "7,50", "&", "é", "山"]), min_size=1, max_size=5)
SPACES = st.sampled_from([" ", "  ", "\n", "\t", "\r\n", "\u00a0"])


@given(WORDS, st.lists(SPACES, min_size=6, max_size=6), st.booleans())
def test_a_text_is_found_whatever_its_case_and_spacing(
    words: list[str], spaces: list[str], upper: bool
) -> None:
    printed = "".join(space + word for space, word in zip(spaces, words, strict=False))
    document = f"x{printed}\ty"
    sought = " ".join(words)
    at = document.index(printed.lstrip())
    assert Span(at, at + len(printed.lstrip())) in standing(sought.upper() if upper else sought, document)


@given(st.text(max_size=20), st.text(max_size=200))
def test_nothing_makes_it_raise_and_every_place_is_in_the_document(value: str, document: str) -> None:
    assert all(0 <= span.start < span.end <= len(document) for span in standing(value, document))


@given(st.integers(0, 10**9), st.integers(1, 99))
def test_a_number_is_found_as_it_is_printed_here_and_there(whole: int, cents: int) -> None:
    grouped, cent = f"{whole:,}", f"{cents:02}"
    prints = [
        f"{grouped}.{cent}",
        f"{grouped.replace(',', '.')},{cent}",
        f"{grouped.replace(',', chr(0x27))}.{cent}",
        f"{grouped.replace(',', chr(0xA0))},{cent}",
        f"{whole}.{cent}",
    ]
    found = [standing(f"{whole}.{cent}", f"x {printed} y") for printed in prints]
    assert found == [(Span(2, 2 + len(printed)),) for printed in prints]
