"""Evidence that is taken out, and what else a repair must not get away with."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml

from selfcorrect.domain.domain import Domain
from selfcorrect.domain.load import load
from selfcorrect.loop.session import Session
from selfcorrect.model.outcome import Limits
from selfcorrect.model.paths import pattern_of
from selfcorrect.pack.changes import Steps, parse_path
from tests.loop.histories import expected, histories, said
from tests.loop.packs import domain

HISTORIES = histories("evidence.yaml")
ORDERS = """\
pack: orders
version: 1.0.0
summary: Orders of lines.
candidate:
  orders:
    type: list
    of:
      name: text
      lines:
        type: list
        of:
          price: number
          paid: number
  total: number
loop:
  coverage: 0
"""
ORDER_RULES = """\
PAID:
  says: What a line costs is paid.
  each:
    - order in orders
    - line in order.lines
  when: present(line.price)
  check: line.price == line.paid
  at: line.paid

TOTAL:
  says: All prices add up.
  check: sum(orders.lines.price, missing=0) == total
  at: total
"""


@pytest.fixture(scope="module")
def parcels(tmp_path_factory: pytest.TempPathFactory) -> Domain:
    return domain(tmp_path_factory.mktemp("packs") / "parcels")


@pytest.mark.parametrize("history", HISTORIES, ids=[history["name"] for history in HISTORIES])
def test_worked_histories(history: dict[str, Any], parcels: Domain) -> None:
    assert said(history, parcels) == expected(history)


def lost(domain: Domain, before: Any, now: Any) -> list[tuple[str, str, tuple[str, ...]]]:
    """What is said to be lost, where a record that is handed in comes back as another one."""
    session = Session(domain, record=before, limits=Limits(attempts=2))
    assert session.start().request is not None
    outcome = session.submit(now).outcome
    assert outcome is not None
    return [
        (one.path, one.message, one.suspects)
        for one in outcome.attempts[1].report.violations
        if one.code == "EVIDENCE_LOST"
    ]


def test_what_a_finding_says(parcels: Domain) -> None:
    before = {"name": "A", "parts": [{"label": "box", "weight": 2, "price": 1, "worth": 2}], "weight": 2}
    now = {"name": "A", "parts": [{"label": "box", "price": 1, "worth": 1}], "weight": 2}
    message = "`parts[0].weight` was there before, and without it `PART_WEIGHT`, `WEIGHT_SUM` can no longer be evaluated."
    assert lost(parcels, before, now) == [("parts[0].weight", message, ("parts[0].weight",))]


def test_rows_in_rows(tmp_path: Path) -> None:
    orders = domain(tmp_path / "orders", ORDERS, ORDER_RULES)
    lines = [{"price": 1, "paid": 1}, {"price": 2, "paid": 3}]
    before = {"orders": [{"name": "a", "lines": lines[:1]}, {"name": "b", "lines": lines}], "total": 4}
    now = {
        "orders": [{"name": "a", "lines": lines[:1]}, {"name": "b", "lines": [lines[0], {"paid": 3}]}],
        "total": 2,
    }
    message = "`orders[1].lines[1].price` was there before, and without it `PAID` can no longer be evaluated."
    assert lost(orders, before, now) == [("orders[1].lines[1].price", message, ("orders[1].lines[1].price",))]
    now["orders"] = [{"name": "a", "lines": lines[:1]}, {"name": "b", "lines": []}]
    message = "`orders[1].lines` was there before, and without it `PAID` can no longer be evaluated."
    assert lost(orders, before, now) == [("orders[1].lines", message, ("orders[1].lines",))]


@pytest.mark.parametrize("rows", [1, 50, 51, 200])
def test_a_value_that_all_of_many_rows_lose(parcels: Domain, rows: int) -> None:
    before = {"name": "A", "parts": [{"label": "box", "weight": 2}] * rows, "weight": 1}
    now = {"name": "A", "parts": [{"label": "box"}] * rows, "weight": 1}
    found = [path for path, _, _ in lost(parcels, before, now)]
    assert found == [f"parts[{n}].weight" for n in range(min(rows, 3))]


def test_a_list_that_is_left_with_a_row_that_says_nothing(parcels: Domain) -> None:
    before = {"name": "A", "parts": [{"label": "box", "weight": 2}] * 3, "weight": 5}
    said = "`parts` was there before, and without it `PART_WEIGHT`, `WEIGHT_SUM` can no longer be evaluated."
    assert lost(parcels, before, {"name": "A", "parts": [{"label": "box"}], "weight": 6}) == [
        ("parts", said, ("parts",))
    ]
    kept = {"name": "A", "parts": [{"label": "box", "weight": 2}], "weight": 6}
    assert lost(parcels, before, kept) == []


PLACES = """\
pack: places
version: 1.0.0
summary: Places in documents.
candidate:
  sender:
    type: object
    of:
      city: text
      country: text
  name: text
loop:
  coverage: 0
"""
PLACE_RULES = """\
CITY_PRINTED:
  says: The city is printed in the document.
  when: present(document) and present(sender.city)
  check: appears(sender.city)
  at: sender.city
  error_type: grounding

COUNTRY:
  says: A country has a code of two letters.
  when: present(sender.country)
  check: length(sender.country) == 2
  at: sender.country
"""
OBJECTS: list[tuple[dict[str, str], list[str]]] = [
    ({"city": "Rome"}, []),
    ({"city": "Rome", "country": "  "}, []),
    ({"city": "Rome", "country": "IT"}, ["sender"]),
]


@pytest.mark.parametrize(("sender", "expected"), OBJECTS)
def test_an_object_may_go_if_nothing_of_it_is_in_the_document(
    tmp_path: Path, sender: dict[str, str], expected: list[str]
) -> None:
    places = domain(tmp_path / "places", PLACES, PLACE_RULES)
    session = Session(
        places, document="From Ulm.", record={"name": "A", "sender": sender}, limits=Limits(attempts=2)
    )
    assert session.start().request is not None
    outcome = session.submit({"name": "A"}).outcome
    assert outcome is not None
    found = [one.path for one in outcome.attempts[1].report.violations if one.code == "EVIDENCE_LOST"]
    assert found == expected


def test_what_is_wrong_still_was_not_broken(tmp_path: Path) -> None:
    """Not even where the caret stands at a field that the rule does not read."""
    named = "NAMED:\n  says: A name is one.\n  check: length(name) > 1\n  at: name\n"
    elsewhere = PLACE_RULES.replace("  at: sender.country\n", "  at: name\n")
    places = domain(tmp_path / "places", PLACES, f"{elsewhere}\n{named}")
    sender = {"country": "ITA"}
    session = Session(places, record={"name": "A", "sender": sender}, limits=Limits(attempts=3))
    session.start()
    session.submit({"name": "Ada", "sender": sender})
    attempt = session.events[-2].attempt
    assert attempt is not None
    assert attempt.evidence == (("COUNTRY", "name", "E3"),)
    assert (attempt.decision, attempt.because) == ("revise", ("1 finding blocks.",))


def values(record: Any, path: str = "") -> list[str]:
    """The paths of all values of a record."""
    if isinstance(record, dict):
        inner = [(f"{path}.{key}" if path else key, part) for key, part in record.items()]
    elif isinstance(record, list):
        inner = [(f"{path}[{n}]", part) for n, part in enumerate(record)]
    else:
        return [path]
    return [one for where, part in inner for one in values(part, where)]


def without(record: Any, steps: Steps) -> Any:
    """A record without the value at a path."""
    first, *rest = steps
    if isinstance(record, list):
        return [without(part, tuple(rest)) if n == first else part for n, part in enumerate(record)]
    if rest:
        return {key: without(part, tuple(rest)) if key == first else part for key, part in record.items()}
    return {key: part for key, part in record.items() if key != first}


def test_every_value_of_an_invoice(root: Path) -> None:
    """What no rule can do without is lost; what no rule reads is not."""
    invoices = load("invoices")
    text = (root / "domains/invoices/examples/full.yaml").read_text("utf-8")
    sound = yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506 - numbers stay as they are written
    sound["line_items"] = sound["line_items"][:1]
    evaluated = invoices.rules.evaluated(invoices.check(sound))
    wrong = {**sound, "total": str(Decimal(sound["total"]) + 1), "note": "a word"}
    counts = {"lost": 0, "free": 0}
    for path in values(sound):
        steps = parse_path(path)
        assert steps is not None
        left = without(sound, steps)
        readers = {code for code, read in invoices.reads.items() if pattern_of(path) in read}
        stopped = (evaluated & readers) - invoices.rules.evaluated(invoices.check(left))
        found = [place for place, _, _ in lost(invoices, wrong, left)]
        if pattern_of(path) in invoices.defaults:
            assert found == []
        elif "[" not in path:
            assert found == ([path] if stopped else [])
        elif not readers:
            assert found == []
        elif stopped:
            assert found == [path]
        counts["lost" if found else "free"] += 1
    assert counts["lost"] > 10
    assert counts["free"] > 3
