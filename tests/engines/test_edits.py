import pytest

from selfcorrect.engines.edits import Edit, NoSuchPlaceError, edited, path_key

RECORD = {"total": 3, "rows": [{"a": 1}, {"a": 2}, {"a": 3}]}


@pytest.mark.parametrize(
    ("edits", "becomes"),
    [
        ([Edit("set", "total", 4)], {"total": 4, "rows": RECORD["rows"]}),
        ([Edit("set", "new", 4)], {**RECORD, "new": 4}),
        ([Edit("set", "rows[1].a", 9)], {"total": 3, "rows": [{"a": 1}, {"a": 9}, {"a": 3}]}),
        ([Edit("remove", "total")], {"rows": RECORD["rows"]}),
        ([Edit("remove", "rows[0]"), Edit("remove", "rows[2]")], {"total": 3, "rows": [{"a": 2}]}),
        (
            [Edit("repeat", "rows[0]"), Edit("remove", "rows[1]")],
            {"total": 3, "rows": [{"a": 1}, {"a": 1}, {"a": 3}]},
        ),
        (
            [Edit("remove", "rows[1]"), Edit("set", "rows[2].a", 9)],
            {"total": 3, "rows": [{"a": 1}, {"a": 9}]},
        ),
    ],
)
def test_edits_speak_of_the_record_as_it_was(edits, becomes):
    before = repr(RECORD)
    assert edited(RECORD, edits) == becomes
    assert repr(RECORD) == before


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (Edit("remove", "gone"), "the record has nothing at gone"),
        (Edit("set", "rows[7].a", 1), "the record has nothing at rows[7].a"),
        (Edit("set", "total.a", 1), "the record has nothing at total.a"),
        (Edit("repeat", "total"), "total is not a row, so it cannot be repeated"),
        (Edit("set", "", 1), "an empty text is not a path, such as line_items[0].amount"),
        (Edit("set", "rows[x]", 1), "rows[x] is not a path, such as line_items[0].amount"),
    ],
)
def test_a_place_that_is_not_there(edit, message):
    with pytest.raises(NoSuchPlaceError, match=r"^") as error:
        edited(RECORD, [edit])
    assert str(error.value) == message


def test_paths_sort_rows_by_number():
    paths = ["rows[10].a", "rows[9].b", "rows", "rows[9].a"]
    assert sorted(paths, key=path_key) == ["rows", "rows[9].a", "rows[9].b", "rows[10].a"]
