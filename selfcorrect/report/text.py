"""Reports as text, as a compiler prints them: a sentence, a place, the line with a caret, the rule."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from selfcorrect.model.diagnostic import Diagnostic, snippet
from selfcorrect.model.marks import Extent, Mark
from selfcorrect.model.report import Coverage, NotEvaluated, Report, Violation
from selfcorrect.report.escape import printable, shortened
from selfcorrect.report.plain import plain
from selfcorrect.report.readings import readings_text
from selfcorrect.report.values import value_at

_SGR: Final = {
    "error": "1;31",
    "fail": "1;31",
    "warning": "1;33",
    "unverified": "1;33",
    "hint": "1;36",
    "note": "1;36",
    "pass": "1;32",
    "dim": "2",
    "bold": "1",
}

_GRADES: Final = {
    "E2": "E2, from a source beside the document",
    "E1": "E1, a reason to look and no proof",
    "E0": "E0, an objection without evidence",
}

_SHOWN: Final = 6
"""How many paths, or rules that were not evaluated, are listed before the rest is only counted."""


class Style(Struct, frozen=True):
    """How text is drawn: with colours or without."""

    colour: bool = False

    def paint(self, text: str, look: str) -> str:
        """`text` in the look of a severity, a verdict, `dim` or `bold`."""
        return f"\x1b[{_SGR[look]}m{text}\x1b[0m" if self.colour else text


PLAIN: Final = Style()


def render(report: Report, *, see: Mapping[str, str] | None = None, style: Style = PLAIN) -> str:
    """The whole report, ending in its verdict line; a report that passes with nothing
    to say and nothing left open is one line.

    `see` gives each code's reference to a standard. No line feed at the end.
    """
    blocks = ["\n".join(_violation_lines(v, report, see or {}, style)) for v in report.violations]
    if not report.passed() or leaves_open(report):
        if note := list(_not_evaluated_lines(report.not_evaluated, style)):
            blocks.append("\n".join(note))
        if report.unverified:
            blocks.append("\n".join(_unverified_lines(report.unverified, style)))
    if report.readings:
        blocks.insert(0, readings_text(report.readings))
    return "\n\n".join([*blocks, verdict_line(report, style)])


def leaves_open(report: Report) -> bool:
    """Whether a rule that counts could not be evaluated: that is said of a pass, too."""
    return report.coverage.evaluated < report.coverage.applicable


def verdict_line(report: Report, style: Style = PLAIN) -> str:
    """`invoice.txt: fail, 1 error, 14 of 14 rules evaluated`."""
    parts = [style.paint(report.verdict, report.verdict), *severity_counts(report.violations)]
    return f"{printable(report.source or 'record')}: {', '.join([*parts, coverage_phrase(report.coverage)])}"


def severity_counts(violations: tuple[Violation, ...]) -> list[str]:
    """`["2 errors", "1 warning"]`, gravest first, nothing for none."""
    named = ("error", "warning", "hint")
    numbers = {name: sum(v.severity == name for v in violations) for name in named}
    return [counted(number, name) for name, number in numbers.items() if number]


def coverage_phrase(coverage: Coverage) -> str:
    """`13 of 14 rules evaluated (coverage 0.92)`; the ratio only where it is not 1."""
    if not coverage.applicable:
        return "no rule applied"
    ratio = "" if coverage.ratio == 1 else f" (coverage {coverage.ratio})"
    return f"{coverage.evaluated:,} of {counted(coverage.applicable, 'rule')} evaluated{ratio}"


def counted(number: int, noun: str) -> str:
    """`1 error`, `2 errors`, `12,000 records`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def diagnostic_text(diagnostic: Diagnostic, style: Style = PLAIN, look: str = "error") -> str:
    """A finding about a pack, drawn like a violation."""
    mark = diagnostic.mark
    gutter = _gutter(mark.line)
    lines = [
        f"{style.paint(look, look)}: {style.paint(printable(diagnostic.message), 'bold')}",
        f"{gutter}{style.paint('-->', 'dim')} {printable(mark_text(mark))}",
    ]
    if diagnostic.line:
        lines += snippet(diagnostic.line, mark.line, mark.column, diagnostic.width)
    if diagnostic.hint:
        lines.append(f"{gutter} = help: {printable(diagnostic.hint)}")
    return "\n".join(lines)


def mark_text(mark: Mark) -> str:
    """`rules.yaml:3:5`; only the name where there is no line to point at."""
    return str(mark) if mark.line else mark.file


def _violation_lines(
    violation: Violation, report: Report, see: Mapping[str, str], style: Style
) -> Iterator[str]:
    severity = style.paint(f"{violation.severity}[{violation.code}]", violation.severity)
    span = violation.span or report.span_of(violation.path)
    gutter = _gutter(span.line if span else 1)
    yield f"{severity}: {style.paint(printable(violation.message), 'bold')}"
    yield f"{gutter}{style.paint('-->', 'dim')} {_place(violation, report, span)}"
    if span and report.places is not None:
        line, column = report.places.line(span)
        yield from _underlined(line, column, span)
    elif span and report.document is not None:
        yield from _caret(report.document, span)
    else:
        yield f"{gutter} |"
    notes = list(_notes(violation, report, see.get(violation.code, "")))
    widest = max(len(label) for label, _ in notes)
    for label, text in notes:
        yield f"{gutter} = {label + ':':{widest + 1}} {printable(text)}"


def _place(violation: Violation, report: Report, span: Extent | None) -> str:
    source = printable((span.file if span else "") or report.source or "record")
    if span:
        return f"{source}:{span.line}:{span.column}"
    return f"{source}: {printable(violation.path)}" if violation.path else source


def _caret(document: str, span: Extent) -> list[str]:
    """The first line of the span, underlined as far as the span goes in it."""
    line = document.split("\n")[span.line - 1].removesuffix("\r")
    return _underlined(line, span.column, span)


def _underlined(line: str, column: int, span: Extent) -> list[str]:
    """A line, or a piece of it, in which a span starts at a column."""
    width = span.end_column - span.column if span.end_line == span.line else len(line) + 1 - column
    return snippet(line, span.line, column, width)


def _notes(violation: Violation, report: Report, see: str) -> Iterator[tuple[str, str]]:
    """Labels and texts under the caret."""
    yield "at", violation.path or "the whole record"
    if violation.expected is not None:
        yield "expected", shortened(violation.expected)
    if violation.actual is not None:
        yield "actual", shortened(violation.actual)
    value = _shown_value(value_at(report.candidate, violation.path))
    if value is not None and value not in (violation.expected, violation.actual):
        yield "value", value
    if violation.suspects and violation.suspects != (violation.path,):
        yield "suspects", _listed(violation.suspects)
    if violation.related:
        yield "related", _listed(violation.related)
    if violation.grade in _GRADES:
        yield "evidence", _GRADES[violation.grade]
    if see:
        yield "see", see
    if violation.rule:
        yield "rule", str(violation.rule)


def _shown_value(value: Any) -> str | None:
    """A scalar as it is written; None where there is nothing short to show."""
    if value is None or isinstance(value, dict | list | tuple):
        return None
    return shortened(str(value).lower() if isinstance(value, bool) else str(plain(value)))


def _listed(paths: tuple[str, ...]) -> str:
    more = len(paths) - _SHOWN
    return ", ".join(paths[:_SHOWN]) + (f" and {more:,} more" if more > 0 else "")


def _not_evaluated_lines(items: tuple[NotEvaluated, ...], style: Style) -> Iterator[str]:
    """One line a code with the first place and reason; the places after it are only counted."""
    first: dict[str, NotEvaluated] = {}
    places: dict[str, int] = {}
    for item in items:
        first.setdefault(item.code, item)
        places[item.code] = places.get(item.code, 0) + 1
    if not first:
        return
    were = "was" if len(first) == 1 else "were"
    yield f"{style.paint('note', 'note')}: {counted(len(first), 'rule')} {were} not evaluated"
    for code, item in list(first.items())[:_SHOWN]:
        at = f" at {printable(item.path)}" if item.path else ""
        more = f" (and at {places[code] - 1:,} more)" if places[code] > 1 else ""
        yield f"   = {code}{at}: {printable(item.reason)}{more}"
    if len(first) > _SHOWN:
        yield f"   = and {len(first) - _SHOWN:,} more"


def _unverified_lines(sentences: tuple[str, ...], style: Style) -> Iterator[str]:
    yield f"{style.paint('unverified', 'unverified')}: nothing can be concluded"
    yield from (f"   = {printable(sentence)}" for sentence in sentences[:_SHOWN])
    if len(sentences) > _SHOWN:
        yield f"   = and {len(sentences) - _SHOWN:,} more"


def _gutter(line: int) -> str:
    return " " * len(str(line))
