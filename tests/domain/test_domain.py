"""Domain and its verdicts: what a report concludes, and what is refused at the door."""

from datetime import date
from pathlib import Path

import pytest

from selfcorrect.domain.domain import Domain
from selfcorrect.domain.load import load
from selfcorrect.model.diagnostic import PackError

PACK = """\
pack: sums
version: 1.0.0
summary: Sums.
candidate:
  a: number
  b: number
  total:
    type: number
    required: true
  rows:
    type: list
    of:
      n: number
  others:
    type: list
    of:
      n: number
answer:
  - total
loop:
  coverage: 0.5
"""
RULES = """\
SUM:
  says: The parts add up.
  check: a + b == total
  at: total
OBJECTION:
  says: Nobody objects to a large total.
  check: total < 100
  grade: E1
PAIRS:
  says: No row is among the others.
  each: row in rows
  when: present(rows)
  check: all(row.n != other.n + 1 for other in others)
  at: row.n
"""


@pytest.fixture(scope="module")
def sums(tmp_path_factory: pytest.TempPathFactory) -> Domain:
    folder: Path = tmp_path_factory.mktemp("packs") / "sums"
    folder.mkdir()
    (folder / "pack.yaml").write_text(PACK, encoding="utf-8")
    (folder / "rules.yaml").write_text(RULES, encoding="utf-8")
    return load(folder)


VERDICTS = [
    ({"a": 1, "b": 2, "total": 3}, "pass", ()),
    ({"a": 1, "b": 2, "total": 4}, "fail", ()),
    ({"a": 60, "b": 50, "total": 110}, "unverified", ("OBJECTION objects, without proof.",)),
    ({"a": 60, "b": 50, "total": 111}, "fail", ()),
    ({"total": 3}, "unverified", ("No rule that could be evaluated compares `total` with anything.",)),
]


@pytest.mark.parametrize(("record", "verdict", "reasons"), VERDICTS)
def test_verdicts(sums: Domain, record: dict[str, int], verdict: str, reasons: tuple[str, ...]) -> None:
    report = sums.check(record)
    assert (report.verdict, report.unverified, report.passed()) == (verdict, reasons, verdict == "pass")


def test_a_record_too_large_to_be_checked_does_not_pass(sums: Domain) -> None:
    many = [{"n": 2 * n} for n in range(4000)]
    report = sums.check({"a": 1, "b": 2, "total": 3, "rows": many, "others": many})
    assert report.violations == ()
    assert (report.verdict, report.unverified) == (
        "unverified",
        ("PAIRS could not be checked: the step budget of the check is spent.",),
    )


REFUSED = [
    ({"document": b"text"}, "`document` is of type bytes, and should be str"),
    ({"today": "2025-01-01"}, "`today` is of type str, and should be date"),
]


@pytest.mark.parametrize(("given", "message"), REFUSED)
def test_a_callers_mistake_is_not_the_records(sums: Domain, given: dict[str, object], message: str) -> None:
    with pytest.raises(TypeError) as raised:
        sums.check({"total": 3}, **given)  # type: ignore[arg-type]
    assert str(raised.value) == message


def test_only_text_is_read() -> None:
    with pytest.raises(TypeError) as raised:
        load("invoices", templates=False).read(b"Total: 5")  # type: ignore[arg-type]
    assert str(raised.value) == "a document is text, not bytes: decode it first"


def test_a_pack_without_a_reader_cannot_read(sums: Domain) -> None:
    with pytest.raises(PackError) as raised:
        sums.read("Total: 5")
    assert [d.message for d in raised.value.diagnostics] == ["the pack `sums` cannot read documents"]


def test_many_records_as_they_come(sums: Domain) -> None:
    records = ({"a": n, "b": 1, "total": n + n % 2} for n in range(4))
    reports = sums.check_many(records, today=date(2025, 1, 1))
    assert [report.verdict for report in reports] == ["fail", "pass", "fail", "pass"]
