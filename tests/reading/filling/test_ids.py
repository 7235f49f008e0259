"""Ids: when two are the same, how they stand in cells, how the candidate has them."""

import pickle
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selfcorrect.reading.filling.ids import IdKeys, clean_id
from selfcorrect.reading.spec import Ids
from tests.reading.filling.ledgers import filled, read

PLAIN = Ids()
CASE = Ids(ignore_case=True)
ZEROS = Ids(ignore_zeros=True)
PREFIX = Ids(ignore_case=True, same_prefix=(("task", "back"), ("#", "issue ")))
BARE = Ids(same_prefix=(("RFC", ""),), ignore_zeros=True)

SAME = [
    (PLAIN, "T-1", " T-1\t"),
    (PLAIN, "Ｔ－１", "T-1"),
    (PLAIN, "e\u0301-1", "\u00e9-1"),
    (PLAIN, "T-\u200b1", "T-1\ufeff"),
    (PLAIN, "T\u00a01", "T 1"),
    (CASE, "t-1", "T-1"),
    (CASE, "STRASSE", "straße"),
    (ZEROS, "RFC0010", "RFC10"),
    (ZEROS, "1.01", "1.1"),
    (ZEROS, "T-000", "T-0"),
    (PREFIX, "task-12", "BACK-12"),
    (PREFIX, "TASK 12", "back_12"),
    (PREFIX, "task12", "Back-12"),
    (PREFIX, "#7", "Issue 7"),
    (PREFIX, "back-100.9", "task-100.9"),
    (BARE, "RFC0010", "10"),
    (BARE, "rfc-10", "0010"),
]
OTHERS = [
    (PLAIN, "T-1", "t-1"),
    (PLAIN, "T-1", "T-01"),
    (PLAIN, "T 1", "T1"),
    (CASE, "T-1", "T-01"),
    (ZEROS, "T-10", "T-1"),
    (ZEROS, "T-0", "T-"),
    (PREFIX, "DRAFT-12", "task-12"),
    (PREFIX, "12", "task-12"),
    (PREFIX, "tasks-12", "task-12"),
    (PREFIX, "task", "back"),
    (PREFIX, "#12", "task-12"),
    (BARE, "STD10", "RFC10"),
]


@pytest.mark.parametrize(("spec", "one", "other"), SAME)
def test_ids_that_are_the_same(spec, one, other):
    keys = IdKeys(spec)
    assert keys.key(one) == keys.key(other)


@pytest.mark.parametrize(("spec", "one", "other"), OTHERS)
def test_ids_that_are_not_the_same(spec, one, other):
    keys = IdKeys(spec)
    assert keys.key(one) != keys.key(other)


def test_keys_can_be_pickled_before_and_after_use():
    keys = IdKeys(PREFIX)
    for _ in range(2):
        again = pickle.loads(pickle.dumps(keys))  # noqa: S301
        assert again.key("BACK-1") == keys.key("task-1")


ids = st.text(alphabet=st.sampled_from("tTaskBACK-_ #0019.ée\u0301Ｔ１\u200b\u00adßsﬁ\0"), max_size=12)
specs = st.builds(
    Ids,
    ignore_case=st.booleans(),
    ignore_zeros=st.booleans(),
    same_prefix=st.sampled_from([(), (("task", "back"),), (("task", "back", ""), ("#", "ta"))]),
)


@given(specs, ids)
def test_an_id_in_another_form_is_the_same(spec, text):
    keys = IdKeys(spec)
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert keys.key(unicodedata.normalize(form, text)) == keys.key(text)
    assert keys.key(f" {text}\u200d ") == keys.key(text)
    assert clean_id(clean_id(text)) == clean_id(text)
    assert keys.key(clean_id(text)) == keys.key(text)


def reader_of(spec: Ids) -> str:
    groups = "".join(f"\n    - {list(group)}" for group in spec.same_prefix)
    said = f"  same_prefix:{groups}\n" if groups else ""
    flags = (
        f"  ignore_case: {str(spec.ignore_case).lower()}\n  ignore_zeros: {str(spec.ignore_zeros).lower()}\n"
    )
    return f"ids:\n{flags}{said}"


@given(specs, st.lists(ids, min_size=1, max_size=5), ids)
def test_a_reference_resolves_if_and_only_if_a_row_has_the_same_id(spec, rows, wanted):
    keys = IdKeys(spec)
    found = filled(reader_of(spec), *({"id": one} for one in rows), {"id": "last", "parent": wanted})
    *tasks, last = found.candidate["tasks"]
    known = [task.get("id") for task in tasks]
    for raw, one in zip(rows, known, strict=True):
        if one is not None:
            # The candidate has each as the first row prints it that has it.
            first = next(other for other in rows if keys.key(other) == keys.key(raw))
            assert one == clean_id(first)
    parent = last.get("parent")
    if parent is not None:
        resolves = any(one is not None and keys.key(one) == keys.key(wanted) for one in known)
        assert (parent in known) == resolves
        assert resolves or parent in (clean_id(wanted), "last")


@given(specs, ids, ids, ids)
def test_sameness_is_an_equivalence(spec, one, two, three):
    def same(a: str, b: str) -> bool:
        found = filled(reader_of(spec), {"id": a}, {"id": b}).candidate["tasks"]
        return bool(found[0].get("id") == found[1].get("id"))

    assert same(one, one)
    assert same(one, two) == same(two, one)
    assert not (same(one, two) and same(two, three)) or same(one, three)


REFERENCES = [
    ("", "a, b;c", ["a", "b", "c"]),
    ("", "a\nb<br>c", ["a", "b", "c"]),
    ("", "- a\n- b", ["a", "b"]),
    ("", "`a`, 'b', \"c\"", ["a", "b", "c"]),
    ("", '["a", "b"]', ["a", "b"]),
    ("", "a, a, b", ["a", "b"]),
    ("", "a b", ["a", "b"]),
    ("", "a or b", ["a or b"]),
    ("", "the big one", ["the big one"]),
    ("", "—", []),
    ("", "-, a", ["a"]),
    ("", "", []),
    ("", None, []),
    ("", ["a", "b, c", "z, b"], ["a", "b", "c", "z, b"]),
    ("", ["a", None, "", "-"], ["a"]),
    ("", 12, ["12"]),
    ("", [12, 3.0], ["12", "3"]),
    ("", {"id": "a", "type": "blocks"}, ["a"]),
    ("", [{"ID": "A", "type": "blocks"}, {"to": "a"}], ["A", {"to": "a"}]),
    ("", True, True),
    ("", [["a"]], [["a"]]),
    (r"'(?:^|[,;] *)([0-9]+)'", "3FS+2 days, 12SS", ["3", "12"]),
    (r"'\[([0-9]+)\]'", "[13](0013-x.md) and [4](0004-y.md)", ["13", "4"]),
    (r"'\[([0-9]+)\]'", "[13](a.md), [13](b.md)", ["13"]),
    (r"'\[([0-9]+)\]'", "the big one", ["the big one"]),
    (r"'[a-z0-9.+-]{2,}'", "libc6 (>= 2.1)", ["libc6", "2.1"]),
    (r"'^[a-z0-9.+-]+'", "libc6 (>= 2.1)", ["libc6"]),
    (r"'[0-9]+'", "\ud800 7", ["7"]),
]


@pytest.mark.parametrize(("pattern", "cell", "found"), REFERENCES)
def test_references_in_a_cell(pattern, cell, found):
    reader = f"ids: {{pattern: {pattern}}}\n" if pattern else ""
    rows = [{"id": "x", "depends_on": cell}, *({"id": one} for one in ("a", "b", "c"))]
    assert filled(reader, *rows).candidate["tasks"][0]["depends_on"] == found


ONE = [
    ("", "a", "a"),
    ("", " A ", "A"),
    ("", ["a"], "a"),
    ("", ["a", "b"], ["a", "b"]),
    ("", {"id": "a"}, "a"),
    ("", {"id": {"x": 1}}, {"id": {"x": 1}}),
    ("", 7, "7"),
    ("", "a, b", "a, b"),
    ("", True, True),
    (r"'[0-9]+'", "[13](0013-x.md)", "13"),
]


@pytest.mark.parametrize(("pattern", "cell", "found"), ONE)
def test_a_reference_in_a_cell_of_one(pattern, cell, found):
    reader = f"ids: {{pattern: {pattern}}}\n" if pattern else ""
    assert filled(reader, {"id": "x", "parent": cell}, {"id": "b"}).candidate["tasks"][0]["parent"] == found


def test_a_reference_that_only_says_nothing_is_none():
    assert filled("", {"id": "x", "parent": "–"}, {"id": "-"}).candidate["tasks"] == [{"id": "x"}, {}]


def test_what_a_row_stands_under_is_named_by_its_id():
    text = "- [ ] K-1 Roof\n  - [x] K-1.1 Tiles\n- [ ] K-2 Walls\n  - [ ] Paint\n    - [ ] K-7 Buy it\n"
    found = read("columns: {id: [(lead), (number)], title: [(rest), (text)], parent: [(under)]}", text, ".md")
    assert [(t["id"], t["title"], t.get("parent")) for t in found.candidate["tasks"]] == [
        ("K-1", "Roof", None),
        ("K-1.1", "Tiles", "K-1"),
        ("K-2", "Walls", None),
        ("2.1", "Paint", "K-2"),
        ("K-7", "Buy it", "2.1"),
    ]


LEADS = [
    ("- [ ] T1: One\n- [ ] T2. Two\n", ["T1", "T2"]),
    ("- [ ] [A-1] One\n- [ ] (A-2) Two\n", ["A-1", "A-2"]),
    ("- [ ] #4 One\n- [ ] #5 Two\n", ["#4", "#5"]),
    ("- [ ] OAuth2 login\n- [ ] Forms\n- [ ] Mails\n", ["1", "2", "3"]),
    ("- [ ] 2025 budget\n- [ ] 3 eggs\n", ["1", "2"]),
]


@pytest.mark.parametrize(("text", "found"), LEADS)
def test_ids_that_items_start_with(text, found):
    tasks = read("columns: {id: [(lead), (number)]}", text, ".md").candidate["tasks"]
    assert [task["id"] for task in tasks] == found


def test_a_files_name_is_an_id_only_where_the_file_is_one_row():
    reader = "columns: {id: [(stem), (number)]}"
    assert [t["id"] for t in read(reader, "title\na\nb\n").candidate["tasks"]] == ["1", "2"]
    assert [t["id"] for t in read(reader, "title\na\n").candidate["tasks"]] == ["x"]
