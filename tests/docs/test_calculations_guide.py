"""docs/calculations.md and docs/math_reasoning.md: nothing is left out, and every example is what they say it is."""

import json
import re
import shlex
from pathlib import Path

import pytest

from selfcorrect.cli.main import run
from selfcorrect.domain.load import load
from selfcorrect.language.shape import KINDS
from selfcorrect.pack.load import load_pack
from selfcorrect.pack.notation_file import NOTATION_KEYS, UNIT_KEYS
from selfcorrect.pack.shape_keys import FIELD_KEYS
from tests.engines.provider import Provider, text

ROOT = Path(__file__).parents[2]
PACK = ROOT / "domains" / "math_reasoning"
SAYS = {"right": [], "a warning": ["warning"], "wrong": ["error"]}


def told_in(name):
    """The text of a page."""
    return (ROOT / name).read_text(encoding="utf-8")


def rows(section, cells):
    """The rows of a table in a section of the page about worked solutions, without its head."""
    told = told_in("docs/math_reasoning.md").split(f"\n## {section}\n")[1].split("\n## ")[0]
    table = [line.strip("| ").split(" | ") for line in told.splitlines() if line.startswith("| `")]
    assert {len(row) for row in table} == {cells}
    return table


def code_of(cell):
    """What stands between backticks, a line each."""
    return "\n".join(re.findall(r"`([^`]+)`", cell))


CODES = {code_of(row[0]): (row[1], code_of(row[3])) for row in rows("What it finds", 4)}
LINES = [(code_of(line), says) for name in ("Rounding", "Units") for line, says in rows(name, 2)]
ALONE = [code_of(line) for line, _ in rows("What is left alone", 2)]


@pytest.fixture(scope="module")
def solutions():
    return load("math_reasoning")


@pytest.fixture(scope="module")
def rules():
    return load_pack(PACK).rules


def test_every_code_is_there_with_its_severity(rules):
    told = {code: severity for code, (severity, _) in CODES.items()}
    assert told == {rule.code: rule.severity for rule in rules}


@pytest.mark.parametrize("code", CODES)
def test_its_example_has_it(solutions, rules, code):
    severity, example = CODES[code]
    report = solutions.read(example)
    found = [(v.code, v.severity) for v in report.violations if severity == "hint" or v.severity != "hint"]
    asked = any(rule.code == code and rule.form == "ask" for rule in rules)
    assert found == ([] if asked else [(code, severity)])


@pytest.mark.parametrize(("line", "says"), LINES)
def test_rounding_and_units_are_as_told(solutions, line, says):
    report = solutions.read(line)
    assert [v.severity for v in report.violations] == SAYS[says]
    assert report.verdict == ("fail" if says == "wrong" else "pass")


@pytest.mark.parametrize("line", ALONE)
def test_what_is_left_alone_is(solutions, line):
    report = solutions.read(line)
    assert ([v.code for v in report.violations], report.verdict) == ([], "unverified")


def test_the_commands_run(tmp_path, monkeypatch, capsys):
    told = told_in("docs/math_reasoning.md")
    name, content = re.findall(r"```text\n# (\S+)\n(.*?)```", told, re.DOTALL)[0]
    (tmp_path / name).write_text(content, encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    with Provider(by=lambda _: text("openai", json.dumps({"answers": []}))) as server:
        monkeypatch.setenv("OLLAMA_BASE_URL", f"{server.url}/v1")
        lines = re.findall(r"^selfcorrect (.*)", told, re.MULTILINE)
        assert [run(shlex.split(line, comments=True)) for line in lines] == [0, 0]
        asked = [str(request.body["messages"]) for request in server.seen]
    assert ["Does this step follow" in one and "takes for granted" in one for one in asked] == [True]
    assert "solution.txt: pass" in capsys.readouterr().out


def test_the_readme_shows_what_is_printed(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    told = told_in("README.md").split("\n## Worked solutions\n")[1]
    command, shown = re.findall(r"```sh\nselfcorrect (.*?)\n```\n\n```text\n(.*?)```", told, re.DOTALL)[0]
    assert run(shlex.split(command)) == 1
    assert capsys.readouterr().out == shown


def test_every_key_of_a_notation_is_explained():
    told = told_in("docs/calculations.md")
    assert [
        key for key in (*NOTATION_KEYS, *UNIT_KEYS) if not re.search(rf"^\| `{key}[`:]", told, re.MULTILINE)
    ] == []


def test_every_key_and_type_of_a_field_is_explained():
    told = told_in("docs/packs.md")
    assert [word for word in (*FIELD_KEYS, *KINDS) if word != "type" and f"`{word}" not in told] == []


def test_the_finders_are_generated(page):
    assert (ROOT / "docs" / "calculations.md").read_text(encoding="utf-8") == page("make_finders")
