"""A process of its own: checks JSON lines one by one and prints its peak memory in KiB."""

import sys
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec

from selfcorrect.domain.load import load


def main() -> None:
    """Check every record of the file named, count what passes, print the peak."""
    passed = sum(
        report.passed() for report in load("invoices", templates=False).check_many(_lines(sys.argv[1]))
    )
    print(peak(), passed)


def _lines(path: str) -> Iterator[Any]:
    decode = msgspec.json.Decoder(float_hook=Decimal).decode
    with Path(path).open("rb") as lines:
        for line in lines:
            yield decode(line)


def peak() -> int:
    """The most memory, in KiB, that this process has had."""
    # getrusage() counts what the parent held when it made this process; Linux also tells them apart.
    status = Path("/proc/self/status")
    if status.is_file():
        return next(
            int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM")
        )
    from resource import RUSAGE_SELF, getrusage

    return getrusage(RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    main()
