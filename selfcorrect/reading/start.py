"""Reading a document again, from a candidate that is already there: only some of its fields are read anew."""

import re
from collections.abc import Iterator, Mapping
from datetime import date, time
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.language.shape import Field, Shape
from selfcorrect.language.values import Unreadable, read_value
from selfcorrect.model.paths import meets
from selfcorrect.reading.choosing.choose import Choice
from selfcorrect.reading.choosing.listed import Listed
from selfcorrect.reading.fields.offers import Option, Strength

_MOST_ALIGNED: Final = 200
"""Rows of a list that are compared with all of another; those of longer ones go by their numbers."""
_LEAST_SHARED: Final = 2
"""What rows must have in common to be the same: two numbers, or a text."""


_CELL: Final = re.compile(r"\[(\d+)\]\.(.+)")
"""What follows the path of a list: the number of a row, and the name of a value in it."""


class Start(Struct, frozen=True):
    """A candidate to start from, and the paths in it that may be wrong; everything else stays as it is."""

    candidate: Mapping[str, Any]
    suspects: tuple[str, ...]


def as_read(record: Mapping[str, Any], shape: Shape) -> dict[str, Any]:
    """A record with its values as a reader gives them: numbers as decimals, dates as ISO texts. What is none
    of its kind stays.
    """
    return _object(record, shape.fields)


def _object(record: Mapping[str, Any], fields: tuple[Field, ...]) -> dict[str, Any]:
    kinds = {field.name: field for field in fields}
    return {name: _value(raw, kinds[name]) if name in kinds else raw for name, raw in record.items()}


def _value(raw: Any, field: Field) -> Any:
    if field.kind == "list":
        return [_part(row, field) for row in raw] if isinstance(raw, list | tuple) else raw
    if field.kind == "object":
        return _part(raw, field)
    value = read_value(field.kind, raw)
    if isinstance(value, Unreadable):
        return raw
    return value.isoformat() if isinstance(value, date | time) else value


def _part(raw: Any, field: Field) -> Any:
    if field.item is not None:
        return _value(raw, field.item)
    return _object(raw, field.fields) if isinstance(raw, Mapping) else raw


def started(choices: tuple[Choice, ...], start: Start) -> tuple[Choice, ...]:
    """The choices with everything that is not suspected fixed to what the candidate has. What nothing in the
    document offers a value for stays, too.
    """
    found = [one for choice in choices if (one := _from(choice, start)) is not None]
    offered = [choice.path for choice in found]
    for path, value in _fields(start.candidate):
        if not any(meets(path, other) for other in offered):
            found.append(_fixed(path, value))
    return tuple(found)


def kept(choice: Choice, candidate: Mapping[str, Any]) -> Choice | None:
    """The choice with the one reading that the candidate has; None where it has nothing there."""
    value = _value_in(candidate, choice.path)
    if value is None:
        return None
    for option in choice.options:
        if plain(option.value) == value:
            return Choice(choice.path, (Option(option.value, option.span, option.strength, 0),))
    return _fixed(choice.path, value)


def plain(value: Any) -> Any:
    """A reading's value as it stands in a candidate."""
    return value.rows if isinstance(value, Listed) else value


def _value_in(candidate: Any, path: str) -> Any:
    """The value at a path without rows; None where there is none."""
    for name in path.split("."):
        candidate = candidate.get(name) if isinstance(candidate, Mapping) else None
    return candidate


def _from(choice: Choice, start: Start) -> Choice | None:
    suspects = [path for path in start.suspects if meets(path, choice.path)]
    if not suspects:
        return kept(choice, start.candidate)
    value = _value_in(start.candidate, choice.path)
    if not isinstance(value, list):
        return replace(choice, suspected=True)
    cells = [found for path in suspects if (found := _CELL.fullmatch(path, len(choice.path)))]
    if len(cells) == len(suspects):
        options = [_in_cells(option, choice.path, value, cells) for option in choice.options]
    else:
        options = [_whole(option, choice.path, value) for option in choice.options]
    return Choice(choice.path, _different(options), suspected=True)


def _fixed(path: str, value: Any) -> Choice:
    if isinstance(value, list):
        value = Listed(value, {}, (), ())
    return Choice(path, (Option(value, None, Strength.BEST, 0),))


def _different(options: list[Option]) -> tuple[Option, ...]:
    """The options, those of the same rows once."""
    found: list[Option] = []
    for option in options:
        if all(plain(option.value) != plain(other.value) for other in found):
            found.append(option)
    return tuple(found)


def _in_cells(option: Option, path: str, rows: list[Any], cells: list[re.Match[str]]) -> Option:
    """A reading of a list that has only the suspected values of it, and the given rows for the rest."""
    listed = option.value
    if not isinstance(listed, Listed):
        return option
    aligned = _aligned(rows, listed.rows)
    merged = [dict(row) if isinstance(row, Mapping) else row for row in rows]
    moved = {}
    for cell in cells:
        row, name = int(cell[1]), cell[2]
        other = aligned.get(row)
        if other is not None and name in listed.rows[other]:
            merged[row][name] = listed.rows[other][name]
            moved[f"{path}[{other}].{name}"] = cell.string
    found = _moved(listed, merged, moved)
    return replace(option, value=found, sure=not found.unsure)


def _whole(option: Option, path: str, rows: list[Any]) -> Option:
    """A reading of a list; what the given rows have, and the document has in none of its own, stays. Where
    both have the same rows they stay in their order, too.
    """
    listed = option.value
    if not isinstance(listed, Listed):
        return option
    offered = {name for row in listed.rows for name in row}
    back = {other: row for row, other in _aligned(rows, listed.rows).items()}
    merged = []
    for number, row in enumerate(listed.rows):
        given = rows[back[number]] if number in back else {}
        more = {name: value for name, value in given.items() if name not in offered and value is not None}
        merged.append({**row, **more})
    if not len(rows) == len(merged) == len(back):
        return replace(option, value=replace(listed, rows=merged))
    moved = {
        f"{path}[{number}].{name}": f"{path}[{back[number]}].{name}"
        for number, row in enumerate(merged)
        for name in row
    }
    ordered = [row for _, row in sorted(enumerate(merged), key=lambda numbered: back[numbered[0]])]
    return replace(option, value=_moved(listed, ordered, moved))


def _moved(listed: Listed, rows: list[Any], moved: Mapping[str, str]) -> Listed:
    """Other rows for a list, with the places and doubts of its values that have moved to new paths."""
    spans = {moved[place]: span for place, span in listed.spans.items() if place in moved}
    unsure = tuple(replace(one, path=moved[one.path]) for one in listed.unsure if one.path in moved)
    open_ = tuple(replace(one, path=moved[one.path]) for one in listed.ambiguities if one.path in moved)
    return Listed(rows, spans, open_, unsure)


def _aligned(rows: list[Any], others: list[dict[str, Any]]) -> dict[int, int]:
    """Which row of another list each row is, by the values they share; by number where lists are of the same
    length, as far as their texts do not say otherwise.
    """
    usable = [number for number, row in enumerate(rows) if isinstance(row, dict)]
    found: dict[int, int] = {}
    if max(len(rows), len(others)) <= _MOST_ALIGNED:
        scores = [
            (-score, abs(one - other), one, other)
            for one in usable
            for other, row in enumerate(others)
            if (score := _shared(rows[one], row)) >= _LEAST_SHARED
        ]
        for _, _, one, other in sorted(scores):
            if one not in found and other not in found.values():
                found[one] = other
    if len(rows) == len(others):
        free = set(range(len(others))) - set(found.values())
        left = [one for one in usable if one not in found and one in free]
        found |= {one: one for one in left if not _contradict(rows[one], others[one])}
    return found


def _shared(row: Mapping[str, Any], other: Mapping[str, Any]) -> int:
    """How much two rows have in common: an equal number may be chance, a text that holds the other hardly."""
    found = 0
    for name, value in other.items():
        given = row.get(name)
        if isinstance(value, str) and isinstance(given, str):
            found += _LEAST_SHARED if _hold(value, given) else 0
        else:
            found += value is not None and given == value
    return found


def _contradict(row: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two rows have texts in one place of which none holds the other."""
    texts = ((row.get(name), value) for name, value in other.items())
    return any(isinstance(a, str) and isinstance(b, str) and not _hold(a, b) for a, b in texts)


def _hold(one: str, other: str) -> bool:
    one, other = (" ".join(text.split()).casefold() for text in (one, other))
    return bool(one and other) and (one in other or other in one)


def _fields(candidate: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Every value that is there by its path; lists whole. A name with a dot has no path of its own."""
    for name, value in candidate.items():
        path = f"{before}{name}"
        if "." in name:
            continue
        if isinstance(value, Mapping):
            yield from _fields(value, f"{path}.")
        elif value is not None:
            yield path, value
