"""Damaged documents: lines dropped, doubled, swapped, spaced, encoded anew; separators changed.

Whatever is done to a document, reading it raises nothing; and as long as the line that holds its total
stands, no verdict of pass comes with another total.
"""

from functools import cache
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from selfcorrect.domain.domain import Domain
from selfcorrect.domain.load import load
from tests.conftest import ROOT, data_folder
from tests.reading.sound import Sound, sound_documents


@cache
def domain() -> Domain:
    return load("invoices")


@cache
def documents() -> tuple[Sound, ...]:
    return sound_documents(domain(), ROOT, data_folder())


def test_there_are_documents_to_damage():
    assert len(documents()) >= 8


@st.composite
def damaged(draw: Any) -> tuple[Sound, str]:
    """A document that passes, and what is left of it after up to four accidents."""
    document = draw(st.sampled_from(documents()))
    lines = document.text.split("\n")
    for _ in range(draw(st.integers(1, 4))):
        accident = draw(st.sampled_from(ACCIDENTS))
        lines = accident(draw, lines) or lines
    return document, draw(st.sampled_from(WHOLE))("\n".join(lines))


def drop(draw: Any, lines: list[str]) -> list[str]:
    at = draw(st.integers(0, len(lines) - 1))
    return lines[:at] + lines[at + 1 :]


def double(draw: Any, lines: list[str]) -> list[str]:
    at = draw(st.integers(0, len(lines) - 1))
    return lines[: at + 1] + lines[at:]


def swap(draw: Any, lines: list[str]) -> list[str]:
    one, other = sorted((draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))))
    between = [lines[other], *lines[one + 1 : other], lines[one]] if one < other else [lines[one]]
    return lines[:one] + between + lines[other + 1 :]


def respace(draw: Any, lines: list[str]) -> list[str]:
    at = draw(st.integers(0, len(lines) - 1))
    space = draw(st.sampled_from(["  ", "   ", "\t", "\u00a0", " | "]))
    wide = draw(st.booleans())
    changed = lines[at].replace("  ", space) if wide else " ".join(lines[at].split())
    return [*lines[:at], changed, *lines[at + 1 :]]


def garble(draw: Any, lines: list[str]) -> list[str]:
    """A line in an encoding it was not written in."""
    at = draw(st.integers(0, len(lines) - 1))
    return [*lines[:at], lines[at].encode("utf-8").decode("latin-1"), *lines[at + 1 :]]


def spoil(draw: Any, lines: list[str]) -> list[str]:
    """A character of a line lost or misread."""
    at = draw(st.integers(0, len(lines) - 1))
    line = lines[at]
    if not line:
        return lines
    place = draw(st.integers(0, len(line) - 1))
    put = draw(st.sampled_from(["", " ", "O", "l", "8", ",", ".", "-", "\x00"]))
    return [*lines[:at], line[:place] + put + line[place + 1 :], *lines[at + 1 :]]


ACCIDENTS = (drop, double, swap, respace, garble, spoil)
WHOLE = (
    lambda text: text,
    lambda text: text.replace("\n", "\r\n"),
    lambda text: "".join(f"> {line}\n" for line in text.split("\n")),
    lambda text: "\f".join(text.split("\n\n")),
)


def squeezed(text: str) -> list[str]:
    return [" ".join(line.strip("> \t\r|").split()) for line in text.replace("\f", "\n").split("\n")]


def still_stands(document: Sound, text: str) -> bool:
    """Whether the lines that print the total are all there, in their order and side by side."""
    wanted = [line for line in squeezed(document.total_lines) if line]
    found = [line for line in squeezed(text) if line]
    if len(wanted) == 1:
        return wanted[0] in found
    return any(list(pair) == wanted for pair in pairwise(found))


@settings(max_examples=300, deadline=None, derandomize=True)
@given(damaged())
def test_no_damage_makes_another_total_pass(case):
    document, text = case
    report = domain().read(text)
    if report.passed() and still_stands(document, text):
        assert report.candidate["total"] == document.total


@settings(deadline=None)
@given(damaged(), st.sampled_from([(".", ","), (",", "."), (".", "·"), (",", ""), (" ", "")]))
def test_no_change_of_separators_raises(case, change):
    report = domain().read(case[1].replace(*change))
    assert report.verdict in ("pass", "fail", "unverified")
