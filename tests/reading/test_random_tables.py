"""Random rows in random layouts: read back whole, or not at all, but never with a wrong value."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.reading.lists import rows
from tests.reading.tables import HEADINGS, Layout, layouts, truth

SLOW = settings(
    max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)


@SLOW
@given(layouts(blanks=False))
def test_a_table_in_columns_is_read_whole_in_any_order_of_columns(layout):
    assert rows(layout.text) == truth(layout)


@SLOW
@given(layouts(blanks=True))
def test_with_blank_cells_a_row_is_read_right_or_not_at_all(layout):
    left = iter(truth(layout))
    for row in rows(layout.text):
        assert any(all(one.get(name) == value for name, value in row.items()) for one in left), row


@SLOW
@given(layouts(blanks=True), st.sampled_from(("|", "\t")))
def test_bars_and_tabs_say_which_cell_is_blank(layout, sign):
    assert rows(parted(layout, sign)) == truth(layout)


def parted(layout: Layout, sign: str) -> str:
    """The table with a sign between the cells; bars stand outside, too."""
    heads = {name: HEADINGS[name][layout.language] for name in layout.columns}
    lines = [sign.join(f" {cells[name]} " for name in layout.columns) for cells in (heads, *layout.rows)]
    if sign == "|":
        lines = [f"|{line}|" for line in lines]
        lines.insert(1, "|" + "---|" * len(layout.columns))
    return "\n".join(["Acme Ltd", "", *lines, ""])


@settings(max_examples=40, deadline=None)
@given(layouts(blanks=False), st.integers(1, 3))
def test_a_table_goes_on_under_repeated_headings(layout, at):
    head, *body = layout.text.split("\n\n")[1].split("\n")
    rest = [line for line in body if line.strip()]
    starts = [number for number, line in enumerate(rest) if "thing" in line]
    cut = starts[min(at, len(starts) - 1)]
    text = "\n".join(
        [head, *rest[:cut], "Carried forward   1,234.00", "\fPage 2 of 2", head, *rest[cut:], ""]
    )
    assert [_without_words(row) for row in rows(text)] == [_without_words(row) for row in truth(layout)]


def _without_words(row: dict[str, object]) -> dict[str, object]:
    """A row but for its words: alone on a page, one line does not tell how wide its column is."""
    return {name: value for name, value in row.items() if name != "description"}
