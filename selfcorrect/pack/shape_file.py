"""`candidate:` of pack.yaml, typed: the fields, what they hold, and how they point at one another."""

from typing import Final, get_args

from selfcorrect.language.patterns import PatternError, check_pattern
from selfcorrect.language.shape import KINDS, SCALAR_KINDS, Field, Kind, Reach, Shape
from selfcorrect.language.values import BAD, OUT_OF_RANGE, read_value
from selfcorrect.model.marks import Marked
from selfcorrect.model.problems import Problems
from selfcorrect.model.suggest import suggest
from selfcorrect.model.words import SEVERITIES
from selfcorrect.model.yaml_nodes import Mapping, Sequence, YamlNode, mark_of, quoted
from selfcorrect.pack.keys import Keys, add_wrong_kind, listed
from selfcorrect.pack.misplaced import lift_dedented, lift_nested
from selfcorrect.pack.names import SHAPE_FINDINGS, check_name, check_own_code, is_name
from selfcorrect.pack.references import Pointer, check_pointers
from selfcorrect.pack.shape_keys import FIELD_KEYS, NEEDS, suits

_REACHES: Final[dict[str, Reach]] = {"true": "onward", "false": "never", "back": "back"}


def read_shape(node: Mapping, problems: Problems) -> Shape | None:
    """The shape that `candidate:` describes; None where a field is missing or its kind unknown.

    None means that expressions over the shape would be judged wrongly; other mistakes leave it whole.
    """
    reader = _ShapeReader(problems)
    fields = reader.fields(node, "")
    if not fields and reader.whole:
        problems.add(node.mark, "`candidate` needs at least one field")
        return None
    if reader.whole:
        check_pointers(fields, reader.pointers, problems)
    return Shape(fields) if reader.whole else None


def scalar_kind(text: Marked, problems: Problems) -> Kind | None:
    """The scalar kind a text names."""
    for kind in SCALAR_KINDS:
        if kind == text.value:
            return kind
    problems.at(text, f"{quoted(text.value)} is no type of a single value", suggest(text.value, SCALAR_KINDS))
    return None


class _ShapeReader:
    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        self.pointers: list[Pointer] = []
        self.whole = True

    def fields(self, node: Mapping, row: str) -> tuple[Field, ...]:
        """The fields of the candidate (`row` empty), of a list's rows, or of an object."""
        settled = lift_dedented(node, FIELD_KEYS, self.problems, always=False)
        self.whole &= settled.whole
        found = []
        for name, value in settled.entries:
            if name.value not in settled.broken:
                found.append(self.field(name, value, f"{row}.{name.value}" if row else name.value))
        return tuple(field for field in found if field)

    def field(self, name: Marked, node: YamlNode, path: str) -> Field | None:
        """One field by its name; None where it could not be read, and then the shape is not whole."""
        if not check_name(name, "a field", self.problems, bare=path == name.value):
            found = None
        elif isinstance(node, Marked) and node.value.strip():
            found = self.short(name, node, path)
        elif isinstance(node, Mapping):
            if node.get("type") is not None:
                node, misplaced = lift_nested(node, name, is_field, self.problems)
                self.whole &= not misplaced
            found = self.long(name, node, path)
        else:
            add_wrong_kind(node, f"{quoted(name.value)} takes a type or a mapping of keys", self.problems)
            found = None
        self.whole &= found is not None
        return found

    def short(self, name: Marked, text: Marked, path: str) -> Field | None:
        """A field given by its type alone."""
        kind = self.kind(text)
        if kind in NEEDS:
            hint = f"write it out: {{type: {kind}, {NEEDS[kind]}: …}}"
            self.problems.at(text, f"{quoted(name.value)} is a {kind} and needs `{NEEDS[kind]}`", hint)
            return None
        return Field(name=name.value, kind=kind, path=path, mark=name.mark) if kind else None

    def long(self, name: Marked, node: Mapping, path: str) -> Field | None:
        """A field given by its keys. `name` is empty for the items of a list."""
        what = f"the field {quoted(name.value)}" if name.value else "an item"
        if "type" not in (key.value for key, _ in node.entries):
            hint = "a group of fields is {type: object, of: …}"
            self.problems.at(name, f"{what} has no `type`", hint)
            return None
        keys = Keys(node, what, FIELD_KEYS, self.problems)
        text = keys.text("type")
        kind = self.kind(text) if text else None
        if kind is None or not suits(keys, kind, self.problems):
            return None
        field = self.described(name, keys, kind, path)
        self.point(field, keys)
        return field if keys.whole else None

    def described(self, name: Marked, keys: Keys, kind: Kind, path: str) -> Field:
        """The field that its keys describe."""
        item, fields = self.inside(keys, path) if kind in ("list", "object") else (None, ())
        choices = self.choices(keys) if kind == "choice" else ()
        severity = keys.choice("severity", SEVERITIES)
        key = self.key_of(keys)
        to, inverse = keys.text("to"), keys.text("inverse")
        return Field(
            name=name.value,
            kind=kind,
            path=path,
            mark=name.mark,
            required=keys.flag("required"),
            required_when=keys.text("required_when"),
            if_absent=self.stand_in(keys, kind, choices),
            pattern=self.pattern(keys),
            at_least=keys.count("at_least", 0),
            choices=choices,
            fields=fields,
            item=item,
            key=key.value if key else None,
            to=to.value if to else None,
            inverse=inverse.value if inverse else None,
            impact=self.impact(keys, item, fields),
            find=self.text_of(keys, "find"),
            find_in=self.text_of(keys, "in"),
            find_by=keys.text("by"),
            find_with=self.text_of(keys, "with"),
            codes=self.codes(keys),
            severity=next((s for s in SEVERITIES if severity and s == severity.value), None),
        )

    def impact(self, keys: Keys, item: Field | None, fields: tuple[Field, ...]) -> Reach:
        """Which way a change goes along what refers: on to what has it, where nothing else is said."""
        node = keys.node("impact")
        if node is not None and (fields or (item and item.kind != "reference")):
            said = "`impact` means nothing for a list that is none of references"
            self.problems.add(mark_of(node), said, "it belongs to `reference`, and to a `list` of them")
        said_so = keys.choice("impact", tuple(_REACHES))
        return _REACHES[said_so.value] if said_so else "onward"

    @staticmethod
    def text_of(keys: Keys, name: str) -> str | None:
        """A plain text."""
        text = keys.text(name)
        return text.value if text else None

    def kind(self, text: Marked) -> Kind | None:
        """The kind a text names."""
        for kind in get_args(Kind):
            if kind == text.value:
                return kind  # type: ignore[no-any-return]
        self.problems.at(text, f"{quoted(text.value)} is no type", suggest(text.value, KINDS) or _types())
        return None

    def inside(self, keys: Keys, path: str) -> tuple[Field | None, tuple[Field, ...]]:
        """What `of` says of a list or an object: an item or fields."""
        node = keys.node("of")
        if isinstance(node, Marked) and keys.node("key") is None:
            text = keys.text("of")
            kind = scalar_kind(text, self.problems) if text else None
            self.whole &= kind is not None
            return (Field(name="", kind=kind, path=path, mark=node.mark) if kind else None), ()
        if isinstance(node, Mapping) and _is_item(node):
            return self.long(Marked("", node.mark), node, path), ()
        of = keys.mapping("of")
        return None, self.fields(of, path) if of else ()

    def choices(self, keys: Keys) -> tuple[str, ...]:
        """The options of a choice."""
        options: dict[str, Marked] = {}
        if isinstance(node := keys.node("of"), Mapping):
            keys.wrong(node, "`of` takes the options of a choice, a list of texts")
            return ()
        for option in keys.texts("of"):
            if option.value in options:
                self.problems.at(option, f"the option {quoted(option.value)} stands twice")
            options[option.value] = option
        if isinstance(node, Sequence) and not node.items:
            self.problems.add(node.mark, "a choice needs at least one option")
        return tuple(options)

    def key_of(self, keys: Keys) -> Marked | None:
        """The field that keeps a list's rows apart, given as its name or as {field: name}."""
        node = keys.node("key")
        if isinstance(node, Mapping):
            return Keys(node, "`key`", ("field",), self.problems, required=("field",)).text("field")
        return keys.text("key")

    def stand_in(self, keys: Keys, kind: Kind, choices: tuple[str, ...]) -> object:
        """The value of `if_absent`, typed; of a list the empty one, and no other."""
        if kind == "list":
            node = keys.node("if_absent")
            if node is not None and not (isinstance(node, Sequence) and not node.items):
                keys.wrong(node, "an absent list can only stand for an empty one", "if_absent: []")
            return () if node is not None else None
        text = keys.text("if_absent") if kind in SCALAR_KINDS else None
        value = read_value(kind, text.value, choices) if text else None
        if text and value in (BAD, OUT_OF_RANGE):
            hint = f"its options are {listed(choices)}" if choices else ""
            self.problems.at(text, f"{quoted(text.value)} is no value of the type `{kind}`", hint)
            return None
        return value

    def pattern(self, keys: Keys) -> str | None:
        """A pattern that RE2 takes. A | block's last line end is not part of it."""
        text = keys.text("pattern")
        if text is None:
            return None
        pattern = text.value.strip("\n")
        try:
            check_pattern(pattern)
        except PatternError as error:
            self.problems.at(text, f"this pattern cannot be used: {error}", "patterns are RE2's")
            return None
        return pattern

    def codes(self, keys: Keys) -> dict[str, str]:
        """`code`: one text for every finding here, or a mapping of finding to code."""
        if not isinstance(keys.node("code"), Mapping):
            text = keys.text("code")
            return {"*": text.value} if text and check_own_code(text, self.problems) else {}
        found = {}
        for finding, text in keys.named("code"):
            if finding.value not in SHAPE_FINDINGS:
                hint = suggest(finding.value, SHAPE_FINDINGS)
                self.problems.at(finding, f"{quoted(finding.value)} is no finding of the shape", hint)
            elif text.value == finding.value or check_own_code(text, self.problems):
                found[finding.value] = text.value
        return found

    def point(self, field: Field, keys: Keys) -> None:
        """Remembers what the field points at, to be checked when every field is known."""
        for name in ("to", "inverse"):
            if field.kind == "reference" and (text := keys.text(name)):
                self.pointers.append(Pointer(name, field, text))
        for name in ("find", "in", "with"):
            if field.kind == "list" and (text := keys.text(name)):
                self.pointers.append(Pointer(name, field, text))
        if field.kind == "list" and field.key and (key := self.key_of(keys)):
            self.pointers.append(Pointer("key", field, key))


def is_field(key: Marked, value: YamlNode) -> bool:
    """Whether an entry among other keys can only be a field of its own."""
    if key.value in FIELD_KEYS or not is_name(key.value):
        return False
    if isinstance(value, Mapping):
        return value.get("type") is not None
    return isinstance(value, Marked) and value.value in KINDS


def _is_item(node: Mapping) -> bool:
    """Whether `of` describes a list's single values, not the fields of its rows."""
    kind = node.get("type")
    if not isinstance(kind, Marked) or kind.value not in SCALAR_KINDS:
        return False
    return all(key.value in FIELD_KEYS for key, _ in node.entries)


def _types() -> str:
    return f"types are {listed(KINDS, len(KINDS))}"
