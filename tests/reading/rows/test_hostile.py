"""Files that nobody writes: bounded, read or refused in a sentence."""

import pytest

from selfcorrect.reading.forms.form import Unreadable
from selfcorrect.reading.rows.raw import UNDER, raw_file

BOMB = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 30))
UNCLOSED = "this is not YAML at line 1, column 1001: nesting goes deeper than 40 levels"

REFUSED = [
    ("lists in lists, YAML", ".yaml", "[" * 100_000, "TOO_DEEP", UNCLOSED),
    ("lists in lists, YAML blocks", ".yaml", "- " * 100_000, "TOO_DEEP", "nesting goes deeper than 40 levels"),
    ("keys of keys", ".yaml", "? " * 100_000, "TOO_DEEP", "nesting goes deeper than 40 levels"),
    ("lists in lists, JSON", ".json", "[" * 100_000, "TOO_DEEP", "this is nested too deeply to hold rows"),
    ("an alias bomb", ".yaml", BOMB, "TOO_LARGE", "written out, the aliases make this too large"),
    ("an alias in itself", ".yaml", "a: &a [*a]\n", "BAD_YAML", "this is not YAML at line 1, column 8: the alias *a stands inside what it names"),
    ("as many columns as a page has letters", ".csv", "a," * 20_000, "TOO_LARGE", "there are more than 10,000 columns in this"),
    ("a table of nothing but bars", ".md", f"{'|' * 20_000}\n{'|-' * 20_000}\n", "TOO_LARGE", "there are more than 10,000 columns in this"),
    ("no line is JSON", ".jsonl", "{\n" * 110_000, "TOO_MANY_TROUBLES", "more than 100,000 places in this cannot be read; the first: line 1: this is not JSON at column 2: expecting property name enclosed in double quotes"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("suffix", "text", "code", "sentence"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_it_is_refused(suffix, text, code, sentence):
    with pytest.raises(Unreadable) as refused:
        raw_file(text, suffix, f"x{suffix}")
    assert (refused.value.code, refused.value.sentence) == (code, sentence)


READ = [
    ("a number of 100,000 digits", ".json", '[{"a": ' + "9" * 100_000 + "}]", 1, []),
    ("a line of a megabyte", ".csv", "a,b\n" + "x," * 500_000, 1, ["EXTRA_CELLS"]),
    ("a cell of a megabyte", ".md", "|a|\n|-|\n|" + "x" * 1_000_000 + "|\n", 1, []),
    ("an item of open brackets", ".md", "- [ ] " + "(a: [b: " * 100_000, 1, []),
    ("comments that nobody closes", ".md", "- [ ] a\n" + "<!-- " * 200_000, 1, []),
    ("a fence that nobody closes", ".md", "- [ ] a\n```\n" + "- [ ] b\n" * 10_000, 1, ["UNCLOSED_FENCE"]),
    ("front matter deeper than any", ".md", "+++\n" + "a." * 10_000 + "a = 1\nb = 2\n+++\n", 1, ["TOO_DEEP"]),
    ("front matter of brackets", ".md", "+++\na = " + "[" * 10_000 + "\n+++\n", 1, ["TOO_DEEP"]),
    ("a number that is too long for TOML", ".md", "+++\na = " + "9" * 10_000 + "\n+++\n", 1, ["BAD_TOML"]),
    ("one quote, and a thousand rows", ".csv", 'a,b\n1,"x\n' + "1,x\n" * 1_000, 1_001, ["UNCLOSED_QUOTE"]),
    ("marks that nobody sees", ".csv", "\u200fid\u200e,\u202ea\n\u2066x\u2069,y\u2028z\n", 1, []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("suffix", "text", "rows", "codes"), [case[1:] for case in READ], ids=[case[0] for case in READ]
)
def test_it_is_read(suffix, text, rows, codes):
    file = raw_file(text, suffix, f"x{suffix}")
    assert len(file.rows) == rows
    assert [one.code for one in file.troubles] == codes


def test_items_that_stand_ever_deeper_are_read_at_the_deepest_level():
    file = raw_file("".join(f"{' ' * depth}- [ ] a\n" for depth in range(45)), ".md", "x.md")
    assert [row.values.get(UNDER, "").count(".") for row in file.rows] == [0, *range(38), *[38] * 6]
    assert [one.code for one in file.troubles] == ["TOO_DEEP"] * 5
    assert (
        file.troubles[0].message
        == "items stand under items more than 40 levels deep; this is read one level up"
    )
