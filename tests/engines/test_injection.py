from decimal import Decimal
from typing import Any

import pytest

from selfcorrect.authoring.faults import check_injection
from selfcorrect.domain.load import load
from selfcorrect.engines.edits import Edit
from selfcorrect.engines.injection import Faults, inject, link_fault
from selfcorrect.model.diagnostic import PackError
from selfcorrect.pack.cases import Wanted
from selfcorrect.pack.faults import load_faults
from tests.authoring.packs import write_pack

RECORD: dict[str, Any] = {
    "name": "A",
    "currency": "EUR",
    "parts": [
        {"label": "box", "weight": 2, "price": "1.50"},
        {"label": "lid", "weight": 1, "price": "0.50"},
    ],
    "weight": 3,
    "price": "2.00",
}


def injected(tmp_path, text, record=RECORD):
    domain = load(write_pack(tmp_path, faults=f"FAULT:\n  says: Something is wrong.\n{text}"))
    (fault,) = load_faults(domain.pack)
    return domain, inject(fault, record, domain.pack.context)


def test_once_for_every_row_with_its_own_findings(tmp_path):
    text = """\
  each: part in parts
  let:
    wrong: part.weight * 10
  when: part.price > 1
  set:
    part.weight: wrong
    name: part.label
  finds:
    - code: WEIGHT_SUM
      at: weight
      expected: weight - part.weight + wrong
      actual: weight
"""
    domain, (only,) = injected(tmp_path, text)
    assert only.edits == (Edit("set", "parts[0].weight", Decimal(20)), Edit("set", "name", "box"))
    assert only.finds == (Wanted("WEIGHT_SUM", "weight", "21", "3"),)
    assert only.place == "parts[0].weight, name"
    assert check_injection(only, domain.rules) == ()
    assert RECORD["parts"][0]["weight"] == 2


def test_a_finding_for_every_row_of_its_own_range(tmp_path):
    text = """\
  set:
    price: price + 1
  finds:
    - code: PRICE_SUM
      at: price
      expected: sum(parts.price)
    - code: NO_SUCH
      each: part in parts
      when: part.weight < 2
      at: part.price
"""
    _, (only,) = injected(tmp_path, text)
    assert only.finds == (Wanted("PRICE_SUM", "price", "2.00"), Wanted("NO_SUCH", "parts[1].price"))


def test_over_fields_each_with_its_own_findings(tmp_path):
    text = """\
  each: value in [weight, price]
  set:
    value: value + 1
  finds:
    - code: X
      at: value
      actual: value + 1
"""
    _, found = injected(tmp_path, text)
    assert [(one.place, one.finds) for one in found] == [
        ("weight", (Wanted("X", "weight", None, "4"),)),
        ("price", (Wanted("X", "price", None, "3.00"),)),
    ]


@pytest.mark.parametrize(
    ("text", "record"),
    [
        ("  unseen: true\n  remove: price\n", {k: v for k, v in RECORD.items() if k != "price"}),
        ("  unseen: true\n  set:\n    weight: price / 0\n", RECORD),
        ("  unseen: true\n  when: weight > 5\n  remove: weight\n", RECORD),
        ("  unseen: true\n  each: part in parts\n  repeat: part\n", RECORD | {"parts": []}),
    ],
)
def test_what_cannot_be_done_is_not(tmp_path, text, record):
    assert injected(tmp_path, text, record)[1] == []


def test_a_repeated_row_stands_behind_itself(tmp_path):
    _, found = injected(tmp_path, "  unseen: true\n  each: part in parts\n  repeat: part\n")
    assert [[part["label"] for part in one.record["parts"]] for one in found] == [
        ["box", "box", "lid"],
        ["box", "lid", "lid"],
    ]


def test_changes_are_those_of_the_injections(tmp_path):
    domain, found = injected(tmp_path, "  unseen: true\n  each: part in parts\n  remove: part.price\n")
    (linked,) = Faults(load_faults(domain.pack), domain.pack.context).values()
    partly = RECORD | {"parts": [{"label": "box"}, RECORD["parts"][1]]}
    assert linked.changes(RECORD) == [one.edits for one in found] == [(remove(0),), (remove(1),)]
    assert linked.changes(partly) == [(remove(1),)]


def remove(row):
    return Edit("remove", f"parts[{row}].price")


def test_faults_are_linked_when_they_are_asked_for(tmp_path):
    good, bad = "says: It is so., unseen: true, remove", "says: It is so., unseen: true, repeat"
    text = f"B: {{{good}: name}}\nA: {{{bad}: nowhere}}\n"
    pack = load(write_pack(tmp_path, faults=text)).pack
    faults = Faults(load_faults(pack), pack.context)
    assert (list(faults), len(faults), "A" in faults, "C" in faults) == (["B", "A"], 2, True, False)
    assert faults["B"] is faults["B"]
    assert faults["B"].fault.code == "B"
    with pytest.raises(PackError):
        faults["A"]


def test_every_mistake_of_a_fault_is_told(tmp_path):
    text = """\
  each: part in parts
  set:
    part.weight: part.wait
  finds:
    - code: X
      at: weight
      expected: wait + 1
"""
    domain = load(write_pack(tmp_path, faults=f"FAULT:\n  says: Something is wrong.\n{text}"))
    (fault,) = load_faults(domain.pack)
    linked, problems = link_fault(fault, domain.pack.context)
    assert linked is None
    assert [d.message for d in problems] == ["a row of `parts` has no field `wait`", "unknown name `wait`"]
    with pytest.raises(PackError):
        inject(fault, RECORD, domain.pack.context)
