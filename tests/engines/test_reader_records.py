"""Records handed in with mistakes are repaired from their document, and none is accepted with a wrong value
that a rule has objected to, nor with one that the engine put there.
"""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import Struct

from selfcorrect.domain.domain import Domain
from selfcorrect.domain.load import load
from selfcorrect.language.printed.taken import taken
from selfcorrect.loop.repair import repair
from selfcorrect.model.exact_json import canonical
from selfcorrect.model.outcome import Outcome
from selfcorrect.model.paths import row_of
from tests.engines.corruptions import KINDS, spoilt
from tests.engines.reader_documents import EXAMPLES, FOLDER, Told, document, names

EACH = 1
"""Records of each kind for each document."""
ALONE = {"grounding", "format", "unit", "missing"}
"""Types of rules that are about one value each."""


@pytest.fixture(scope="module")
def invoices() -> Domain:
    return load("invoices")


class Repair(Struct):
    """A record that was handed in, and what became of it."""

    told: Told
    kind: str
    record: dict[str, Any]
    outcome: Outcome

    @property
    def became(self) -> str:
        """`repaired`; `unseen` (accepted as it came); `not asked` (left to a person as it came); `unresolved`."""
        if len(self.outcome.attempts) == 1:
            return "unseen" if self.outcome.resolved else "not asked"
        return "repaired" if self.outcome.resolved else "unresolved"

    @property
    def wrong(self) -> set[str]:
        """The fields, and the rows by number, that are not as the document says."""
        return {*_wrong(self.outcome.candidate, self.told.truth)}


def _wrong(found: dict[str, Any], truth: dict[str, Any]) -> list[str]:
    names = {name for name in {*found, *truth} if not _same(found.get(name), truth.get(name))}
    rows, true = found.get("line_items"), truth.get("line_items")
    if "line_items" not in names or not isinstance(rows, list) or not isinstance(true, list):
        return sorted(names)
    places = [f"line_items[{n}]" for n, row in enumerate(rows) if canonical(row) not in map(canonical, true)]
    return sorted((names - {"line_items"}) | {*(places or ["line_items"])})


def _same(one: Any, other: Any) -> bool:
    """Whether two values are the same; lists in whatever order."""
    if isinstance(one, list) and isinstance(other, list):
        return sorted(map(canonical, one)) == sorted(map(canonical, other))
    return canonical(one) == canonical(other)


def repairs(invoices: Domain, folder: Path) -> list[Repair]:
    """Every kind of mistake in the record of every document of a folder."""
    found = []
    for told in [document(invoices, folder, name) for name in names(folder)]:
        offered = frozenset(one.choice.path for one in invoices.reading(told.text).decisions)
        for kind in KINDS:
            for number in range(EACH):
                chance = Random(f"{told.name} {kind} {number}")  # noqa: S311 - the same in every run
                record = spoilt(kind, told.truth, told.text, chance, offered)
                if canonical(record) != canonical(told.truth):
                    outcome = repair(invoices, told.text, record=record, engine="reader")
                    found.append(Repair(told, kind, record, outcome))
    return found


@pytest.fixture(scope="module")
def clear(invoices: Domain) -> list[Repair]:
    """Repairs from documents that decide everything."""
    return [*repairs(invoices, FOLDER / "decided"), *repairs(invoices, EXAMPLES)]


@pytest.fixture(scope="module")
def unclear(invoices: Domain) -> list[Repair]:
    """Repairs from documents that leave something open, or whose own sums do not agree."""
    return repairs(invoices, FOLDER / "open")


def invented(invoices: Domain, one: Repair) -> set[str]:
    """What is wrong in an accepted record and was not handed in so."""
    record = taken(one.record, invoices.made.shape)
    lines = record.get("line_items")
    rows = [canonical(row) for row in lines] if isinstance(lines, list) else []
    candidate = one.outcome.candidate
    found = set()
    for path in one.wrong:
        if row_of(path):
            number = int(path.rpartition("[")[2].rstrip("]"))
            known = canonical(candidate["line_items"][number]) in rows
        else:
            known = _same(candidate.get(path), record.get(path))
        found |= set() if known else {path}
    return found


def objected(invoices: Domain, one: Repair) -> set[str]:
    """What is wrong in an accepted record though a rule had objected that reads it; rows where one had at
    the row.
    """
    alone = {rule.code for rule in invoices.rules.rules if rule.error_type in ALONE}
    report = one.outcome.attempts[0].report
    blocking = [v for v in report.violations if v.blocks and v.code not in alone]
    read = {pattern for v in blocking for pattern in invoices.reads.get(v.code, ())}
    places = {row_of(v.path) for v in blocking}
    return {path for path in one.wrong - {"line_items"} if path in (places if row_of(path) else read)}


def test_no_record_is_accepted_with_a_wrong_value_that_was_not_handed_in(invoices, clear, unclear):
    accepted = [one for one in (*clear, *unclear) if one.outcome.resolved]
    assert [
        (one.told.name, one.kind, invented(invoices, one)) for one in accepted if invented(invoices, one)
    ] == []


def test_no_record_is_accepted_with_a_wrong_value_that_a_rule_has_objected_to(invoices, clear):
    accepted = [one for one in clear if one.outcome.resolved]
    assert [
        (one.told.name, one.kind, objected(invoices, one)) for one in accepted if objected(invoices, one)
    ] == []


def test_what_is_seen_is_repaired(clear):
    """Of what a rule objects to with proof, 97 of 100 end accepted with the whole truth. The others have it as
    well, and are left to a person: rows went that nobody had suspected, or a field that a rule had read.
    """
    counted = Counter(one.became for one in clear)
    repaired = [one for one in clear if one.became == "repaired"]
    assert [(one.told.name, one.kind, one.wrong) for one in repaired if one.wrong] == []
    assert counted["repaired"] >= 0.97 * (counted["repaired"] + counted["unresolved"])
    unresolved = [one for one in clear if one.became == "unresolved"]
    assert [(one.told.name, one.kind, one.wrong) for one in unresolved if one.wrong] == []
    assert {one.kind for one in unresolved} <= {"repeated line", "several", "made up", "as texts"}


@pytest.mark.parametrize("kind", sorted(KINDS.keys() - {"missing cell"}))
def test_every_kind_of_mistake_is_repaired_somewhere(clear, kind):
    assert Counter(one.became for one in clear if one.kind == kind)["repaired"] >= 5


def test_what_a_document_leaves_open_is_not_accepted_but_with_the_truth(unclear):
    kept = {"two_currencies": {"subtotal"}}
    repaired = [one for one in unclear if one.became == "repaired"]
    assert len(repaired) >= 40
    assert [one.told.name for one in repaired if one.wrong - kept.get(one.told.name, set())] == []
