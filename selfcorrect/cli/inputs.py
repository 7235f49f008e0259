"""What a file holds: by `--as`, by what the pack accepts, by its extension. And its text or its rows."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, BinaryIO, Final, Literal

from msgspec import Struct

from selfcorrect.reading.forms.form import DOCUMENTS, FormText, Unreadable, in_lines, text_of
from selfcorrect.report.refusal import Refusal

if TYPE_CHECKING:
    from selfcorrect.reading.filling.opened import RawRows
    from selfcorrect.reading.filling.ready import ReadyRows

Form = Literal["document", "record", "records", "rows"]

STDIN: Final = "-"
LARGEST: Final = 64 * 2**20
"""Bytes of a file that is read whole, or of one line of JSON lines."""

_FORMS: Final[dict[str, Form]] = {
    **dict.fromkeys(DOCUMENTS, "document"),
    ".json": "record",
    ".yaml": "record",
    ".yml": "record",
    ".jsonl": "records",
    ".ndjson": "records",
}


class Refused(Exception):  # noqa: N818  it is not an error of ours: an input was turned away
    """An input that cannot be used."""

    def __init__(self, source: str, code: str, message: str) -> None:
        super().__init__(source, code, message)
        self.refusal = Refusal(source, code, message)


class Input(Struct, frozen=True):
    """One argument of the command line: its name in reports, where it is, and what it holds.

    `path` is None for standard input. `suffix` is the extension that says how records are written;
    `told` whether `--as` said the form; `rows` what reads rows, where they are such.
    """

    name: str
    path: Path | None
    form: Form
    suffix: str
    told: bool
    rows: "ReadyRows | None" = None

    def size(self) -> int:
        """Bytes, 0 where that is not known."""
        try:
            return self.path.stat().st_size if self.path else 0
        except OSError:
            return 0

    def open(self) -> BinaryIO:
        """The bytes, to be closed by the caller; raises Refused."""
        if self.path is None:
            return sys.stdin.buffer
        try:
            return self.path.open("rb")
        except OSError as error:
            raise unreadable(self.name, error) from error

    def read(self) -> bytes:
        """All bytes, up to `LARGEST`; raises Refused."""
        stream = self.open()
        try:
            data = stream.read(LARGEST + 1)
        except OSError as error:
            raise unreadable(self.name, error) from error
        finally:
            if self.path is not None:
                stream.close()
        if len(data) > LARGEST:
            hint = "; write the records as JSON lines, one a line" if self.form == "records" else ""
            raise Refused(self.name, "TOO_LARGE", f"this is larger than {LARGEST // 2**20} MiB{hint}")
        return data


def identify(
    argument: str,
    form: Form | None,
    stdin_filename: str | None,
    accepts: Sequence[str] = (),
    *,
    rows: "ReadyRows | None" = None,
) -> Input:
    """What an argument is: by `--as`, by the extensions a pack `accepts`, by its own.

    What is accepted are documents, with a reader of `rows` files and folders of rows. Raises Refused where
    nothing says what it is, and for what the pack does not accept.
    """
    path = None if argument == STDIN else Path(argument)
    name = (stdin_filename or "<stdin>") if path is None else argument
    suffix = PurePath(name).suffix.lower()
    if form == "rows" and rows is None:
        raise Refused(name, "NOT_ACCEPTED", "this pack reads no rows; --reader names a reader.yaml that does")
    if rows and form in (None, "rows") and path is not None and path.is_dir():
        return Input(name, path, "rows", "", form is not None, rows)
    known = form or (("rows" if rows else "document") if suffix in accepts else _FORMS.get(suffix))
    if known is None:
        raise _unknown(name, path, suffix, rows=rows is not None)
    if form is None and known == "document" and accepts and suffix not in accepts:
        way_out = "export it as one of these" if rows else "--as document reads it all the same"
        raise Refused(name, "NOT_ACCEPTED", f"this pack reads {' '.join(accepts)}, not {suffix}; {way_out}")
    return Input(name, path, known, suffix, form is not None, rows if known == "rows" else None)


def _unknown(name: str, path: Path | None, suffix: str, *, rows: bool) -> Refused:
    """Why nothing says what an argument is."""
    from selfcorrect.reading.rows.raw import SUFFIXES

    if path is not None and path.is_dir():
        return unreadable(name, IsADirectoryError())
    if path is not None and not path.exists():
        return unreadable(name, FileNotFoundError())
    kind = f"the extension {suffix}" if suffix else "a name without extension"
    way = f"add --as {'rows' if rows else 'document'}, record or records"
    if rows and suffix not in SUFFIXES:
        way = "call it by how its rows are written, such as .csv or .md, or add --as record or records"
    return Refused(name, "UNKNOWN_FORM", f"{kind} does not say what this is; {way}")


def document_text(given: Input) -> tuple[FormText, int]:
    """A document's text, whatever form it is in, and its size in bytes. Raises Refused."""
    data = given.read()
    with _refusing(given.name):
        return text_of(data, given.suffix), len(data)


def rows_of(given: Input) -> tuple["RawRows", int]:
    """The rows of a file or folder, and the size of a file in bytes. Raises Refused."""
    from selfcorrect.reading.filling.opened import rows_in_folder, rows_in_text

    ready = given.rows
    assert ready is not None  # noqa: S101 - what is taken for rows has a reader of rows
    with _refusing(given.name):
        if given.path is not None and given.path.is_dir():
            return rows_in_folder(ready, given.path, given.name), given.size()
        data = given.read()
        return rows_in_text(ready, data, given.suffix, given.name), len(data)


def decoded(data: bytes, source: str) -> FormText:
    """The text of a record's bytes, line ends as line feeds. Raises Refused for what is no text."""
    from selfcorrect.reading.forms.encoding import decoded as decoded_bytes

    with _refusing(source):
        return in_lines(decoded_bytes(data))


def unreadable(source: str, error: OSError) -> Refused:
    """Why the system would not give a file, in a sentence."""
    match error:
        case FileNotFoundError():
            sentence = "there is no such file"
        case IsADirectoryError():
            sentence = "this is a folder; name the files in it"
        case PermissionError():
            sentence = "there is no permission to read this"
        case _:
            sentence = f"this cannot be read: {error.strerror or error}"
    return Refused(source, "UNREADABLE", sentence)


@contextmanager
def _refusing(source: str) -> Iterator[None]:
    try:
        yield
    except Unreadable as error:
        raise Refused(source, error.code, error.sentence) from error
