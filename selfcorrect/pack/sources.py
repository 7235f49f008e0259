"""`sources:` of pack.yaml: independent tables in CSV, YAML or JSON, every cell kept as its text."""

import csv
from collections.abc import Callable, Iterator
from typing import Final

from selfcorrect.language.shape import Kind
from selfcorrect.language.values import BAD, OUT_OF_RANGE, read_value
from selfcorrect.model.marks import Mark, Marked
from selfcorrect.model.suggest import suggest
from selfcorrect.pack.files import Files
from selfcorrect.pack.json_rows import json_rows
from selfcorrect.pack.keys import Keys, add_wrong_kind
from selfcorrect.pack.names import is_name
from selfcorrect.pack.problems import Problems
from selfcorrect.pack.shape_file import scalar_kind
from selfcorrect.pack.yaml_nodes import Mapping, Sequence, YamlNode, compose, is_null, mark_of, quoted
from selfcorrect.ruleset.compiled import Source

Row = tuple[Mark, dict[str, str]]
"""A row with its place: texts by column; a cell with nothing in it is left out."""

_KEYS: Final = ("file", "key", "ignore_case", "columns")
_SEPARATORS: Final = (",", ";", "\t")


def read_sources(node: Mapping | None, files: Files, problems: Problems) -> dict[str, Source] | None:
    """The sources by name; None where one could not be read, so that rules must not be judged by them."""
    found: dict[str, Source] = {}
    entries = node.entries if node else ()
    for name, value in entries:
        if not is_name(name.value):
            problems.at(name, f"{quoted(name.value)} is no name of a source")
        elif source := _source(name, value, files, problems):
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
    kinds = {column.value: kind for column, kind in typed if kind}
    _check_cells(rows, kinds, problems)
    by_key = _by_key(rows, key.value, problems, ignore_case=ignore_case)
    return Source(name.value, key.value, {**columns, **kinds}, by_key, ignore_case)


def _check_column(column: Marked, columns: dict[str, str], problems: Problems) -> bool:
    if column.value not in columns:
        problems.at(column, f"the file has no column {quoted(column.value)}", suggest(column.value, columns))
    return column.value in columns


def _check_cells(rows: list[Row], kinds: dict[str, Kind], problems: Problems) -> None:
    for mark, row in rows:
        for column, kind in kinds.items():
            if read_value(kind, row.get(column)) in (BAD, OUT_OF_RANGE):
                problems.add(
                    mark, f"the column {quoted(column)} holds {quoted(row[column])}, which is no {kind}"
                )


def _by_key(rows: list[Row], key: str, problems: Problems, *, ignore_case: bool) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    first: dict[str, int] = {}
    for mark, row in rows:
        text = row.get(key, "").strip()
        name = text.lower() if ignore_case else text
        if not text:
            problems.add(mark, f"this row has no {quoted(key)}, the source's key")
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
