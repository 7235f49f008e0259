"""`fields:` of a reader.yaml: how each field of a candidate is found in a text."""

import re
from collections.abc import Mapping as Map
from typing import Final

from selfcorrect.language.shape import Field, Shape, walk
from selfcorrect.model.marks import Marked
from selfcorrect.model.problems import Problems
from selfcorrect.model.suggest import suggest
from selfcorrect.model.yaml_nodes import Mapping, YamlNode, quoted
from selfcorrect.pack.keys import Keys, pairs
from selfcorrect.pack.reader_parts import Named, ReaderParts
from selfcorrect.reading.page.patterns import compile_sentence, split_patterns
from selfcorrect.reading.spec import READ_TYPES, SIGNS, WHERES, WRITTEN_TYPES, FieldReader, Sign, Where

FIELD_KEYS: Final = (
    "labels",
    "best_labels",
    "opposite_labels",
    "area_labels",
    "not_in",
    "not_with",
    "weak_labels",
    "weak_unless",
    "best_after",
    "between",
    "not_labels",
    "value",
    "sentences",
    "first_line",
    "alone_on_line",
    "pattern",
    "words",
    "from_amounts",
    "on_title_line",
    "sign",
    "passage",
    "last",
)
_HOLES: Final = re.compile(r"\{[a-z]+\}")


class ReaderFields(ReaderParts):
    """Reads the fields of a candidate, those of rows left out."""

    def __init__(self, shape: Shape, named: Named, problems: Problems) -> None:
        super().__init__(problems)
        self.named = named
        self.places = {field.path: field for field in walk(shape.fields)}
        rows = tuple(f"{path}." for path, field in self.places.items() if field.kind == "list")
        self.fields = {
            path: field
            for path, field in self.places.items()
            if field.kind in READ_TYPES and not path.startswith(rows)
        }

    def all(self, keys: Keys) -> tuple[FieldReader, ...]:
        """Every field that is described without a mistake in its name."""
        found = (self.field(name, value) for name, value in pairs(keys.mapping("fields")))
        return tuple(field for field in found if field)

    def field(self, name: Marked, node: YamlNode) -> FieldReader | None:
        """One field by its name; None where the candidate has no such field."""
        field = self.fields.get(name.value) or self.written(name, node)
        keys = Keys(node, f"the field {quoted(name.value)}", FIELD_KEYS, self.problems)
        if field is None:
            self.unknown(name, self.fields)
            return None
        return FieldReader(
            path=field.path,
            labels=self.labels(keys, "labels"),
            best_labels=self.labels(keys, "best_labels"),
            opposite_labels=self.labels(keys, "opposite_labels"),
            area_labels=self.named_labels(keys, "area_labels", self.named.areas),
            not_in=tuple(self.chosen(keys, "not_in", self.named.areas)),
            not_with=self.labels(keys, "not_with"),
            weak_labels=self.labels(keys, "weak_labels"),
            weak_unless=self.others(keys, "weak_unless"),
            best_after=self.others(keys, "best_after"),
            between=self.others(keys, "between"),
            not_labels=self.labels(keys, "not_labels"),
            value=self.places_of(keys),
            sentences=self.sentences(keys, field),
            first_line=keys.flag("first_line"),
            alone_on_line=self.alone(keys),
            pattern=self.pattern(keys.text("pattern")),
            words=self.words(keys, field),
            from_amounts=keys.flag("from_amounts"),
            on_title_line=keys.flag("on_title_line"),
            sign=self.sign(keys),
            passage=self.passage(keys, self.named.passages),
            last=self.lasts(keys),
        )

    def lasts(self, keys: Keys) -> tuple[str, ...]:
        """Sentences with one value."""
        found = []
        for text in keys.texts("last"):
            if text.value.count("{value}") == 1 and not set(_HOLES.findall(text.value)) - {
                "{value}",
                "{name}",
            }:
                found.append(text.value)
            else:
                said = f"{quoted(text.value)} is no sentence with one value"
                self.problems.at(text, said, "the answer is {value}; {name} stands for any name")
        return tuple(found)

    def written(self, name: Marked, node: YamlNode) -> Field | None:
        """A field that only passages can have."""
        field = self.places.get(name.value)
        told = isinstance(node, Mapping) and (node.get("passage") or node.get("last"))
        return field if field and told and field.kind in WRITTEN_TYPES and "." not in field.path else None

    def sign(self, keys: Keys) -> Sign:
        """How a printed minus is taken."""
        text = keys.choice("sign", SIGNS)
        return next((sign for sign in SIGNS if text and sign == text.value), "printed")

    def others(self, keys: Keys, key: str) -> tuple[str, ...]:
        """The fields that a key names."""
        names = keys.texts(key)
        for name in names:
            if name.value not in self.fields:
                self.unknown(name, self.fields)
        return tuple(name.value for name in names)

    def places_of(self, keys: Keys) -> tuple[Where, ...]:
        """Where a value stands beside its label, in the order they are tried."""
        if "value" not in keys:
            return WHERES
        order = self.chosen(keys, "value", WHERES)
        return tuple(where for one in order for where in WHERES if where == one)

    def sentences(self, keys: Keys, field: Field) -> tuple[str, ...]:
        """Patterns of sentences that say the value."""
        found = []
        for block in keys.texts("sentences"):
            for offset, text in split_patterns(block.value):
                made = compile_sentence(text, field.kind, self.named.symbols)
                if self.fine(made, block, offset):
                    found.append(text)
        return tuple(found)

    def alone(self, keys: Keys) -> str | None:
        """`alone_on_line`: true, or a pattern."""
        node = keys.node("alone_on_line")
        if isinstance(node, Marked) and node.value in {"true", "false"}:
            return "" if node.value == "true" else None
        return self.pattern(keys.text("alone_on_line"))

    def words(self, keys: Keys, field: Field) -> dict[str, tuple[str, ...]]:
        """The phrases that mean each option of a choice."""
        node = keys.mapping("words")
        if node is None:
            return {}
        options = ("true", "false") if field.kind == "boolean" else field.choices
        if not options:
            said = f"`words` means nothing for the type `{field.kind}`"
            self.problems.add(node.mark, said, "it belongs to choices")
            return {}
        return self.named_labels(keys, "words", options)

    def unknown(self, name: Marked, known: Map[str, Field]) -> None:
        """A problem: a name that is no field a reader can find."""
        place = self.places.get(name.value)
        if place is None:
            self.problems.at(name, f"the candidate has no {quoted(name.value)}", suggest(name.value, known))
        elif place.kind == "list":
            self.problems.at(name, f"{quoted(name.value)} is a list", "describe it under `lists`")
        else:
            self.problems.at(name, f"a reader finds no {place.kind} here: {quoted(name.value)}")
