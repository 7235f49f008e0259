"""One pass over a document: its lines and phrases, and how it writes numbers and dates."""

from selfcorrect.language.printed.dates import day_order
from selfcorrect.language.printed.numbers import decimal_mark
from selfcorrect.reading.compiled import Compiled
from selfcorrect.reading.document import Document, Line, open_document
from selfcorrect.reading.labels import Phrase, find_phrases


class Scan:
    """A document under a compiled reader. `lines` and `phrases` run in parallel, without an e-mail's head.

    `first_line` is false where the document starts with such a head, which is no place for a name.
    """

    def __init__(self, ready: Compiled, text: str) -> None:
        self.ready = ready
        self.known = ready.labels
        self.document: Document = open_document(text)
        clean = self.document.clean
        throughout = ready.reader.same_throughout
        self.mark = decimal_mark(clean) if "numbers" in throughout else None
        self.order = day_order(clean, self.mark) if "dates" in throughout else None
        found = [(line, find_phrases(self.document, line, self.known)) for line in self.document.lines]
        kept = _without_mail_heads(found, ready.mail_keys)
        self.lines: tuple[Line, ...] = tuple(line for line, _ in kept)
        self.phrases: tuple[tuple[Phrase, ...], ...] = tuple(phrases for _, phrases in kept)
        self.first_line = not found or (bool(kept) and kept[0] == found[0])


Scanned = tuple[Line, tuple[Phrase, ...]]


def _without_mail_heads(found: list[Scanned], keys: frozenset[str]) -> list[Scanned]:
    """The lines without e-mail heads: from two of their keys in a row to the last line with a colon."""
    if not keys:
        return found
    kept: list[Scanned] = []
    in_head, number = False, 0
    for number, (line, phrases) in enumerate(found):
        new_block = number == 0 or found[number - 1][0].block != line.block
        follows = new_block or not in_head
        in_head = _starts_head(found, number, keys) if follows else _has_colon(phrases)
        if not in_head:
            kept.append((line, phrases))
    return kept


def _starts_head(found: list[Scanned], number: int, keys: frozenset[str]) -> bool:
    pair = found[number : number + 2]
    return len(pair) == 2 and all(_has_colon(phrases) and phrases[0].key in keys for _, phrases in pair)


def _has_colon(phrases: tuple[Phrase, ...]) -> bool:
    return bool(phrases) and phrases[0].colon
