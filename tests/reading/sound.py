"""Documents that pass as they are: the pack's examples, the open fresh ones and the shared ones."""

import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

from msgspec import Struct

from selfcorrect.domain.domain import Domain

SETS = ("invoices-zugferd-pdf", "invoices-sugeerth", "invoices-xml")


class Sound(Struct, frozen=True):
    """A document, its total, and the lines that print it: its own, and its label's where that is another."""

    name: str
    text: str
    total: Decimal
    total_lines: str


def sound_documents(domain: Domain, root: Path, data: Path) -> tuple[Sound, ...]:
    """Every document at hand that passes."""
    found = (_sound(domain, name, text) for name, text in _texts(root, data))
    return tuple(document for document in found if document)


def _texts(root: Path, data: Path) -> Iterator[tuple[str, str]]:
    folders = (root / "domains" / "invoices" / "examples", root / "tests" / "reading" / "fresh" / "open")
    for folder in folders:
        for path in sorted(folder.glob("*.txt")):
            yield path.name, path.read_text(encoding="utf-8")
    for name in SETS:
        path = data / name / "rows.jsonl"
        if path.is_file():
            rows = path.read_text(encoding="utf-8").splitlines()
            yield from ((f"{name} {number}", json.loads(row)["text"]) for number, row in enumerate(rows))


def _sound(domain: Domain, name: str, text: str) -> Sound | None:
    report = domain.read(text, explain=True)
    if not report.passed():
        return None
    span = report.spans["total"]
    field = next(field for field in report.readings if field.path == "total")
    label = field.readings[field.taken or 0].label
    start = text.rfind("\n", 0, span.start) + 1
    if label and label.split()[0] not in text[start : span.end]:
        start = text.rfind("\n", 0, max(0, start - 1)) + 1
    end = text.find("\n", span.end)
    return Sound(name, text, report.candidate["total"], text[start : end if end >= 0 else len(text)])
