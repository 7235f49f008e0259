"""What a check says: violations, what was not evaluated, the verdict."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Protocol

from msgspec import Struct

from selfcorrect.model.marks import Extent, Mark, Span, extent
from selfcorrect.model.words import ErrorType, Grade, Origin, Severity, Verdict


class Violation(Struct, frozen=True):
    """A finding about a candidate.

    `path` counts from 0 (`line_items[2].amount`); `message` counts from 1. `expected` and `actual` are
    text: decimals without exponent, dates ISO; None where the check has no two sides.
    """

    code: str
    path: str
    message: str
    expected: str | None
    actual: str | None
    severity: Severity
    error_type: ErrorType
    grade: Grade
    origin: Origin
    suspects: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    rule: Mark | None = None
    span: Extent | None = None

    @property
    def blocks(self) -> bool:
        """Whether it forbids to accept the candidate: an error with proof."""
        return self.severity == "error" and self.grade >= "E2"


class NotEvaluated(Struct, frozen=True):
    """A rule that applies but could not be evaluated at `path`, and why."""

    code: str
    path: str
    reason: str


class Question(Struct, frozen=True):
    """What only a model (or a person) can answer: the `text` asks it, `says` is what a yes means.

    `values` are the paths the question is about, with their values as texts.
    """

    code: str
    path: str
    text: str
    says: str
    values: tuple[tuple[str, str], ...] = ()


class Answered(Struct, frozen=True):
    """What came of a question: that it `holds` or does not, or (None) that it stays open. `said` is what the
    document says for it, as a quotation, or why it stays open.
    """

    holds: bool | None
    said: str


class Coverage(Struct, frozen=True):
    """Deterministic rules by code: how many applied, how many were evaluated everywhere they applied."""

    applicable: int
    evaluated: int

    @property
    def ratio(self) -> Decimal:
        """Evaluated over applicable, 0 when nothing applied; two places, rounded down: 1 means all."""
        if not self.applicable:
            return Decimal(0)
        return Decimal(100 * self.evaluated // self.applicable) / 100


class FoundItem(Struct, frozen=True):
    """One row of a list that was found in texts: its values as texts and numbers, the path of the text it was
    found in, and where it stands in the document, if there is one.
    """

    values: dict[str, Any]
    path: str
    span: Extent | None = None


class Places(Protocol):
    """Where what was read stands in the files it was read from."""

    def extent(self, path: str) -> Extent | None:
        """The place of the value at a path, or of the nearest thing around it."""

    def line(self, extent: Extent) -> tuple[str, int]:
        """The text of the line that a place starts in, and the column in it; of a long line a piece."""


class Findings(Protocol):
    """All that a check found, told in full when it is asked for."""

    @property
    def violations(self) -> tuple[Violation, ...]:
        """Violations, in pack order, then by path."""

    @property
    def not_evaluated(self) -> tuple[NotEvaluated, ...]:
        """Rules that apply but could not be evaluated."""

    @property
    def questions(self) -> tuple[Question, ...]:
        """What a model would have to be asked."""

    @property
    def found_lists(self) -> dict[str, tuple[FoundItem, ...]]:
        """What was found in the candidate's texts, by the list that declares it."""


class Weight(Struct, frozen=True):
    """What rules say of a candidate among others: the codes of those that object with proof, and the fields
    (of the candidate itself) that they read. That a required field is missing is not weighed.
    """

    failing: frozenset[str]
    objected: frozenset[str]


def root_of(path: str) -> str:
    """The field of the candidate that a path starts with: `line_items` of `line_items[2].amount`."""
    return path.partition(".")[0].partition("[")[0]


class PrintedReading(Struct, frozen=True):
    """One way to read a field: the value as a text, how it was found (`label`, `first line`) and by which
    words, where it stands, and its `loss`: 0 for the best labelled, more for what is worse.
    """

    value: str
    how: str
    label: str
    loss: int
    span: Extent | None = None


class FieldReadings(Struct, frozen=True):
    """Every reading of a field, best first, the number of the one taken (None if none was) and why."""

    path: str
    readings: tuple[PrintedReading, ...]
    taken: int | None
    reason: str


class Report(Struct, frozen=True, eq=False):
    """All findings of one check. Cheap to make: violations are told when first asked for.

    The candidate is the caller's own object, not a copy: whoever changes it changes what it shows.

    `source` names the file or record; `candidate` is the record as it was checked (or read);
    `document` and `spans` (path to span) are there after a `read`. `unverified` says, one sentence
    each, why nothing can be concluded; it is empty unless the verdict is `unverified`. `readings` tell how
    the document was read, where that was asked for. Of a candidate that was read from files of rows, `places`
    know where its values stand, and `document` is the text of the file if it is one; rules do not see it.
    """

    verdict: Verdict
    coverage: Coverage
    findings: Findings
    candidate: Any = None
    source: str = ""
    document: str | None = None
    spans: Mapping[str, Span] = {}
    unverified: tuple[str, ...] = ()
    readings: tuple[FieldReadings, ...] = ()
    places: Places | None = None

    @property
    def violations(self) -> tuple[Violation, ...]:
        """All violations, in pack order, then by path."""
        return self.findings.violations

    @property
    def not_evaluated(self) -> tuple[NotEvaluated, ...]:
        """Rules that apply but could not be evaluated, with the reason."""
        return self.findings.not_evaluated

    @property
    def questions(self) -> tuple[Question, ...]:
        """What only a model could answer, and none has been asked, in pack order and by path."""
        return self.findings.questions

    @property
    def found(self) -> dict[str, tuple[FoundItem, ...]]:
        """What was found in the candidate's texts (equations, say), by the list of the shape that declares
        it.
        """
        return self.findings.found_lists

    def passed(self) -> bool:
        """Whether the verdict is pass."""
        return self.verdict == "pass"

    def span_of(self, path: str) -> Extent | None:
        """Where in the document the value at `path` (or the nearest part of it) is printed."""
        if self.places is not None:
            return self.places.extent(path)
        if self.document is None:
            return None
        span = nearest_span(self.spans, path)
        return extent(self.document, span) if span else None

    def __repr__(self) -> str:
        codes = ", ".join(v.code for v in self.violations) or "no violations"
        return f"<Report {self.verdict}: {codes}>"


def nearest_span(spans: Mapping[str, Span], path: str) -> Span | None:
    """The span at `path`; else of the first thing under it; else of what it stands in."""
    if path in spans:
        return spans[path]
    under = [span for place, span in spans.items() if place.startswith((f"{path}.", f"{path}["))]
    if under:
        return Span(min(s.start for s in under), max(s.end for s in under))
    cut = max(path.rfind("."), path.rfind("["))
    return nearest_span(spans, path[:cut]) if cut > 0 else None
