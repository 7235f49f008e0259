"""Worked solutions: `python -m benchmarks.math [--rounds 9] [--list]`.

Speed on the shared real solutions (from `SELFCORRECT_DATA`, or `../shared/data`), beside a plain loop of
regular expressions and Fractions (`hand_math.py`, frozen) over the same texts in the same run; and what is
found: in the shared sets, and in the project's own (`benchmarks/solutions`). With `--list` every error on a
solution that should have none is printed, for a person to judge.
"""

import argparse
import gc
import json
import os
import platform
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from benchmarks.hand_math import false_equations
from selfcorrect.domain.domain import Domain
from selfcorrect.domain.load import load
from selfcorrect.model.report import Report, Violation

ROOT: Final = Path(__file__).resolve().parents[1]
SOLUTIONS: Final = Path(__file__).parent / "solutions"
HAND: Final = Path(__file__).parent / "hand_math.py"
GOAL: Final = 0.3
"""Of the plain loop's speed."""
_EQUATIONS: Final = ("EQUATION_FALSE", "CONVERSION_FALSE")


def main() -> int:
    """Measure and print everything. The status is 0."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.math", description=(__doc__ or "").split("\n", 1)[0]
    )
    parser.add_argument("--rounds", type=int, default=9, help="passes over the texts (%(default)s)")
    parser.add_argument("--list", action="store_true", help="print every error on what should have none")
    given = parser.parse_args()
    domain = load("math_reasoning")
    print(f"pack: {domain.name} {domain.version}, sha256 {domain.digest}")
    print(f"yardstick: {HAND.name}, sha256 {sha256(HAND.read_bytes()).hexdigest()}")
    print(f"{platform.python_implementation()} {platform.python_version()}, one core\n")
    gsm = shared("math-gsm8k-solutions")
    if gsm:
        speed(domain, [row["text"] for row in gsm], given.rounds)
        of_models(domain, gsm, listed=given.list)
    if rows := shared("math-bbm-arith"):
        of_labelled(domain, rows)
    if rows := shared("math-prmbench"):
        of_clean(domain, rows, listed=given.list)
    for name in ("open", "sealed"):
        of_planted(domain, name, listed=given.list)
    return 0


def shared(name: str) -> list[dict[str, Any]]:
    """The rows of a shared set; none where there is none."""
    folder = Path(os.environ.get("SELFCORRECT_DATA") or ROOT.parent / "shared" / "data")
    path = folder / name / "rows.jsonl"
    if not path.is_file():
        print(f"no shared data in {path}: left out")
        return []
    return lines(path)


def lines(path: Path) -> list[dict[str, Any]]:
    """The objects of a JSON-lines file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def speed(domain: Domain, texts: Sequence[str], rounds: int) -> None:
    """Solutions a second, and the ratio to the plain loop: interleaved passes, the fastest of each."""

    def read(text: str) -> object:
        return domain.read(text).verdict

    best = {"read and check": float("inf"), "plain loop": float("inf")}
    passes: dict[str, Callable[[str], object]] = {"read and check": read, "plain loop": false_equations}
    gc.collect()
    gc.freeze()
    for _ in range(rounds):
        for name, one in passes.items():
            start = perf_counter()
            for text in texts:
                one(text)
            best[name] = min(best[name], perf_counter() - start)
    gc.unfreeze()
    for name, spent in best.items():
        print(
            f"{name:16}{len(texts) / spent:8.0f} solutions a second, {spent / len(texts) * 1e6:6.0f} µs each"
        )
    ratio = best["plain loop"] / best["read and check"]
    print(f"ratio: {ratio:.2f} x the plain loop; goal {GOAL}: {'met' if ratio >= GOAL else 'not met'}\n")


def errors(report: Report, codes: Sequence[str] = ()) -> list[Violation]:
    """The errors of a report, of some codes or of all."""
    return [one for one in report.violations if one.severity == "error" and (not codes or one.code in codes)]


def step_of(violation: Violation) -> int | None:
    """The number of the step, from 0, that an error stands in."""
    path = violation.path
    return int(path.partition("[")[2].partition("]")[0]) if path.startswith("steps[") else None


def of_models(domain: Domain, rows: list[dict[str, Any]], *, listed: bool) -> None:
    """Solutions of models: errors where the answer is right, and of the equations labelled false those
    found.
    """
    labels: dict[str, list[dict[str, Any]]] = {}
    for label in lines(SOLUTIONS / "gsm8k_labels.jsonl"):
        labels.setdefault(label["id"], []).append(label)
    reports = {row["id"]: domain.read(row["text"]) for row in rows}
    right = [row for row in rows if row["final_answer_correct"]]
    raised = [row for row in right if errors(reports[row["id"]])]
    told = [row for row in raised if row["id"] not in labels]
    print(
        f"{len(rows)} solutions of models: {len(right)} with the right answer, errors in {len(raised)},"
        f"\n  {len(told)} of these not labelled as having a false equation"
    )
    for row in told if listed else ():
        show(row["id"], reports[row["id"]])
    sure = [name for name, some in labels.items() if any(label["sure"] for label in some)]
    for name, names in (("surely", sure), ("surely or perhaps", list(labels))):
        found = sum(1 for one in names if errors(reports[one], _EQUATIONS))
        print(f"  {name} with a false equation: {len(names)}, found in {found} ({found / len(names):.1%})")
    for one in sure if listed else ():
        if not errors(reports[one], _EQUATIONS):
            print(f"    not found: {one}, lines {[label['line'] for label in labels[one]]}")
    print()


def of_labelled(domain: Domain, rows: list[dict[str, Any]]) -> None:
    """Traces with the step of the first mistake: whether the first violation stands in it."""
    trusted = [row for row in rows if row["label_trust"] == "ok"]
    wrong = [row for row in trusted if row["mistake_index"] is not None]
    clean = [row for row in trusted if row["mistake_index"] is None]
    hits = 0
    for row in wrong:
        found = errors(domain.check({"steps": row["steps"]}))
        hits += (
            min((step for one in found if (step := step_of(one)) is not None), default=None)
            == row["mistake_index"]
        )
    print(
        f"{len(wrong)} traces labelled wrong: first error in the labelled step in {hits} "
        f"({hits / len(wrong):.1%})"
    )
    for row in clean:
        report = domain.check({"steps": row["steps"]})
        if errors(report):
            show(row["id"], report)
    print(f"  {len(clean)} labelled clean; errors in them are those above\n")


def of_clean(domain: Domain, rows: list[dict[str, Any]], *, listed: bool) -> None:
    """Steps that should be free of errors, and the same with a mistake put in by a model."""
    raised = [row for row in rows if errors(domain.check({"steps": row["clean_steps"]}))]
    print(
        f"{len(rows)} clean solutions of competitions: errors in {len(raised)} "
        f"({len(raised) / len(rows):.1%})"
    )
    for row in raised if listed else ():
        show(row["id"], domain.check({"steps": row["clean_steps"]}))
    found = sum(1 for row in rows if errors(domain.check({"steps": row["steps"]})))
    print(f"  the same with mistakes of any kind: errors in {found}\n")


def of_planted(domain: Domain, name: str, *, listed: bool) -> None:
    """The project's own solutions, half of them with one planted error."""
    rows = lines(SOLUTIONS / f"{name}.jsonl")
    reports = [domain.read(f"Problem: {row['problem']}\nSolution:\n{row['text']}") for row in rows]
    both = list(zip(rows, reports, strict=True))
    hit = [row for row, report in both if not row["sound"] and errors(report)]
    alarms = [(row, report) for row, report in both if row["sound"] and errors(report)]
    planted = [row for row in rows if not row["sound"]]
    found = len(hit) + len(alarms)
    print(f"{name}: {len(rows)} solutions, {len(planted)} with a planted error")
    precision = len(hit) / found if found else 1
    print(
        f"  recall {len(hit) / len(planted):.1%} ({len(hit)}), precision {precision:.1%} "
        f"({len(alarms)} false alarms)"
    )
    for kind in sorted({row["error"]["kind"] for row in planted}):
        of_kind = [row for row in planted if row["error"]["kind"] == kind]
        print(f"  {kind}: {sum(row in hit for row in of_kind)} of {len(of_kind)}")
    for row, report in alarms if listed else ():
        show(row["id"], report)
    for row in planted if listed else ():
        if row not in hit:
            print(f"    not found: {row['id']}: {row['error']['what']}")
    print()


def show(name: str, report: Report) -> None:
    """The errors of a report, one a line."""
    for one in errors(report):
        print(f"    {name}: {one.code} at {one.path}: {one.message}")


if __name__ == "__main__":
    raise SystemExit(main())
