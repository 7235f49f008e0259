"""A file's text to its rows: each form has a room of its own, opened when it is met."""

from collections.abc import Sequence
from pathlib import PurePosixPath

from selfcorrect.reading.forms.form import FormText, Unreadable, in_lines
from selfcorrect.reading.rows.raw import FILE, NUMBER, STEM, SUFFIXES, RawFile


def read_rows(
    text: str, suffix: str, name: str, rows_in: Sequence[str], *, in_folder: bool = False
) -> RawFile:
    """The rows, each with its position and the name of its file. Raises Unreadable.

    In a folder, a Markdown file whose head makes it a row is one, and so is a mapping that holds no rows.
    """
    plain = in_lines(FormText(text.removeprefix("\ufeff"))).text
    found = _read(plain, suffix.lower(), name, rows_in, in_folder)
    stem = PurePosixPath(name.replace("\\", "/")).stem
    for position, row in enumerate(found.rows, 1):
        row.values.setdefault(NUMBER, str(position))
        row.values[FILE] = name
        row.values[STEM] = stem
    return found


def _read(text: str, suffix: str, name: str, rows_in: Sequence[str], in_folder: bool) -> RawFile:
    match suffix:
        case ".yaml" | ".yml":
            from selfcorrect.reading.rows.yaml_rows import yaml_file

            return yaml_file(text, name, rows_in, alone=in_folder)
        case ".json":
            from selfcorrect.reading.rows.json_rows import json_file

            return json_file(text, name, rows_in, alone=in_folder)
        case ".jsonl" | ".ndjson":
            from selfcorrect.reading.rows.json_rows import lines_file

            return lines_file(text, name)
        case ".csv" | ".tsv":
            from selfcorrect.reading.rows.csv_rows import csv_file

            return csv_file(text, suffix, name)
        case ".md" | ".markdown":
            from selfcorrect.reading.rows.markdown_rows import markdown_file

            return markdown_file(text, name, page_first=in_folder)
    kind = f"the extension {suffix}" if suffix else "a name without extension"
    raise Unreadable("UNKNOWN_FORM", f"rows are read from {' '.join(SUFFIXES)}, and this has {kind}")
