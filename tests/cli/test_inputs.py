"""What a file is, what is turned away, and in which words."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from selfcorrect.cli.inputs import Refused, decoded, identify
from selfcorrect.cli.items import items
from selfcorrect.reading.forms.form import FormText
from selfcorrect.report.refusal import Refusal

MESSAGES = [
    (
        "x.csv",
        "a,b",
        "UNKNOWN_FORM",
        "x.csv",
        "the extension .csv does not say what this is; add --as document, record or records",
    ),
    (
        "x",
        "a,b",
        "UNKNOWN_FORM",
        "x",
        "a name without extension does not say what this is; add --as document, record or records",
    ),
    (
        "x.txt",
        b"%PDF-1.7",
        "BAD_PDF",
        "x.txt",
        "this PDF is damaged; open it in a viewer and print it to a new one",
    ),
    (
        "x.json",
        b"%PDF-1.7",
        "NOT_TEXT",
        "x.json",
        "this is a PDF, which can only be read as a document",
    ),
    (
        "x.eml",
        b"\xd0\xcf\x11\xe0\xa1\xb1",
        "NOT_TEXT",
        "x.eml",
        "this is a file of an office program (.msg, .doc or .xls); save it as .eml or as text first",
    ),
    ("x.txt", b"\x89PNG\r\n", "NOT_TEXT", "x.txt", "this is a picture; it needs text recognition first"),
    (
        "x.txt",
        b"PK\x03\x04",
        "NOT_TEXT",
        "x.txt",
        "this is a packed file (a spreadsheet, a word processor's document or a zip); save it as text first",
    ),
    ("x.txt", b"abc\x00def", "NOT_TEXT", "x.txt", "this is not text: byte 4 is zero"),
    ("x.txt", b"caf\xe9 \x81", "BAD_ENCODING", "x.txt", "byte 4 is not UTF-8; save the file as UTF-8"),
    ("x.txt", b"\xff\xfea", "BAD_ENCODING", "x.txt", "byte 3 is not utf-16; save the file as UTF-8"),
    ("x.json", "", "BAD_JSON", "x.json", "this is not JSON at column 1: expecting value"),
    (
        "x.json",
        '{\n "a": 1,\n}',
        "BAD_JSON",
        "x.json",
        "this is not JSON at line 3, column 1: expecting property name enclosed in double quotes",
    ),
    (
        "x.json",
        '{"a": 1, "b": {"c": 1, "c": 2}}',
        "DUPLICATE_KEY",
        "x.json",
        'the key "c" stands twice in one object',
    ),
    ("x.json", "[" * 100_000, "TOO_DEEP", "x.json", "this is nested too deeply to be a record"),
    ("x.json", "[]", "NO_RECORDS", "x.json", "there is no record in this"),
    ("x.jsonl", "\n  \n", "NO_RECORDS", "x.jsonl", "there is no record in this"),
    ("x.yaml", "a: 1\nb: 2\na: 3\n", "BAD_YAML", "x.yaml:3:1", None),
    ("x.yaml", "a: [1,\n", "BAD_YAML", "x.yaml:2:1", None),
    ("x.yaml", "", "BAD_YAML", "x.yaml", None),
]


@pytest.fixture
def taken(file, tmp_path, monkeypatch):
    """Everything in a file."""
    monkeypatch.chdir(tmp_path)

    def take(name, content, form=None):
        file(name, content)
        try:
            return list(items(identify(name, form, None)))
        except Refused as refused:
            return [refused.refusal]

    return take


@pytest.mark.parametrize(("name", "content", "code", "source", "message"), MESSAGES)
def test_what_is_turned_away(taken, name, content, code, source, message):
    (found,) = taken(name, content)
    assert isinstance(found, Refusal)
    assert (found.source, found.code, found.message) == (source, code, message or found.message)


@pytest.mark.parametrize(
    ("name", "message"),
    [("d.txt", "this is a folder; name the files in it"), ("no.jsonl", "there is no such file")],
)
def test_folders_and_missing_files(tmp_path, monkeypatch, name, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "d.txt").mkdir()
    assert list(items(identify(name, None, None))) == [Refusal(name, "UNREADABLE", message)]


@pytest.mark.parametrize(
    ("name", "form", "content", "values"),
    [
        ("x.TXT", None, "a", ["a"]),
        ("x.json", "document", "{", ["{"]),
        ("x.json", None, "[{}, {}]", [{}, {}]),
        ("x.json", "record", "[{}, {}]", [[{}, {}]]),
        ("x.json", "records", "[1]", [1]),
        ("x.dat", "records", "1\n2\n", [1, 2]),
        ("x.dat", "record", '{"a": 1}', [{"a": 1}]),
        ("x.yaml", "records", "- a: 1\n- a: ~\n", [{"a": "1"}, {"a": None}]),
        ("x.yml", None, "a: 012\n", [{"a": "012"}]),
        ("x.ndjson", None, '\ufeff{"a": 1}\r\n{"a": 2}', [{"a": 1}, {"a": 2}]),
    ],
)
def test_what_a_file_is(taken, name, form, content, values):
    assert [item.value for item in taken(name, content, form)] == values


@pytest.mark.parametrize(
    ("name", "form", "accepts", "known"),
    [
        ("x.pdf", None, (), "document"),
        ("x.htm", None, (".htm",), "document"),
        ("x.log", None, (".log",), "document"),
        ("x.json", None, (".txt", ".json"), "document"),
        ("x.json", None, (".txt",), "record"),
        ("x.json", "record", (".json",), "record"),
        ("x.pdf", "document", (".txt",), "document"),
        ("x.PDF", None, (".pdf",), "document"),
    ],
)
def test_the_pack_says_which_files_are_documents(name, form, accepts, known):
    assert identify(name, form, None, accepts).form == known


def test_a_document_that_the_pack_does_not_accept():
    with pytest.raises(Refused) as refused:
        identify("x.pdf", None, None, (".txt", ".eml"))
    assert refused.value.refusal == Refusal(
        "x.pdf", "NOT_ACCEPTED", "this pack reads .txt .eml, not .pdf; --as document reads it all the same"
    )


def test_a_single_record_is_no_list(taken):
    (found,) = taken("x.json", "{}", "records")
    assert found == Refusal(
        "x.json", "NOT_A_LIST", "this is not a list of records; use --as record for a single one"
    )


@pytest.mark.parametrize(
    ("data", "text", "note"),
    [
        ("Grüße\r\n".encode(), "Grüße\n", ""),
        ("Grüße\rx".encode("utf-8-sig"), "Grüße\nx", ""),
        ("Grüße".encode("utf-16"), "Grüße", ""),
        ("Grüße".encode("utf-32"), "Grüße", ""),
        ("5 €".encode("cp1252"), "5 €", "this is not UTF-8; it was read as Windows-1252"),
        (b"", "", ""),
    ],
)
def test_encodings(data, text, note):
    assert decoded(data, "x") == FormText(text, note)


def test_a_guessed_encoding_is_told(selfcorrect, file):
    done = selfcorrect("check", file("x.txt", "Summe 5 €".encode("cp1252")), "--domain", "invoices")
    assert done.err == "note: x.txt: this is not UTF-8; it was read as Windows-1252\n"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.binary(), st.sampled_from(["x.txt", "x.eml", "x.html", "x.md", "x.pdf", "x.json", "x.yaml", "x.jsonl"])
)
def test_no_bytes_raise(taken, content, name):
    for found in taken(name, content):
        assert found.source.startswith(name)


NUMBERS = [
    ("1e999999999", "(a number of 1,000,000,000 digits)"),
    ("1e99999999999999999999", "1e99999999999999999999"),
    ("1" * 5000, "(a number of 5,000 digits)"),
    ("NaN", "NaN"),
    ("-Infinity", "-Infinity"),
]


@pytest.mark.parametrize(("written", "shown"), NUMBERS)
def test_monstrous_numbers_are_findings(sums, file, written, shown):
    done = sums(file("x.json", f'{{"total": {written}}}'), "--format", "json")
    assert done.status == 1
    assert f'"total": "{shown}"' in done.out
    assert '"errors": []' in done.out
