"""Rows of YAML: of a list, of a mapping of keys to mappings, or of several documents."""

from collections.abc import Sequence
from typing import Any

from selfcorrect.model.quoting import quoted
from selfcorrect.model.yaml_values import YamlError, YamlValues, read_values
from selfcorrect.reading.forms.form import Unreadable
from selfcorrect.reading.rows.chosen import is_row, named_rows, where_rows_are
from selfcorrect.reading.rows.raw import KEY, RawFile, RawRow
from selfcorrect.reading.rows.troubles import Troubles, check_count

_Place = tuple[int, int]


def yaml_file(text: str, name: str, rows_in: Sequence[str], *, alone: bool = False) -> RawFile:
    """The rows of a YAML text. Raises Unreadable. With `alone` its one mapping may be a row itself."""
    found = yaml_values(text)
    documents = [document for document in found.documents if document[0] is not None]
    if not documents:
        raise Unreadable("NO_ROWS", "there is nothing in this")
    reading = _Reading(found)
    form = "mapping" if alone and len(documents) == 1 and is_row(documents[0][0], rows_in) else "yaml"
    if form == "mapping":
        reading.take_alone(*documents[0])
    elif len(documents) == 1:
        value, place = documents[0]
        reading.take(value, place, where_rows_are(value, rows_in))
    else:
        for value, place in documents:
            reading.take_one_of_many(value, place, rows_in)
    reading.tell_rest()
    if not reading.rows:
        raise Unreadable("NO_ROWS", "no document of this file holds a row")
    return RawFile(name, form, text, reading.rows, reading.head, reading.troubles.told())


def yaml_values(text: str) -> YamlValues:
    """The values of a text. Raises Unreadable."""
    try:
        return read_values(text)
    except YamlError as error:
        raise Unreadable(error.kind, str(error)) from error


class _Reading:
    """What was taken so far."""

    def __init__(self, found: YamlValues) -> None:
        self.rows: list[RawRow] = []
        self.head: dict[str, Any] = {}
        self.troubles = Troubles()
        self._found = found
        self._taken: set[int] = set()

    def take(self, value: Any, place: _Place, path: tuple[str, ...]) -> None:
        """The rows that stand where the path leads; the keys beside it, outer and inner, go to the head."""
        for key in path:
            self.head.update((other, held) for other, held in value.items() if other != key)
            value = value[key]
        if isinstance(value, dict):
            self._take_mapping(value, place)
        else:
            self._take_list(value, place)

    def take_alone(self, value: Any, place: _Place) -> None:
        """A mapping that is a row."""
        self._take_row(value, place, "this")

    def take_one_of_many(self, value: Any, place: _Place, rows_in: Sequence[str]) -> None:
        """A document: the rows that it holds by name, else it is a row."""
        if isinstance(value, list):
            self._take_list(value, place)
            return
        path = named_rows(value, rows_in)
        if path:
            self.take(value, place, path)
        else:
            self._take_row(value, place, "a document of this file")

    def tell_rest(self) -> None:
        """The troubles that the rows have not told."""
        for repeat in self._found.repeats:
            if repeat.mapping not in self._taken:
                said = f"the key {quoted(repeat.key)} stands twice in one mapping; the first value is read"
                self.troubles.add("DUPLICATE_KEY", said, *repeat.place)
        for place in self._found.odd:
            self.troubles.add("BAD_KEY", "a key that is no text; what is under it is not read", *place)

    def _take_list(self, items: list[Any], place: _Place) -> None:
        places = self._found.places.get(id(items), ())
        for number, item in enumerate(items):
            at = places[number] if number < len(places) else place
            self._take_row(item, at, f"item {number + 1:,} of the list")

    def _take_mapping(self, held: dict[str, Any], place: _Place) -> None:
        """A key that stands twice is an id that is used twice: both are rows."""
        places = self._found.places.get(id(held), ())
        entries = [
            (key, value, places[number] if number < len(places) else place)
            for number, (key, value) in enumerate(held.items())
        ]
        again = [one for one in self._found.repeats if one.mapping == id(held)]
        if again:
            self._taken.add(id(held))
            entries += [(one.key, one.value, one.place) for one in again]
            entries.sort(key=lambda entry: entry[2])
        for key, value, at in entries:
            self._take_row(value, at, f"what stands under {quoted(key)}", {KEY: key})

    def _take_row(self, value: Any, place: _Place, called: str, key: dict[str, Any] | None = None) -> None:
        if isinstance(value, dict):
            # An alias may stand for a row, and that is one mapping in two places.
            self.rows.append(RawRow({**(key or {}), **value}, place))
            check_count(len(self.rows))
        else:
            self.troubles.add("NOT_A_ROW", f"{called} is no mapping, so it is no row", *place)
