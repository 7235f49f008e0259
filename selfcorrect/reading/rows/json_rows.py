"""Rows of JSON and of JSON lines."""

from collections.abc import Iterator, Sequence
from typing import Any

from selfcorrect.model.quoting import quoted
from selfcorrect.reading.forms.form import Unreadable
from selfcorrect.reading.rows.chosen import is_row, where_rows_are
from selfcorrect.reading.rows.json_scan import Scanner
from selfcorrect.reading.rows.raw import KEY, RawFile, RawRow
from selfcorrect.reading.rows.troubles import Troubles, check_count


def json_file(text: str, name: str, rows_in: Sequence[str], *, alone: bool = False) -> RawFile:
    """The rows of a JSON text. Raises Unreadable. With `alone` its one object may be a row itself."""
    scanner = Scanner(text)
    whole = scanner.whole()
    troubles = Troubles()
    if alone and is_row(whole, rows_in):
        start = scanner.skipped(0)
        place = start, scanner.end_of(start)
        _tell_repeated(scanner, place, troubles)
        return RawFile(name, "object", text, [RawRow(whole, place)], {}, troubles.told())
    path = where_rows_are(whole, rows_in)
    head: dict[str, Any] = {}
    at = scanner.skipped(0)
    for key in path:
        at = _descended(scanner, at, key, head, troubles)
    rows = list(_rows(scanner, at, troubles))
    return RawFile(name, "json", text, rows, head, troubles.told())


def lines_file(text: str, name: str) -> RawFile:
    """The rows of JSON lines, one a line. Raises Unreadable where no line holds one."""
    troubles = Troubles()
    rows: list[RawRow] = []
    scanner = Scanner("")
    start, number = 0, 0
    while start < len(text):
        end = text.find("\n", start)
        end = end if end >= 0 else len(text)
        number += 1
        scanner.text = line = text[start:end].strip()
        if line:
            at = text.index(line[0], start)
            _take_line(scanner, (at, at + len(line)), number, rows, troubles)
        start = end + 1
    if rows:
        return RawFile(name, "lines", text, rows, {}, troubles.told())
    told = troubles.told()
    why = f"no line of this holds a row; {told[0].message}" if told else "there is no line in this"
    raise Unreadable("NO_ROWS", why)


def _take_line(
    scanner: Scanner, place: tuple[int, int], number: int, rows: list[RawRow], troubles: Troubles
) -> None:
    scanner.repeated.clear()
    try:
        value = scanner.whole()
    except Unreadable as error:
        troubles.add(error.code, f"line {number:,}: {error.sentence}", *place)
        return
    _tell_repeated(scanner, place, troubles)
    if isinstance(value, dict):
        rows.append(RawRow(value, place))
        check_count(len(rows))
    else:
        said = f"line {number:,}: this is {_kind(value)}, not an object, so it is no row"
        troubles.add("NOT_A_ROW", said, *place)


def _descended(scanner: Scanner, at: int, key: str, head: dict[str, Any], troubles: Troubles) -> int:
    """Where the value under a key starts; the values beside it go to the head."""
    found: int | None = None
    seen: set[str | None] = set()
    scanner.repeated.clear()
    for element in scanner.elements(at):
        if element.key in seen:
            scanner.repeated[element.key or ""] = None
            _tell_repeated(scanner, element.place, troubles)
            continue
        seen.add(element.key)
        if element.key == key:
            # What stands twice in the rows is told with them.
            scanner.repeated.clear()
            found = element.at
        else:
            _tell_repeated(scanner, element.place, troubles)
            head[element.key or ""] = element.value
    return at if found is None else found


def _rows(scanner: Scanner, at: int, troubles: Troubles) -> Iterator[RawRow]:
    scanner.repeated.clear()
    for number, element in enumerate(scanner.elements(at), 1):
        check_count(number)
        _tell_repeated(scanner, element.place, troubles)
        if isinstance(element.value, dict):
            key = {} if element.key is None else {KEY: element.key}
            yield RawRow({**key, **element.value} if key else element.value, element.place)
        else:
            said = f"item {number:,} of the list is {_kind(element.value)}, so it is no row"
            troubles.add("NOT_A_ROW", said, *element.place)


def _tell_repeated(scanner: Scanner, place: tuple[int, int], troubles: Troubles) -> None:
    for key in scanner.repeated:
        said = f"the key {quoted(key)} stands twice in one object; the first value is read"
        troubles.add("DUPLICATE_KEY", said, *place)
    scanner.repeated.clear()


def _kind(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "a truth value"
        case str():
            return "a text"
        case list():
            return "a list"
    return "a number"
