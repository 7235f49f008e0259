"""The words of a row that name what is sold, without the position, code and marks around them."""

import re
from typing import Final

from msgspec import Struct

from selfcorrect.language.printed.months import MONTHS
from selfcorrect.model.marks import Span
from selfcorrect.reading.page.document import GAP
from selfcorrect.reading.page.keys import label_key

_WORD: Final = re.compile(r"[^\W\d_][^\s:]*")
_LETTERS: Final = re.compile(r"[^\W\d_]{2}")
_LEAD: Final = re.compile(r"(?:[-*•·+>]+ +|\(?[0-9]{1,3}[.):] +)+")
"""What stands before a name in a list: a bullet, a position."""
_TAIL: Final = " \t|,:;=-–"
_CODE: Final = re.compile(r"(?=[0-9A-Z./-]*[0-9-])[0-9A-Z][0-9A-Z./-]{2,}")
_LONG_CODE: Final = re.compile(r"[0-9]{4,} +(?=[^\W\d_]{2})")
_DATE: Final = re.compile(r"[0-9]{1,4}[/.-][0-9]{1,2}[/.-][0-9]{2,4}")
_PERIOD: Final = re.compile(r" (?:[-–(]|(?:from|du|vom|dal|van|del) )[^-–(\n]{0,12}$")
"""What leads to a date behind a name: ` - du `, ` (from `."""
_ODD: Final = re.compile(r"^[0-9.,]{1,6} ?%|[0-9]{1,2}:[0-9]{2}|[0-9]{3}[ -][0-9]{4}|@|www\.|[ 0-9][xX×@]$")
"""What no name holds: a rate at its start, a time, a telephone number, an address on the net, a last sign."""
_RATE_LAST: Final = re.compile(r"%$")
_PRICED: Final = re.compile(r"[0-9][.,][0-9]{2}(?: ?[A-Z€$£*]{1,3})?$")
_DOUBLED: Final = "  "
_PREFIX_WORDS: Final = 3
_MONTH_KEYS: Final = frozenset(label_key(name) for name in MONTHS)


class Name(Struct, frozen=True):
    """Where a name stands. `doubtful` where a date stood beside it, it starts like a payment, or a rate ends
    it; `month` where it starts with a month's name.
    """

    start: int
    end: int
    doubtful: bool = False
    month: bool = False


def find_name(clean: str, span: Span, never: frozenset[str], *, inner: bool, off: bool) -> Name | None:
    """The name in a stretch; None where its words cannot name a thing.

    `inner`: the row is sure, so that what stands in columns of its own behind the name is read over. `off`:
    it takes something off, and may well be called a discount.
    """
    start, end = _without_lead(clean, span.start, span.end), span.end
    pieces = _pieces(clean, start, end)
    doubtful = False
    while len(pieces) > 1 and (_CODE.fullmatch(clean, *pieces[0]) or _DATE.fullmatch(clean, *pieces[0])):
        doubtful |= _DATE.fullmatch(clean, *pieces[0]) is not None
        del pieces[0]
    if len(pieces) != 1 and not inner:
        return None
    start, end = pieces[0] if pieces else (start, end)
    code = _LONG_CODE.match(clean, start, end)
    start, end, dated = _without_date(clean, code.end() if code else start, end)
    end = start + len(_without_tail(clean[start:end]))
    words = clean[start:end]
    priced = clean[span.end : span.end + 1] == "\n" and _PRICED.search(words)
    if priced or not _may_name(words, frozenset() if off else never):
        return None
    odd = starts_with(words, never) or _RATE_LAST.search(words) is not None
    doubtful |= dated or (odd and not inner)
    first = _WORD.search(words)
    return Name(start, end, doubtful, first is not None and label_key(first[0]) in _MONTH_KEYS)


def _may_name(words: str, never: frozenset[str]) -> bool:
    if _ODD.search(words) or _DATE.search(words) or not _LETTERS.search(words):
        return False
    return label_key(words) not in never


def _without_lead(clean: str, start: int, end: int) -> int:
    lead = _LEAD.match(clean, start, end)
    return lead.end() if lead else start


def _without_tail(words: str) -> str:
    """Words without signs and dotted leaders behind them; a single dot ends an abbreviation."""
    words = words.rstrip(_TAIL)
    return words.rstrip(f"{_TAIL}.") if words.endswith("..") else words


def _pieces(clean: str, start: int, end: int) -> list[tuple[int, int]]:
    """The stretches between wide gaps; words that only a doubled space parts are one."""
    found: list[tuple[int, int]] = []
    at = start
    for gap in GAP.finditer(clean, start, end):
        if gap[0] == _DOUBLED and gap.end() < end and clean[gap.end()].islower():
            continue
        if gap.start() > at:
            found.append((at, gap.start()))
        at = gap.end()
    return [*found, (at, end)] if at < end else found


def _without_date(clean: str, start: int, end: int) -> tuple[int, int, bool]:
    """A name without the date or period behind it, and whether there was one."""
    date = _DATE.search(clean, start, end)
    lead = _PERIOD.search(clean, start, date.start()) if date else None
    return (start, lead.start(), True) if lead else (start, end, False)


def starts_with(text: str, keys: frozenset[str]) -> bool:
    """Whether the first words of a text are one of some labels."""
    ends = [word.end() for word in list(_WORD.finditer(text))[:_PREFIX_WORDS]]
    return any(label_key(text[:end]) in keys for end in ends)
