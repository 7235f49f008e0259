"""Speed of checking: `python -m benchmarks.check [--records 400] [--rounds 25] [--starts 20]`.

Needs the extra `bench`. Every number is a ratio to the hand-written function on the same records in the
same run, decoded already; above 1 is faster. What is in it, and what each peer cannot do, say the
modules: `hand`, `records`, `contestants`, `peers`.
"""

import argparse
import decimal
import platform
import sys

from benchmarks import hand
from benchmarks.agreement import pack_and_hand, with_peers
from benchmarks.contestants import CHECK, FROM_BYTES, HAND, ours, peer_contestants
from benchmarks.frozen import HAND_SHA256, digest
from benchmarks.processes import CHECK as START_CHECK
from benchmarks.processes import HELP, NOTHING, peaks, starts
from benchmarks.records import records
from benchmarks.timing import fastest
from selfcorrect.domain.load import load

SHARES = (0, 5, 20, 100)
_COUNTS = (5_000, 20_000)


def main() -> int:
    """Measure and print everything. The status is 0 however it ends, but for a yardstick that changed."""
    given = _arguments()
    if digest() != HAND_SHA256:
        print(f"benchmarks/hand.py is not the frozen one: its sha256 is {digest()}", file=sys.stderr)
        return 2
    decimal.setcontext(hand.CONTEXT)
    domain = load("invoices")
    print(f"hand-written function: benchmarks/hand.py, sha256 {digest()}")
    print(f"pack: {domain.name} {domain.version}, sha256 {domain.digest}")
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.platform()}")
    print(f"{given.records} records, new ones every pass; the fastest of {given.rounds} interleaved rounds\n")
    data = {share: records(given.records, share / 100) for share in SHARES}
    _agree(domain, data)
    contestants = [*ours(domain), *peer_contestants()]
    times = {share: fastest(contestants, data[share], given.rounds) for share in SHARES}
    _table(times)
    # Before the starts are measured, while the disk still holds what a start reads.
    start = starts(given.starts)
    peak = peaks(_COUNTS)
    _processes(start, peak)
    _goals(times, start, peak)
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.check", description=(__doc__ or "").split("\n", 1)[0]
    )
    parser.add_argument("--records", type=int, default=400, help="records of each kind (%(default)s)")
    parser.add_argument("--rounds", type=int, default=25, help="passes of each contestant (%(default)s)")
    parser.add_argument("--starts", type=int, default=20, help="starts of each command (%(default)s)")
    return parser.parse_args()


def _agree(domain: object, data: dict[int, list[bytes]]) -> None:
    for share, items in data.items():
        count = pack_and_hand(domain, items)  # type: ignore[arg-type]
        print(f"{share:3} % faulty: pack and hand-written function agree on all {count} findings")
    for name, given in with_peers(data[100]).items():
        print(f"{name}: {given.given} of the {given.all} findings at 100 %, no other")
    print()


def _table(times: dict[int, dict[str, float]]) -> None:
    print(f"{'ratio to hand-written (higher is faster)':42}" + "".join(f"{share:>8} %" for share in SHARES))
    for name in times[0]:
        ratios = "".join(f"{times[share][HAND] / times[share][name]:10.2f}" for share in SHARES)
        print(f"{name:42}{ratios}   {times[0][name]:7.1f} to {times[100][name]:.1f} µs a record")
    print()


def _processes(start: dict[str, float], peak: list[int]) -> None:
    for name, spent in start.items():
        print(f"{name:42}{spent / start[NOTHING]:10.2f}   {spent:7.1f} ms")
    for count, size in zip(_COUNTS, peak, strict=True):
        print(f"{f'peak memory, {count} records':42}{size / peak[0]:10.2f}   {size / 1024:7.1f} MiB")
    print()


def _goals(times: dict[int, dict[str, float]], start: dict[str, float], peak: list[int]) -> None:
    for share in SHARES:
        _goal(
            f"{CHECK}, {share} % faulty",
            times[share][HAND] / times[share][CHECK],
            0.8 if share == 100 else 1.0,
        )
    for share in SHARES:
        _goal(f"{FROM_BYTES}, {share} %", times[share][HAND] / times[share][FROM_BYTES], 0.45)
    _goal(HELP, start[HELP] / start[NOTHING], 6, at_most=True)
    _goal(START_CHECK, start[START_CHECK] / start[NOTHING], 12, at_most=True)
    _goal("peak memory at four times the records", peak[-1] / peak[0], 1.15, at_most=True)


def _goal(name: str, reached: float, wanted: float, at_most: bool = False) -> None:
    met = reached <= wanted if at_most else reached >= wanted
    print(
        f"{'met    ' if met else 'NOT MET'}  {name}: {reached:.2f}, goal {'≤' if at_most else '≥'} {wanted}"
    )


if __name__ == "__main__":
    sys.exit(main())
