"""Rows that can be had, before anything says which column is what: of a file, a folder, or from memory."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from selfcorrect.reading.filling.names import PSEUDO, folded
from selfcorrect.reading.filling.ready import ReadyRows
from selfcorrect.reading.forms.encoding import decoded
from selfcorrect.reading.forms.form import Unreadable
from selfcorrect.reading.rows.raw import NUMBER, RawFile, RawRow, Trouble, raw_file, raw_folder

_RECORDS: Final = ("mapping", "object")
_LEAST_KNOWN: Final = 2
"""Keys of a row that a file has to have where it is one row."""
_UNSAID: Final = frozenset(map(folded, PSEUDO))


class RawRows:
    """The rows of one candidate. `name` is what they are called in reports, `note` a sentence where something
    was guessed.
    """

    def __init__(self, files: Sequence[RawFile], name: str, *, folder: bool = False, note: str = "") -> None:
        self.files = files
        self.name = name
        self.folder = folder
        self.note = note

    @property
    def text(self) -> str | None:
        """The text of the file; None of a folder, and of rows from memory."""
        return None if self.folder or not self.files[0].form else self.files[0].text


def rows_in_text(ready: ReadyRows, data: bytes, suffix: str, name: str) -> RawRows:
    """The rows of a file's bytes. Raises Unreadable."""
    found = decoded(data)
    return RawRows([raw_file(found.text, suffix, name, ready.rows_in)], name, note=found.note)


def rows_in_folder(ready: ReadyRows, path: Path, name: str) -> RawRows:
    """The rows of all files of a folder that have an extension which is accepted. Raises Unreadable."""
    found = raw_folder(path, ready.rows_in)
    accepted = [file for file in found if Path(file.name).suffix.lower() in ready.accepts]
    files = [_without_strangers(ready, file) for file in accepted]
    if not any(file.rows for file in files):
        sentence = f"no file in this folder that ends in {' '.join(ready.accepts)} holds a row"
        raise Unreadable("NO_ROWS", sentence)
    return RawRows(files, name, folder=True)


def _without_strangers(ready: ReadyRows, file: RawFile) -> RawFile:
    """A file; one that is a mapping of other things, such as what configures a tool, holds no row."""
    if file.form not in _RECORDS:
        return file
    names = {folded(column) for column in file.rows[0].values}
    known = sum(any(_key(name) in names for name in target.names) for target in ready.row)
    if known >= _LEAST_KNOWN:
        return file
    trouble = Trouble("ROWLESS_FILE", "this mapping has hardly a key of a row, so it is taken for none")
    return RawFile(file.name, "", file.text, [], {}, (trouble,))


def _key(name: str) -> str:
    """The column that a name leads into; none where a file has it without saying so."""
    return "" if name in _UNSAID else name.partition(".")[0]


def rows_given(rows: Iterable[Any], head: Mapping[str, Any] | None, name: str) -> RawRows:
    """Rows that are in memory already."""
    found: list[RawRow] = []
    troubles: list[Trouble] = []
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
