"""Documents that labels alone read wrong or leave open, each with its whole truth, and the pack's examples."""

from pathlib import Path
from typing import Any

import yaml
from msgspec import Struct

from selfcorrect.domain.domain import Domain
from selfcorrect.language.printed.taken import taken
from tests.conftest import ROOT

FOLDER = Path(__file__).parent / "reader"
EXAMPLES = ROOT / "domains" / "invoices" / "examples"


class Told(Struct, frozen=True):
    """A document and its true record, numbers as decimals."""

    name: str
    text: str
    truth: dict[str, Any]


def names(folder: Path) -> list[str]:
    """The documents of a folder that have a record beside them."""
    return [path.stem for path in sorted(folder.glob("*.txt")) if path.with_suffix(".yaml").exists()]


def document(domain: Domain, folder: Path, name: str) -> Told:
    """One of them."""
    record = yaml.load((folder / f"{name}.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)  # noqa: S506 all text
    text = (folder / f"{name}.txt").read_text(encoding="utf-8")
    return Told(name, text, taken(record, domain.made.shape))
