"""The parts of an e-mail that hold no others: bodies, attachments, and what is none of our business."""

import re
from email.errors import MessageError
from email.message import Message
from pathlib import PurePath
from typing import Any, Final

from selfcorrect.reading.forms.encoding import decoded_as
from selfcorrect.reading.forms.form import FormText, Unreadable

_SUFFIXES: Final = {
    "text/plain": ".txt",
    "text/html": ".html",
    "application/xhtml+xml": ".html",
    "text/markdown": ".md",
    "application/pdf": ".pdf",
    "application/x-pdf": ".pdf",
}
_BY_NAME: Final = frozenset({".txt", ".html", ".htm", ".md", ".pdf", ".eml"})
_SEALS: Final = frozenset(
    {"application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature"}
)
_MOST_NAMED: Final = 3
_SOFT: Final = 60
"""Characters of a line that was broken because it was full."""
_QUOTES: Final = re.compile(r">*")


class Parts:
    """What an e-mail, or a version of it, says: bodies, attachments, and the names of what was left out."""

    def __init__(self) -> None:
        self.bodies: list[str] = []
        self.attached: list[str] = []
        self.left: list[str] = []
        self.is_plain = False

    def note(self) -> str:
        """A sentence on what was not read."""
        if not self.left:
            return ""
        more = len(self.left) - _MOST_NAMED
        return "; ".join(self.left[:_MOST_NAMED]) + (f"; and {more} more" if more > 0 else "")


def suffix_of(part: "Message[Any, Any]") -> str:
    """The extension of the form a part is in, by its name or its type; empty for one that holds no text."""
    by_name = PurePath(_filename(part)).suffix.lower()
    return by_name if by_name in _BY_NAME else _SUFFIXES.get(part.get_content_type(), "")


def payload_of(part: "Message[Any, Any]") -> bytes:
    """What a part holds, out of its transfer encoding."""
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def read_leaf(part: "Message[Any, Any]", parts: Parts) -> None:
    """Reads one part into what its e-mail says."""
    is_attached = part.get_content_disposition() == "attachment" or bool(_filename(part))
    suffix = suffix_of(part)
    if part.get_content_maintype() == "multipart":
        # Its boundary was not found: whatever there is stands in it as text.
        suffix = ".txt"
    if not suffix:
        if not _is_decoration(part):
            parts.left.append(f"{_named(part)} was not read")
        return
    try:
        text = _text(part, suffix, parts)
    except Unreadable as refused:
        parts.left.append(f"{_named(part)} was not read: {refused.sentence}")
        return
    if not text.strip():
        return
    (parts.attached if is_attached else parts.bodies).append(text)
    parts.is_plain = parts.is_plain or (suffix == ".txt" and not is_attached)


def _text(part: "Message[Any, Any]", suffix: str, parts: Parts) -> str:
    data = payload_of(part)
    if suffix == ".pdf" or data.startswith(b"%PDF-"):
        from selfcorrect.reading.forms.pdf import pdf_text

        found = pdf_text(data)
    else:
        found = _shown(decoded_as(data, _charset(part)), suffix, part)
    if found.note:
        parts.left.append(f"{_named(part)}: {found.note}")
    return found.text


def _shown(found: FormText, suffix: str, part: "Message[Any, Any]") -> FormText:
    text = found.text.replace("\r\n", "\n")
    if suffix in (".html", ".htm"):
        from selfcorrect.reading.forms.markup import html_text

        text = html_text(text)
    elif suffix == ".md":
        from selfcorrect.reading.forms.markdown import markdown_text

        text = markdown_text(text)
    elif str(_parameter(part, "format")).lower() == "flowed":
        text = unflowed(text, joins_words=str(_parameter(part, "delsp")).lower() == "yes")
    return FormText(text, found.note)


def unflowed(text: str, *, joins_words: bool = False) -> str:
    """Lines that a mail program has broken, whole again (RFC 3676).

    Only full lines: rows that a program pads with a space are rows all the same.
    """
    found: list[str] = []
    goes_on, depth = False, 0
    for line in text.split("\n"):
        quotes = _QUOTES.match(line)
        marks = quotes[0] if quotes else ""
        content = line[len(marks) :].removeprefix(" ")
        if goes_on and len(marks) == depth:
            found.append(content)
        else:
            found.append(("\n" if found else "") + marks + (" " if marks else "") + content)
        goes_on = line.endswith(" ") and not line.endswith("  ") and content != "-- " and len(line) >= _SOFT
        if goes_on and joins_words:
            found[-1] = found[-1][:-1]
        depth = len(marks)
    return "".join(found)


def _filename(part: "Message[Any, Any]") -> str:
    try:
        return " ".join((part.get_filename() or "").split())
    except (MessageError, ValueError, LookupError):
        return ""


def _charset(part: "Message[Any, Any]") -> str:
    try:
        return part.get_content_charset() or ""
    except (MessageError, ValueError, LookupError):
        return ""


def _parameter(part: "Message[Any, Any]", name: str) -> Any:
    try:
        return part.get_param(name, "")
    except (MessageError, ValueError, LookupError):
        return ""


def _named(part: "Message[Any, Any]") -> str:
    name = _filename(part)
    return f"the attachment {name[:80]}" if name else f"a part of the type {part.get_content_type()[:80]}"


def _is_decoration(part: "Message[Any, Any]") -> bool:
    """A signature, or a picture that belongs into the text."""
    inline = part.get_content_disposition() != "attachment" or part.get("Content-ID") is not None
    return part.get_content_type() in _SEALS or (inline and part.get_content_maintype() == "image")
