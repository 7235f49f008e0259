"""YAML as marked nodes: mappings, sequences, and scalars that all stay text.

A YAML loader that guesses turns `0.01` into a float, `0012` into 10 and `NO` into false; here the shape
types every value. The composer is a loop over the parser's events with its own stack, so that nesting
costs no recursion, and it refuses what a pack has no use for: tags, several documents, merge keys.
"""

from collections.abc import Iterator
from typing import Any, Final

import yaml
from msgspec import Struct

from selfcorrect.model.cut_texts import add_cut, is_rest, joined
from selfcorrect.model.marks import Mark, Marked
from selfcorrect.model.problems import Problems
from selfcorrect.model.quoting import quoted as quoted  # noqa: PLC0414 - handed on
from selfcorrect.model.quoting import shown as shown  # noqa: PLC0414
from selfcorrect.model.scalar_places import anchors, start_of
from selfcorrect.model.yaml_errors import UNPRINTABLE, add_syntax_problem, add_unprintable_problem

DEEPEST: Final = 40
"""Levels of nesting a pack file may have."""
MOST_ALIASED: Final = 10_000
"""Nodes that aliases may add to a file, counted as if written out."""

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Sequence(Struct, frozen=True):
    """A YAML sequence."""

    items: tuple["YamlNode", ...]
    mark: Mark


class Mapping(Struct, frozen=True):
    """A YAML mapping: entries in file order, keys unique and text."""

    entries: tuple[tuple[Marked, "YamlNode"], ...]
    mark: Mark

    def get(self, name: str) -> "YamlNode | None":
        """The value under a key, None if there is no such key."""
        return next((value for key, value in self.entries if key.value == name), None)


YamlNode = Mapping | Sequence | Marked


def mark_of(node: YamlNode) -> Mark:
    """Where a node's text starts: in a quoted or block scalar, its first character."""
    return node.at(0) if isinstance(node, Marked) else node.mark


def is_null(node: YamlNode) -> bool:
    """Whether the node says "nothing": left out, `~` or `null`, written plain on one line."""
    return isinstance(node, Marked) and not node.anchors and node.value in _NULLS


def plain(node: YamlNode) -> Any:
    """The node as plain data: dict, list, text, and None for what says nothing."""
    match node:
        case Mapping(entries=entries):
            return {key.value: plain(value) for key, value in entries}
        case Sequence(items=items):
            return [plain(item) for item in items]
        case _:
            return None if is_null(node) else node.value


def compose(text: str, file: str, problems: Problems) -> YamlNode | None:
    """The nodes of a file, or None where it is not YAML or was refused; says why in `problems`.

    `text` has line feeds only. A duplicate key is a problem and its first value stands.
    """
    problems.knows(file, text)
    odd = UNPRINTABLE.search(text)
    if odd:
        add_unprintable_problem(odd, text, file, problems)
        return None
    try:
        return _Composer(text, file, problems).run()
    except _RefusedError:
        return None
    except yaml.YAMLError as error:
        add_syntax_problem(error, text, file, problems)
        return None


_NULLS: Final = ("", "~", "null", "Null", "NULL")


class _RefusedError(Exception):
    """Reading on would be pointless or harmful; the problem is already noted."""


class _Frame:
    """A collection being read; `key` is the key whose value comes next, `seen` the line of each key.

    `in_flow` says that it is a mapping written in braces, whose texts end at a comma; `cut` are the
    positions of entries whose text was meant to go on.
    """

    __slots__ = (
        "anchor",
        "children",
        "count",
        "cut",
        "height",
        "in_flow",
        "is_mapping",
        "key",
        "mark",
        "seen",
    )

    def __init__(self, mark: Mark, event: Any, count: int) -> None:
        self.mark = mark
        self.is_mapping = type(event) is yaml.MappingStartEvent
        self.in_flow = self.is_mapping and bool(event.flow_style)
        self.anchor: str | None = event.anchor
        self.count = count
        self.height = 0
        self.key: YamlNode | None = None
        self.children: list[Any] = []
        self.seen: dict[str, int] = {}
        self.cut: set[int] = set()

    def node(self) -> YamlNode:
        """What was read."""
        kind = Mapping if self.is_mapping else Sequence
        return kind(tuple(self.children), self.mark)


class _Known(Struct, frozen=True):
    """An anchored node, how many nodes it stands for, and how deep it goes."""

    node: YamlNode
    count: int
    height: int


class _Composer:
    """Turns the events of one file into one node."""

    def __init__(self, text: str, file: str, problems: Problems) -> None:
        self._text = text
        self._file = file
        self._problems = problems
        self._stack: list[_Frame] = []
        self._anchors: dict[str, _Known] = {}
        self._count = 0
        self._aliased = 0
        self._root: YamlNode | None = None

    def run(self) -> YamlNode | None:
        """The file's node, None if it is empty."""
        for event in self._events():
            kind = type(event)
            if kind is yaml.ScalarEvent:
                self._scalar(event)
            elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                self._open(event)
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                self._close()
            elif kind is yaml.AliasEvent:
                self._alias(event)
            elif kind is yaml.DocumentStartEvent and self._root is not None:
                self._refuse(event, "a second document starts here", _ONE_DOCUMENT)
        if self._root is None:
            self._problems.add(Mark(self._file, 0, 0), "the file is empty")
        return self._root

    def _events(self) -> Iterator[Any]:
        events: Iterator[Any] = yaml.parse(self._text, Loader=_Loader)
        return events

    def _scalar(self, event: Any) -> None:
        self._check_tag(event)
        _, line, column = start_of(event, self._text)
        self._count += 1
        node = Marked(
            event.value,
            Mark(self._file, line, column),
            anchors(event, self._text),
        )
        self._name(event.anchor, node, count=1, height=0)
        self._put(node)

    def _open(self, event: Any) -> None:
        self._check_tag(event)
        if len(self._stack) >= DEEPEST:
            self._refuse(event, f"nesting goes deeper than {DEEPEST} levels")
        self._count += 1
        self._stack.append(_Frame(self._mark(event), event, self._count - 1))

    def _close(self) -> None:
        frame = self._stack.pop()
        for at in sorted(frame.cut):
            add_cut(frame.children[at][1], self._problems)
        node = frame.node()
        self._name(frame.anchor, node, count=self._count - frame.count, height=frame.height + 1)
        self._put(node, frame.height + 1)

    def _name(self, anchor: str | None, node: YamlNode, *, count: int, height: int) -> None:
        if anchor:
            self._anchors[anchor] = _Known(node, count, height)

    def _alias(self, event: Any) -> None:
        name = event.anchor
        known = self._anchors.get(name)
        if any(frame.anchor == name for frame in self._stack):
            self._refuse(event, f"the alias *{name} stands inside what it names", _WRITE_OUT)
        if known is None:
            self._refuse(event, f"the alias *{name} names nothing above", _QUOTE_STAR)
        else:
            self._count += known.count
            self._aliased += known.count
            if self._aliased > MOST_ALIASED or len(self._stack) + known.height > DEEPEST:
                self._refuse(event, "written out, the aliases make this file too large", _WRITE_OUT)
            self._put(known.node, known.height)

    def _put(self, node: YamlNode, height: int = 0) -> None:
        if not self._stack:
            self._root = node
            return
        frame = self._stack[-1]
        frame.height = max(frame.height, height)
        if not frame.is_mapping:
            frame.children.append(node)
        elif frame.key is None:
            frame.key = node
        else:
            self._entry(frame, frame.key, node)
            frame.key = None

    def _entry(self, frame: _Frame, key: YamlNode, value: YamlNode) -> None:
        if not isinstance(key, Marked):
            self._add(key.mark, "a key must be a text", "put a text with { or [ in quotes")
        elif key.value == "<<" and not key.anchors:
            self._add(key.mark, "merge keys (<<) are not read", "write the keys out", 2)
            raise _RefusedError
        elif frame.in_flow and self._goes_on(frame, key, value):
            return
        elif key.value in frame.seen:
            first = frame.seen[key.value]
            said = f"the key {quoted(key.value)} stands twice; the first is on line {first}"
            self._add(key.mark, said, "keep one of them", len(key.value))
        else:
            frame.seen[key.value] = key.mark.line
            frame.children.append((key, value))

    def _goes_on(self, frame: _Frame, key: Marked, value: YamlNode) -> bool:
        """Whether an entry was the rest of the text before it; then it is put back there."""
        at = len(frame.children) - 1
        if at < 0:
            return False
        owner, text = frame.children[at]
        if not is_rest(text, key, value) or (text.anchors and at not in frame.cut):
            return False
        frame.children[at] = (owner, joined(text, key))
        frame.cut.add(at)
        return True

    def _check_tag(self, event: Any) -> None:
        if event.tag is not None:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            self._refuse(event, f"the tag {shown(tag)} is not read", _NO_TAGS)

    def _add(self, mark: Mark, message: str, hint: str, width: int = 1) -> None:
        self._problems.add(mark, message, hint, width)
        if self._problems.full:
            raise _RefusedError

    def _refuse(self, event: Any, message: str, hint: str = "") -> None:
        width = event.end_mark.column - event.start_mark.column
        one_line = event.end_mark.line == event.start_mark.line
        self._problems.add(self._mark(event), message, hint, width if one_line else 1)
        raise _RefusedError

    def _mark(self, event: Any) -> Mark:
        return Mark(self._file, event.start_mark.line + 1, event.start_mark.column + 1)


_NO_TAGS: Final = "leave it out: every value is text, and the pack's shape says what it holds"
_ONE_DOCUMENT: Final = "a file holds one; leave out the ---"
_WRITE_OUT: Final = "write the parts out"
_QUOTE_STAR: Final = "put a text that starts with * in quotes"
