"""Where the values of a candidate stand in the files they were read from."""

import pickle
from pathlib import Path

import pytest

from selfcorrect.model.marks import Extent
from selfcorrect.reading.filling.fill import fill_rows
from selfcorrect.reading.filling.opened import RawRows, rows_in_folder, rows_in_text
from selfcorrect.reading.filling.places import RowPlaces
from tests.reading.filling.ledgers import ready


def places(reader: str, text: str, suffix: str) -> tuple[RowPlaces, str]:
    made = ready(reader)
    raw = rows_in_text(made, text.encode(), suffix, f"x{suffix}")
    found = RowPlaces(made, raw.files, raw.name, folder=False)
    fill_rows(made, raw.files, found)
    return found, raw.files[0].text


def printed(text: str, extent: Extent | None) -> str | None:
    """What stands at a place."""
    if extent is None:
        return None
    lines = text.split("\n")[extent.line - 1 : extent.end_line]
    lines[-1] = lines[-1][: extent.end_column - 1]
    lines[0] = lines[0][extent.column - 1 :]
    return "\n".join(lines)


CSV = 'ID,Needs,Start,tags\nA,"B, C;D",2025-01-01,"x; y"\nB,,soon,\n'
JSON = """\
{"tasks": [
  {"id": "A", "needs": ["B", {"id": "C"}, "D, E"], "start": "2025-01-01",
   "links": [{"to": {"id": "B"}}, {"x": 1}, {"to": {"id": "Z"}}]},
  {"id": "B", "criteria": [{"text": "t", "met": "no"}, "[x] u"], "place": {"room": "R"}}
]}
"""
YAML = """\
tasks:
  - id: A
    needs:
      - B
      - C
    start: soon
  - id: B
    needs: B, C
"""
TABLE = "| id | Needs | Start |\n|---|---|---|\n| A | B, **C** | soon |\n"
LIST = "- [x] K-1 Roof @ann (needs: K-2, K-3)\n  - [ ] K-2 Tiles\n- [?] K-3 Walls\n"
COLUMNS = "columns: {depends_on: [needs, links.to.id], id: [(lead)], title: [(rest)], status: [(box)], parent: [(under)]}"

PLACES = [
    (CSV, ".csv", "tasks[0].id", "A"),
    (CSV, ".csv", "tasks[0].depends_on[1]", "C"),
    (CSV, ".csv", "tasks[0].depends_on[2]", "D"),
    (CSV, ".csv", "tasks[0].depends_on", "B, C;D"),
    (CSV, ".csv", "tasks[0].tags[1]", "y"),
    (CSV, ".csv", "tasks[1].start", "soon"),
    (CSV, ".csv", "tasks[1].finish", "B,,soon,"),
    (CSV, ".csv", "tasks[1].depends_on[7]", "B,,soon,"),
    (CSV, ".csv", "tasks[1]", "B,,soon,"),
    (CSV, ".csv", "tasks[2]", None),
    (CSV, ".csv", "tasks", None),
    (CSV, ".csv", "name", None),
    (CSV, ".csv", "", None),
    (JSON, ".json", "tasks[0].depends_on[0]", "B"),
    (JSON, ".json", "tasks[0].depends_on[1]", "C"),
    (JSON, ".json", "tasks[0].depends_on[2]", "D, E"),
    (JSON, ".json", "tasks[0].start", "2025-01-01"),
    (JSON, ".json", "tasks[1].criteria[0].met", '{"text": "t", "met": "no"}'),
    (JSON, ".json", "tasks[1].criteria[1]", "[x] u"),
    (JSON, ".json", "tasks[1].place.room", '{"room": "R"}'),
    (YAML, ".yaml", "tasks[0].depends_on[1]", "C"),
    (YAML, ".yaml", "tasks[0].start", "soon"),
    (YAML, ".yaml", "tasks[1].depends_on[1]", "C"),
    (TABLE, ".md", "tasks[0].depends_on[1]", "C"),
    (TABLE, ".md", "tasks[0].start", "soon"),
    (LIST, ".md", "tasks[0].id", "K-1"),
    (LIST, ".md", "tasks[0].title", "Roof"),
    (LIST, ".md", "tasks[0].depends_on[1]", "K-3"),
    (LIST, ".md", "tasks[1].parent", "- [ ] K-2 Tiles"),
    (LIST, ".md", "tasks[2].status", "?"),
]


@pytest.mark.parametrize(("text", "suffix", "path", "stands"), PLACES)
def test_the_place_of_a_value(text, suffix, path, stands):
    found, read = places(COLUMNS, text, suffix)
    extent = found.extent(path)
    assert printed(read, extent) == stands
    again = pickle.loads(pickle.dumps(found))  # noqa: S301
    assert again.extent(path) == extent
    if extent is not None:
        line, column = found.line(extent)
        assert line == read.split("\n")[extent.line - 1]
        assert column == extent.column


HEADS = [
    ("capacity: 80%\npeople:\n  - name: ann\n  - name: bob\nplan: P\ntasks:\n  - id: A\n", ".yaml"),
    (
        '{"capacity": "80%", "people": [{"name": "ann"}, {"name": "bob"}], "plan": "P", "tasks": [{"id": "A"}]}',
        ".json",
    ),
]


@pytest.mark.parametrize(("text", "suffix"), HEADS)
def test_the_places_of_what_stands_beside_the_rows(text, suffix):
    found, read = places("record: {name: [title]}", text, suffix)
    assert printed(read, found.extent("capacity")) == "80%"
    assert "bob" in str(printed(read, found.extent("people[1].name")))
    assert "ann" not in str(printed(read, found.extent("people[1].name")))
    assert printed(read, found.of_column("", "plan")) == "P"
    assert [found.extent("name"), found.extent(""), found.of_column("", "x")] == [None, None, None]


def test_a_place_in_values_that_keys_lead_to():
    found, read = places("columns: {depends_on: [links.to.id]}", JSON, ".json")
    assert printed(read, found.extent("tasks[0].depends_on[1]")) == '{"to": {"id": "Z"}}'


@pytest.mark.parametrize("suffix", [".csv", ".json"])
def test_items_of_a_long_list_have_their_places(suffix):
    """However many are asked for: the first are looked for one by one, all others at once."""
    names = [f"T-{n}" for n in range(2000)]
    quoted = ", ".join(f'"{name}"' for name in names)
    text = (
        f'[{{"id": "A", "needs": [{quoted}]}}]'
        if suffix == ".json"
        else f'id,needs\nA,"{", ".join(names)}"\n'
    )
    found, read = places(COLUMNS, text, suffix)
    shown = [printed(read, found.extent(f"tasks[0].depends_on[{n}]")) for n in range(2000)]
    assert shown == names


def test_of_a_long_line_a_piece_is_given():
    text = f'id,title,start\nA,"{"x" * 5000}",soon\n'
    found, _ = places("", text, ".csv")
    extent = found.extent("tasks[0].start")
    assert extent is not None
    line, column = found.line(extent)
    assert (line[column - 1 :], len(line)) == ("soon", 1004)


def test_the_files_of_a_folder_have_names(tmp_path: Path):
    made = ready("columns: {id: [(stem)]}\naccepts: [.md]")
    folder = tmp_path / "plan"
    for name, text in {
        "b/2.md": "---\nstart: soon\n---\n# Two\n",
        "1.md": "---\nid: one\n---\n",
        "no.csv": "a,b\n1,2",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    raw: RawRows = rows_in_folder(made, folder, "plan/")
    reading = fill_rows(made, raw.files)
    found = RowPlaces(made, raw.files, raw.name, folder=True)
    assert [task["id"] for task in reading.candidate["tasks"]] == ["one", "2"]
    assert found.extent("tasks[1].start") == Extent(2, 8, 2, 12, "plan/b/2.md")
    assert found.extent("tasks[0].id") == Extent(2, 5, 2, 8, "plan/1.md")
    assert found.line(Extent(2, 8, 2, 12, "plan/b/2.md")) == ("start: soon", 8)


def test_a_file_of_a_folder_may_be_a_row_if_it_has_the_keys_of_one(tmp_path: Path):
    made = ready(
        'columns: {id: [(file)], title: [title], depends_on: [replaces]}\nids: {pattern: "[a-z]+/[0-9]+"}'
    )
    for name, text in {
        "sig/1-one/kep.yaml": "title: One\nreplaces:\n  - /keps/sig/2-two\n",
        "sig/2-two/kep.json": '{"title": "Two", "replaces": ["/keps/sig/1-one/"]}',
        "config.yml": "project: x\ntitle: Our plan\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    raw = rows_in_folder(made, tmp_path, "plan")
    found = RowPlaces(made, raw.files, raw.name, folder=True)
    assert fill_rows(made, raw.files).candidate["tasks"] == [
        {"id": "sig/1", "title": "One", "depends_on": ["sig/2"]},
        {"id": "sig/2", "title": "Two", "depends_on": ["sig/1"]},
    ]
    assert [(file.name, [one.code for one in file.troubles]) for file in raw.files] == [
        ("config.yml", ["ROWLESS_FILE"]),
        ("sig/1-one/kep.yaml", []),
        ("sig/2-two/kep.json", []),
    ]
    assert found.extent("tasks[0].depends_on[0]") == Extent(3, 11, 3, 16, "plan/sig/1-one/kep.yaml")
    assert found.extent("tasks[1].depends_on[0]") == Extent(1, 38, 1, 43, "plan/sig/2-two/kep.json")
