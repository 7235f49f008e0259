"""The wheel holds what it needs: it checks an invoice from an empty folder, with no checkout in sight."""

import subprocess
import sys
import zipfile

import pytest

pytest.importorskip("hatchling", reason="wheels are built with hatchling, from the extra `dev`")


@pytest.fixture(scope="session")
def installed(root, tmp_path_factory):
    """A folder with the wheel unpacked in it."""
    folder = tmp_path_factory.mktemp("wheel")
    built = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(built, cwd=root, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


@pytest.fixture
def command(installed, tmp_path):
    """`selfcorrect …` as installed, in an empty folder."""
    code = f"import sys; sys.path.insert(0, {str(installed)!r}); from selfcorrect.cli.main import run; sys.exit(run(sys.argv[1:]))"

    def call(*arguments, stdin=b""):
        started = [sys.executable, "-P", "-c", code, *arguments]
        return subprocess.run(started, cwd=tmp_path, input=stdin, capture_output=True, check=False)

    return call


def test_it_checks_an_invoice(root, command):
    invoice = (root / "domains" / "invoices" / "examples" / "shelving-wrong-total.txt").read_bytes()
    done = command("check", "-", "--as", "document", "--domain", "invoices", stdin=invoice)
    assert done.returncode == 1
    assert b"error[TOTAL_MISMATCH]" in done.stdout
    assert done.stderr == b""


def test_it_knows_the_same_packs(root, installed, command):
    names = sorted(path.name for path in (root / "domains").iterdir() if (path / "pack.yaml").is_file())
    listed = command("pack", "list").stdout.decode().splitlines()
    assert [line.split()[0] for line in listed] == names
    assert (installed / "selfcorrect" / "_data" / "rules").is_dir()
    assert (installed / "selfcorrect" / "py.typed").is_file()
