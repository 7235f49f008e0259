"""Plans and work ledgers: `python -m benchmarks.plans [--sizes 1000 10000 100000] [--rounds 3]`.

Needs the extra `bench`. All rules of the pack `ledger_plans` on ledgers with three references a row (see
`ledgers`), in one process: rows a second, how the time a row grows with their number, memory, reading from
files; and beside networkx the part that is about graphs alone (see `tangles`). What is found is asserted.
"""

import argparse
import gc
import platform
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

import msgspec

from benchmarks.ledgers import TODAY, Ledger, adjacency, faulty, ringed, sound
from benchmarks.processes import ROOT
from benchmarks.tangles import OURS, PEER, SOUGHT, beside_networkx
from selfcorrect.domain.domain import Domain
from selfcorrect.domain.load import load
from selfcorrect.model.report import Report

KINDS: Final = {"sound": sound, "1 % with a fault": faulty, "1 % on rings": ringed}
GROWTH: Final = 1.5
RATIO: Final = 1.0
_ROWS: Final = 30_000
"""Rows that are timed of every kind at least: small ledgers have more rounds."""


def main() -> int:
    """Measure and print everything. The status is 0; it fails where something is found that should not be."""
    given = _arguments()
    domain = load("ledger_plans", templates=False)
    print(f"pack: {domain.name} {domain.version}, sha256 {domain.digest}")
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.platform()}, one core")
    print(f"the fastest of {given.rounds} rounds, new records every time; what is found is asserted\n")
    small, large = min(given.sizes), max(given.sizes)
    graph = of_graph(large, given.rounds)
    times = {
        (size, kind): checked(domain, KINDS[kind](size), given.rounds)
        for size in given.sizes
        for kind in KINDS
    }
    read = {size: from_files(domain, size, given.rounds) for size in given.sizes}
    memory = {size: peaks(size) for size in given.sizes}
    print_growth(times, read, small, large)
    print_rates(times, read, memory)
    goal(f"networkx beside, {large:,} rows, making the graph included", graph[0], RATIO)
    goal(f"networkx beside, {large:,} rows, the graph made before", graph[1], RATIO)
    for kind in KINDS:
        growth = times[large, kind] / times[small, kind]
        goal(f"time a row, {small:,} to {large:,} rows, {kind}", growth, GROWTH, at_most=True)
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.plans", description=(__doc__ or "").split("\n", 1)[0]
    )
    sizes = {"type": int, "nargs": "+", "default": [1_000, 10_000, 100_000]}
    parser.add_argument("--sizes", **sizes, help="rows, multiples of a thousand (%(default)s)")  # type: ignore[arg-type]
    parser.add_argument("--rounds", type=int, default=3, help="passes of each contestant (%(default)s)")
    return parser.parse_args()


def of_graph(size: int, rounds: int) -> tuple[float, float]:
    """networkx's time over ours, with making the graph and without. Prints the parts."""
    graph = adjacency(ringed(size).rows)
    times = beside_networkx(graph, rounds)
    ours, peer = times[OURS], times[PEER]
    edges = sum(map(len, graph))
    print(f"{len(graph):,} rows, {edges:,} references: rings, and what leads to {SOUGHT} rows")
    print(f"{'ratio to networkx (higher is faster)':42}{'ours':>12}{'networkx':>12}")
    for name, one, other in (
        ("all", ours.all, peer.all),
        ("rings and closures, the graph made before", ours.all - ours.build, peer.all - peer.build),
        ("making the graph", ours.build, peer.build),
        ("rings", ours.rings, peer.rings),
        ("closures", ours.closures, peer.closures),
    ):
        print(f"{other / one:6.2f}  {name:34}{one * 1e3:9.1f} ms{other * 1e3:9.1f} ms")
    print()
    return peer.all / ours.all, (peer.all - peer.build) / (ours.all - ours.build)


def checked(domain: Domain, ledger: Ledger, rounds: int) -> float:
    """Microseconds a row of all rules, the findings told, in memory."""
    decode = partial(msgspec.json.decode, ledger.as_json())
    return fastest(decode, partial(domain.check, today=TODAY), ledger, rounds)


def from_files(domain: Domain, size: int, rounds: int) -> dict[str, float]:
    """Microseconds a row of reading a ledger from a file and checking it, by form."""
    ledger = faulty(size)
    found = {}
    with TemporaryDirectory() as folder:
        for form, name, text in (
            ("JSON lines", "plan.jsonl", ledger.as_lines()),
            ("CSV", "plan.csv", ledger.as_csv()),
        ):
            (Path(folder) / name).write_text(text)
            read = partial(domain.read_file, today=TODAY)
            found[form] = fastest(partial(Path, folder, name), read, ledger, rounds)
    return found


def fastest(make: Callable[[], Any], check: Callable[[Any], Report], ledger: Ledger, rounds: int) -> float:
    """Microseconds a row of the fastest round, each on an input of its own, the findings told; only garbage
    of the round is collected. Raises AssertionError for findings that are not those expected.
    """
    best = float("inf")
    for _ in range(max(rounds, _ROWS // len(ledger.rows))):
        given = make()
        gc.collect()
        gc.freeze()
        start = perf_counter()
        report = check(given)
        found = Counter(violation.code for violation in report.violations)
        best = min(best, perf_counter() - start)
        gc.unfreeze()
        assert found == ledger.expected, f"found {found}, and should have {ledger.expected}"
        assert not report.not_evaluated, report.not_evaluated[:3]
    return best / len(ledger.rows) * 1e6


def peaks(size: int) -> dict[str, int]:
    """Peak memory, in KiB, of reading and checking a ledger in a process of its own, and of none."""
    ledger = faulty(size)
    with TemporaryDirectory() as folder:
        lines, table = Path(folder) / "plan.jsonl", Path(folder) / "plan.csv"
        lines.write_text(ledger.as_lines())
        table.write_text(ledger.as_csv())
        return {
            "nothing": _peak(),
            "JSON lines": _peak(lines),
            "CSV": _peak(table),
            "file": lines.stat().st_size // 1024,
        }


def _peak(*paths: Path) -> int:
    command = [sys.executable, "-m", "benchmarks.child_plans", *map(str, paths)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True)
    return int(done.stdout.split()[0])


def print_growth(
    times: dict[tuple[int, str], float], read: dict[int, dict[str, float]], small: int, large: int
) -> None:
    """How the time a row grows."""
    print(f"time a row, {large:,} rows beside {small:,} (lower is better)")
    for kind in KINDS:
        print(f"{times[large, kind] / times[small, kind]:6.2f}  in memory, {kind}")
    for form in read[large]:
        print(f"{read[large][form] / read[small][form]:6.2f}  read from {form}")
    print()


def print_rates(
    times: dict[tuple[int, str], float],
    read: dict[int, dict[str, float]],
    memory: dict[int, dict[str, int]],
) -> None:
    """Rows a second, and memory."""
    print(f"{'rows a second':34}" + "".join(f"{size:>12,}" for size in read))
    for kind in KINDS:
        print(f"{f'in memory, {kind}':34}" + "".join(f"{1e6 / times[size, kind]:12,.0f}" for size in read))
    for form in ("JSON lines", "CSV"):
        print(f"{f'read from {form}':34}" + "".join(f"{1e6 / read[size][form]:12,.0f}" for size in read))
    print(f"\n{'peak memory, MiB':34}" + "".join(f"{size:>12,}" for size in memory))
    for form in ("nothing", "JSON lines", "CSV"):
        name = "the pack alone" if form == "nothing" else f"read from {form}"
        print(f"{name:34}" + "".join(f"{one[form] / 1024:12,.1f}" for one in memory.values()))
    print(
        f"{'the file of JSON lines itself':34}"
        + "".join(f"{one['file'] / 1024:12,.1f}" for one in memory.values())
    )
    print()


def goal(name: str, reached: float, wanted: float, *, at_most: bool = False) -> None:
    """Whether a goal is met."""
    met = reached <= wanted if at_most else reached >= wanted
    said = "met    " if met else "NOT MET"
    print(f"{said}  {name}: {reached:.2f}, goal {'≤' if at_most else '≥'} {wanted}")


if __name__ == "__main__":
    sys.exit(main())
