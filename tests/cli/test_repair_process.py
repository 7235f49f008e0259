"""`selfcorrect repair` as a process: its progress, an interrupt, and what it imports."""

import itertools
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from selfcorrect.cli.progress import Progress
from tests.cli.adding import FIVE, WRONG
from tests.cli.test_repair_models import ASKED, MADE, NINE, RIGHT, SILENT, prompt
from tests.engines.provider import Provider


def test_progress_on_a_terminal(adding, file, on_terminal, monkeypatch):
    clock = itertools.count()
    monkeypatch.setattr("selfcorrect.cli.repairing.Progress", partial(Progress, clock=clock.__next__))
    names = [file("five.txt", FIVE), "nosuch.txt", file("wrong.txt", WRONG), file("nine.txt", NINE)]
    shown = on_terminal(
        "repair", *names, "--domain", "./adding", "--unresolved", "left.jsonl", "--output", "new"
    )
    assert shown.replace("\r\x1b[K", "<") == (
        "five.txt: accepted at attempt 1 (checks_pass)\n"
        "<[##########--------------------]  33%  1 checked<"
        "error[UNREADABLE]: nosuch.txt: there is no such file\n"
        "wrong.txt: unresolved, stop (converged): Version 2 has the same findings as the one before; "
        "best is attempt 1 of 2\n"
        "<[####################----------]  67%  2 checked<"
        "nine.txt: accepted at attempt 1 (checks_pass)\n"
        "<[##############################] 100%  3 checked<"
        "3 inputs: 2 accepted, 1 unresolved; 4 attempts; 1 could not be used\n"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="a signal of Unix")
@pytest.mark.parametrize("concurrency", ["1", "8"])
def test_an_interrupt_keeps_what_was_accepted(adding, file, concurrency):
    names = [file("five.txt", FIVE), file("slow.txt", WRONG), file("slower.txt", WRONG)]
    with Provider(by=lambda body: SILENT if WRONG in prompt(body) else RIGHT) as provider:
        command = [sys.executable, "-m", "selfcorrect", "repair", *names, "--domain", "./adding", *ASKED]
        options = ["--base-url", f"{provider.url}/v1", "--concurrency", concurrency, "--output", "out.jsonl"]
        with subprocess.Popen([*command, *options], stderr=subprocess.PIPE, text=True, env=here()) as process:
            assert process.stderr is not None
            told = process.stderr.readline()
            awaited = 2 if concurrency == "1" else 3
            while process.poll() is None and len(provider.seen) < awaited:
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            status, rest = process.wait(60), process.stderr.read()
        assert told == "five.txt: accepted at attempt 1 (checks_pass), 18 tokens, cost unknown\n"
        assert (status, rest.strip()) == (130, "selfcorrect: interrupted")
        assert provider.abandoned.wait(60)
    assert Path("out.jsonl").read_text() == MADE


def here():
    """An environment in which the package is found from any folder."""
    return {"PYTHONPATH": ":".join(str(Path(p).resolve()) for p in sys.path)}


SDKS = ("anthropic", "httpx", "httpx2", "openai", "pydantic", "pydantic_ai")
OFFLINE = {
    "import selfcorrect": "import selfcorrect; selfcorrect.load; selfcorrect.repair",
    "check": "from selfcorrect.cli.main import run; assert run(['check', 'five.txt', '--domain', './adding']) == 0",
    "repair": "from selfcorrect.cli.main import run; assert run(['repair', 'five.txt', '--domain', './adding', '--engine', 'reader', '--trace', 't.jsonl']) == 0",
    "demo": "from selfcorrect.cli.main import run; assert run(['demo', '--domain', './adding']) == 0",
    "a model": "from selfcorrect.engines.model.engine import ModelEngine; ModelEngine('openai', 'm', base_url='http://localhost:1/v1')",
}


@pytest.mark.parametrize("what", OFFLINE)
def test_no_client_of_a_model_is_imported_unless_one_is_named(adding, file, what):
    file("five.txt", FIVE)
    code = f"import sys; {OFFLINE[what]}; print([m for m in {SDKS} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=here()
    )
    found = done.stdout.splitlines()[-1]
    assert found == ("[]" if what != "a model" else "['httpx2', 'openai', 'pydantic', 'pydantic_ai']")
