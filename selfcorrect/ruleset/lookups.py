"""Writing what is looked up in rows: tables of rows by the row they refer to, and graphs along references."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from selfcorrect.language.scope import RECORD, get
from selfcorrect.language.shape import ROOT, Field
from selfcorrect.ruleset.emitter import Emitter
from selfcorrect.ruleset.plan import Tables
from selfcorrect.ruleset.tables import graph, inverse_table


def write_tables(emitter: Emitter, tables: Tables) -> None:
    """All that is looked up, each in a local of its own."""
    for rows, via in sorted(tables.inverses):
        _inverse(emitter, rows, via)
    for path, via in sorted(tables.graphs):
        _graph(emitter, path, via)


def _inverse(emitter: Emitter, rows: str, via: str) -> None:
    """Rows by the key they refer to, each once a key, wherever in the record their lists are."""
    writer, name = emitter.writer, inverse_table(rows, via)
    writer.line(f"{name} = {{}}")
    with _each_row(emitter, rows) as row:
        reference = f"{row}[{emitter.slot(rows, via)}]"
        keys = f"dict.fromkeys({reference} or ())" if _several(emitter, rows, via) else f"({reference},)"
        with writer.block(f"for key in {keys}:"):
            writer.line(f"{name}.setdefault(key, []).append({row})")


def _graph(emitter: Emitter, path: str, via: str) -> None:
    """The rows along a reference, by number; it is made when a rule first asks."""
    writer, fields = emitter.writer, _way(emitter, path)
    if len(fields) == 1:
        rows = f"{emitter.place(get(RECORD, fields[0])).text} or []"
    else:
        rows = writer.name("rows")
        writer.line(f"{rows} = []")
        with _each_row(emitter, path) as row:
            writer.line(f"{rows}.append({row})")
    key = emitter.slot(path, fields[-1].key or "")
    slots = f"{key}, {emitter.slot(path, via)}, {_several(emitter, path, via)}"
    writer.line(f"{graph(path, via)} = Graph({rows}, {slots})")


@contextmanager
def _each_row(emitter: Emitter, path: str) -> Iterator[str]:
    """The loops over all rows of a path; gives the text of the row."""
    writer = emitter.writer
    first, *inner = _way(emitter, path)
    text = emitter.place(get(RECORD, first)).text
    with ExitStack() as stack:
        for n, field in enumerate((first, *inner)):
            if n:
                text = f"{text}[{emitter.slot(field.path.rpartition('.')[0], field.name)}]"
            if field.kind == "list":
                row = writer.name("row")
                stack.enter_context(writer.block(f"for {row} in {text} or ():"))
                text = row
            else:
                stack.enter_context(writer.block(f"if {text} is not None:"))
        yield text


def _several(emitter: Emitter, path: str, via: str) -> bool:
    """Whether a reference field is a list of them."""
    return next(field for field in emitter.rows[path] if field.name == via).kind == "list"


def _way(emitter: Emitter, rows: str) -> list[Field]:
    """The fields from the record down to a list."""
    names = rows.split(".")
    paths = [".".join(names[: n + 1]) for n in range(len(names))]
    fields = {field.path: field for row in emitter.rows.values() for field in row}
    return [fields[path] for path in paths if path != ROOT]
