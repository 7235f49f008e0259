"""`sources:` of pack.yaml: independent tables in CSV, YAML or JSON, their cells typed as `columns` says."""

import csv
from collections.abc import Callable, Iterator
from typing import Any, Final

from selfcorrect.language.shape import NUMERIC, Kind
from selfcorrect.language.values import BAD, OUT_OF_RANGE, read_value
from selfcorrect.model.marks import Mark, Marked
from selfcorrect.model.problems import Problems
from selfcorrect.model.suggest import suggest
from selfcorrect.model.yaml_nodes import Mapping, Sequence, YamlNode, compose, is_null, mark_of, quoted
from selfcorrect.pack.files import Files
from selfcorrect.pack.json_rows import json_rows
from selfcorrect.pack.keys import Keys, add_wrong_kind
from selfcorrect.pack.names import check_name
from selfcorrect.pack.shape_file import scalar_kind
from selfcorrect.ruleset.compiled import Source

Row = tuple[Mark, dict[str, str]]
"""A row with its place: texts by column; a cell with nothing in it is left out."""

_KEYS: Final = ("file", "key", "ignore_case", "columns")
_SEPARATORS: Final = (",", ";", "\t")
_TEXTS: Final = ("text", "currency", "choice", "reference")
_NO_EXPONENT: Final = "numbers are written out, with digits and a point and no exponent: 1200.50"


def read_sources(node: Mapping | None, files: Files, problems: Problems) -> dict[str, Source] | None:
    """The sources by name; None where one could not be read, so that rules must not be judged by them."""
    found: dict[str, Source] = {}
    entries = node.entries if node else ()
    for name, value in entries:
        source = _source(name, value, files, problems) if check_name(name, "a source", problems) else None
        if source:
            found[name.value] = source
    return found if len(found) == len(entries) else None


def _source(name: Marked, node: YamlNode, files: Files, problems: Problems) -> Source | None:
    keys = Keys(node, f"the source {quoted(name.value)}", _KEYS, problems, required=("file", "key"))
    file, key = keys.text("file"), keys.text("key")
    ignore_case = keys.flag("ignore_case")
    typed = [(column, scalar_kind(text, problems)) for column, text in keys.named("columns")]
    if not keys.whole or file is None or key is None:
        return None
    rows = _rows(file, files, problems)
    if rows is None:
        return None
    columns = dict.fromkeys((column for _, row in rows for column in row), "text")
    for column, _ in typed:
        _check_column(column, columns, problems)
    if rows and not _check_column(key, columns, problems):
        return None
    kinds = {**columns, **{column.value: kind for column, kind in typed if kind}}
    _check_key(key, typed, problems)
    typed_rows = [(mark, row.get(key.value, ""), _typed(mark, row, kinds, problems)) for mark, row in rows]
    by_key = _by_key(typed_rows, key, problems, ignore_case=ignore_case)
    return Source(name.value, key.value, kinds, by_key, ignore_case)


def _check_column(column: Marked, columns: dict[str, str], problems: Problems) -> bool:
    if column.value not in columns:
        problems.at(column, f"the file has no column {quoted(column.value)}", suggest(column.value, columns))
    return column.value in columns


def _check_key(key: Marked, typed: list[tuple[Marked, Kind | None]], problems: Problems) -> None:
    for column, kind in typed:
        if column.value == key.value and kind not in (None, *_TEXTS):
            said = f"a source is looked up by a text, and its key {quoted(key.value)} is of the type `{kind}`"
            problems.at(column, said, "leave it out of `columns`")


def _typed(mark: Mark, row: dict[str, str], kinds: dict[str, str], problems: Problems) -> dict[str, Any]:
    """The values of a row by column; what is missing is left out, and so is what is told to be wrong."""
    found: dict[str, Any] = {}
    for column, text in row.items():
        value = read_value(kinds[column], text)
        if value in (BAD, OUT_OF_RANGE):
            said = f"the column {quoted(column)} holds {quoted(text)}, which is no {kinds[column]}"
            problems.add(mark, said, _NO_EXPONENT if _has_exponent(kinds[column], text) else "")
        elif value is not None:
            found[column] = value
    return found


def _has_exponent(kind: str, text: str) -> bool:
    return kind in NUMERIC and "e" in text.lower()


def _by_key(
    rows: list[tuple[Mark, str, dict[str, Any]]], key: Marked, problems: Problems, *, ignore_case: bool
) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    first: dict[str, int] = {}
    for mark, given, row in rows:
        text = given.strip()
        name = text.lower() if ignore_case else text
        if not text:
            problems.add(mark, f"this row has no {quoted(key.value)}, the source's key")
        elif name in found:
            problems.add(mark, f"the key {quoted(text)} stands twice; the first is on line {first[name]}")
        else:
            found[name] = row
            first[name] = mark.line
    return found


def _rows(file: Marked, files: Files, problems: Problems) -> list[Row] | None:
    """The rows of a source's file by its extension."""
    extension = file.value.rpartition(".")[2].lower()
    reader = _READERS.get(extension)
    if reader is None:
        problems.at(file, f"a source is a CSV, YAML or JSON file, not {quoted(file.value)}")
        return None
    text = files.text(file.value, file)
    if text is None:
        return None
    before = len(problems)
    rows = list(reader(text, files.place(file.value), problems))
    return rows if len(problems) == before else None


def _csv_rows(text: str, file: str, problems: Problems) -> Iterator[Row]:
    lines = text.split("\n")
    separator = max(_SEPARATORS, key=lines[0].count)
    reader = csv.reader(iter(f"{line}\n" for line in lines), delimiter=separator, strict=True)
    header: list[str] = []
    line = 1
    try:
        for cells in reader:
            mark, line = Mark(file, line, 1), reader.line_num + 1
            if not any(cell.strip() for cell in cells):
                continue
            if not header:
                header = [cell.strip() for cell in cells]
                _check_header(header, mark, problems)
            elif len(cells) > len(header):
                said = f"this row has {len(cells)} cells, its head {len(header)}"
                problems.add(mark, said, f"put a text with {separator!r} in quotes")
            else:
                yield mark, {name: cell for name, cell in zip(header, cells, strict=False) if cell.strip()}
    except csv.Error as error:
        problems.add(Mark(file, reader.line_num, 1), f"this is not CSV: {error}")
    if not header:
        problems.add(Mark(file, 0, 0), "the file is empty")


def _check_header(header: list[str], mark: Mark, problems: Problems) -> None:
    for name in header:
        if not name or header.count(name) > 1:
            said = f"the column {quoted(name)} stands twice" if name else "a column has no name"
            problems.add(mark, said)


def _yaml_rows(text: str, file: str, problems: Problems) -> Iterator[Row]:
    node = compose(text, file, problems)
    if node is None:
        return
    if not isinstance(node, Sequence):
        add_wrong_kind(node, "a source is a list of rows", problems)
        return
    for item in node.items:
        if not isinstance(item, Mapping):
            add_wrong_kind(item, "a row is a mapping of columns", problems)
            continue
        row: dict[str, str] = {}
        for column, value in item.entries:
            if not isinstance(value, Marked):
                add_wrong_kind(value, f"the column {quoted(column.value)} takes a text", problems)
            elif not is_null(value):
                row[column.value] = value.value
        yield mark_of(item), row


_READERS: Final[dict[str, Callable[[str, str, Problems], Iterator[Row]]]] = {
    "csv": _csv_rows,
    "yaml": _yaml_rows,
    "yml": _yaml_rows,
    "json": json_rows,
}
