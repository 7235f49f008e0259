"""Whole documents: what is read is all of what they say, and nothing else."""

import re
from decimal import Decimal
from typing import Any

import pytest
import yaml

from tests.conftest import shared_rows
from tests.reading.invoices import PACK, read_invoice

EXAMPLES = [path for path in sorted((PACK / "examples").glob("*.txt")) if path.with_suffix(".yaml").exists()]


def as_texts(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: as_texts(inner) for name, inner in value.items()}
    return [as_texts(inner) for inner in value] if isinstance(value, list) else str(value)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_every_example_is_read_whole(path):
    truth = yaml.load(path.with_suffix(".yaml").read_text(encoding="utf-8"), yaml.BaseLoader)  # noqa: S506 all text
    reading = read_invoice(path.read_text(encoding="utf-8"))
    assert as_texts(reading.candidate) == truth
    assert reading.ambiguities == ()


def test_there_are_examples_in_five_layouts():
    five = {"bakery.txt", "shelving.txt", "till.txt", "tischlerei.txt", "translation.txt"}
    assert five <= {path.name for path in EXAMPLES}


def test_the_invoices_of_a_generator_are_read_with_every_field_right():
    wrong = []
    for row in shared_rows("invoices-sugeerth"):
        reading = read_invoice(row["text"])
        wrong += [
            (row["id"], name, value, reading.candidate.get(name))
            for name, value in row["expect"].items()
            if reading.candidate.get(name) != value
        ]
        assert reading.ambiguities == ()
    assert wrong == []


PRINTED = {
    "Invoice number": "invoice_number",
    "Date": "date",
    "Due date": "due_date",
    "Currency": "currency",
    "Subtotal": "subtotal",
    "Discount": "allowance_total",
    "Charges": "charge_total",
    "Tax": "tax",
    "Total": "total",
    "Prepaid": "prepaid",
    "Rounding": "rounding",
    "Amount due": "amount_due",
}
TEXTS = {"invoice_number", "date", "due_date", "currency"}


def printed(text: str) -> dict[str, Any]:
    """What a text of the set says, by its fixed layout."""
    found: dict[str, Any] = {"vendor": text.split("\n", 1)[0]}
    for label, value in re.findall(r"^([A-Z][a-z ]+): (.*)$", text, re.MULTILINE):
        name = PRINTED[label]
        found[name] = value if name in TEXTS else Decimal(value)
    table = text.split("Amount\n", 1)[1].split("\n\n", 1)[0]
    found["line_items"] = [
        {"description": line[:40].strip()}
        | dict(zip(("quantity", "unit_price", "amount"), map(Decimal, line[40:].split()), strict=True))
        for line in table.split("\n")
    ]
    return found


def test_every_value_printed_in_a_rendered_standard_invoice_is_read():
    rows = shared_rows("invoices-xml")
    readings = [read_invoice(row["text"]) for row in rows]
    assert [reading.candidate for reading in readings] == [printed(row["text"]) for row in rows]
    assert [reading.ambiguities for reading in readings] == [()] * len(rows)
