"""Packs that cannot be used: tables of files, each with everything that is said about them."""

from pathlib import Path
from typing import Any

import pytest

from selfcorrect.model.diagnostic import PackError
from selfcorrect.model.problems import Problems
from selfcorrect.model.yaml_nodes import compose, plain
from selfcorrect.pack.load import load_pack

TABLES = sorted((Path(__file__).parent / "hostile").glob("*.yaml"))
PACK = """\
pack: p
candidate:
  lines: {type: list, of: {amount: money, note: text}}
  net: money
  tax: money
  total: money
  note: text
  date: date
"""


def cases(table: Path) -> list[dict[str, Any]]:
    """The cases of a table; `pack` and `rules` are short for pack.yaml and rules.yaml in `files`."""
    problems = Problems()
    node = compose(table.read_text("utf-8"), table.name, problems)
    problems.stop_if_any()
    assert node is not None
    return list(plain(node))


def run(case: dict[str, Any], folder: Path) -> str:
    """Everything that loading the case's pack says; the folder is called `p`."""
    files = {"pack.yaml": case.get("pack", PACK), **(case.get("files") or {})}
    if "rules" in case:
        files["rules.yaml"] = case["rules"]
    for name, text in files.items():
        path = folder / "p" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text or "", "utf-8")
    try:
        load_pack(folder / "p", templates="templates" in str(list(files)))
    except PackError as error:
        return str(error).replace(f"{folder}/", "")
    return "nothing"


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, id=f"{table.stem}: {case['name']}") for table in TABLES for case in cases(table)],
)
def test_everything_wrong_is_said_exactly(case: dict[str, Any], tmp_path: Path) -> None:
    assert run(case, tmp_path) + "\n" == case["says"]
