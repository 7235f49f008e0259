"""E-mails to text: the head, the body, forwarded messages and the attachments that hold text.

The parser runs under the older policy: the newer one reads every head in full, in time that grows with
the square of its length.
"""

import re
from email import message_from_bytes
from email.message import Message
from email.policy import Compat32
from typing import Any, Final

from selfcorrect.reading.forms.encoding import bom_encoding, decoded
from selfcorrect.reading.forms.form import FormText, Unreadable
from selfcorrect.reading.forms.mail_heads import head_lines, is_mail
from selfcorrect.reading.forms.mail_parts import Parts, payload_of, read_leaf, suffix_of

_LONGEST_HEADER: Final = 10_000
_MOST_BOUNDARIES: Final = 50
_DEEPEST: Final = 20
_BOUNDARY: Final = re.compile(rb"\bboundary\*?[0-9]{0,3}\*?\s{0,9}=", re.IGNORECASE)
_URL: Final = re.compile(r"\bhttps?://\S+")
_DIGIT: Final = re.compile(r"[0-9]")


class _Policy(Compat32):
    """Headers are cut: some are looked through again and again for their parameters."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        return name, value[:_LONGEST_HEADER]


def mail_text(data: bytes) -> FormText:
    """The text of an e-mail's bytes; what has no head of an e-mail is plain text.

    Each attachment and each forwarded message stands on a page of its own. The note names what was not
    read. Raises Unreadable for what is no text, or too deeply nested.
    """
    if bom_encoding(data):
        data = decoded(data).text.encode("utf-8", "surrogatepass")
    message = _parsed(data.lstrip())
    if not is_mail(message):
        return decoded(data)
    parts = Parts()
    _message(message, parts, 0)
    return FormText("\n\f\n".join(["\n\n".join(parts.bodies), *parts.attached]), parts.note())


def _parsed(data: bytes) -> "Message[Any, Any]":
    try:
        if sum(1 for _ in _BOUNDARY.finditer(data)) <= _MOST_BOUNDARIES:
            return message_from_bytes(data, policy=_Policy())
    except RecursionError:
        pass
    raise Unreadable("TOO_DEEP", "this e-mail has too many parts within parts; save the one that matters")


def _message(message: "Message[Any, Any]", parts: Parts, depth: int) -> None:
    """The head and what is under it."""
    head = head_lines(message)
    if head:
        parts.bodies.append(head)
    _take(message, parts, depth)


def _take(part: "Message[Any, Any]", parts: Parts, depth: int) -> None:
    kind = part.get_content_type()
    payload: Any = part.get_payload() if part.is_multipart() else ()
    if depth > _DEEPEST:
        parts.left.append("what is nested more deeply was not read")
    elif kind == "message/rfc822" and payload:
        for inner in payload:
            _forwarded(inner, parts, depth)
    elif kind == "multipart/alternative" and payload:
        _alternative(payload, parts, depth)
    elif payload:
        for inner in payload:
            _take(inner, parts, depth + 1)
    elif suffix_of(part) == ".eml":
        _forwarded(_parsed(payload_of(part).lstrip()), parts, depth)
    else:
        read_leaf(part, parts)


def _forwarded(message: "Message[Any, Any]", parts: Parts, depth: int) -> None:
    """A message within a message: a page, and one more for each of its attachments."""
    inner = Parts()
    _message(message, inner, depth + 1)
    parts.attached += ["\n\n".join(inner.bodies), *inner.attached]
    parts.left += inner.left


def _alternative(versions: "list[Message[Any, Any]]", parts: Parts, depth: int) -> None:
    """One of several versions of the same; the attachments of all of them."""
    read = []
    for version in versions:
        found = Parts()
        _take(version, found, depth + 1)
        read.append(found)
    if read:
        parts.bodies += _chosen(read).bodies
    for found in read:
        parts.attached += found.attached
        parts.left += found.left


def _chosen(versions: list[Parts]) -> Parts:
    """The plain version; or the fullest, where the plain one but stands in for it.

    `Please view this with a reader for HTML` is in any language; what gives it away is that it has
    hardly any of the figures.
    """
    fullest = max(versions, key=lambda version: _figures(version.bodies))
    plain = next((version for version in versions if version.is_plain), None)
    if plain is None or not "".join(plain.bodies).strip():
        return fullest
    return fullest if 4 * _figures(plain.bodies) < _figures(fullest.bodies) else plain


def _figures(bodies: list[str]) -> int:
    return sum(len(_DIGIT.findall(_URL.sub("", body))) for body in bodies)
