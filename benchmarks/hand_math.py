"""The yardstick of `benchmarks.math`: what one writes by hand to check the equations of a solution.

A plain loop of regular expressions and Fractions over the lines of a text. It knows what the texts of the
benchmark have: chains, brackets, thousands, dollars, percent, words around and between numbers, results
that are rounded where they were printed. It knows no units, no names, no LaTeX, no roots, no words for
operators, and no places. Frozen: a benchmark that changes its yardstick measures nothing.
"""

import re
from fractions import Fraction
from itertools import pairwise

WORDS = re.compile(r"[A-Za-z][A-Za-z'’-]*")
TIMES = re.compile(r"(?<=[0-9) ])[xX×](?=[ $0-9(])")
TAIL = re.compile(r"[-(]*[0-9.][-+*/()0-9.% ]*$")
HEAD = re.compile(r"\s*-?[-+*/()0-9.% ]*")
TOKEN = re.compile(r"[0-9]*\.?[0-9]+|[-+*/()%]")
NUMBER = re.compile(r"\s*-?([0-9]*)(?:\.([0-9]+))?%?\s*$")


def false_equations(text: str) -> list[tuple[int, str, str]]:
    """The false equations of a text: the number of their line, from 0, and both sides."""
    found = []
    for number, line in enumerate(text.split("\n")):
        if "=" not in line:
            continue
        plain = TIMES.sub("*", line.replace(",", "").replace("$", "").replace("÷", "/").replace("–", "-"))
        sides = plain.split("=")
        for left, right in pairwise(sides):
            tail = TAIL.search(WORDS.sub(" ", left))
            head = HEAD.match(right)
            if tail is None or head is None:
                continue
            try:
                value, told = evaluate(tail[0]), evaluate(head[0])
            except (ValueError, IndexError, ZeroDivisionError):
                continue
            if not agree(value, told, head[0]):
                found.append((number, tail[0].strip(), head[0].strip()))
    return found


def agree(value: Fraction, told: Fraction, printed: str) -> bool:
    """Whether a value is what was printed, or rounds to it."""
    if value == told or (printed.rstrip().endswith("%") and value == told * 100):
        return True
    match = NUMBER.match(printed)
    if match is None or not match[2]:
        return False
    if len(match[1]) + len(match[2]) >= 13:
        return abs(value - told) <= abs(value) / 10**12
    return abs(value - told) * 2 * 10 ** len(match[2]) <= 1


def evaluate(text: str) -> Fraction:
    """The value of an expression. Raises ValueError, IndexError and ZeroDivisionError."""
    tokens = TOKEN.findall(text)
    value, end = terms(tokens, 0)
    if end != len(tokens):
        raise ValueError(text)
    return value


def terms(tokens: list[str], at: int) -> tuple[Fraction, int]:
    """A sum."""
    value, at = factors(tokens, at)
    while at < len(tokens) and tokens[at] in "+-":
        other, end = factors(tokens, at + 1)
        value = value + other if tokens[at] == "+" else value - other
        at = end
    return value, at


def factors(tokens: list[str], at: int) -> tuple[Fraction, int]:
    """A product."""
    value, at = atom(tokens, at)
    while at < len(tokens) and tokens[at] in "*/":
        other, end = atom(tokens, at + 1)
        value = value * other if tokens[at] == "*" else value / other
        at = end
    return value, at


def atom(tokens: list[str], at: int) -> tuple[Fraction, int]:
    """A number, or what stands in brackets."""
    sign = tokens[at]
    if sign == "-":
        value, at = atom(tokens, at + 1)
        return -value, at
    if sign == "(":
        value, at = terms(tokens, at + 1)
        if tokens[at] != ")":
            raise ValueError(sign)
        at += 1
    else:
        value, at = Fraction(sign), at + 1
    if at < len(tokens) and tokens[at] == "%":
        return value / 100, at + 1
    return value, at
