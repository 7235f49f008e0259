"""A row found in a document."""

from collections.abc import Mapping

from msgspec import Struct

from selfcorrect.reading.values import Value


class Row(Struct, frozen=True):
    """A row found: the lines it stands in (indexes, last exclusive) and its values by field."""

    first: int
    last: int
    values: dict[str, Value]


def said(values: Mapping[str, Value], name: str | None) -> str:
    """What values say of a field, as a text; nothing where they do not."""
    value = values.get(name or "")
    return str(value.meanings[0]) if value else ""
