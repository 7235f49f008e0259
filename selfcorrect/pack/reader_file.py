"""reader.yaml, typed: how a text becomes a candidate."""

from collections.abc import Iterable
from collections.abc import Mapping as Map
from typing import Final, get_args

from selfcorrect.language.currencies import CURRENCIES
from selfcorrect.language.patterns import PatternError, check_pattern
from selfcorrect.language.shape import Field, Shape, walk
from selfcorrect.model.marks import Marked
from selfcorrect.model.suggest import suggest
from selfcorrect.pack.keys import Keys, listed, pairs
from selfcorrect.pack.problems import Problems
from selfcorrect.pack.yaml_nodes import YamlNode, quoted
from selfcorrect.reading.patterns import TemplateProblem, compile_row, compile_sentence, split_patterns
from selfcorrect.reading.spec import (
    READ_TYPES,
    THROUGHOUT,
    WHERES,
    FieldReader,
    ListReader,
    Reader,
    Throughout,
    Where,
)

READER_KEYS: Final = ("accepts", "symbols", "same_throughout", "mail_headers", "fields", "lists")
FIELD_KEYS: Final = (
    "labels",
    "weak_labels",
    "weak_unless",
    "not_labels",
    "value",
    "sentences",
    "first_line",
    "alone_on_line",
    "pattern",
    "words",
    "from_amounts",
)
LIST_KEYS: Final = ("rows", "table")
TABLE_KEYS: Final = ("columns", "stop_lines")


def read_reader(node: YamlNode, shape: Shape, problems: Problems) -> Reader:
    """The reader that a reader.yaml describes over the pack's shape. What is wrong is left out and told."""
    return _ReaderFile(shape, problems).reader(node)


class _ReaderFile:
    def __init__(self, shape: Shape, problems: Problems) -> None:
        self.problems = problems
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

    def reader(self, node: YamlNode) -> Reader:
        keys = Keys(node, "the reader", READER_KEYS, self.problems)
        self.symbols = self.signs(keys)
        fields = (self.field(name, value) for name, value in pairs(keys.mapping("fields")))
        lists = (self.rows_of(name, value) for name, value in pairs(keys.mapping("lists")))
        return Reader(
            fields=tuple(field for field in fields if field),
            lists=tuple(found for found in lists if found),
            symbols=self.symbols,
            same_throughout=self.throughout(keys),
            mail_headers=_texts(keys, "mail_headers"),
            accepts=_texts(keys, "accepts"),
        )

    def signs(self, keys: Keys) -> dict[str, tuple[str, ...]]:
        """Currency signs and words with the code, or the codes, each stands for."""
        node = keys.mapping("symbols")
        if node is None:
            return {}
        signs = Keys(node, "`symbols`", [key.value for key, _ in node.entries], self.problems)
        found = {}
        for sign, _ in node.entries:
            codes = signs.texts(sign.value)
            for code in codes:
                if code.value not in CURRENCIES:
                    self.problems.at(
                        code, f"{quoted(code.value)} is no currency code", suggest(code.value, CURRENCIES)
                    )
            found[sign.value] = tuple(code.value for code in codes)
        return found

    def throughout(self, keys: Keys) -> tuple[Throughout, ...]:
        """What a document writes in one way; both where nothing is said."""
        if "same_throughout" not in keys:
            return THROUGHOUT
        known = self.chosen(keys, "same_throughout", get_args(Throughout))
        return tuple(one for one in THROUGHOUT if one in known)

    def chosen(self, keys: Keys, name: str, options: Iterable[str]) -> list[str]:
        """Texts that each are one of the options."""
        options = tuple(options)
        found = []
        for text in keys.texts(name):
            if text.value in options:
                found.append(text.value)
            else:
                self.problems.at(text, f"`{name}` takes {listed(options)}, not {quoted(text.value)}")
        return found

    def field(self, name: Marked, node: YamlNode) -> FieldReader | None:
        field = self.fields.get(name.value)
        keys = Keys(node, f"the field {quoted(name.value)}", FIELD_KEYS, self.problems)
        if field is None:
            self.unknown(name, self.fields)
            return None
        return FieldReader(
            path=field.path,
            labels=_texts(keys, "labels"),
            weak_labels=_texts(keys, "weak_labels"),
            weak_unless=self.others(keys),
            not_labels=_texts(keys, "not_labels"),
            value=self.places_of(keys),
            sentences=self.sentences(keys, field),
            first_line=keys.flag("first_line"),
            alone_on_line=self.alone(keys),
            pattern=self.pattern(keys.text("pattern")),
            words=self.words(keys, field),
            from_amounts=keys.flag("from_amounts"),
        )

    def unknown(self, name: Marked, known: Map[str, Field]) -> None:
        """A problem: a name that is no field a reader can find."""
        place = self.places.get(name.value)
        if place is None:
            self.problems.at(name, f"the candidate has no {quoted(name.value)}", suggest(name.value, known))
        elif place.kind == "list":
            self.problems.at(name, f"{quoted(name.value)} is a list", "describe it under `lists`")
        else:
            self.problems.at(name, f"a reader finds no {place.kind} here: {quoted(name.value)}")

    def others(self, keys: Keys) -> tuple[str, ...]:
        """The fields of `weak_unless`."""
        names = keys.texts("weak_unless")
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

    def fine(self, made: object, block: Marked, offset: int) -> bool:
        """Whether a pattern was understood; says so if not."""
        if not isinstance(made, TemplateProblem):
            return True
        self.problems.add(block.at(offset + made.offset), made.message, made.hint, made.width)
        return False

    def alone(self, keys: Keys) -> str | None:
        """`alone_on_line`: true, or a pattern."""
        node = keys.node("alone_on_line")
        if isinstance(node, Marked) and node.value in {"true", "false"}:
            return "" if node.value == "true" else None
        return self.pattern(keys.text("alone_on_line"))

    def pattern(self, text: Marked | None) -> str | None:
        """A pattern that RE2 takes. A | block's last line end is not part of it."""
        if text is None:
            return None
        pattern = text.value.strip("\n")
        try:
            check_pattern(pattern)
        except PatternError as error:
            self.problems.at(text, f"this pattern cannot be used: {error}", "patterns are RE2's")
            return None
        return pattern

    def words(self, keys: Keys, field: Field) -> dict[str, tuple[str, ...]]:
        """The phrases that mean each option of a choice."""
        node = keys.mapping("words")
        if node is None:
            return {}
        if field.kind != "choice":
            self.problems.add(
                node.mark, f"`words` means nothing for the type `{field.kind}`", "it belongs to choices"
            )
            return {}
        inner = Keys(node, "`words`", field.choices, self.problems)
        return {choice: _texts(inner, choice) for choice in field.choices if choice in inner}

    def rows_of(self, name: Marked, node: YamlNode) -> ListReader | None:
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
        columns, stops = self.table(keys, kinds)
        return ListReader(field.path, self.rows(keys, kinds), columns, stops)

    def rows(self, keys: Keys, kinds: dict[str, str]) -> tuple[str, ...]:
        found = []
        for block in keys.texts("rows"):
            for offset, text in split_patterns(block.value):
                if self.fine(compile_row(text, kinds, self.symbols), block, offset):
                    found.append(text)
        return tuple(found)

    def table(self, keys: Keys, kinds: dict[str, str]) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
        node = keys.mapping("table")
        if node is None:
            return {}, ()
        table = Keys(node, "`table`", TABLE_KEYS, self.problems, required=("columns",))
        columns = table.mapping("columns")
        headings = Keys(columns, "`columns`", tuple(kinds), self.problems) if columns else None
        found = {name: _texts(headings, name) for name in kinds if headings and name in headings}
        return found, _texts(table, "stop_lines")


def _texts(keys: Keys, name: str) -> tuple[str, ...]:
    return tuple(text.value for text in keys.texts(name))
