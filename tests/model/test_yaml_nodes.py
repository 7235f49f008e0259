"""YAML as marked nodes: every scalar stays text, every character keeps its place."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selfcorrect.model.marks import Marked
from selfcorrect.model.problems import Problems
from selfcorrect.model.yaml_nodes import compose, plain


def read(text: str) -> Any:
    problems = Problems()
    node = compose(text, "f.yaml", problems)
    problems.stop_if_any()
    return node


def said(text: str) -> list[str]:
    problems = Problems()
    compose(text, "f.yaml", problems)
    return [f"{d.mark}: {d.message}" for d in problems.diagnostics()]


def test_scalars_stay_text() -> None:
    text = "a: [0.01, 0012, NO, 12:30:45, 1_000, 2025-03-04, yes, 0x1F, '007', ~, '', \"~\"]"
    assert plain(read(text)) == {
        "a": ["0.01", "0012", "NO", "12:30:45", "1_000", "2025-03-04", "yes", "0x1F", "007", None, "", "~"]
    }


PLACES = [
    ("plain", "k: one two\n", "two", (1, 8)),
    ("single quotes", "k: 'one two'\n", "two", (1, 9)),
    ("a doubled quote", "k: 'it''s two'\n", "two", (1, 11)),
    ("double quotes", 'k: "one two"\n', "two", (1, 9)),
    ("escapes", 'k: "\\ta\\u00e9\\"\\x41 two"\n', "two", (1, 21)),
    ("an escape itself", 'k: "a \\u00e9 b"\n', "é", (1, 7)),
    ("a folded plain text", "k: one\n  and\n\n    two\n", "two", (4, 5)),
    ("a folded quoted text", "k: 'one\n  and\n\n    two'\n", "two", (4, 5)),
    ("an escaped line end", 'k: "one \\\n    two"\n', "two", (2, 5)),
    ("a literal block", "k: |\n  one\n    two\n", "two", (3, 5)),
    ("a literal block after an empty line", "k: |\n\n  one\n  two\n", "two", (4, 3)),
    ("a literal block with its own indent", "k: |2\n    one\n  two\n", "two", (3, 3)),
    ("a folded block", "k: >-\n  one\n  and\n\n  two # not a comment\n", "two", (5, 3)),
    ("a folded block with a comment beside >", "k: > # two\n  one\n  two\n", "two", (3, 3)),
    ("wide characters", "k: 💶💶 two\n", "two", (1, 7)),
    ("an alias", "a: &x one two\nk: *x\n", "two", (1, 11)),
]


@pytest.mark.parametrize(("text", "part", "place"), [p[1:] for p in PLACES], ids=[p[0] for p in PLACES])
def test_characters_keep_their_place(text: str, part: str, place: tuple[int, int]) -> None:
    value = read(text).get("k")
    mark = value.at(value.value.index(part))
    assert (mark.line, mark.column) == place


WORDS = st.lists(st.text("abcdefg", min_size=1, max_size=6), min_size=1, max_size=12, unique=True)


@given(words=WORDS, style=st.sampled_from(["", "'", '"', "|", ">"]), indent=st.integers(1, 6), data=st.data())
def test_every_word_is_found_where_it_stands(
    words: list[str], style: str, indent: int, data: st.DataObject
) -> None:
    breaks = [data.draw(st.sampled_from([" ", "\n", "\n\n"])) for _ in words]
    body = "".join(word + gap for word, gap in zip(words, breaks, strict=True)).rstrip()
    body = body.replace("\n", "\n" + " " * indent)
    text = f"k: {style}\n{' ' * indent}{body}\n" if style in ("|", ">") else f"k: {style}{body}{style}\n"
    value = read(text).get("k")
    lines = text.split("\n")
    at = 0
    for word in words:
        at = value.value.index(word, at)
        mark = value.at(at)
        assert lines[mark.line - 1][mark.column - 1 :].startswith(word)
        at += len(word)


@given(text=st.text(max_size=60), quote=st.booleans())
def test_any_quoted_text_reads_back_and_every_place_is_in_the_file(text: str, quote: bool) -> None:
    escaped = "".join(f"\\U{ord(c):08x}" for c in text if not 0xD800 <= ord(c) <= 0xDFFF)
    value = read(f'k: "{escaped}"\n').get("k")
    marks = [value.at(i) for i in range(len(value.value))]
    assert [(m.line, m.column) for m in marks] == [(1, 5 + 10 * i) for i in range(len(marks))]


@given(st.text(max_size=300) | st.text("-:[]{}'\"|>&*!#%@\n\t ab", max_size=300))
def test_no_text_makes_it_raise(text: str) -> None:
    problems = Problems()
    node = compose(text, "f.yaml", problems)
    assert node is not None or problems


def test_a_scalar_alone() -> None:
    node = read("text")
    assert isinstance(node, Marked)
    assert node.value == "text"


BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 10)
)
LADDER = "".join(f"a{n}: &a{n} {'[' * 20}{f'*a{n - 1}' if n else 'x'}{']' * 20}\n" for n in range(3))

REFUSED = [
    ("many brackets", "[" * 100, ["f.yaml:1:41: nesting goes deeper than 40 levels"]),
    (
        "deep blocks",
        "".join(f"{' ' * n}a:\n" for n in range(60)),
        ["f.yaml:41:41: nesting goes deeper than 40 levels"],
    ),
    ("an alias bomb", BOMB, ["f.yaml:4:45: written out, the aliases make this file too large"]),
    ("a ladder of aliases", LADDER, ["f.yaml:2:29: written out, the aliases make this file too large"]),
    ("a lone surrogate", "a: \ud800", ["f.yaml:1:4: the character U+D800 cannot stand in a pack"]),
    (
        "a billion of the same key",
        "a: 1\n" * 10_000,
        [f"f.yaml:{n}:1: the key `a` stands twice; the first is on line 1" for n in range(2, 202)],
    ),
]


@pytest.mark.parametrize(("text", "expected"), [r[1:] for r in REFUSED], ids=[r[0] for r in REFUSED])
def test_what_would_hurt_is_refused(text: str, expected: list[str]) -> None:
    assert said(text) == expected


@pytest.mark.parametrize("text", ["[" * 2_000_000, "{a: " * 500_000, "- " * 1_000_000, "? " * 1_000_000])
def test_megabytes_of_nesting_are_refused(text: str) -> None:
    assert [line.partition(" ")[2] for line in said(text)] == ["nesting goes deeper than 40 levels"]
