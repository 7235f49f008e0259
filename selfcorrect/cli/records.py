"""Records from JSON, JSON lines and YAML, with every value as it was written.

Numbers become exact decimals, never floats; NaN and infinities, which JSON does not have but programs
write, are handed on so that the check can say where they stand.
"""

from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from selfcorrect.cli.inputs import LARGEST, Input, Refused, decoded, unreadable
from selfcorrect.cli.items import Item
from selfcorrect.model.exact_json import JsonError, Kind, decode
from selfcorrect.report.refusal import Refusal

_CODES: Final[dict[Kind, str]] = {
    "syntax": "BAD_JSON",
    "repeated key": "DUPLICATE_KEY",
    "depth": "TOO_DEEP",
}


def records(given: Input) -> Iterator[Item | Refusal]:
    """Every record of an input, in order. Raises Refused where none of it can be used."""
    in_lines = given.form == "records" and given.suffix not in (".json", ".yaml", ".yml")
    return _lines(given) if in_lines else _whole(given)


def read_json(text: str, source: str) -> Any:
    """One JSON value, exactly. Raises Refused: BAD_JSON, DUPLICATE_KEY or TOO_DEEP."""
    try:
        return decode(text)
    except JsonError as error:
        raise Refused(source, _CODES[error.kind], str(error)) from error


def _lines(given: Input) -> Iterator[Item | Refusal]:
    """JSON lines, one at a time, so that memory stays flat however many there are."""
    stream = given.open()
    number = count = 0
    try:
        while line := stream.readline(LARGEST + 1):
            number += 1
            if line.strip():
                count += 1
                yield _line(line, f"{given.name}:{number}")
            if len(line) > LARGEST:
                _skip_line(stream)
    except OSError as error:
        raise unreadable(given.name, error) from error
    finally:
        if given.path is not None:
            stream.close()
    if not count:
        raise Refused(given.name, "NO_RECORDS", "there is no record in this")


def _line(line: bytes, source: str) -> Item | Refusal:
    if len(line) > LARGEST:
        return Refusal(source, "TOO_LARGE", f"this line is longer than {LARGEST // 2**20} MiB")
    try:
        found = decoded(line.rstrip(b"\r\n"), source)
        return Item(source, read_json(found.text, source), size=len(line), note=found.note)
    except Refused as refused:
        return refused.refusal


def _skip_line(stream: BinaryIO) -> None:
    while (rest := stream.readline(LARGEST)) and not rest.endswith(b"\n"):
        pass


def _whole(given: Input) -> Iterator[Item | Refusal]:
    """A file read whole: one record, or a list of them."""
    data = given.read()
    found = decoded(data, given.name)
    note = found.note
    is_yaml = given.suffix in (".yaml", ".yml")
    value = _read_yaml(found.text, given.name) if is_yaml else read_json(found.text, given.name)
    # A list can only be many records, so an extension that promises one is not held against it.
    many = given.form == "records" or (isinstance(value, list) and not given.told)
    if not many:
        yield Item(given.name, value, size=len(data), note=note)
        return
    if not isinstance(value, list):
        raise Refused(
            given.name, "NOT_A_LIST", "this is not a list of records; use --as record for a single one"
        )
    if not value:
        raise Refused(given.name, "NO_RECORDS", "there is no record in this")
    for row, record in enumerate(value):
        yield Item(
            f"{given.name}[{row}]", record, size=len(data) // len(value), note=note if row == 0 else ""
        )


def _read_yaml(text: str, source: str) -> Any:
    """YAML as plain data with every scalar as text. Raises Refused with the first thing that is wrong."""
    from selfcorrect.model.problems import Problems
    from selfcorrect.model.yaml_nodes import compose, plain

    problems = Problems()
    node = compose(text, source, problems)
    if node is None or problems:
        first = problems.diagnostics()[0]
        hint = f" ({first.hint})" if first.hint else ""
        place = str(first.mark) if first.mark.line else source
        raise Refused(place, "BAD_YAML", f"{first.message}{hint}")
    return plain(node)
