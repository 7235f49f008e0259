"""The plans pack: one fault at a time in fifty sound tasks, real ledgers, and plans nobody should write."""

from collections import Counter
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from selfcorrect.authoring.faults import check_injection
from selfcorrect.authoring.test import run_tests
from selfcorrect.domain.load import load
from selfcorrect.engines.injection import Faults
from selfcorrect.model.report import Report
from selfcorrect.pack.faults import load_faults
from tests.conftest import data_folder

PACK = Path(__file__).parents[2] / "domains" / "ledger_plans"
READERS = Path(__file__).parent / "readers"
TODAY = date(2026, 6, 15)
PLANS = load("ledger_plans")
FAULTS = Faults(load_faults(PLANS.pack), PLANS.pack.context)


@cache
def library() -> dict[str, Any]:
    """The plan of fifty tasks, every scalar as text."""
    found = yaml.load((PACK / "examples" / "library.yaml").read_text("utf-8"), Loader=yaml.BaseLoader)  # noqa: S506
    assert isinstance(found, dict)
    return found


def codes(report: Report) -> Counter[str]:
    return Counter(one.code for one in report.violations)


def test_the_packs_own_cases_and_faults_find_what_they_declare() -> None:
    report = run_tests(PACK)
    wrong = [
        *(one for one in report.cases if one.differences),
        *(one for one in report.faults if one.differences),
    ]
    assert (wrong, report.uncovered) == ([], ())


@pytest.mark.parametrize("code", list(FAULTS))
def test_one_fault_in_fifty_sound_tasks_is_found_as_it_declares(code: str) -> None:
    assert len(library()["tasks"]) == 50
    assert PLANS.check(library(), today=TODAY).violations == ()
    injections = FAULTS[code].inject(library(), TODAY)
    assert injections
    assert check_injection(injections[0], PLANS.rules, TODAY) == ()


def test_every_code_of_the_pack_has_a_fault_that_shows_it() -> None:
    declared = {found.code.value for fault in load_faults(PLANS.pack) for found in fault.finds}
    assert {rule.code for rule in PLANS.rules.rules} - declared == set()


def backlog() -> Report:
    path = data_folder() / "plans-backlogmd" / "rows.jsonl"
    if not path.is_file():
        pytest.skip("the shared data set plans-backlogmd is not here")
    return load("ledger_plans", reader=READERS / "backlogmd.yaml").read_file(path, today=TODAY)


def test_a_real_ledger_shows_what_is_known_to_be_wrong_with_it_and_nothing_else_of_the_kind() -> None:
    report = backlog()
    known = {
        "UNKNOWN_DEPENDENCY": 5,
        "UNKNOWN_PARENT": 2,
        "DUPLICATE_ID": 10,
        "DONE_WITH_CRITERIA_LEFT": 18,
        "CIRCULAR": 0,
        "DEPENDS_ON_ITSELF": 0,
        "DONE_WITH_UNMET_CRITERIA": 0,
        "NOT_A_CHOICE": 0,
        "UNREAD_COLUMN": 0,
    }
    found = codes(report)
    assert {code: found[code] for code in known} == known
    places = [(one.code, one.path) for one in report.violations]
    assert len(set(places)) == len(places)
