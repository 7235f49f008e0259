"""From raw rows to a candidate: ids first, then every field; last what only a whole column can decide."""

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any, Final

from msgspec import Struct

from selfcorrect.reading.filling.filling import Filling, beside
from selfcorrect.reading.filling.places import RowPlaces
from selfcorrect.reading.filling.ready import ReadyRows
from selfcorrect.reading.filling.settle import Ambiguous, Guessed, settle
from selfcorrect.reading.filling.unread import UnreadColumn, unread_beside, unread_columns
from selfcorrect.reading.rows.raw import RawFile

_MANY: Final = 5_000
"""Rows of a large ledger."""


class RowsReading(Struct, frozen=True):
    """A candidate as plain data; its values that are null because nothing decides what they are; columns that
    were read on a likelihood, and those that fill nothing.
    """

    candidate: dict[str, Any]
    is_filled: bool = True
    """Whether any row has more than its id."""
    ambiguous: tuple[Ambiguous, ...] = ()
    guessed: tuple[Guessed, ...] = ()
    unread: tuple[UnreadColumn, ...] = ()


def fill_rows(ready: ReadyRows, files: Sequence[RawFile], places: RowPlaces | None = None) -> RowsReading:
    """The candidate of all rows of all files, in order. `places` are spared from opening them again."""
    many = sum(len(file.rows) for file in files) > _MANY
    with _without_garbage() if many else nullcontext():
        return _filled(ready, files, places)


def _filled(ready: ReadyRows, files: Sequence[RawFile], places: RowPlaces | None) -> RowsReading:
    filling = Filling(ready)
    sheets = [filling.open(file) for file in files]
    filling.table.settle()
    if places is not None:
        places.opened_by(filling, sheets)
    rows: list[dict[str, Any]] = []
    for sheet in sheets:
        filling.turn_to(sheet.file)
        for row in sheet.file.rows:
            rows.append(filling.fill(sheet, row, f"{ready.spec.fill}[{len(rows)}]."))
    found = {**filling.record.fill(beside(files), ""), ready.spec.fill: rows}
    ambiguous, guessed = settle(filling.opened, filling.columns, ready.date_order, files)
    return RowsReading(
        candidate={name: found[name] for name in ready.order if name in found},
        is_filled=any(len(row) > 1 or ready.key not in row for row in rows),
        ambiguous=ambiguous,
        guessed=guessed,
        unread=(*unread_columns(ready, filling.within), *unread_beside(ready, filling.beside)),
    )


@contextmanager
def _without_garbage() -> Iterator[None]:
    """No garbage is looked for among very many new objects, all of which are kept: it takes as long again."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
