"""What generated code calls: the few operations that are not an expression of Python's.

Everything takes known values (the generated code guards) and returns a value or None for unknown.
"""

from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import islice
from operator import itemgetter
from typing import Any, Final

from selfcorrect.language.numbers import bucket, half_last_place
from selfcorrect.language.values import show_raw

STEPS: Final = 10_000_000
"""How many rows nested lists may visit in one check before rules are given up."""
_DAY: Final = Decimal(86400)
_LONGEST: Final = Decimal(86400 * 366 * 10000)


CRASHED: Final = "CHECK_CRASHED"
UNASKED: Final = "no model was given to ask"
CRASH: Final = "it crashed"
SPENT: Final = "the step budget of the check is spent"


class SpentError(Exception):
    """The step budget of a check is spent."""


def charge(steps: int, rows: int) -> int:
    """The steps after visiting so many rows more. Raises SpentError past the budget."""
    steps += rows
    if steps > STEPS:
        raise SpentError
    return steps


def shift(moment: Any, seconds: Decimal, sign: int) -> Any:
    """A date or datetime moved by seconds; None where there is no such date. A date keeps to whole days."""
    if abs(seconds) > _LONGEST:
        return None
    try:
        if isinstance(moment, datetime):
            return moment + sign * timedelta(microseconds=int(seconds * 1_000_000))
        return moment + sign * timedelta(days=int(seconds // _DAY))
    except OverflowError:
        return None


def moved(day: date, delta: timedelta) -> date | None:
    """A date moved by whole days; None where there is no such date."""
    try:
        return day + delta
    except OverflowError:
        return None


def between(left: Any, right: Any) -> Decimal:
    """Seconds from `right` to `left`, two dates or two datetimes."""
    gap: timedelta = left - right
    return Decimal(gap.days) * _DAY + gap.seconds + Decimal(gap.microseconds).scaleb(-6)


def contains(item: Any, items: Iterable[Any]) -> bool | None:
    """Kleene's membership: true if equal to a known element, unknown if an element is, else false."""
    unknown = False
    for element in items:
        if element is None:
            unknown = True
        elif element == item:
            return True
    return None if unknown else False


def distinct(items: list[Any]) -> list[Any] | None:
    """The elements without repeats, in order; None if an element is unknown."""
    found: dict[object, Any] = {}
    for item in items:
        if item is None:
            return None
        found.setdefault(_key(item), item)
    return list(found.values())


def _key(item: Any) -> object:
    """A key under which equal values meet, rows and the lists in them included."""
    return tuple(map(_key, item)) if isinstance(item, tuple | list) else bucket(item)


def ascending(items: list[Any]) -> list[Any] | None:
    """The elements sorted; None if an element is unknown."""
    return None if any(item is None for item in items) else sorted(items)


def peak(spans: list[tuple[Any, ...]]) -> Any:
    """How many (start, end) there are at one moment at most, or the greatest sum of a third; None where a
    part is unknown, or an end lies before its start.

    In one moment first those end that began earlier, then others begin, and then those end that fill it.
    """
    events: list[tuple[Any, int, Any]] = []
    for start, end, *weights in spans:
        weight = weights[0] if weights else 1
        if start is None or end is None or weight is None or end < start:
            return None
        events += ((start, 1, weight), (end, 2 if start == end else 0, -weight))
    events.sort(key=itemgetter(0, 1))
    most = running = 0
    before = None
    for moment, phase, weight in events:
        if before != (now := (moment, phase > 1)):
            most, before = max(most, running), now
        running += weight
    return most


def tolerance_of_print(actual: Decimal) -> Decimal:
    """Half of the last printed place of the actual side."""
    return half_last_place(actual)


def gap(left: Any, right: Any) -> Decimal:
    """How far two moments lie apart, in seconds."""
    return abs(between(left, right))


def iso_week(day: date) -> str:
    """The ISO week: 2025-W07."""
    year, week, _ = day.isocalendar()
    return f"{year}-W{week:02}"


def iso_month(day: date) -> str:
    """The month: 2025-02."""
    return f"{day.year:04}-{day.month:02}"


class Prefix:
    """The first rows of a group, without copying them."""

    __slots__ = ("_count", "_rows")

    def __init__(self, rows: list[Any], count: int) -> None:
        self._rows = rows
        self._count = count

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Any:
        return islice(self._rows, self._count)


def rows_by(rows: list[tuple[Any, ...]] | None, slot: int) -> dict[object, tuple[Any, ...]]:
    """Rows by the value in a slot, those where it is unknown under None."""
    found: dict[object, list[Any]] = {}
    for row in rows or ():
        found.setdefault(bucket(row[slot]), []).append(row)
    return {key: tuple(several) for key, several in found.items()}


def repeated(gathered: list[Any]) -> bool:
    """Whether two gathered rows agree in their first key, without which they cannot agree in all."""
    firsts = [entry[0][0] for entry in gathered]
    return len(set(firsts)) < len(firsts)


def grouped(gathered: list[Any], in_order: bool) -> Iterable[list[Any]]:
    """Gathered rows by group key, in the order the groups were met; within a group by order key, stably."""
    groups: dict[Any, list[Any]] = {}
    for entry in gathered:
        groups.setdefault(tuple(map(bucket, entry[0])), []).append(entry)
    if in_order:
        for members in groups.values():
            members.sort(key=itemgetter(1))
    return groups.values()


def as_dict(raw: object) -> dict[Any, Any] | None:
    """A mapping as a dict, None for anything else."""
    try:
        return dict(raw) if isinstance(raw, Mapping) else None
    except Exception:  # noqa: BLE001 - a mapping whose own methods raise
        return None


def unknown_fields(
    out: list[Any], site: int, index: tuple[Any, ...], raw: dict[Any, Any], names: frozenset[str]
) -> None:
    """One finding for each key that the shape does not declare; keys that are no text are shown as text."""
    strange = ((key, value) for key, value in raw.items() if key not in names)
    out.extend((site, (*index, show_raw(key)), None, value) for key, value in strange)


def crashed(
    out: list[Any], open_: list[Any], sites: tuple[int, int], index: tuple[Any, ...], error: Exception
) -> None:
    """A rule that raised: left open if the step budget is spent, else a crash that blocks.

    `sites` are the rule's own and that of its crash.
    """
    if isinstance(error, SpentError):
        open_.append((sites[0], index, SPENT, ()))
    else:
        out.append((sites[1], index, None, told(error)))
        open_.append((sites[0], index, CRASH, ()))


def told(error: Exception) -> str:
    """An error in few words."""
    try:
        text = str(error)
    except Exception:  # noqa: BLE001 - its text may be a hostile value's
        text = "an error that cannot be told"
    return f"{type(error).__name__}: {show_raw(text)}"
