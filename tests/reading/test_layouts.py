"""Small documents in many layouts: all that is read of each, and what is left in doubt."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.reading.invoices import read_invoice

CASES = yaml.load(Path(__file__).with_name("layouts.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)  # noqa: S506 all text


def as_text(value: Any) -> str:
    return "null" if value is None else str(value)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_layout_is_read(case):
    reading = read_invoice(case["text"])
    found = {name: as_text(value) for name, value in reading.candidate.items()}
    assert found == case["reads"]
    assert [one.path for one in reading.unsure] == case.get("unsure", [])
    assert [one.path for one in reading.ambiguities] == case.get("open", [])
