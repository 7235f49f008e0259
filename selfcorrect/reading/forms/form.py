"""The one way from the bytes of a document, of whatever form, to its text."""

import re
from pathlib import Path
from typing import Final

from msgspec import Struct

DOCUMENTS: Final = (".txt", ".md", ".eml", ".html", ".htm", ".pdf")
"""Extensions that say that a file is a document."""

_PDF: Final = b"%PDF-"
_LINE_END: Final = re.compile(r"\r\n?")


class FormText(Struct, frozen=True):
    """A document's text, line ends as line feeds, pages parted by form feeds.

    `note` is a sentence where something was guessed or left out; empty where nothing was.
    """

    text: str
    note: str = ""


class Unreadable(Exception):  # noqa: N818  it is not an error of ours: a document has no text for us
    """A document whose text cannot be had: a stable `code`, and a `sentence` with a way out."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence

    def __str__(self) -> str:
        """The sentence."""
        return self.sentence


def open_document(source: str | Path | bytes, suffix: str = "") -> FormText:
    """The text of a document, for `Domain.read` or `Domain.check(…, document=…)`.

    `source` is a path, or the bytes themselves; `suffix`, such as `.eml`, says the form where no name does.
    Raises Unreadable for what has no text, OSError for a path that cannot be read.
    """
    if isinstance(source, bytes):
        return text_of(source, suffix)
    path = Path(source)
    return text_of(path.read_bytes(), suffix or path.suffix)


def text_of(data: bytes, suffix: str) -> FormText:
    """The text of a document's bytes, by its extension; a PDF is known by its first bytes, too.

    An unknown extension is plain text. Raises Unreadable, and nothing else, whatever the bytes are.
    """
    found = in_lines(_opened(data, ".pdf" if data.startswith(_PDF) else suffix.lower()))
    if not found.text.strip():
        why = found.note or "there is nothing in this document; was it written out?"
        raise Unreadable("NO_TEXT", why)
    return found


def in_lines(found: FormText) -> FormText:
    """The same with line feeds for line ends of any kind."""
    return FormText(_LINE_END.sub("\n", found.text), found.note) if "\r" in found.text else found


def _opened(data: bytes, suffix: str) -> FormText:
    match suffix:
        case ".pdf":
            from selfcorrect.reading.forms.pdf import pdf_text

            return pdf_text(data)
        case ".eml":
            from selfcorrect.reading.forms.mail import mail_text

            return mail_text(data)
        case ".html" | ".htm":
            from selfcorrect.reading.forms.markup import page_text

            return page_text(data)
        case ".md":
            from selfcorrect.reading.forms.encoding import decoded
            from selfcorrect.reading.forms.markdown import markdown_text

            found = decoded(data)
            return FormText(markdown_text(found.text), found.note)
    from selfcorrect.reading.forms.encoding import decoded

    return decoded(data)
