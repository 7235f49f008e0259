"""Columns that fill no field: each is told once, with the name that was likely meant."""

from collections.abc import Iterable, Mapping
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
    return _told(ready.spec.columns, fillers)


def unread_beside(ready: ReadyRows, fillers: Iterable[tuple[str, Filler]]) -> tuple[UnreadColumn, ...]:
    """Those that stand beside the rows."""
    return tuple(replace(column, count=0, path="") for column in _told(ready.spec.record, fillers))


def _told(
    columns: Mapping[str, tuple[str, ...]], fillers: Iterable[tuple[str, Filler]]
) -> tuple[UnreadColumn, ...]:
    found: dict[str, UnreadColumn] = {}
    for path, filler in sorted(fillers, key=lambda one: bool(one[0])):
        within = f"{path}." if path else ""
        for name, unread in filler.unread.items():
            known = found.get(within + name)
            if known is not None:
                found[within + name] = replace(known, count=known.count + unread.count)
            elif len(found) < MOST:
                meant = _meant(name, filler, columns)
                told = UnreadColumn(
                    within + name, unread.count, unread.first.rstrip("."), meant and within + meant
                )
                found[within + name] = told
            else:
                found[within + name] = UnreadColumn("", unread.count)
    more = len(found) - MOST
    return (*list(found.values())[:MOST], *([UnreadColumn("", more)] if more > 0 else []))


def _meant(name: str, filler: Filler, columns: Mapping[str, tuple[str, ...]]) -> str:
    from difflib import get_close_matches

    written = (one for target in filler.targets for one in (target.field.name, *columns.get(target.path, ())))
    known = {folded(one): one for one in reversed(tuple(written))}
    near = get_close_matches(folded(name), list(known), n=1, cutoff=0.75)
    return known[near[0]] if near else ""
