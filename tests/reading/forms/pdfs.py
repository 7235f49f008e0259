"""PDFs as programs write them: laid out text, scans, both, and what a hostile one draws."""

from collections.abc import Sequence
from io import BytesIO

from fpdf import FPDF
from fpdf.enums import EncryptionMethod
from PIL import Image
from pypdf import PdfWriter
from pypdf.generic import DictionaryObject, NameObject, StreamObject

Row = Sequence[str]
SCAN = "scan"


def pdf(*pages: Sequence[Row] | str, owner: str = "", user: str = "", method: str = "") -> bytes:
    """Pages of rows, a column every 45 mm; `SCAN` for a page that is a picture."""
    made = FPDF()
    for page in pages:
        made.add_page()
        made.set_font("Helvetica", size=10)
        if isinstance(page, str):
            made.image(Image.new("L", (60, 80), 200), 10, 10, 180)
            continue
        for row in page:
            for cell in row:
                made.cell(45, 6, cell)
            made.ln()
    if owner:
        made.set_encryption(owner, user, encryption_method=EncryptionMethod[method])
    return bytes(made.output())


def drawn(stream: bytes, *, pages: int = 1, forms: Sequence[bytes] = (), turned: int = 0) -> bytes:
    """Pages that draw just this, with a font /F1, and pieces of their own as /X0, /X1 …"""
    writer = PdfWriter()
    font = DictionaryObject()
    for name, value in (("/Type", "/Font"), ("/Subtype", "/Type1"), ("/BaseFont", "/Helvetica")):
        font[NameObject(name)] = NameObject(value)
    resources = DictionaryObject({NameObject("/Font"): DictionaryObject({NameObject("/F1"): font})})
    pieces = DictionaryObject()
    for number, form in enumerate(forms):
        piece = _stream(form)
        piece[NameObject("/Subtype")] = NameObject("/Form")
        piece[NameObject("/Resources")] = resources
        pieces[NameObject(f"/X{number}")] = writer._add_object(piece)
    resources[NameObject("/XObject")] = pieces
    for _ in range(pages):
        page = writer.add_blank_page(600, 800)
        page[NameObject("/Resources")] = resources
        page[NameObject("/Contents")] = writer._add_object(_stream(stream).flate_encode())
        page.rotate(turned)
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def _stream(data: bytes) -> StreamObject:
    made = StreamObject()
    made.set_data(data)
    return made
