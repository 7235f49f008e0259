"""The heads of e-mails in a document, and the lines above answered messages: no part of what it says."""

from typing import Final

from msgspec import Struct

from selfcorrect.reading.page.document import Line
from selfcorrect.reading.page.keys import label_key
from selfcorrect.reading.page.labels import Phrase

_MOST_HEADS: Final = 6
"""Lines of an e-mail's head that are looked at for an address or a subject."""
_LONGEST_REPLY: Final = 60

Scanned = tuple[Line, tuple[Phrase, ...]]
"""A line and its phrases."""


class MailKeys(Struct, frozen=True):
    """The keys of an e-mail's head and of its subject, and what ends the line above an answered message."""

    heads: frozenset[str]
    subjects: frozenset[str]
    replies: frozenset[str]


def without_mail_heads(
    clean: str, found: list[Scanned], keys: MailKeys
) -> tuple[list[Scanned], tuple[Scanned, ...]]:
    """The lines without e-mail heads, and those: from two of their keys in a row to the last colon. A line
    above an answered message is in neither.
    """
    kept: list[Scanned] = []
    heads: list[Scanned] = []
    in_head = False
    for number, (line, phrases) in enumerate(found):
        new_block = number == 0 or found[number - 1][0].block != line.block
        follows = new_block or not in_head
        in_head = _starts_head(clean, found, number, keys) if follows else _has_colon(phrases)
        if in_head:
            heads.append((line, phrases))
        elif not _says_who_wrote(clean, line, keys):
            kept.append((line, phrases))
    return kept, tuple(heads)


def _says_who_wrote(clean: str, line: Line, keys: MailKeys) -> bool:
    """Whether a line ends as one above an answered message does: `On 3 May 2025, Tess Lund wrote:`."""
    words = clean[max(line.start, line.end - _LONGEST_REPLY) : line.end]
    if not words.endswith(":") or not keys.replies:
        return False
    last = words.rstrip(": ").split()[-2:]
    return any(label_key(" ".join(last[-count:])) in keys.replies for count in (1, 2))


def _starts_head(clean: str, found: list[Scanned], number: int, keys: MailKeys) -> bool:
    """Whether two keys of an e-mail's head stand here, and an address or a subject with them."""
    pair = found[number : number + 2]
    if len(pair) < 2 or not all(_is_head(phrases, keys) for _, phrases in pair):
        return False
    if pair[0][1][0].key == pair[1][1][0].key:
        return False
    head = [(line, p) for line, p in found[number : number + _MOST_HEADS] if _is_head(p, keys)]
    return any("@" in clean[line.start : line.end] or p[0].key in keys.subjects for line, p in head)


def _is_head(phrases: tuple[Phrase, ...], keys: MailKeys) -> bool:
    return _has_colon(phrases) and phrases[0].key in keys.heads


def _has_colon(phrases: tuple[Phrase, ...]) -> bool:
    return bool(phrases) and phrases[0].colon
