"""Which findings say the same thing, and which come first: causes before what follows from them."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import reduce
from typing import Final

from msgspec import Struct

from selfcorrect.language.numbers import CONTEXT, parse_number
from selfcorrect.model.paths import apart, covers, pattern_of, row_of
from selfcorrect.model.report import Violation

MOST: Final = 100
"""Findings that are compared with one another; what comes after them keeps its order."""
_MOST_SUSPECTS: Final = 30
"""Suspects of one finding that are looked at."""
_NOT_THERE: Final = frozenset({"grounding", "missing"})
"""Error types of values that should not be there at all, or should be and are not."""

Reads = Mapping[str, frozenset[str]]
"""The fields each code's rule reads, as patterns."""


class Cause(Struct, frozen=True):
    """A finding, and others that the same mistake explains."""

    violation: Violation
    explains: tuple[Violation, ...] = ()


def causes(violations: Sequence[Violation], reads: Reads) -> tuple[Cause, ...]:
    """Every finding once, in groups of one cause each; causes stand before what follows from them.

    One finding follows from another if its rule reads what the other suspects, and not the other way round;
    in a ring the one comes first that suspects the most of what the others read. Findings of two rules are
    the same mistake if one rule reads what the other suspects and they are off by the same amount, or by
    what several findings of the other come to together; if they suspect the same and one says that nothing
    should be there, or something; if one rests on a value of its row that the other shows to be wrong.
    """
    groups: list[list[_Finding]] = []
    for finding in _in_order(_compared(violations[:MOST], reads)):
        group = next((group for group in groups if _same_mistake(group[0], finding)), None)
        if group is None:
            groups.append([finding])
        else:
            group.append(finding)
    told = [[finding.violation for finding in group] for group in _without_sums(groups)]
    found = [Cause(first, tuple(others)) for first, *others in told]
    return (*found, *(Cause(violation) for violation in violations[MOST:]))


class _Read(Struct, frozen=True):
    """What a rule reads: all patterns, and those without the lists of which it reads single fields only."""

    every: frozenset[str] = frozenset()
    single: frozenset[str] = frozenset()

    def touched(self, patterns: frozenset[str]) -> int:
        """How many of them others suspect, as a whole or a part of them."""
        return sum(
            any(covers(suspect, one) or (one in self.single and covers(one, suspect)) for suspect in patterns)
            for one in self.every
        )


class _Finding:
    """A finding as it is compared with others, which stand for it by their numbers.

    `off` is by how much the actual is more than the expected, None where they are no numbers, or equal;
    `sees` says how much of what its rule reads each of the others suspects, `after` which ones it follows
    from, and `lead` how much more each of them reads of what it suspects than the other way round.
    """

    __slots__ = ("after", "lead", "number", "off", "patterns", "reads", "sees", "suspects", "violation")

    def __init__(self, number: int, violation: Violation, reads: _Read) -> None:
        self.number = number
        self.violation = violation
        self.reads = reads
        self.suspects = violation.suspects[:_MOST_SUSPECTS]
        self.patterns = frozenset(map(pattern_of, self.suspects))
        self.off = _off(violation)
        self.sees: list[int] = []
        self.after: set[int] = set()
        self.lead: list[int] = []

    def compare(self, others: Sequence["_Finding"]) -> None:
        """Find out what it follows from, once all know what they see."""
        seen = [(other, self.sees[other.number], other.sees[self.number]) for other in others]
        self.after = {other.number for other, sees, seen_by in seen if sees and not seen_by}
        self.lead = [0 if _alike(self.off, other.off) else seen_by - sees for other, sees, seen_by in seen]

    def touched_by(self, other: "_Finding") -> int:
        """How much of what its rule reads another finding suspects: nothing in other rows of its own list,
        and nothing that suspects all that it does and more.
        """
        if self is other or not (touched := self.reads.touched(other.patterns)):
            return 0
        return 0 if self._is_apart(other) or _wider(other.suspects, self.suspects) else touched

    def _is_apart(self, other: "_Finding") -> bool:
        path = self.violation.path
        return "[" in path and all(apart(path, suspect) for suspect in other.suspects)

    @property
    def row(self) -> str:
        """The row that what it suspects stands in, if that is wrong by itself, as its rule reads nothing else
        of the row or of the record; else empty.
        """
        rows = {row_of(suspect) for suspect in self.suspects}
        others = {row_of(one) for one in self.reads.single - self.patterns}
        if len(rows) > 1 or not self.patterns <= self.reads.single:
            return ""
        row = next(iter(rows), "")
        return row if others.isdisjoint(("", pattern_of(row))) else ""


def _compared(violations: Sequence[Violation], reads: Reads) -> list[_Finding]:
    """Findings, each looked at beside all others."""
    read = {
        code: _read(reads.get(code, frozenset())) for code in {violation.code for violation in violations}
    }
    findings = [_Finding(n, violation, read[violation.code]) for n, violation in enumerate(violations)]
    for finding in findings:
        finding.sees = [finding.touched_by(other) for other in findings]
    for finding in findings:
        finding.compare(findings)
    return findings


def _read(patterns: frozenset[str]) -> _Read:
    parts = (one for one in patterns if not any(one != part and covers(one, part) for part in patterns))
    return _Read(patterns, frozenset(parts))


def _off(violation: Violation) -> Decimal | None:
    if violation.expected is None or violation.actual is None:
        return None
    try:
        return CONTEXT.subtract(parse_number(violation.actual), parse_number(violation.expected)) or None
    except ValueError:
        return None


def _wider(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether some paths are all that others are, and more."""
    return bool(other) and one != other and _within(other, one) and not _within(one, other)


def _within(inner: Sequence[str], outer: Sequence[str]) -> bool:
    return all(any(covers(whole, part) for whole in outer) for part in inner)


def _in_order(findings: Sequence[_Finding]) -> list[_Finding]:
    """Causes first, otherwise as they come."""
    waiting = {finding.number: finding for finding in findings}
    leads = {finding.number: sum(finding.lead) for finding in findings}
    ordered: list[_Finding] = []
    while waiting:
        free = [n for n, finding in waiting.items() if finding.after.isdisjoint(waiting)] or [*waiting]
        first = waiting.pop(max(free, key=leads.__getitem__))
        for n, finding in waiting.items():
            leads[n] -= finding.lead[first.number]
        ordered.append(first)
    return ordered


def _same_mistake(first: _Finding, finding: _Finding) -> bool:
    one, other = first.violation, finding.violation
    if one.code == other.code:
        return False
    same = bool(first.suspects) and set(first.suspects) == set(finding.suspects)
    if same and not _NOT_THERE.isdisjoint((one.error_type, other.error_type)):
        return True
    if not finding.sees[first.number]:
        return False
    return _alike(first.off, finding.off) or bool(first.row and covers(first.row, other.path))


def _alike(one: Decimal | None, other: Decimal | None) -> bool:
    """Whether two differences are the same, whatever their signs, but for what rounding makes of them: one in
    the last place of the coarser, and no more than a tenth.
    """
    if one is None or other is None:
        return False
    less, more = sorted((one.copy_abs(), other.copy_abs()))
    place = max(int(size.as_tuple().exponent) for size in (less, more))
    allowed = min(Decimal((0, (1,), place)), CONTEXT.divide(more, Decimal(10)))
    return CONTEXT.subtract(more, less) <= allowed


def _without_sums(groups: Sequence[list[_Finding]]) -> list[list[_Finding]]:
    """The groups, but for those that are off by what all findings of another rule come to: they stand with
    the first of these.
    """
    by_code: dict[str, list[list[_Finding]]] = {}
    for group in groups:
        by_code.setdefault(group[0].violation.code, []).append(group)
    several = [parts for parts in by_code.values() if len(parts) > 1]
    kept = []
    for group in groups:
        alone = len(by_code[group[0].violation.code]) == 1
        parts = next((parts for parts in several if alone and _adds_up(group[0], parts)), None)
        if parts is None:
            kept.append(group)
        else:
            parts[0].extend(group)
    return kept


def _adds_up(whole: _Finding, parts: Sequence[list[_Finding]]) -> bool:
    offs = [part.off for part, *_ in parts if whole.sees[part.number] and part.off is not None]
    return len(offs) == len(parts) and _alike(whole.off, reduce(CONTEXT.add, offs))
