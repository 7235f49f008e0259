"""The pack that docs/packs.md builds is a real one, and docs/language.md has every function."""

import re

import pytest

from selfcorrect.authoring.lint import lint
from selfcorrect.authoring.test import run_tests
from selfcorrect.pack.reader_fields import FIELD_KEYS
from selfcorrect.pack.reader_file import ORDER_KEYS, READER_KEYS
from selfcorrect.pack.reader_lists import BLOCK_KEYS, LIST_KEYS, TABLE_KEYS
from selfcorrect.pack.reader_rows import FILE_KEYS, IDS_KEYS
from selfcorrect.pack.reader_signs import SIGN_KEYS

FENCE = re.compile(r"```(?:yaml|csv|text)\n# (\S+)\n(.*?)```", re.DOTALL)


GUIDES = [
    ("packs.md", "timesheet", 4),
    ("reading.md", "delivery", 3),
    ("reading.md", "errands", 2),
    ("calculations.md", "joinery", 2),
]


def written(root, folder, page, pack):
    """The files of a guide, written below a folder."""
    for name, text in FENCE.findall((root / "docs" / page).read_text(encoding="utf-8")):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / pack


@pytest.mark.parametrize(("page", "pack", "cases"), GUIDES)
def test_a_guides_pack_is_sound_and_its_cases_hold(root, tmp_path, page, pack, cases):
    folder = written(root, tmp_path, page, pack)
    assert [str(d) for d in lint(folder).diagnostics] == []
    report = run_tests(folder)
    assert [(case.name, case.differences) for case in report.cases if case.differences] == []
    assert len(report.cases) == cases


def test_every_key_of_a_reader_is_explained(root):
    page = (root / "docs" / "reading.md").read_text(encoding="utf-8")
    keys = {
        *FILE_KEYS,
        *IDS_KEYS,
        *READER_KEYS,
        *FIELD_KEYS,
        *LIST_KEYS,
        *TABLE_KEYS,
        *BLOCK_KEYS,
        *ORDER_KEYS,
        *SIGN_KEYS,
    }
    assert [key for key in sorted(keys) if f"`{key}" not in page and f"\n{key}:" not in page] == []


def test_the_language_page_is_generated(root, page):
    assert (root / "docs" / "language.md").read_text(encoding="utf-8") == page("make_language")
