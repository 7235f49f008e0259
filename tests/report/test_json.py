"""The JSON report: format 1, and its published schema."""

import json
from decimal import Decimal

from selfcorrect.model.marks import Mark, Span
from selfcorrect.model.report import Coverage, NotEvaluated, Report, Violation
from selfcorrect.report.json import closing, document, opening, report_line
from selfcorrect.report.refusal import Refusal, Stamp
from tests.report.found import Found

STAMP = Stamp("0.1.0", "invoices", "1.0.0", "sha256:0f")


FOUND = Report(
    verdict="fail",
    coverage=Coverage(14, 13),
    findings=Found(
        (
            Violation(
                code="TOTAL_MISMATCH",
                path="total",
                message="Net plus tax is the total.",
                expected="119.00",
                actual="128.00",
                severity="error",
                error_type="arithmetic",
                grade="E3",
                origin="rule",
                suspects=("total",),
                related=("net", "tax"),
                rule=Mark("rules/money.yaml", 12, 1),
            ),
            Violation(
                code="UNKNOWN_FIELD",
                path="totl",
                message="There is no such field.",
                expected=None,
                actual=None,
                severity="warning",
                error_type="format",
                grade="E3",
                origin="shape",
            ),
        ),
        (NotEvaluated("NET", "net", "`net` is missing"),),
    ),
    candidate={"total": Decimal("128.00"), "totl": "\u009b31m"},
    source="a.txt",
    document="Total 128.00",
    spans={"total": Span(6, 12)},
)


def test_the_whole_document(schema):
    text = document((FOUND,), STAMP, (Refusal("b.txt", "UNREADABLE", "there is no such file"),))
    data = json.loads(text)
    schema.validate(data)
    assert data == {
        "format": 1,
        "tool": {"name": "selfcorrect", "version": "0.1.0"},
        "domain": {"name": "invoices", "version": "1.0.0", "digest": "sha256:0f"},
        "reports": [
            {
                "source": "a.txt",
                "verdict": "fail",
                "coverage": "0.92",
                "rules": {"applicable": 14, "evaluated": 13},
                "candidate": {"total": "128.00", "totl": "\u009b31m"},
                "violations": [
                    {
                        "code": "TOTAL_MISMATCH",
                        "path": "total",
                        "message": "Net plus tax is the total.",
                        "expected": "119.00",
                        "actual": "128.00",
                        "severity": "error",
                        "error_type": "arithmetic",
                        "grade": "E3",
                        "origin": "rule",
                        "suspects": ["total"],
                        "related": ["net", "tax"],
                        "rule": {"file": "rules/money.yaml", "line": 12, "column": 1},
                        "span": {"line": 1, "column": 7, "end_line": 1, "end_column": 13},
                    },
                    {
                        "code": "UNKNOWN_FIELD",
                        "path": "totl",
                        "message": "There is no such field.",
                        "expected": None,
                        "actual": None,
                        "severity": "warning",
                        "error_type": "format",
                        "grade": "E3",
                        "origin": "shape",
                        "suspects": [],
                        "related": [],
                        "rule": None,
                        "span": None,
                    },
                ],
                "not_evaluated": [{"code": "NET", "path": "net", "reason": "`net` is missing"}],
                "unverified": [],
            }
        ],
        "errors": [{"source": "b.txt", "code": "UNREADABLE", "message": "there is no such file"}],
    }


def test_a_pack_that_did_not_load(schema):
    data = json.loads(opening(Stamp("0.1.0")) + closing((Refusal("p.yaml:1:1", "BAD_PACK", "no"),)))
    schema.validate(data)
    assert (data["domain"], data["reports"]) == (None, [])


def test_a_line_is_one_of_the_reports():
    line = report_line(FOUND)
    assert "\n" not in line
    assert json.loads(line) == json.loads(document((FOUND,), STAMP))["reports"][0]


def test_no_control_character_is_written_raw():
    assert document((FOUND,), STAMP).replace("\n", "").isprintable()


def test_the_schema_refuses_what_is_not_a_report(schema):
    assert not schema.is_valid({"format": 2, "tool": {}, "domain": None, "reports": [], "errors": []})
