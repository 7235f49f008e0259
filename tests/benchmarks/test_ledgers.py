"""The ledgers that are timed have what is said of them, in every form; and the graphs of both agree."""

from collections import Counter

import pytest

from benchmarks.ledgers import TODAY, adjacency, count_references, faulty, ringed, sound
from benchmarks.tangles import beside_networkx
from selfcorrect.domain.load import load

SIZE = 1_000
MADE = [
    (sound, {}),
    (
        faulty,
        {
            "UNKNOWN_DEPENDENCY": 2,
            "DEPENDS_ON_ITSELF": 2,
            "DONE_WITH_CRITERIA_LEFT": 2,
            "MORE_CRITERIA_MET_THAN_THERE_ARE": 2,
            "SUCCESSOR_SILENT": 2,
        },
    ),
    (ringed, {"CIRCULAR": 3}),
]


@pytest.fixture(scope="module")
def plans():
    return load("ledger_plans")


def found(report):
    assert report.not_evaluated == ()
    return Counter(violation.code for violation in report.violations)


@pytest.mark.parametrize(("made", "expected"), MADE, ids=[made.__name__ for made, _ in MADE])
def test_what_is_planted_is_found_in_every_form(plans, tmp_path, made, expected):
    ledger = made(SIZE)
    assert ledger.expected == expected
    assert found(plans.check(ledger.record, today=TODAY)) == expected
    for name, text in (("plan.jsonl", ledger.as_lines()), ("plan.csv", ledger.as_csv())):
        (tmp_path / name).write_text(text, encoding="utf-8")
        assert found(plans.read_file(tmp_path / name, today=TODAY)) == expected


def test_a_ledger_is_the_same_every_time_and_has_three_references_a_row():
    assert sound(SIZE) == sound(SIZE)
    assert sound(SIZE, seed=7) != sound(SIZE)
    assert sum(map(count_references, sound(SIZE).rows)) == 3 * SIZE


def test_both_find_the_same_in_a_graph():
    assert set(beside_networkx(adjacency(ringed(SIZE).rows), 1)) == {
        "selfcorrect.language.graphs",
        "networkx",
    }
