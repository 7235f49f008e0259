"""The rows of a candidate that name one another, and what each of them refers to.

Keys and references are read as the check reads them. What names no row, or one of several, leads nowhere, and
is remembered.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, Literal

from msgspec import Struct

from selfcorrect.language.shape import Field, Reach, Shape, walk
from selfcorrect.language.values import BAD, Unreadable, read_value, show_value
from selfcorrect.model.impact import Row


class Part(Struct, frozen=True):
    """A field on the way to references: an object, a list of rows, a reference, or a list of those.

    `by` is its name within its row, dots where it stands in an object or a list without a key; `path` has the
    list's name before that. `own` says of a list that its rows are rows themselves, and no parts of others.
    """

    form: Literal["object", "rows", "reference", "references"]
    field: Field
    by: str
    path: str
    parts: "tuple[Part, ...]" = ()
    own: bool = False

    @property
    def refers(self) -> Field:
        """The reference itself."""
        return self.field.item or self.field

    @property
    def reach(self) -> Reach:
        """Which way a change goes along the reference: as it says, or the list that it stands in."""
        return self.field.impact if self.field.impact != "onward" else self.refers.impact

    @property
    def back(self) -> str:
        """What the way back is called: the inverse, if it has a name."""
        return self.refers.inverse or self.by


def parts_of(shape: Shape) -> tuple[Part, ...]:
    """What of a shape leads to references between rows, and to the lists they name."""
    keyed = {field.path for field in walk(shape.given) if field.key is not None}
    targets = {(field.item or field).to for field in walk(shape.given)} & keyed
    return tuple(_parts(shape.given, "", "", targets))


def _parts(fields: tuple[Field, ...], rows: str, by: str, targets: Collection[str | None]) -> Iterator[Part]:
    # Lists come last, so that what a row itself refers to is met in one go.
    for field in sorted(fields, key=lambda field: bool(field.fields)):
        name = f"{by}{field.name}"
        path = f"{rows}.{name}" if rows else name
        if field.kind == "object":
            form: Literal["object", "rows"] = "object"
            inner = _parts(field.fields, rows, f"{name}.", targets)
            own = False
        elif field.kind == "list" and field.fields:
            form = "rows"
            own = field.key is not None or not rows
            inner = _parts(field.fields, *((field.path, "") if own else (rows, f"{name}.")), targets)
        elif rows and (field.item or field).to in targets:
            yield Part("references" if field.item else "reference", field, name, path)
            continue
        else:
            continue
        found = tuple(inner)
        if found or field.path in targets:
            yield Part(form, field, name, path, found, own)


def references_in(parts: tuple[Part, ...]) -> Iterator[Part]:
    """The references themselves, as declared."""
    for part in parts:
        if part.form in ("reference", "references"):
            yield part
        else:
            yield from references_in(part.parts)


def lists_in(parts: tuple[Part, ...]) -> Iterator[Field]:
    """The lists whose rows are rows, as declared."""
    for part in parts:
        if part.own:
            yield part.field
        yield from lists_in(part.parts)


class Named(Struct, frozen=True, gc=False):
    """That a change of the row numbered `to` reaches the row numbered `row`, which has it by `by`: a
    reference, or the way back of one.
    """

    row: int
    to: int
    by: str


class _Met(Struct, frozen=True, gc=False):
    """A reference as it is met: the number of its row, what it is, its text, and where it stands."""

    row: int
    part: Part
    text: str
    place: str


class Ledger:
    """The rows of a candidate by number: those of a list one after the other, lists as they are met.

    `named` are the references that lead to a row, in the order of their rows. What leads nowhere is kept by
    its place: `no_objects`, `no_ids`, `repeated` ids, references that are `unknown` or `unclear`, with their
    texts, and those that are `unread`.
    """

    def __init__(self, parts: tuple[Part, ...], followed: frozenset[str], candidate: Any) -> None:
        self.paths: list[str] = []
        self.ids: list[str | None] = []
        self.by_id: dict[str, dict[str, list[int]]] = {field.path: {} for field in lists_in(parts)}
        self.no_objects: list[str] = []
        self.no_ids: list[str] = []
        self.unknown: list[tuple[str, str]] = []
        self.unclear: list[tuple[str, str]] = []
        self.unread: list[str] = []
        self._fields: list[Field] = []
        self._raw: list[Mapping[Any, Any]] = []
        self._followed = followed
        self._met: list[_Met] = []
        self._keys = {field.path: _key_of(field) for field in lists_in(parts)}
        self._titles = {field.path: _title_of(field) for field in lists_in(parts)}
        if (record := _mapping(candidate)) is not None:
            self._enter(parts, record, -1, "")
        self.named = list(self._resolved())

    @property
    def repeated(self) -> dict[tuple[str, str], list[int]]:
        """The rows of each list and id that several rows have."""
        return {
            (name, text): rows
            for name, ids in self.by_id.items()
            for text, rows in ids.items()
            if len(rows) > 1
        }

    def row(self, number: int) -> Row:
        """The row of a number as it is told."""
        field = self._fields[number]
        title = self._titles[field.path]
        text = _read(title, self._raw[number].get(title.name)) if title else None
        return Row(field.path, self.paths[number], self.ids[number], text.strip() if text else None)

    def _enter(self, parts: tuple[Part, ...], raw: Mapping[Any, Any], row: int, place: str) -> None:
        """What a row, or an object in it, holds: recursive as the shape is, not as the data."""
        for part in parts:
            value = raw.get(part.field.name)
            if value is None and part.field.if_absent is None:
                continue
            here = f"{place}{part.field.name}"
            if part.form == "reference":
                self._meet(part, value, row, here)
            elif part.form == "object" and (inner := _mapping(value)) is not None:
                self._enter(part.parts, inner, row, f"{here}.")
            elif part.form != "object" and (items := _items(value)) is not None:
                self._go_through(part, items, row, here)
            else:
                self._miss(part, value, here)

    def _go_through(self, part: Part, items: list[Any], row: int, place: str) -> None:
        if part.form == "references":
            for number, item in enumerate(items):
                self._meet(part, item, row, f"{place}[{number}]")
            return
        for number, item in enumerate(items):
            here = f"{place}[{number}]"
            if (inner := _mapping(item)) is None:
                self.no_objects.append(here)
                continue
            owner = self._add(part.field, inner, here) if part.own else row
            self._enter(part.parts, inner, owner, f"{here}.")

    def _add(self, field: Field, raw: Mapping[Any, Any], place: str) -> int:
        number = len(self.paths)
        key = self._keys[field.path]
        text = _read(key, raw.get(key.name)) if key else None
        self._fields.append(field)
        self._raw.append(raw)
        self.paths.append(place)
        self.ids.append(text)
        if text is not None:
            self.by_id[field.path].setdefault(text, []).append(number)
        elif key:
            self.no_ids.append(place)
        return number

    def _meet(self, part: Part, raw: Any, row: int, place: str) -> None:
        """A reference, if it is one of those that are followed."""
        if part.path not in self._followed:
            return
        text = _read(part.refers, raw)
        if text is not None:
            self._met.append(_Met(row, part, text, place))
        else:
            self._miss(part, raw, place)

    def _miss(self, part: Part, raw: Any, place: str) -> None:
        """Something stands where references should, and is none."""
        blank = raw is None or (isinstance(raw, str) and not str.strip(raw))
        if not blank and any(one.path in self._followed for one in references_in((part,))):
            self.unread.append(place)

    def _resolved(self) -> Iterator[Named]:
        """The references that lead to one row, each row named once under each name; none leads to itself."""
        seen: set[tuple[int, str]] = set()
        last = -1
        for met in self._met:
            rows = self.by_id[met.part.refers.to or ""].get(met.text, ())
            if len(rows) != 1:
                (self.unclear if rows else self.unknown).append((met.place, met.text))
                continue
            if met.row != last:
                seen = set()
                last = met.row
            found = (rows[0], met.part.by)
            if rows[0] != last and found not in seen:
                seen.add(found)
                yield Named(rows[0], last, met.part.back) if met.part.reach == "back" else Named(last, *found)
        self._met.clear()


_TEXTS: Final = ("text", "reference")
"""Kinds that any text is of, but a blank one."""


def _read(field: Field, raw: Any) -> str | None:
    """The text of a key, a reference or a title, as the check reads it; None where there is none."""
    if raw.__class__ is str and field.kind in _TEXTS and raw and not raw.isspace():
        return raw.strip() if field.kind == "reference" else raw
    try:
        # The methods of a text of another class may be anything.
        plain = str.__str__(raw) if isinstance(raw, str) else raw
        value = read_value(field.kind, plain, field.choices)
    except Exception:  # noqa: BLE001 - a value whose own methods raise is none of any kind
        value = BAD
    if value is None:
        value = field.if_absent
    if value is None or isinstance(value, Unreadable):
        return None
    return str.__str__(value) if isinstance(value, str) else show_value(value)


def _key_of(rows: Field) -> Field | None:
    """The field by which rows are named."""
    return next((f for f in rows.fields if f.name == rows.key), None)


def _title_of(rows: Field) -> Field | None:
    """The field that says what a row is about: the first text beside its key."""
    return next((f for f in rows.fields if f.kind == "text" and f.name != rows.key), None)


def _mapping(raw: Any) -> Mapping[Any, Any] | None:
    """An object, as the check takes it."""
    if raw.__class__ is dict:
        return raw
    try:
        return dict(raw) if isinstance(raw, Mapping) else None
    except Exception:  # noqa: BLE001 - what cannot be gone through is no object
        return None


def _items(raw: Any) -> list[Any] | None:
    """A list, as the check takes it."""
    if raw.__class__ is list:
        return raw
    try:
        return list(raw) if isinstance(raw, list | tuple) else None
    except Exception:  # noqa: BLE001 - what cannot be gone through is no list
        return None
