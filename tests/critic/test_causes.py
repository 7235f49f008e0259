"""Which findings are one mistake, and which of them come first."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from selfcorrect.critic.causes import MOST, causes
from selfcorrect.model.report import Violation
from selfcorrect.model.words import ERROR_TYPES

READS = {
    "LINE": frozenset({"rows", "rows[].quantity", "rows[].price", "rows[].amount"}),
    "SUM": frozenset({"rows", "rows[].amount", "subtotal"}),
    "COUNT": frozenset({"rows", "lines"}),
    "TOTAL": frozenset({"subtotal", "tax", "total"}),
    "DUE": frozenset({"total", "prepaid", "due"}),
    "RATE": frozenset({"rows", "rows[].rate"}),
    "ROW_TAX": frozenset({"rows", "rows[].rate", "rows[].amount", "rows[].tax", "currency"}),
    "KNOWN_RATE": frozenset({"rows", "rows[].rate", "rates", "rates[].rate"}),
    "EXACT": frozenset({"rows", "rows[].rate", "currency"}),
    "PRINTED": frozenset({"total"}),
    "CASH": frozenset({"total", "tendered"}),
    "UNIQUE": frozenset({"rows", "rows[].id"}),
    "PRECISION": frozenset({"total", "currency"}),
    "TAXES": frozenset({"tax", "bands", "bands[].tax"}),
    "BASES": frozenset({"net", "tax", "bands", "bands[].base"}),
    "NET": frozenset({"net", "subtotal", "bands", "bands[].base"}),
    "BAND": frozenset({"bands", "bands[].base", "rows", "rows[].amount", "net"}),
    "WORTH": frozenset({"rows", "rows[].amount", "worth"}),
}


def found(
    code: str, path: str, suspects: str = "", off: str = "", error_type: str = "arithmetic"
) -> Violation:
    """A finding; what is off is written `expected actual`."""
    expected, _, actual = off.partition(" ")
    return Violation(
        code=code,
        path=path,
        message=f"{code} says so.",
        expected=expected or None,
        actual=actual or None,
        severity="error",
        error_type=error_type,  # type: ignore[arg-type]
        grade="E3",
        origin="rule",
        suspects=tuple(suspects.split()) or (path,),
    )


def told(violations: Sequence[Violation]) -> list[str]:
    """Groups as `CODE path > CODE path`."""
    return [
        " > ".join(f"{one.code} {one.path}" for one in (cause.violation, *cause.explains))
        for cause in causes(violations, READS)
    ]


LINE = found("LINE", "rows[2].amount", off="10.00 40.00")
SUM = found("SUM", "subtotal", "rows", off="100.00 130.00")
TOTAL = found("TOTAL", "total", off="119.00 100.00")
DUE = found("DUE", "due", off="100.00 119.00")
RATE = found("RATE", "rows[2].rate", error_type="unit")

ORDERED = [
    ("a cause stands before what follows", [TOTAL, found("SUM", "subtotal", "subtotal", off="1 2")], ["SUM subtotal", "TOTAL total"]),
    (
        "a chain is told from its beginning",
        [replace(DUE, actual="7"), TOTAL, found("SUM", "subtotal", "subtotal", off="1 2")],
        ["SUM subtotal", "TOTAL total", "DUE due"],
    ),
    ("what has nothing to do with one another keeps its order", [DUE, LINE], ["DUE due", "LINE rows[2].amount"]),
    ("one line stands before the list of all", [replace(SUM, actual="150.00"), LINE], ["LINE rows[2].amount", "SUM subtotal"]),
    ("a list stands before a single figure of the same ring", [found("TAXES", "tax", off="1 9"), found("BASES", "bands", off="1 5")], ["BASES bands", "TAXES tax"]),
    (
        "but not where both are off by the same",
        [found("NET", "net", off="1 5"), found("BASES", "bands", off="5 1")],
        ["NET net > BASES bands"],
    ),
    (
        "of a ring the one comes first that the others read the most of",
        [found("NET", "net", off="1 3"), found("BAND", "bands[0].base", off="1 8"), found("BASES", "bands", off="1 5")],
        ["BAND bands[0].base", "BASES bands", "NET net"],
    ),
    ("a rule reads nothing in other rows than its own", [found("ROW_TAX", "rows[3].tax", off="1 2"), found("LINE", "rows[2].amount", off="1 3")], ["ROW_TAX rows[3].tax", "LINE rows[2].amount"]),
    ("but in its own it does", [found("ROW_TAX", "rows[2].tax", off="1 2"), found("LINE", "rows[2].amount", off="1 3")], ["LINE rows[2].amount", "ROW_TAX rows[2].tax"]),
    ("single fields of a list are not all of it", [RATE, found("WRONG_TYPE", "rows[2].amount")], ["RATE rows[2].rate", "WRONG_TYPE rows[2].amount"]),
    ("nor do they follow from one another", [LINE, RATE], ["LINE rows[2].amount", "RATE rows[2].rate"]),
    ("who counts rows looks at them as a whole", [found("COUNT", "lines", off="3 2"), replace(SUM, actual="150.00")], ["SUM subtotal", "COUNT lines"]),
    ("a code of no rule reads nothing", [found("WRONG_TYPE", "rows[0].amount"), SUM], ["WRONG_TYPE rows[0].amount", "SUM subtotal"]),
    ("nor does a finding that suspects nothing lead anywhere", [replace(SUM, suspects=()), LINE], ["LINE rows[2].amount > SUM subtotal"]),
    ("nothing", [], []),
]  # fmt: skip

SAME = [
    ("off by the same", [TOTAL, DUE], ["TOTAL total > DUE due"]),
    ("whatever comes first", [SUM, LINE], ["LINE rows[2].amount > SUM subtotal"]),
    ("whatever the sign", [SUM, replace(LINE, expected="40.00", actual="10.00")], ["LINE rows[2].amount > SUM subtotal"]),
    ("but for rounding", [replace(LINE, expected="9.9975"), SUM], ["LINE rows[2].amount > SUM subtotal"]),
    ("a cent of tolerance", [replace(LINE, expected="9.99"), SUM], ["LINE rows[2].amount > SUM subtotal"]),
    ("of whole numbers a whole one", [found("LINE", "rows[2].amount", off="9.6 40"), found("SUM", "subtotal", "rows", off="100 130")], ["LINE rows[2].amount > SUM subtotal"]),
    ("more than that is no rounding", [replace(LINE, expected="9.98"), SUM], ["LINE rows[2].amount", "SUM subtotal"]),
    ("one row and less than two are not the same", [found("COUNT", "lines", off="3 2"), found("SUM", "subtotal", "rows", off="1.9 1.1")], ["SUM subtotal", "COUNT lines"]),
    ("one row and one cent are not the same", [found("COUNT", "lines", off="3 2"), found("SUM", "subtotal", "rows", off="1.01 1.00")], ["SUM subtotal", "COUNT lines"]),
    ("off by something else", [TOTAL, replace(DUE, actual="120.00")], ["TOTAL total", "DUE due"]),
    ("off by nothing", [replace(TOTAL, expected="100.00"), replace(DUE, actual="100.00")], ["TOTAL total", "DUE due"]),
    ("without numbers", [replace(TOTAL, expected=None), replace(DUE, actual=None)], ["TOTAL total", "DUE due"]),
    ("off by the same, with nothing between them", [LINE, found("DUE", "due", off="10.00 40.00")], ["LINE rows[2].amount", "DUE due"]),
    ("the same rule twice is two mistakes", [LINE, found("LINE", "rows[3].amount", off="1.00 31.00")], ["LINE rows[2].amount", "LINE rows[3].amount"]),
    ("the same rule twice at one place, too", [SUM, replace(SUM, message="And so.")], ["SUM subtotal", "SUM subtotal"]),
    ("another rule in another row", [LINE, found("ROW_TAX", "rows[3].tax", off="1.00 31.00")], ["LINE rows[2].amount", "ROW_TAX rows[3].tax"]),
    ("another rule in the same row", [LINE, found("ROW_TAX", "rows[2].tax", off="1.00 31.00")], ["LINE rows[2].amount > ROW_TAX rows[2].tax"]),
    ("rows of other numbers that begin alike", [LINE, found("ROW_TAX", "rows[20].tax", off="1.00 31.00")], ["LINE rows[2].amount", "ROW_TAX rows[20].tax"]),
]  # fmt: skip

SUMS = [
    (
        "a sum is off by what its parts are",
        [LINE, found("LINE", "rows[3].amount", off="1.00 21.00"), found("SUM", "subtotal", "rows", off="100.00 150.00")],
        ["LINE rows[2].amount > SUM subtotal", "LINE rows[3].amount"],
    ),
    (
        "with their signs",
        [LINE, found("LINE", "rows[3].amount", off="21.00 1.00"), found("SUM", "subtotal", "rows", off="110.00 100.00")],
        ["LINE rows[2].amount > SUM subtotal", "LINE rows[3].amount"],
    ),
    (
        "and what follows from it stands there, too",
        [LINE, found("LINE", "rows[3].amount", off="1.00 21.00"), found("SUM", "subtotal", "rows", off="100.00 150.00"), found("WORTH", "worth", off="150.00 100.00")],
        ["LINE rows[2].amount > SUM subtotal > WORTH worth", "LINE rows[3].amount"],
    ),
    (
        "off by more: a line is missing as well",
        [LINE, found("LINE", "rows[3].amount", off="1.00 21.00"), found("SUM", "subtotal", "rows", off="100.00 145.00")],
        ["LINE rows[2].amount", "LINE rows[3].amount", "SUM subtotal"],
    ),
    (
        "off by some of them only",
        [LINE, found("LINE", "rows[3].amount", off="1.00 21.00"), found("LINE", "rows[4].amount", off="1.00 2.00"), found("SUM", "subtotal", "rows", off="100.00 150.00")],
        ["LINE rows[2].amount", "LINE rows[3].amount", "LINE rows[4].amount", "SUM subtotal"],
    ),
    (
        "a part without numbers adds nothing up",
        [LINE, found("LINE", "rows[3].amount"), found("SUM", "subtotal", "rows", off="100.00 150.00")],
        ["LINE rows[2].amount", "LINE rows[3].amount", "SUM subtotal"],
    ),
    (
        "one of two sums is not sure to be of the parts",
        [LINE, found("LINE", "rows[3].amount", off="1.00 21.00"), found("SUM", "subtotal", "rows", off="100.00 150.00"), found("SUM", "net", "rows", off="1 7")],
        ["LINE rows[2].amount", "LINE rows[3].amount", "SUM subtotal", "SUM net"],
    ),
    (
        "who does not read the parts is none of their sums",
        [LINE, found("LINE", "rows[3].amount", off="1.00 21.00"), found("DUE", "due", off="100.00 150.00")],
        ["LINE rows[2].amount", "LINE rows[3].amount", "DUE due"],
    ),
]  # fmt: skip

PLACES = [
    (
        "what is not printed is not right in any sum",
        [TOTAL, found("PRINTED", "total", error_type="grounding")],
        ["TOTAL total > PRINTED total"],
    ),
    ("what is missing is missing for all", [found("EVIDENCE_LOST", "total", error_type="missing"), found("MISSING_FIELD", "total", error_type="missing")], ["EVIDENCE_LOST total > MISSING_FIELD total"]),
    ("at another place it is another mistake", [found("PRINTED", "total", error_type="grounding"), found("MISSING_FIELD", "due", error_type="missing")], ["PRINTED total", "MISSING_FIELD due"]),
    ("two sums may fail for two reasons", [TOTAL, found("CASH", "total", off="150.00 100.00")], ["TOTAL total", "CASH total"]),
    ("nor is form a reason for a sum", [found("PRECISION", "total", error_type="format"), TOTAL], ["PRECISION total", "TOTAL total"]),
    ("two lists may fail for two reasons", [SUM, found("UNIQUE", "rows", error_type="reference")], ["SUM subtotal", "UNIQUE rows"]),
]  # fmt: skip

ROWS = [
    ("what rests on a value of its row that is wrong by itself", [found("ROW_TAX", "rows[2].tax", off="7 1"), RATE], ["RATE rows[2].rate > ROW_TAX rows[2].tax"]),
    ("not in another row", [found("ROW_TAX", "rows[1].tax", off="7 1"), RATE], ["ROW_TAX rows[1].tax", "RATE rows[2].rate"]),
    ("nor where it does not read the value", [found("LINE", "rows[2].amount", off="7 1"), RATE], ["LINE rows[2].amount", "RATE rows[2].rate"]),
    ("what another list shows to be wrong, too", [found("ROW_TAX", "rows[2].tax", off="7 1"), found("KNOWN_RATE", "rows[2].rate", error_type="reference")], ["KNOWN_RATE rows[2].rate > ROW_TAX rows[2].tax"]),
    ("what the record's own fields take part in is not wrong by itself", [found("EXACT", "rows[2].rate", error_type="unit"), found("ROW_TAX", "rows[2].tax", off="7 1")], ["EXACT rows[2].rate", "ROW_TAX rows[2].tax"]),
    (
        "one of two rows may be right",
        [found("RATE", "rows[2].rate", "rows[1].rate rows[2].rate"), found("ROW_TAX", "rows[2].tax", off="7 1"), found("ROW_TAX", "rows[1].tax", off="7 2")],
        ["RATE rows[2].rate", "ROW_TAX rows[2].tax", "ROW_TAX rows[1].tax"],
    ),
    ("a field of the record has other witnesses", [TOTAL, found("PRINTED", "total", "total", error_type="unit"), DUE], ["PRINTED total", "TOTAL total > DUE due"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("violations", "expected"),
    [row[1:] for row in (*ORDERED, *SAME, *SUMS, *PLACES, *ROWS)],
    ids=[row[0] for row in (*ORDERED, *SAME, *SUMS, *PLACES, *ROWS)],
)
def test_findings_as_causes(violations: list[Violation], expected: list[str]) -> None:
    assert told(violations) == expected


def test_what_comes_after_the_most_that_are_compared_keeps_its_order() -> None:
    lines = [found("LINE", f"rows[{n}].amount", off=f"1.00 {n + 2}.00") for n in range(MOST)]
    late = [replace(DUE, actual="7"), TOTAL]
    assert told([*late, *lines])[:2] == ["TOTAL total", "DUE due"]
    assert told([*lines, *late]) == [
        *(f"LINE rows[{n}].amount" for n in range(MOST)),
        "DUE due",
        "TOTAL total",
    ]


NO_NUMBERS = [
    "NaN",
    "sNaN",
    "Infinity",
    "1e999999",
    "-9e999999",
    "１２",
    "1_000",
    "2025-03-14",
    "PT1H",
    "",
    " 1",
    "9" * 70,
]


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_texts_that_look_like_numbers_are_none(text: str) -> None:
    one = replace(TOTAL, expected="0", actual=text)
    assert told([one, replace(DUE, expected=text, actual="0")]) == ["TOTAL total", "DUE due"]


PATHS = st.sampled_from(
    ["", "total", "tax", "due", "net", "rows", "rows[0]", "rows[2].amount", "rows[2].rate", "bands", "bands[1].base", "a[b]..", "[", "山[9"]
) | st.text(max_size=8)  # fmt: skip
SIDES = st.none() | st.sampled_from(["1.00", "31.00", "61", "-29.005", "1e9", "x"]) | st.text(max_size=4)
VIOLATIONS = st.builds(
    Violation,
    code=st.sampled_from([*READS, "WRONG_TYPE", "É"]),
    path=PATHS,
    message=st.text(max_size=5),
    expected=SIDES,
    actual=SIDES,
    severity=st.just("error"),
    error_type=st.sampled_from(ERROR_TYPES),
    grade=st.just("E3"),
    origin=st.just("rule"),
    suspects=st.lists(PATHS, max_size=3).map(tuple),
)


@given(st.lists(VIOLATIONS, max_size=12))
def test_every_finding_is_told_once_and_always_alike(violations: list[Violation]) -> None:
    groups = causes(violations, READS)
    told_once = [one for cause in groups for one in (cause.violation, *cause.explains)]
    assert sorted(map(repr, told_once)) == sorted(map(repr, violations))
    assert causes(violations, READS) == groups


@given(st.lists(VIOLATIONS, max_size=12))
def test_findings_of_one_rule_are_never_one_mistake(violations: list[Violation]) -> None:
    for cause in causes(violations, READS):
        assert cause.violation.code not in {one.code for one in cause.explains}


STEPS = [f"F{n}" for n in range(8)]


@given(st.permutations(STEPS), st.lists(st.sets(st.integers(0, 7)), min_size=8, max_size=8))
def test_nothing_stands_before_what_it_follows_from(order: list[str], below: list[set[int]]) -> None:
    reads = {
        step: frozenset({step.lower(), *(f"f{one}" for one in below[n] if one < n)})
        for n, step in enumerate(STEPS)
    }
    given_order = [found(step, step.lower(), off=f"0 {step[1:]}7") for step in order]
    ordered = [cause.violation.code for cause in causes(given_order, reads)]
    assert sorted(ordered) == STEPS
    assert all(ordered.index(cause.upper()) <= ordered.index(step) for step in STEPS for cause in reads[step])


@given(st.permutations(STEPS))
def test_what_follows_from_a_mistake_is_told_with_it_in_whatever_order_it_is_found(order: list[str]) -> None:
    reads = {step: frozenset({f"f{n}", f"f{max(0, n - 1)}", "f0"}) for n, step in enumerate(STEPS)}
    same = [found(step, step.lower(), off="100.00 130.00") for step in order]
    (only,) = causes(same, reads)
    assert (only.violation.code, len(only.explains)) == ("F0", 7)


@given(st.sets(st.integers(0, 30), min_size=2, max_size=6), st.integers(1, 10**6))
def test_lines_that_are_off_by_the_same_are_as_many_mistakes(rows: set[int], cents: int) -> None:
    off = f"0.00 {cents // 100}.{cents % 100:02}"
    lines = [found("LINE", f"rows[{row}].amount", off=off) for row in sorted(rows)]
    whole = len(rows) * cents
    total = found("SUM", "subtotal", "rows", off=f"0.00 {whole // 100}.{whole % 100:02}")
    groups = causes([total, *lines], READS)
    assert [cause.violation.path for cause in groups] == [line.path for line in lines]
    assert [len(cause.explains) for cause in groups] == [1] + [0] * (len(lines) - 1)
