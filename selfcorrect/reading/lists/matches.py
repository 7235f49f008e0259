"""What the row patterns of a list find in a document: lines, their values, and how sure they are."""

import re
from bisect import bisect_left
from decimal import Decimal
from itertools import pairwise, product
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.language.printed.numbers import meanings
from selfcorrect.model.marks import Span
from selfcorrect.reading.lists.item_names import Name, find_name
from selfcorrect.reading.lists.row import said
from selfcorrect.reading.page.document import GAP
from selfcorrect.reading.page.patterns import RowPattern, Slot
from selfcorrect.reading.ready.lists import ReadyList
from selfcorrect.reading.scan import Scan, once
from selfcorrect.reading.values import Value, slot_value, text_value

CENT: Final = Decimal("0.01")
_MARK: Final = re.compile(r"[0-9][.,][0-9]{2}")
_ANY_MARK: Final = re.compile(r"[0-9][.,][0-9]")
_MINUS: Final = re.compile(r"[-(]")
_SAID: Final = re.compile(r"[@=]| à ")
"""Signs that leave no doubt about what the numbers beside them are."""
_NEGATIVE: Final = re.compile(r"(?<![\w.-])[-(][^\w\n]{0,4}[0-9]+[.,][0-9]{2}|[0-9][.,][0-9]{2}-")
"""An amount that takes something off, somewhere in a text."""
_BETWEEN: Final = re.compile(r"[@=:xX×*]|[^\W\d_]{3}")
"""What says that numbers on one line or more belong together."""
_CAPITALS: Final = re.compile(r"[A-Z]{3}")
_TIMES: Final = frozenset("xX×*")
_LETTERS: Final = {"l": Decimal(1), "I": Decimal(1), "S": Decimal(5)}
"""What text recognition makes of a number of one digit."""
_COUNT: Final = re.compile(r"[1-9][0-9]{0,2}")
"""A quantity that nothing but its place tells from a part of the name."""
_LONGEST_COUNT: Final = 5


class Match(Struct, frozen=True):
    """Lines (indexes, last exclusive) that a pattern fits, with their values.

    `fits`: a number times an amount is the other amount; None where the row does not have all three. `apart`:
    wide gaps or signs keep the numbers from each other. `doubtful`: it takes the printed sum to believe it.
    `bare`: nothing but its place says that the number in front counts something. `off`: words and an amount
    that takes something off.
    """

    pattern: int
    first: int
    last: int
    values: dict[str, Value]
    numbers: int
    fits: bool | None = None
    apart: bool = False
    doubtful: bool = False
    bare: bool = False
    off: bool = False


@once
def takes_off(scan: Scan) -> bool:
    """Whether some amount in a document takes something off."""
    return _NEGATIVE.search(scan.document.clean) is not None


def find_matches(scan: Scan, spec: ReadyList, patterns: list[RowPattern], start: int = 0) -> list[Match]:
    """Every match of every pattern that may be a row, in the order of the patterns, numbered from `start`."""
    starts = [line.start for line in scan.lines]
    found = []
    for number, pattern in enumerate(patterns, start):
        for match in pattern.scanner().finditer(scan.document.clean):
            first, last = bisect_left(starts, match.start()), bisect_left(starts, match.end())
            if first < last and (one := _match(scan, spec, pattern.slots, match)):
                found.append(replace(one, pattern=number, first=first, last=last))
    return found


def _match(scan: Scan, spec: ReadyList, slots: tuple[Slot, ...], match: Any) -> Match | None:
    values = _values(scan, slots, match)
    if values is None or not _is_priced(scan, spec, values):
        return None
    numbers = [value for name, value in values.items() if spec.kinds[name] in {"number", "money", "integer"}]
    if spec.text is None:
        return Match(0, 0, 0, values, len(numbers) + 1, apart=True)
    fits = _fitted(scan, spec, values)
    lettered = any(scan.document.clean[v.span.start : v.span.end] in _LETTERS for v in numbers)
    words = _with_false_currency(scan, spec, values)
    off = _is_negative(spec, values)
    sure = fits or _is_counted(scan.document.clean, words, numbers)
    name = find_name(scan.document.clean, words, spec.never, inner=bool(sure), off=off) if words else None
    if name is None or (lettered and not fits):
        return None
    text = text_value(scan, name.start, name.end)
    if text is None:
        return None
    values[spec.text] = text
    return _judged(scan, spec, values, name, fits)


def _is_counted(clean: str, words: Span | None, numbers: list[Value]) -> bool:
    """Whether words stand behind a number and the sign that says how many: `2 x`."""
    before = max((value.span.end for value in numbers if words and value.span.end <= words.start), default=-1)
    return words is not None and before >= 0 and clean[before : words.start].strip() in _TIMES


def _is_negative(spec: ReadyList, values: dict[str, Value]) -> bool:
    money = [value for name, value in values.items() if spec.kinds[name] == "money"]
    return any(meaning < 0 for value in money for meaning in value.meanings)


def _with_false_currency(scan: Scan, spec: ReadyList, values: dict[str, Value]) -> Span | None:
    """The words, with three capitals behind them that are no usual currency: `BLUE PEN 3.20`."""
    words = values.get(spec.text or "")
    if words is None:
        return None
    clean = scan.document.clean
    for name, value in values.items():
        lead = clean[words.span.end : value.span.start].strip()
        if spec.kinds[name] == "money" and _CAPITALS.fullmatch(lead) and lead not in scan.ready.common:
            values[name] = replace(value, currency="")
            return Span(words.span.start, clean.rindex(lead, words.span.end, value.span.start) + len(lead))
    return words.span


def _judged(
    scan: Scan, spec: ReadyList, values: dict[str, Value], name: Name, fits: bool | None
) -> Match | None:
    """The match with what speaks for it; None where a count is none."""
    clean = scan.document.clean
    counts = [value for field, value in values.items() if spec.kinds[field] == "number"]
    money = [value for field, value in values.items() if spec.kinds[field] == "money"]
    if any(_is_no_count(clean, value) for value in counts):
        return None
    if len(counts) == len(money) == 1 and not said(values, spec.unit) and not _counts_whole(clean, counts[0]):
        return None
    spans = sorted((value.span for value in (*counts, *money)), key=lambda span: span.start)
    if not spans:
        return Match(0, 0, 0, values, 0)
    between = [clean[one.end : other.start] for one, other in pairwise(spans)]
    apart = all(GAP.search(text) or _SAID.search(f" {text} ") for text in between)
    bare = False
    if counts and len(money) == 1 and counts[0].span.start < name.start:
        after = clean[counts[0].span.end : name.start]
        if not after:
            return None
        bare = not after.strip()
        if bare and (name.month or not _COUNT.fullmatch(clean, *_ends(counts[0]))):
            return None
    loose = len(spans) == 1 and not _stands_off(clean, name, spans[0])
    # Once a price is the price, which proves nothing of numbers under any line.
    once = counts and counts[0].meanings[0] == 1 and "\n" in clean[name.end : spans[0].start]
    loose |= name.start > spans[-1].start and not fits
    loose |= clean[name.end : name.end + 1] == ":" and len(spans) == 1
    loose |= bool(once) and not any(_BETWEEN.search(text) for text in between)
    off = not loose and len(spans) == 1 and _is_negative(spec, values)
    return Match(0, 0, 0, values, len(spans), fits, apart, loose or name.doubtful, bare, off)


def _is_no_count(clean: str, value: Value) -> bool:
    text = clean[value.span.start : value.span.end]
    if any(meaning <= 0 for meaning in value.meanings):
        return True
    return text.isdigit() and (text[0] == "0" or len(text) > _LONGEST_COUNT)


def _counts_whole(clean: str, value: Value) -> bool:
    return clean[value.span.start : value.span.end].isdigit()


def _ends(value: Value) -> tuple[int, int]:
    return value.span.start, value.span.end


def _stands_off(clean: str, name: Name, span: Span) -> bool:
    """Whether the words and an amount stand apart on one line."""
    between = clean[name.end : span.start]
    return "\n" not in between and (GAP.search(between) is not None or "=" in between)


def _is_priced(scan: Scan, spec: ReadyList, values: dict[str, Value]) -> bool:
    """Whether the amounts of a row look like money, with decimals or a currency."""
    clean = scan.document.clean
    mark = _MARK if spec.text else _ANY_MARK
    money = [value for name, value in values.items() if spec.kinds[name] == "money"]
    return all(value.currency or mark.search(clean, value.span.start, value.span.end) for value in money)


def _fitted(scan: Scan, spec: ReadyList, values: dict[str, Value]) -> bool | None:
    """Whether a number times an amount is the other amount, to the cent. Leaves the meanings that fit: a
    weight may be printed with another mark than the amounts.
    """
    names = [name for name in spec.kinds if name in values and spec.kinds[name] in {"number", "money"}]
    names.sort(key=lambda name: spec.kinds[name] == "money")
    if [spec.kinds[name] for name in names] != ["number", "money", "money"]:
        return None
    one, two, three = (values[name].meanings for name in names)
    printed = scan.document.clean[slice(*_ends(values[names[0]]))]
    either = {*one, *(meanings(printed, None) if printed[0].isdigit() else ())}
    right = [(a, b, c) for a, b, c in product(either, two, three) if abs(a * b - c) <= CENT]
    if len(right) == 1:
        for name, meaning in zip(names, right[0], strict=True):
            values[name] = replace(values[name], meanings=(meaning,))
    return bool(right)


def _values(scan: Scan, slots: tuple[Slot, ...], match: Any) -> dict[str, Value] | None:
    """The values of a match by field; None where a slot holds what its kind cannot be."""
    clean = scan.document.clean
    values: dict[str, Value] = {}
    for group, slot in enumerate(slots, 1):
        start, end = match.span(group)
        text = clean[start:end] if start >= 0 else ""
        if start < 0 or (slot.kind == "unit" and text in _TIMES):
            continue
        if slot.kind == "number" and text in _LETTERS:
            values[slot.name] = Value((_LETTERS[text],), Span(start, end), sure=True)
            continue
        value = slot_value(scan, slot.kind, start, end)
        if value is None or (slot.kind == "money" and _has_lost_sign(text, value)):
            return None
        values[slot.name] = value
    return values


def _has_lost_sign(text: str, value: Value) -> bool:
    return _MINUS.search(text) is not None and any(meaning > 0 for meaning in value.meanings)
