"""What a reader.yaml says of rows: which column is what, which ids are the same, what words mean."""

import re
from collections.abc import Iterator
from collections.abc import Mapping as Map
from typing import Final

from selfcorrect.language.shape import Field, Shape, walk
from selfcorrect.model.marks import Marked
from selfcorrect.model.problems import Problems
from selfcorrect.model.suggest import suggest
from selfcorrect.model.yaml_nodes import Mapping, Sequence, YamlNode, quoted
from selfcorrect.pack.keys import Keys, add_wrong_kind, listed, pairs
from selfcorrect.pack.reader_parts import ReaderParts
from selfcorrect.reading.filling.names import PSEUDO, UNNAMED, folded
from selfcorrect.reading.spec import Ids, RowsReader

ROWS_KEYS: Final = ("file", "columns", "record", "ids", "values", "others", "blanks")
FILE_KEYS: Final = ("form", "fill", "rows_in")
IDS_KEYS: Final = ("fields", "ignore_case", "ignore_zeros", "same_prefix", "pattern")
FORMS: Final = ("text", "rows")
_TRUTHS: Final = ("true", "false")
_BRACKETS: Final = re.compile(r"\([a-z]+\)")
_HOLD_IDS: Final = ("text", "reference")


class ReaderRows(ReaderParts):
    """Reads how rows become a candidate. What is wrong is told and left out."""

    def __init__(self, shape: Shape, problems: Problems) -> None:
        super().__init__(problems)
        self.shape = shape
        self.lists = {f.name: f for f in shape.given if f.kind == "list" and f.fields}

    def reader(self, keys: Keys) -> RowsReader | None:
        """The reader of rows; None where files are texts."""
        said = keys.mapping("file")
        file = Keys(said, "`file`", FILE_KEYS, self.problems) if said else None
        form = file.choice("form", FORMS) if file else None
        if file is None or form is None or form.value != "rows":
            if file is None or "form" not in file or form is not None:
                self.refuse_idle(keys, file)
            return None
        filled = self.filled(file)
        if filled is None:
            return None
        row = {field.path.removeprefix(f"{filled.path}."): field for field in walk(filled.fields)}
        record = {field.path: field for field in walk(self.beside(filled))}
        return RowsReader(
            fill=filled.name,
            rows_in=tuple(text.value for text in file.texts("rows_in")),
            columns=self.columns(keys, "columns", row, f"a row of {quoted(filled.name)}"),
            record=self.columns(keys, "record", record, "the candidate", filled.name),
            ids=self.ids(keys, row),
            values=self.values(keys, row | record),
            others=tuple(self.names(keys.node("others"), "`others` takes names of columns")),
            blanks=tuple(text.value for text in keys.texts("blanks")),
        )

    def filled(self, file: Keys) -> Field | None:
        """The list that the rows fill."""
        name = file.text("fill")
        if "fill" not in file and file.whole:
            hint = f"such as fill: {next(iter(self.lists))}" if self.lists else ""
            self.problems.add(file.mark, "`file` needs `fill`, the list that the rows fill", hint)
        if name is None:
            return None
        if name.value not in self.lists:
            said = f"the candidate has no list of rows {quoted(name.value)}"
            self.problems.at(name, said, suggest(name.value, self.lists))
        return self.lists.get(name.value)

    def beside(self, filled: Field) -> tuple[Field, ...]:
        """The fields of the candidate that no row fills."""
        return tuple(field for field in self.shape.given if field.name != filled.name)

    def refuse_idle(self, keys: Keys, file: Keys | None) -> None:
        """A problem for each key that says how rows are read, where none are."""
        within = [name for name in FILE_KEYS[1:] if file and name in file]
        idle = within or [name for name in ROWS_KEYS[1:] if name in keys]
        if idle:
            verb = "says" if len(idle) == 1 else "say"
            said = f"{listed(idle)} {verb} how rows are read, and this reader reads texts"
            way_out = "add form: rows" if within else "add file: {form: rows, fill: …}"
            self.problems.add(file.mark if within and file else keys.mark, said, way_out)

    def columns(
        self, keys: Keys, key: str, fields: Map[str, Field], what: str, filled: str = ""
    ) -> dict[str, tuple[str, ...]]:
        """The names of columns by the fields that they fill."""
        found: dict[str, tuple[str, ...]] = {}
        for name, node in pairs(keys.mapping(key)):
            if name.value in fields:
                wanted = f"{quoted(name.value)} takes names of columns"
                found[name.value] = tuple(self.names(node, wanted))
            elif name.value == filled:
                self.problems.at(
                    name, f"{quoted(filled)} is what the rows fill", "describe it under `columns`"
                )
            else:
                said = f"{what} has no {quoted(name.value)}"
                self.problems.at(name, said, suggest(name.value, fields))
        return found

    def names(self, node: YamlNode | None, wanted: str) -> Iterator[str]:
        """Names of columns; one in round brackets is one of those that a file has without saying so."""
        for text in self.words(node, wanted, blank=False):
            known = not _BRACKETS.fullmatch(text.value) or text.value in PSEUDO
            if known or text.value.startswith(UNNAMED):
                yield text.value
            else:
                said = f"a file has no {quoted(text.value)} of its own"
                self.problems.at(text, said, suggest(text.value, PSEUDO) or f"it has {listed(PSEUDO)}")

    def words(self, node: YamlNode | None, wanted: str, *, blank: bool = True) -> Iterator[Marked]:
        """A text or a list of texts; one in quotes may be blank."""
        for item in node.items if isinstance(node, Sequence) else () if node is None else (node,):
            if isinstance(item, Marked) and (item.value.strip() or (blank and item.anchors)):
                yield item
            elif isinstance(item, Marked):
                self.problems.at(item, f"{wanted}, and nothing stands here")
            else:
                add_wrong_kind(item, wanted, self.problems)

    def ids(self, keys: Keys, row: Map[str, Field]) -> Ids:
        """How ids are written."""
        node = keys.mapping("ids")
        if node is None:
            return Ids()
        ids = Keys(node, "`ids`", IDS_KEYS, self.problems)
        return Ids(
            fields=tuple(self.id_fields(ids, row)),
            ignore_case=ids.flag("ignore_case"),
            ignore_zeros=ids.flag("ignore_zeros"),
            same_prefix=tuple(self.groups(ids)),
            pattern=self.pattern(ids.text("pattern")),
        )

    def id_fields(self, ids: Keys, row: Map[str, Field]) -> Iterator[str]:
        """The fields of a row that hold ids."""
        for name in ids.texts("fields"):
            field = row.get(name.value)
            kind = (field.item or field).kind if field else None
            if kind in _HOLD_IDS:
                yield name.value
            elif field is None:
                self.problems.at(name, f"a row has no {quoted(name.value)}", suggest(name.value, row))
            else:
                said = f"{quoted(name.value)} is of the type `{field.kind}`, which holds no ids"
                self.problems.at(name, said, "ids are texts, references, or lists of these")

    def groups(self, ids: Keys) -> Iterator[tuple[str, ...]]:
        """The prefixes that are the same, group by group; a list of texts is one group."""
        items = ids.items("same_prefix")
        nested = any(isinstance(item, Sequence) for item in items)
        node = ids.node("same_prefix")
        seen: dict[str, Marked] = {}
        for item in items if nested else (node,) if items and node is not None else ():
            group = []
            for text in self.words(item, "`same_prefix` takes lists of prefixes"):
                prefix = folded(text.value).strip()
                if prefix in seen:
                    self.problems.at(text, f"the prefix {quoted(text.value)} stands twice")
                else:
                    group.append(text.value.strip())
                seen[prefix] = text
            if len(group) > 1:
                yield tuple(group)
            elif isinstance(item, Sequence) and len(item.items) < 2:
                said = "a group of prefixes that are the same has two at least"
                self.problems.add(item.mark, said, "an empty one in quotes stands for none at all")

    def values(self, keys: Keys, fields: Map[str, Field]) -> dict[str, dict[str, tuple[str, ...]]]:
        """The words that mean each option, by field."""
        found: dict[str, dict[str, tuple[str, ...]]] = {}
        for name, node in pairs(keys.mapping("values")):
            field = fields.get(name.value)
            item = field and (field.item or field)
            if item is None:
                said = f"neither a row nor the candidate has {quoted(name.value)}"
                self.problems.at(name, said, suggest(name.value, fields))
            elif item.kind in ("choice", "boolean"):
                found[name.value] = self.options(name, node, item.choices or _TRUTHS)
            else:
                said = f"{quoted(name.value)} is of the type `{item.kind}`, and has no options"
                self.problems.at(name, said, "words belong to choices, and to what is true or false")
        return found

    def options(self, name: Marked, node: YamlNode, options: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        """The words of each option; one that stands for two of them is a problem."""
        Keys(node, f"the values of {quoted(name.value)}", options, self.problems)
        means = {folded(option): option for option in options}
        found: dict[str, tuple[str, ...]] = {}
        for option, said in pairs(node if isinstance(node, Mapping) else None):
            if option.value in options:
                words = self.words(said, f"{quoted(option.value)} takes words")
                found[option.value] = tuple(
                    word.value for word in words if self.means(word, option.value, means)
                )
        return found

    def means(self, word: Marked, option: str, means: dict[str, str]) -> bool:
        """Whether a word can mean an option, and nothing else."""
        if not word.value.strip("*") and "*" in word.value:
            said = "a star stands for how a word goes on, and no word stands before it"
            self.problems.at(word, said)
            return False
        other = means.setdefault(folded(word.value), option)
        if other == option:
            return True
        itself = folded(word.value) == folded(other)
        said = "is an option itself" if itself else f"stands for {quoted(other)} already"
        self.problems.at(word, f"{quoted(word.value)} {said}", "a word has one meaning")
        return False
