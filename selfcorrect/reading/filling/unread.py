"""Columns that fill no field: each is told once, with the name that was likely meant."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.reading.filling.filler import Filler
from selfcorrect.reading.filling.names import folded
from selfcorrect.reading.filling.ready import ReadyRows

MOST: Final = 100
"""Columns that are told one by one."""


class UnreadColumn(Struct, frozen=True):
    """A column that is not read: in how many rows (0: it stands beside them), the path of the first, and the
    name that was likely meant. One without a name stands for `count` more.
    """

    name: str
    count: int
    path: str = ""
    meant: str = ""


def unread_columns(ready: ReadyRows, fillers: Iterable[tuple[str, Filler]]) -> tuple[UnreadColumn, ...]:
    """Those of rows, and of what stands in them."""
    return _told(fillers, ready.known)


def unread_beside(ready: ReadyRows, fillers: Iterable[tuple[str, Filler]]) -> tuple[UnreadColumn, ...]:
    """Those that stand beside the rows."""
    known = (*(target.field.name for target in ready.record), *sum(ready.spec.record.values(), ()))
    return tuple(replace(column, count=0, path="") for column in _told(fillers, known))


def _told(fillers: Iterable[tuple[str, Filler]], known: tuple[str, ...]) -> tuple[UnreadColumn, ...]:
    counts: dict[str, int] = {}
    first: dict[str, str] = {}
    for path, filler in fillers:
        for name, unread in filler.unread.items():
            shown = f"{path}.{name}" if path else name
            counts[shown] = counts.get(shown, 0) + unread.count
            first.setdefault(shown, unread.first.rstrip("."))
    names = {folded(name): name for name in reversed(known)}
    told = [
        UnreadColumn(name, counts[name], path, _meant(name, names))
        for name, path in list(first.items())[:MOST]
    ]
    return (*told, *([UnreadColumn("", len(first) - MOST)] if len(first) > MOST else []))


def _meant(name: str, known: dict[str, str]) -> str:
    near = get_close_matches(folded(name), list(known), n=1, cutoff=0.75)
    return known[near[0]] if near else ""
