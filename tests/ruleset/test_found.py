"""Lists that are found in a record's texts, and rules about the calculations in them."""

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selfcorrect.language.expressions.notation import Notation, Unit
from selfcorrect.language.shape import Field, Shape
from selfcorrect.model.marks import Extent, Span
from selfcorrect.ruleset.compiled import Source
from selfcorrect.ruleset.rule import Context, RuleDraft
from selfcorrect.ruleset.ruleset import RuleSet
from tests.ruleset.packs import draft, field, found, left_open, pack, text

LENGTH = (("length", 1),)
NOTATION = Notation(
    operators={"times": "*"},
    relations={"is": "="},
    units={
        "m": Unit("metre", LENGTH),
        "km": Unit("kilometre", LENGTH, (1000, 1)),
        "s": Unit("second", (("time", 1),)),
    },
)
ROW: list[tuple[str, Any, dict[str, Any]]] = [
    ("step", "integer", {}),
    ("left", "expression", {}),
    ("relation", "text", {}),
    ("right", "expression", {}),
]
FIELDS: tuple[Field, ...] = (
    field("steps", "list", items=("text", {})),
    field("rows", "list", of=[("note", "text", {}), ("n", "number", {})]),
    field("note", "text"),
    field("a", "expression"),
    field("b", "expression"),
    field("amount", "quantity"),
    field("equations", "list", find="equations", find_in="steps", of=ROW),
    field("noted", "list", find="equations", find_in="rows.note", of=ROW),
    field("single", "list", find="equations", find_in="note", of=ROW),
    field(
        "facts",
        "list",
        find="statements",
        find_in="steps",
        find_by=text("known"),
        of=[("fact", "text", {}), ("stated", "number", {})],
    ),
    field("operands", "list", find="operands", find_in="steps", find_with="note", of=[("number", "quantity", {})]),
)  # fmt: skip
KNOWN = Source(
    "known", "fact", {"fact": "text", "says": "text", "days": "number"}, {"week": {"fact": "week", "says": "a week has {value} days", "days": 7}},
)  # fmt: skip
CANNOT = "it cannot be computed: a division by zero, or a result out of range"


def rules(*drafts: RuleDraft) -> RuleSet:
    return pack(Context(Shape(FIELDS, notation=NOTATION), {"known": KNOWN}), drafts).compiled


def true(code: str, rows: str, **keys: Any) -> RuleDraft:
    """Both sides of every equation of a list agree."""
    keys = {"check": "one.left == one.right", "within": "printed", "at": "one.right", **keys}
    return draft(code, each=f"one in {rows}", **keys)


EQUATIONS = rules(true("STEP", "equations", when="present(equations)"))
ALL = rules(
    *(true(code, rows, when=f"present({rows})") for code, rows in (("STEP", "equations"), ("ROW", "noted"), ("NOTE", "single")))
)  # fmt: skip

FALSE: list[tuple[dict[str, Any], list[tuple[str, str, str | None, str | None]]]] = [
    ({"steps": ["1 + 1 = 2"]}, []),
    (
        {"steps": ["1 + 1 = 2", "3 * 4 = 13 and 2 + 2 = 5"]},
        [("STEP", "steps[1]", "12", "13"), ("STEP", "steps[1]", "4", "5")],
    ),
    ({"rows": [{"note": "x"}, {"note": "2 times 3 is 7"}]}, [("ROW", "rows[1].note", "6", "7")]),
    ({"note": "1 + 1 = 3"}, [("NOTE", "note", "2", "3")]),
    ({"steps": [], "rows": [], "note": ""}, []),
    ({"steps": ["√2 = 2"]}, [("STEP", "steps[0]", "1.414214", "2")]),
    # A text where a list of them should be, and rows that are none: told, and what is a text is read.
    (
        {"steps": "1 + 1 = 3"},
        [("WRONG_TYPE", "steps", "a list", "1 + 1 = 3"), ("STEP", "steps", "2", "3")],
    ),
    ({"steps": 7}, [("WRONG_TYPE", "steps", "a list", "7")]),
    (
        {"steps": [5, None, {"a": 1}, ["2 + 2 = 5"], "2 + 2 = 5"]},
        [
            ("WRONG_TYPE", "steps[0]", "text", "5"),
            ("WRONG_TYPE", "steps[2]", "text", "an object with 1 fields"),
            ("WRONG_TYPE", "steps[3]", "text", "a list of 1"),
            ("STEP", "steps[4]", "4", "5"),
        ],
    ),
    (
        {"rows": [7, {"note": 3}, {"note": "1 + 1 = 3"}]},
        [
            ("WRONG_TYPE", "rows[0]", "an object", "7"),
            ("WRONG_TYPE", "rows[1].note", "text", "3"),
            ("ROW", "rows[2].note", "2", "3"),
        ],
    ),
]


@pytest.mark.parametrize(("record", "finds"), FALSE, ids=[repr(record) for record, _ in FALSE])
def test_what_is_found_stands_in_the_text_it_was_found_in(record: dict[str, Any], finds: Any) -> None:
    assert found(ALL, record) == finds


@pytest.mark.parametrize("own", [[{"left": "1", "right": "2"}], [], None, 7, "1 + 1 = 2"])
def test_what_a_record_has_under_the_name_of_a_found_list_is_not_looked_at(own: Any) -> None:
    record = {"steps": ["1 + 1 = 3"], "equations": own}
    assert found(EQUATIONS, record) == [("STEP", "steps[0]", "2", "3")]
    assert record == {"steps": ["1 + 1 = 3"], "equations": own}


@pytest.mark.parametrize("record", [{}, {"steps": None}, {"steps": 7}])
def test_without_texts_the_list_is_not_known(record: dict[str, Any]) -> None:
    assert left_open(rules(true("STEP", "equations")), record) == [
        ("STEP", "equations", "equations is not known")
    ]


DOCUMENT = "We see:\n1 + 1 = 2, so\n2 * 3 = 7."
SPANS = {"steps[0]": Span(8, 21), "steps[1]": Span(22, 32)}
AT: list[tuple[str, Extent]] = [
    ("one.left", Extent(3, 1, 3, 6)),
    ("one.right", Extent(3, 9, 3, 10)),
    ("one.relation", Extent(3, 1, 3, 10)),
    ("one", Extent(3, 1, 3, 10)),
]


@pytest.mark.parametrize(("at", "extent"), AT)
def test_in_a_document_it_stands_where_its_text_does(at: str, extent: Extent) -> None:
    record = {"steps": ["1 + 1 = 2, so", "2 * 3 = 7."]}
    (violation,) = (
        rules(true("STEP", "equations", at=at)).check(record, document=DOCUMENT, spans=SPANS).violations
    )
    assert (violation.path, violation.span) == ("steps[1]", extent)


def test_without_a_place_of_its_text_it_has_none() -> None:
    record = {"steps": ["1 + 1 = 2", "2 * 3 = 7."]}
    for document in (None, DOCUMENT):
        (violation,) = EQUATIONS.check(record, document=document).violations
        assert (violation.path, violation.span) == ("steps[1]", None)


def test_facts_and_operands_are_found_too() -> None:
    ours = rules(
        draft(
            "FACT", each="one in facts", check="lookup(known, one.fact, days) == one.stated", at="one.stated"
        ),
        draft("SMALL", each="one in operands", check="value(one.number) < 100", at="one.number"),
    )
    record = {"steps": ["A week has 8 days", "120 + 4 = 124"], "note": "Tom has 4."}
    assert found(ours, record) == [
        ("FACT", "steps[0]", "7", "8"),
        ("SMALL", "steps[1]", None, None),
    ]


# ---- calculations


def told(check: str, a: str | None, b: str | None, **keys: Any) -> str:
    """What a rule says of two calculations: that it holds, its severity, or why it was not evaluated."""
    report = rules(draft("R", check=check, at="b", **keys)).check({"a": a, "b": b})
    codes = [v for v in report.violations if v.code == "R"]
    if report.not_evaluated:
        assert not codes
        return report.not_evaluated[0].reason
    return codes[0].severity if codes else "holds"


WITHIN: list[tuple[str | None, str, list[str], list[str]]] = [
    (None, "2/3", ["2/3", "4/6", "1 - 1/3"], ["0.67", "0.7", "0.66", "5"]),
    ("printed", "2/3", ["2/3", "0.67", "0.7", "0.667"], ["0.66", "0.65", "0.6", "1"]),
    ("printed", "3.33 * 3", ["10", "9.99", "10.0"], ["9.9", "11"]),
    ("5%", "2/3", ["2/3", "0.67", "0.66", "0.64"], ["0.62", "1", "-0.67"]),
    ("5%", "100", ["95", "105"], ["94", "106"]),
    ("0 %", "100", ["100"], ["101", "99"]),
]


@pytest.mark.parametrize(("within", "a", "near", "far"), WITHIN, ids=[f"{w}: {a}" for w, a, *_ in WITHIN])
def test_tolerances_of_calculations(within: str | None, a: str, near: list[str], far: list[str]) -> None:
    keys = {} if within is None else {"within": within}
    assert {b: told("a == b", a, b, **keys) for b in near} == dict.fromkeys(near, "holds")
    assert {b: told("a == b", a, b, **keys) for b in far} == dict.fromkeys(far, "error")


def test_decimals_cut_off_are_a_warning() -> None:
    keys = {"within": "printed", "warn_within": "1 place"}
    said = {
        b: told("a == b", "2/3", b, **keys) for b in ("0.67", "0.66", "0.666", "0.6", "0.65", "0.68", "1")
    }
    assert said == {
        "0.67": "holds",
        "0.66": "warning",
        "0.666": "warning",
        "0.6": "warning",
        "0.65": "error",
        "0.68": "error",
        "1": "error",
    }


COMPARED: list[tuple[str, str, str, str, str, str]] = [
    # a, b, and what holds of == < <= !=
    ("1 + 1", "2", "holds", "error", "holds", "error"),
    ("2", "3", "error", "holds", "holds", "holds"),
    ("3", "2", "error", "error", "error", "holds"),
    ("1 km", "999 m", "error", "error", "error", "holds"),
    ("1 km", "1000 m", "holds", "error", "holds", "error"),
    ("1 / 0", "2", CANNOT, CANNOT, CANNOT, CANNOT),
    ("2", "9^9^9^9", CANNOT, CANNOT, CANNOT, CANNOT),
]


@pytest.mark.parametrize(("a", "b", "equal", "less", "most", "unequal"), COMPARED)
def test_comparisons(a: str, b: str, equal: str, less: str, most: str, unequal: str) -> None:
    assert [told(f"a {op} b", a, b) for op in ("==", "<", "<=", "!=")] == [equal, less, most, unequal]
    assert [told(f"b {op} a", a, b) for op in ("==", ">", ">=", "!=")] == [equal, less, most, unequal]


FUNCTIONS: list[tuple[str, str, str, str]] = [
    ("value(a) == 7", "3 + 4", "", "holds"),
    ("value(a) == 1", "1 km", "", "holds"),
    ("value(a) == 1", "1 / 0", "", CANNOT),
    ("value(a) == 1", "10^30", "", CANNOT),
    ("value(a) > 1.41421356 and value(a) < 1.41421357", "√2", "", "holds"),
    ('units(a, b) == "plain"', "1 + 1", "2", "holds"),
    ('units(a, b) == "same"', "1 m + 1 m", "2 m", "holds"),
    ('units(a, b) == "convert"', "1 km", "2 m", "holds"),
    ('units(a, b) == "dropped"', "100 km / 2 s", "50 km", "holds"),
    ('units(a, b) == "unlike"', "1 km", "2 s", "holds"),
    ("agrees(a, b)", "3.33 * 3", "10", "holds"),
    ("as_printed(a, b)", "3.33 * 3", "10", "error"),
    ("as_printed(a, b)", "10 / 3", "3.33", "holds"),
    ("agrees(a, b)", "1 / 0", "2", CANNOT),
    ("as_printed(a, b)", "1 / 0", "2", CANNOT),
    ("same_dimension(a, b)", "1 km", "2 m", "holds"),
    ("same_dimension(a, b)", "1 km", "2 s", "error"),
    ("same_dimension(a, b)", "1 / 0", "2", CANNOT),
    ('convert(a, "m") == 1500', "1.5 km", "", "holds"),
    ('convert(a, "s") == 1', "1.5 km", "", CANNOT),
    ('convert(a, "m") == 1', "5", "", CANNOT),
    ("agrees(a, b)", "3", "", "b is not known"),
    ("value(a) == 1", "", "", "a is not known"),
    ("value(a) == 1", "x + 1", "", "a is not known"),
]


@pytest.mark.parametrize(("check", "a", "b", "says"), FUNCTIONS)
def test_functions_of_calculations(check: str, a: str, b: str, says: str) -> None:
    assert told(check, a or None, b or None) == says


@pytest.mark.parametrize(
    ("number", "texts"),
    [
        ("1200", 2),
        ("12", 0),
        ("12000", 1),
        ("2.50", 1),
        ("-2.5", 1),
        ("2.51", 1),
        ("112", 1),
        ("1", 0),
        ("0", 0),
    ],
)
def test_mentions_counts_texts_that_print_a_number(number: str, texts: int) -> None:
    record = {
        "steps": ["1,200 of 12000", None, "1200.0 and 2.5, and 1200", "112 x 2.51"],
        "rows": [{"n": number}],
    }
    ours = rules(draft("R", each="row in rows", check=f"mentions(steps, row.n) == {texts}", at="row.n"))
    assert (found(ours, record), left_open(ours, record)) == ([], [])


RESEMBLES = [
    ("1234", "1243", True),
    ("1234", "1235", True),
    ("12.5", "12.6", True),
    ("1234", "-1235", True),
    ("1234", "1234", False),
    ("1234", "4321", False),
    ("1234", "123", False),
    ("1234", "1325", False),
    ("3", "4", False),
]


@pytest.mark.parametrize(("one", "other", "does"), RESEMBLES)
def test_resembles(one: str, other: str, does: bool) -> None:
    assert told("resembles(value(a), value(b))", one, other) == ("holds" if does else "error")
    assert told("resembles(value(a), value(b))", other, one) == ("holds" if does else "error")


WRONG: list[tuple[str, object, tuple[str, str, str, str]]] = [
    ("a", "x + 4", ("WRONG_TYPE", "a", "a calculation such as 3 * 12", "x + 4")),
    ("a", "nonsense", ("WRONG_TYPE", "a", "a calculation such as 3 * 12", "nonsense")),
    ("a", [1], ("WRONG_TYPE", "a", "a calculation such as 3 * 12", "a list of 1")),
    ("a", True, ("WRONG_TYPE", "a", "a calculation such as 3 * 12", "true")),
    ("amount", "3 + 4", ("WRONG_TYPE", "amount", "a number and its unit, such as 5 km", "3 + 4")),
    ("a", 10**400, ("NUMBER_OUT_OF_RANGE", "a", "expression", "an integer of over 18 digits")),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value", "finding"), WRONG)
def test_what_is_no_calculation(name: str, value: object, finding: tuple[str, ...]) -> None:
    assert found(rules(), {name: value}) == [finding]


@pytest.mark.parametrize("value", ["3 + 4", "7", 7, 7.0, "$", "5 km", " 7 ", "½"])
def test_what_is_a_calculation_or_not_never_raises(value: object) -> None:
    report = rules(draft("R", check="value(a) == 7", at="a")).check({"a": value})
    assert {v.code for v in report.violations} <= {"R", "WRONG_TYPE"}


def test_a_rule_set_and_its_reports_can_be_pickled() -> None:
    record = {"steps": ["1 + 1 = 3", "1 / 0 = 2"], "a": "√2", "rows": [{"note": "2 + 2 = 5"}]}
    spans = {"steps[0]": Span(0, 9)}
    report = ALL.check(record, document="1 + 1 = 3", spans=spans)
    again: RuleSet = pickle.loads(pickle.dumps(ALL))  # noqa: S301 - our own pickle
    copied = pickle.loads(pickle.dumps(report))  # noqa: S301
    for other in (copied, again.check(record, document="1 + 1 = 3", spans=spans)):
        assert other.violations == report.violations
        assert other.not_evaluated == report.not_evaluated
        assert (other.verdict, other.coverage) == (report.verdict, report.coverage)
    assert [v.path for v in report.violations] == ["steps[0]", "rows[0].note"]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text("0123456789+-*/=() \ud800x", max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["note", "n", "left"]), inner, max_size=2),
    max_leaves=6,
)  # fmt: skip


@given(st.dictionaries(st.sampled_from([one.name for one in FIELDS]), VALUES))
def test_no_record_crashes(record: dict[str, Any]) -> None:
    assert "CHECK_CRASHED" not in {v.code for v in ALL.check(record).violations}
