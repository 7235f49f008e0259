"""The reader as an engine: what it gives first, what it gives next, what it refuses, and what it leaves alone."""

import copy
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from selfcorrect.domain.domain import Domain
from selfcorrect.domain.doubts import doubts_of
from selfcorrect.domain.load import load
from selfcorrect.engines.engine import Engine
from selfcorrect.engines.reader import ReaderEngine
from selfcorrect.model.exact_json import canonical, digest
from selfcorrect.model.exchange import FREE, EngineError, Feedback, Reply, Request
from selfcorrect.model.marks import Span
from selfcorrect.model.paths import meets

D = Decimal

POSTERS = """\
Reed & Moss Printers
Invoice no: RM-7
Date: 4 March 2025
Due date: 3 April 2025
Currency: EUR

4 x Poster @ 25.00 = 100.00
2 x Banner @ 60.00 = 120.00

Subtotal: 220.00
Tax: 44.00
Total: 264.00
"""
TRUTH: dict[str, Any] = {
    "invoice_number": "RM-7",
    "date": "2025-03-04",
    "due_date": "2025-04-03",
    "vendor": "Reed & Moss Printers",
    "currency": "EUR",
    "line_items": [
        {"quantity": D(4), "description": "Poster", "unit_price": D("25.00"), "amount": D("100.00")},
        {"quantity": D(2), "description": "Banner", "unit_price": D("60.00"), "amount": D("120.00")},
    ],
    "subtotal": D("220.00"),
    "tax": D("44.00"),
    "total": D("264.00"),
}
OPEN = POSTERS.replace("Total: 264.00\n", "Grand total: 250.00\nTotal: 264.00\nTotal amount: 300.00\n")
"""A total with a better label, which nothing explains, and one more with the same label as the true one."""


@pytest.fixture(scope="module")
def invoices() -> Domain:
    return load("invoices")


@pytest.fixture(scope="module")
def engine(invoices: Domain) -> ReaderEngine:
    return ReaderEngine(invoices)


def asked(
    document: str | None,
    base: Any = None,
    feedback: Feedback | None = None,
    tried: tuple[str, ...] = (),
    today: date | None = None,
) -> Request:
    return Request("request-1", 1, "candidate", 1, "", {}, document, base, feedback, tried=tried, today=today)


def suspecting(*paths: str, codes: tuple[str, ...] = (), places: tuple[str, ...] = ()) -> Feedback:
    return Feedback("Look again.", paths, places, codes)


def row(number: int, **changes: Any) -> list[dict[str, Any]]:
    """The true rows with changes in one of them."""
    return [line | (changes if n == number else {}) for n, line in enumerate(TRUTH["line_items"])]


# --- the first reply ------------------------------------------------------------------------------------


def test_it_is_an_engine_with_a_name(engine):
    assert isinstance(engine, Engine)
    assert engine.name == "reader"


@pytest.mark.parametrize("document", [POSTERS, OPEN], ids=["decided", "open"])
def test_first_it_gives_the_reading_that_labels_and_rules_decide_for(invoices, engine, document):
    reading = invoices.reading(document)
    expected = Reply(
        reading.candidate, FREE, spans=reading.spans, doubts=doubts_of(reading, document), finish="stop"
    )
    assert engine.reply(asked(document)) == expected


def test_the_first_reply_to_a_document_that_is_clear_is_the_truth_without_doubts(engine):
    reply = engine.reply(asked(POSTERS))
    assert (reply.content, reply.doubts) == (TRUTH, ())
    assert reply.spans["total"] == Span(POSTERS.index("264.00"), POSTERS.index("264.00") + 6)


@pytest.mark.parametrize(
    ("today", "first", "doubts"),
    [("2025-05-20", "2025-05-06", []), ("2025-06-20", None, ["UNSURE_READING"])],
)
def test_the_day_of_the_request_decides(engine, today, first, doubts):
    """The sixth of May or the fifth of June, which is not over yet on the first of these days."""
    slashed = POSTERS.replace("4 March 2025", "06/05/2025").replace("EUR", "BWP").replace("3 April", "3 July")
    day = date.fromisoformat(today)
    assert engine.reply(asked(slashed, today=day)).content["date"] == first
    base = {name: value for name, value in TRUTH.items() if name != "date"}
    reply = engine.reply(asked(slashed, base, suspecting("date"), today=day))
    assert (reply.content["date"], [doubt.code for doubt in reply.doubts]) == ("2025-05-06", doubts)


def test_an_empty_document_is_read_as_nothing(engine):
    assert engine.reply(asked("")) == Reply({}, FREE)


@pytest.mark.parametrize("base", [None, [TRUTH], "264.00", 5], ids=repr)
def test_from_what_is_no_record_it_starts_anew(engine, base):
    assert engine.reply(asked(POSTERS, base, suspecting("total"))) == engine.reply(asked(POSTERS))


def test_a_record_without_feedback_is_read_anew(engine):
    assert engine.reply(asked(POSTERS, TRUTH | {"total": D(1)})) == engine.reply(asked(POSTERS))


# --- the next reply -------------------------------------------------------------------------------------

NEXT: dict[str, tuple[dict[str, Any], Feedback, dict[str, Any]]] = {
    "a suspected field is read anew": (
        TRUTH | {"total": D("246.00")},
        suspecting("total"),
        TRUTH,
    ),
    "nothing else is, wrong as it may be": (
        TRUTH | {"total": D("246.00"), "vendor": "Nobody", "due_date": "2025-05-05"},
        suspecting("total"),
        TRUTH | {"vendor": "Nobody", "due_date": "2025-05-05"},
    ),
    "what the document says nothing of stays": (
        TRUTH | {"total": D("246.00"), "customer": "The Old Mill"},
        suspecting("total"),
        TRUTH | {"customer": "The Old Mill"},
    ),
    "and so does what no invoice has": (
        TRUTH | {"total": D("246.00"), "note": 7, "total.net": "x", "vendor.name.first": {"a.b": []}},
        suspecting("total", "note"),
        TRUTH | {"note": 7, "total.net": "x", "vendor.name.first": {"a.b": []}},
    ),
    "a suspected value in a row is read anew, and the row's others are not": (
        TRUTH | {"line_items": row(1, quantity=D(2), description="Flag", amount=D("12.00"))},
        suspecting("line_items[1].amount"),
        TRUTH | {"line_items": row(1, description="Flag")},
    ),
    "rows are told by their texts, not by their numbers": (
        TRUTH | {"line_items": row(1, amount=D("12.00"))[::-1]},
        suspecting("line_items[0].amount"),
        TRUTH | {"line_items": TRUTH["line_items"][::-1]},
    ),
    "a list that is suspected is read whole": (
        TRUTH | {"line_items": TRUTH["line_items"][1:]},
        suspecting("line_items", places=("subtotal",)),
        TRUTH,
    ),
    "its rows keep what the document does not print": (
        TRUTH | {"line_items": row(1, amount=D("12.00"), tax_rate=D(20))},
        suspecting("line_items"),
        TRUTH | {"line_items": row(1, tax_rate=D(20))},
    ),
    "and their order, where they are the same ones": (
        TRUTH | {"line_items": row(1, amount=D("12.00"))[::-1]},
        suspecting("line_items"),
        TRUTH | {"line_items": TRUTH["line_items"][::-1]},
    ),
    "a missing field is taken from the document": (
        {name: value for name, value in TRUTH.items() if name != "date"},
        suspecting("date"),
        TRUTH,
    ),
    "so is one of the wrong type": (
        TRUTH | {"line_items": "see above", "date": 5},
        suspecting("line_items", "date"),
        TRUTH,
    ),
    "numbers that are texts and floats are numbers": (
        TRUTH | {"subtotal": "220.00", "tax": 44.0, "total": "264.90"},
        suspecting("total"),
        TRUTH,
    ),
    "the place of a finding is read anew where what is suspected is right": (
        TRUTH | {"subtotal": D("202.00")},
        suspecting("line_items", places=("subtotal",)),
        TRUTH,
    ),
    "what an objecting rule reads is read anew where what is suspected is right": (
        TRUTH | {"tax": D("4.00")},
        suspecting("total", codes=("TOTAL_MISMATCH",)),
        TRUTH,
    ),
    "in the row concerned": (
        TRUTH | {"line_items": row(0, quantity=D(5))},
        suspecting("line_items[0].amount", codes=("LINE_ITEM_MATH",)),
        TRUTH,
    ),
    "of two fields that do not go together the document says both": (
        TRUTH | {"date": "2025-04-03", "due_date": "2025-03-04"},
        suspecting("due_date", codes=("DUE_BEFORE_DATE",)),
        TRUTH,
    ),
    "what else a rule reads that looks at something suspected has to suit its new value": (
        TRUTH | {"total": D("202.00"), "tax": D("4.00"), "subtotal": D("198.00")},
        suspecting("total"),
        TRUTH,
    ),
    "an amount that is printed nowhere and has no label goes": (
        TRUTH | {"prepaid": D("64.32")},
        suspecting("prepaid", codes=("AMOUNT_NOT_IN_DOCUMENT",)),
        TRUTH,
    ),
    "so does one that only a sum shows to be made up": (
        TRUTH | {"charge_total": D("64.32")},
        suspecting("total", codes=("TOTAL_MISMATCH",)),
        TRUTH,
    ),
    "what has to be made anew is, from the beginning": (
        TRUTH | {"total": D(1), "vendor": "Nobody", "tax": D(2), "customer": "The Old Mill"},
        Feedback("Anew.", ("total",), intensity="regenerate"),
        TRUTH | {"customer": "The Old Mill"},
    ),
    "or from a field on": (
        TRUTH | {"total": D(1), "vendor": "Nobody", "subtotal": D(2)},
        Feedback("Anew.", ("total",), intensity="regenerate", start="line_items"),
        TRUTH | {"vendor": "Nobody"},
    ),
}


@pytest.mark.parametrize("name", NEXT)
def test_the_next_reading(engine, name):
    base, feedback, expected = NEXT[name]
    before = copy.deepcopy(base)
    reply = engine.reply(asked(POSTERS, base, feedback))
    assert (canonical(reply.content), reply.doubts, reply.usage) == (canonical(expected), (), FREE)
    assert base == before


def test_an_amount_that_is_printed_nowhere_stays_where_a_sum_needs_it(engine):
    discounted = POSTERS.replace("Tax: 44.00\nTotal: 264.00", "Net amount: 190.00\nTax: 38.00\nTotal: 228.00")
    true = TRUTH | {
        "allowance_total": D("30.00"),
        "net": D("190.00"),
        "tax": D("38.00"),
        "total": D("228.00"),
    }
    base = true | {"charge_total": D("64.32")}
    reply = engine.reply(asked(discounted, base, suspecting("total", "net", codes=("NET_MISMATCH",))))
    assert (canonical(reply.content), reply.doubts) == (canonical(true), ())


def test_an_amount_that_is_printed_somewhere_does_not_go(engine):
    printed = POSTERS + "Reference 64.32\n"
    base = TRUTH | {"charge_total": D("64.32")}
    reply = engine.reply(asked(printed, base, suspecting("total", codes=("TOTAL_MISMATCH",))))
    assert canonical(reply.content) == canonical(base)


def test_what_is_unsure_in_the_document_does_not_lead(engine):
    """`03/04/2025` is likely the third of April; a record that says so is not put in doubt."""
    slashed = POSTERS.replace("3 April 2025", "03/04/2025")
    assert [doubt.path for doubt in engine.reply(asked(slashed)).doubts] == ["due_date"]
    base = TRUTH | {"date": "2025-05-04"}
    reply = engine.reply(asked(slashed, base, suspecting("date", codes=("DUE_BEFORE_DATE",))))
    assert (canonical(reply.content), reply.doubts) == (canonical(TRUTH), ())


def test_what_can_be_repaired_is_though_the_document_s_own_sums_do_not_agree(engine):
    disagreeing = POSTERS.replace("Total: 264.00", "Grand total: 260.00\nTotal: 270.00")
    base = TRUTH | {"line_items": row(0, quantity=D(5)), "total": D("260.00")}
    feedback = suspecting("line_items[0].amount", "total", codes=("LINE_ITEM_MATH", "TOTAL_MISMATCH"))
    reply = engine.reply(asked(disagreeing, base, feedback))
    assert (canonical(reply.content), reply.doubts) == (canonical(TRUTH | {"total": D("260.00")}), ())


# --- one after another ----------------------------------------------------------------------------------


def replies(engine: ReaderEngine, document: str, feedback: Feedback, number: int) -> list[Reply]:
    """The first reply and those that follow, each told of all before it."""
    found = [engine.reply(asked(document))]
    for _ in range(number):
        tried = tuple(digest(reply.content) for reply in found)
        found.append(engine.reply(asked(document, found[0].content, feedback, tried)))
    return found


def test_what_has_been_tried_is_not_offered_again_until_nothing_else_is_left(engine):
    found = replies(engine, OPEN, suspecting("total"), 5)
    ambiguous = "`total` can be read as 250.00 or 264.00, and nothing decides which."
    likely = "`total` was read as {} on a likelihood, and nothing upholds it."
    told = [(reply.content["total"], [doubt.message for doubt in reply.doubts]) for reply in found]
    assert told == [
        (None, [ambiguous]),
        (D("250.00"), [likely.format("250.00")]),
        (D("264.00"), [likely.format("264.00")]),
        (D("300.00"), [likely.format("300.00")]),
        (None, [ambiguous]),
        (None, [ambiguous]),
    ]
    assert all(reply.content == found[0].content | {"total": reply.content["total"]} for reply in found)


def test_a_doubt_is_one_to_look_at_and_proves_nothing(engine):
    doubts = replies(engine, OPEN, suspecting("total"), 1)[1].doubts
    found = [(doubt.code, doubt.grade, doubt.suspects, doubt.blocks) for doubt in doubts]
    assert found == [("UNSURE_READING", "E1", ("total",), False)]


def test_the_candidate_itself_is_not_offered_again_however_it_is_written(engine):
    base = {name: str(value) if isinstance(value, Decimal) else value for name, value in TRUTH.items()}
    tried = tuple(digest(TRUTH | {"total": total}) for total in (None, D("250.00")))
    assert engine.reply(asked(OPEN, base, suspecting("total"), tried)).content["total"] == D("300.00")


def test_other_readings_are_offered_where_carets_stand_once_nothing_suspected_has_one(engine):
    found = replies(engine, OPEN, suspecting("tax", places=("total",)), 3)
    assert [reply.content["total"] for reply in found] == [None, D("250.00"), D("264.00"), D("300.00")]


DELIVERED = """\
Reed & Moss Printers
Invoice no: RM-8
Date: 4 March 2025
Currency: EUR

Description        Qty    Unit price     Amount
Poster               4         25.00     100.00
Delivery             1         20.00      20.00

Total: 150.00
"""


def test_another_reading_of_a_list_is_in_doubt_as_a_whole(engine):
    found = replies(engine, DELIVERED, suspecting("line_items"), 1)
    assert [len(reply.content["line_items"]) for reply in found] == [2, 1]
    assert [(doubt.path, doubt.message) for doubt in found[1].doubts if doubt.code == "UNSURE_READING"] == [
        (
            "line_items",
            "`line_items` was read as 1 row from `Poster 4 25.00 100.00` on a likelihood, and nothing "
            "upholds it.",
        )
    ]


# --- what is refused ------------------------------------------------------------------------------------


def refusal(engine: ReaderEngine, request: Request) -> tuple[str, str, bool]:
    with pytest.raises(EngineError) as error:
        engine.reply(request)
    return error.value.kind, error.value.message, error.value.again


def test_questions_are_refused(engine):
    request = Request("request-1", 1, "answers", 1, "", {}, POSTERS)
    message = "the reader answers no questions: a model has to be asked"
    assert refusal(engine, request) == ("unusable", message, False)


def test_without_a_document_there_is_nothing_to_read(engine):
    message = "the reader has nothing to read: give the document of the record"
    assert refusal(engine, asked(None, TRUTH, suspecting("total"))) == ("unusable", message, False)


@pytest.mark.parametrize("feedback", [None, suspecting("total")], ids=["first", "next"])
def test_a_pack_without_a_reader_cannot_read(tmp_path: Path, feedback):
    (tmp_path / "pack.yaml").write_text(SUMS, encoding="utf-8")
    (tmp_path / "rules.yaml").write_text(SUM_RULES, encoding="utf-8")
    engine = ReaderEngine(load(tmp_path))
    message = "the pack `sums` cannot read documents"
    assert refusal(engine, asked(POSTERS, {"total": 1}, feedback)) == ("unusable", message, False)


SUMS = """\
pack: sums
version: 1.0.0
summary: Sums.
candidate:
  total:
    type: number
    required: true
"""
SUM_RULES = """\
POSITIVE:
  says: A total is more than nothing.
  check: total > 0
  at: total
"""


# --- properties -----------------------------------------------------------------------------------------

WRONG = TRUTH | {
    "vendor": "Nobody",
    "due_date": "2025-05-05",
    "subtotal": D("202.00"),
    "tax": D("4.00"),
    "total": D("246.00"),
    "prepaid": D("7.00"),
}
PATHS = (
    *WRONG,
    "line_items[0].amount",
    "line_items[1].quantity",
    "line_items[1]",
    "line_items[7].amount",
    "",
)
paths = st.lists(st.sampled_from(PATHS), unique=True, max_size=4).map(tuple)
odd = st.none() | st.booleans() | st.decimals(allow_nan=True) | st.floats() | st.text(max_size=5)
nested = st.recursive(
    odd | st.sampled_from(list(WRONG.values())),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["amount", "description", "a.b"]), inner, max_size=3)
    ),
    max_leaves=6,
)
records = st.dictionaries(st.sampled_from([*WRONG, "net", "allowances", "note", "total.net"]), nested)
codes = st.lists(st.sampled_from(["TOTAL_MISMATCH", "LINE_ITEMS_SUM", "LINE_ITEM_MATH", "NO_SUCH_CODE"]))
feedbacks = st.builds(
    Feedback,
    text=st.just("Look again."),
    suspects=paths,
    places=paths,
    codes=codes.map(tuple),
    intensity=st.sampled_from(["edit", "regenerate"]),
    start=st.sampled_from(["", "line_items", "no_such_field"]),
)


@settings(deadline=None, max_examples=40)
@given(suspects=paths)
def test_only_what_is_suspected_changes_and_what_rules_need_besides(invoices, engine, suspects):
    def rank(record: dict[str, Any]) -> tuple[bool, int]:
        report = invoices.check(record, document=POSTERS)
        return not report.passed(), len({(v.code, v.path) for v in report.violations if v.blocks})

    found = engine.reply(asked(POSTERS, WRONG, suspecting(*suspects))).content
    for name in {name for name in {*WRONG, *found} if WRONG.get(name) != found.get(name)}:
        if not any(meets(name, path) for path in suspects):
            back = {key: value for key, value in found.items() if key != name}
            back |= {name: WRONG[name]} if name in WRONG else {}
            assert rank(back) > rank(found)


@settings(deadline=None, max_examples=40)
@given(
    record=records, feedback=feedbacks, document=st.sampled_from([POSTERS, OPEN, DELIVERED, "", "\x00\n#"])
)
def test_the_same_request_gets_the_same_reply_whatever_came_between(
    invoices, engine, record, feedback, document
):
    request = asked(document, record, feedback, tried=(digest(TRUTH),))
    reply = engine.reply(request)
    engine.reply(asked(POSTERS, TRUTH, suspecting("total")))
    assert engine.reply(request) == reply
    assert ReaderEngine(invoices).reply(request) == reply


@settings(deadline=None, max_examples=40)
@given(record=records, feedback=feedbacks, document=st.sampled_from([POSTERS, OPEN, DELIVERED]))
def test_nothing_that_is_new_has_been_tried_before(engine, record, feedback, document):
    tried: list[str] = [digest(record)]
    for _ in range(4):
        found = digest(engine.reply(asked(document, record, feedback, tuple(tried))).content)
        if found in tried:
            again = engine.reply(asked(document, record, feedback, (*tried, found)))
            assert digest(again.content) in tried
            return
        tried.append(found)
