"""Paths and patterns: what stands in what, and what stands apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selfcorrect.model.paths import apart, covers, meets, pattern_of, row_of

# Path, its pattern, the row it leads into.
PATHS = [
    ("", "", ""),
    ("total", "total", ""),
    ("seller.city", "seller.city", ""),
    ("line_items[2].amount", "line_items[].amount", "line_items[2]"),
    ("line_items[2]", "line_items[]", "line_items[2]"),
    ("line_items[10]", "line_items[]", "line_items[10]"),
    ("entries[1].postings[23].amount", "entries[].postings[].amount", "entries[1].postings[23]"),
    ("head.lines[0].tags[3]", "head.lines[].tags[]", "head.lines[0].tags[3]"),
    ("matrix[1][2]", "matrix[][]", "matrix[1][2]"),
    ("line_items[].amount", "line_items[].amount", "line_items[]"),
    ("odd[x]", "odd[x]", "odd[x]"),
    ("Größe[0].maß", "Größe[].maß", "Größe[0]"),
]


@pytest.mark.parametrize(("path", "pattern", "row"), PATHS)
def test_the_pattern_and_the_row_of_a_path(path: str, pattern: str, row: str) -> None:
    assert (pattern_of(path), row_of(path)) == (pattern, row)


# One, the other: whether the one covers the other, whether they meet, whether they are apart.
PAIRS = [
    ("", "", True, True, False),
    ("", "line_items[2]", True, True, False),
    ("line_items[2]", "", False, True, False),
    ("total", "total", True, True, False),
    ("total", "totals", False, False, False),
    ("total", "total_due", False, False, False),
    ("total", "tax", False, False, False),
    ("line_items", "line_items[2].amount", True, True, False),
    ("line_items[2].amount", "line_items", False, True, False),
    ("line_items[2]", "line_items[2].amount", True, True, False),
    ("line_items[2]", "line_items[2]", True, True, False),
    ("line_items[2]", "line_items[20]", False, False, True),
    ("line_items[2]", "line_items[20].amount", False, False, True),
    ("line_items[2].amount", "line_items[3].amount", False, False, True),
    ("line_items[2].amount", "line_items[2].price", False, False, False),
    ("line_items[2].amount", "charges[3].amount", False, False, False),
    ("line_items[2].amount", "total", False, False, False),
    ("seller", "seller.city", True, True, False),
    ("seller.city", "seller.country", False, False, False),
    ("entries[1]", "entries[1].postings[0].amount", True, True, False),
    ("entries[1].postings[0]", "entries[1].postings[1]", False, False, True),
    ("entries[1].postings[0]", "entries[2].postings[0]", False, False, True),
    ("entries[1].postings[0]", "entries[1].lines[1]", False, False, False),
    ("matrix[1][2]", "matrix[1][3]", False, False, True),
    ("matrix[1][2]", "matrix[1]", False, True, False),
    ("line_items[]", "line_items[].amount", True, True, False),
    ("line_items", "line_items[].amount", True, True, False),
]


@pytest.mark.parametrize(("one", "other", "covering", "meeting", "standing_apart"), PAIRS)
def test_one_path_and_another(
    one: str, other: str, covering: bool, meeting: bool, standing_apart: bool
) -> None:
    assert covers(one, other) == covering
    assert (meets(one, other), meets(other, one)) == (meeting, meeting)
    assert (apart(one, other), apart(other, one)) == (standing_apart, standing_apart)


NAMES = st.sampled_from(["a", "b", "ab", "a_b"])
STEPS = st.lists(st.tuples(NAMES, st.lists(st.integers(0, 12), max_size=2)), max_size=4)


def path_of(steps: list[tuple[str, list[int]]]) -> str:
    return ".".join(name + "".join(f"[{row}]" for row in rows) for name, rows in steps)


def parts_of(path: str) -> list[str]:
    """A path taken apart: `a[1].b` is `a`, `[1]`, `.b`."""
    return path.replace(".", " .").replace("[", " [").split()


@given(STEPS, STEPS)
def test_covering_is_beginning_alike(
    one: list[tuple[str, list[int]]], other: list[tuple[str, list[int]]]
) -> None:
    first, second = parts_of(path_of(one)), parts_of(path_of(other))
    assert covers(path_of(one), path_of(other)) == (second[: len(first)] == first)


@given(STEPS, STEPS)
def test_paths_are_apart_where_they_first_differ_in_a_row(
    one: list[tuple[str, list[int]]], other: list[tuple[str, list[int]]]
) -> None:
    pairs = zip(parts_of(path_of(one)), parts_of(path_of(other)), strict=False)
    differing = next(((a, b) for a, b in pairs if a != b), ("", ""))
    assert apart(path_of(one), path_of(other)) == (differing[0][:1] == differing[1][:1] == "[")


@given(STEPS)
def test_a_path_stands_in_its_row_and_is_no_part_of_its_pattern_elsewhere(
    steps: list[tuple[str, list[int]]],
) -> None:
    path = path_of(steps)
    assert covers(row_of(path), path)
    assert pattern_of(pattern_of(path)) == pattern_of(path)
    assert pattern_of(path).replace("[]", "") == "".join(
        part for part in parts_of(path) if not part.startswith("[")
    )
