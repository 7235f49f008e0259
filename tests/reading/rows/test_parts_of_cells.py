"""Parts of a cell's text: where each of several references stands."""

import pytest

from selfcorrect.reading.rows.raw import cell_span, raw_file

CELL = "T-1, T-10 & T-1 (T-2)"


@pytest.mark.parametrize(
    ("within", "item", "start", "text"),
    [
        (None, None, 0, CELL),
        ("T-1", None, 0, "T-1"),
        ("T-1", 0, 0, "T-1"),
        ("T-1", 1, 12, "T-1"),
        ("T-1", 2, 0, CELL),
        ("T-10", None, 5, "T-10"),
        ("T-2", 0, 17, "T-2"),
        ("T-3", None, 0, CELL),
        ("&", None, 10, "&"),
        ("", None, 0, CELL),
    ],
)
def test_a_part_of_a_text(within, item, start, text):
    file = raw_file(f'id,after\nA,"{CELL}"\n', ".csv", "plan.csv")
    span = cell_span(file, file.rows[0], "after", item, within)
    assert span is not None
    assert (span.start - file.text.index(CELL), file.text[span.start : span.end]) == (start, text)


def test_a_part_of_a_list_is_sought_in_its_item():
    file = raw_file('[{"after": ["T-1", "T-2: T-1"]}]', ".json", "plan.json")
    row = file.rows[0]
    found = [cell_span(file, row, "after", item, "T-1") for item in (0, 1, 2)]
    assert [span and file.text[span.start - 1 : span.end + 1] for span in found] == ['"T-1"', ' T-1"', None]


def test_what_stands_nowhere_has_no_span():
    file = raw_file("id,after\nA,\n", ".csv", "plan.csv")
    assert [
        cell_span(file, file.rows[0], column) for column in ("after", "(file)", "(number)", "no such")
    ] == [None] * 4
