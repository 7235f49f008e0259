"""A reader made ready: its label tables and patterns, built once for each reader and shape."""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from msgspec import Struct

from selfcorrect.language.currencies import CURRENCIES
from selfcorrect.language.patterns import compile_pattern
from selfcorrect.language.printed.dates import Order
from selfcorrect.language.printed.numbers import amount_pattern, currency_source
from selfcorrect.language.shape import Shape, walk
from selfcorrect.reading.page.labels import Label, label_table
from selfcorrect.reading.page.mails import MailKeys
from selfcorrect.reading.page.patterns import NUMERIC, RowPattern, compile_sentence
from selfcorrect.reading.page.titles import make_titles
from selfcorrect.reading.page.words import label_keys
from selfcorrect.reading.ready.lists import ReadyList
from selfcorrect.reading.ready.passages import Passages
from selfcorrect.reading.spec import FieldReader, Reader


class ReadyField(Struct, frozen=True):
    """A field with its kind; `words` are the keys of each choice, `sentences` RE2 expressions, each with
    groups of words of which what it finds holds one each.
    """

    spec: FieldReader
    kind: str
    sentences: tuple[RowPattern, ...]
    words: Mapping[str, str]
    never: frozenset[str]
    never_with: frozenset[str]
    never_starts: tuple[str, ...]

    def chosen(self, word: str) -> str | bool:
        """A choice as the candidate has it."""
        return word == "true" if self.kind == "boolean" else word


class ReadyReader:
    """What `read` needs of a reader and a shape. Picklable: expressions are made when first used."""

    def __init__(self, reader: Reader, shape: Shape) -> None:
        self.reader = reader
        self.shape = shape
        places = {field.path: field for field in walk(shape.fields)}
        known = [spec for spec in reader.fields if spec.path in places and not (spec.passage or spec.last)]
        self.fields = tuple(_ready_field(spec, str(places[spec.path].kind), reader) for spec in known)
        self.lists = tuple(
            ReadyList(spec, places[spec.path], reader.symbols)
            for spec in reader.lists
            if spec.path in places and not spec.find
        )
        self.passages = Passages(reader, shape)
        self.patterns = tuple(dict.fromkeys(spec.pattern for spec in known if spec.pattern))
        self.labels: dict[str, tuple[Label, ...]] = label_table(field.spec for field in self.fields)
        self.numeric = frozenset(n for n, field in enumerate(self.fields) if field.kind in NUMERIC)
        self.sum_keys = self._sum_keys()
        told = (reader.mail_headers, reader.mail_subject, reader.mail_replies)
        self.mail_keys = MailKeys(*(frozenset(label_keys(texts)) for texts in told))
        self.sent_keys = frozenset(label_keys(reader.mail_sent))
        self.area_keys = {key: name for name, texts in reader.areas.items() for key in label_keys(texts)}
        self.salutations = frozenset(label_keys(reader.salutations))
        self.titles = make_titles(reader.titles, reader.title_words)
        self.common = frozenset(reader.symbols).union(*reader.symbols.values())
        self.codes: dict[str, tuple[str, ...]] = {
            **{code: (code,) for code in CURRENCIES},
            **reader.symbols,
        }

    def _sum_keys(self) -> frozenset[str]:
        """The keys that name sums of money; not those of fields that a list may say row by row."""
        lists = {key for spec in self.lists for key in spec.labels}
        rows = {label.field for key in lists for label in self.labels.get(key, ())}
        sums = {at for at, field in enumerate(self.fields) if field.kind == "money"} - rows
        return frozenset(
            key
            for key, labels in self.labels.items()
            if any(one.field in sums and not one.weak for one in labels)
        )

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in _EXPRESSIONS}

    @cached_property
    def amounts(self) -> re.Pattern[str]:
        """Finds numbers with their currency."""
        return amount_pattern(self.reader.symbols)

    @cached_property
    def currency(self) -> re.Pattern[str]:
        """Finds currencies by sign, word or code."""
        return re.compile(rf"(?<!\w){currency_source(self.reader.symbols)}(?!\w)")

    @cached_property
    def hints(self) -> dict[str, Any]:
        """What speaks for a currency, by its code."""
        return {code: compile_pattern(pattern) for code, pattern in self.reader.currency_hints.items()}

    @cached_property
    def orders(self) -> dict[bool, tuple[tuple[Order, Any], ...]]:
        """The orders of day and month with their patterns, the sure ones under True."""
        said = self.reader.date_order
        pairs: dict[bool, tuple[tuple[Order, str | None], ...]] = {
            True: (("day first", said.day_first), ("month first", said.month_first)),
            False: (("day first", said.likely_day_first), ("month first", said.likely_month_first)),
        }
        return {
            sure: tuple((order, compile_pattern(pattern)) for order, pattern in both if pattern)
            for sure, both in pairs.items()
        }

    @cached_property
    def name_ending(self) -> re.Pattern[str] | None:
        """Finds a legal form that ends a name, as it is written or in capitals."""
        endings = self.reader.name_endings
        forms = dict.fromkeys(form for ending in endings for form in (ending, ending.upper()))
        if not forms:
            return None
        either = "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))
        return re.compile(rf"(?<=[\w).][ ,])(?<![ ,][ ,]) ?(?:{either})(?= ?[,;|(\u2022\u00b7]| -|$)")

    def has_ending(self, name: str) -> bool:
        """Whether a name ends with a legal form."""
        return self.name_ending is not None and self.end_of_name(f"{name},") == len(name)

    def without_ending(self, name: str) -> str:
        """A name without its legal form."""
        found = self.name_ending.search(f"{name},") if self.name_ending else None
        return name[: found.start()] if found else name

    def end_of_name(self, text: str) -> int:
        """Where a name ends that an address follows: `Weber GmbH, Hauptstr. 1`; else its length."""
        found = self.name_ending.search(text) if self.name_ending else None
        return found.end() if found else len(text)


_EXPRESSIONS: Final = frozenset({"amounts", "currency", "hints", "orders", "name_ending"})


def _ready_field(spec: FieldReader, kind: str, reader: Reader) -> ReadyField:
    made = (compile_sentence(text, kind, reader.symbols) for text in spec.sentences)
    return ReadyField(
        spec=spec,
        kind=kind,
        sentences=tuple(row for row in made if isinstance(row, RowPattern)),
        words={key: choice for choice, texts in spec.words.items() for key in label_keys(texts)},
        never=frozenset(label_keys(spec.not_labels)),
        never_with=frozenset(label_keys(spec.not_with)),
        never_starts=label_keys(text[:-1] for text in spec.not_labels if text.endswith("*")),
    )
