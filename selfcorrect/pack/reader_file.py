"""reader.yaml, typed: how a text becomes a candidate."""

import re
from collections.abc import Mapping as Map
from typing import Final, get_args

from selfcorrect.language.shape import Field, Shape, walk
from selfcorrect.model.marks import Marked
from selfcorrect.model.suggest import suggest
from selfcorrect.pack.keys import Keys, listed, pairs
from selfcorrect.pack.problems import Problems
from selfcorrect.pack.reader_parts import ReaderParts
from selfcorrect.pack.reader_signs import ReaderSigns
from selfcorrect.pack.yaml_nodes import Mapping, YamlNode, quoted
from selfcorrect.reading.page.patterns import compile_row, compile_sentence, split_patterns
from selfcorrect.reading.spec import (
    READ_TYPES,
    SIGNS,
    THROUGHOUT,
    WHERES,
    WRITTEN_TYPES,
    DateOrder,
    FieldReader,
    ListReader,
    Reader,
    Sign,
    Throughout,
    Where,
)

READER_KEYS: Final = (
    "accepts",
    "symbols",
    "currency_hints",
    "same_throughout",
    "date_order",
    "mail_headers",
    "mail_subject",
    "mail_sent",
    "mail_replies",
    "passages",
    "titles",
    "title_words",
    "areas",
    "name_endings",
    "salutations",
    "fields",
    "lists",
)
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
LIST_KEYS: Final = ("rows", "not_rows", "labels", "table", "blocks", "unit", "taken_off")
BLOCK_KEYS: Final = ("head", "labels")
TABLE_KEYS: Final = ("columns", "others", "only", "stop_lines", "skip_lines")
_FINDERS: Final = ("steps",)
_STEP_KEYS: Final = ("find", "passage", "labels")
_HOLES: Final = re.compile(r"\{[a-z]+\}")
ORDER_KEYS: Final = ("day_first", "month_first", "likely_day_first", "likely_month_first")


def read_reader(node: YamlNode, shape: Shape, problems: Problems) -> Reader:
    """The reader that a reader.yaml describes over the pack's shape. What is wrong is left out and told."""
    return _ReaderFile(shape, problems).reader(node)


class _ReaderFile(ReaderParts):
    def __init__(self, shape: Shape, problems: Problems) -> None:
        super().__init__(problems)
        self.places = {field.path: field for field in walk(shape.fields)}
        self.lists = {
            path: field for path, field in self.places.items() if field.kind == "list" and field.fields
        }
        rows = tuple(f"{path}." for path, field in self.places.items() if field.kind == "list")
        self.fields = {
            path: field
            for path, field in self.places.items()
            if field.kind in READ_TYPES and not path.startswith(rows)
        }
        self.symbols: dict[str, tuple[str, ...]] = {}
        self.areas: dict[str, tuple[str, ...]] = {}
        self.passages: dict[str, tuple[str, ...]] = {}

    def reader(self, node: YamlNode) -> Reader:
        keys = Keys(node, "the reader", READER_KEYS, self.problems)
        signs = ReaderSigns(self.problems)
        self.symbols = signs.signs(keys)
        self.areas = self.named_labels(keys, "areas")
        self.passages = self.named_labels(keys, "passages")
        fields = (self.field(name, value) for name, value in pairs(keys.mapping("fields")))
        lists = (self.rows_of(name, value) for name, value in pairs(keys.mapping("lists")))
        return Reader(
            fields=tuple(field for field in fields if field),
            lists=tuple(found for found in lists if found),
            symbols=self.symbols,
            usual=signs.usual,
            currency_hints=signs.hints(keys),
            same_throughout=self.throughout(keys),
            mail_headers=self.labels(keys, "mail_headers"),
            mail_subject=self.labels(keys, "mail_subject"),
            mail_sent=self.labels(keys, "mail_sent"),
            mail_replies=self.labels(keys, "mail_replies"),
            accepts=_texts(keys, "accepts"),
            date_order=self.date_order(keys),
            titles=self.labels(keys, "titles"),
            title_words=self.labels(keys, "title_words"),
            areas=self.areas,
            passages=self.passages,
            name_endings=_texts(keys, "name_endings"),
            salutations=self.labels(keys, "salutations"),
        )

    def date_order(self, keys: Keys) -> DateOrder:
        """The patterns that say which of day and month comes first."""
        node = keys.mapping("date_order")
        if node is None:
            return DateOrder()
        order = Keys(node, "`date_order`", ORDER_KEYS, self.problems)
        return DateOrder(*(self.pattern(order.text(name)) for name in ORDER_KEYS))

    def throughout(self, keys: Keys) -> tuple[Throughout, ...]:
        """What a document writes in one way; both where nothing is said."""
        if "same_throughout" not in keys:
            return THROUGHOUT
        known = self.chosen(keys, "same_throughout", get_args(Throughout))
        return tuple(one for one in THROUGHOUT if one in known)

    def field(self, name: Marked, node: YamlNode) -> FieldReader | None:
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
            area_labels=self.named_labels(keys, "area_labels", self.areas),
            not_in=tuple(self.chosen(keys, "not_in", self.areas)),
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
            passage=self.passage(keys),
            last=self.lasts(keys),
        )

    def passage(self, keys: Keys) -> str:
        """The passage that something stands in."""
        return next(iter(self.chosen(keys, "passage", self.passages)), "")

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

    def unknown(self, name: Marked, known: Map[str, Field]) -> None:
        """A problem: a name that is no field a reader can find."""
        place = self.places.get(name.value)
        if place is None:
            self.problems.at(name, f"the candidate has no {quoted(name.value)}", suggest(name.value, known))
        elif place.kind == "list":
            self.problems.at(name, f"{quoted(name.value)} is a list", "describe it under `lists`")
        else:
            self.problems.at(name, f"a reader finds no {place.kind} here: {quoted(name.value)}")

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
        found = []
        for block in keys.texts("sentences"):
            for offset, text in split_patterns(block.value):
                made = compile_sentence(text, field.kind, self.symbols)
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

    def steps_of(self, name: Marked, node: YamlNode) -> ListReader | None:
        """A list of texts: the steps of a passage."""
        keys = Keys(node, f"the list {quoted(name.value)}", _STEP_KEYS, self.problems, required=("find",))
        text = keys.text("find")
        if text and text.value not in _FINDERS:
            self.problems.at(
                text, f"a reader has no finder {quoted(text.value)}", f"it has {listed(_FINDERS)}"
            )
        return ListReader(
            path=name.value,
            labels=self.labels(keys, "labels"),
            find=text.value if text else "",
            passage=self.passage(keys),
        )

    def rows_of(self, name: Marked, node: YamlNode) -> ListReader | None:
        place = self.places.get(name.value)
        if place and place.item and place.item.kind == "text" and place.find is None:
            return self.steps_of(name, node)
        field = self.lists.get(name.value)
        keys = Keys(node, f"the list {quoted(name.value)}", LIST_KEYS, self.problems)
        if field is None:
            self.problems.at(
                name,
                f"the candidate has no list of rows {quoted(name.value)}",
                suggest(name.value, self.lists),
            )
            return None
        kinds = {inner.name: str(inner.kind) for inner in field.fields if inner.kind in READ_TYPES}
        said = keys.mapping("table")
        table = Keys(said, "`table`", TABLE_KEYS, self.problems, required=("columns",)) if said else None
        told = keys.mapping("blocks")
        blocks = Keys(told, "`blocks`", BLOCK_KEYS, self.problems, required=BLOCK_KEYS) if told else None
        return ListReader(
            path=field.path,
            rows=self.rows(keys, kinds),
            not_rows=self.labels(keys, "not_rows"),
            labels=self.labels(keys, "labels"),
            columns=self.named_labels(table, "columns", kinds) if table else {},
            others=self.labels(table, "others") if table else (),
            only=self.labels(table, "only") if table else (),
            stop_lines=self.labels(table, "stop_lines") if table else (),
            skip_lines=self.labels(table, "skip_lines") if table else (),
            unit=self.row_field(keys, "unit", kinds, "text"),
            taken_off=self.row_field(keys, "taken_off", kinds, "money"),
            head=self.head(blocks, kinds) if blocks else "",
            under=self.named_labels(blocks, "labels", kinds) if blocks else {},
        )

    def head(self, blocks: Keys, kinds: dict[str, str]) -> str:
        """The pattern of the line that starts a block."""
        text = blocks.text("head")
        patterns = split_patterns(text.value) if text else ()
        if text is None or not patterns:
            return ""
        offset, pattern = patterns[0]
        if len(patterns) > 1 or "\n" in pattern:
            self.problems.at(
                text, "`head` is a pattern of one line", "write the words of each field under `labels`"
            )
            return ""
        return pattern if self.fine(compile_row(pattern, kinds, self.symbols), text, offset) else ""

    def row_field(self, keys: Keys, key: str, kinds: dict[str, str], kind: str) -> str:
        """A field of the rows, of one type; empty where the key is not there or names none."""
        fitting = [name for name in kinds if kinds[name] == kind]
        return next(iter(self.chosen(keys, key, fitting)), "")

    def rows(self, keys: Keys, kinds: dict[str, str]) -> tuple[str, ...]:
        found = []
        for block in keys.texts("rows"):
            for offset, text in split_patterns(block.value):
                if self.fine(compile_row(text, kinds, self.symbols), block, offset):
                    found.append(text)
        return tuple(found)


def _texts(keys: Keys, name: str) -> tuple[str, ...]:
    return tuple(text.value for text in keys.texts(name))
