"""The rows of documents without headings: by row patterns, and by labels that make a row of a line."""

import re
from typing import Final

from msgspec.structs import replace

from selfcorrect.reading.lists.headings import Table
from selfcorrect.reading.lists.matches import Match, find_matches, takes_off
from selfcorrect.reading.lists.regions import Found, Region, amount_of, without_overlaps
from selfcorrect.reading.lists.row import Row
from selfcorrect.reading.lists.sums import Sum, find_sums, says_sum
from selfcorrect.reading.lists.tokens import line_tokens, trailing_numbers
from selfcorrect.reading.page.labels import RATE
from selfcorrect.reading.page.patterns import RowPattern
from selfcorrect.reading.ready.lists import ReadyList
from selfcorrect.reading.scan import Scan
from selfcorrect.reading.values import text_value

_RATE_LAST: Final = re.compile(rf"[ \xa0]*(?:{RATE})?[ \xa0:]*$")


def pattern_rows(scan: Scan, spec: ReadyList, headings: tuple[Table, ...] = ()) -> Found:
    """The rows by patterns, before a sum. Where there are headings, only patterns with the same fields in the
    same order. No rows where some seem to be missing, unless they add up to the printed sum.
    """
    sums = find_sums(scan, spec) if spec.text else ()
    above = [table for table in headings if not sums or table.lines[0] < sums[0].line]
    patterns = [one for one in _fitting(scan, spec) if all(_agrees(spec, one, table) for table in above)]
    if spec.text is None:
        return Found(tuple(_enough(spec, without_overlaps(find_matches(scan, spec, patterns)))))
    # Rows that multiply are the surest: where they add up, and nothing is taken off, no other is looked for.
    surest = [pattern for pattern in patterns if pattern.multiplies]
    matches = _free(scan, spec, surest)
    if not takes_off(scan) and (found := _found(scan, spec, matches, sums)).proven:
        return found
    matches += _free(scan, spec, [pattern for pattern in patterns if not pattern.multiplies], len(surest))
    return _found(scan, spec, matches, sums)


def _fitting(scan: Scan, spec: ReadyList) -> list[RowPattern]:
    return [pattern for pattern in spec.rows if pattern.may_fit(scan.lowered)]


def _free(scan: Scan, spec: ReadyList, patterns: list[RowPattern], start: int = 0) -> list[Match]:
    """The matches of patterns, numbered from `start`, that may be rows by where they stand."""
    return [one for one in find_matches(scan, spec, patterns, start) if _may_start(scan, spec, one)]


def _found(scan: Scan, spec: ReadyList, matches: list[Match], sums: tuple[Sum, ...]) -> Found:
    """The rows among matches: those before the first sum, or those that add up to a later one."""
    inner = {number for one in matches if one.fits for number in range(one.first, one.last)}
    sums = tuple(one for one in sums if one.line not in inner)
    best = Found()
    for number in range(len(sums) + 1):
        start = sums[number - 1].line + 1 if number else 0
        end = sums[number] if number < len(sums) else Sum(len(scan.lines), frozenset())
        inside = [one for one in matches if start <= one.first and one.last <= end.line]
        found = Region(scan, spec, inside, end, least=1 + (number > 0)).found() if inside else Found()
        if found.proven:
            return _with_later(found, spec, matches, sums[number : number + 2])
        if number == 0:
            best = found
    return best


def _with_later(found: Found, spec: ReadyList, matches: list[Match], sums: tuple[Sum, ...]) -> Found:
    """The rows with what is taken off between the sum they add up to and the next, which is less by that."""
    if found.taken_off or len(sums) < 2:
        return found
    start, end = sums[0].line, sums[1].line
    later = (one for one in matches if start < one.first and one.last <= end and one.off)
    off = without_overlaps(later)
    less = sum(amount_of(row.values, spec) for row in off)
    follows = any(one + less in sums[1].amounts for one in sums[0].amounts)
    return replace(found, taken_off=tuple(off)) if off and follows else found


def _agrees(spec: ReadyList, pattern: RowPattern, table: Table) -> bool:
    names = [name for name in table.names if name not in spec.optional]
    slots = [slot.name for slot in pattern.slots if slot.name not in spec.optional]
    return len(names) >= len(table.columns) - 1 and names == slots


def _may_start(scan: Scan, spec: ReadyList, match: Match) -> bool:
    """Whether none of a match's lines starts with a field's label or says a sum; what a list that takes
    something off has a label for may be a field's as well.
    """
    lines = range(match.first, match.last)
    keys = {phrase.key for number in lines for phrase in scan.phrases[number][:1]}
    if match.off:
        keys -= {key for other in scan.ready.lists if other.taken_off for key in other.labels}
    if any(key in scan.known for key in keys):
        return False
    # Where the product fits, `Amount` further on in a line is a word of the row.
    return keys.isdisjoint(spec.stops) if match.fits else not any(says_sum(scan, spec, n) for n in lines)


def _enough(spec: ReadyList, rows: list[Row]) -> list[Row]:
    """The rows of a list of bare numbers, without those that leave one open and stand alone.

    `VAT 19 %  3.80` is the tax, not a list; two such lines are.
    """
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
