"""The README's promises: what it tells people to run is what .ci/run runs, and what it shows is what they see."""

import re

import pytest

from selfcorrect.cli.main import run


@pytest.fixture(scope="session")
def readme(root):
    return (root / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def commands(readme):
    """The two commands that stand before anything else."""
    return re.findall(r"```sh\n(.*)\n```", readme.split("\n## ")[0])


def test_there_are_exactly_two_commands_of_one_line(commands):
    assert len(commands) == 2


def test_ci_runs_them(root, commands):
    script = (root / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    setup, check = commands[0].rsplit(" && ", 1)
    assert script[-1] == commands[1]
    assert setup in script
    assert f"{check} || status=$?" in script


def test_the_output_shown_is_the_output(root, readme, commands, capsys, monkeypatch):
    monkeypatch.chdir(root)
    arguments = commands[0].rsplit("selfcorrect ", 1)[1].split()
    assert run(arguments) == 1
    shown = re.findall(r"```text\n(.*?)```", readme, re.DOTALL)[0]
    assert shown == capsys.readouterr().out


def test_one_figure_is_wrong(root):
    examples = root / "domains" / "invoices" / "examples"
    sound, wrong = (
        (examples / name).read_text(encoding="utf-8").splitlines()
        for name in ("shelving.txt", "shelving-wrong-total.txt")
    )
    assert [(a, b) for a, b in zip(sound, wrong, strict=True) if a != b] == [
        ("> Balance due: 6444.00 EUR", "> Balance due: 6544.00 EUR")
    ]


def test_the_python_example_runs(readme, capsys):
    code = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)[0]
    exec(compile(code, "README.md", "exec"), {})  # noqa: S102  it is our own page
    assert capsys.readouterr().out.split() == ["MISSING_FIELD", "vendor", "None", "None"]


def test_links_lead_somewhere(root):
    pages = [
        root / "README.md",
        root / "CONTRIBUTING.md",
        root / "CHANGELOG.md",
        *(root / "docs").glob("*.md"),
    ]
    dead = [
        f"{page.name}: {link}"
        for page in pages
        for link in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8"))
        if not (page.parent / link).exists()
    ]
    assert dead == []
