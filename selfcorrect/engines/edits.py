"""Changes to plain records, by path: what a case changes and what a fault injects."""

import copy
import re
from collections.abc import Sequence
from typing import Any, Final, Literal

from msgspec import Struct

from selfcorrect.pack.changes import parse_path

_STEP: Final = re.compile(r"\[(\d+)\]|\.?([^.\[\]]+)")

Action = Literal["set", "remove", "repeat"]


class Edit(Struct, frozen=True):
    """One change: `set` puts a value, `remove` takes a field or a row out, `repeat` doubles a row.

    With a `part`, from where to where, `set` puts a text in place of that part of the text at the path.
    """

    action: Action
    path: str
    value: Any = None
    part: tuple[int, int] | None = None


class NoSuchPlaceError(Exception):
    """A path that leads nowhere in the record."""


def edited(record: Any, edits: Sequence[Edit]) -> Any:
    """A copy of the record with every edit made, in order; all paths are those of the record as it was.

    Raises NoSuchPlaceError.
    """
    record = copy.deepcopy(record)
    # Rows first to last would move under the edits that come after; the last ones go first.
    rows = sorted((e for e in edits if e.action != "set"), key=lambda e: path_key(e.path), reverse=True)
    # And so do parts of one text.
    sets = sorted((e for e in edits if e.action == "set"), key=lambda e: e.part or (0, 0), reverse=True)
    for edit in (*sets, *rows):
        _make(record, edit)
    return record


def path_key(path: str) -> tuple[tuple[str, int], ...]:
    """A path as it sorts: rows by number."""
    return tuple((name, int(row or 0)) for row, name in _STEP.findall(path))


def _make(record: Any, edit: Edit) -> None:
    *steps, last = _steps(edit.path)
    place = record
    for step in steps:
        place = _inside(place, step, edit.path)
    if edit.action == "set" and edit.part:
        text = _inside(place, last, edit.path)
        if not isinstance(text, str):
            raise NoSuchPlaceError(f"{edit.path} is no text, so no part of it can be changed")
        start, end = edit.part
        _put(place, last, f"{text[:start]}{edit.value}{text[end:]}", edit.path)
    elif edit.action == "set":
        _put(place, last, copy.deepcopy(edit.value), edit.path)
    else:
        value = _inside(place, last, edit.path)
        if edit.action == "remove":
            del place[last]
        elif isinstance(place, list) and isinstance(last, int):
            place.insert(last + 1, copy.deepcopy(value))
        else:
            raise NoSuchPlaceError(f"{edit.path} is not a row, so it cannot be repeated")


def _put(place: Any, last: str | int, value: Any, path: str) -> None:
    there = isinstance(place, list) and isinstance(last, int) and last < len(place)
    if not there and not (isinstance(place, dict) and isinstance(last, str)):
        raise NoSuchPlaceError(f"the record has nothing at {path}")
    place[last] = value


def _inside(place: Any, step: str | int, path: str) -> Any:
    if isinstance(place, dict) and step in place:
        return place[step]
    if isinstance(place, list) and isinstance(step, int) and step < len(place):
        return place[step]
    raise NoSuchPlaceError(f"the record has nothing at {path}")


def _steps(path: str) -> tuple[str | int, ...]:
    steps = parse_path(path)
    if steps is None:
        raise NoSuchPlaceError(f"{path or 'an empty text'} is not a path, such as line_items[0].amount")
    return steps
