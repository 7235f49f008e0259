"""The simulated engine: the faults it shows, the feedback that repairs them, and that nothing is left to luck."""

import copy
import json
import os
import subprocess
import sys
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from selfcorrect.domain.domain import Domain
from selfcorrect.domain.load import load
from selfcorrect.engines.engine import AsyncEngine, Engine
from selfcorrect.engines.injection import inject
from selfcorrect.engines.simulated import Simulated, simulated
from selfcorrect.model.diagnostic import PackError
from selfcorrect.model.exact_json import decode, digest
from selfcorrect.model.exchange import FREE, EngineError, Feedback, Reply, Request
from selfcorrect.model.report import Question
from selfcorrect.pack.faults import load_faults
from tests.authoring.packs import write_pack

EXAMPLES = Path(__file__).parents[2] / "domains" / "invoices" / "examples"

INVOICE = """
{
  "invoice_number": "INV/838/2025", "date": "2025-02-02", "vendor": "COPPERFIELD STATIONERS", "currency": "EUR",
  "line_items": [
    {"description": "Industrial shelving unit, 5-tier", "quantity": 6, "unit_price": 2335.03, "amount": 14010.18},
    {"description": "Safety goggles, anti-fog, 10-pack", "quantity": 12, "unit_price": 1199.85, "amount": 14398.20},
    {"description": "Cat6 patch cable, 10m", "quantity": 11, "unit_price": 63.66, "amount": 700.26},
    {"description": "Server rack rental, per month", "quantity": 2, "unit_price": 1164.69, "amount": 2329.38}
  ],
  "subtotal": 31438.02, "tax": 6287.60, "total": 37725.62
}
"""

PARCEL: dict[str, Any] = {
    "name": "A",
    "currency": "EUR",
    "parts": [
        {"label": "box", "weight": 2, "price": Decimal("1.50")},
        {"label": "lid", "weight": 1, "price": Decimal("0.50")},
        {"label": "tag", "weight": 1, "price": Decimal("0.50")},
    ],
    "weight": 4,
    "price": Decimal("2.50"),
}

FAULTS = """\
PART_LOST:
  says: A part is left out.
  each: part in parts
  remove: part
  finds:
    - code: WEIGHT_SUM
      at: weight
    - code: PRICE_SUM
      at: price

WEIGHT_MISREAD:
  says: The weight is misread.
  set:
    weight: weight + 10
  finds:
    - code: WEIGHT_SUM
      at: weight
  chance: 0.5

PRICE_STUCK:
  says: The price is misread, for good.
  set:
    price: price + 1
  finds:
    - code: PRICE_SUM
      at: price
  chance: 0

PRICE_TAKEN_FOR_WEIGHT:
  says: Whoever hears of the price reads the weight again.
  set:
    weight: price
  finds:
    - code: WEIGHT_SUM
      at: weight
  repaired_by: PRICE_SUM

PART_TAKEN_FOR_ALL:
  says: The price of a part is taken for the parcel's.
  each: part in parts
  set:
    price: part.price
  finds:
    - code: PRICE_SUM
      at: price

RENAMED:
  says: The name is another.
  unseen: true
  set:
    name: '"B"'

CURRENCY_MISREAD:
  says: The currency is another.
  set:
    currency: '"USD"'
  finds:
    - code: WRONG_TYPE
      at: currency
  repaired_by: WEIGHT_SUM
  chance: 0.5

PARCEL_OF_ONE:
  says: Only a parcel of one part can have this one.
  unseen: true
  when: count(parts) == 1
  remove: parts
"""


@pytest.fixture(scope="module")
def parcels(tmp_path_factory: pytest.TempPathFactory) -> Domain:
    return load(write_pack(tmp_path_factory.mktemp("parcels"), faults=FAULTS))


@pytest.fixture(scope="module")
def invoices() -> Domain:
    return load("invoices")


def example(name: str) -> Any:
    """A record of the pack's examples, every scalar as text."""
    return yaml.load((EXAMPLES / f"{name}.yaml").read_text("utf-8"), Loader=yaml.BaseLoader)  # noqa: S506


def request(attempt: int = 1, base: Any = None, codes: tuple[str, ...] | None = None, **more: Any) -> Request:
    feedback = None if codes is None else Feedback("", codes=codes)
    values = {"kind": "candidate", "prompt": "", "schema": {}, "base": base, "feedback": feedback, **more}
    return Request(id=f"r{attempt}", number=attempt, attempt=attempt, **values)


def version(engine: Simulated, *args: Any, **more: Any) -> Any:
    """The candidate of a reply."""
    return decode(engine.reply(request(*args, **more)).content)


def findings(domain: Domain, record: Any) -> list[tuple[str, str, str | None, str | None]]:
    return [(v.code, v.path, v.expected, v.actual) for v in domain.check(record).violations]


def test_it_is_an_engine_that_waits_for_nothing(parcels: Domain) -> None:
    engine: Engine = simulated(parcels, PARCEL)
    assert (engine.name, isinstance(engine, AsyncEngine)) == ("simulated", False)


def test_a_dropped_line_and_a_decoy_total(invoices: Domain) -> None:
    faults = ("DROPPED_LINE@0", "LINE_AMOUNT_TAKEN_FOR_TOTAL@2")
    engine = simulated(invoices, decode(INVOICE), faults=faults)
    first = version(engine)
    assert findings(invoices, first) == [
        ("LINE_ITEMS_SUM", "subtotal", "31438.02", "17427.84"),
        ("TOTAL_MISMATCH", "total", "37725.62", "700.26"),
    ]
    second = version(engine, 2, first, ("TOTAL_MISMATCH",))
    assert findings(invoices, second) == [("LINE_ITEMS_SUM", "subtotal", "31438.02", "17427.84")]
    assert version(engine, 3, second, ("LINE_ITEMS_SUM",)) == decode(INVOICE)
    assert version(engine, 2, first, ("LINE_ITEMS_SUM", "TOTAL_MISMATCH")) == decode(INVOICE)


def test_a_reply_is_what_a_model_would_write_and_costs_nothing(parcels: Domain) -> None:
    truth = {"name": "Ä", "parts": [], "day": date(2025, 3, 14), "price": Decimal("2.50"), "weight": 4}
    text = """\
{
  "name": "B",
  "parts": [],
  "day": "2025-03-14",
  "price": 2.50,
  "weight": 4
}"""
    assert simulated(parcels, truth, faults=["RENAMED"]).reply(request()) == Reply(text, FREE)


def test_the_truth_stays_as_it_was(parcels: Domain) -> None:
    truth = copy.deepcopy(PARCEL)
    engine = simulated(parcels, truth, faults=["PART_LOST@0", "RENAMED"])
    before = engine.reply(request())
    assert truth == PARCEL
    truth["parts"].clear()
    assert engine.reply(request()) == before


# The faults of a task, the codes of the feedback on its first version, and what the second one still has.
REPAIRS = [
    (["PART_LOST@1"], ["PRICE_SUM"], []),
    (["PART_LOST@1"], ["WEIGHT_SUM", "PRICE_SUM"], []),
    (["PART_LOST@1"], ["MISSING_FIELD"], ["PART_LOST@1"]),
    (["PART_LOST@1"], [], ["PART_LOST@1"]),
    (["PART_LOST@1"], None, ["PART_LOST@1"]),
    (["PRICE_STUCK"], ["PRICE_SUM"], ["PRICE_STUCK"]),
    (["PRICE_TAKEN_FOR_WEIGHT"], ["WEIGHT_SUM"], ["PRICE_TAKEN_FOR_WEIGHT"]),
    (["PRICE_TAKEN_FOR_WEIGHT"], ["PRICE_SUM"], []),
    (["RENAMED"], ["WEIGHT_SUM", "PRICE_SUM", "MISSING_FIELD"], ["RENAMED"]),
    (["RENAMED", "PART_LOST@2", "PRICE_STUCK"], ["WEIGHT_SUM"], ["RENAMED", "PRICE_STUCK"]),
]


@pytest.mark.parametrize(("faults", "codes", "left"), REPAIRS)
def test_feedback_repairs_what_it_speaks_of(
    parcels: Domain, faults: list[str], codes: list[str] | None, left: list[str]
) -> None:
    engine = simulated(parcels, PARCEL, faults=faults)
    second = version(engine, 2, version(engine), None if codes is None else tuple(codes))
    expected = (
        version(simulated(parcels, PARCEL, faults=left))
        if left
        else decode(json.dumps(PARCEL, default=float))
    )
    assert digest(second) == digest(expected)


@pytest.mark.parametrize(("fault", "least", "most"), [("PART_LOST", 400, 400), ("PRICE_STUCK", 0, 0)])
def test_a_sure_repair_and_none(parcels: Domain, fault: str, least: int, most: int) -> None:
    assert least <= repaired(parcels, fault) <= most


def test_a_chance_of_a_half_repairs_about_half(parcels: Domain) -> None:
    assert 170 < repaired(parcels, "WEIGHT_MISREAD") < 230


def repaired(domain: Domain, fault: str) -> int:
    """In how many of 400 tasks feedback repairs a fault at once."""
    engines = [simulated(domain, PARCEL, seed=seed, faults=[fault]) for seed in range(400)]
    seconds = [version(engine, 2, version(engine), ("WEIGHT_SUM", "PRICE_SUM")) for engine in engines]
    return sum(digest(second) == digest(PARCEL) for second in seconds)


def test_every_attempt_has_a_chance_of_its_own(parcels: Domain) -> None:
    engine = simulated(parcels, PARCEL, seed=5, faults=["WEIGHT_MISREAD"])
    first = version(engine)
    drawn = [version(engine, attempt, first, ("WEIGHT_SUM",)) != first for attempt in range(2, 12)]
    assert set(drawn) == {True, False}


def test_every_fault_has_a_chance_of_its_own(parcels: Domain) -> None:
    faults = ["WEIGHT_MISREAD", "CURRENCY_MISREAD"]
    engines = [simulated(parcels, PARCEL, seed=seed, faults=faults) for seed in range(40)]
    seconds = [version(engine, 2, version(engine), ("WEIGHT_SUM",)) for engine in engines]
    assert {(one["weight"], one["currency"]) for one in seconds} == {
        (4, "EUR"),
        (4, "USD"),
        (14, "EUR"),
        (14, "USD"),
    }


def test_what_was_repaired_stays_repaired(parcels: Domain) -> None:
    engine = simulated(parcels, PARCEL, faults=["PART_LOST@0", "RENAMED"])
    second = version(engine, 2, version(engine), ("WEIGHT_SUM",))
    assert version(engine, 3, second, ("MISSING_FIELD",)) == second != version(engine)


@pytest.mark.parametrize("base", [{"total": 1}, [], "nothing", 7, {"price": float("nan")}])
def test_a_version_of_somebody_else_counts_as_having_every_fault(parcels: Domain, base: Any) -> None:
    engine = simulated(parcels, PARCEL, faults=["PART_LOST@0", "PRICE_STUCK"])
    assert version(engine, 2, base, ()) == version(engine)
    assert version(engine, 2, base, ("WEIGHT_SUM",)) == version(
        simulated(parcels, PARCEL, faults=["PRICE_STUCK"])
    )


def test_a_version_is_known_however_it_is_written(parcels: Domain) -> None:
    engine = simulated(parcels, PARCEL, faults=["RENAMED", "PART_TAKEN_FOR_ALL@1"])
    repaired = version(engine, 2, version(engine), ("PRICE_SUM",))
    other = json.loads(json.dumps(dict(reversed(repaired.items())), default=float)) | {"note": None}
    assert other["price"].__class__ is float
    assert version(engine, 3, other, ()) == repaired


CODES = ("WEIGHT_SUM", "PRICE_SUM", "MISSING_FIELD")
SCRIPTS = st.fixed_dictionaries(
    {
        "seed": st.integers(-(2**70), 2**70),
        "task": st.text(max_size=5),
        "faults": st.lists(
            st.sampled_from(["PART_LOST", "WEIGHT_MISREAD", "PRICE_STUCK", "RENAMED"]), max_size=4
        ),
        "unfixable": st.booleans(),
    }
)
REQUESTS = st.lists(
    st.tuples(st.integers(1, 5), st.integers(0, 3), st.none() | st.lists(st.sampled_from(CODES)).map(tuple)),
    min_size=1,
    max_size=6,
)


@settings(deadline=None, max_examples=60)
@given(script=SCRIPTS, asked=REQUESTS)
def test_the_same_bytes_in_any_order_of_calls(
    parcels: Domain, script: dict[str, Any], asked: list[Any]
) -> None:
    engine = simulated(parcels, PARCEL, **script)
    bases = [None, PARCEL, version(engine), version(engine, 2, version(engine), CODES)]
    requests = [request(attempt, bases[base], codes) for attempt, base, codes in asked]
    there = [engine.reply(one) for one in requests]
    back = [engine.reply(one) for one in reversed(requests)]
    alone = [simulated(parcels, copy.deepcopy(PARCEL), **script).reply(one) for one in requests]
    assert there == back[::-1] == alone


IN_A_PROCESS = """
import json, sys
from selfcorrect.domain.load import load
from selfcorrect.engines.simulated import simulated
from selfcorrect.model.exact_json import decode
from selfcorrect.model.exchange import Feedback, Request

domain, truth = load(sys.argv[1]), decode(sys.argv[2])
for seed in range(6):
    engine = simulated(domain, truth, seed=seed, task="t", unfixable=seed % 2 == 1)
    base, feedback = None, None
    for attempt in (1, 2, 3):
        text = engine.reply(Request("r", 1, "candidate", attempt, "", {}, base=base, feedback=feedback)).content
        base, feedback = decode(text), Feedback("", codes=("WEIGHT_SUM", "PRICE_SUM"))
        print(text)
"""


def test_the_same_bytes_in_every_process(parcels: Domain) -> None:
    truth = json.dumps(PARCEL, default=float)
    command = [sys.executable, "-c", IN_A_PROCESS, str(parcels.pack.folder), truth]
    root = Path(__file__).parents[2]
    printed = [
        subprocess.run(
            command,
            check=True,
            capture_output=True,
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        ).stdout
        for hash_seed in ("1", "4242")
    ]
    assert printed[0].count(b"\n}\n") == 18
    assert printed[0] == printed[1]


def test_what_a_seed_chooses_never_changes(parcels: Domain) -> None:
    chosen = [simulated(parcels, PARCEL, seed=seed, task="a").planted() for seed in range(6)]
    assert chosen == [
        ("CURRENCY_MISREAD@0", "WEIGHT_MISREAD@0"),
        ("WEIGHT_MISREAD@0",),
        ("PRICE_STUCK@0",),
        ("PRICE_TAKEN_FOR_WEIGHT@0",),
        ("RENAMED@0", "PART_LOST@1"),
        ("PRICE_STUCK@0",),
    ]
    assert simulated(parcels, PARCEL, seed=0, task="b").planted() != chosen[0]


def test_a_seed_chooses_one_or_two_that_the_truth_can_have(parcels: Domain) -> None:
    chosen = [simulated(parcels, PARCEL, seed=seed).planted() for seed in range(200)]
    codes = {name.partition("@")[0] for names in chosen for name in names}
    assert {len(names) for names in chosen} == {1, 2}
    assert codes == {fault.code for fault in load_faults(parcels.pack)} - {"PARCEL_OF_ONE"}
    assert {name for names in chosen for name in names if name.startswith("PART_LOST")} == {
        "PART_LOST@0",
        "PART_LOST@1",
        "PART_LOST@2",
    }


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 10**6))
def test_the_first_attempt_of_one_fault_is_its_injection(invoices: Domain, seed: int) -> None:
    truth, today = example("full"), date(2026, 3, 31)
    engine = simulated(invoices, truth, seed=seed)
    first, *others = engine.planted(today)
    code, _, number = first.partition("@")
    (fault,) = [fault for fault in load_faults(invoices.pack) if fault.code == code]
    injection = inject(fault, truth, invoices.pack.context, today)[int(number)]
    alone = simulated(invoices, truth, faults=[first])
    assert digest(version(alone, today=today)) == digest(injection.record)
    assert others or version(alone, today=today) == version(engine, today=today)


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 10**6))
def test_feedback_on_all_that_is_found_leaves_nothing_to_find(invoices: Domain, seed: int) -> None:
    engine = simulated(invoices, example("full"), seed=seed)
    record, told = version(engine), invoices.check(version(engine)).violations
    for attempt in (2, 3):
        record = version(engine, attempt, record, tuple(v.code for v in told))
        told = invoices.check(record).violations
    assert told == ()


# The faults asked for, and those that are there.
TOGETHER = [
    (["WEIGHT_MISREAD", "PRICE_STUCK"], ["WEIGHT_MISREAD@0", "PRICE_STUCK@0"]),
    (["WEIGHT_MISREAD", "PRICE_TAKEN_FOR_WEIGHT"], ["WEIGHT_MISREAD@0"]),
    (["PART_LOST@1", "PART_LOST@1", "RENAMED"], ["PART_LOST@1", "RENAMED@0"]),
    (["PART_LOST@2", "PART_LOST@0"], ["PART_LOST@2", "PART_LOST@0"]),
]


@pytest.mark.parametrize(("faults", "there"), TOGETHER)
def test_of_two_that_change_one_place_the_first_is_there(
    parcels: Domain, faults: list[str], there: list[str]
) -> None:
    engine = simulated(parcels, PARCEL, faults=faults)
    assert engine.planted() == tuple(there)
    assert version(engine) == version(simulated(parcels, PARCEL, faults=there))


def test_a_place_inside_another_is_the_same_place(invoices: Domain) -> None:
    faults = ["DROPPED_LINE@1", "QUANTITY_OFF_BY_ONE@1"]
    for pair in (faults, faults[::-1]):
        assert simulated(invoices, example("shelving"), faults=pair).planted() == (pair[0],)
    planted = simulated(
        invoices, example("shelving"), faults=["DROPPED_LINE@1", "QUANTITY_OFF_BY_ONE"]
    ).planted()
    assert planted in [("DROPPED_LINE@1", f"QUANTITY_OFF_BY_ONE@{row}") for row in (0, 2)]


def test_rows_are_those_of_the_truth(parcels: Domain) -> None:
    record = version(
        simulated(parcels, PARCEL, faults=["PART_LOST@0", "PART_LOST@2", "PART_TAKEN_FOR_ALL@1"])
    )
    assert ([part["label"] for part in record["parts"]], record["price"]) == (["lid"], Decimal("0.50"))


def test_an_unfixable_task_shows_something_else_at_every_attempt(invoices: Domain) -> None:
    faults = ["LINE_AMOUNT_TAKEN_FOR_TOTAL", "DROPPED_LINE@0"]
    engine = simulated(invoices, example("shelving"), faults=faults, unfixable=True)
    record, told, totals = version(engine), [], []
    for attempt in (2, 3, 4):
        report = invoices.check(record)
        told.append([v.code for v in report.violations])
        totals.append(record["total"])
        record = version(engine, attempt, record, tuple(told[-1]))
    assert sorted(totals) == [Decimal("450.00"), Decimal("1620.00"), Decimal("3300.00")]
    assert told == [
        ["LINE_ITEMS_SUM", "TOTAL_MISMATCH", "AMOUNT_DUE_MISMATCH"],
        ["TOTAL_MISMATCH", "AMOUNT_DUE_MISMATCH"],
        ["TOTAL_MISMATCH", "AMOUNT_DUE_MISMATCH"],
    ]
    assert record["total"] == totals[0]


def test_an_unfixable_task_begins_where_it_is_told_to(parcels: Domain) -> None:
    orders = set()
    for seed in range(20):
        engine = simulated(parcels, PARCEL, seed=seed, faults=["PART_LOST@1"], unfixable=True)
        versions = [version(engine, attempt) for attempt in (1, 2, 3)]
        gone = [
            [p["label"] for p in PARCEL["parts"] if p["label"] not in str(one["parts"])] for one in versions
        ]
        orders.add(tuple(label for [label] in gone))
    assert orders == {("lid", "box", "tag"), ("lid", "tag", "box")}


@pytest.mark.parametrize(
    ("fault", "wrong"),
    [
        ("WEIGHT_MISREAD", [14, 14, 14, 14]),
        # Two of the parts cost the same.
        ("PART_TAKEN_FOR_ALL@1", [Decimal("0.50"), Decimal("1.50")] * 2),
    ],
)
def test_an_unfixable_task_repeats_itself_where_there_is_nothing_else(
    parcels: Domain, fault: str, wrong: list[Any]
) -> None:
    engine = simulated(parcels, PARCEL, faults=[fault], unfixable=True)
    field = "weight" if fault == "WEIGHT_MISREAD" else "price"
    bases = [None, PARCEL, PARCEL, PARCEL]
    found = [version(engine, n, base, CODES)[field] for n, base in enumerate(bases, 1)]
    assert found == wrong


def test_nothing_else_stands_where_an_unfixable_fault_will(parcels: Domain) -> None:
    engine = simulated(parcels, PARCEL, faults=["PART_LOST@0", "PART_LOST@1"], unfixable=True)
    assert engine.planted() == ("PART_LOST@0",)


def test_only_the_first_fault_of_an_unfixable_task_changes(parcels: Domain) -> None:
    engine = simulated(
        parcels, PARCEL, faults=["WEIGHT_MISREAD", "PART_LOST@1", "PART_LOST@1"], unfixable=True
    )
    assert engine.planted() == ("WEIGHT_MISREAD@0", "PART_LOST@1")
    assert {engine.reply(request(attempt)).content for attempt in (1, 2, 3)} == {
        engine.reply(request()).content
    }


UNUSABLE = [
    (["PART_LOSST"], "the pack declares no fault `PART_LOSST`; did you mean `PART_LOST`?"),
    (
        ["XYZ"],
        "the pack declares no fault `XYZ`; known here: `CURRENCY_MISREAD`, `PARCEL_OF_ONE`, `PART_LOST`, "
        "`PART_TAKEN_FOR_ALL`, `PRICE_STUCK`, `PRICE_TAKEN_FOR_WEIGHT`, `RENAMED`, `WEIGHT_MISREAD`",
    ),
    (
        ["PARCEL_OF_ONE"],
        "this record cannot have the fault `PARCEL_OF_ONE`; name none, and the seed chooses",
    ),
    (["RENAMED", "PART_LOST@3"], "this record cannot have `PART_LOST@3`: the last is `PART_LOST@2`"),
    (["PART_LOST@"], "`PART_LOST@` names no injection: write `PART_LOST@0` for the first"),
    (["PART_LOST@-1"], "`PART_LOST@-1` names no injection: write `PART_LOST@0` for the first"),
    (["PART_LOST@١"], "`PART_LOST@١` names no injection: write `PART_LOST@0` for the first"),
    (["PART_LOST"] * 5, "a simulation puts at most 4 faults into a record, not 5"),
]


@pytest.mark.parametrize(("faults", "message"), UNUSABLE)
def test_faults_that_cannot_be_shown(parcels: Domain, faults: list[str], message: str) -> None:
    with pytest.raises(EngineError) as caught:
        simulated(parcels, PARCEL, faults=faults)
    assert (caught.value.kind, str(caught.value)) == ("unusable", message)


def test_a_fault_of_other_records_has_a_neighbour_that_will_do(invoices: Domain) -> None:
    with pytest.raises(EngineError) as caught:
        simulated(invoices, example("shelving"), faults=["DROPPED_LINE_OF_RECEIPT"])
    assert str(caught.value) == (
        "this record cannot have the fault `DROPPED_LINE_OF_RECEIPT`; did you mean `DROPPED_LINE`?"
    )


def test_a_pack_without_faults_simulates_nothing(tmp_path: Path) -> None:
    folder = write_pack(tmp_path)
    (folder / "faults.yaml").unlink()
    with pytest.raises(EngineError) as caught:
        simulated(load(folder), PARCEL)
    assert (caught.value.kind, str(caught.value)) == (
        "unusable",
        "the pack `parcels` declares no faults to simulate: give it a faults.yaml",
    )


def test_faults_that_do_not_link_are_diagnostics(tmp_path: Path) -> None:
    domain = load(write_pack(tmp_path, faults=FAULTS.replace("weight + 10", "wait + 10")))
    with pytest.raises(PackError) as caught:
        simulated(domain, PARCEL, faults=["WEIGHT_MISREAD"])
    assert [(d.mark.line, d.message) for d in caught.value.diagnostics] == [(14, "unknown name `wait`")]


@pytest.mark.parametrize("truth", [{}, [], None, "text"])
def test_a_truth_that_can_have_no_fault_is_given_as_it_is(tmp_path: Path, truth: Any) -> None:
    faults = "LOST:\n  says: A part is left out.\n  unseen: true\n  each: part in parts\n  remove: part\n"
    engine = simulated(load(write_pack(tmp_path, faults=faults)), truth)
    assert (engine.planted(), version(engine)) == ((), truth)


def test_the_day_is_the_requests(invoices: Domain) -> None:
    engine = simulated(invoices, example("shelving"), faults=["DATE_STILL_TO_COME"])
    days = [version(engine, today=date(2026, month, 1))["date"] for month in (1, 2)]
    assert days == ["2026-01-31", "2026-03-03"]
    again = version(
        engine, 2, version(engine, today=date(2026, 1, 1)), ("DATE_IN_FUTURE",), today=date(2026, 1, 1)
    )
    assert again["date"] == "2025-03-14"


DOCUMENT = "Sold by Hollins Storage Systems\nto Marsh & Daughter, 6444.00 EUR"
# The values a question is about, the verdict, and what is quoted.
ANSWERS = [
    ([("vendor", "Hollins Storage Systems")], "holds", "Hollins Storage Systems"),
    ([("vendor", "Marsh & Daughter")], "does not hold", "Marsh & Daughter"),
    ([("vendor", "Nordkap Carriers")], "does not hold", ""),
    ([("customer", "Marsh & Daughter")], "does not hold", "Marsh & Daughter"),
    ([("total", "6444.0"), ("vendor", "Hollins Storage Systems")], "holds", "6444.0"),
    ([("date", "2025-03-14"), ("total", "6444.00")], "holds", "6444.00"),
    ([("date", "2025-03-15"), ("total", "6444.00")], "does not hold", "6444.00"),
    ([("line_items[1].amount", "450.00")], "holds", ""),
    ([("line_items[7].amount", "450.00")], "does not hold", ""),
    ([("", "5370.00")], "cannot tell", ""),
    ([("", "5370.00"), ("total", "1")], "does not hold", ""),
    ([("customer", ""), ("vendor", "Hollins Storage Systems")], "holds", "Hollins Storage Systems"),
    ([], "holds", ""),
]


def test_questions_are_answered_by_the_truth(invoices: Domain) -> None:
    engine = simulated(invoices, example("shelving"), faults=["VENDOR_IS_SOMEBODY_ELSE", "DECOY_TOTAL"])
    questions = tuple(Question("Q", "", "?", "Yes.", tuple(values)) for values, _, _ in ANSWERS)
    asked = request(kind="answers", questions=questions, document=DOCUMENT)
    expected = [
        {"question": number, "verdict": verdict, "quote": quote}
        for number, (_, verdict, quote) in enumerate(ANSWERS, 1)
    ]
    assert engine.reply(asked) == Reply({"answers": expected}, FREE)


def test_a_question_without_a_document_is_answered_without_a_quote(invoices: Domain) -> None:
    truth = example("shelving") | {"vendor": " Hollins\n`Storage` "}
    question = Question("Q", "", "?", "Yes.", (("vendor", "Hollins 'Storage'"),))
    reply = simulated(invoices, truth).reply(request(kind="answers", questions=(question,)))
    assert reply.content == {"answers": [{"question": 1, "verdict": "holds", "quote": ""}]}
