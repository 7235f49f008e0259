"""Days and moments in the cells of one column, which keeps to one order of day and month."""

import re
from collections.abc import Iterable
from datetime import date, datetime
from typing import Any, Final

from selfcorrect.language.printed.dates import Order, day_order, find_dates, guess_date
from selfcorrect.language.printed.letters import cleaned, plain_letters
from selfcorrect.language.printed.months import WEEKDAYS
from selfcorrect.reading.filling.outcomes import REFUSED, Open

_LONGEST: Final = 60
_STAMP: Final = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})[T ][0-9]{2}:?[0-9]{2}")
_WEEKDAY: Final = re.compile(r"([^\W\d_]{2,12})\.?,? +")
_TIME: Final = re.compile(
    r",?(?: at| um)?[ T]+([0-9]{1,2})[:.h]([0-9]{2})(?::([0-9]{2})(?:\.[0-9]{1,6})?)?"
    r"(?: ?([ap])\.?m\.?| Uhr| h)? ?(Z|[+-][0-9]{2}:?[0-9]{2}|UTC|GMT)?",
    re.IGNORECASE,
)
_DAY_IN_WORDS: Final = re.compile(r"[0-9]{1,2}\.? [^\W\d_]+\.?,? [0-9]{4}|[^\W\d_]+\.? [0-9]{1,2},? [0-9]{4}")
_MOST_GUESSES: Final = 500
_COMPACT: Final = re.compile(r"(?:19|20|21)[0-9]{6}")


class DateColumn:
    """Reads the cells of a column of days, or with `times` of moments. What a text is has to be read once."""

    def __init__(self, path: str, *, times: bool) -> None:
        self.path = path
        self.times = times
        self.orders: set[Order] = set()
        self._read: dict[str, Any] = {}
        self._guesses = 0

    def take(self, raw: Any) -> Any:
        """A day or moment as ISO text; Open where only the column can say."""
        if isinstance(raw, str):
            known = self._read.get(raw)
            if known is None:
                known = self._read[raw] = self._of_text(raw.strip())
            return known
        if isinstance(raw, datetime):
            return raw.isoformat() if self.times else raw.date().isoformat()
        return raw.isoformat() if isinstance(raw, date) and not self.times else REFUSED

    def meanings(self, text: str, order: Order | None) -> tuple[str, ...]:
        """What a text can mean if day and month stand in this order."""
        clean = cleaned(text).replace("\u00a0", " ")
        word = _WEEKDAY.match(clean)
        start = word.end() if word and plain_letters(word[1]) in WEEKDAYS else 0
        found = next(find_dates(clean, start, len(clean), order), None)
        if found is None or found.start != start:
            return ()
        time = _time_of(clean[found.end :])
        if time is None or (self.times and not time):
            return ()
        return tuple(f"{day}T{time}" if self.times else day for day in found.values)

    def _of_text(self, text: str) -> Any:
        iso = self._iso(text)
        if iso is not None:
            return iso
        if len(text) > _LONGEST:
            return REFUSED
        found = self.meanings(text, None)
        if len(found) > 1:
            return Open(self, text)
        if found:
            if order := day_order(text, None):
                self.orders.add(order)
            return found[0]
        return self._guess(text) or REFUSED

    def _guess(self, text: str) -> str | None:
        """A day with a month in a language that we have no names of: slow, so not for every odd text."""
        if self.times or self._guesses >= _MOST_GUESSES or not _DAY_IN_WORDS.fullmatch(text):
            return None
        self._guesses += 1
        return guess_date(text)

    def _iso(self, text: str) -> str | None:
        try:
            if len(text) == 10 and text[4] == text[7] == "-":
                return None if self.times else date.fromisoformat(text).isoformat()
            if not self.times and _COMPACT.fullmatch(text):
                return date.fromisoformat(text).isoformat()
            if 10 < len(text) <= _LONGEST and text[:4].isdigit():
                return self._stamp(text)
        except ValueError:
            pass
        return None

    def _stamp(self, text: str) -> str | None:
        """A time stamp: of it the day as it is written, whatever the zone. Raises ValueError."""
        stamp = None if self.times else _STAMP.match(text)
        moment = datetime.fromisoformat(stamp[1] if stamp else text)
        return text if self.times else moment.date().isoformat()


def order_of(orders: Iterable[Order]) -> Order | None:
    """The one order there is."""
    found = set(orders)
    return found.pop() if len(found) == 1 else None


def _time_of(text: str) -> str | None:
    """A time of day in ISO form, empty where there is none, None for anything else."""
    if not text.strip():
        return ""
    found = _TIME.fullmatch(text.rstrip())
    if found is None:
        return None
    hour, minute, second, half, zone = found.groups()
    hours = int(hour) % 12 + (12 if half.lower() == "p" else 0) if half else int(hour)
    if hours > 23 or int(minute) > 59 or int(second or 0) > 59:
        return None
    said = {"z": "Z", "utc": "Z", "gmt": "Z"}.get((zone or "").lower(), zone or "")
    return f"{hours:02}:{minute}{f':{second}' if second else ''}{said}"
