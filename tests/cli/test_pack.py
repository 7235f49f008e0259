"""`selfcorrect pack list`, `lint` and `test`."""

import json

import pytest

from tests.cli.conftest import PACK, RULES

CASES = """\
cases:
  - name: a sum that is right
    record:
      a: 1
      b: 2
      total: 3
    finds: []
  - name: a sum that is wrong
    record:
      a: 1
      b: 2
      total: 4
    finds:
      - {code: SUM, at: total, expected: 3, actual: 4}
"""

WRONG_CASE = CASES.replace("actual: 4", "actual: 5")


@pytest.fixture
def pack(selfcorrect, file, monkeypatch, tmp_path):
    """`selfcorrect pack …` where `sums` is a pack on SELFCORRECT_PATH."""
    file("shelf/sums/pack.yaml", PACK)
    file("shelf/sums/rules.yaml", RULES)
    monkeypatch.setenv("SELFCORRECT_PATH", str(tmp_path / "shelf"))

    def command(*arguments):
        return selfcorrect("pack", *arguments)

    return command


def test_list(pack, file):
    file("shelf/broken/pack.yaml", "pack: [")
    listed = {line.split()[0]: line.split(maxsplit=1)[1] for line in pack("list").out.splitlines()}
    assert listed["sums"] == "2.1.0  Two numbers and their sum."
    assert listed["broken"] == "does not load; see selfcorrect pack lint broken"
    assert "invoices" in listed


def test_list_as_json(pack, tmp_path):
    data = json.loads(pack("list", "--format", "json").out)
    assert data["format"] == 1
    assert [entry for entry in data["packs"] if entry["name"] == "sums"] == [
        {
            "name": "sums",
            "version": "2.1.0",
            "summary": "Two numbers and their sum.",
            "folder": str(tmp_path / "shelf" / "sums"),
            "problems": 0,
        }
    ]


def test_lint_tells_everything_at_once(pack, file):
    file(
        "shelf/sums/rules.yaml",
        RULES.replace("a + b ==", "a + bb ==").replace("length(note)", "lenght(note)"),
    )
    done = pack("lint", "sums")
    assert done.status == 2
    places = [line.split("sums/")[1] for line in done.out.splitlines() if "-->" in line]
    assert places == ["rules.yaml:3:14", "rules.yaml:11:10"]
    assert done.out.splitlines()[-1] == "sums: 2 errors"


def test_lint_notes_what_no_case_tries(pack, file):
    file("shelf/sums/cases/sums.yaml", CASES)
    done = pack("lint", "sums")
    assert done.status == 0
    assert "note: SHORT_NOTE: no case finds it." in done.out.splitlines()
    assert done.out.splitlines()[-1].startswith("sums: no errors, ")


def test_lint_goes_on_after_a_pack_that_is_not_there(pack):
    done = pack("lint", "nosuch", "sums", "--format", "json")
    data = json.loads(done.out)
    assert done.status == 2
    assert [(p["pack"], [d["message"] for d in p["diagnostics"]]) for p in data["packs"]] == [
        ("nosuch", ["there is no pack of this name"]),
        ("sums", []),
    ]


def test_test_passes(pack, file):
    file("shelf/sums/cases/sums.yaml", CASES)
    done = pack("test", "sums")
    assert (done.status, done.out.splitlines()[-1]) == (
        0,
        "sums: 2 cases, 0 injections of 0 faults, all as declared",
    )


def test_test_shows_expected_against_found(pack, file):
    file("shelf/sums/cases/sums.yaml", WRONG_CASE)
    done = pack("test", "sums")
    lines = done.out.splitlines()
    assert (done.status, lines[0], lines[-1]) == (
        1,
        "failed: a sum that is wrong",
        "sums: 2 cases, 0 injections of 0 faults, 1 failed",
    )
    assert [line.strip()[:1] for line in lines[2:4]] == ["-", "+"]


def test_a_pack_without_cases_is_not_tested(pack):
    done = pack("test", "sums")
    assert done.status == 1
    assert "warning: there are no cases, so nothing was tested" in done.out


def test_test_as_json(pack, file):
    file("shelf/sums/cases/sums.yaml", CASES)
    done = pack("test", "sums", "nosuch", "--format", "json")
    sums, nosuch = json.loads(done.out)["packs"]
    assert done.status == 2
    assert (sums["passed"], [c["name"] for c in sums["cases"]]) == (
        True,
        ["a sum that is right", "a sum that is wrong"],
    )
    assert [d["message"] for d in nosuch["diagnostics"]] == ["there is no pack of this name"]


def test_the_invoices_pack_passes(selfcorrect):
    done = selfcorrect("pack", "lint", "invoices", "--format", "json")
    assert (done.status, json.loads(done.out)["packs"][0]["diagnostics"]) == (0, [])
