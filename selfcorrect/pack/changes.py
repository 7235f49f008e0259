"""Changes to a sound record, by path: `total: 5`, `line_items[0].amount: 1`, `"line_items[2]": removed`."""

import re
from typing import Any, Final

from selfcorrect.model.marks import Marked
from selfcorrect.model.problems import Problems
from selfcorrect.model.yaml_nodes import Mapping, YamlNode, plain, quoted
from selfcorrect.pack.keys import pairs

_REMOVED: Final = "removed"
_STEP: Final = re.compile(r"(?:^|\.)([^\W\d]\w*)|\[([0-9]{1,6})\]")

Steps = tuple[str | int, ...]


def read_changes(record: Any, changes: Mapping | None, problems: Problems) -> Any:
    """The record with every change made. Positions are those of the record before any change.

    A position one past the end adds a row. Removals come last, the hindmost first, so that they do not
    move one another. A path that leads nowhere is a problem.
    """
    removals: list[Steps] = []
    for path, value in pairs(changes):
        steps = parse_path(path.value)
        if steps is None or not _make(record, steps, value, removals):
            problems.at(path, f"{quoted(path.value)} leads nowhere in the sound record", _PATHS)
    for steps in sorted(
        removals, key=lambda one: [step for step in one if isinstance(step, int)], reverse=True
    ):
        parent = _walk(record, steps[:-1])
        if _has(parent, steps[-1]):
            del parent[steps[-1]]
    return record


def parse_path(text: str) -> Steps | None:
    """The names and positions of a path such as `line_items[2].amount`; None if it is none."""
    steps: list[str | int] = []
    at = 0
    while at < len(text):
        step = _STEP.match(text, at)
        if step is None:
            return None
        steps.append(step[1] if step[1] is not None else int(step[2]))
        at = step.end()
    return tuple(steps) if steps and isinstance(steps[0], str) else None


def _make(record: Any, steps: Steps, node: YamlNode, removals: list[Steps]) -> bool:
    """Whether the change could be made; a removal is only noted."""
    parent, last = _walk(record, steps[:-1]), steps[-1]
    if isinstance(node, Marked) and node.value == _REMOVED and not node.anchors:
        removals.append(steps)
        return _has(parent, last)
    if isinstance(parent, dict) and isinstance(last, str):
        parent[last] = plain(node)
        return True
    if isinstance(parent, list) and isinstance(last, int) and last <= len(parent):
        parent[last : last + 1] = [plain(node)]
        return True
    return False


def _walk(record: Any, steps: Steps) -> Any:
    """What stands at a path, None if nothing does."""
    for step in steps:
        if not _has(record, step):
            return None
        record = record[step]
    return record


def _has(parent: Any, step: str | int) -> bool:
    if isinstance(step, int):
        return isinstance(parent, list) and step < len(parent)
    return isinstance(parent, dict) and step in parent


_PATHS: Final = "a path reads total or line_items[0].amount; positions count from 0"
