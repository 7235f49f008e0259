"""Reading a document again, from a candidate that is already there: only some of its fields are read anew."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from selfcorrect.model.paths import covers, meets, row_of
from selfcorrect.reading.choosing.choose import Choice
from selfcorrect.reading.choosing.listed import Listed
from selfcorrect.reading.fields.offers import Option, Strength


class Start(Struct, frozen=True):
    """A candidate to start from, and the paths in it that may be wrong; everything else stays as it is."""

    candidate: Mapping[str, Any]
    suspects: tuple[str, ...]


def started(choices: list[Choice], start: Start) -> list[Choice]:
    """The choices with everything that is not suspected fixed to what the candidate has. What nothing in the
    document offers a value for stays, too.
    """
    found = [one for choice in choices if (one := _from(choice, start)) is not None]
    offered = [choice.path for choice in found]
    for path, value in _fields(start.candidate):
        if not any(meets(path, other) for other in offered):
            found.append(_fixed(path, value))
    return found


def _from(choice: Choice, start: Start) -> Choice | None:
    suspects = [path for path in start.suspects if meets(path, choice.path)]
    value = _at(start.candidate, choice.path)
    if not suspects:
        return None if value is None else _kept(choice, value)
    if isinstance(value, list) and all(row_of(path) and not covers(path, row_of(path)) for path in suspects):
        return Choice(choice.path, tuple(_in_cells(option, value, suspects) for option in choice.options))
    return choice


def _kept(choice: Choice, value: Any) -> Choice:
    """The choice with the one reading that has this value, else with the value itself."""
    for option in choice.options:
        if (option.value.rows if isinstance(option.value, Listed) else option.value) == value:
            return Choice(choice.path, (Option(option.value, option.span, option.strength, 0),))
    return _fixed(choice.path, value)


def _fixed(path: str, value: Any) -> Choice:
    if isinstance(value, list):
        value = Listed(value, {}, (), ())
    return Choice(path, (Option(value, None, Strength.BEST, 0),))


def _in_cells(option: Option, rows: list[Any], suspects: list[str]) -> Option:
    """A reading of a list of as many rows as there are, with only the suspected values of it."""
    listed = option.value
    if not isinstance(listed, Listed) or len(listed.rows) != len(rows):
        return option
    merged = [dict(row) if isinstance(row, dict) else row for row in rows]
    for path in suspects:
        place = row_of(path)
        row, name = int(place.rpartition("[")[2].rstrip("]")), path[len(place) + 1 :]
        if row < len(rows) and isinstance(merged[row], dict) and name in listed.rows[row]:
            merged[row][name] = listed.rows[row][name]
    unsure = tuple(one for one in listed.unsure if one.path in suspects)
    ambiguities = tuple(one for one in listed.ambiguities if one.path in suspects)
    return Option(
        Listed(merged, listed.spans, ambiguities, unsure),
        option.span,
        option.strength,
        option.loss,
        sure=not unsure,
        label=option.label,
    )


def _at(candidate: Any, path: str) -> Any:
    for name in path.split("."):
        candidate = candidate.get(name) if isinstance(candidate, Mapping) else None
    return candidate


def _fields(candidate: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Every value that is there by its path; lists whole."""
    for name, value in candidate.items():
        path = f"{before}{name}"
        if isinstance(value, Mapping):
            yield from _fields(value, f"{path}.")
        elif value is not None:
            yield path, value
