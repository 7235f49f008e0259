"""The head of an e-mail, as the lines that a reader knows to skip."""

from email.errors import MessageError
from email.header import decode_header
from email.message import Message
from typing import Any, Final

from selfcorrect.reading.forms.encoding import decoded_as

_SHOWN: Final = ("From", "To", "Date", "Subject")
_LONGEST: Final = 1000
_TELLING: Final = frozenset(
    {*(name.lower() for name in _SHOWN), "received", "message-id", "mime-version", "content-type", "reply-to"}
)


def is_mail(message: "Message[Any, Any]") -> bool:
    """Whether there is a head at all: a text that is named as an e-mail has none."""
    return any(name.lower() in _TELLING for name in message)


def head_lines(message: "Message[Any, Any]") -> str:
    """`From: …`, `To: …`, `Date: …`, `Subject: …`, a line each.

    A single one is left out: it could not be told from a line of an invoice, such as `Date: …`.
    """
    given: dict[str, object] = {}
    for name, raw in message.raw_items():
        given.setdefault(name.lower(), raw)
    found = [f"{name}: {_value(str(given[name.lower()]))}" for name in _SHOWN if name.lower() in given]
    return "\n".join(found) if len(found) > 1 else ""


def _value(raw: str) -> str:
    text = decoded_as(raw[:_LONGEST].encode("utf-8", "surrogateescape"), "").text
    try:
        pieces = decode_header(text)
    except (MessageError, ValueError):
        pieces = [(text, None)]
    return " ".join("".join(_piece(piece, charset) for piece, charset in pieces).split())


def _piece(piece: Any, charset: str | None) -> str:
    return decoded_as(piece, charset or "").text if isinstance(piece, bytes) else str(piece)
