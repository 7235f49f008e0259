"""What a pack's reader.yaml says, typed."""

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

Where = Literal["right", "below", "left"]
WHERES: Final[tuple[Where, ...]] = ("right", "below", "left")
Sign = Literal["printed", "either"]
SIGNS: Final[tuple[Sign, ...]] = ("printed", "either")
Throughout = Literal["numbers", "dates"]
THROUGHOUT: Final[tuple[Throughout, ...]] = ("numbers", "dates")

READ_TYPES: Final = frozenset(
    {"text", "integer", "number", "money", "percent", "currency", "date", "boolean", "choice", "reference"}
)
"""Kinds of field a reader can find in a text."""
WRITTEN_TYPES: Final = frozenset({"text", "quantity", "expression"})
"""Kinds of field that can be found in a passage."""


class FieldReader(Struct, frozen=True):
    """How one field is found. Labels are compared without case, accents, spaces and punctuation.

    A label counts where it is all of the words before the value; one of `best_labels` wins over others;
    those of `area_labels` only in their
    area, and none in an area of `not_in` or in a line with a word of `not_with`. The value at one of
    `opposite_labels` has the opposite sign, and with `sign: either` a printed minus may mean nothing. Weak
    labels count where no label does and none of the fields in `weak_unless` was read. The first labelled
    value right after one of a field in `best_after` wins over others. Where nothing is found, the one amount
    with a minus between the values of two fields of `between` is likely.

    `not_labels` are lines that never are the value, with a star at the end any that start so. `sentences`
    are lines with a `{value}`.
    `alone_on_line` is a pattern for a value with a line to itself, empty for any value of the kind, None
    for never. `pattern` is what a text looks like where no colon says that it is the value. `words` are
    the phrases that mean each choice. `from_amounts` takes a currency from the signs and codes beside the
    amounts read. `on_title_line` finds a value in the line that says what the document is. In a text that
    is written out, `passage` is the one the value stands in, or is, and `last` are sentences with a `{value}`
    (and perhaps a `{name}`) of which the last one counts.
    """

    path: str
    labels: tuple[str, ...] = ()
    best_labels: tuple[str, ...] = ()
    opposite_labels: tuple[str, ...] = ()
    area_labels: Mapping[str, tuple[str, ...]] = {}
    not_in: tuple[str, ...] = ()
    not_with: tuple[str, ...] = ()
    weak_labels: tuple[str, ...] = ()
    weak_unless: tuple[str, ...] = ()
    best_after: tuple[str, ...] = ()
    between: tuple[str, ...] = ()
    not_labels: tuple[str, ...] = ()
    value: tuple[Where, ...] = WHERES
    sentences: tuple[str, ...] = ()
    first_line: bool = False
    alone_on_line: str | None = None
    pattern: str | None = None
    words: Mapping[str, tuple[str, ...]] = {}
    from_amounts: bool = False
    on_title_line: bool = False
    sign: Sign = "printed"
    passage: str = ""
    last: tuple[str, ...] = ()


class ListReader(Struct, frozen=True):
    """How the rows of one list are found: by a table's headings, by row patterns, by labels.

    `columns` are the headings of each field, the likelier ones first; `others` are headings of columns that
    are read over. A table ends at one of `stop_lines`; `skip_lines` are no rows of it. With `only`, a row of
    a table counts where its words start with one of these; with one of `not_rows`, no row counts that few
    numbers make one. `unit` is the text field that takes the word
    after a number (`4 kg`). `labels` are words that make a row of a line with one amount. `taken_off` is
    the money field whose printed minus says only that it reduces a sum. `head` is a pattern of the line that
    starts a row as a block, `under` the labels of its fields on the lines under that. `find: steps` makes
    each step of a `passage` an item: those that numbers start, after one of the `labels` or alone, else
    its lines.
    """

    path: str
    rows: tuple[str, ...] = ()
    not_rows: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    columns: Mapping[str, tuple[str, ...]] = {}
    others: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    stop_lines: tuple[str, ...] = ()
    skip_lines: tuple[str, ...] = ()
    unit: str = ""
    taken_off: str = ""
    head: str = ""
    under: Mapping[str, tuple[str, ...]] = {}
    find: str = ""
    passage: str = ""


class Usual(Struct, frozen=True):
    """The currency that a sign mostly stands for; only likely where the text holds a pattern."""

    code: str
    unless: str | None = None


class DateOrder(Struct, frozen=True):
    """Patterns in a text that say which of day and month comes first in it, surely or likely."""

    day_first: str | None = None
    month_first: str | None = None
    likely_day_first: str | None = None
    likely_month_first: str | None = None


class Ids(Struct, frozen=True):
    """How the rows of a ledger are named. `fields` of a row hold ids: its own, and those of others.

    Two ids are the same without regard to case (`ignore_case`), zeros before their numbers (`ignore_zeros`),
    or which prefix of a group they have (`same_prefix`; an empty one is none at all). `pattern` is what an id
    looks like within a cell's text.
    """

    fields: tuple[str, ...] = ()
    ignore_case: bool = False
    ignore_zeros: bool = False
    same_prefix: tuple[tuple[str, ...], ...] = ()
    pattern: str | None = None


class RowsReader(Struct, frozen=True):
    """How a file of rows becomes a candidate: they fill the list `fill`.

    `rows_in` are the keys that may hold the rows where a file is a mapping. `columns` are the names of
    columns for each field of a row, the best first, `record` those of what stands beside the rows for the
    candidate's own fields. `values` are the words that mean each option of a choice, by its field; a word may
    end in a star. `others` are columns that are read over, `*` all of them; `blanks` words that say that a
    cell is empty.
    """

    fill: str
    rows_in: tuple[str, ...] = ()
    columns: Mapping[str, tuple[str, ...]] = {}
    record: Mapping[str, tuple[str, ...]] = {}
    ids: Ids = Ids()
    values: Mapping[str, Mapping[str, tuple[str, ...]]] = {}
    others: tuple[str, ...] = ()
    blanks: tuple[str, ...] = ()


class Reader(Struct, frozen=True):
    """The whole of reader.yaml.

    `accepts` are extensions of documents. `symbols` are currency signs and words with the codes each may
    stand for; of several, the one that has a pattern in `currency_hints` which the text holds, else its
    `usual` code. `same_throughout` is what a document writes in one way. `mail_headers` are the keys that
    start an e-mail's head, whose lines are not read but for what `mail_subject` and `mail_sent` name; what
    ends with one of `mail_replies` and a colon stands above an answered message, and is not read.
    `titles` say what a document is (`*rechnung`: any word that ends so), `title_words` may stand between
    one and its number or date. `areas` are parts of a document by the words that head them. `name_endings`
    are the legal forms that end a company's name; `salutations` start the name of who a letter is to.
    `passages` are parts of a text that is written out, by the words that head them. With `rows`, files and
    folders hold rows, and are no documents.
    """

    fields: tuple[FieldReader, ...] = ()
    lists: tuple[ListReader, ...] = ()
    symbols: Mapping[str, tuple[str, ...]] = {}
    usual: Mapping[str, Usual] = {}
    currency_hints: Mapping[str, str] = {}
    same_throughout: tuple[Throughout, ...] = THROUGHOUT
    mail_headers: tuple[str, ...] = ()
    mail_subject: tuple[str, ...] = ()
    mail_sent: tuple[str, ...] = ()
    mail_replies: tuple[str, ...] = ()
    accepts: tuple[str, ...] = ()
    date_order: DateOrder = DateOrder()
    passages: Mapping[str, tuple[str, ...]] = {}
    titles: tuple[str, ...] = ()
    title_words: tuple[str, ...] = ()
    areas: Mapping[str, tuple[str, ...]] = {}
    name_endings: tuple[str, ...] = ()
    salutations: tuple[str, ...] = ()
    rows: RowsReader | None = None
