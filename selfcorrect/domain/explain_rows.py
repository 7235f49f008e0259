"""Tells how rows were read: which columns each field was filled from, in how many rows, and where first."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from selfcorrect.model.report import FieldReadings, PrintedReading
from selfcorrect.reading.filling.filler import Source
from selfcorrect.reading.filling.filling import Filling
from selfcorrect.reading.filling.opened import RawRows
from selfcorrect.reading.filling.places import RowPlaces
from selfcorrect.reading.filling.ready import ReadyRows, Target
from selfcorrect.report.text import counted

_WHY: Final = "the first of its columns that says something in a row"
_NOTHING: Final = "no column of its says anything"


class _Column(Struct):
    """A column that fills a field: the number of the first row, and how many there are."""

    first: int
    count: int = 0


def explain_rows(ready: ReadyRows, raw: RawRows, places: RowPlaces | None) -> tuple[FieldReadings, ...]:
    """Every field of a row, in the order of the shape; those that no column fills last."""
    columns: dict[str, dict[str, _Column]] = {target.path: {} for target in ready.row}
    for number, source in _sources(ready, raw):
        name = ".".join((source.cell.column, *source.cell.parts))
        columns[source.target.path].setdefault(name, _Column(number)).count += 1
    filled = [_field(ready, target, columns[target.path], places) for target in ready.row]
    return tuple(sorted(filled, key=lambda field: not field.readings))


def _sources(ready: ReadyRows, raw: RawRows) -> Iterator[tuple[int, Source]]:
    """For each row, by its number, where its fields come from."""
    filling = Filling(ready)
    sheets = [filling.open(file) for file in raw.files]
    filling.table.settle()
    number = 0
    for sheet in sheets:
        filling.turn_to(sheet.file)
        for row in sheet.file.rows:
            for source in sheet.filler.sources(sheet.values(row)):
                yield number, source
            number += 1


def _field(
    ready: ReadyRows, target: Target, columns: dict[str, _Column], places: RowPlaces | None
) -> FieldReadings:
    filled = ready.spec.fill
    readings = tuple(
        PrintedReading(
            value=counted(column.count, "row"),
            how="column",
            label=name,
            loss=number,
            span=places.extent(f"{filled}[{column.first}].{target.path}") if places else None,
        )
        for number, (name, column) in enumerate(sorted(columns.items(), key=lambda one: -one[1].count))
    )
    why = _WHY if readings else _NOTHING
    return FieldReadings(f"{filled}[].{target.path}", readings, 0 if readings else None, why)
