"""The text report, exact to the character."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selfcorrect.model.diagnostic import Diagnostic
from selfcorrect.model.marks import Extent, Mark, Span
from selfcorrect.model.report import Coverage, NotEvaluated, Report, Violation
from selfcorrect.report.text import Style, diagnostic_text, render, verdict_line
from tests.report.found import Found

DOCUMENT = "Invoice 7\n\nSubtotal   100.00\nTotal      128.00\n"

TOTAL = Violation(
    code="TOTAL_MISMATCH",
    path="total",
    message="The net and the tax add up to the total: expected 119.00, found 128.00.",
    expected="119.00",
    actual="128.00",
    severity="error",
    error_type="arithmetic",
    grade="E3",
    origin="rule",
    suspects=("total",),
    rule=Mark("rules/money.yaml", 12, 1),
)


def report(*violations, verdict="fail", not_evaluated=(), coverage=(3, 3), **more):
    return Report(
        verdict=verdict,
        coverage=Coverage(*coverage),
        findings=Found(violations, tuple(not_evaluated)),
        **more,
    )


def changed(violation, **fields):
    return Violation(**{**{f: getattr(violation, f) for f in violation.__struct_fields__}, **fields})


def test_a_document_shows_its_line_with_a_caret():
    found = report(TOTAL, source="a.txt", document=DOCUMENT, spans={"total": Span(40, 46)})
    assert render(found, see={"TOTAL_MISMATCH": "EN 16931 BR-CO-15"}) == "\n".join(
        [
            "error[TOTAL_MISMATCH]: The net and the tax add up to the total: expected 119.00, found 128.00.",
            " --> a.txt:4:12",
            "  |",
            "4 | Total      128.00",
            "  |            ^^^^^^",
            "  = at:       total",
            "  = expected: 119.00",
            "  = actual:   128.00",
            "  = see:      EN 16931 BR-CO-15",
            "  = rule:     rules/money.yaml:12:1",
            "",
            "a.txt: fail, 1 error, 3 of 3 rules evaluated",
        ]
    )


def test_a_record_shows_its_path_and_value():
    line = changed(
        TOTAL,
        code="LINE",
        path="line_items[1].amount",
        message="Wrong.",
        expected=None,
        actual=None,
        grade="E2",
        suspects=tuple(f"line_items[{n}].amount" for n in range(9)),
        related=("net",),
        rule=None,
    )
    record = {"line_items": [{"amount": Decimal("1E+2")}, {"amount": Decimal("12.50")}]}
    assert render(report(line, source="a.json", candidate=record)) == "\n".join(
        [
            "error[LINE]: Wrong.",
            " --> a.json: line_items[1].amount",
            "  |",
            "  = at:       line_items[1].amount",
            "  = value:    12.50",
            "  = suspects: line_items[0].amount, line_items[1].amount, line_items[2].amount, "
            "line_items[3].amount, line_items[4].amount, line_items[5].amount and 3 more",
            "  = related:  net",
            "  = evidence: E2, from a source beside the document",
            "",
            "a.json: fail, 1 error, 3 of 3 rules evaluated",
        ]
    )


def test_a_pass_tells_what_was_not_evaluated():
    missing = [NotEvaluated("A", "net", "`net` is missing")]
    found = report(verdict="pass", not_evaluated=missing, coverage=(4, 3), source="a.txt")
    assert render(found) == "\n".join(
        [
            "note: 1 rule was not evaluated",
            "   = A at net: `net` is missing",
            "",
            "a.txt: pass, 3 of 4 rules evaluated (coverage 0.75)",
        ]
    )


def test_what_was_not_evaluated_is_told_once_a_code():
    missing = [NotEvaluated("A", f"rows[{n}]", "`x` is missing") for n in range(3)]
    missing += [NotEvaluated(f"B{n}", "", "there is no document") for n in range(7)]
    found = report(
        verdict="unverified",
        not_evaluated=missing,
        coverage=(8, 0),
        unverified=("No rule could be evaluated.",),
    )
    assert render(found) == "\n".join(
        [
            "note: 8 rules were not evaluated",
            "   = A at rows[0]: `x` is missing (and at 2 more)",
            *(f"   = B{n}: there is no document" for n in range(5)),
            "   = and 2 more",
            "",
            "unverified: nothing can be concluded",
            "   = No rule could be evaluated.",
            "",
            "record: unverified, 0 of 8 rules evaluated (coverage 0)",
        ]
    )


@pytest.mark.parametrize(
    ("severities", "counts"),
    [
        (["error"] * 2, "2 errors"),
        (["hint", "warning", "error", "hint"], "1 error, 1 warning, 2 hints"),
    ],
)
def test_severities_are_counted_gravest_first(severities, counts):
    found = report(*(changed(TOTAL, severity=s) for s in severities), source="a")
    assert verdict_line(found) == f"a: fail, {counts}, 3 of 3 rules evaluated"


def test_no_rule_at_all():
    assert (
        verdict_line(report(verdict="unverified", coverage=(0, 0))) == "record: unverified, no rule applied"
    )


def test_a_span_over_lines_is_underlined_to_the_end_of_its_first():
    found = report(changed(TOTAL, span=Extent(1, 9, 3, 5)), source="a", document=DOCUMENT)
    assert render(found).splitlines()[2:5] == ["  |", "1 | Invoice 7", "  |         ^"]


def test_colours_are_for_terminals_only():
    found = report(TOTAL, source="a")
    assert "\x1b[1;31merror[TOTAL_MISMATCH]\x1b[0m: " in render(found, style=Style(colour=True))
    assert "\x1b" not in render(found)


def test_a_diagnostic_looks_like_a_violation():
    found = Diagnostic(
        Mark("p/rules.yaml", 10, 10), "unknown field `totl`", "did you mean `total`?", "  check: totl == 1", 4
    )
    assert diagnostic_text(found) == "\n".join(
        [
            "error: unknown field `totl`",
            "  --> p/rules.yaml:10:10",
            "   |",
            "10 |   check: totl == 1",
            "   |          ^^^^",
            "   = help: did you mean `total`?",
        ]
    )


def test_a_diagnostic_without_a_line_names_the_file_only():
    assert diagnostic_text(Diagnostic(Mark("nosuch", 0, 0), "there is no such pack")) == "\n".join(
        ["error: there is no such pack", " --> nosuch"]
    )


HOSTILE = "\x1b[2J\x1b]0;owned\x07 \x9b31m \u202egnp.exe\r\b\x00\ud800"


def test_hostile_text_stays_text():
    poisoned = changed(
        TOTAL, message=HOSTILE, path=HOSTILE, expected=HOSTILE, actual=HOSTILE, suspects=(HOSTILE,)
    )
    found = report(
        poisoned,
        source=HOSTILE,
        document=HOSTILE + "\n",
        candidate={HOSTILE: HOSTILE},
        spans={HOSTILE: Span(0, 5)},
        not_evaluated=[NotEvaluated("A", HOSTILE, HOSTILE)],
        unverified=(HOSTILE,),
    )
    for line in render(found).split("\n"):
        assert line.isprintable()
    assert r"\x1b[2J\x1b]0;owned\x07 \x9b31m \u202egnp.exe\r\x08\x00\ud800" in render(found)


@given(st.text(), st.text(), st.integers(0, 30), st.integers(0, 30))
def test_no_document_breaks_the_layout(message, document, start, length):
    start = min(start, len(document))
    span = Span(start, min(start + length, len(document)))
    found = report(changed(TOTAL, message=message), document=document, spans={"total": span})
    lines = render(found).split("\n")
    assert all(line.isprintable() for line in lines)
    assert lines[4].strip(" |").strip("^") == ""
