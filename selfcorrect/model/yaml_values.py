"""YAML as plain values: dict, list, text and None, with the places of mappings. For data, not packs.

Packs are composed to nodes (`yaml_nodes`), each with its place, and what they have no use for is refused.
Data are far larger and other people's: here only the places of what may be rows are kept, and aliases, merge
keys, tags and several documents are read. A loop with its own stack, so that nesting costs no recursion.
"""

from typing import Any, Final

import yaml
from msgspec import Struct

from selfcorrect.model.problems import Problems
from selfcorrect.model.yaml_errors import add_syntax_problem
from selfcorrect.model.yaml_places import BLOCKS, STRANGE, Place, events, trimmed

DEEPEST: Final = 40
"""Levels of nesting in data."""
MOST_ALIASED: Final = 100_000
"""Values that aliases may add, counted as if written out."""
MOST_VALUES: Final = 10_000_000
"""Values in a file: more take minutes and gigabytes."""

_NULLS: Final = frozenset(("", "~", "null", "Null", "NULL"))


class YamlError(ValueError):
    """A text is no YAML that can be used; as text, the whole sentence. `kind` is a stable code."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class Repeat(Struct, frozen=True):
    """An entry whose key the mapping has already: of these the first is in it."""

    mapping: int
    key: str
    value: Any
    place: Place


class YamlValues(Struct, frozen=True):
    """The documents of a file, each with its place.

    `places` has, by `id`, of each list or mapping in which mappings stand the places of all that is in it, in
    order; in a mapping from the key on. What a merge key brought has none, and comes last. `odd` are the
    places of keys that are no texts.
    """

    documents: list[tuple[Any, Place]]
    places: dict[int, list[Place]]
    repeats: list[Repeat]
    odd: list[Place]


def read_values(text: str) -> YamlValues:
    """The values of a text, which has line feeds only. Raises YamlError."""
    strange = STRANGE.search(text)
    if strange:
        at = strange.start()
        code = f"U+{ord(strange.group()):04X}"
        raise YamlError("BAD_YAML", f"this is not YAML {_where(text, at)}: {code} cannot stand in it")
    try:
        return _Reader(text).run()
    except yaml.YAMLError as error:
        problems = Problems()
        add_syntax_problem(error, text, "", problems)
        found = problems.diagnostics()[0]
        place = f"at line {found.mark.line}, column {found.mark.column}"
        hint = f" ({found.hint})" if found.hint else ""
        kind = "TOO_DEEP" if found.message.startswith("nesting") else "BAD_YAML"
        raise YamlError(kind, f"this is not YAML {place}: {found.message}{hint}") from error


def _where(text: str, at: int) -> str:
    return f"at line {text.count(chr(10), 0, at) + 1}, column {at - text.rfind(chr(10), 0, at)}"


class _Frame:
    """A list or mapping being read."""

    __slots__ = (
        "anchor",
        "count",
        "height",
        "holds",
        "is_flow",
        "is_mapping",
        "key",
        "key_at",
        "merged",
        "places",
        "start",
        "value",
    )

    def __init__(self, event: Any, count: int) -> None:
        self.is_mapping = type(event) is yaml.MappingStartEvent
        self.is_flow = bool(event.flow_style)
        self.anchor: str | None = event.anchor
        self.start: int = event.start_mark.index
        self.value: Any = {} if self.is_mapping else []
        self.places: list[Place] = []
        self.holds = False
        self.merged: list[Any] = []
        self.key: Any = _NO_KEY
        self.key_at = 0
        self.count = count
        self.height = 0


_NO_KEY: Final = object()


class _Known(Struct, frozen=True):
    """An anchored value, how many values it stands for, and how deep it goes."""

    value: Any
    count: int
    height: int


class _Reader:
    """Turns the events of one file into values."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._stack: list[_Frame] = []
        self._anchors: dict[str, _Known] = {}
        self._count = self._aliased = 0
        self._end = 0
        self._found = YamlValues([], {}, [], [])
        self._kept: list[Any] = []

    def run(self) -> YamlValues:
        """All documents."""
        for event in events(self._text):
            kind = type(event)
            if kind is yaml.ScalarEvent:
                self._scalar(event)
            elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                self._open(event)
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                self._close(event)
            elif kind is yaml.AliasEvent:
                self._alias(event)
            elif kind is yaml.DocumentStartEvent:
                self._anchors.clear()
        return self._found

    def _scalar(self, event: Any) -> None:
        """Most events are scalars, hence the short way for them here."""
        self._count += 1
        value, style, start = event.value, event.style, event.start_mark.index
        end = event.end_mark.index
        self._end = trimmed(self._text, start, end) if style in BLOCKS else end
        frame = self._stack[-1] if self._stack else None
        is_key = frame is not None and frame.is_mapping and frame.key is _NO_KEY
        if not style and value in _NULLS and not is_key:
            value = None
        if event.anchor:
            self._anchors[event.anchor] = _Known(value, 1, 0)
        if frame and is_key:
            frame.key, frame.key_at = value, start
        else:
            self._put(value, start, 0)

    def _open(self, event: Any) -> None:
        if len(self._stack) >= DEEPEST:
            raise self._too_deep()
        self._counted(1)
        self._end = event.end_mark.index
        self._stack.append(_Frame(event, self._count - 1))

    def _close(self, event: Any) -> None:
        frame = self._stack.pop()
        if frame.is_flow:
            self._end = event.end_mark.index
        for other in frame.merged:
            for key, value in other.items():
                frame.value.setdefault(key, value)
        if frame.holds:
            self._found.places[id(frame.value)] = frame.places
        height = frame.height + 1
        if frame.anchor:
            self._anchors[frame.anchor] = _Known(frame.value, self._count - frame.count, height)
        self._put(frame.value, frame.start, height)

    def _alias(self, event: Any) -> None:
        name, at = event.anchor, event.start_mark.index
        known = self._anchors.get(name)
        inside = any(frame.anchor == name for frame in self._stack)
        if known is None or inside:
            why = "stands inside what it names" if inside else "names nothing above"
            raise YamlError("BAD_YAML", f"this is not YAML {_where(self._text, at)}: the alias *{name} {why}")
        self._aliased += known.count
        self._counted(known.count)
        if self._aliased > MOST_ALIASED:
            raise YamlError("TOO_LARGE", "written out, the aliases make this too large")
        if len(self._stack) + known.height > DEEPEST:
            raise self._too_deep()
        self._end = event.end_mark.index
        self._put(known.value, at, known.height)

    def _put(self, value: Any, start: int, height: int) -> None:
        if not self._stack:
            self._found.documents.append((value, (start, self._end)))
            return
        frame = self._stack[-1]
        if height:
            frame.height = max(frame.height, height)
            frame.holds = frame.holds or value.__class__ is dict
        if not frame.is_mapping:
            frame.value.append(value)
            frame.places.append((start, self._end))
        elif frame.key is _NO_KEY:
            frame.key, frame.key_at = value, start
        else:
            key, frame.key = frame.key, _NO_KEY
            self._entry(frame, key, value)

    def _entry(self, frame: _Frame, key: Any, value: Any) -> None:
        place = (frame.key_at, self._end)
        if key.__class__ is not str:
            self._kept += (key, value)
            self._found.odd.append(place)
        elif key == "<<" and (merged := _mappings(value)):
            frame.merged += merged
        elif key in frame.value:
            self._found.repeats.append(Repeat(id(frame.value), key, value, place))
        else:
            frame.value[key] = value
            frame.places.append(place)

    def _counted(self, count: int) -> None:
        self._count += count
        if self._count > MOST_VALUES:
            raise YamlError("TOO_LARGE", f"there are more than {MOST_VALUES:,} values in this")

    def _too_deep(self) -> YamlError:
        return YamlError("TOO_DEEP", f"nesting goes deeper than {DEEPEST} levels")


def _mappings(value: Any) -> list[Any]:
    """What a merge key names: a mapping, or a list of them."""
    many = value if isinstance(value, list) else [value]
    return many if all(one.__class__ is dict for one in many) else []
