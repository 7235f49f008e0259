"""Texts that are written out: their passages, the steps of one, and what is said last."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import selfcorrect

DOMAIN = selfcorrect.load("math_reasoning")

Read = tuple[str | None, list[str] | None, str | None]
"""The problem, the steps, the answer."""


def read(text: str) -> Read:
    candidate: dict[str, Any] = dict(DOMAIN.read(text).candidate or {})
    return candidate.get("problem"), candidate.get("steps"), candidate.get("answer")


TEXTS: dict[str, tuple[str, Read]] = {
    "headings in their lines": (
        "Problem: What is 3 + 4?\nSolution: 3 + 4 = 7\nIt is done.",
        ("What is 3 + 4?", ["3 + 4 = 7", "It is done."], None),
    ),
    "headings above": (
        "Problem:\nWhat is 3 + 4?\n\nSolution:\n3 + 4 = 7\n\n7 * 2 = 14\n",
        ("What is 3 + 4?", ["3 + 4 = 7", "7 * 2 = 14"], None),
    ),
    "Markdown headings": (
        "## Problem 3\nTom has 3.\nHe gets 4.\n## **Solution**\n3 + 4 = 7",
        ("Tom has 3.\nHe gets 4.", ["3 + 4 = 7"], None),
    ),
    "other words for them": (
        "The Question: Q?\nMy Working\n3 + 4 = 7",
        ("Q?", ["3 + 4 = 7"], None),
    ),
    "the first of two": ("Problem: One.\nProblem: Two.\nSolution: 3", ("One.", ["3"], None)),
    "the solution first": ("Solution: 3 + 4 = 7\nProblem: Why?", ("Why?", ["3 + 4 = 7"], None)),
    "words that only start like one": (
        "Problems are fun: yes\n3 + 4 = 7",
        (None, ["Problems are fun: yes", "3 + 4 = 7"], None),
    ),
    "no headings": ("3 + 4 = 7\n\n  7 + 1 = 8  ", (None, ["3 + 4 = 7", "7 + 1 = 8"], None)),
    "only a problem": ("Problem: Why?", ("Why?", None, None)),
    "a question, and no heading for what follows": (
        "Question: Why?\nAnswer: 5",
        ("Why?", ["Answer: 5"], "5"),
    ),
    "numbered lines": (
        "We had 3.\n1. First 3 + 4 = 7.\n   still the first\n2) Then 7 * 2 = 14.\n(3) Last.",
        (
            None,
            ["We had 3.", "1. First 3 + 4 = 7.\n   still the first", "2) Then 7 * 2 = 14.", "(3) Last."],
            None,
        ),
    ),
    "numbered from 0": ("0. a\n1. b", (None, ["0. a", "1. b"], None)),
    "steps by name": (
        "Step 1: 3 + 4 = 7\nso far\nStep 2: 7 * 2 = 14",
        (None, ["Step 1: 3 + 4 = 7\nso far", "Step 2: 7 * 2 = 14"], None),
    ),
    "steps in one line": (
        "Solution: Step 1: 3 + 4 = 7. Step 2: 7 * 2 = 14 Step 3: Done.",
        (None, ["Step 1: 3 + 4 = 7.", "Step 2: 7 * 2 = 14", "Step 3: Done."], None),
    ),
    "one number numbers nothing": ("1. only one\n3 + 4 = 7", (None, ["1. only one", "3 + 4 = 7"], None)),
    "a year numbers nothing": ("2019. a year\n2020. next", (None, ["2019. a year", "2020. next"], None)),
    "a number that is left out": ("1. a\n3. b", (None, ["1. a", "3. b"], None)),
    "bullets": (
        "- 3 + 4 = 7\n* 7 * 2 = 14\n• 1 + 1 = 2",
        (None, ["- 3 + 4 = 7", "* 7 * 2 = 14", "• 1 + 1 = 2"], None),
    ),
    "other ends of lines": ("Answer: 5\r\nAnswer: 6", (None, ["Answer: 5", "Answer: 6"], "6")),
    "nothing": ("", (None, None, None)),
    "white space": ("  \n\t\n", (None, None, None)),
}


@pytest.mark.parametrize(("text", "found"), TEXTS.values(), ids=TEXTS)
def test_passages_and_steps(text: str, found: Read) -> None:
    assert read(text) == found


ANSWERS: list[tuple[str, str | None]] = [
    ("#### 1,234", "1,234"),
    ("A: 42", "42"),
    ("Answer = 12 km", "12 km"),
    ("The answer is 7. That is good.", "7"),
    ("the final answer is -3", "-3"),
    ("The answer is $5.50.", "$5.50"),
    ("The answer is 20%.", "20%"),
    ("So x = 42.", "42"),
    ("Therefore, y = 3 + 4 = 7.", "7"),
    (r"\boxed{7}", "7"),
    (r"Thus \boxed{\frac{1}{2}}.", r"\frac{1}{2}"),
    # The last one counts.
    (r"\boxed{7} or better \boxed{8}", "8"),
    ("The answer is 7.\nNo, wait.\nThe final answer is 8.", "8"),
    ("The answer is 7.\nThe answer is unclear.", "7"),
    # None is given.
    ("The answer is unclear.", None),
    ("We get 7.", None),
    (r"\boxed{}", None),
    (r"\boxed{7", None),
    ("Problem: The answer is 7.\nSolution: Done.", None),
]


@pytest.mark.parametrize(("text", "answer"), ANSWERS)
def test_answers(text: str, answer: str | None) -> None:
    assert read(text)[2] == answer


def values(text: str) -> list[tuple[str, str]]:
    """The path of every value that was read, and what stands at its place."""
    report = DOMAIN.read(text)
    return [(path, text[span.start : span.end]) for path, span in (report.spans or {}).items()]


def test_everything_has_its_place() -> None:
    text = "Problem: What is 3 + 4?\nSolution: 3 + 4 = 7\n  The answer is 7."
    assert sorted(values(text)) == [
        ("answer", "7"),
        ("problem", "What is 3 + 4?"),
        ("steps[0]", "3 + 4 = 7"),
        ("steps[1]", "The answer is 7."),
    ]


def test_a_false_step_is_told_where_it_stands() -> None:
    report = DOMAIN.read("Solution:\n1. It is 3 + 4 = 7.\n2. Then 7 * 2 = 15 of them.\nThe answer is 15.")
    assert [(v.code, v.path, v.expected, v.actual) for v in report.violations] == [
        ("EQUATION_FALSE", "steps[1]", "14", "15")
    ]
    span = report.violations[0].span
    assert span is not None
    assert (span.line, span.column, span.end_line, span.end_column) == (3, 17, 3, 19)


LINES = [
    "Problem: P?", "Solution:", "## Solution", "3 + 4 = 7", "1. a", "2. b", "Step 1: c", "Step 2: d", "- e", "", "  ", "A: 5",
    "#### 6", r"\boxed{7}", r"\boxed{", "The answer is 8.", "Step 1: f Step 2: g", "So x = 9", "\t", "\ufeff", "§ £ ü",
]  # fmt: skip


@settings(deadline=None)
@given(
    st.lists(st.sampled_from(LINES) | st.text(max_size=20), max_size=8), st.sampled_from(["\n", "\n\n", " "])
)
def test_what_is_read_stands_at_its_place(lines: list[str], between: str) -> None:
    text = between.join(lines)
    report = DOMAIN.read(text)
    candidate: dict[str, Any] = dict(report.candidate or {})
    steps = candidate.get("steps") or []
    found = {f"steps[{n}]": step for n, step in enumerate(steps)}
    found |= {name: candidate[name] for name in ("problem", "answer") if candidate.get(name) is not None}
    document = report.document or ""
    assert {path: document[span.start : span.end] for path, span in (report.spans or {}).items()} == found
    assert all(step == step.strip() != "" for step in steps)


HOSTILE: dict[str, tuple[str, int]] = {
    "numbers": ("1. a\n" * 12_000, 10_000),
    "headings": ("Problem: x\n" * 10_000, 0),
    "boxes": (r"\boxed{" * 10_000, 1),
    "answers": ("The answer is " * 1000, 1),
    "steps": ("Step 1: " * 12_000, 10_000),
    "braces": ("{" * 100_000, 1),
    "lines": ("a\n" * 12_000, 10_000),
}


@pytest.mark.parametrize(("text", "steps"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_texts_have_so_many_steps(text: str, steps: int) -> None:
    _, found, answer = read(text)
    assert (len(found or ()), answer) == (steps, None)
