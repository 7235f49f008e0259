"""The fillers of one reading: of rows, of what stands in them, and of what stands beside them."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from selfcorrect.reading.filling.dates import DateColumn
from selfcorrect.reading.filling.filler import Filler, Opened, Slot
from selfcorrect.reading.filling.ids import IdTable
from selfcorrect.reading.filling.leads import has_leads, with_lead
from selfcorrect.reading.filling.names import PSEUDO, folded
from selfcorrect.reading.filling.numbers import NumberColumn
from selfcorrect.reading.filling.outcomes import REFUSED
from selfcorrect.reading.filling.ready import ReadyRows, Target
from selfcorrect.reading.filling.takers import boxed, column_of, parts, scalar, several
from selfcorrect.reading.rows.raw import FILE, KEY, NUMBER, STEM, TITLE, UNDER, RawFile, RawRow

_OF_FILES: Final = frozenset({FILE, STEM, TITLE})
"""What names a file: a row's id only where the file is one row."""
_OF_PLACES: Final = _OF_FILES | {NUMBER}
"""What names a row by where it stands: its id only where no row of its file has one of its own."""
_FOR_PEOPLE: Final = frozenset({"csv", "table", "checklist"})
"""Forms in which numbers are written as people print them."""
_UNREAD: Final = frozenset(map(folded, PSEUDO))


class Filling:
    """Fillers that share what is known of ids and of columns. `within` are those of rows and of what stands
    in them, `beside` those of the candidate itself, each with the path of what it fills.
    """

    def __init__(self, ready: ReadyRows) -> None:
        self.ready = ready
        self.table = IdTable(ready.ids, ready.id_names)
        self.columns: list[DateColumn | NumberColumn] = []
        self.opened: list[Opened] = []
        self.fillers: list[tuple[str, Filler]] = []
        slots = [self._slot(target) for target in ready.row]
        self.rows = self._filler(slots, "")
        self._many = self._filler([_without(slot, _OF_FILES) for slot in slots], "")
        self._named = self._filler([_without(slot, _OF_PLACES) for slot in slots], "")
        keys = [slot for slot in slots if slot.target.is_key]
        self._ids = Filler(keys, _everything, ready.blanks)
        self._ids_of_many = Filler([_without(slot, _OF_FILES) for slot in keys], _everything, ready.blanks)
        self._ids_named = Filler([_without(slot, _OF_PLACES) for slot in keys], _everything, ready.blanks)
        self.within = tuple(self.fillers)
        self.record = self._filler([self._slot(target) for target in ready.record], "")
        self.beside = tuple(self.fillers[len(self.within) :])

    def open(self, file: RawFile) -> "Sheet":
        """A file whose rows are about to be filled. Takes note of their ids."""
        many, name = len(file.rows) > 1, self.ready.key
        sheet = Sheet(file, self._many if many else self.rows)
        ids = self._ids_of_many if many else self._ids
        if many and file.form != "checklist":
            own = (self._ids_named.fill(sheet.values(row), "").get(name) for row in file.rows)
            if any(isinstance(one, str) for one in own):
                ids, sheet.filler = self._ids_named, self._named
        for row in file.rows:
            printed = ids.fill(sheet.values(row), "").get(name)
            if isinstance(printed, str):
                self.table.add(printed)
                if sheet.is_nested:
                    sheet.ids[str(row.values.get(NUMBER))] = printed
        return sheet

    def fill(self, sheet: "Sheet", row: RawRow, prefix: str) -> dict[str, Any]:
        """The fields of a row."""
        return sheet.filler.fill(sheet.values(row), prefix)

    def turn_to(self, file: RawFile) -> None:
        """The rows that come are those of this file."""
        for column in self.columns:
            if isinstance(column, NumberColumn):
                column.strict = file.form not in _FOR_PEOPLE

    def _filler(self, slots: Iterable[Slot], path: str) -> Filler:
        filler = Filler(tuple(slots), self._reads_over(path), self.ready.blanks)
        filler.opened = self.opened
        self.fillers.append((path, filler))
        return filler

    def _reads_over(self, path: str) -> Callable[[str], bool]:
        others = self.ready.others
        if "*" in others:
            return _everything
        within = f"{folded(path)}." if path else ""
        return lambda name: name in others or name in _UNREAD or f"{within}{name}" in others

    def _slot(self, target: Target) -> Slot:
        if target.inner:
            filler = self._filler(map(self._slot, target.inner), target.path)
            return _slot_with_fields(target, filler)
        column = column_of(target, self.ready.signs)
        if column is not None:
            self.columns.append(column)
        take = scalar(target, self.table, column)
        return Slot(target, several(target, take, self.table) if target.field.kind == "list" else take)


class Sheet:
    """A file with what fills its rows; where rows stand under rows, `ids` are theirs by their numbers."""

    def __init__(self, file: RawFile, filler: Filler) -> None:
        self.file = file
        self.filler = filler
        self.ids: dict[str, str] = {}
        self.is_nested = any(UNDER in row.values for row in file.rows)
        self._has_leads = file.form == "checklist" and has_leads(file)

    def values(self, row: RawRow) -> dict[str, Any]:
        """The columns of a row; what it stands under is named by its id."""
        values = with_lead(row.values) if self._has_leads else row.values
        if self.is_nested and UNDER in values:
            return {**values, UNDER: self.ids.get(str(values[UNDER]))}
        return values


def beside(files: Sequence[RawFile]) -> dict[str, Any]:
    """What stands beside the rows; of several files, what the first says that says it."""
    head: dict[str, Any] = {}
    for file in reversed(files):
        head.update(file.head)
    return head


def _everything(name: str) -> bool:  # noqa: ARG001 - whatever it is
    return True


def _without(slot: Slot, left_out: frozenset[str]) -> Slot:
    """The slot of a row's id without some of the names that it may have."""
    target = slot.target
    if not target.is_key or left_out.isdisjoint(target.names):
        return slot
    names = tuple(name for name in target.names if name not in left_out)
    return Slot(replace(target, names=names), slot.take, slot.take_in)


def _slot_with_fields(target: Target, filler: Filler) -> Slot:
    """The slot of an object, or of a list of them."""
    if target.field.kind == "list":
        items = _Items(target, filler)
        return Slot(target, lambda raw: items.take(raw, ""), items.take)

    def take(raw: Any, path: str) -> Any:
        if isinstance(raw, list) and len(raw) == 1:
            raw = raw[0]
        return filler.fill(_named(raw), f"{path}.") if isinstance(raw, dict) else REFUSED

    return Slot(target, lambda raw: take(raw, ""), take)


class _Items:
    """Takes lists of mappings, of texts, and of the check boxes of a file."""

    def __init__(self, target: Target, filler: Filler) -> None:
        self._filler = filler
        kinds = {inner.field.kind for inner in target.inner}
        self._has_text, self._has_box = "text" in kinds, "boolean" in kinds

    def take(self, raw: Any, path: str) -> Any:
        """The rows of a cell's list; items that can be none stay as they are."""
        if isinstance(raw, str):
            raw = list(parts(raw, "")) if self._has_text else raw
        elif isinstance(raw, dict):
            keyed = all(isinstance(value, dict) for value in raw.values())
            raw = [{KEY: key, **value} for key, value in raw.items()] if keyed else [raw]
        if not isinstance(raw, list):
            return REFUSED
        items = [item for item in raw if item is not None]
        return [self._item(item, f"{path}[{number}].") for number, item in enumerate(items)]

    def _item(self, item: Any, prefix: str) -> Any:
        if isinstance(item, str) and self._has_text:
            text, box = boxed(item) if self._has_box else (item, None)
            item = {"text": text} if box is None else {"text": text, "box": box}
        return self._filler.fill(_named(item), prefix) if isinstance(item, dict) else item


def _named(raw: dict[Any, Any]) -> dict[str, Any]:
    """A mapping whose keys are texts: a caller's may have others."""
    return (
        raw if all(isinstance(key, str) for key in raw) else {str(key): value for key, value in raw.items()}
    )
