"""The pack that docs/packs.md builds is a real one, and docs/language.md has every function."""

import re

from selfcorrect.authoring.lint import lint
from selfcorrect.authoring.test import run_tests

FENCE = re.compile(r"```(?:yaml|csv)\n# (\S+)\n(.*?)```", re.DOTALL)


def written(root, folder):
    """The files of the guide, written below a folder."""
    for name, text in FENCE.findall((root / "docs" / "packs.md").read_text(encoding="utf-8")):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "timesheet"


def test_the_guides_pack_is_sound(root, tmp_path):
    pack = written(root, tmp_path)
    assert [str(d) for d in lint(pack).diagnostics] == []


def test_the_guides_cases_hold(root, tmp_path):
    report = run_tests(written(root, tmp_path))
    assert [(case.name, case.differences) for case in report.cases if case.differences] == []
    assert len(report.cases) == 4


def test_the_language_page_is_generated(root, page):
    assert (root / "docs" / "language.md").read_text(encoding="utf-8") == page("make_language")
