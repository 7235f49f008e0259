"""Small files of each form: every value, every place, every trouble."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from selfcorrect.model.exact_json import decode
from selfcorrect.reading.forms.form import Unreadable
from selfcorrect.reading.rows.opening import read_rows
from selfcorrect.reading.rows.raw import FILE, STEM, RawFile
from tests.reading.rows.reading import row_texts, troubles, values, written_otherwise

CASES = yaml.load(Path(__file__).with_name("files.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)  # noqa: S506 all text


def read(case: dict[str, Any]) -> RawFile:
    name = f"plans/plan{case['suffix']}"
    rows_in = case.get("rows_in", ["tasks"])
    return read_rows(case["text"], case["suffix"], name, rows_in, in_folder="in_folder" in case)


def lines(case: dict[str, str], key: str) -> list[Any]:
    return [decode(line) for line in case.get(key, "").splitlines()]


@pytest.mark.parametrize("case", [case for case in CASES if "form" in case], ids=lambda case: case["name"])
def test_a_file_is_read(case):
    file = read(case)
    assert file.form == case["form"]
    assert file.head == decode(case.get("head", "{}"))
    assert values(file) == lines(case, "rows")
    assert row_texts(file) == lines(case, "spans")
    assert [one for one in written_otherwise(file) if one] == [one for one in lines(case, "otherwise") if one]
    assert troubles(file) == lines(case, "troubles")
    assert {(row.values[FILE], row.values[STEM]) for row in file.rows} == {(file.name, "plan")}


@pytest.mark.parametrize(
    "case", [case for case in CASES if "form" not in case], ids=lambda case: case["name"]
)
def test_a_file_without_rows_says_why(case):
    with pytest.raises(Unreadable) as refused:
        read(case)
    assert f"{refused.value.code}: {refused.value.sentence}" == case["refused"]
