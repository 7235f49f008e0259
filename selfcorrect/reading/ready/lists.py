"""A list's reader made ready: its heading keys, stop and skip keys, labels and row patterns."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct

from selfcorrect.language.shape import NUMERIC, Field
from selfcorrect.reading.page.keys import label_key
from selfcorrect.reading.page.patterns import RowPattern, TemplateProblem, compile_row
from selfcorrect.reading.page.words import expand, label_keys
from selfcorrect.reading.spec import ListReader


class Named(Struct, frozen=True):
    """A field that a heading names, and how far down the field's labels it stands (0 is the best)."""

    field: str
    rank: int


class ReadyList:
    """A list with its compiled rows and the keys of its headings, labels, stop and skip lines.

    `kinds` are the types of a row's fields, `optional` those a row may well leave open. `columns` are the
    fields each heading's key may name; `others` the keys of headings that are read over, `headings` both;
    `starts` the keys of first words of headings; `never` what no row starts with. `text` is the field that
    holds a row's words, if the list has one, and `total` then its last sum of money: what the others make up.
    """

    def __init__(self, spec: ListReader, field: Field, symbols: Mapping[str, tuple[str, ...]]) -> None:
        self.path = spec.path
        self.unit = spec.unit
        units = {spec.unit: "unit"} if spec.unit else {}
        self.taken_off = spec.taken_off
        self.kinds = {inner.name: str(inner.kind) for inner in field.fields}
        self.optional = frozenset(
            inner.name
            for inner in field.fields
            if inner.kind == "percent" or inner.if_absent is not None or inner.name == spec.unit
        )
        texts = (name for name, kind in self.kinds.items() if kind == "text" and name != spec.unit)
        self.text = next(texts, None)
        money = [name for name, kind in self.kinds.items() if kind == "money"]
        self.total = money[-1] if money and self.text else None
        self.symbols = frozenset(symbols)
        self.stops = frozenset(label_keys(spec.stop_lines))
        self.skips = frozenset(label_keys(spec.skip_lines))
        self.never = self.stops | self.skips | frozenset(label_keys(spec.not_rows))
        self.labels = frozenset(label_keys(spec.labels))
        self.only = frozenset(label_keys(spec.only))
        self.others = frozenset(label_keys(spec.others))
        self.columns = _columns(spec, self.kinds)
        self.headings = frozenset(self.columns) | self.others
        self.starts = frozenset(_first_words((*sum(spec.columns.values(), ()), *spec.others)))
        head = compile_row(spec.head, {**self.kinds, **units}, symbols) if spec.head else None
        self.head = head if isinstance(head, RowPattern) else None
        self.under = {key: name for name, texts in spec.under.items() for key in label_keys(texts)}
        self.rows = tuple(_compiled(spec.rows, {**self.kinds, **units}, symbols))

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "head_matcher"}

    @cached_property
    def head_matcher(self) -> Any:
        """The expression that a head line fits."""
        return self.head.matcher() if self.head else None

    @property
    def has_patterns(self) -> bool:
        """Whether rows are found by patterns."""
        return bool(self.rows)

    def numeric(self, name: str) -> bool:
        """Whether a field of the rows holds a number."""
        return self.kinds[name] in NUMERIC


def _columns(spec: ListReader, kinds: Mapping[str, str]) -> dict[str, tuple[Named, ...]]:
    found: dict[str, tuple[Named, ...]] = {}
    for name, texts in spec.columns.items():
        if name in kinds:
            for rank, key in enumerate(label_keys(texts)):
                found[key] = (*found.get(key, ()), Named(name, rank))
    return found


def _first_words(templates: Iterable[str]) -> Iterable[str]:
    for template in templates:
        texts = expand(template)
        if not isinstance(texts, TemplateProblem):
            yield from (label_key(text.split()[0]) for text in texts)


def _compiled(
    templates: Iterable[str], kinds: Mapping[str, str], symbols: Mapping[str, Any]
) -> list[RowPattern]:
    rows = (compile_row(template, kinds, symbols) for template in templates)
    return [row for row in rows if isinstance(row, RowPattern)]
