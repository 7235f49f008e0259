"""Writing the tables of rows by the row they refer to."""

from contextlib import ExitStack

from selfcorrect.language.scope import RECORD, get
from selfcorrect.language.shape import ROOT, Field
from selfcorrect.ruleset.emitter import Emitter
from selfcorrect.ruleset.tables import inverse_table


def write_inverse(emitter: Emitter, rows: str, via: str) -> None:
    """Rows by the key they refer to, each once a key, wherever in the record their lists are."""
    writer, name = emitter.writer, inverse_table(rows, via)
    writer.line(f"{name} = {{}}")
    first, *inner = _way(emitter, rows)
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
        reference = f"{text}[{emitter.slot(rows, via)}]"
        several = next(f for f in emitter.rows[rows] if f.name == via).kind == "list"
        keys = f"dict.fromkeys({reference} or ())" if several else f"({reference},)"
        with writer.block(f"for key in {keys}:"):
            writer.line(f"{name}.setdefault(key, []).append({text})")


def _way(emitter: Emitter, rows: str) -> list[Field]:
    """The fields from the record down to a list."""
    names = rows.split(".")
    paths = [".".join(names[: n + 1]) for n in range(len(names))]
    fields = {field.path: field for row in emitter.rows.values() for field in row}
    return [fields[path] for path in paths if path != ROOT]
