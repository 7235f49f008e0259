"""docs/ledger_plans.md: every code and every field is told, what it shows is what is printed, and so in the README."""

import re
import shlex
from pathlib import Path

import pytest

from selfcorrect.cli.main import run
from selfcorrect.domain.load import load

ROOT = Path(__file__).parents[2]
SHOWN = re.compile(r"```sh\nselfcorrect ([^\n]*)\n```\n\n```text\n(.*?)```", re.DOTALL)


def told_in(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def codes_told() -> dict[str, str]:
    """The codes of the table with their severities."""
    table = told_in("docs/ledger_plans.md").split("\n## What it finds\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (`[A-Z_` ]+`) \| (error|warning) \|", table, re.MULTILINE)
    return {code: severity for codes, severity in rows for code in re.findall(r"[A-Z_]+", codes)}


def test_every_code_is_there_with_its_severity():
    known = {rule.code: rule.severity for rule in load("ledger_plans").rules.rules}
    assert codes_told() == {"DUPLICATE_ID": "error", **known}


def test_every_field_of_a_task_is_there():
    shape = load("ledger_plans").made.shape
    told = told_in("docs/ledger_plans.md")
    names = [field.name for row in shape.rows().values() for field in row]
    assert [name for name in names if f"`{name}`" not in told and name not in ("text", "updated_at")] == []


@pytest.mark.parametrize("page", ["README.md", "docs/ledger_plans.md"])
def test_what_is_shown_is_what_is_printed(page, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    shown = [one for one in SHOWN.findall(told_in(page)) if "ledger_plans" in one[0]]
    assert shown
    for command, out in shown:
        run(shlex.split(command))
        assert capsys.readouterr().out == out
