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
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, Final

import msgspec
from msgspec import Struct

from benchmarks.ledgers import TODAY, Ledger, adjacency, faulty, ringed, sound
from benchmarks.processes import ROOT
from benchmarks.tangles import OURS, PEER, SOUGHT, beside_networkx
from selfcorrect.domain.domain import Domain
from selfcorrect.domain.load import load
from selfcorrect.model.report import Report

KINDS: Final = {"sound": sound, "1 % with a fault": faulty, "1 % on rings": ringed}
FORMS: Final = {"JSON lines": ".jsonl", "CSV": ".csv"}
GROWTH: Final = 1.5
RATIO: Final = 1.0
_ROWS: Final = 20_000
"""Rows of a round at least: of small ledgers several are checked in one."""


def main() -> int:
    """Measure and print everything. The status is 0; it fails where something is found that should not be."""
    given = _arguments()
    domain = load("ledger_plans", templates=False)
    print(f"pack: {domain.name} {domain.version}, sha256 {domain.digest}")
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.platform()}, one core")
    print(f"CPU time of the fastest of {given.rounds} rounds, inputs of its own; what is found is asserted\n")
    small, large = min(given.sizes), max(given.sizes)
    graph = of_graph(large, given.rounds)
    with TemporaryDirectory() as folder:
        known = contests(domain, given.sizes, Path(folder))
        times = fastest(known, given.rounds)
        memory = {size: peaks(Path(folder), size) for size in given.sizes}
    print_growth(times, small, large)
    print_rates(times, memory)
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


class Contest(Struct, frozen=True):
    """What is timed: inputs that `make` makes, new ones every time, and that `check` checks."""

    ledger: Ledger
    make: Callable[[], Any]
    check: Callable[[Any], Report]


def contests(domain: Domain, sizes: Sequence[int], folder: Path) -> dict[tuple[int, str], Contest]:
    """Every ledger in memory, and those with faults from files, by size and name."""
    found = {}
    for size in sizes:
        for kind, made in KINDS.items():
            ledger = made(size)
            make = partial(msgspec.json.decode, ledger.as_json())
            found[size, kind] = Contest(ledger, make, partial(domain.check, today=TODAY))
        ledger = faulty(size)
        for form, text in (("JSON lines", ledger.as_lines()), ("CSV", ledger.as_csv())):
            name = f"{size}{FORMS[form]}"
            (folder / name).write_text(text)
            read = partial(domain.read_file, today=TODAY)
            found[size, form] = Contest(ledger, partial(Path, folder, name), read)
    return found


def fastest(known: dict[tuple[int, str], Contest], rounds: int) -> dict[tuple[int, str], float]:
    """Microseconds a row of the fastest round of each, taken in turn, so that large and small ones have the
    same neighbours on the machine.
    """
    best: dict[tuple[int, str], float] = {}
    for _ in range(rounds):
        for name, contest in known.items():
            spent = one_round(contest)
            best[name] = min(spent, best.get(name, spent))
    return best


def one_round(contest: Contest) -> float:
    """Microseconds a row, the findings told; only garbage of the round is collected.

    Raises AssertionError for findings that are not those expected.
    """
    rows, expected = len(contest.ledger.rows), contest.ledger.expected
    given = [contest.make() for _ in range(max(1, _ROWS // rows))]
    gc.collect()
    gc.freeze()
    start = process_time()
    found = [Counter(one.code for one in contest.check(each).violations) for each in given]
    spent = process_time() - start
    gc.unfreeze()
    assert found == [expected] * len(given), f"found {found[0]}, and should have {expected}"
    return spent / len(given) / rows * 1e6


def peaks(folder: Path, size: int) -> dict[str, int]:
    """Peak memory, in KiB, of reading and checking a ledger in a process of its own, and of none."""
    paths = {form: folder / f"{size}{suffix}" for form, suffix in FORMS.items()}
    found = {f"read from {form}": _peak(path) for form, path in paths.items()}
    lines = paths["JSON lines"].stat().st_size // 1024
    return {"the pack alone": _peak(), **found, "the file of JSON lines itself": lines}


def _peak(*paths: Path) -> int:
    command = [sys.executable, "-m", "benchmarks.child_plans", *map(str, paths)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True)
    return int(done.stdout.split()[0])


def print_growth(times: dict[tuple[int, str], float], small: int, large: int) -> None:
    """How the time a row grows."""
    print(f"time a row, {large:,} rows beside {small:,} (lower is better)")
    for size, name in times:
        if size == large:
            print(f"{times[large, name] / times[small, name]:6.2f}  {_named(name)}")
    print()


def print_rates(times: dict[tuple[int, str], float], memory: dict[int, dict[str, int]]) -> None:
    """Rows a second, and memory."""
    print(f"{'rows a second':34}" + "".join(f"{size:>12,}" for size in memory))
    for name in (*KINDS, *FORMS):
        print(f"{_named(name):34}" + "".join(f"{1e6 / times[size, name]:12,.0f}" for size in memory))
    print(f"\n{'peak memory, MiB':34}" + "".join(f"{size:>12,}" for size in memory))
    for name in next(iter(memory.values())):
        print(f"{name:34}" + "".join(f"{one[name] / 1024:12,.1f}" for one in memory.values()))
    print()


def _named(name: str) -> str:
    return f"read from {name}" if name in FORMS else f"in memory, {name}"


def goal(name: str, reached: float, wanted: float, *, at_most: bool = False) -> None:
    """Whether a goal is met."""
    met = reached <= wanted if at_most else reached >= wanted
    said = "met    " if met else "NOT MET"
    print(f"{said}  {name}: {reached:.2f}, goal {'≤' if at_most else '≥'} {wanted}")


if __name__ == "__main__":
    sys.exit(main())
