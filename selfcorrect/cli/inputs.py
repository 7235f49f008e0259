"""What a file holds: by `--as`, else by what the pack accepts, else by its extension. And its text."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import BinaryIO, Final, Literal

from msgspec import Struct

from selfcorrect.reading.forms.form import DOCUMENTS, FormText, Unreadable, in_lines, text_of
from selfcorrect.report.refusal import Refusal

Form = Literal["document", "record", "records"]

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
    `told` whether `--as` said the form.
    """

    name: str
    path: Path | None
    form: Form
    suffix: str
    told: bool

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
    argument: str, form: Form | None, stdin_filename: str | None, accepts: Sequence[str] = ()
) -> Input:
    """What an argument is: by `--as`, by the extensions of documents a pack `accepts`, by its extension.

    Raises Refused where none of them says it, and for a document that the pack does not accept.
    """
    path = None if argument == STDIN else Path(argument)
    name = (stdin_filename or "<stdin>") if path is None else argument
    suffix = PurePath(name).suffix.lower()
    known = form or ("document" if suffix in accepts else _FORMS.get(suffix))
    if known is None:
        kind = f"the extension {suffix}" if suffix else "a name without extension"
        raise Refused(
            name, "UNKNOWN_FORM", f"{kind} does not say what this is; add --as document, record or records"
        )
    if form is None and known == "document" and accepts and suffix not in accepts:
        sentence = f"this pack reads {' '.join(accepts)}, not {suffix}; --as document reads it all the same"
        raise Refused(name, "NOT_ACCEPTED", sentence)
    return Input(name, path, known, suffix, form is not None)


def document_text(given: Input) -> tuple[FormText, int]:
    """A document's text, whatever form it is in, and its size in bytes. Raises Refused."""
    data = given.read()
    with _refusing(given.name):
        return text_of(data, given.suffix), len(data)


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
