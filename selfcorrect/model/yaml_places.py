"""Where the values in a piece of YAML stand, found by walking its events again when somebody asks."""

import re
from collections.abc import Iterator
from typing import Any, Final

import yaml

from selfcorrect.model.scalar_places import start_of

Place = tuple[int, int]
"""Offsets of the first character and past the last one."""
BLOCKS: Final = frozenset("|>")
"""Styles of scalars whose text starts on the next line, and ends before the line ends that follow it."""

STRANGE: Final = re.compile("[^\t\n\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that the parser does not take; unlike in packs, the line ends of other alphabets are none."""

_QUOTES: Final = frozenset("'\"")
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def events(text: str) -> Iterator[Any]:
    """The events of the YAML parser; raises yaml.YAMLError on the way."""
    parser = _Loader(text)
    try:
        # One call an event, where `yaml.parse` makes two and a generator more.
        while (event := parser.get_event()) is not None:
            yield event
    finally:
        parser.dispose()


def trimmed(text: str, start: int, end: int) -> int:
    """The end without the white space before it."""
    while end > start and text[end - 1].isspace():
        end -= 1
    return end


def place_of(text: str, path: tuple[str | int, ...]) -> Place | None:
    """Where the value under keys and positions stands, without its quotes; None where there is none."""
    if STRANGE.search(text):
        return None
    try:
        return _find(text, path)
    except yaml.YAMLError:
        return None


def _scalar_place(event: Any, text: str) -> Place:
    """The extent of a scalar's own text: no anchor, tag or quotes; a block's first line starts it."""
    start, end = event.start_mark.index, event.end_mark.index
    if event.anchor or event.tag:
        start = _past_properties(text, start_of(event, text)[0], end)
    if event.style in _QUOTES:
        return start + 1, end - 1
    if event.style in BLOCKS:
        line = text.find("\n", start, end)
        start = line + 1 if line >= 0 else start
        while start < end and text[start].isspace():
            start += 1
    return start, trimmed(text, start, end)


def _past_properties(text: str, start: int, end: int) -> int:
    while start < end and text[start] in "!&":
        while start < end and not text[start].isspace():
            start += 1
        while start < end and text[start].isspace():
            start += 1
    return start


def _find(text: str, path: tuple[str | int, ...]) -> Place | None:
    """Walks the events with the steps of the collections that are open."""
    steps: list[list[Any]] = []  # whether a mapping, the key or position now, whether a key comes next
    target: Place | None = None
    for event in events(text):
        kind = type(event)
        if kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            steps.pop()
            if target and len(steps) == len(path):
                end = event.end_mark.index if event.end_mark.index > event.start_mark.index else target[1]
                return target[0], max(target[1], end)
            continue
        starts = kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent
        if not starts and kind is not yaml.ScalarEvent and kind is not yaml.AliasEvent:
            continue
        is_scalar = kind is yaml.ScalarEvent
        place = _scalar_place(event, text) if is_scalar else (event.start_mark.index, event.end_mark.index)
        if target:
            target = (target[0], max(target[1], place[1]))
        elif not _step(steps, event.value if is_scalar else None) and _at(steps, path):
            if not starts:
                return place
            target = place
        if starts:
            steps.append([kind is yaml.MappingStartEvent, -1, True])
    return None


def _step(steps: list[list[Any]], key: str | None) -> bool:
    """Goes one node on; whether that is a key."""
    if not steps:
        return False
    top = steps[-1]
    if not top[0]:
        top[1] += 1
        return False
    is_key = bool(top[2])
    top[2] = not is_key
    if is_key:
        top[1] = key
    return is_key


def _at(steps: list[list[Any]], path: tuple[str | int, ...]) -> bool:
    return len(steps) == len(path) and all(step[1] == want for step, want in zip(steps, path, strict=True))
