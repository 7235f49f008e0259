"""A reader made ready: its label tables and patterns, built once for each reader and shape."""

import re
from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from selfcorrect.language.currencies import CURRENCIES
from selfcorrect.language.patterns import compile_pattern
from selfcorrect.language.printed.numbers import amount_pattern, currency_source
from selfcorrect.language.shape import Field, Shape, walk
from selfcorrect.reading.keys import label_key
from selfcorrect.reading.labels import Label, label_table
from selfcorrect.reading.patterns import LONGEST, RowPattern, compile_row, compile_sentence
from selfcorrect.reading.spec import FieldReader, ListReader, Reader


class ReadyField(Struct, frozen=True):
    """A field with its kind and compiled patterns; `words` are the keys of each choice."""

    spec: FieldReader
    kind: str
    sentences: tuple[Any, ...]
    words: Mapping[str, str]
    never: frozenset[str]


class ReadyList:
    """A list with its compiled rows, heading keys and stop keys; the patterns of tables as they turn up."""

    def __init__(self, spec: ListReader, field: Field, symbols: Mapping[str, tuple[str, ...]]) -> None:
        self.path = spec.path
        self.kinds = {inner.name: str(inner.kind) for inner in field.fields}
        self.stops = frozenset(label_key(text) for text in spec.stop_lines)
        self.columns = {
            label_key(text): name
            for name, texts in spec.columns.items()
            for text in texts
            if name in self.kinds
        }
        self._symbols = symbols
        self._tables: dict[tuple[str | None, ...], tuple[RowPattern, ...]] = {}
        self.rows = tuple((row, row.scanner()) for row in self._compiled(spec.rows))

    def table_rows(self, columns: tuple[str | None, ...]) -> tuple[RowPattern, ...]:
        """The patterns of a row under these headings (None for one that is no field), likeliest first."""
        if columns not in self._tables:
            slots = [f"{{{name}}}" if name else "{:text}" for name in columns]
            texts = sum(name is None or self.kinds[name] == "text" for name in columns)
            gaps = ("  ", " ") if texts < 2 else ("  ",)
            self._tables[columns] = tuple(self._compiled(gap.join(slots) for gap in gaps))
        return self._tables[columns]

    def _compiled(self, templates: Any) -> list[RowPattern]:
        rows = (compile_row(template, self.kinds, self._symbols) for template in templates)
        return [row for row in rows if isinstance(row, RowPattern)]


class Compiled:
    """What `read` needs of a reader and a shape."""

    def __init__(self, reader: Reader, shape: Shape) -> None:
        self.reader = reader
        self.shape = shape
        places = {field.path: field for field in walk(shape.fields)}
        known = [spec for spec in reader.fields if spec.path in places]
        self.fields = tuple(_ready_field(spec, str(places[spec.path].kind), reader) for spec in known)
        self.lists = tuple(
            ReadyList(spec, places[spec.path], reader.symbols) for spec in reader.lists if spec.path in places
        )
        self.labels: dict[str, tuple[Label, ...]] = label_table(field.spec for field in self.fields)
        self.amounts: re.Pattern[str] = amount_pattern(reader.symbols)
        self.mail_keys = frozenset(label_key(text) for text in reader.mail_headers)
        self.codes: Mapping[str, tuple[str, ...]] = {
            **{code: (code,) for code in CURRENCIES},
            **reader.symbols,
        }
        self.currency = re.compile(rf"(?<!\w){currency_source(reader.symbols)}(?!\w)")


def _ready_field(spec: FieldReader, kind: str, reader: Reader) -> ReadyField:
    sentences = (compile_sentence(text, kind, reader.symbols) for text in spec.sentences)
    return ReadyField(
        spec=spec,
        kind=kind,
        sentences=tuple(compile_pattern(s.source, LONGEST) for s in sentences if isinstance(s, RowPattern)),
        words={label_key(text): choice for choice, texts in spec.words.items() for text in texts},
        never=frozenset(label_key(text) for text in spec.not_labels),
    )


_MOST: Final = 16
_ready: dict[tuple[int, int], Compiled] = {}


def compiled(reader: Reader, shape: Shape) -> Compiled:
    """The reader made ready; built at the first call, kept for the readers used last.

    The key is who they are, not what they hold: what is kept holds on to both, so no identity is reused.
    """
    key = (id(reader), id(shape))
    found = _ready.get(key)
    if found is None:
        if len(_ready) >= _MOST:
            _ready.pop(next(iter(_ready)), None)
        found = _ready[key] = Compiled(reader, shape)
    return found
