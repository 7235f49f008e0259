"""The rows of documents without headings: by row patterns, and by labels that make a row of a line."""

import re
from bisect import bisect_left
from typing import Any, Final

from selfcorrect.reading.document import GAP
from selfcorrect.reading.keys import label_key
from selfcorrect.reading.labels import RATE
from selfcorrect.reading.lists.headings import Table
from selfcorrect.reading.lists.ready import ReadyList
from selfcorrect.reading.lists.row import Row
from selfcorrect.reading.lists.tokens import line_tokens, trailing_numbers
from selfcorrect.reading.patterns import RowPattern, Slot
from selfcorrect.reading.scan import Scan
from selfcorrect.reading.values import Value, slot_value, text_value

_WORD: Final = re.compile(r"[^\W\d_][^\s:]*")
_DIGIT: Final = re.compile(r"[0-9]")
_MARK: Final = re.compile(r"[0-9][.,][0-9]")
_LETTERS: Final = re.compile(r"[^\W\d_]{2}")
_ODD: Final = re.compile(
    r"[0-9]{1,2}:[0-9]{2}|[0-9]{1,4}[/.-][0-9]{1,2}[/.-][0-9]{2,4}|[0-9]{3}[ -][0-9]{4}|@|www\."
)
"""What no row's words hold: a time, a date, a telephone number, an address on the net."""
_RATE_LAST: Final = re.compile(rf"[ \xa0]*(?:{RATE})?[ \xa0:]*$")
_PREFIX_WORDS: Final = 3


def pattern_rows(scan: Scan, spec: ReadyList, headings: tuple[Table, ...] = ()) -> list[Row]:
    """Rows by patterns: strong ones wherever they are, weak ones beside them or in a block of their own.

    Where there are headings, only patterns that have the same fields in the same order.
    """
    if not spec.rows:
        return []
    starts = [line.start for line in scan.lines]
    rows: dict[int, Row] = {}
    taken: set[int] = set()
    end = len(scan.lines) if spec.text is None else _sums_start(scan, spec)
    patterns = [pair for pair in spec.rows if all(_agrees(spec, pair[0], table) for table in headings)]
    for pattern, scanner in sorted(patterns, key=lambda pair: not pair[0].strong):
        places = _Places(scan, spec, taken, end, strong=pattern.strong)
        for match in scanner.finditer(scan.document.clean):
            first, last = bisect_left(starts, match.start()), bisect_left(starts, match.end())
            if first == last or not taken.isdisjoint(range(first, last)) or not places.may_start(first):
                continue
            values = _values(scan, pattern.slots, match)
            if values and _is_row(scan, spec, values) and places.holds(first):
                rows[first] = Row(first, last, values)
                taken.update(range(first, last))
    return _enough(spec, [rows[number] for number in sorted(rows)])


def _agrees(spec: ReadyList, pattern: RowPattern, table: Table) -> bool:
    names = [name for name in table.names if name not in spec.optional]
    return len(names) >= len(table.columns) - 1 and names == [slot.name for slot in pattern.slots]


class _Places:
    """Where rows may stand: before the sums; weak ones only in blocks that hold rows.

    Where no block does, the first weak row says which it is. Rows without words may stand anywhere.
    """

    def __init__(self, scan: Scan, spec: ReadyList, taken: set[int], end: int, *, strong: bool) -> None:
        self._scan = scan
        self._spec = spec
        self._strong = strong or spec.text is None
        self._blocks = {scan.lines[number].block for number in taken}
        self._end = end

    def may_start(self, first: int) -> bool:
        """Whether a row may start on a line: none on one with a label, or after the sums."""
        if self._spec.text is None:
            return True
        return first < self._end and not any(p.key in self._scan.known for p in self._scan.phrases[first][:1])

    def holds(self, first: int) -> bool:
        """Whether a row that starts here stands where rows do."""
        block = self._scan.lines[first].block
        if not self._strong and self._blocks and block not in self._blocks:
            return False
        self._blocks.add(block)
        return True


def _sums_start(scan: Scan, spec: ReadyList) -> int:
    """The first line that says a sum: a stop line with a number on it or below."""
    clean = scan.document.clean
    for number, line in enumerate(scan.lines):
        if any(phrase.key in spec.stops for phrase in scan.phrases[number][:1]):
            end = scan.lines[min(number + 1, len(scan.lines) - 1)].end
            if _DIGIT.search(clean, line.start, end):
                return number
    return len(scan.lines)


def _is_row(scan: Scan, spec: ReadyList, values: dict[str, Value]) -> bool:
    """Whether a match is a row by what it holds: money as money is printed, words that name a thing."""
    clean = scan.document.clean
    money = [value for name, value in values.items() if spec.kinds[name] == "money"]
    priced = all(value.currency or _MARK.search(clean, value.span.start, value.span.end) for value in money)
    if money and not priced:
        return False
    words = values.get(spec.text) if spec.text else None
    return words is None or _is_name(clean, spec, words)


def _is_name(clean: str, spec: ReadyList, words: Value) -> bool:
    """Whether words may name a thing: no date or address, no payment or tax, no wide gap in them."""
    start, end = words.span.start, words.span.end
    if GAP.search(clean, start, end) or _ODD.search(clean, start, end):
        return False
    if not _LETTERS.search(clean, start, end):
        return False
    return not starts_with(clean[start:end], spec.never)


def starts_with(text: str, keys: frozenset[str]) -> bool:
    """Whether the first words of a text are one of some labels."""
    ends = [word.end() for word in list(_WORD.finditer(text))[:_PREFIX_WORDS]]
    return any(label_key(text[:end]) in keys for end in ends)


def _values(scan: Scan, slots: tuple[Slot, ...], match: Any) -> dict[str, Value] | None:
    """The values of a match by field; None where a slot holds what its kind cannot be."""
    values: dict[str, Value] = {}
    for group, slot in enumerate(slots, 1):
        start, end = match.span(group)
        if start < 0:
            continue
        value = slot_value(scan, slot.kind, start, end)
        if value is None:
            return None
        values[slot.name] = value
    return values


def _enough(spec: ReadyList, rows: list[Row]) -> list[Row]:
    """The rows, without those of a list of bare numbers that leave one open and stand alone.

    `VAT 19 %  3.80` is the tax, not a list; two such lines are.
    """
    if spec.text is not None:
        return rows
    whole = [row for row in rows if len(row.values) == len(spec.kinds)]
    return rows if len(rows) > 1 else whole


def labelled_rows(scan: Scan, spec: ReadyList) -> list[Row]:
    """A row of each line that is one of the list's labels and one amount."""
    found = (_labelled(scan, spec, number) for number in range(len(scan.lines))) if spec.labels else ()
    return [row for row in found if row]


def _labelled(scan: Scan, spec: ReadyList, number: int) -> Row | None:
    phrases = scan.phrases[number]
    phrase = phrases[0] if phrases else None
    if phrase is None or phrase.key not in spec.labels or spec.text is None:
        return None
    tokens = line_tokens(scan, scan.lines[number])
    amounts = [token for token in tokens[1:] if token.form == "number"] or trailing_numbers(
        scan, tokens[-1], 1
    )
    if len(amounts) != 1 or amounts[0].form != "number" or amounts[0].value is None:
        return None
    end = min(tokens[0].end, amounts[0].start)
    last = _RATE_LAST.search(scan.document.clean, tokens[0].start, end)
    words = text_value(scan, tokens[0].start, last.start() if last else end)
    money = next((name for name, kind in spec.kinds.items() if kind == "money"), None)
    return Row(number, number + 1, {spec.text: words, money: amounts[0].value}) if words and money else None
