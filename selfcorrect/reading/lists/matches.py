"""What the row patterns of a list find in a document: stretches of lines, their values, and how sure it is."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise, product
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.model.marks import Span
from selfcorrect.reading.document import GAP
from selfcorrect.reading.keys import label_key
from selfcorrect.reading.lists.item_names import Name, find_name
from selfcorrect.reading.lists.ready import ReadyList
from selfcorrect.reading.patterns import RowPattern, Slot
from selfcorrect.reading.scan import Scan
from selfcorrect.reading.values import Value, slot_value, text_value

CENT: Final = Decimal("0.01")
_MARK: Final = re.compile(r"[0-9][.,][0-9]{2}")
_ANY_MARK: Final = re.compile(r"[0-9][.,][0-9]")
_MINUS: Final = re.compile(r"[-(]")
_SAID: Final = re.compile(r"[@=]| à ")
"""Signs that leave no doubt about what the numbers beside them are."""
_TIMES: Final = frozenset("xX×*")
_LETTERS: Final = {"l": Decimal(1), "I": Decimal(1), "S": Decimal(5)}
"""What text recognition makes of a number of one digit."""
_MOST_COUNTED: Final = 3
"""Digits of a quantity that nothing but its place tells from a part of the name."""
PRODUCT: Final = 3


class Match(Struct, frozen=True):
    """Lines (indexes, last exclusive) that a pattern fits, with their values.

    `fits`: a number times an amount is the other amount; None where the row does not have all three. `apart`:
    wide gaps or signs keep the numbers from each other. `doubtful`: it takes the printed sum to believe it.
    `bare`: nothing but its place says that the number in front counts something.
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


def find_matches(scan: Scan, spec: ReadyList, patterns: list[tuple[RowPattern, Any]]) -> list[Match]:
    """Every match of every pattern that may be a row, in the order of the patterns."""
    starts = [line.start for line in scan.lines]
    found = []
    for number, (pattern, scanner) in enumerate(patterns):
        for match in scanner.finditer(scan.document.clean):
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
    fits = _fitted(spec, values)
    lettered = any(scan.document.clean[v.span.start : v.span.end] in _LETTERS for v in numbers)
    words = values.get(spec.text)
    name = find_name(scan.document.clean, words.span, spec.never, inner=bool(fits)) if words else None
    if name is None or (lettered and not fits):
        return None
    text = text_value(scan, name.start, name.end)
    if text is None:
        return None
    values[spec.text] = text
    return _judged(scan, spec, values, name, fits)


def _judged(scan: Scan, spec: ReadyList, values: dict[str, Value], name: Name, fits: bool | None) -> Match | None:
    """The match with what speaks for it; None where a count is none."""
    clean = scan.document.clean
    counts = [value for field, value in values.items() if spec.kinds[field] == "number"]
    money = [value for field, value in values.items() if spec.kinds[field] == "money"]
    if any(_is_no_count(clean, value) for value in counts):
        return None
    spans = sorted((value.span for value in (*counts, *money)), key=lambda span: span.start)
    between = [clean[one.end : other.start] for one, other in pairwise(spans)]
    apart = all(GAP.search(text) or _SAID.search(f" {text} ") for text in between)
    bare = False
    if counts and len(money) == 1 and counts[0].span.start < name.start:
        after = clean[counts[0].span.end : name.start]
        if not after:
            return None
        bare = not after.strip()
        if bare and (name.month or not clean[counts[0].span.start : counts[0].span.end].isdigit()):
            return None
    loose = len(spans) == 1 and not _stands_off(clean, name, spans[0])
    return Match(0, 0, 0, values, len(spans), fits, apart, loose or name.doubtful, bare)


def _is_no_count(clean: str, value: Value) -> bool:
    text = clean[value.span.start : value.span.end]
    if any(meaning <= 0 for meaning in value.meanings):
        return True
    return text.isdigit() and (text[0] == "0" or len(text) > _MOST_COUNTED + 2)


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


def _fitted(spec: ReadyList, values: dict[str, Value]) -> bool | None:
    """Whether a number times an amount is the other amount, to the cent. Leaves the meanings that fit."""
    names = [name for name in spec.kinds if name in values and spec.kinds[name] in {"number", "money"}]
    names.sort(key=lambda name: spec.kinds[name] == "money")
    if [spec.kinds[name] for name in names] != ["number", "money", "money"]:
        return None
    one, two, three = (values[name].meanings for name in names)
    right = [(a, b, c) for a, b, c in product(one, two, three) if abs(a * b - c) <= CENT]
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


def named(spec: ReadyList, matches: Iterator[Match]) -> frozenset[str]:
    """The keys of the words of matches."""
    return frozenset(label_key(str(m.values[spec.text].meanings[0])) for m in matches if spec.text in m.values)
