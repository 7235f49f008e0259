"""docs/impact.md: its commands run, its Python runs, and both print what the page shows."""

import re
import shlex

import pytest

from selfcorrect.cli.impact import impact
from selfcorrect.cli.main import run

SHOWN = re.compile(
    r"```(?:sh\n(selfcorrect [^\n]*)|python\n(.*?))\n```\n\n```(?:text|mermaid)\n(.*?)```", re.DOTALL
)


@pytest.fixture(scope="module")
def guide(root):
    return (root / "docs" / "impact.md").read_text(encoding="utf-8")


@pytest.fixture
def folder(guide, tmp_path, monkeypatch):
    """The plan of the guide, in the working folder."""
    name, content = re.findall(r"```yaml\n# (\S+)\n(.*?)```", guide, re.DOTALL)[0]
    (tmp_path / name).write_text(content, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def test_every_command_runs(guide, folder, capsys):
    commands = re.findall(r"^selfcorrect (.*)$", guide, re.MULTILINE)
    statuses = {line: run(shlex.split(line)) for line in commands}
    assert len(commands) == 4
    assert [line for line, status in statuses.items() if status != 0] == []
    assert capsys.readouterr().err == ""


def test_what_is_shown_is_what_is_printed(guide, folder, capsys):
    shown = SHOWN.findall(guide)
    assert [bool(command) for command, *_ in shown] == [True, True, False]
    for command, code, out in shown:
        if command:
            assert run(shlex.split(command)[1:]) == 0
        else:
            exec(compile(code, "impact.md", "exec"), {})  # noqa: S102  it is our own page
        assert capsys.readouterr().out == out


def test_every_option_is_told(guide):
    own = [
        name for option in impact.params for name in option.opts if name in ("--in", "--through", "--format")
    ]
    assert len(own) == 3
    assert [name for name in own if f"`{name} " not in guide] == []


def test_a_reference_that_carries_no_change_is_declared_as_shown(guide, root):
    pack = (root / "domains" / "ledger_plans" / "pack.yaml").read_text(encoding="utf-8")
    lines = re.findall(r"```yaml\n(supersedes:.*?)```", guide, re.DOTALL)[0].split()
    told = re.findall(r"\n      (supersedes:\n.*?)\n      \w", pack, re.DOTALL)[0].split()
    assert [word for word in lines if word not in told] == []
