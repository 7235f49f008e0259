"""What a reader.yaml says of rows, made ready for a shape: its fields, and the names each is found under."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from selfcorrect.language.shape import Field, Shape
from selfcorrect.reading.filling.ids import IdKeys
from selfcorrect.reading.filling.names import PSEUDO, folded
from selfcorrect.reading.rows.raw import BOX, KEY, SUFFIXES
from selfcorrect.reading.spec import DateOrder, Reader, RowsReader

_TRUE: Final = ("true", "yes", "y", "x", "1", "✓", "✔", "☑", "✅")
_UNSAID: Final = frozenset(map(folded, PSEUDO))
_FALSE: Final = ("false", "no", "n", "0", "✗", "✘", "☐", "❌")


class Target(Struct, frozen=True):
    """A field that is filled. `parents` are the objects it stands in, `names` those of its columns, folded,
    the best first; `words` mean each choice, `stars` the starts of such words; `inner` are the fields of an
    object or of the rows of a list.
    """

    field: Field
    path: str
    parents: tuple[str, ...]
    names: tuple[str, ...]
    holds_ids: bool = False
    is_key: bool = False
    words: Mapping[str, str | bool] = {}
    stars: tuple[tuple[str, str | bool], ...] = ()
    inner: "tuple[Target, ...]" = ()

    @property
    def kind(self) -> str:
        """The type of its values, in a list that of the items."""
        return str(self.field.item.kind if self.field.item else self.field.kind)


class ReadyRows(Struct, frozen=True):
    """What filling needs: the fields of a row, and of the candidate itself; the order of the candidate's
    fields; `key`, the field that names a row; `others` and `blanks`, folded.
    """

    spec: RowsReader
    row: tuple[Target, ...]
    record: tuple[Target, ...]
    order: tuple[str, ...]
    key: str
    ids: IdKeys
    others: frozenset[str]
    blanks: frozenset[str]
    date_order: DateOrder
    signs: tuple[str, ...]
    accepts: tuple[str, ...]
    rows_in: tuple[str, ...]

    @property
    def id_names(self) -> tuple[str, ...]:
        """The names of the column that a row's id stands in."""
        return next((target.names for target in self.row if target.is_key), ())


def ready_rows(reader: Reader, shape: Shape) -> ReadyRows | None:
    """The reader of rows; None where a reader.yaml describes none."""
    spec = reader.rows
    filled = next((field for field in shape.fields if spec and field.name == spec.fill), None)
    if spec is None or filled is None:
        return None
    key = filled.key or next(iter(spec.ids.fields), "")
    row = _Targets(spec, spec.columns, spec.ids.fields or _id_fields(filled, key), key)
    plain = tuple(field for field in shape.given if field.name != spec.fill)
    record = _Targets(spec, spec.record, tuple(f.name for f in plain if f.to == spec.fill), "")
    rows = tuple(row.of(filled.fields))
    others = frozenset(map(folded, spec.others))
    return ReadyRows(
        spec=spec,
        row=rows,
        record=tuple(record.of(plain)),
        order=tuple(field.name for field in shape.fields),
        key=key,
        ids=IdKeys(spec.ids),
        others=others,
        blanks=frozenset(map(folded, spec.blanks)),
        date_order=reader.date_order,
        signs=tuple(reader.symbols),
        accepts=tuple(one.lower() for one in reader.accepts) or SUFFIXES,
        # Its own name need not be told.
        rows_in=(*spec.rows_in, spec.fill),
    )


def _id_fields(filled: Field, key: str) -> tuple[str, ...]:
    """The key of the rows, and the references to them."""
    pointing = (f.name for f in filled.fields if (f.item or f).to == filled.name)
    return (*([key] if key else []), *pointing)


class _Targets:
    def __init__(
        self, spec: RowsReader, columns: Mapping[str, tuple[str, ...]], ids: tuple[str, ...], key: str
    ) -> None:
        self.spec = spec
        self.columns = columns
        self.ids = frozenset(ids)
        self.key = key

    def of(
        self, fields: tuple[Field, ...], prefix: str = "", parents: tuple[str, ...] = ()
    ) -> Iterator[Target]:
        """The targets of fields; those in an object have columns of their own only where these are named."""
        for field in fields:
            path = f"{prefix}{field.name}"
            named = self.named(path) if parents else self.named(path, field.name)
            if field.kind == "object":
                inner = tuple(self.within(field, path))
                yield Target(field, path, parents, named, inner=inner)
                yield from self.of(field.fields, f"{path}.", (*parents, field.name))
            elif named:
                yield self.one(field, path, parents, named)

    def one(self, field: Field, path: str, parents: tuple[str, ...], names: tuple[str, ...]) -> Target:
        """The target of a field that is no object."""
        words, stars = self.words(field.item or field, path, boxed=not {BOX, folded("box")}.isdisjoint(names))
        return Target(
            field,
            path,
            parents,
            names,
            holds_ids=path in self.ids,
            is_key=path == self.key,
            words=words,
            stars=stars,
            inner=tuple(self.within(field, path)),
        )

    def within(self, field: Field, path: str) -> Iterator[Target]:
        """The targets within an object, or a row of a list: the first text and the first yes or no of a list
        are what a check box has.
        """
        defaults = {"text": "text", "boolean": "box"} if field.kind == "list" else {}
        for inner in field.fields:
            below = f"{path}.{inner.name}"
            names = self.named(below, inner.name)
            names += (defaults.pop(inner.kind),) if inner.kind in defaults else ()
            names += (KEY,) if inner.name == field.key else ()
            yield self.one(inner, below, (), tuple(dict.fromkeys(names)))

    def named(self, path: str, own: str = "") -> tuple[str, ...]:
        """The names of a field's columns. Its own comes behind those that were said where it is not among
        them, for a tool may mean something else by it, but before what a file has without saying so.
        """
        names = tuple(map(folded, self.columns.get(path, ())))
        name = folded(own)
        if not own or name in names:
            return names
        said = next((number for number, one in enumerate(names) if one in _UNSAID), len(names))
        return (*names[:said], name, *names[said:])

    def words(
        self, field: Field, path: str, *, boxed: bool
    ) -> tuple[dict[str, str | bool], tuple[tuple[str, str | bool], ...]]:
        """The words that mean each option, and the starts of words that do."""
        known: dict[str, str | bool] = {}
        if field.kind == "boolean":
            known.update(dict.fromkeys(map(folded, _FALSE), False))
            known.update(dict.fromkeys(map(folded, _TRUE), True))
            known.update({" ": False} if boxed else {})
        elif field.kind == "choice":
            known = {folded(option): option for option in field.choices}
        said = [
            (word, option == "true" if field.kind == "boolean" else option)
            for option, words in self.spec.values.get(path, {}).items()
            for word in words
        ]
        known |= {folded(word): option for word, option in said if not word.endswith("*")}
        stars = {folded(word[:-1]): option for word, option in said if word.endswith("*")}
        return known, tuple(sorted(stars.items(), key=lambda star: -len(star[0])))
