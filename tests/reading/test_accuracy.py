"""How much of real and of fresh documents is read, and that none passes with a wrong value.

The figures are those of `python -m benchmarks.accuracy`. What is known to be wrong is named: a test that
only counted would not see one mistake take another's place.
"""

from functools import cache

import pytest

from benchmarks.accuracy import Score, score
from selfcorrect.domain.load import load
from tests.conftest import shared_rows

SILENT = {
    # A discount among the lines: the reader takes it for an allowance, its truth for a line. The sums are right.
    "open": ["a19: line_items"],
    # Its author's lines do not add up, and the reader finds no rows in its prose.
    "sealed": ["a14: its figures do not add up"],
    # A reminder: the reader gives the day of the invoice it is about, its truth that of the reminder. And twice
    # something given back, which the reader takes for an allowance, its truth for a line; the sums are right.
    "mails": ["m05_de_mahnung: date", "m08_nl_jaarafrekening: line_items", "r13_de_supermarkt: line_items"],
    "pdfs": [],
    "mixed": [],
}


@cache
def scored(name: str) -> Score:
    return score(name, load("invoices"))


DOCUMENTS = {"open": 30, "sealed": 30, "mails": 36, "pdfs": 30, "mixed": 40}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_fresh_document_passes_with_a_wrong_value_but_for_those_named(name):
    found = scored(name)
    assert found.documents == DOCUMENTS[name]
    assert found.silent == SILENT[name]


@pytest.mark.parametrize("name", ["invoices-zugferd-pdf", "invoices-sugeerth", "invoices-invoice2data"])
def test_no_real_document_passes_with_a_wrong_value(name):
    shared_rows(name)
    assert scored(name).silent == []


def test_invoices_out_of_pdfs_are_read():
    rows = shared_rows("invoices-zugferd-pdf")
    found = scored("invoices-zugferd-pdf")
    assert found.documents == len(rows)
    least = {"total": 15, "date": 14, "currency": 14, "invoice_number": 14, "line_items": 12}
    assert {name: found.right[name] for name in least if found.right[name] < least[name]} == {}


@pytest.mark.parametrize("name", ["invoices-sugeerth", "invoices-invoice2data"])
def test_every_value_of_these_is_read(name):
    shared_rows(name)
    found = scored(name)
    assert found.notes == []
