"""What a whole process costs: its start, and its memory as records grow in number."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from benchmarks.records import records

ROOT: Final = Path(__file__).resolve().parent.parent
NOTHING: Final = "python -c pass"
HELP: Final = "selfcorrect --help"
CHECK: Final = "selfcorrect check of a short document"
_DOCUMENT: Final = "domains/invoices/examples/bakery.txt"
_COMMANDS: Final = {
    NOTHING: ("-c", "pass"),
    "python -c 'import click'": ("-c", "import click"),
    HELP: ("-m", "selfcorrect", "--help"),
    CHECK: ("-m", "selfcorrect", "check", _DOCUMENT, "--domain", "invoices"),
}


def starts(times: int) -> dict[str, float]:
    """Milliseconds of each command's fastest of so many runs, taken in turn. The pack is compiled before."""
    best: dict[str, float] = {}
    for turn in range(times + 1):
        for name, arguments in _COMMANDS.items():
            start = perf_counter()
            done = subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, check=False)
            spent = (perf_counter() - start) * 1e3
            if done.returncode:
                raise RuntimeError(f"{name} ends with {done.returncode}: {done.stderr.decode()}")
            if turn:
                best[name] = min(spent, best.get(name, spent))
    return best


def peaks(counts: tuple[int, ...]) -> list[int]:
    """Peak memory, in KiB, of checking so many records as JSON lines, in a process each."""
    with TemporaryDirectory() as folder:
        return [_peak(Path(folder) / f"{count}.jsonl", count) for count in counts]


def _peak(path: Path, count: int) -> int:
    with path.open("wb") as lines:
        lines.writelines(_repeated(count))
    command = [sys.executable, "-m", "benchmarks.child", str(path)]
    return int(subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.split()[0])


def _repeated(count: int) -> Iterator[bytes]:
    some = records(1000, 0.2)
    return (some[number % len(some)] + b"\n" for number in range(count))
