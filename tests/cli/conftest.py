"""A command line that runs in this process, small packs to check against, and a model to ask."""

import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from selfcorrect.cli.main import run
from tests.cli.adding import write_pack
from tests.engines.provider import Answer, Answers, Provider


class Done(NamedTuple):
    """How a command ended, and what it wrote."""

    status: int
    out: str
    err: str


PACK = """\
pack: sums
version: 2.1.0
summary: Two numbers and their sum.
candidate:
  a: number
  b: number
  note: text
  total:
    type: number
    required: true
"""

RULES = """\
SUM:
  says: The parts add up to the total.
  check: a + b == total
  at: total
  error_type: arithmetic
  see: the book, page 1

SHORT_NOTE:
  says: A note is short.
  when: present(note)
  check: length(note) <= 10
  at: note
  error_type: format
  severity: warning
"""


@pytest.fixture
def selfcorrect(capsys, monkeypatch, tmp_path) -> Callable[..., Done]:
    """`selfcorrect(arguments…, stdin=bytes)`, run in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def command(*arguments: str, stdin: bytes = b"") -> Done:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        status = run(arguments)
        out, err = capsys.readouterr()
        return Done(status, out, err)

    return command


class Terminal(io.StringIO):
    """A terminal, which takes what it is sent for commands to itself."""

    def isatty(self) -> bool:
        """It is one."""
        return True


@pytest.fixture
def on_terminal(selfcorrect, monkeypatch) -> Callable[..., str]:
    """`on_terminal(arguments…)`: all that a command writes to a terminal, without colours."""
    monkeypatch.setenv("NO_COLOR", "1")

    def command(*arguments: str) -> str:
        terminal = Terminal()
        with monkeypatch.context() as patched:
            patched.setattr(sys, "stdout", terminal)
            patched.setattr(sys, "stderr", terminal)
            run(arguments)
        return terminal.getvalue()

    return command


@pytest.fixture
def sums(selfcorrect, tmp_path) -> Callable[..., Done]:
    """`selfcorrect check … --domain ./sums`."""
    write(tmp_path / "sums" / "pack.yaml", PACK)
    write(tmp_path / "sums" / "rules.yaml", RULES)

    def command(*arguments: str, stdin: bytes = b"") -> Done:
        done: Done = selfcorrect("check", *arguments, "--domain", "./sums", stdin=stdin)
        return done

    return command


@pytest.fixture
def adding(selfcorrect, tmp_path) -> Callable[..., Done]:
    """`selfcorrect COMMAND … --domain ./adding`: a pack that can be repaired against."""
    write_pack(tmp_path / "adding")

    def command(name: str, *arguments: str, stdin: bytes = b"") -> Done:
        done: Done = selfcorrect(name, *arguments, "--domain", "./adding", stdin=stdin)
        return done

    return command


@pytest.fixture
def no_keys(monkeypatch) -> None:
    """Without the variables that say where models are, and with which key."""
    for name in os.environ:
        if name.upper().startswith(("ANTHROPIC_", "OLLAMA_", "OPENAI_")) or name.upper().endswith("_PROXY"):
            monkeypatch.delenv(name)


@pytest.fixture
def model(monkeypatch, no_keys) -> Iterator[Callable[..., Provider]]:
    """`model(answers…)`: a real server on this machine that `openai:MODEL` then means."""
    with ExitStack() as stack:

        def start(*answers: Answer, by: Answers | None = None) -> Provider:
            provider = stack.enter_context(Provider(*answers, by=by))
            monkeypatch.setenv("OPENAI_BASE_URL", f"{provider.url}/v1")
            return provider

        yield start


@pytest.fixture
def file(tmp_path) -> Callable[[str, str | bytes], str]:
    """Writes a file into the working folder and gives its name."""

    def make(name: str, content: str | bytes) -> str:
        write(tmp_path / name, content)
        return name

    return make


def write(path: Path, content: str | bytes) -> None:
    """A file with its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
