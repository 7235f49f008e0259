"""A row found in a document."""

from msgspec import Struct

from selfcorrect.reading.values import Value


class Row(Struct, frozen=True):
    """A row found: the lines it stands in (indexes, last exclusive) and its values by field."""

    first: int
    last: int
    values: dict[str, Value]
