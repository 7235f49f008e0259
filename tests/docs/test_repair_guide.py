"""docs/repair.md: its commands run, its Python runs, and both print what the page shows."""

import json
import re
import shlex
from typing import Any, get_args

import pytest

from selfcorrect.cli.check import check
from selfcorrect.cli.main import run
from selfcorrect.cli.repair import repair
from selfcorrect.engines.model.endpoint import PROVIDERS
from selfcorrect.model.words import Reason
from tests.engines.provider import Provider, text

FILE = re.compile(r"```(?:text|yaml)\n# (\S+)\n(.*?)```", re.DOTALL)
SHELL = re.compile(r"```sh\n(.*?)```", re.DOTALL)
PYTHON = re.compile(r"```python\n(.*?)```\n\n(?:.*?\n\n)??```text\n(.*?)```", re.DOTALL)
ADDRESSES = re.compile(r"http://localhost:80[08]0/v1")


@pytest.fixture(scope="session")
def guide(root):
    return (root / "docs" / "repair.md").read_text(encoding="utf-8")


@pytest.fixture
def folder(guide, tmp_path, monkeypatch):
    """The files of the guide, in the working folder."""
    for name, content in FILE.findall(guide):
        (tmp_path / name).write_text(content, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def server(guide, monkeypatch):
    """Every provider, on this machine: it makes the guide's record, and agrees to every question."""
    space: dict[str, Any] = {}
    exec(PYTHON.findall(guide)[0][0].split("def my_model")[0], space)  # noqa: S102  it is our own page

    def by(body):
        protocol = "anthropic" if body["model"].startswith("claude") else "openai"
        asked = str(body["messages"][0]["content"])
        answers = {"answers": [{"question": 1, "verdict": "holds", "quote": "Harbour Lane Bakery Ltd"}]}
        return text(protocol, json.dumps(answers if "Questions:" in asked else space["SOUND"]))

    with Provider(by=by) as provider:
        for name, usual in PROVIDERS.items():
            monkeypatch.setenv(usual.url_variable, provider.url + ("" if name == "anthropic" else "/v1"))
            monkeypatch.setenv(usual.key_variable, "sk-test-0123456789")
        yield provider


def commands(guide):
    """The lines of the page that run this program, without what is said behind them."""
    lines = (line for block in SHELL.findall(guide) for line in block.splitlines())
    return [shlex.split(line, comments=True) for line in lines if line.startswith("selfcorrect ")]


def test_every_command_runs(guide, folder, server, capsys):
    assert len(commands(guide)) == 12
    statuses = {}
    for line in commands(guide):
        there = [ADDRESSES.sub(f"{server.url}/v1", part) for part in line[1:]]
        statuses[" ".join(line)] = run(there)
    assert [line for line, status in statuses.items() if status != 0] == []
    named = [line for line in statuses if ":" in line]
    assert len(server.seen) == len(named)
    assert "\nwrong.yaml: accepted at attempt 2 (checks_pass)\n" in capsys.readouterr().err


def test_the_output_shown_is_the_output(guide):
    assert "```text\nwrong.yaml: accepted at attempt 2 (checks_pass)\n```" in guide


def test_its_python_prints_what_it_shows(guide, capsys):
    blocks = PYTHON.findall(guide)
    assert len(blocks) == 3
    space: dict[str, object] = {}
    for code, shown in blocks:
        exec(compile(code, "repair.md", "exec"), space)  # noqa: S102  it is our own page
        assert capsys.readouterr().out == shown


def test_it_names_every_variable_and_option(guide):
    variables = [name for usual in PROVIDERS.values() for name in (usual.key_variable, usual.url_variable)]
    known = {name for option in check.params for name in option.opts} - {"--critic"}
    options = [name for option in repair.params for name in option.opts if name.startswith("--")]
    assert "--engine" in options
    assert [name for name in (*variables, *options) if name not in known and name not in guide] == []


def test_it_names_every_reason_of_the_judge(guide):
    reasons = re.findall(r"`(\w+)` \|$", guide, re.MULTILINE)
    assert sorted(reasons) == sorted(set(get_args(Reason)) - {"engine_failed"})
