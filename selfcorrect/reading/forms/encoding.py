"""Bytes to text: by a byte order mark, by UTF-8, by what a document says of itself, by Windows-1252."""

import re
from typing import Final

from selfcorrect.reading.forms.form import FormText, Unreadable

GUESSED: Final = "this is not UTF-8; it was read as Windows-1252"

_BOMS: Final = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_PICTURE: Final = "a picture; it needs text recognition first"
_BINARY: Final = (
    (b"%PDF-", "a PDF, which can only be read as a document"),
    (b"\x89PNG", _PICTURE),
    (b"\xff\xd8\xff", _PICTURE),
    (
        b"PK\x03\x04",
        "a packed file (a spreadsheet, a word processor's document or a zip); save it as text first",
    ),
    (
        b"\xd0\xcf\x11\xe0",
        "a file of an office program (.msg, .doc or .xls); save it as .eml or as text first",
    ),
    (b"\x1f\x8b", "compressed; unpack it first"),
)
_WESTERN: Final = re.compile(r"utf-?8|(?:us-?)?ascii|iso-?8859-?\d+|latin-?\d+|(?:windows|cp)-?125\d")
"""Bytes in these that also are UTF-8 are UTF-8: by chance they never are."""
_OTHER: Final = re.compile(
    r"utf-?(?:16|32)(?:[bl]e)?|(?:iso-?2022|koi8|big5|gb|euc|shift|mac|cp)[-_a-z0-9]{1,12}"
)
"""The other charsets that are met; among Python's codecs are some that are none, and slow ones."""
_LATIN_1: Final = re.compile(r"iso-?8859-?1|latin-?1")


def decoded(data: bytes) -> FormText:
    """The text of a file; a note where the encoding had to be guessed.

    A byte order mark decides; else it is UTF-8; else Windows-1252, in which old programs write and whose
    digits are those of UTF-8. Raises Unreadable for what is no text.
    """
    encoding = bom_encoding(data)
    if not encoding:
        _refuse_binary(data)
    try:
        return FormText(data.decode(encoding or "utf-8"))
    except UnicodeDecodeError as error:
        text = "" if encoding else data.decode("cp1252", errors="ignore")
        if encoding or len(text) != len(data):
            where = f"byte {error.start + 1:,}"
            sentence = f"{where} is not {encoding or 'UTF-8'}; save the file as UTF-8"
            raise Unreadable("BAD_ENCODING", sentence) from error
        return FormText(text, GUESSED)


def decoded_as(data: bytes, charset: str) -> FormText:
    """The text of bytes that say their charset, or not (""). Never raises: what no charset fits is U+FFFD.

    Many declare a charset and write another: where the bytes do not fit, it is told by a note.
    """
    for encoding in _candidates(charset.lower()):
        try:
            return FormText(data.decode(encoding))
        except (UnicodeDecodeError, LookupError):
            continue
    return FormText(data.decode("cp1252", errors="replace"), GUESSED)


def bom_encoding(data: bytes) -> str:
    """The encoding that a byte order mark names; empty without one."""
    return next((name for bom, name in _BOMS if data.startswith(bom)), "")


def _candidates(charset: str) -> tuple[str, ...]:
    if _OTHER.fullmatch(charset) and not _WESTERN.fullmatch(charset):
        return (charset, "utf-8")
    if not _WESTERN.fullmatch(charset):
        return ("utf-8",)
    # What calls itself Latin-1 is Windows-1252, as every browser has it.
    return ("utf-8", "cp1252" if _LATIN_1.fullmatch(charset) else charset)


def _refuse_binary(data: bytes) -> None:
    for magic, sentence in _BINARY:
        if data.startswith(magic):
            raise Unreadable("NOT_TEXT", f"this is {sentence}")
    if b"\x00" in data:
        raise Unreadable("NOT_TEXT", f"this is not text: byte {data.index(0) + 1:,} is zero")
