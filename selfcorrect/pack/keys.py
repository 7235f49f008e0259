"""Reads the keys of a mapping into typed values; every mistake becomes a diagnostic, all at once.

    keys = Keys(node, "a source", ("file", "key", "ignore_case"), problems, required=("file", "key"))
    file = keys.text("file")

A getter gives None (or nothing, or the default) both for a key that is not there and for one whose value
is of the wrong kind; the latter is a problem by then. A mapping that stands under a key whose value is
a text and holds keys of this same mapping is one misplaced indent, and told as one.
"""

from collections.abc import Sequence as Many
from decimal import Decimal
from typing import Final

from selfcorrect.language.numbers import parse_number
from selfcorrect.model.marks import Mark, Marked
from selfcorrect.model.problems import Problems
from selfcorrect.model.suggest import suggest
from selfcorrect.model.yaml_nodes import Mapping, Sequence, YamlNode, mark_of, quoted

_FLAGS: Final = {"true": True, "false": False}
_LARGEST: Final = 10**9


class Keys:
    """The known keys of one mapping. `what` names it in sentences, with its article: "a rule".

    `whole` is false where something is missing or misplaced, so that judging the values together
    would only repeat what has been said.
    """

    __slots__ = ("_known", "_problems", "_values", "mark", "what", "whole")

    def __init__(
        self,
        node: YamlNode,
        what: str,
        known: Many[str],
        problems: Problems,
        required: Many[str] = (),
    ) -> None:
        self.what = what
        self.mark = mark_of(node)
        self.whole = True
        self._known = known
        self._problems = problems
        self._values: dict[str, YamlNode] = {}
        if isinstance(node, Mapping):
            self._sort_in(node)
            self._demand(required)
        else:
            self.wrong(node, f"{what} is a mapping of keys", f"its keys are {listed(known)}")

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def node(self, name: str) -> YamlNode | None:
        """The value of a key as it is."""
        return self._values.get(name)

    def text(self, name: str) -> Marked | None:
        """A text."""
        node = self._values.get(name)
        if node is None:
            return None
        if isinstance(node, Mapping) and self._swallowed(name, node):
            return None
        return self._as_text(node, f"`{name}` takes a text")

    def texts(self, name: str) -> tuple[Marked, ...]:
        """One text or a list of them."""
        node = self._values.get(name)
        if not isinstance(node, Sequence):
            text = self.text(name)
            return (text,) if text else ()
        found = [self._as_text(item, f"`{name}` takes texts") for item in node.items]
        return tuple(text for text in found if text)

    def named(self, name: str) -> tuple[tuple[Marked, Marked], ...]:
        """A mapping of names to texts, in order."""
        node = self.mapping(name)
        found = [
            (key, self._as_text(value, f"{quoted(key.value)} takes a text")) for key, value in pairs(node)
        ]
        return tuple((key, text) for key, text in found if text)

    def expressions(self, name: str) -> tuple[tuple[Marked, Marked], ...]:
        """A mapping of names to expressions, in order. A YAML list of them is a list in the rule language."""
        found = [(key, self._as_expression(value, key.value)) for key, value in pairs(self.mapping(name))]
        return tuple((key, text) for key, text in found if text)

    def expression(self, name: str) -> Marked | None:
        """An expression, or a YAML list of them."""
        node = self._values.get(name)
        return self._as_expression(node, name) if isinstance(node, Sequence) else self.text(name)

    def mapping(self, name: str) -> Mapping | None:
        """A mapping, whatever is in it."""
        node = self._values.get(name)
        if node is None or isinstance(node, Mapping):
            return node
        self.wrong(node, f"`{name}` takes a mapping")
        return None

    def items(self, name: str) -> tuple[YamlNode, ...]:
        """The items of a list."""
        node = self._values.get(name)
        if isinstance(node, Sequence):
            return node.items
        if node is not None:
            self.wrong(node, f"`{name}` takes a list")
        return ()

    def flag(self, name: str) -> bool:
        """True or false; false where not given."""
        text = self.text(name)
        if text is None:
            return False
        if text.value not in _FLAGS:
            self._problems.at(text, f"`{name}` is true or false, not {quoted(text.value)}")
        return _FLAGS.get(text.value, False)

    def count(self, name: str, default: int, least: int = 0) -> int:
        """A whole number of at least `least`."""
        text = self.text(name)
        if text is None:
            return default
        if text.value.isascii() and text.value.isdecimal() and len(text.value) <= len(str(_LARGEST)):
            number = int(text.value)
            if least <= number <= _LARGEST:
                return number
        self._problems.at(text, f"`{name}` is a whole number from {least}, not {quoted(text.value)}")
        return default

    def share(self, name: str, default: Decimal) -> Decimal:
        """A number from 0 to 1."""
        text = self.text(name)
        if text is None:
            return default
        try:
            share = parse_number(text.value)
        except ValueError:
            share = Decimal(-1)
        if not 0 <= share <= 1:
            self._problems.at(text, f"`{name}` is a number from 0 to 1, not {quoted(text.value)}")
        return share

    def choice(self, name: str, options: Many[str]) -> Marked | None:
        """A text that is one of `options`."""
        text = self.text(name)
        if text is None or text.value in options:
            return text
        said = f"`{name}` is one of {listed(options)}, not {quoted(text.value)}"
        self._problems.at(text, said, near(text.value, options))
        return None

    def wrong(self, node: YamlNode, wanted: str, hint: str = "") -> None:
        """A problem: the node is of another kind than wanted."""
        self.whole = False
        add_wrong_kind(node, wanted, self._problems, hint)

    def _as_expression(self, node: YamlNode, name: str) -> Marked | None:
        wanted = f"{quoted(name)} takes an expression"
        if not isinstance(node, Sequence):
            return self._as_text(node, f"{quoted(name)} takes a text")
        items = [self._as_text(item, f"{wanted}, or a list of them") for item in node.items]
        texts = [text for text in items if text]
        return list_literal(texts, node.mark) if len(texts) == len(items) else None

    def _as_text(self, node: YamlNode, wanted: str) -> Marked | None:
        if not isinstance(node, Marked):
            self.wrong(node, wanted)
            return None
        if not node.value.strip():
            self.whole = False
            self._problems.at(node, f"{wanted}, and nothing stands here")
            return None
        return node

    def _sort_in(self, node: Mapping) -> None:
        unknown = []
        for key, value in node.entries:
            if key.value in self._known:
                self._values[key.value] = value
            else:
                unknown.append(key)
        for key in unknown:
            hint = suggest(key.value, self._known) or f"its keys are {listed(self._known)}"
            self._problems.at(key, f"unknown key {quoted(key.value)} in {self.what}", hint)
            # Where it was meant for a key that is not there, that key is misspelt and not missing.
            meant = [name for name in self._known if hint == f"did you mean {quoted(name)}?"]
            self.whole &= all(name in self._values for name in meant)

    def _demand(self, required: Many[str]) -> None:
        missing = [name for name in required if name not in self._values]
        if missing and self.whole:
            self.whole = False
            self._problems.add(self.mark, f"{self.what} needs {listed(missing)}")

    def _swallowed(self, name: str, node: Mapping) -> bool:
        """Whether keys of this mapping stand one level too deep, under a key that takes a text."""
        inner = [key for key, _ in node.entries if key.value in self._known]
        if inner:
            self.whole = False
            add_misplaced(inner, f"under `{name}`", f"indent like `{name}`", self._problems)
        return bool(inner)


def list_literal(items: Many[Marked], mark: Mark) -> Marked:
    """A YAML list of expressions as one expression, `[a, b]`, each part with its own place."""
    value = "["
    anchors = [(0, mark.line, mark.column)]
    for item in items:
        value += ", " if len(anchors) > 1 else ""
        places = item.anchors or ((0, item.mark.line, item.mark.column),)
        anchors += [(len(value) + offset, line, column) for offset, line, column in places]
        value += item.value
    return Marked(f"{value}]", mark, tuple(anchors))


def pairs(node: Mapping | None) -> tuple[tuple[Marked, YamlNode], ...]:
    """The entries of a mapping that may not be there."""
    return node.entries if node else ()


def add_wrong_kind(node: YamlNode, wanted: str, problems: Problems, hint: str = "") -> None:
    """A problem: a node of another kind than `wanted`, a clause such as "`says` takes a text"."""
    if isinstance(node, Marked) and not node.value.strip():
        problems.at(node, f"{wanted}, and nothing stands here", hint)
        return
    problems.add(mark_of(node), f"{wanted}; here stands {kind_of(node)}", hint, _width(node))


def add_misplaced(keys: Many[Marked], where: str, way_out: str, problems: Problems) -> None:
    """One problem for keys that one indent has put in the wrong place."""
    names = listed([key.value for key in keys])
    verb = "stands" if len(keys) == 1 else "stand"
    problems.at(keys[0], f"{names} {verb} {where}, by a misplaced indent", way_out)


def kind_of(node: YamlNode) -> str:
    """The kind of a node, in words."""
    match node:
        case Mapping():
            return "a mapping"
        case Sequence():
            return "a list"
        case _:
            return "a text"


def near(name: str, options: Many[str]) -> str:
    """A hint for a mistyped name where its options have been listed already."""
    hint = suggest(name, options)
    return hint if hint.startswith("did") else ""


def listed(names: Many[str], most: int = 12) -> str:
    """Names in backquotes, with commas; the first `most` of them."""
    shown = ", ".join(quoted(name) for name in names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"


def _width(node: YamlNode) -> int:
    return len(node.value.split("\n", 1)[0]) if isinstance(node, Marked) else 1
