"""What there is to check in an input, one thing after the other."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from selfcorrect.cli.inputs import Input, Refused, document_text, rows_of
from selfcorrect.report.refusal import Refusal


class Item(Struct, frozen=True):
    """Something to check: a record, a document's text, or raw rows. `size` is its share in bytes."""

    source: str
    value: Any
    is_document: bool = False
    is_rows: bool = False
    size: int = 0
    note: str = ""


def items(given: Input) -> Iterator[Item | Refusal]:
    """Everything to check in one input, in order; what cannot be used comes as a refusal."""
    try:
        if given.form == "document":
            found, size = document_text(given)
            yield Item(given.name, found.text, is_document=True, size=size, note=found.note)
        elif given.form == "rows":
            rows, size = rows_of(given)
            yield Item(given.name, rows, is_rows=True, size=size, note=rows.note)
        else:
            from selfcorrect.cli.records import records

            yield from records(given)
    except Refused as refused:
        yield refused.refusal
