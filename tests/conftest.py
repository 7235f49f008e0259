"""What all tests share: rows of real data made by others, where they are there."""

import importlib.util
import json
import os
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

ROOT = Path(__file__).resolve().parent.parent


def data_folder() -> Path:
    """Where the shared data is: `SELFCORRECT_DATA`, or beside the repository."""
    return Path(os.environ.get("SELFCORRECT_DATA") or ROOT.parent / "shared" / "data")


def shared_rows(set_name: str) -> list[dict[str, Any]]:
    """The rows of a set, numbers with a point as exact decimals. Skips the test where there is none."""
    path = data_folder() / set_name / "rows.jsonl"
    if not path.is_file():
        pytest.skip(f"the shared data set {set_name} is not here")
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line, parse_float=Decimal) for line in lines if line.strip()]


@pytest.fixture(name="shared_rows", scope="session")
def _shared_rows() -> Callable[[str], list[dict[str, Any]]]:
    return shared_rows


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository's root."""
    return ROOT


@pytest.fixture(scope="session")
def schema(root: Path) -> Any:
    """A validator for the published schema of the JSON report."""
    schema = json.loads((root / "docs" / "report.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.fixture(scope="session")
def page(root: Path) -> Callable[[str], str]:
    """What a script of docs/ would write to its page."""

    def made(script: str) -> str:
        spec = importlib.util.spec_from_file_location(script, root / "docs" / f"{script}.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return str(module.page())

    return made
