"""PDFs to text, laid out as on the page, by pypdf: the extra `selfcorrect[pdf]`.

Only what a PDF holds as text is read. A scan holds pictures, and is told apart; it needs text recognition.
"""

import logging
import re
import warnings
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from io import BytesIO
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from selfcorrect.reading.forms.form import FormText, Unreadable

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader
    from pypdf.generic import PdfObject

_MOST_PAGES: Final = 500
_MOST_CONTENT: Final = 10 * 2**20
"""Bytes of drawing instructions, unpacked: of a page, and of all pages together."""
_MOST_WORK: Final = 500_000
"""Operators and operands of a page."""
_MOST_STRINGS: Final = 15_000
"""Pieces of text that a page puts in place one by one; a page set letter by letter has half as many."""
_FEW: Final = 20
"""Letters and digits: a page that has fewer beside a picture is a scan with a stamp on it."""
_WORD: Final = re.compile(r"[^\W_]")
_TURNS: Final = {90: b"q 0 -1 1 0 0 0 cm\n", 180: b"q -1 0 0 -1 0 0 cm\n", 270: b"q 0 1 -1 0 0 0 cm\n"}
"""What sets upright the contents of a page that is shown turned by so many degrees."""
_WIDEST: Final = 200
_WIDE: Final = re.compile(f" {{{_WIDEST},}}")
"""Spaces in a row; text may stand miles beside its page."""
_ONE_AT_A_TIME: Final = Lock()
"""Loggers and warnings belong to the whole process."""

_EXTRA: Final = 'pip install "selfcorrect[pdf]"'
_OCR: Final = "run text recognition (OCR) on it first"
_SCAN: Final = f"this PDF holds pictures of pages, no text; {_OCR}"
_LOCKED: Final = "this PDF asks for a password; save it without one"
_TOO_MUCH: Final = "this PDF unpacks to more than can be read"
_NO_TEXT: Final = f"this PDF holds no text that can be taken out; {_OCR}"


def pdf_text(data: bytes) -> FormText:
    """The text of a PDF's bytes; a note names the pages that hold only pictures.

    Raises Unreadable: MISSING_EXTRA, BAD_PDF, ENCRYPTED, NO_TEXT, TOO_LARGE.
    """
    try:
        import pypdf
    except ImportError:
        raise Unreadable("MISSING_EXTRA", f"PDFs are read with an extra: {_EXTRA}") from None
    if b"%PDF-" not in data[:1024]:
        raise Unreadable("BAD_PDF", "this is no PDF, whatever its name says")
    with _quiet() as said, _bounded():
        try:
            return _read(pypdf.PdfReader(BytesIO(data)), said)
        except Unreadable:
            raise
        except Exception as error:  # whatever it is, the PDF cannot be read
            raise _refusal(error) from error


def _read(reader: "PdfReader", said: list[str]) -> FormText:
    if reader.is_encrypted and not reader.decrypt(""):
        raise Unreadable("ENCRYPTED", _LOCKED)
    count = len(reader.pages)
    if count > _MOST_PAGES:
        raise Unreadable("TOO_LARGE", f"this PDF has {count:,} pages; up to {_MOST_PAGES} are read")
    texts: list[str] = []
    pictures: list[int] = []
    room = _MOST_CONTENT
    for number, page in enumerate(reader.pages, 1):
        drawn = [page, *_drawn_forms(page)]
        room -= sum(map(_size, drawn))
        if room < 0:
            raise Unreadable("TOO_LARGE", _TOO_MUCH)
        texts.append(_page_text(drawn))
        if _is_few(texts[-1]) and _has_picture(page):
            pictures.append(number)
    if len(pictures) == count or not any(map(_WORD.search, texts)):
        raise Unreadable("NO_TEXT", _SCAN if pictures else _NO_TEXT)
    return FormText("\f".join(texts), _note(pictures, said))


def _size(page: "PageObject") -> int:
    """Bytes of what a page draws; raises Unreadable for one that would be laid out for ever."""
    data = _drawing(page)
    if data.count(b"(") + data.count(b"<") > _MOST_STRINGS:
        raise Unreadable("TOO_LARGE", _TOO_MUCH)
    return len(data)


def _drawing(page: "PageObject") -> bytes:
    contents = page.get_contents()
    return b"" if contents is None else contents.get_data()


def _page_text(drawn: "list[PageObject]") -> str:
    """A page laid out, and below it what is drawn as a piece of its own (a letterhead, a stamp)."""
    texts = map(_laid_out, drawn)
    return _WIDE.sub(" " * _WIDEST, "\n\n".join(text for text in texts if text.strip()))


def _laid_out(page: "PageObject") -> str:
    """The text as on the page; of a page that lies on its side, when it is turned; else in reading order."""
    text = page.extract_text(extraction_mode="layout")
    if not text.strip() and page.rotation % 360 in _TURNS:
        text = _turned(page).extract_text(extraction_mode="layout")
    return text if text.strip() else page.extract_text()


def _turned(page: "PageObject") -> "PageObject":
    """A page as it is shown: layout mode leaves out whatever its contents write sideways."""
    from pypdf.generic import DecodedStreamObject

    turned = DecodedStreamObject()
    turned.set_data(_TURNS[page.rotation % 360] + _drawing(page) + b"\nQ")
    return _page_of(page, turned, page.get("/Resources"))


def _drawn_forms(page: "PageObject") -> "list[PageObject]":
    """The form XObjects that a page draws, each as a page: layout mode does not look into them."""
    known = _drawings(page, "/Form")
    contents = page.get_contents() if known else None
    if contents is None:
        return []
    drawn = (operands[0] for operands, operator in contents.operations if operator == b"Do" and operands)
    return [_form_page(page, known[name]) for name in dict.fromkeys(drawn) if name in known]


def _form_page(page: "PageObject", form: Any) -> "PageObject":
    return _page_of(page, form, form.get("/Resources", page.get("/Resources")))


def _page_of(page: "PageObject", contents: "PdfObject", resources: "PdfObject | None") -> "PageObject":
    """A page with contents of its own, not part of any document."""
    from pypdf import PageObject
    from pypdf.generic import NameObject

    found = PageObject(pdf=page.pdf)
    found[NameObject("/Contents")] = contents
    if resources is not None:
        found[NameObject("/Resources")] = resources
    return found


def _drawings(page: "PageObject", kind: str) -> "dict[str, Any]":
    """The XObjects of a kind that a page may draw, by name."""
    resources = _resolved(page.get("/Resources"))
    drawings = _resolved(resources.get("/XObject"))
    every = ((name, drawings.raw_get(name).get_object()) for name in drawings)
    return {name: drawing for name, drawing in every if _resolved(drawing).get("/Subtype") == kind}


def _resolved(found: Any) -> Any:
    """What a reference leads to; an empty dictionary for what is none."""
    from pypdf.generic import DictionaryObject

    found = found.get_object() if found is not None else None
    return found if isinstance(found, DictionaryObject) else DictionaryObject()


def _has_picture(page: "PageObject") -> bool:
    forms = (_form_page(page, form) for form in _drawings(page, "/Form").values())
    if any(_drawings(one, "/Image") for one in (page, *forms)):
        return True
    contents = page.get_contents()
    return contents is not None and any(operator == b"INLINE IMAGE" for _, operator in contents.operations)


def _is_few(text: str) -> bool:
    return len(_WORD.findall(text)) < _FEW


def _note(pictures: list[int], said: list[str]) -> str:
    notes = []
    if pictures:
        numbers = ", ".join(map(str, pictures[:10])) + (", …" if len(pictures) > 10 else "")
        pages, hold, were = ("page", "holds", "was") if len(pictures) == 1 else ("pages", "hold", "were")
        notes.append(f"{pages} {numbers} {hold} only a picture and {were} not read; {_OCR}")
    if any("uninterpretable font" in message for message in said):
        notes.append("some of its text is in a font without letters and was not read")
    return "; ".join(notes)


def _refusal(error: Exception) -> Unreadable:
    from pypdf import errors

    match error:
        case errors.DependencyError():
            return Unreadable("MISSING_EXTRA", f"this PDF is encrypted, which needs an extra: {_EXTRA}")
        case errors.FileNotDecryptedError():
            return Unreadable("ENCRYPTED", _LOCKED)
        case errors.LimitReachedError():
            return Unreadable("TOO_LARGE", _TOO_MUCH)
    return Unreadable("BAD_PDF", "this PDF is damaged; open it in a viewer and print it to a new one")


class _Said(logging.Handler):
    """Keeps what is logged, and hands it on to nobody."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if len(self.messages) < 1000:
            self.messages.append(record.getMessage())


def _bounded() -> "AbstractContextManager[object]":
    import pypdf

    return pypdf.apply_configuration(
        zlib_maximum_output_length=_MOST_CONTENT,
        lzw_maximum_output_length=_MOST_CONTENT,
        array_based_stream_maximum_output_length=_MOST_CONTENT,
        stream_parsing_work_maximum_count=_MOST_WORK,
    )


@contextmanager
def _quiet() -> Iterator[list[str]]:
    """What pypdf logs while a PDF is read, for us alone."""
    logger = logging.getLogger("pypdf")
    said = _Said()
    with _ONE_AT_A_TIME, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        propagate, logger.propagate = logger.propagate, False
        logger.addHandler(said)
        try:
            yield said.messages
        finally:
            logger.removeHandler(said)
            logger.propagate = propagate
