"""The library's reading of CSV and ours, which knows places, come to the same."""

from hypothesis import given
from hypothesis import strategies as st

from selfcorrect.reading.rows.csv_cells import record_at
from selfcorrect.reading.rows.csv_rows import csv_file
from selfcorrect.reading.rows.raw import RawFile

SIGNS = st.lists(
    st.sampled_from(['"', '"', '""', ",", ",", "\n", "\n", " ", "a", "bc", "\t"]), max_size=40
).map("".join)


def by_ourselves(text: str) -> list[tuple[list[str | None], tuple[int, int]]]:
    found = []
    at = width = 0
    while at < len(text):
        record = record_at(text, at, ",", width)
        cells = [cell.value or None for cell in record.cells]
        if any(cells):
            width = width or len(cells)
            found.append((cells, (at, record.end - (text[record.end - 1] == "\n"))))
        at = record.end
    return found[1:]


def spans(file: RawFile) -> list[tuple[int, int]]:
    return [row.span for row in file.rows]


@given(rest=SIGNS)
def test_every_record_is_found_where_the_library_finds_it(rest):
    text = f"x,y,z\n{rest}\n1,2,3\n"
    file = csv_file(text, ".csv", "x.csv")
    wanted = by_ourselves(text)
    assert spans(file) == [span for _, span in wanted]
    assert [list(row.values.values()) for row in file.rows] == [cells[:3] for cells, _ in wanted]


def test_a_cell_that_is_longer_than_the_library_reads():
    text = f'id,note\n1,"{"a" * 200_000}\n{"b" * 200_000}"\n2,{"c" * 200_000}\n3,d\n'
    file = csv_file(text, ".csv", "x.csv")
    assert [row.values for row in file.rows] == [
        {"id": "1", "note": f"{'a' * 200_000}\n{'b' * 200_000}"},
        {"id": "2", "note": "c" * 200_000},
        {"id": "3", "note": "d"},
    ]
    assert file.troubles == ()


def test_quotes_that_nobody_closes_are_told_a_hundred_times():
    text = "a,b\n" + '1,"x\n' * 5_000
    file = csv_file(text, ".csv", "x.csv")
    assert len(file.rows) == 5_000
    assert file.rows[-1].values == {"a": "1", "b": '"x'}
    assert [one.code for one in file.troubles] == ["UNCLOSED_QUOTE"] * 100 + ["MORE_TROUBLES"]
    assert file.troubles[-1].message == "and 4,900 more places in this file cannot be read"
