"""What text recognition does to digits: `1O0.00`, `l2.5O`, `12 .50`, mended in place."""

import re
from typing import Final

from selfcorrect.language.printed.letters import plain_letters
from selfcorrect.language.printed.months import MONTHS
from selfcorrect.model.marks import Span

_DIGITS: Final = str.maketrans("OoIlSB", "001158")
_ALIKE: Final = r"[0-9OoIlSB]"
_AMOUNT: Final = re.compile(
    rf"{_ALIKE}(?:(?<![\w.,-].)|(?<=\W[A-Z][A-Z].)){_ALIKE}{{0,8}}(?:[.,]{_ALIKE}{{3}}){{0,3}}[.,]{_ALIKE}{{2}}(?![\w.,%])"
)
_DATE: Final = re.compile(
    rf"{_ALIKE}(?<![\w./-].){_ALIKE}{{0,3}}([./-]){_ALIKE}{{1,2}}\1{_ALIKE}{{2,4}}(?![\w/-])"
)
_SPLIT: Final = re.compile(r"[0-9](?:(?<![\w.,].)|(?<=\W[A-Z][A-Z].))[0-9]{0,5} [.,] ?[0-9]{2}(?![\w.,%/-])")
_RATE: Final = re.compile(r"(?<![\w.,/-])(?:[0-9OoIl]{1,2}[.,][0-9OoIl]{1,2}|[0-9][OoIl]|[lI][0-9]|O)(?= ?%)")
_DOUBLED: Final = re.compile(r"[0-9](?<![\w.,].)[0-9]{0,5}[.,]{2}[0-9]{2}(?![\w.,%/-])")
_PARTED: Final = re.compile(r"[0-9](?<![\w.,/-].)[0-9]{0,5}[.,] [0-9]{2}(?= {0,8}(?:\n|$))")
_NAMED: Final = re.compile(
    r"[0-9OoIl](?<!\w.)[0-9OoIl]?(?:\.|st|nd|rd|th)? [^\W\d_]{3,12}\.?,? [12l][0-9OoIl]{3}(?!\w)"
)
_ENDS: Final = re.compile(r"^[0-9OoIl]{1,2}|[0-9OoIl]{4}$")
_DIGIT: Final = re.compile(r"[0-9]")
_LETTER: Final = re.compile(r"[OoIlSB]")
_RUN: Final = re.compile(r"(?<![^\W_])[A-Z]{0,3}[0-9lo][0-9OoIl]{2,}(?![^\W_])")
_BETWEEN: Final = re.compile(
    r"(?<=[0-9lo])[OoIl]+(?=[0-9OoIl]*[0-9lo])|(?<![^\W\d_])[lo](?=[0-9OoIl])|(?<=[0-9OoIl])[lo](?![^\W_])"
)


def mend(clean: str) -> tuple[str, tuple[Span, ...]]:
    """A text of the same length with digits where letters stand for them, and the stretches changed.

    Only what has the form of an amount with two decimals, of a date or of a rate is taken for one. A space
    inside an amount, or the second of its two marks, is moved in front of it as a space.
    """
    spans: list[Span] = []
    for pattern, mended in _MENDED:
        parts, at = [], 0
        for match in pattern.finditer(clean):
            if mended is _digits and not (_LETTER.search(match[0]) and _DIGIT.search(match[0])):
                continue
            whole = mended(match[0])
            if whole == match[0]:
                continue
            parts += [clean[at : match.start()], whole]
            at = match.end()
            spans.append(Span(match.start(), match.end()))
        if parts:
            clean = "".join([*parts, clean[at:]])
    return clean, tuple(sorted(spans, key=lambda span: span.start))


def mended_digits(text: str) -> str:
    """A number that identifies something, with digits where letters between digits stand for them:
    `0O5l884`. A capital at a run's start or end may well be one: `INV-O24`.
    """
    return _RUN.sub(lambda run: _mended_run(run[0]), text)


def _mended_run(run: str) -> str:
    if sum(c.isdigit() for c in run) <= len(run) // 2:
        return run
    return _BETWEEN.sub(lambda letters: letters[0].translate(_DIGITS), run)


def _single(text: str) -> str:
    """An amount with one of its two marks: `12..50`."""
    mark = next(at for at, c in enumerate(text) if c in ".,")
    return f" {text[:mark]}{text[mark + 1 :]}"


def _digits(text: str) -> str:
    return text.translate(_DIGITS)


def _rate(text: str) -> str:
    return _digits(text)


def _closed(text: str) -> str:
    return " " * text.count(" ") + text.replace(" ", "")


def _named(text: str) -> str:
    """A day and year beside a month's name; any other word is left alone."""
    words = re.findall(r"[^\W\d_]{3,}", text)
    if not any(plain_letters(word) in MONTHS for word in words):
        return text
    return _ENDS.sub(lambda end: _digits(end[0]), text)


_MENDED: Final = (
    (_AMOUNT, _digits),
    (_DATE, _digits),
    (_RATE, _rate),
    (_NAMED, _named),
    (_SPLIT, _closed),
    (_PARTED, _closed),
    (_DOUBLED, _single),
)
