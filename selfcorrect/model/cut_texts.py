"""Texts in braces that YAML cuts at a comma: `{city: lookup(vendors, vendor, city)}` has three keys."""

from typing import Any

from selfcorrect.model.marks import Marked
from selfcorrect.model.problems import Problems


def is_rest(text: Any, key: Marked, value: Any) -> bool:
    """Whether a key without a value is the rest of the text before it, whose parenthesis is still open."""
    if not isinstance(text, Marked) or not isinstance(value, Marked):
        return False
    return not key.anchors and not value.value and text.value.count("(") > text.value.count(")")


def joined(text: Marked, rest: Marked) -> Marked:
    """The text as its author meant it, each part with its own place."""
    anchors = text.anchors or ((0, text.mark.line, text.mark.column),)
    value = f"{text.value}, "
    return Marked(
        f"{value}{rest.value}", text.mark, (*anchors, (len(value), rest.mark.line, rest.mark.column))
    )


def add_cut(text: Marked, problems: Problems) -> None:
    """One problem for a text that was cut, however many commas it has."""
    quotes = "'" if '"' in text.value else '"'
    hint = f"put it in quotes: {quotes}{text.value}{quotes}"
    problems.at(text, "YAML cuts this text at its comma, for it stands in braces", hint)
