"""Hostile and mistyped expressions: each is refused when linked, in these words, at this place."""

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from selfcorrect.language.lower import lower
from selfcorrect.language.nodes import Node
from selfcorrect.language.scope import ExpressionError, Scope, scope_of
from selfcorrect.model.diagnostic import Diagnostic
from selfcorrect.model.marks import Mark
from tests.language.refused import HOSTILE, MISTYPED, OF_ROWS, Refused
from tests.ruleset.library import SHAPE
from tests.ruleset.packs import VENDORS, text

SCOPE: Scope = scope_of(SHAPE, {"vendors": VENDORS.columns})


def said(expression: str) -> tuple[str, int, int, str] | None:
    """Message, column from 0, width and hint of the diagnostic; None if the expression links."""
    try:
        lower(text(expression, line=7, column=10), SCOPE)
    except ExpressionError as error:
        diagnostic = error.diagnostic
        return diagnostic.message, diagnostic.mark.column - 10, diagnostic.width, diagnostic.hint
    return None


@pytest.mark.parametrize("refused", HOSTILE + MISTYPED + OF_ROWS, ids=lambda refused: ascii(refused[0])[:40])
def test_it_is_refused_in_these_words(refused: Refused) -> None:
    expression, *expected = refused
    assert said(expression) == tuple(expected)


NESTED = ("this expression is nested more than 40 deep", "split it with `let`")


@pytest.mark.parametrize(
    ("expression", "message", "hint"),
    [
        ("(" * 900 + "1" + ")" * 900, "this expression is nested too deeply", "split it with `let`"),
        (
            "(" * 10_000 + "1" + ")" * 10_000,
            "this expression is longer than 2000 characters",
            "split it with `let`",
        ),
        ("-" * 1900 + "1", *NESTED),
        ("not " * 400 + "paid", *NESTED),
        ("abs(" * 60 + "1" + ")" * 60, *NESTED),
        ("main" + ".parent" * 200, *NESTED),
        ("total" + " + 1" * 200, *NESTED),
        (" < ".join(["1"] * 400), "this expression has more than 600 parts", "split it with `let`"),
        ("9" * 1900, "this number has more than 18 integer or 9 fractional digits", ""),
    ],
    ids=["brackets", "ten thousand brackets", "signs", "nots", "calls", "dots", "sums", "chain", "digits"],
)
def test_size_is_capped(expression: str, message: str, hint: str) -> None:
    outcome = said(expression)
    assert outcome is not None
    assert (outcome[0], outcome[3]) == (message, hint)


@pytest.mark.parametrize(
    ("expression", "kind"),
    [
        ("from > 1", "boolean"),
        ("from", "number"),
        ("ｔotal", "money"),
        ("(" * 30 + "total" + ")" * 30, "money"),
        ("total\n  +\ttax", "money"),
        ("'a \\ b'", "text"),
        ('"# no comment"', "text"),
        ("total <= 1 < tax", "boolean"),
        ("rates.item.parts.amount", "list of money"),
        ("main.children.needed_by.rates.base", "list of money"),
        ("total / tax", "number"),
        ("total / 2", "money"),
        ("tax * percent(rate)", "money"),
        ("due - date", "duration"),
        ("received + hours(2)", "datetime"),
        ("stay / hours(1)", "number"),
        ("min(size, 2.5)", "integer"),
        ("box", "row of box"),
        ("cent", "number"),
        ("cycles(items, needs)", "list of list of row of items"),
        ("cycles(items, needs).amount", "list of money"),
        ("first(cycles(items, parent))", "list of row of items"),
        ("closure(main, needs)", "list of row of items"),
        ("closure(first(items.children), parent).parts", "list of row of items.parts"),
        ("reaches(main, main.parent, needs)", "boolean"),
        ("peak(items, day, day)", "number"),
        ("peak(first(cycles(items, parent)), quantity, price, amount)", "number"),
    ],
)
def test_it_links(expression: str, kind: str) -> None:
    node = lower(text(expression), SCOPE)
    assert str(node.type) == kind


def links_or_is_refused(expression: str) -> None:
    found: Node | Diagnostic
    try:
        found = lower(text(expression), SCOPE)
    except ExpressionError as error:
        found = error.diagnostic
    if isinstance(found, Diagnostic):
        start = found.mark.column - 1
        assert 0 <= start <= len(expression)
        assert start + found.width <= len(expression) + 1
        assert found.mark == Mark("rules.yaml", 1, start + 1)


@settings(max_examples=400, deadline=None)
@given(st.text(max_size=30) | st.text(string.printable, max_size=40))
def test_no_text_does_anything_else(expression: str) -> None:
    links_or_is_refused(expression)


WORDS = [
    "total",
    "items",
    "item",
    ".",
    ",",
    "(",
    ")",
    "[",
    "]",
    "+",
    "-",
    "*",
    "/",
    "==",
    "<",
    "in",
    "not",
    "and",
    "or",
    "if",
    "else",
    "for",
    "sum",
    "count",
    "present",
    "1",
    "0.5",
    '"a"',
    "'",
    ":",
    ":=",
    "=",
    "lambda",
    "from",
    "class",
    "note",
    "date",
    "paid",
    "main",
    "parent",
    "#",
    "\\",
    "�",
    "é",
    "🙂",
    "\x00",
]


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=14), st.sampled_from(["", " "]))
def test_no_words_do_anything_else(words: list[str], between: str) -> None:
    links_or_is_refused(between.join(words))
