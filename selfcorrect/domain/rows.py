"""Files and folders of rows, read as one candidate and checked."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from selfcorrect.domain.doubts import AMBIGUOUS, UNSURE
from selfcorrect.model.diagnostic import Diagnostic, PackError
from selfcorrect.model.marks import Extent, Mark
from selfcorrect.model.report import Report, Violation
from selfcorrect.model.words import Severity
from selfcorrect.model.yaml_nodes import quoted
from selfcorrect.reading.filling.fill import RowsReading, fill_rows
from selfcorrect.reading.filling.places import RowPlaces
from selfcorrect.reading.filling.ready import ReadyRows
from selfcorrect.reading.filling.settle import Guessed
from selfcorrect.reading.filling.unread import UnreadColumn
from selfcorrect.reading.forms.encoding import decoded
from selfcorrect.reading.forms.form import Unreadable
from selfcorrect.reading.rows.raw import NUMBER, RawFile, RawRow, Trouble, raw_file, raw_folder

if TYPE_CHECKING:
    from selfcorrect.domain.domain import Made
    from selfcorrect.ruleset.ruleset import RuleSet

UNREAD = "UNREAD_COLUMN"
_NOTED = frozenset({"ENCODING", "ROWLESS_FILE"})
"""Troubles that may well be none: a page of a folder that is no row, an encoding that was guessed rightly."""


class RawRows:
    """What was read of a file or folder before anything says which column is what. `name` is what it is
    called in reports, `note` a sentence where something was guessed.
    """

    def __init__(self, files: Sequence[RawFile], name: str, *, folder: bool = False, note: str = "") -> None:
        self.files = files
        self.name = name
        self.folder = folder
        self.note = note

    @property
    def text(self) -> str | None:
        """The text of the file, None of a folder."""
        return None if self.folder else self.files[0].text


def rows_of(made: "Made") -> ReadyRows:
    """The reader of rows. Raises PackError for a pack that has none."""
    if made.rows is None:
        mark = Mark(f"{made.shown}/pack.yaml", 1, 1)
        message = f"the pack `{made.name}` reads no rows"
        raise PackError((Diagnostic(mark, message, "say which in reader.yaml: file: {form: rows, fill: …}"),))
    return made.rows


def rows_in_text(ready: ReadyRows, data: bytes, suffix: str, name: str) -> RawRows:
    """The rows of a file's bytes. Raises Unreadable."""
    found = decoded(data)
    return RawRows([raw_file(found.text, suffix, name, ready.spec.rows_in)], name, note=found.note)


def rows_in_folder(ready: ReadyRows, path: Path, name: str) -> RawRows:
    """The rows of all files of a folder that have an extension which is accepted. Raises Unreadable."""
    found = raw_folder(path, ready.spec.rows_in)
    files = [file for file in found if Path(file.name).suffix.lower() in ready.accepts]
    if not any(file.rows for file in files):
        sentence = f"no file in this folder holds a row; {' '.join(ready.accepts)} are looked at"
        raise Unreadable("NO_ROWS", sentence)
    return RawRows(files, name, folder=True)


def rows_given(rows: Iterable[Any], head: Mapping[str, Any] | None, name: str) -> RawRows:
    """Rows that are in memory already."""
    found, troubles = [], []
    for number, row in enumerate(rows, 1):
        if isinstance(row, Mapping):
            values = {str(key): None if _is_nan(value) else value for key, value in row.items()}
            values.setdefault(NUMBER, str(number))
            found.append(RawRow(values, (0, 0)))
        else:
            said = f"row {number:,} is no mapping but of type {type(row).__name__}, so it is no row"
            troubles.append(Trouble("NOT_A_ROW", said))
    beside = {str(key): value for key, value in (head or {}).items()}
    return RawRows([RawFile(name, "", "", found, beside, tuple(troubles))], name)


def _is_nan(value: Any) -> bool:
    """Whether a value is what tables of numbers have where there is nothing."""
    return (isinstance(value, float) or type(value).__name__ == "NaTType") and bool(value != value)  # noqa: PLR0124


def report_on(rules: "RuleSet", ready: ReadyRows, raw: RawRows, today: date | None, source: str) -> Report:
    """The candidate that rows make, and what the rules say of it."""
    written = any(file.text for file in raw.files)
    places = RowPlaces(ready, raw.files, source or raw.name, folder=raw.folder) if written else None
    reading = fill_rows(ready, raw.files, places)
    doubts = (*_troubles(ready, raw, places), *_doubts(reading, places))
    report = rules.check(reading.candidate, today=today, source=source, doubts=doubts, places=places)
    return replace(report, document=raw.text if written else None)


def _doubts(reading: RowsReading, places: RowPlaces | None) -> Iterable[Violation]:
    """What a reading leaves open, rests on a likelihood, or passes over."""
    for column in reading.unread:
        span = places.of_column(column.path, column.name) if places else None
        yield _finding(UNREAD, column.path, _unread(column), "warning", span)
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
        error_type="format",
        grade="E1",
        origin="reader",
        suspects=(path,),
        span=span,
    )
