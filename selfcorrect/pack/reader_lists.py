"""`lists:` of a reader.yaml: how rows are found in a text."""

from typing import Final

from selfcorrect.language.shape import Shape, walk
from selfcorrect.model.marks import Marked
from selfcorrect.model.problems import Problems
from selfcorrect.model.suggest import suggest
from selfcorrect.model.yaml_nodes import YamlNode, quoted
from selfcorrect.pack.keys import Keys, listed, pairs
from selfcorrect.pack.reader_parts import Named, ReaderParts
from selfcorrect.reading.page.patterns import compile_row, split_patterns
from selfcorrect.reading.spec import READ_TYPES, ListReader

LIST_KEYS: Final = ("rows", "not_rows", "labels", "table", "blocks", "unit", "taken_off")
BLOCK_KEYS: Final = ("head", "labels")
TABLE_KEYS: Final = ("columns", "others", "only", "stop_lines", "skip_lines")
_FINDERS: Final = ("steps",)
_STEP_KEYS: Final = ("find", "passage", "labels")


class ReaderLists(ReaderParts):
    """Reads the lists of a candidate."""

    def __init__(self, shape: Shape, named: Named, problems: Problems) -> None:
        super().__init__(problems)
        self.named = named
        self.places = {field.path: field for field in walk(shape.fields)}
        self.lists = {
            path: field for path, field in self.places.items() if field.kind == "list" and field.fields
        }

    def all(self, keys: Keys) -> tuple[ListReader, ...]:
        """Every list that is described without a mistake in its name."""
        found = (self.rows_of(name, value) for name, value in pairs(keys.mapping("lists")))
        return tuple(rows for rows in found if rows)

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
            passage=self.passage(keys, self.named.passages),
        )

    def rows_of(self, name: Marked, node: YamlNode) -> ListReader | None:
        """One list by its name; None where the candidate has no such list."""
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
        return pattern if self.fine(compile_row(pattern, kinds, self.named.symbols), text, offset) else ""

    def row_field(self, keys: Keys, key: str, kinds: dict[str, str], kind: str) -> str:
        """A field of the rows, of one type; empty where the key is not there or names none."""
        fitting = [name for name in kinds if kinds[name] == kind]
        return next(iter(self.chosen(keys, key, fitting)), "")

    def rows(self, keys: Keys, kinds: dict[str, str]) -> tuple[str, ...]:
        """Patterns of rows over fields of some kinds."""
        found = []
        for block in keys.texts("rows"):
            for offset, text in split_patterns(block.value):
                if self.fine(compile_row(text, kinds, self.named.symbols), block, offset):
                    found.append(text)
        return tuple(found)
