"""What a file holds, and its text: by `--as` first, by its extension second."""

import sys
from pathlib import Path, PurePath
from typing import BinaryIO, Final, Literal

from msgspec import Struct

from selfcorrect.report.refusal import Refusal

Form = Literal["document", "record", "records"]

STDIN: Final = "-"
LARGEST: Final = 64 * 2**20
"""Bytes of a file that is read whole, or of one line of JSON lines."""

_FORMS: Final[dict[str, Form]] = {
    ".txt": "document",
    ".md": "document",
    ".eml": "document",
    ".json": "record",
    ".yaml": "record",
    ".yml": "record",
    ".jsonl": "records",
    ".ndjson": "records",
}
_BOMS: Final = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_BINARY: Final = (
    (b"%PDF-", "a PDF; take its text out first, for example with pdftotext"),
    (b"\x89PNG", "a picture; it needs text recognition first"),
    (b"\xff\xd8\xff", "a picture; it needs text recognition first"),
    (
        b"PK\x03\x04",
        "a packed file (a spreadsheet, a word processor's document or a zip); save it as text first",
    ),
    (b"\x1f\x8b", "compressed; unpack it first"),
)


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


def identify(argument: str, form: Form | None, stdin_filename: str | None) -> Input:
    """What an argument is. Raises Refused where neither `--as` nor the extension says it."""
    path = None if argument == STDIN else Path(argument)
    name = (stdin_filename or "<stdin>") if path is None else argument
    suffix = PurePath(name).suffix.lower()
    known = form or _FORMS.get(suffix)
    if known is None:
        kind = f"the extension {suffix}" if suffix else "a name without extension"
        raise Refused(
            name, "UNKNOWN_FORM", f"{kind} does not say what this is; add --as document, record or records"
        )
    return Input(name, path, known, suffix, form is not None)


def decoded(data: bytes, source: str) -> tuple[str, str]:
    """The text, line ends as line feeds, and a note where the encoding had to be guessed.

    A byte order mark decides; else it is UTF-8; else Windows-1252, in which old programs write and whose
    digits are those of UTF-8. Raises Refused for what is no text.
    """
    encoding = next((name for bom, name in _BOMS if data.startswith(bom)), "")
    if not encoding:
        _refuse_binary(data, source)
    note = ""
    try:
        text = data.decode(encoding or "utf-8")
    except UnicodeDecodeError as error:
        text = "" if encoding else data.decode("cp1252", errors="ignore")
        if encoding or len(text) != len(data):
            where = f"byte {error.start + 1:,}"
            raise Refused(
                source, "BAD_ENCODING", f"{where} is not {encoding or 'UTF-8'}; save the file as UTF-8"
            ) from error
        note = "this is not UTF-8; it was read as Windows-1252"
    return text.replace("\r\n", "\n").replace("\r", "\n"), note


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


def _refuse_binary(data: bytes, source: str) -> None:
    for magic, sentence in _BINARY:
        if data.startswith(magic):
            raise Refused(source, "NOT_TEXT", f"this is {sentence}")
    if b"\x00" in data:
        raise Refused(source, "NOT_TEXT", f"this is not text: byte {data.index(0) + 1:,} is zero")
