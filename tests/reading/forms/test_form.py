"""The one way from bytes to text, for the command line and for Python."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import selfcorrect
from selfcorrect.reading.forms.form import DOCUMENTS, FormText, Unreadable, text_of

CODES = {
    "BAD_ENCODING",
    "NOT_TEXT",
    "BAD_PDF",
    "NO_TEXT",
    "ENCRYPTED",
    "MISSING_EXTRA",
    "TOO_LARGE",
    "TOO_DEEP",
}


def outcome(data: bytes, suffix: str) -> str:
    """`text`, or the code of the refusal."""
    try:
        found = text_of(data, suffix)
    except Unreadable as refused:
        return refused.code
    return "something else" if "\r" in found.text else "text"


@settings(deadline=None)
@given(st.binary() | st.text().map(str.encode), st.sampled_from([*DOCUMENTS, "", ".docx"]), st.booleans())
def test_any_bytes_give_text_or_a_refusal(data, suffix, starts_as_pdf):
    assert outcome((b"%PDF-1.7\n" if starts_as_pdf else b"") + data, suffix) in {"text", *CODES}


def test_a_document_for_python(tmp_path):
    path = tmp_path / "x.md"
    path.write_bytes("**Total:** 5 €\r\n".encode())
    assert selfcorrect.open_document(path) == FormText("Total: 5 €")
    assert selfcorrect.open_document(str(path), ".txt") == FormText("**Total:** 5 €\n")
    assert selfcorrect.open_document(b"<p>Total: <b>5", ".html") == FormText("Total: 5")
    with pytest.raises(selfcorrect.Unreadable, match="this is no PDF, whatever its name says") as refused:
        selfcorrect.open_document(path, ".pdf")
    assert refused.value.code == "BAD_PDF"
    with pytest.raises(FileNotFoundError):
        selfcorrect.open_document(tmp_path / "y.md")


def test_a_text_pays_for_no_other_form():
    """The start of a check is a feature: what reads e-mails and PDFs is imported when one is met."""
    code = (
        "import sys; from selfcorrect.reading.forms.form import text_of; text_of(b'Total: 5', '.txt'); "
        "print([name for name in ('email', 'html', 'pypdf', 'logging') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout == "[]\n"
