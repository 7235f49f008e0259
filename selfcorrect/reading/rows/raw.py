"""Raw rows: what a file of rows holds, before anything says which column is what."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from selfcorrect.model.marks import Span

SUFFIXES: Final = (*(".yaml", ".yml", ".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".md", ".markdown"),)
"""Extensions of files that can hold rows."""

FILE: Final = "(file)"
"""The name of the file that a row stands in."""
STEM: Final = "(stem)"
"""The file's name without folders and extension."""
NUMBER: Final = "(number)"
"""The row's position: `3`, or `3.1` for the first item under the third."""
KEY: Final = "(key)"
"""The key that a row stands under, where rows are a mapping."""
TITLE: Final = "(title)"
"""The first heading of a file that is one row."""
SECTION: Final = "(section)"
"""The nearest heading above a row."""
TEXT: Final = "(text)"
"""What an item of a checklist says, without its columns."""
BOX: Final = "(box)"
"""The mark in an item's check box; a space where it is empty."""
UNDER: Final = "(under)"
"""The `(number)` of the item that an item stands under."""
BOXES: Final = "(boxes)"
"""The check boxes in a file that is one row: a list of `{text, box}`."""


class Trouble(Struct, frozen=True):
    """Something in a file that cannot be read: a stable code, a sentence, and where it stands."""

    code: str
    message: str
    span: tuple[int, int] | None = None


class RawRow(Struct, frozen=True):
    """A row: column to value, as written; `span` is where it stands in its file's text.

    A value is a text, None where nothing is written, in JSON also a number or a truth value, or a list or a
    mapping of such. A row that ends before the last heading has no value under those that are left.
    """

    values: dict[str, Any]
    span: tuple[int, int]


class RawFile(Struct, frozen=True):
    """A file of rows. `form` is yaml, json, lines, csv, table, checklist, or of a file that is one row page,
    mapping (YAML) or object (JSON).

    `text` is the file's text, its line ends line feeds; every span counts in it. `head` is what stands beside
    the rows. `headings` are those of its tables, each with the place from which on they hold;
    `delimiter` parts cells.
    """

    name: str
    form: str
    text: str
    rows: list[RawRow]
    head: dict[str, Any]
    troubles: tuple[Trouble, ...] = ()
    headings: tuple[tuple[int, tuple[str, ...]], ...] = ()
    delimiter: str = ""


def raw_file(text: str, suffix: str, name: str, rows_in: Sequence[str] = ()) -> RawFile:
    """The rows of a file's text, by its extension; `rows_in` names the keys that may hold the list of rows.

    Raises Unreadable where none of it can be used, and nothing else, whatever the text is.
    """
    from selfcorrect.reading.rows.opening import read_rows

    return read_rows(text, suffix, name, rows_in)


def raw_folder(folder: Path, rows_in: Sequence[str] = ()) -> list[RawFile]:
    """The files of rows in a folder, in sorted order, each with its troubles; hidden ones are left out.

    A file's name is its path in the folder. A file that cannot be read has no rows, and a trouble that says
    why. Raises Unreadable where the folder is too large, or none of its files holds a row.
    """
    from selfcorrect.reading.rows.folders import read_folder

    return read_folder(folder, rows_in)


def cell_span(
    file: RawFile, row: RawRow, column: str, item: int | None = None, within: str | None = None
) -> Span | None:
    """Where a cell's text stands in the file; None where it is not written there (or no longer found).

    `item` is the position in a list. `within` is a part of the cell's text (one reference of `T-1, T-2`):
    its span, and with `item` that of its item-th occurrence in the cell as a word of its own.
    """
    from selfcorrect.reading.rows.cells import span_of_cell

    return span_of_cell(file, row, column, item, within)
