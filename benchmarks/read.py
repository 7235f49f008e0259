"""Speed of reading: `python -m benchmarks.read [--rounds 15]`.

Reads the shared real documents (from `SELFCORRECT_DATA`, or `../shared/data`; without them the examples of
the invoices pack) and prints documents and pages a second on one core, where the time goes, and how it
grows with the length of a document. A page is what a form feed or a printed page number ends, at least one.
"""

import argparse
import gc
import json
import os
import platform
import re
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Final

from msgspec import Struct

from selfcorrect.domain.domain import Domain
from selfcorrect.domain.load import load
from selfcorrect.reading.choosing.choose import Judge
from selfcorrect.reading.fields.labelled import find_offers
from selfcorrect.reading.lists.find import find_lists
from selfcorrect.reading.read import read
from selfcorrect.reading.scan import Scan

ROOT: Final = Path(__file__).resolve().parents[1]
SETS: Final = ("invoices-zugferd-pdf", "invoices-sugeerth", "invoices-invoice2data", "invoices-xml")
GOAL: Final = 200
"""Pages a second."""
LENGTHS: Final = (100, 1_000, 10_000)
"""Rows of the documents that growth is measured with."""

_PAGE: Final = re.compile(r"(?im)\f|^\W*(?:page|seite|página|pagina)\b[^\n]{0,200}[0-9]")


class Work(Struct, frozen=True):
    """A set's texts and how many pages they have."""

    name: str
    texts: tuple[str, ...]
    pages: int


def main() -> int:
    """Measure and print everything. The status is 0."""
    given = _arguments()
    domain = load("invoices")
    print(f"pack: {domain.name} {domain.version}, sha256 {domain.digest}")
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.platform()}")
    print(f"one core, the fastest of {given.rounds} passes\n")
    works = _works()
    for work in works:
        _speed(domain, work, given.rounds)
    texts = tuple(text for work in works for text in work.texts)
    everything = Work("all of them", texts, sum(work.pages for work in works))
    pages = _speed(domain, everything, given.rounds)
    print(f"goal: {GOAL} pages a second: {'met' if pages >= GOAL else 'not met'}\n")
    _phases(domain, texts, given.rounds)
    _growth(domain, given.rounds)
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.read", description=(__doc__ or "").split("\n", 1)[0]
    )
    parser.add_argument("--rounds", type=int, default=15, help="passes over each set (%(default)s)")
    return parser.parse_args()


def _works() -> tuple[Work, ...]:
    folder = Path(os.environ.get("SELFCORRECT_DATA") or ROOT.parent / "shared" / "data")
    found = []
    for name in SETS:
        path = folder / name / "rows.jsonl"
        if path.is_file():
            rows = path.read_text(encoding="utf-8").splitlines()
            found.append(_work(name, tuple(json.loads(row)["text"] for row in rows if row.strip())))
    if found:
        return tuple(found)
    print(f"no shared data in {folder}: the pack's examples are read instead", file=sys.stderr)
    examples = sorted((ROOT / "domains" / "invoices" / "examples").glob("*.txt"))
    return (_work("examples", tuple(path.read_text(encoding="utf-8") for path in examples)),)


def _work(name: str, texts: tuple[str, ...]) -> Work:
    return Work(name, texts, sum(max(1, len(_PAGE.findall(text))) for text in texts))


def _fastest(run: Callable[[], object], rounds: int) -> float:
    """Seconds of the fastest of several runs."""
    best = float("inf")
    for _ in range(rounds):
        gc.collect()
        start = perf_counter()
        run()
        best = min(best, perf_counter() - start)
    return best


def _each(one: Callable[[str], object], texts: Iterable[str]) -> None:
    for text in texts:
        one(text)


def _speed(domain: Domain, work: Work, rounds: int) -> float:
    """Prints a set's speed; gives its pages a second."""
    spent = _fastest(partial(_each, domain.read, work.texts), rounds)
    documents, pages = len(work.texts) / spent, work.pages / spent
    print(f"{work.name:24}{len(work.texts):4} documents, {work.pages:3} pages:", end="")
    print(f"{documents:8.0f} documents, {pages:6.0f} pages a second")
    return pages


def _phases(domain: Domain, texts: tuple[str, ...], rounds: int) -> None:
    """Prints where the time goes: what each step adds to those before it."""
    ready = domain.made.ready
    if ready is None:
        return
    judge = Judge(domain.rules.weigh, domain.rules.reach, domain.rules.compiled.equations)

    def fields(text: str) -> object:
        scan = Scan(ready, text)
        found = [lists for spec in ready.lists if (lists := find_lists(scan, spec))]
        scan.taken = frozenset(line for lists in found for line in lists[0].lines)
        return find_offers(scan)

    def lists(text: str) -> object:
        scan = Scan(ready, text)
        return [find_lists(scan, spec) for spec in ready.lists]

    steps: dict[str, Callable[[str], object]] = {
        "lines and phrases": lambda text: Scan(ready, text),
        "lists": lists,
        "fields": fields,
        "choosing by labels": lambda text: read(ready, text),
        "choosing by rules": lambda text: read(ready, text, judge),
        "checking": domain.read,
    }
    times = {name: _fastest(partial(_each, step, texts), rounds) for name, step in steps.items()}
    whole, before = times["checking"], 0.0
    print(f"where the time goes ({whole / len(texts) * 1e3:.2f} ms a document)")
    for name, spent in times.items():
        print(f"  {name:24}{(spent - before) / whole:6.0%}")
        before = spent
    print()


def _growth(domain: Domain, rounds: int) -> None:
    """Prints the time a line takes in documents of very different lengths."""
    print("growth: microseconds a line")
    per_line = []
    for rows in LENGTHS:
        text = _long(rows)
        lines = text.count("\n")
        per_line.append(_fastest(partial(domain.read, text), max(1, rounds * LENGTHS[0] // rows)) / lines)
        print(f"  {lines:7,} lines{per_line[-1] * 1e6:8.1f}")
    print(f"  the longest to the shortest: {per_line[-1] / per_line[0]:.2f} times as long a line")


def _long(rows: int) -> str:
    """An invoice with many rows, notes between them, and pages."""
    lines = ["Rowan Joinery Ltd", "Invoice number: 2025-118", "Date: 2025-05-09", "Currency: GBP", ""]
    heading = f"{'Description':40}{'Qty':>6}{'Unit price':>14}{'Amount':>14}"
    lines.append(heading)
    for row in range(rows):
        lines.append(f"{f'Oak shelf no. {row}':40}{row % 7 + 1:>6}{'12.50':>14}{(row % 7 + 1) * 12.5:>14.2f}")
        if row % 40 == 39:
            lines += ["", f"Page {row // 40 + 1}", heading]
    total = sum((row % 7 + 1) * 12.5 for row in range(rows))
    return "\n".join([*lines, "", f"Subtotal  {total:.2f}", "VAT 0%  0.00", f"Total  {total:.2f}", ""])


if __name__ == "__main__":
    raise SystemExit(main())
