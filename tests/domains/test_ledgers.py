"""Ledgers as other tools write them: what is known to be wrong in each is found, and nothing else."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from selfcorrect.domain.load import load

LEDGERS = yaml.load(Path(__file__).with_name("ledgers.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)  # noqa: S506 all text


@pytest.mark.parametrize("ledger", LEDGERS, ids=lambda ledger: ledger["name"])
def test_what_is_known_of_a_ledger_is_found(ledger: dict[str, Any], tmp_path: Path) -> None:
    reader = None
    if "reader" in ledger:
        reader = tmp_path / "reader.yaml"
        reader.write_text(ledger["reader"], encoding="utf-8")
    path = tmp_path / "plan" if "files" in ledger else tmp_path / f"plan{ledger['suffix']}"
    for name, text in ledger.get("files", {"": ledger.get("text")}).items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_text(text, encoding="utf-8")
    report = load("ledger_plans", reader=reader).read_file(path, today=date(2026, 6, 15))
    assert sorted(f"{one.code} {one.path}" for one in report.violations) == sorted(ledger["finds"])
