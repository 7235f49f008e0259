"""The JSON report, format 1. Its schema is published as `docs/report.schema.json`.

Beyond the keys every reader may rely on, `rules`, `unverified`, `rule.column`, `found` (where a pack finds
lists in texts) and (where asked for) `readings` say more. Within a format number keys are only ever added.
The text is ASCII, so that nothing in a document reaches a terminal or a log as a control character, and no
encoding can spoil it.
"""

import json
from typing import Any, Final

import msgspec

from selfcorrect.model.marks import Extent, Mark
from selfcorrect.model.outcome import Outcome
from selfcorrect.model.report import Coverage, NotEvaluated, Report, Violation
from selfcorrect.report.plain import plain
from selfcorrect.report.readings import readings_data
from selfcorrect.report.refusal import Refusal, Stamp

FORMAT: Final = 1


def report_data(report: Report) -> dict[str, Any]:
    """One report as JSON data: an element of `reports`, or a line of `jsonl`."""
    return {
        "source": report.source,
        "verdict": report.verdict,
        "coverage": plain(report.coverage.ratio),
        "rules": _counts(report.coverage),
        "candidate": plain(report.candidate),
        **({"found": _found(report)} if report.found else {}),
        "violations": [_violation(v, report) for v in report.violations],
        "not_evaluated": [_not_evaluated(n) for n in report.not_evaluated],
        "unverified": list(report.unverified),
        **({"readings": readings_data(report.readings)} if report.readings else {}),
    }


def outcome_data(outcome: Outcome) -> dict[str, Any]:
    """How a repair loop ended, beside the report on its best version."""
    return {
        **(report_data(outcome.report) if outcome.report else _no_report(outcome)),
        "outcome": {
            "decision": outcome.decision,
            "reason": outcome.reason,
            "because": list(outcome.because),
            "version": outcome.version,
            "attempts": len(outcome.attempts),
            "failures": list(outcome.failures),
        },
    }


def report_line(report: Report) -> str:
    """One report as a line of `jsonl`, without the line feed."""
    return encoded(report_data(report))


def opening(stamp: Stamp) -> str:
    """The start of the whole document, up to where its reports stand."""
    tool = {"name": "selfcorrect", "version": stamp.version}
    domain = {"name": stamp.domain, "version": stamp.domain_version, "digest": stamp.digest}
    head = encoded({"format": FORMAT, "tool": tool, "domain": domain if stamp.domain else None})
    return f'{head[:-1]}, "reports": ['


def closing(refusals: tuple[Refusal, ...]) -> str:
    """The end of the whole document: the inputs that could not be checked."""
    errors = [{"source": r.source, "code": r.code, "message": r.message} for r in refusals]
    return f'], "errors": {encoded(errors)}}}'


def document(reports: tuple[Report, ...], stamp: Stamp, refusals: tuple[Refusal, ...] = ()) -> str:
    """The whole JSON document, one report a line."""
    lines = ",\n".join(report_line(report) for report in reports)
    return opening(stamp) + (f"\n{lines}\n" if lines else "") + closing(refusals)


def encoded(data: Any) -> str:
    """JSON data as one line of ASCII text."""
    return json.dumps(data, ensure_ascii=True, check_circular=False, allow_nan=False)


def readable(value: Any) -> str:
    """Any record as JSON for people and models to read: a value a line, letters as they are."""
    line = json.dumps(plain(value), ensure_ascii=False, check_circular=False, allow_nan=False)
    return msgspec.json.format(line.encode("utf-8", "replace"), indent=1).decode()


def _no_report(outcome: Outcome) -> dict[str, Any]:
    """The keys of a report where no candidate ever came: nothing could be evaluated."""
    return {
        "source": outcome.source,
        "verdict": "unverified",
        "coverage": "0",
        "rules": _counts(Coverage(0, 0)),
        "candidate": None,
        "violations": [],
        "not_evaluated": [],
        "unverified": list(outcome.because),
    }


def _counts(coverage: Coverage) -> dict[str, int]:
    return {"applicable": coverage.applicable, "evaluated": coverage.evaluated}


def _violation(violation: Violation, report: Report) -> dict[str, Any]:
    return {
        "code": violation.code,
        "path": violation.path,
        "message": violation.message,
        "expected": violation.expected,
        "actual": violation.actual,
        "severity": violation.severity,
        "error_type": violation.error_type,
        "grade": violation.grade,
        "origin": violation.origin,
        "suspects": list(violation.suspects),
        "related": list(violation.related),
        "rule": _mark(violation.rule),
        "span": _extent(violation.span or report.span_of(violation.path)),
    }


def _found(report: Report) -> dict[str, list[dict[str, Any]]]:
    """What was found in texts, list by list."""
    return {
        name: [{**plain(item.values), "path": item.path, "span": _extent(item.span)} for item in items]
        for name, items in report.found.items()
    }


def _not_evaluated(item: NotEvaluated) -> dict[str, str]:
    return {"code": item.code, "path": item.path, "reason": item.reason}


def _mark(mark: Mark | None) -> dict[str, Any] | None:
    # The design names file and line; the column is an addition within format 1.
    return {"file": mark.file, "line": mark.line, "column": mark.column} if mark else None


def _extent(span: Extent | None) -> dict[str, Any] | None:
    if span is None:
        return None
    return {
        # Of candidates that were read from several files, an addition within format 1.
        **({"file": span.file} if span.file else {}),
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }
