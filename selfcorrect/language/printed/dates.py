"""Dates as people print them, and the order of day and month that a document keeps to."""

import re
from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

from selfcorrect.language.printed.letters import plain_letters
from selfcorrect.language.printed.months import MONTHS

Order = Literal["day first", "month first"]

_ISO: Final = r"(?P<iso>[0-9]{4}([-/.])[0-9]{1,2}\2[0-9]{1,2})"
_NUMERIC: Final = r"(?P<numeric>[0-9]{1,2}(?:([-/])[0-9]{1,2}\4|\. ?[0-9]{1,2}\. ?)(?:[0-9]{4}|[0-9]{2}))"
_YEAR: Final = r"(?:[0-9]{4}|'?[0-9]{2})"
_NAME: Final = r"[^\W\d_]{3,12}"
_DAY_FIRST: Final = (
    r"(?P<day>[0-9]{1,2}(?:st|nd|rd|th|er|º|°|\.)?[ /-]?(?:de |of )?"
    rf"{_NAME}\.?,?[ /-]?(?:de |del )?{_YEAR})"
)
_NAME_FIRST: Final = rf"(?P<name>{_NAME}\.? [0-9]{{1,2}}(?:st|nd|rd|th)?,? [0-9]{{4}})"
_DATE: Final = re.compile(
    rf"\b(?<![./,-])(?:{_ISO}|{_NUMERIC}|{_DAY_FIRST}|{_NAME_FIRST})(?!(?!T[0-9]{{2}}:)[\w/]|(?!-[0-9]{{2}}:)[-.,][0-9]|[?€'’!#*^~][0-9])",
    re.IGNORECASE,
)
_RANGE: Final = re.compile(
    r"(?:(?P<month>[^\W\d_]{3,9})\.? [0-9]{1,2}|(?<![\w.,/-])[0-9]{1,2}\.(?:[0-9]{1,2}\.)?) ?[–—-] ?$"
)
_LONGEST_RANGE: Final = 20
_ORDERED: Final = re.compile(r"(?<![\w./-])([0-9]{1,2})([-/])([0-9]{1,2})\2(?:[0-9]{4}|[0-9]{2})(?![\w/-])")
_CUT: Final = re.compile(r"[^0-9][0-9]{2} [0-9]{2}(?![0-9.,:/])")
"""Two digits of a year, and after a space two more: a date that text recognition has cut."""
_NUMBERS: Final = re.compile(r"[0-9]+")
_NAMES: Final = re.compile(_NAME)
_LANGUAGES: Final = ("en", "de", "fr", "es", "it", "nl", "pt", "pl", "sv", "da", "fi", "cs", "tr")
_ODD: Final = re.compile(r"[^\w\s.,'º°/-]")
"""Signs that no date holds: what has one was damaged."""
_LONGEST: Final = 40


class PrintedDate(Struct, frozen=True):
    """A date in a line: what it can mean (one ISO text, or two where the order leaves it open) and where."""

    values: tuple[str, ...]
    start: int
    end: int


def day_order(clean: str, mark: str | None) -> Order | None:
    """The order of day and month a text keeps to: by a date that leaves no doubt, else by a decimal comma.

    None where nothing decides or the text contradicts itself.
    """
    days = months = False
    for match in _ORDERED.finditer(clean):
        first, second = int(match[1]), int(match[3])
        days = days or 12 < first <= 31
        months = months or 12 < second <= 31
    if days != months:
        return "day first" if days else "month first"
    return "day first" if mark == "," and not days else None


def find_dates(clean: str, start: int, end: int, order: Order | None) -> Iterator[PrintedDate]:
    """The dates in a stretch of a line, left to right."""
    for match in _DATE.finditer(clean, start, end):
        values = () if _CUT.match(clean, match.end() - 3) else _meanings(match, order)
        if values:
            yield PrintedDate(values, match.start(), match.end())


def ends_range(clean: str, start: int) -> bool:
    """Whether the date at a place is the end of a stretch of days: `Sep 1 – Oct 1, 2024`, `1.-31.01.2024`."""
    found = _RANGE.search(clean, max(0, start - _LONGEST_RANGE), start)
    return found is not None and (found["month"] is None or plain_letters(found["month"]) in MONTHS)


def _meanings(match: re.Match[str], order: Order | None) -> tuple[str, ...]:
    numbers = _NUMBERS.findall(match[0])
    if match["iso"]:
        return _dates((numbers[0], numbers[1], numbers[2]))
    if match["numeric"]:
        return _by_order(match["numeric"], numbers, order)
    words = [plain_letters(word) for word in _NAMES.findall(match[0])]
    month = next((MONTHS[word] for word in words if word in MONTHS), None)
    return _dates((numbers[1], str(month), numbers[0])) if month else ()


def _by_order(text: str, numbers: list[str], order: Order | None) -> tuple[str, ...]:
    """Day and month of three numbers: points say day first; else the order of the document."""
    first, second, year = numbers
    day_first = _dates((year, second, first))
    month_first = _dates((year, first, second))
    if len(year) == 2 and "-" in text and order is None:
        return tuple(dict.fromkeys(day_first + month_first + _dates((first, second, year))))
    if not day_first or not month_first or day_first == month_first:
        return day_first or month_first
    if "." in text or order == "day first":
        return day_first
    return month_first if order == "month first" else day_first + month_first


def _dates(parts: tuple[str, str, str]) -> tuple[str, ...]:
    """Year, month and day as one ISO text; nothing if there is no such day, or not in 1900 to 2199.

    Two digits are 1970 to 2069.
    """
    year, month, day = (int(part) for part in parts)
    if len(parts[0]) == 2:
        year += 2000 if year < 70 else 1900
    if not 1900 <= year < 2200:
        return ()
    try:
        return (date(year, month, day).isoformat(),)
    except ValueError:
        return ()


def guess_date(text: str) -> str | None:
    """The date of a labelled text that holds a month in another language, by dateparser; None if none."""
    short = text.strip()
    if len(short) > _LONGEST or not _NAMES.search(short) or _ODD.search(short):
        return None
    # Importing dateparser costs more than a hundred readings: a day, a year and a word are the least.
    numbers = sorted(_NUMBERS.findall(short), key=len)
    if [len(number) for number in numbers] not in ([1, 4], [2, 4]) or not 1 <= int(numbers[0]) <= 31:
        return None
    return _parsed(short) if numbers[1][:2] in ("19", "20") else None


@lru_cache(maxsize=1024)
def _parsed(text: str) -> str | None:
    import dateparser

    settings = {"REQUIRE_PARTS": ["day", "month", "year"], "STRICT_PARSING": True}
    try:
        found = dateparser.parse(text, languages=list(_LANGUAGES), settings=settings)
    except Exception:  # noqa: BLE001 dateparser raises errors of many kinds on odd texts; none of them is a date
        return None
    return found.date().isoformat() if found else None
