"""A small shape of rows, and readers over it."""

from functools import cache
from typing import Any

from selfcorrect.language.shape import Shape
from selfcorrect.model.problems import Problems
from selfcorrect.model.yaml_nodes import Mapping, compose
from selfcorrect.pack.reader_file import read_reader
from selfcorrect.pack.shape_file import read_shape
from selfcorrect.reading.filling.fill import RowsReading, fill_rows
from selfcorrect.reading.filling.opened import rows_given, rows_in_text
from selfcorrect.reading.filling.ready import ReadyRows, ready_rows

FIELDS = """\
name: text
capacity: percent
lead: {type: reference, to: tasks}
people:
  type: list
  key: {field: name}
  of: {name: text, share: percent}
tasks:
  type: list
  key: {field: id}
  of:
    id: {type: text, required: true}
    title: text
    status: {type: choice, of: [planned, in_progress, done, superseded]}
    parent: {type: reference, to: tasks}
    depends_on: {type: list, of: {type: reference, to: tasks}}
    start: date
    finish: date
    changed: datetime
    urgent: boolean
    points: number
    size: integer
    cost: money
    effort: quantity
    wait: duration
    tags: {type: list, of: text}
    marks: {type: list, of: {type: choice, of: [red, green]}}
    days: {type: list, of: date}
    criteria:
      type: list
      of: {text: text, met: boolean}
    place:
      type: object
      of: {room: text, floor: integer}
"""
FILE = "file: {form: rows, fill: tasks}\n"


@cache
def shape() -> Shape:
    """The shape."""
    problems = Problems()
    node = compose(FIELDS, "pack.yaml", problems)
    assert isinstance(node, Mapping)
    found = read_shape(node, problems)
    assert (found is not None, problems.diagnostics()) == (True, ())
    assert found is not None
    return found


def reader_of(text: str) -> tuple[ReadyRows | None, list[str]]:
    """A reader made ready, and every problem with it."""
    problems = Problems()
    node = compose(text, "reader.yaml", problems)
    assert node
    found = read_reader(node, shape(), problems)
    told = [f"{p.mark.line}:{p.mark.column} {p.message} | {p.hint}" for p in problems.diagnostics()]
    return ready_rows(found, shape()), told


@cache
def ready(text: str = "") -> ReadyRows:
    """A reader without a mistake."""
    found, told = reader_of(FILE + text)
    assert told == []
    assert found is not None
    return found


def filled(reader: str, *rows: Any, head: dict[str, Any] | None = None) -> RowsReading:
    """What a reader makes of rows in memory."""
    return fill_rows(ready(reader), rows_given(rows, head, "").files)


def read(reader: str, text: str, suffix: str = ".csv") -> RowsReading:
    """What a reader makes of a file's text."""
    made = ready(reader)
    return fill_rows(made, rows_in_text(made, text.encode(), suffix, f"x{suffix}").files)
