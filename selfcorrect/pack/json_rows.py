"""The rows of a JSON source: a list of flat objects, whose numbers keep the text they are written in."""

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from selfcorrect.model.marks import Mark
from selfcorrect.model.problems import Problems
from selfcorrect.model.yaml_nodes import quoted

_BYTE: Final = re.compile(r" ?\(byte (\d+)\)")


def json_rows(text: str, file: str, problems: Problems) -> Iterator[tuple[Mark, dict[str, str]]]:
    """Each object as texts by column, with its place. Null is left out; what is nested is a problem."""
    data = text.encode("utf-8", "surrogatepass")
    try:
        raws = msgspec.json.decode(data, type=list[msgspec.Raw])
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        problems.add(
            _place(str(error), data, file),
            f"this is not a JSON list of rows: {_BYTE.sub('', str(error)).lower()}",
        )
        return
    at = 0
    for raw in raws:
        piece = bytes(raw)
        at = data.index(piece, at)
        mark = _mark(data, at, file)
        at += len(piece)
        yield mark, _row(piece, mark, problems)


def _row(piece: bytes, mark: Mark, problems: Problems) -> dict[str, str]:
    try:
        cells = msgspec.json.decode(piece, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        problems.add(mark, "a row is an object of columns")
        return {}
    row: dict[str, str] = {}
    for column, raw in cells.items():
        text = bytes(raw).decode()
        if text.startswith(("{", "[")):
            problems.add(mark, f"the column {quoted(column)} takes a single value")
        elif text.startswith('"'):
            row[column] = msgspec.json.decode(text, type=str)
        elif text != "null":
            row[column] = text
    return row


def _place(error: str, data: bytes, file: str) -> Mark:
    found = _BYTE.search(error)
    return _mark(data, int(found[1]) if found else 0, file)


def _mark(data: bytes, at: int, file: str) -> Mark:
    before = data[:at].decode("utf-8", "replace")
    return Mark(file, before.count("\n") + 1, len(before) - before.rfind("\n"))
