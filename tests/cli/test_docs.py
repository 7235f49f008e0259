"""docs/cli.md holds the help of every command, word for word."""

import pytest


def test_the_page_is_what_the_commands_say(root, page):
    assert (root / "docs" / "cli.md").read_text(encoding="utf-8") == page("make_cli")


COMMANDS = ["", "check", "repair", "demo", "replay", "impact", "pack", "pack list", "pack lint", "pack test"]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_in_the_page(root, selfcorrect, monkeypatch, command):
    monkeypatch.setenv("COLUMNS", "80")
    done = selfcorrect(*command.split(), "--help")
    name = f"selfcorrect {command}".strip()
    assert f"## {name}\n\n```text\n{done.out}```\n" in (root / "docs" / "cli.md").read_text(encoding="utf-8")
