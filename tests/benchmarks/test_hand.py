"""The benchmark's yardstick finds what the pack finds, or its speed would say nothing. No time is measured."""

from copy import deepcopy
from datetime import date, datetime
from decimal import Decimal, localcontext
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from benchmarks import hand
from benchmarks.frozen import HAND_SHA256, digest
from benchmarks.records import LATEST, TODAY, decoder, faults, invoice, records
from benchmarks.same import of_report, of_tuples
from selfcorrect.domain.load import load

EXAMPLES = sorted((Path(__file__).parents[2] / "domains/invoices/examples").glob("*.yaml"))
FIELDS = sorted(hand.FIELDS | hand.LINE | hand.PART | hand.RATE | {"note"})
# fmt: off
VALUES: tuple[Any, ...] = (
    None, "", "  ", 0, 1, -1, 5, 19, 10**18, 10**30, True, False, 1.5, 1e300, float("nan"), float("inf"),
    "19", "19%", "7 %", "x", "２", "1_0", "+3", "-2.50", "100.00", "9" * 70, "EUR", "JPY", "BHD", " invoice ", "credit_note",
    Decimal("12.345"), Decimal("1E+20"), Decimal("5E+2"), Decimal("1E-10"), Decimal("-0.00"), Decimal("NaN"), Decimal("Infinity"),
    "2025-01-01", " 2025-01-01 ", "2025-13-01", date(2025, 1, 1), datetime(2025, 1, 1), datetime(2025, 1, 1, 3),  # noqa: DTZ001
    [], {}, (), [None], [{}], [{"amount": 1}], ({"amount": Decimal("1.00")},), b"x",
)
# fmt: on


@pytest.fixture(scope="module")
def invoices():
    return load("invoices")


def differing(domain, found_in):
    """Records in which the two find different things, each with what they find."""
    with localcontext(hand.CONTEXT):
        both = [
            (record, of_report(domain.check(record, today=TODAY)), of_tuples(hand.check(record, LATEST)))
            for record in found_in
        ]
    return [(record, pack, mine) for record, pack, mine in both if pack != mine]


def example(path):
    """A record of the pack's examples, every scalar as text."""
    return yaml.load(path.read_text("utf-8"), Loader=yaml.BaseLoader)  # noqa: S506


def disfigured(record, random):
    """A record with a few fields taken out, put in or replaced by whatever comes."""
    rows = [record, *(row for value in record.values() if isinstance(value, list) for row in value)]
    for _ in range(random.randint(1, 4)):
        row = random.choice([row for row in rows if isinstance(row, dict)])
        if row and random.random() < 0.25:
            del row[random.choice(list(row))]
        else:
            name = random.choice(list(row) if row and random.random() < 0.8 else FIELDS)
            row[name] = deepcopy(random.choice(VALUES))
    return record


def test_it_is_the_frozen_one():
    assert digest() == HAND_SHA256


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_agrees_on_every_fault_in_the_examples(invoices, path):
    sound = example(path)
    faulty = [injection.record for fault in faults() for injection in fault.inject(sound, TODAY)]
    assert faulty
    assert differing(invoices, [sound, *faulty]) == []


def test_agrees_on_every_fault_in_made_records(invoices):
    random = Random(11)  # noqa: S311
    made = [invoice(random) for _ in range(20)]
    faulty = [
        injection.record for record in made for fault in faults() for injection in fault.inject(record, TODAY)
    ]
    assert differing(invoices, faulty) == []


@pytest.mark.parametrize("form", ["decimal", "float"])
@pytest.mark.parametrize("share", [0, 0.2, 1])
def test_agrees_on_the_records_that_are_timed(invoices, share, form):
    data = [decoder(form)(item) for item in records(300, share)]
    reports = list(invoices.check_many(data, today=TODAY))
    assert sum(report.violations != () for report in reports) == round(300 * share)
    assert differing(invoices, data) == []


def test_agrees_on_records_of_any_kind(invoices):
    random = Random(3)  # noqa: S311
    data = [disfigured(decoder("decimal")(item), random) for item in records(600, 0.3)]
    assert differing(invoices, data) == []


def test_agrees_on_examples_of_any_kind(invoices):
    random = Random(5)  # noqa: S311
    sound = [example(path) for path in EXAMPLES]
    data = [disfigured(deepcopy(random.choice(sound)), random) for _ in range(1000)]
    assert differing(invoices, data) == []
