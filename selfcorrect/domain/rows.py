"""Files and folders of rows, read as one candidate and checked."""

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from selfcorrect.domain.doubts import AMBIGUOUS, UNSURE
from selfcorrect.model.diagnostic import Diagnostic, PackError
from selfcorrect.model.marks import Extent, Mark
from selfcorrect.model.quoting import quoted
from selfcorrect.model.report import Report, Violation
from selfcorrect.model.words import Severity
from selfcorrect.reading.filling.fill import RowsReading, fill_rows
from selfcorrect.reading.filling.opened import RawRows
from selfcorrect.reading.filling.places import RowPlaces
from selfcorrect.reading.filling.ready import ReadyRows
from selfcorrect.reading.filling.settle import Guessed
from selfcorrect.reading.filling.unread import UnreadColumn

if TYPE_CHECKING:
    from selfcorrect.domain.domain import Domain, Made

UNREAD: Final = "UNREAD_COLUMN"
CODES: Final = (
    UNREAD,
    AMBIGUOUS,
    UNSURE,
    "BAD_KEY",
    "BAD_JSON",
    "BAD_TOML",
    "BAD_YAML",
    "DUPLICATE_KEY",
    "ENCODING",
    "EXTRA_CELLS",
    "MORE_TROUBLES",
    "NOT_A_ROW",
    "ROWLESS_FILE",
    "TOO_DEEP",
    "TOO_LARGE",
    "UNCLOSED_FENCE",
    "UNCLOSED_QUOTE",
    "UNREADABLE",
)
"""What may be said of rows before any rule looks at them."""
_NOTED: Final = frozenset({"ENCODING", "ROWLESS_FILE"})
"""Troubles that may well be none: a page of a folder that is no row, an encoding that was guessed rightly."""


def rows_of(made: "Made") -> ReadyRows:
    """The reader of rows. Raises PackError for a pack that has none."""
    if made.rows is None:
        mark = Mark(f"{made.shown}/pack.yaml", 1, 1)
        message = f"the pack `{made.name}` reads no rows"
        raise PackError((Diagnostic(mark, message, "say which in reader.yaml: file: {form: rows, fill: …}"),))
    return made.rows


def report_on(domain: "Domain", raw: RawRows, today: date | None, source: str, *, explain: bool) -> Report:
    """The candidate that rows make, and what the rules say of it. Raises PackError."""
    rules, ready = domain.rules, rows_of(domain.made)
    written = any(file.form for file in raw.files)
    places = RowPlaces(ready, raw.files, source or raw.name, folder=raw.folder) if written else None
    reading = fill_rows(ready, raw.files, places)
    doubts = (*_troubles(ready, raw, places), *_doubts(reading, places))
    report = rules.check(reading.candidate, today=today, source=source, doubts=doubts, places=places)
    report = replace(report, document=raw.text)
    if not explain:
        return report
    from selfcorrect.domain.explain_rows import explain_rows

    return replace(report, readings=explain_rows(ready, raw, places))


def _doubts(reading: RowsReading, places: RowPlaces | None) -> Iterable[Violation]:
    """What a reading leaves open, rests on a likelihood, or passes over."""
    # Where nothing but ids is read there is nothing to check, and that must not pass.
    severity: Severity = "warning" if reading.is_filled else "error"
    for column in reading.unread:
        span = places.of_column(column.path, column.name) if places else None
        yield _finding(UNREAD, column.path, _unread(column), severity, span)
    for left in reading.ambiguous:
        said = f"`{left.path}` can be read as {' or '.join(left.values)}, and nothing decides which."
        yield _finding(AMBIGUOUS, left.path, said, "error")
    for guess in reading.guessed:
        yield _finding(UNSURE, guess.path, _guessed(guess), "error")


def _unread(column: UnreadColumn) -> str:
    if not column.name:
        return f"{column.count:,} more columns are not read."
    where = "" if column.path else " beside the rows"
    rows = f" ({column.count:,} row{'s have' if column.count != 1 else ' has'} it)" if column.path else ""
    meant = f"; did you mean {quoted(column.meant)}?" if column.meant else "."
    return f"The column {quoted(column.name)}{where} is not read{rows}{meant}"


def _guessed(column: Guessed) -> str:
    more = column.count - 1
    others = f"; so {'was one more' if more == 1 else f'were {more:,} more'} of its column" if more else ""
    read = f"`{column.path}` was read as {column.value} from {quoted(column.text)}"
    return f"{read} on a likelihood, and nothing upholds it{others}."


def _troubles(ready: ReadyRows, raw: RawRows, places: RowPlaces | None) -> Iterable[Violation]:
    """What could not be read of files."""
    for number, file in enumerate(raw.files):
        for trouble in file.troubles:
            said = f"{trouble.message[:1].upper()}{trouble.message[1:].rstrip('.')}."
            severity: Severity = "warning" if trouble.code in _NOTED else "error"
            span = places.of_file(number, trouble.span) if places else None
            yield _finding(trouble.code, ready.spec.fill, said, severity, span)


def _finding(code: str, path: str, message: str, severity: Severity, span: Extent | None = None) -> Violation:
    """A finding of the reader. Graded E1: a reason to look, not proof of a mistake."""
    return Violation(
        code=code,
        path=path,
        message=message,
        expected=None,
        actual=None,
        severity=severity,
        # As of a document: what nothing upholds is a premise. All else is how something is written.
        error_type="premise" if code in (AMBIGUOUS, UNSURE) else "format",
        grade="E1",
        origin="reader",
        suspects=(path,),
        span=span,
    )
