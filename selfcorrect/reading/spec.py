"""What a pack's reader.yaml says, typed."""

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

Where = Literal["right", "below", "left"]
WHERES: Final[tuple[Where, ...]] = ("right", "below", "left")
Throughout = Literal["numbers", "dates"]
THROUGHOUT: Final[tuple[Throughout, ...]] = ("numbers", "dates")

READ_TYPES: Final = frozenset(
    {"text", "integer", "number", "money", "percent", "currency", "date", "choice", "reference"}
)
"""Kinds of field a reader can find in a text."""


class FieldReader(Struct, frozen=True):
    """How one field is found. Labels are compared without case, accents, spaces and punctuation.

    A label counts where it is all of the words before the value. Weak labels count where no label does
    and none of the fields in `weak_unless` was read. `not_labels` are lines that never are the value.
    `sentences` are lines with a `{value}`. `alone_on_line` is a pattern for a value with a line to itself,
    empty for any value of the kind, None for never. `pattern` is what a text looks like where no colon says
    that it is the value. `words` are the phrases that mean each choice. `from_amounts` takes a
    currency from the signs and codes beside the amounts read.
    """

    path: str
    labels: tuple[str, ...] = ()
    weak_labels: tuple[str, ...] = ()
    weak_unless: tuple[str, ...] = ()
    not_labels: tuple[str, ...] = ()
    value: tuple[Where, ...] = WHERES
    sentences: tuple[str, ...] = ()
    first_line: bool = False
    alone_on_line: str | None = None
    pattern: str | None = None
    words: Mapping[str, tuple[str, ...]] = {}
    from_amounts: bool = False


class ListReader(Struct, frozen=True):
    """How the rows of one list are found: by a table's headings, else by row patterns.

    `columns` are the headings of each field; a table ends at one of `stop_lines`.
    """

    path: str
    rows: tuple[str, ...] = ()
    columns: Mapping[str, tuple[str, ...]] = {}
    stop_lines: tuple[str, ...] = ()


class Reader(Struct, frozen=True):
    """The whole of reader.yaml.

    `accepts` are extensions of documents. `symbols` are currency signs and words with the codes each may
    stand for. `same_throughout` is what a document writes in one way. `mail_headers` are the keys that
    start an e-mail's head, whose lines are not read.
    """

    fields: tuple[FieldReader, ...] = ()
    lists: tuple[ListReader, ...] = ()
    symbols: Mapping[str, tuple[str, ...]] = {}
    same_throughout: tuple[Throughout, ...] = THROUGHOUT
    mail_headers: tuple[str, ...] = ()
    accepts: tuple[str, ...] = ()
