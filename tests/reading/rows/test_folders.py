"""Folders of files with rows."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from selfcorrect.reading.forms.form import Unreadable
from selfcorrect.reading.rows import folders
from selfcorrect.reading.rows.raw import FILE, NUMBER, STEM, RawFile, raw_folder
from tests.reading.rows.reading import values


def made(folder: Path, files: dict[str, str | bytes]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def told(file: RawFile) -> tuple[str, list[dict[str, Any]], list[tuple[str, str]]]:
    return file.name, values(file), [(one.code, one.message) for one in file.troubles]


def test_a_folder_is_read_in_order_each_file_by_its_extension(tmp_path):
    made(
        tmp_path,
        {
            "b.md": "---\nid: B\n---\n- [x] a\n",
            "a/z.csv": "id\nZ\n",
            "a/c.json": "[{]",
            "a.yaml": "- id: A\n",
            "README.md": "Read me.\n",
            "west.csv": b"id;who\n1;J\xf6rg\n",
            "picture.png": b"\x89PNG",
            "notes.txt": "id: 1\n",
            "zero.csv": b"id\n\x00\n",
            ".hidden.csv": "id\n1\n",
            ".git/x.csv": "id\n1\n",
        },
    )
    none = "there is no table, no checklist and no front matter in this, so it holds no row"
    assert [told(file) for file in raw_folder(tmp_path)] == [
        ("README.md", [], [("ROWLESS_FILE", none)]),
        (
            "a/c.json",
            [],
            [("BAD_JSON", "this is not JSON at column 3: expecting property name enclosed in double quotes")],
        ),
        ("a/z.csv", [{"id": "Z", NUMBER: "1"}], []),
        ("a.yaml", [{"id": "A", NUMBER: "1"}], []),
        ("b.md", [{"id": "B", "(boxes)": [{"text": "a", "box": "x"}], NUMBER: "1"}], []),
        (
            "west.csv",
            [{"id": "1", "who": "Jörg", NUMBER: "1"}],
            [("ENCODING", "this is not UTF-8; it was read as Windows-1252")],
        ),
        ("zero.csv", [], [("NOT_TEXT", "this is not text: byte 4 is zero")]),
    ]


def test_rows_know_their_file(tmp_path):
    made(tmp_path, {"one/two.three.csv": "id\nA\n"})
    assert [row.values for file in raw_folder(tmp_path) for row in file.rows] == [
        {"id": "A", NUMBER: "1", FILE: "one/two.three.csv", STEM: "two.three"}
    ]


def test_keys_that_may_hold_rows_are_those_of_every_file(tmp_path):
    made(tmp_path, {"a.yaml": "steps: [{id: A}]\nowners: [{id: B}]\n"})
    assert [values(file) for file in raw_folder(tmp_path, ["steps"])] == [[{"id": "A", NUMBER: "1"}]]


@pytest.mark.skipif(sys.platform == "win32", reason="links are for administrators there")
def test_links_that_lead_outside_or_in_rings_are_not_followed(tmp_path):
    outside = made(tmp_path / "outside", {"x.csv": "id\nX\n"})
    inside = made(tmp_path / "inside", {"a.csv": "id\nA\n", "deep/b.csv": "id\nB\n"})
    for name, to in (("out", outside), ("out.csv", outside / "x.csv"), ("ring", inside), ("deep/up", inside)):
        (inside / name).symlink_to(to)
    (inside / "gone.csv").symlink_to(inside / "nothing.csv")
    (inside / "self.csv").symlink_to(inside / "self.csv")
    (inside / "twin.csv").symlink_to(inside / "a.csv")
    os.mkfifo(inside / "pipe.csv")
    assert [file.name for file in raw_folder(inside)] == ["a.csv", "deep/b.csv", "twin.csv"]


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "no file in this folder holds a row"),
        ({"a.txt": "x"}, "no file in this folder holds a row"),
        (
            {"a.csv": "id\n"},
            "no file in this folder holds a row; a.csv: there are headings in this, and no row under them",
        ),
    ],
)
def test_a_folder_without_rows_says_so(tmp_path, files, said):
    made(tmp_path, files)
    with pytest.raises(Unreadable) as refused:
        raw_folder(tmp_path)
    assert (refused.value.code, refused.value.sentence) == ("NO_ROWS", said)


@pytest.mark.parametrize(
    ("bound", "value", "said"),
    [
        ("MOST_FILES", 4, "there are more than 4 files in this folder"),
        ("LARGEST", 24, "the files in this folder have more than 0 MiB"),
    ],
)
def test_a_folder_is_bounded(tmp_path, monkeypatch, bound, value, said):
    made(tmp_path, {f"{number}.csv": "id\n1\n" for number in range(5)})
    monkeypatch.setattr(folders, bound, value)
    with pytest.raises(Unreadable) as refused:
        raw_folder(tmp_path)
    assert (refused.value.code, refused.value.sentence) == ("TOO_LARGE", said)


def test_a_folder_that_is_none(tmp_path):
    with pytest.raises(Unreadable) as refused:
        raw_folder(tmp_path / "nothing")
    assert refused.value.code == "UNREADABLE"
