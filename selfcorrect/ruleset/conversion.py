"""The shape to Python: every field read, typed and judged once; rows as tuples; rules on rows fused in.

Generated code converts a record's scalars first, then its lists, so that what is done for each row may
look at the scalars around it.
"""

from collections.abc import Callable
from contextlib import nullcontext
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.language.expressions.notation import PLAIN, Notation
from selfcorrect.language.shape import NUMERIC, WORKED_OUT, Field
from selfcorrect.ruleset.readings import FieldReading, PartReading
from selfcorrect.ruleset.sites import Sites
from selfcorrect.ruleset.tables import table
from selfcorrect.ruleset.writer import Writer, number_literal

_DOUBTFUL: Final = {
    # Whether a value needs a further look: the likeliest forms of each kind are told apart in some 50 ns.
    "text": "{v}.__class__ is not str or not {v} or {v}.isspace()",
    "currency": "{v}.__class__ is not str or {v} not in CURRENCIES",
    "boolean": "{v}.__class__ is not bool",
    "expression": "{v}.__class__ is not Expression",
    "quantity": "{v}.__class__ is not Expression or {v}.printed is None",
}
_LARGEST: Final = 10**18
_DECIMAL: Final = "not {v}.same_quantum(CENT) or {v}.adjusted() > 17"
_INTEGER: Final = f"not -{_LARGEST} < {{v}} < {_LARGEST}"


def _doubtful(field: Field, local: str, writer: Writer) -> str:
    if field.pattern:
        return "True"
    if field.choices:
        return f"{local}.__class__ is not str or {local} not in {writer.constant(frozenset(field.choices))}"
    return _DOUBTFUL.get(field.kind, "True").format(v=local)


class Level(Struct, frozen=True):
    """A row being converted: the path of its list, the local of the raw list, the index variable, and the
    local of each field; of the row itself under the empty name, once it is made.
    """

    path: str
    source: str
    index: str
    fields: dict[str, str]


class Conversion:
    """Writes the conversion of a candidate; calls `fuse` in every row, `lost` where a list is not there."""

    def __init__(
        self,
        writer: Writer,
        sites: Sites,
        fuse: Callable[[list[Level]], None],
        lost: Callable[[list[Level], str], None],
        notation: Notation = PLAIN,
    ) -> None:
        self.notation = notation
        self.writer = writer
        self.sites = sites
        self.fuse = fuse
        self.lost = lost

    def group(self, fields: tuple[Field, ...], raw: str, path: str, levels: list[Level]) -> dict[str, str]:
        """The fields of one object, scalars first; the local of each by name."""
        self.keys(fields, raw, path, levels)
        found: dict[str, str] = {}
        inner = [*levels[:-1], replace(levels[-1], fields=found)] if levels else levels
        for field in in_order(fields):
            found[field.name] = self.field(field, raw, inner)
        return found

    def keys(self, fields: tuple[Field, ...], raw: str, path: str, levels: list[Level]) -> None:
        """Keys that the shape does not declare."""
        names = self.writer.constant(frozenset(field.name for field in fields))
        with self.writer.block(f"if not {names}.issuperset({raw}):"):
            site = self.sites.shape(path, "UNKNOWN_FIELD")
            self.writer.line(f"unknown_fields(out, {site}, {index_of(levels)}, {raw}, {names})")

    def field(self, field: Field, raw: str, levels: list[Level]) -> str:
        """One field: the name of its local."""
        local = self.writer.name(field.name)
        self.writer.line(f"{local} = {raw}.get({self.writer.constant(field.name)})")
        if field.kind == "list":
            self.listing(field, local, levels)
        elif field.kind == "object":
            self.nested(field, local, levels)
        else:
            self.scalar(field, field.path, local, levels)
        return local

    def scalar(self, field: Field, path: str, local: str, levels: list[Level]) -> None:
        """One value: typed, or reported and unknown."""
        find = self.sites.shape
        reading = FieldReading(
            kind=field.kind,
            wrong=find(path, "WRONG_TYPE"),
            out_of_range=find(path, "NUMBER_OUT_OF_RANGE"),
            missing=find(path, "MISSING_FIELD") if field.required else None,
            default=field.if_absent,
            choices=(find(path, "NOT_A_CHOICE"), field.choices) if field.choices else None,
            pattern=(find(path, "BAD_PATTERN"), field.pattern) if field.pattern else None,
            notation=self.notation if field.kind in WORKED_OUT else None,
        )
        read = f"{local} = {self.writer.constant(reading)}(out, {index_of(levels)}, {local})"
        if field.kind in NUMERIC and not field.pattern:
            self.number(field, local, read)
        elif field.kind == "date" and not field.pattern and field.if_absent is None:
            self.date(field, local, read)
        elif field.if_absent is not None:
            with self.writer.block(f"if {local} is None:"):
                self.writer.line(f"{local} = {self.writer.constant(field.if_absent)}")
            doubtful = _doubtful(field, local, self.writer)
            with self.writer.block("else:" if doubtful == "True" else f"elif {doubtful}:"):
                self.writer.line(read)
        else:
            doubtful = _doubtful(field, local, self.writer)
            tests = [] if field.required else [f"{local} is not None"]
            tests += [] if doubtful == "True" else [f"({doubtful})"]
            with self.writer.block(f"if {' and '.join(tests)}:") if tests else nullcontext():
                self.writer.line(read)

    def date(self, field: Field, local: str, read: str) -> None:
        """A date: the ISO form at once (`fromisoformat` also takes weeks, 2025-W07-1), the rest is read."""
        writer = self.writer
        with writer.block(f'if {local}.__class__ is str and len({local}) == 10 and {local}[7] == "-":'):
            with writer.block("try:"):
                writer.line(f"{local} = iso_date({local})")
            with writer.block("except ValueError:"):
                writer.line(read)
        with writer.block("else:" if field.required else f"elif {local} is not None:"):
            writer.line(read)

    def number(self, field: Field, local: str, read: str) -> None:
        """A number: integers stay as they are, decimals of money with two places too; the rest is read."""
        writer = self.writer
        forms = [("int", _INTEGER.format(v=local))]
        if field.kind == "money":
            forms.insert(0, ("Decimal", _DECIMAL.format(v=local)))
        for n, (form, doubtful) in enumerate(forms):
            head = f"{'elif' if n else 'if'} {local}.__class__ is {form}:"
            with writer.block(head), writer.block(f"if {doubtful}:"):
                writer.line(read)
        if field.if_absent is not None:
            with writer.block(f"elif {local} is None:"):
                default = number_literal(field.if_absent) or writer.constant(field.if_absent)
                writer.line(f"{local} = {default}")
        always = field.required or field.if_absent is not None
        with writer.block("else:" if always else f"elif {local} is not None:"):
            writer.line(read)

    def nested(self, field: Field, local: str, levels: list[Level]) -> None:
        """An object as a tuple of its fields, or unknown."""
        writer = self.writer
        self.shaped(field, field.path, local, levels, "dict")
        with writer.block(f"if {local} is not None:"):
            inner = self.group(field.fields, local, field.path, levels)
            writer.line(f"{local} = ({''.join(f'{inner[f.name]}, ' for f in field.fields)})")

    def shaped(self, field: Field, path: str, local: str, levels: list[Level], kind: str) -> None:
        """A list or an object where one should be; anything else is reported and unknown."""
        missing = (
            self.sites.shape(path, "MISSING_FIELD") if field.required and not path.endswith("[]") else None
        )
        reading = PartReading(
            kind=kind,
            wrong=self.sites.shape(path, "WRONG_TYPE"),
            missing=missing,
            null_is_wrong=path.endswith("[]"),
        )
        with self.writer.block(f"if {local}.__class__ is not {kind}:"):
            self.writer.line(f"{local} = {self.writer.constant(reading)}(out, {index_of(levels)}, {local})")

    def listing(self, field: Field, local: str, levels: list[Level]) -> None:
        """A list: its rows converted into a new list, each with what is fused into it."""
        writer = self.writer
        if field.find is not None:
            self.finding(field, local)
            return
        if field.if_absent is not None:
            blank = f"{local}.__class__ is str and not {local}.strip()"
            with writer.block(f"if {local} is None or {blank}:"):
                writer.line(f"{local} = []")
        self.shaped(field, field.path, local, levels, "list")
        with writer.block(f"if {local} is not None:"):
            if field.at_least:
                with writer.block(f"if len({local}) < {field.at_least}:"):
                    site = self.sites.shape(field.path, "TOO_FEW")
                    writer.line(f"out.append(({site}, {index_of(levels)}, {field.at_least}, len({local})))")
            rows, index, row = writer.name(f"{field.name}_rows"), writer.name("i"), writer.name("row")
            writer.line(f"{rows} = []")
            if field.key and levels:
                writer.line(f"{self.seen(field)} = set()")
            with writer.block(f"for {index}, {row} in enumerate({local}):"):
                self.row(field, rows, row, [*levels, Level(field.path, local, index, {})])
            writer.line(f"{local} = {rows}")
        with writer.block("else:"):
            self.lost(levels, field.path)

    def finding(self, field: Field, local: str) -> None:
        """A list that a finder made: its rows are tuples already, and typed."""
        writer = self.writer
        with writer.block(f"if {local}.__class__ is not FoundRows:"):
            # What a record has under this name is not looked at.
            writer.line(f"{local} = None")
        with writer.block(f"if {local} is not None:"):
            index, row = writer.name("i"), writer.name("row")
            with writer.block(f"for {index}, {row} in enumerate({local}):"):
                names = {inner.name: writer.name(inner.name) for inner in field.fields}
                writer.line(f"{''.join(f'{name}, ' for name in names.values())}= {row}")
                self.fuse([Level(field.path, local, index, {**names, "": row})])
        with writer.block("else:"):
            self.lost([], field.path)

    def row(self, field: Field, rows: str, row: str, levels: list[Level]) -> None:
        """One row: an object's tuple, or a scalar."""
        writer = self.writer
        if field.item is not None:
            self.scalar(field.item, f"{field.path}[]", row, levels)
            writer.line(f"{rows}.append({row})")
            self.fuse([*levels[:-1], replace(levels[-1], fields={"": row})])
            return
        self.shaped(field, f"{field.path}[]", row, levels, "dict")
        made = writer.name("made")
        with writer.block(f"if {row} is not None:"):
            found = self.group(field.fields, row, f"{field.path}[]", levels)
            writer.line(f"{made} = ({''.join(f'{found[f.name]}, ' for f in field.fields)})")
            if field.key:
                self.enter(field, found[field.key], made, levels)
        with writer.block("else:"):
            # What is no object is a row all the same, of which nothing is known.
            writer.line(f"{made} = {writer.constant((None,) * len(field.fields))}")
            writer.line(f"{' = '.join(found.values())} = None")
            for inner in field.fields:
                if inner.kind == "list":
                    self.lost(levels, inner.path)
        writer.line(f"{rows}.append({made})")
        self.fuse([*levels[:-1], replace(levels[-1], fields={**found, "": made})])

    def enter(self, field: Field, key: str, made: str, levels: list[Level]) -> None:
        """A row into its list's table; a key that is there already is reported, and names no row any more."""
        writer, name = self.writer, table(field.path)
        nested = len(levels) > 1
        with writer.block(f"if {key} is not None:"):
            with writer.block(f"if {key} in {self.seen(field) if nested else name}:"):
                site = self.sites.shape(f"{field.path}[]", "DUPLICATE_KEY")
                writer.line(f"out.append(({site}, {index_of(levels)}, None, {key}))")
                if not nested:
                    writer.line(f"{name}[{key}] = None")
            if nested:
                # Keys are apart within a list; a reference looks through all lists of that place.
                writer.line(f"{self.seen(field)}.add({key})")
                writer.line(f"{name}[{key}] = None if {key} in {name} else {made}")
                return
            with writer.block("else:"):
                writer.line(f"{name}[{key}] = {made}")

    @staticmethod
    def seen(field: Field) -> str:
        """The name of the keys met in the list being read."""
        return f"seen_{table(field.path)}"


def in_order(fields: tuple[Field, ...]) -> list[Field]:
    """Scalars, then objects, then lists; otherwise as declared."""
    return sorted(fields, key=lambda field: (field.kind == "list", field.kind == "object"))


def index_of(levels: list[Level]) -> str:
    """The index of a finding in a row, as the text of a tuple."""
    return f"({''.join(f'{level.index}, ' for level in levels)})"
