import pytest

from selfcorrect.authoring.test import run_tests
from selfcorrect.model.diagnostic import PackError
from tests.authoring.packs import CASES, FAULTS, RULES, write_pack

TWICE = (
    "UNKNOWN_FIELD: no case finds it.",
    "WRONG_TYPE: no case finds it.",
    "MISSING_FIELD: no case finds it.",
    "NUMBER_OUT_OF_RANGE: no case finds it.",
)


def test_a_pack_that_is_as_declared(tmp_path):
    report = run_tests(write_pack(tmp_path))
    assert report.passed()
    assert [(case.name, case.differences) for case in report.cases] == [
        ("sound", ()),
        ("a part is missing", ()),
    ]
    assert [(f.code, f.source, f.place, f.differences) for f in report.faults] == [
        ("PART_LOST", "sound", "parts[0]", ()),
        ("PART_LOST", "sound", "parts[1]", ()),
        ("RENAMED", "sound", "name", ()),
    ]
    assert report.uncovered == TWICE


def test_a_case_tells_expected_against_found(tmp_path):
    cases = CASES.replace("expected: 2\n", "expected: 5\n").replace("verdict: pass", "verdict: fail")
    report = run_tests(write_pack(tmp_path, cases=cases))
    assert not report.passed()
    assert [case.differences for case in report.cases] == [
        ("- verdict fail", "+ verdict pass"),
        (
            "- WEIGHT_SUM at weight: expected 5, actual 3.0",
            "+ WEIGHT_SUM at weight: expected 2, actual 3",
            "  PRICE_SUM at price: expected 1.50, actual 2.00",
        ),
    ]


def test_a_fault_declares_all_that_it_leads_to(tmp_path):
    faults = FAULTS[: FAULTS.index("    - code: PRICE_SUM")]
    report = run_tests(write_pack(tmp_path, faults=faults))
    assert [f.differences for f in report.faults] == [
        ("+ PRICE_SUM at price: expected 0.50, actual 2.00", "  WEIGHT_SUM at weight: expected 1, actual 3"),
        ("+ PRICE_SUM at price: expected 1.50, actual 2.00", "  WEIGHT_SUM at weight: expected 2, actual 3"),
    ]


def test_what_is_unseen_must_stay_so(tmp_path):
    faults = FAULTS.replace("name: '\"B\"'", "weight: weight + 1")
    report = run_tests(write_pack(tmp_path, faults=faults))
    assert [f.differences for f in report.faults if f.code == "RENAMED"] == [
        ("+ WEIGHT_SUM at weight: expected 3, actual 4",)
    ]


def test_an_unknown_expectation_agrees_with_nothing(tmp_path):
    faults = FAULTS.replace("expected: weight - part.weight", "expected: weight / 0")
    report = run_tests(write_pack(tmp_path, faults=faults))
    assert report.faults[0].differences == (
        "  PRICE_SUM at price: expected 0.50, actual 2.00",
        "- WEIGHT_SUM at weight: expected unknown, actual 3",
        "+ WEIGHT_SUM at weight: expected 1, actual 3",
    )


def test_a_fault_that_no_record_can_have_is_told(tmp_path):
    faults = FAULTS.replace("  remove: part\n", "  remove: part\n  when: count(parts) > 5\n")
    report = run_tests(write_pack(tmp_path, faults=faults))
    assert report.uncovered == (*TWICE, "PART_LOST: no sound record of the cases can have it.")


def test_a_rule_that_no_case_has_apply_is_told(tmp_path):
    idle = "HEAVY:\n  says: A parcel is light.\n  when: weight > 50\n  check: weight < 80\n  at: weight\n"
    report = run_tests(write_pack(tmp_path, rules=f"{RULES}\n{idle}"))
    assert report.uncovered == (*TWICE, "HEAVY: no case finds it.", "HEAVY: no case passes it.")


def test_a_case_that_lists_no_findings_tries_no_code(tmp_path):
    silent = (
        CASES[: CASES.index("    finds:\n      - code: WEIGHT_SUM")].replace("    finds: []\n", "")
        + "    verdict: fail\n"
    )
    report = run_tests(write_pack(tmp_path, cases=silent))
    assert report.passed()
    assert report.uncovered == (
        *TWICE,
        "WEIGHT_SUM: no case finds it.",
        "PRICE_SUM: no case finds it.",
        "WEIGHT_SUM: no case passes it.",
        "PRICE_SUM: no case passes it.",
    )


def test_a_pack_without_cases_tests_nothing(tmp_path):
    report = run_tests(write_pack(tmp_path, cases="cases: []\n"))
    assert (report.cases, report.faults) == ((), ())
    assert report.uncovered == (
        *TWICE,
        "WEIGHT_SUM: no case finds it.",
        "PRICE_SUM: no case finds it.",
        "WEIGHT_SUM: no case passes it.",
        "PRICE_SUM: no case passes it.",
        "PART_LOST: no sound record of the cases can have it.",
        "RENAMED: no sound record of the cases can have it.",
    )


def test_faults_that_do_not_link_are_told_at_once(tmp_path):
    faults = FAULTS.replace("weight - part.weight", "weight - part.wait").replace(
        "price - part.price", "prize"
    )
    with pytest.raises(PackError) as error:
        run_tests(write_pack(tmp_path, faults=faults))
    assert [(d.mark.line, d.mark.column, d.message, d.hint) for d in error.value.diagnostics] == [
        (8, 26, "a row of `parts` has no field `wait`", "did you mean `weight`?"),
        (12, 17, "unknown name `prize`", "did you mean `price`?"),
    ]
