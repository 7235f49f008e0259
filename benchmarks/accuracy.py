"""How much of real documents is read, and how often silently wrong: `python -m benchmarks.accuracy [SET…]`.

Sets are the shared ones (from `SELFCORRECT_DATA`, or `../shared/data`), and `open` and `sealed`, the fresh
ones under `tests/reading/fresh`. For each it prints, field by field, how many of the values that a document
prints are read right, the verdicts, and every silent error: a verdict of pass on a value that is wrong or
on figures that do not add up. `--verbose` says what is missing and what is wrong, document by document.
"""

import argparse
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal, InvalidOperation
from functools import partial
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, field

from selfcorrect.domain.domain import Domain
from selfcorrect.domain.load import load

ROOT: Final = Path(__file__).resolve().parents[1]
FRESH: Final = ROOT / "tests" / "reading" / "fresh"
FIELDS: Final = (
    "total",
    "date",
    "currency",
    "invoice_number",
    "vendor",
    "customer",
    "due_date",
    "subtotal",
    "net",
    "tax",
    "prepaid",
    "rounding",
    "amount_due",
    "line_items",
)
COLUMNS: Final = ("quantity", "unit_price", "amount")


class Truth(Struct, frozen=True):
    """A document with what it says: by field the values that are right (several where it leaves that open);
    `mistaken` where its own figures do not add up.
    """

    name: str
    text: str
    values: dict[str, tuple[Any, ...]]
    mistaken: bool = False


class Score(Struct):
    """What became of a set's documents."""

    documents: int = 0
    printed: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    silent: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, domain: Domain, truth: Truth) -> None:
        """Read a document and compare."""
        report = domain.read(truth.text)
        self.documents += 1
        self.verdicts[report.verdict] += 1
        wrong = []
        for name, values in truth.values.items():
            found = report.candidate.get(name)
            self.printed[name] += 1
            if any(_same(name, found, value) for value in values):
                self.right[name] += 1
                continue
            self.notes.append(f"{truth.name}: {name}: {_told(found)}, should be {_told(values[0])}")
            if found not in (None, []):
                wrong.append(name)
        if report.passed() and (wrong or truth.mistaken):
            self.silent.append(f"{truth.name}: {', '.join(wrong) or 'its figures do not add up'}")


def score(name: str, domain: Domain) -> Score:
    """The score of a set by its name, or of a folder; no documents where a set is not here.

    Raises NotADirectoryError for what is neither.
    """
    if name not in SETS and not Path(name).is_dir():
        raise NotADirectoryError(name)
    found = Score()
    for truth in SETS.get(name, partial(_folder, Path(name)))():
        found.add(domain, truth)
    return found


def _same(name: str, found: Any, value: Any) -> bool:
    if name == "line_items":
        rows = found or []
        return len(rows) == len(value) and all(map(_same_row, rows, value))
    return bool(_plain(found) == _plain(value))


def _same_row(row: dict[str, Any], truth: dict[str, Any]) -> bool:
    return all(
        _plain(row.get(name)) == _plain(truth[name]) for name in COLUMNS if truth.get(name) is not None
    )


def _plain(value: Any) -> Any:
    """Numbers as numbers, texts without case and with single spaces."""
    try:
        return Decimal(str(value))
    except InvalidOperation:
        return " ".join(str(value).split()).casefold()


def _told(value: Any) -> str:
    if not isinstance(value, list):
        return str(value)
    return "; ".join(" ".join(str(row.get(name, "-")) for name in COLUMNS) for row in value) or "no rows"


def _rows(name: str) -> Iterator[dict[str, Any]]:
    folder = Path(os.environ.get("SELFCORRECT_DATA") or ROOT.parent / "shared" / "data")
    path = folder / name / "rows.jsonl"
    if path.is_file():
        with path.open(encoding="utf-8") as lines:
            yield from (json.loads(line, parse_float=Decimal) for line in lines if line.strip())


def _zugferd() -> Iterator[Truth]:
    # The record has a prepaid amount and so on of 0 where the page prints none.
    named = {"due_date": "due", "amount_due": "due_amount", "customer": "", "rounding": "", "prepaid": ""}
    for row in _rows("invoices-zugferd-pdf"):
        record = row["record"]
        values = {name: record.get(named.get(name, name)) for name in FIELDS}
        yield Truth(row["path"].rpartition("/")[2], row["text"], _given(values))


def _generated() -> Iterator[Truth]:
    for row in _rows("invoices-sugeerth"):
        yield Truth(row["id"], row["text"], _given(row["expect"]))


def _templates() -> Iterator[Truth]:
    named = {"total": "amount", "net": "amount_untaxed"}
    for row in _rows("invoices-invoice2data"):
        said = row["expect"][0]
        wanted = ("total", "net", "date", "currency", "invoice_number")
        yield Truth(
            row["id"], row["text"], _given({name: said.get(named.get(name, name)) for name in wanted})
        )


def _folder(folder: Path) -> Iterator[Truth]:
    import yaml

    for path in sorted(folder.glob("*.txt")):
        said = yaml.load(path.with_suffix(".yaml").read_text(encoding="utf-8"), yaml.BaseLoader)  # noqa: S506 all text
        values = _given({name: said.get(name) for name in FIELDS})
        either = {
            name: tuple(said[f"{name}_either"]) for name in ("total", "date") if f"{name}_either" in said
        }
        if "date" in either:
            # Undecidable: null is right, and either day is.
            either["date"] = (None, *either["date"])
        yield Truth(path.stem, path.read_text(encoding="utf-8"), values | either, "mistake" in said)


def _given(values: dict[str, Any]) -> dict[str, tuple[Any, ...]]:
    return {name: (value,) for name, value in values.items() if value is not None}


SETS: Final[dict[str, Callable[[], Iterator[Truth]]]] = {
    "invoices-zugferd-pdf": _zugferd,
    "invoices-sugeerth": _generated,
    "invoices-invoice2data": _templates,
    **{name: partial(_folder, FRESH / name) for name in ("open", "sealed", "mails", "pdfs", "mixed")},
}


def main() -> int:
    """Print the scores. The status is 1 if there is a silent error."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.accuracy", description=(__doc__ or "").split("\n", 1)[0]
    )
    parser.add_argument(
        "sets", nargs="*", metavar="SET", help=f"of {', '.join(SETS)}, or a folder; all sets if none is given"
    )
    parser.add_argument("--verbose", action="store_true", help="say what is missing and wrong")
    given = parser.parse_args()
    unknown = [name for name in given.sets if name not in SETS and not Path(name).is_dir()]
    if unknown:
        parser.error(f"there is no set or folder {unknown[0]}; the sets are {', '.join(SETS)}")
    domain = load("invoices")
    scores = {name: score(name, domain) for name in given.sets or SETS}
    for name, found in scores.items():
        _print(name, found, verbose=given.verbose)
    return 1 if any(found.silent for found in scores.values()) else 0


def _print(name: str, found: Score, *, verbose: bool) -> None:
    verdicts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(found.verdicts.items()))
    print(f"{name}: {found.documents} documents; {verdicts}; {len(found.silent)} silent errors")
    fields = (f"{one} {found.right[one]}/{found.printed[one]}" for one in FIELDS if found.printed[one])
    print(f"  right of those printed: {', '.join(fields)}")
    for line in [*found.silent, *(found.notes if verbose else ())]:
        print(f"  {line}")


if __name__ == "__main__":
    raise SystemExit(main())
