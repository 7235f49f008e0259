"""Cases and faults as their files say them, and what is said of files that are wrong."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from selfcorrect.model.diagnostic import PackError
from selfcorrect.model.marks import Mark, Marked
from selfcorrect.pack.cases import Case, ExpectedFinding, agree, load_cases
from selfcorrect.pack.faults import Fault, FaultFinding, load_faults
from selfcorrect.pack.find import list_packs
from selfcorrect.pack.load import Pack, load_pack

PACK = "pack: p\ncandidate:\n  lines: {type: list, of: {amount: money}}\n  total: money\n"
SOUND = "lines:\n  - amount: 1.50\n  - amount: 2\n  - amount: ~\ntotal: 3.50\n"


def pack(folder: Path, **files: str) -> Pack:
    (folder / "cases").mkdir()
    (folder / "pack.yaml").write_text(PACK)
    (folder / "sound.yaml").write_text(SOUND)
    (folder / "doc.txt").write_text("Total 3.50\r\n")
    for name, text in files.items():
        (folder / {"cases": "cases/a.yaml", "faults": "faults.yaml"}[name]).write_text(text)
    return load_pack(folder, templates=False)


def said(call: Callable[[Pack], Any], given: Pack) -> list[str]:
    with pytest.raises(PackError) as caught:
        call(given)
    return [f"{d.mark.line}:{d.mark.column}: {d.message}" for d in caught.value.diagnostics]


CASES = """\
sound: sound.yaml
cases:
  - name: removed and changed
    change:
      lines[0]: removed
      lines[1].amount: 7
      lines[2]: removed
      lines[3]: {amount: 9}
      total: "removed"
    finds:
      - {code: SUM, at: total, expected: 3.50, severity: warning}
    not_evaluated: []
    verdict: fail
    today: 2025-03-14
  - name: its own record
    record: {total: 1}
    finds: []
  - name: a document
    document: doc.txt
    reads: {total: 3.50}
"""


def test_cases(tmp_path: Path) -> None:
    file = f"{tmp_path}/cases/a.yaml"
    assert load_cases(pack(tmp_path, cases=CASES)) == (
        Case(
            name="removed and changed",
            mark=Mark(file, 3, 11),
            record={"lines": [{"amount": "7"}, {"amount": "9"}], "total": "removed"},
            finds=(ExpectedFinding("SUM", "total", Mark(file, 11, 16), "3.50", None, "warning"),),
            not_evaluated=(),
            verdict="fail",
            today=date(2025, 3, 14),
        ),
        Case(name="its own record", mark=Mark(file, 15, 11), record={"total": "1"}, finds=()),
        Case(
            name="a document",
            mark=Mark(file, 18, 11),
            document="Total 3.50\n",
            document_name="doc.txt",
            reads=(("total", "3.50"),),
        ),
    )


BAD_CASES = """\
sound: soundd.yaml
cases:
  - name: paths
    change: {}
  - change: {total: 1}
  - name: words
    record: {total: 1}
    change: {total: 1}
    finds: {code: A}
    not_evaluated: [{code: A, expected: 1}, {at: total}]
    verdict: passed
    today: 14.03.2025
  - name: words
    record: {total: 1}
    reads: {total: 1}
  - name: document
    document: ../doc.txt
"""


def test_wrong_cases_are_told_together(tmp_path: Path) -> None:
    assert said(load_cases, pack(tmp_path, cases=BAD_CASES)) == [
        "1:8: `soundd.yaml`: there is no such file",
        "3:11: this case asserts nothing",
        "5:5: a case needs `name`",
        "6:5: a case has `change` or `record`, not both",
        "9:12: `finds` takes a list; here stands a mapping",
        "10:31: unknown key `expected` in a finding",
        "10:45: a finding needs `code`",
        "11:14: `verdict` is one of `pass`, `fail`, `unverified`, not `passed`",
        "12:12: `14.03.2025` is no date",
        "13:5: a case with `reads` needs a `document`",
        "16:11: this case asserts nothing",
        "17:15: `../doc.txt`: the path leads out of the pack",
    ]


CHANGES = """\
sound: sound.yaml
cases:
  - name: paths
    verdict: pass
    change:
      lines[4].amount: 1
      lines[5]: {amount: 1}
      total.amount: 1
      lines.amount: 1
      gone: removed
      "[0]": 1
      a b: 1
  - name: paths
    finds: []
"""


def test_changes_that_lead_nowhere(tmp_path: Path) -> None:
    paths = [
        (6, "lines[4].amount"),
        (7, "lines[5]"),
        (8, "total.amount"),
        (9, "lines.amount"),
        (10, "gone"),
        (11, "[0]"),
        (12, "a b"),
    ]
    assert said(load_cases, pack(tmp_path, cases=CHANGES)) == [
        *(
            f"{line}:{8 if path == '[0]' else 7}: `{path}` leads nowhere in the sound record"
            for line, path in paths
        ),
        "13:11: a case of this name stands on line 3 already",
    ]


def test_what_a_case_may_assert(tmp_path: Path) -> None:
    kinds = ["finds: []", "verdict: pass", "not_evaluated: []", "document: doc.txt\n    reads: {total: 3.50}"]
    cases = "".join(f"  - name: case {n}\n    {kind}\n" for n, kind in enumerate(kinds))
    given = pack(
        tmp_path,
        cases=f"sound: sound.yaml\ncases:\n{cases}  - name: none\n  - {{name: reads, reads: {{}}}}\n",
    )
    with pytest.raises(PackError) as caught:
        load_cases(given)
    hint = "say all that is found, finds: [] for nothing; or `reads`, `verdict`, `not_evaluated`"
    assert [(d.mark.line, d.message, d.hint) for d in caught.value.diagnostics] == [
        (12, "this case asserts nothing", hint),
        (13, "a case with `reads` needs a `document`", ""),
        (13, "this case asserts nothing", hint),
    ]


def test_a_file_of_cases_by_another_ending(tmp_path: Path) -> None:
    given = pack(tmp_path)
    (tmp_path / "cases" / "a.yml").write_text("cases: []\n")
    with pytest.raises(PackError) as caught:
        load_cases(given)
    assert [str(d) for d in caught.value.diagnostics] == [
        f"{tmp_path}/cases/a.yml: a file of cases ends in .yaml\n  help: give it that name"
    ]


FAULTS = """\
DROPPED:
  says: A line is left out.
  each: line in lines
  remove: line
  finds:
    - {code: SUM, at: total, when: present(total), expected: total}
UNSEEN:
  says: It is another total.
  unseen: true
  set: {total: total + 1}
STUBBORN:
  says: The total is left out.
  remove: total
  finds:
    - {code: SUM, at: total}
  repaired_by: [MISSING_FIELD, COUNT]
  chance: 0.25
"""


def test_faults(tmp_path: Path) -> None:
    file = f"{tmp_path}/faults.yaml"

    def at(text: str, line: int, column: int) -> Marked:
        return Marked(text, Mark(file, line, column))

    finding = FaultFinding(
        at("SUM", 6, 14), at("total", 6, 23), when=at("present(total)", 6, 36), expected=at("total", 6, 62)
    )
    assert load_faults(pack(tmp_path, faults=FAULTS)) == (
        Fault(
            code="DROPPED",
            says="A line is left out.",
            mark=Mark(file, 1, 1),
            each=(at("line in lines", 3, 9),),
            remove=(at("line", 4, 11),),
            finds=(finding,),
        ),
        Fault(
            code="UNSEEN",
            says="It is another total.",
            mark=Mark(file, 7, 1),
            set=((at("total", 10, 9), at("total + 1", 10, 16)),),
            unseen=True,
        ),
        Fault(
            code="STUBBORN",
            says="The total is left out.",
            mark=Mark(file, 11, 1),
            remove=(at("total", 13, 11),),
            finds=(FaultFinding(at("SUM", 15, 14), at("total", 15, 23)),),
            repaired_by=(at("MISSING_FIELD", 16, 17), at("COUNT", 16, 32)),
            chance=Decimal("0.25"),
        ),
    )


def test_a_fault_is_repaired_by_what_it_says_or_else_by_its_findings(tmp_path: Path) -> None:
    repairing = [fault.repairing for fault in load_faults(pack(tmp_path, faults=FAULTS))]
    assert repairing == [{"SUM"}, set(), {"MISSING_FIELD", "COUNT"}]


@pytest.mark.parametrize(
    ("text", "chance"), [("0", "0"), ("1", "1"), ("1.0", "1"), ("0.000000001", "0.000000001")]
)
def test_chances(tmp_path: Path, text: str, chance: str) -> None:
    *_, fault = load_faults(pack(tmp_path, faults=FAULTS.replace("0.25", text)))
    assert fault.chance == Decimal(chance)


BAD_FAULTS = """\
dropped: {says: It is so., remove: line}
A: {says: It is so., finds: [{code: SUM, at: total}]}
B: {says: It is so., remove: total, unseen: true, finds: [{code: SUM}]}
C: {says: It is so., remove: total}
D: remove
E: {remov: total}
F: {says: It is so., remove: total, finds: []}
G: {says: It is so., remove: total, repeat: total}
H: {says: It is so., finds: [], unseen: true}
I: {says: It is so., remove: total, unseen: true, chance: 1}
J: {says: It is so., remove: total, finds: [{code: SUM, at: total}], repaired_by: []}
K: {says: It is so., remove: total, finds: [{code: SUM, at: total}], chance: 1.01}
L: {says: It is so., remove: total, finds: [{code: SUM, at: total}], chance: often, repaired_by: {a: b}}
M: {says: It is so., remove: total, finds: [{code: SUM, at: total}], chance: 1e-2}
N: {says: It is so., remove: total, finds: [{code: SUM, at: total}], chance: -0.1}
"""


def test_wrong_faults_are_told_together(tmp_path: Path) -> None:
    assert said(load_faults, pack(tmp_path, faults=BAD_FAULTS)) == [
        "1:1: `dropped` is no code",
        "2:1: `A` needs one of `remove`, `repeat`, `set`",
        "3:59: a finding needs `at`",
        "4:1: `C` needs `finds`, or `unseen: true`",
        "5:4: the fault `D` is a mapping of keys; here stands a text",
        "6:5: unknown key `remov` in the fault `E`",
        "7:1: the `finds` of `F` are empty",
        "8:1: `G` has both `remove` and `repeat`",
        "8:1: `G` needs `finds`, or `unseen: true`",
        "9:1: `H` needs one of `remove`, `repeat`, `set`",
        "10:1: `I` has a `chance`, and nothing repairs what is `unseen`",
        "11:1: the `repaired_by` of `J` is empty",
        "12:78: `chance` is a number from 0 to 1, not `1.01`",
        "13:78: `chance` is a number from 0 to 1, not `often`",
        "13:98: `repaired_by` takes a text; here stands a mapping",
        "14:78: `chance` is a number from 0 to 1, not `1e-2`",
        "15:78: `chance` is a number from 0 to 1, not `-0.1`",
    ]


def test_a_pack_without_faults(tmp_path: Path) -> None:
    assert load_faults(pack(tmp_path)) == ()
    assert load_cases(load_pack(tmp_path)) == ()


@pytest.mark.parametrize("name", [name for name, _ in list_packs()])
def test_cases_and_faults_of_the_bundled_packs(name: str) -> None:
    bundled = load_pack(name, templates=False)
    assert load_cases(bundled)
    assert load_faults(bundled)


@pytest.mark.parametrize(
    ("want", "got", "same"),
    [
        (None, None, True),
        (None, "3", True),
        ("3", None, False),
        ("38", "38.00", True),
        ("38.01", "38.00", False),
        ("0012", "12", True),
        ("ab", "AB", False),
        ("2025-01-02", "2025-01-02", True),
    ],
)
def test_values_agree_as_numbers_else_as_text(want: str | None, got: str | None, same: bool) -> None:
    assert agree(want, got) is same
