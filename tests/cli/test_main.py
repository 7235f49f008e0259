"""How the program starts and how it ends."""

import pathlib
import shutil
import signal
import subprocess
import sys

import pytest

import selfcorrect as package
from selfcorrect.cli.main import run


def started(*arguments, **more):
    return subprocess.run(
        [sys.executable, "-m", "selfcorrect", *arguments], capture_output=True, text=True, check=False, **more
    )


def elsewhere():
    """An environment in which the package is found from any folder."""
    return {"PYTHONPATH": ":".join(str(pathlib.Path(p).resolve()) for p in sys.path)}


def test_the_version():
    assert (started("--version").returncode, started("--version").stdout) == (
        0,
        "selfcorrect, version 0.1.0\n",
    )


def test_public_names_are_there_and_no_others():
    assert package.session is package.Session
    for name in package.__all__:
        assert getattr(package, name).__name__.lower() == name.lower()
    assert dir(package) == sorted([*package.__all__, "__version__"])
    with pytest.raises(AttributeError, match="module 'selfcorrect' has no attribute 'nosuch'"):
        _ = package.nosuch


def test_help_imports_click_and_little_else():
    code = "import sys; from selfcorrect.cli.main import run; run(['--help']); [run([name, '--help']) for name in ('check', 'repair', 'demo', 'replay', 'impact')]; print(sorted(m for m in sys.modules if m in ('yaml', 'msgspec', 'jinja2', 'dateparser', 're2')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_defect_is_one_line(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "selfcorrect.cli.check", None)
    assert run(["check", "x.json", "--domain", "invoices"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == (
        "selfcorrect: internal error: ModuleNotFoundError: import of selfcorrect.cli.check halted; None in sys.modules\n"
        "  help: set SELFCORRECT_DEBUG=1 to see where\n"
    )
    monkeypatch.setenv("SELFCORRECT_DEBUG", "1")
    with pytest.raises(ModuleNotFoundError):
        run(["check", "x.json", "--domain", "invoices"])


def test_a_terminal_without_the_characters(tmp_path):
    (tmp_path / "Grüße.txt").write_text("Total 5.00\n", encoding="utf-8")
    done = started(
        "check",
        "Grüße.txt",
        "--domain",
        "invoices",
        cwd=tmp_path,
        env={"PYTHONIOENCODING": "ascii", "PYTHONPATH": ":".join(sys.path)},
    )
    assert "Gr\\xfc\\xdfe.txt: " in done.stdout
    assert "Traceback" not in done.stderr


def test_a_reader_that_leaves_early(tmp_path):
    (tmp_path / "x.jsonl").write_text('{"total": 1}\n' * 20000)
    with subprocess.Popen(
        [
            sys.executable,
            "-m",
            "selfcorrect",
            "check",
            "x.jsonl",
            "--domain",
            "invoices",
            "--format",
            "jsonl",
        ],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"PYTHONPATH": ":".join(p or str(tmp_path) for p in sys.path)},
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""


def test_an_interrupt_ends_with_130(tmp_path):
    with subprocess.Popen(
        [
            sys.executable,
            "-m",
            "selfcorrect",
            "check",
            "-",
            "--as",
            "records",
            "--domain",
            "invoices",
            "--format",
            "jsonl",
        ],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        env={"PYTHONPATH": ":".join(p or str(tmp_path) for p in sys.path), "PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b'{"total": 1}\n')
        assert process.stdout.readline().startswith(b'{"source": "<stdin>:1"')
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert process.stderr.read().strip() == b"selfcorrect: interrupted"


FULL = pathlib.Path("/dev/full")
WRITING = [
    ["--help"],
    ["check", "x.json", "--domain", "invoices"],
    ["check", "x.json", "--domain", "invoices", "--format", "json"],
    ["check", "x.json", "--domain", "invoices", "--format", "jsonl"],
    ["pack", "list"],
    ["demo"],
    ["repair", "depot.txt", "--domain", "invoices"],
]


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("arguments", WRITING, ids=" ".join)
def test_an_output_without_space(root, tmp_path, arguments):
    (tmp_path / "x.json").write_text('{"total": 1}')
    shutil.copy(root / "domains" / "invoices" / "examples" / "depot.txt", tmp_path)
    with FULL.open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "selfcorrect", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            cwd=tmp_path,
            env=elsewhere(),
        )
    assert (done.returncode, done.stderr) == (
        2,
        "selfcorrect: the output cannot be written: no space left on device\n",
    )


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of Unix closes the output")
def test_an_output_that_is_closed(tmp_path):
    (tmp_path / "x.json").write_text('{"total": 1}')
    script = f"{sys.executable} -m selfcorrect check x.json --domain invoices"
    shell = ["sh", "-c", f"{script} >&-; echo $? >status; {script} >&- 2>&-; echo $? >>status"]
    done = subprocess.run(shell, cwd=tmp_path, env=elsewhere(), capture_output=True, text=True, check=True)
    assert done.stderr == "selfcorrect: the output cannot be written: standard output is closed\n"
    assert (tmp_path / "status").read_text() == "2\n2\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chek", "x"], "Error: No such command 'chek'. Did you mean 'check'?"),
        (["pack", "lnt"], "Error: No such command 'lnt'. Did you mean 'lint'?"),
        (
            ["zzz"],
            "Error: No such command 'zzz'. Known here: 'check', 'demo', 'impact', 'pack', 'repair', 'replay'",
        ),
    ],
)
def test_a_mistyped_command(capsys, arguments, said):
    assert run(arguments) == 2
    assert capsys.readouterr().err.splitlines()[-1] == said


def test_what_names_no_pack_at_all():
    with pytest.raises(TypeError, match="a pack is given by its name or its folder, not by a NoneType"):
        package.load(None)  # type: ignore[arg-type]
