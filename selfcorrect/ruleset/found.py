"""Lists that are found in a record's texts: filled in before a check, and traced back to where they stand."""

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from selfcorrect.language.shape import Field, Shape
from selfcorrect.model.marks import Span
from selfcorrect.ruleset.compiled import PlaceParts, Source, render

if TYPE_CHECKING:
    from selfcorrect.language.statements import FactTable


class Filled(Struct, frozen=True, eq=False):
    """What was found in one record: what each list's finder gave, the names of its fields, and the paths
    of the texts it was found in.
    """

    rows: "Mapping[str, Sequence[Any]]"
    paths: Mapping[str, list[str]]
    names: Mapping[str, tuple[str, ...]]

    def path(self, place: PlaceParts, index: tuple[object, ...]) -> str:
        """The path of a finding, as `render`; one in a found list stands in the text it was found in."""
        row = self.row(place, index)
        return render(place, index) if row is None else self.paths[str(place[0])][row.step - 1]

    def span(self, place: PlaceParts, index: tuple[object, ...], spans: Mapping[str, Span]) -> Span | None:
        """Where a finding in a found list stands in the document, if the text it was found in is part of
        it.
        """
        part = self.place(place, index)
        whole = spans.get(self.path(place, index)) if part else None
        return Span(whole.start + part[0], whole.start + part[1]) if part and whole else None

    def place(self, place: PlaceParts, index: tuple[object, ...]) -> tuple[int, int] | None:
        """Where a finding in a found list stands in the text it was found in; None for any other."""
        row = self.row(place, index)
        if row is None:
            return None
        places = getattr(row, "places", None) or {"": row.place}
        found: tuple[int, int] = places.get(str(place[-1])) or places[""]
        return found

    def row(self, place: PlaceParts, index: tuple[object, ...]) -> Any:
        """What was found that a finding is about, None for anything else."""
        if not place or place[0] not in self.rows or len(place) < 2 or not index:
            return None
        number = index[place[1]] if isinstance(place[1], int) and place[1] < len(index) else None
        rows = self.rows[str(place[0])]
        return rows[number] if isinstance(number, int) and number < len(rows) else None


def fill_record(record: Any, shape: Shape, facts: "Mapping[str, FactTable]") -> tuple[Any, Filled | None]:
    """As `fill`; a record that is none, or whose own methods raise, stays as it is: the check itself will
    tell.
    """
    if not shape.found or not isinstance(record, Mapping):
        return record, None
    try:
        return fill(record, shape, facts)
    except Exception:  # noqa: BLE001 - whatever a hostile record raises
        return record, None


def fill(record: Any, shape: Shape, facts: Mapping[str, "FactTable"]) -> tuple[Any, Filled]:
    """A record with the lists that its shape finds in its texts, and what was found.

    What a record itself has under the name of such a list is not looked at.
    """
    from selfcorrect.language.finders import FINDERS, Found

    rows: dict[str, Sequence[Any]] = {}
    paths: dict[str, list[str]] = {}
    looked: dict[tuple[str, str | None, str | None], tuple[Found, list[str]]] = {}
    more: dict[str, Any] = {}
    for field in shape.found:
        by = field.find_by.value if field.find_by else None
        key = (field.find_in or "", by, field.find_with)
        if key not in looked:
            texts, places = texts_at(record, key[0])
            given = texts_at(record, key[2])[0] if key[2] else []
            looked[key] = (Found(texts, shape.notation, facts.get(by or ""), given), places)
        found, paths[field.name] = looked[key]
        rows[field.name] = several = FINDERS[field.find or ""].find(found)
        more[field.name] = FoundRows(map(_values(field), several)) if paths[field.name] else None
    names = {field.name: tuple(inner.name for inner in field.fields) for field in shape.found}
    return {**record, **more}, Filled(rows, paths, names)


def _values(field: Field) -> Callable[[Any], tuple[Any, ...]]:
    """What takes the values of a list's fields from what was found, in order."""
    names = [inner.name for inner in field.fields]
    one = attrgetter(*names)
    return one if len(names) > 1 else lambda found: (one(found),)


class FoundRows(list[Any]):
    """The rows of a list that was found, as tuples of their values in the order the shape declares them."""


def facts_of(shape: Shape, sources: Mapping[str, Source]) -> dict[str, "FactTable"]:
    """The sources that say what a finder looks for, made ready."""
    from selfcorrect.language.statements import FactTable

    names = {field.find_by.value for field in shape.found if field.find_by}
    return {
        name: FactTable(sources[name].rows, sources[name].key, shape.notation)
        for name in names
        if name in sources
    }


def texts_at(record: Mapping[str, Any], where: str) -> tuple[list[str | None], list[str]]:
    """The texts at a path of a record, and the path of each: a field, the items of a list, a field of its
    rows.

    What is no text is None, so that the numbers of the others are those of their rows.
    """
    name, _, inner = where.partition(".")
    value = record.get(name)
    if isinstance(value, str):
        return [value], [name]
    if not isinstance(value, list | tuple):
        return [], []
    items = [row.get(inner) if isinstance(row, Mapping) else None for row in value] if inner else list(value)
    after = f".{inner}" if inner else ""
    texts = [item if isinstance(item, str) else None for item in items]
    return texts, [f"{name}[{n}]{after}" for n in range(len(items))]
