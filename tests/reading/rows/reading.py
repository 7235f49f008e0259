"""A file of rows as the tests compare it: its values, the texts where they stand, its troubles."""

from typing import Any

from selfcorrect.reading.rows.raw import FILE, NUMBER, SECTION, STEM, UNDER, RawFile, RawRow, cell_span

UNWRITTEN = (FILE, STEM, NUMBER, SECTION, UNDER)
"""Columns that a file has without saying so in the row."""


def values(file: RawFile) -> list[dict[str, Any]]:
    """The rows without the name of their file."""
    return [
        {name: held for name, held in row.values.items() if name not in (FILE, STEM)} for row in file.rows
    ]


def row_texts(file: RawFile) -> list[str]:
    return [file.text[slice(*row.span)] for row in file.rows]


def written(file: RawFile, row: RawRow, column: str) -> Any:
    """The text where a cell stands, of each value where it is a list; None where it stands nowhere."""
    value = row.values[column]
    if isinstance(value, list):
        return [_text(file, row, column, item) for item in range(len(value))]
    return _text(file, row, column, None)


def written_otherwise(file: RawFile) -> list[dict[str, Any]]:
    """The cells of each row that stand in the file in other characters than their values have."""
    found = []
    for row in file.rows:
        texts = {column: written(file, row, column) for column in row.values if column not in UNWRITTEN}
        found.append({column: text for column, text in texts.items() if text != _said(row.values[column])})
    return found


def troubles(file: RawFile) -> list[list[str | None]]:
    return [
        [one.code, one.message, file.text[slice(*one.span)] if one.span else None] for one in file.troubles
    ]


def _said(value: Any) -> Any:
    """A value as it would stand in a file, were there no marks."""
    if isinstance(value, list):
        return [_said(item) for item in value]
    if isinstance(value, bool):
        return str(value).lower()
    return value if value is None else str(value)


def _text(file: RawFile, row: RawRow, column: str, item: int | None) -> str | None:
    span = cell_span(file, row, column, item)
    return None if span is None else file.text[span.start : span.end]
