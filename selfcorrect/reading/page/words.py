"""Word templates: one line for all the ways a label is written.

    Total {? amount|sum} {? incl|including VAT|GST}

`a|b` is one of two words, `{? …}` may be missing. A template stands for a finite set of texts.
"""

import re
from collections.abc import Iterable
from typing import Final

from selfcorrect.reading.page.keys import label_key
from selfcorrect.reading.page.patterns import TemplateProblem

MOST_TEXTS: Final = 2000
"""Texts that one template may stand for."""
DEEPEST: Final = 3
"""How deep optional parts nest."""

_TOKEN: Final = re.compile(r"(?P<open>\{\?)|(?P<close>\})|(?P<odd>\{)|(?P<word>[^\s{}]+)")


def expand(template: str) -> tuple[str, ...] | TemplateProblem:
    """Every text a template stands for, or its first mistake."""
    levels: list[list[str]] = [[""]]
    opened: list[int] = []
    for token in _TOKEN.finditer(template):
        problem = _problem(token, opened)
        if problem:
            return problem
        if token["open"]:
            opened.append(token.start())
            levels.append([""])
        elif token["close"]:
            opened.pop()
            inner = levels.pop()
            levels[-1] = _joined(levels[-1], [*inner, ""])
        else:
            levels[-1] = _joined(levels[-1], [word for word in token["word"].split("|") if word] or ["|"])
        if len(levels[-1]) > MOST_TEXTS:
            return TemplateProblem(
                0, len(template), f"this stands for more than {MOST_TEXTS:,} texts", "write it as several"
            )
    if opened:
        return TemplateProblem(opened[-1], 2, "this `{?` is never closed", "close it with }")
    return tuple(dict.fromkeys(text for text in levels[0] if text))


def _joined(left: list[str], right: list[str]) -> list[str]:
    return list(dict.fromkeys(f"{a} {b}".strip() for a in left for b in right))


def _problem(token: re.Match[str], opened: list[int]) -> TemplateProblem | None:
    if token["odd"]:
        return TemplateProblem(
            token.start(), 1, "a label holds no field", "{? …} is a part that may be missing"
        )
    if token["close"] and not opened:
        return TemplateProblem(token.start(), 1, "this `}` closes nothing")
    if token["open"] and len(opened) >= DEEPEST:
        return TemplateProblem(token.start(), 2, f"optional parts nest deeper than {DEEPEST} levels")
    return None


def label_keys(templates: Iterable[str]) -> tuple[str, ...]:
    """The keys of all texts that templates stand for, in order, each once; a mistaken template has none."""
    texts = (text for template in templates for text in _texts(template))
    return tuple(dict.fromkeys(key for key in map(label_key, texts) if key))


def _texts(template: str) -> tuple[str, ...]:
    if "{" not in template and "|" not in template:
        return (template,)
    found = expand(template)
    return () if isinstance(found, TemplateProblem) else found
