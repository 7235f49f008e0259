"""The rows before a printed sum: of all that patterns find there, what stands together and adds up."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Final

from msgspec import Struct

from selfcorrect.reading.lists.matches import CENT, Match
from selfcorrect.reading.lists.row import Row
from selfcorrect.reading.lists.sums import Sum, last_amount
from selfcorrect.reading.ready.lists import ReadyList
from selfcorrect.reading.scan import Scan
from selfcorrect.reading.values import Value

_MODIFIER: Final = re.compile(r"[-+*·>]")


class Found(Struct, frozen=True):
    """The rows that patterns find, those that take something off (negative ones among positive ones), and
    whether the rows add up to a printed sum.
    """

    rows: tuple[Row, ...] = ()
    taken_off: tuple[Row, ...] = ()
    proven: bool = False


class Region:
    """The lines before a sum, and the matches in them. It takes `least` rows to prove anything."""

    def __init__(self, scan: Scan, spec: ReadyList, matches: list[Match], end: Sum, least: int) -> None:
        self._scan = scan
        self._spec = spec
        self._end = end
        self._least = least
        self._matches = matches
        fitting = Counter(one.pattern for one in matches if one.fits)
        ranked = [(one, rank) for one in matches if (rank := _rank(one, fitting)) is not None]
        # Where a line may be understood in two ways, the one that fits more often is more likely.
        self._ranks = sorted(ranked, key=lambda pair: (pair[1], -fitting[pair[0].pattern] * (pair[1] == 0)))

    def found(self) -> Found:
        """The rows of the region: the first choice of matches that adds up; else the surest, unless some seem
        to be missing.
        """
        choices = [self._uniform(worst) for worst in (2, 3)]
        proven = [chosen for chosen in choices if len(chosen) >= self._least and self._adds_up(chosen)]
        proven += [found for chosen in choices if (found := self._before_sum(chosen))]
        if proven:
            return self._as_found(proven[0], proven=True)
        return self._as_found(choices[0], proven=False) if self._is_whole(choices[0]) else Found()

    def _uniform(self, worst: int) -> list[Match]:
        """The matches up to a rank; numbers that only stand in front count where most rows have one."""
        chosen = self._select(worst)
        rows = [one for one in chosen if self._money(one) or not self._is_modifier(one)]
        return chosen if _is_uniform(rows) else self._select(worst, bare=False)

    def _select(self, worst: int, *, bare: bool = True) -> list[Match]:
        """The matches up to a rank, the best first, none over another; weak ones in blocks that hold rows."""
        lines = self._scan.lines
        taken: set[int] = set()
        blocks: set[int] = set()
        chosen = []
        for one, rank in self._ranks:
            own = range(one.first, one.last)
            if rank > worst or not taken.isdisjoint(own) or (one.bare and not bare):
                continue
            if rank == 2 and worst == 2 and blocks and lines[one.first].block not in blocks:
                continue
            taken.update(own)
            blocks.add(lines[one.first].block)
            chosen.append(one)
        return sorted(chosen, key=lambda one: one.first)

    def _money(self, match: Match) -> Decimal:
        return amount_of(match.values, self._spec)

    def _adds_up(self, chosen: list[Match]) -> bool:
        """Whether the rows add up to the sum that ends them, with or without what is taken off."""
        return any(self._is_sum(chosen, said) for said in self._end.amounts)

    def _is_sum(self, chosen: list[Match], said: Decimal) -> bool:
        amounts = [self._money(one) for one in chosen]
        sums = {sum(amounts), sum(amount for amount in amounts if amount > 0)}
        return any(one and abs(one - said) <= CENT for one in sums)

    def _before_sum(self, chosen: list[Match]) -> list[Match]:
        """The rows before one that is no row but their sum, whatever it is called; none if there is none."""
        amounts = [self._money(one) for one in chosen]
        # What follows a sum has no more than an amount: from here on every row is such a one.
        start = len(chosen)
        while start > 2 and chosen[start - 1].numbers == 1:
            start -= 1
        whole, gains = sum(amounts[:start]), sum(amount for amount in amounts[:start] if amount > 0)
        for at in range(start, len(chosen)):
            if any(total and abs(total - amounts[at]) <= CENT for total in (whole, gains)):
                return chosen[:at]
            whole += amounts[at]
            gains += max(amounts[at], Decimal(0))
        return []

    def _is_whole(self, chosen: list[Match]) -> bool:
        """Whether no line among the rows, or right above them, ends in an amount and is in no row."""
        if not chosen or self._spec.total is None:
            return bool(chosen)
        inside = {number for one in chosen for number in range(one.first, one.last)}
        first, above = chosen[0].first, chosen[0].first - 1
        lines = range(above if above >= 0 and self._joins(above, first) else first, self._end.line)
        return not any(self._is_left(number) for number in lines if number not in inside)

    def _joins(self, above: int, first: int) -> bool:
        lines = self._scan.lines
        return lines[above].block == lines[first].block

    def _is_left(self, number: int) -> bool:
        """Whether a line that is in no row looks like one."""
        amount = last_amount(self._scan, number)
        keys = {phrase.key for phrase in self._scan.phrases[number][:1]}
        labelled = any(key in self._scan.known for key in keys) or not keys.isdisjoint(self._spec.never)
        return amount is not None and amount > 0 and not labelled

    def _as_found(self, chosen: list[Match], *, proven: bool) -> Found:
        """The rows without those that take something off or are free additions to another."""
        amounts = [self._money(one) for one in chosen]
        mixed = any(amount > 0 for amount in amounts)
        if not mixed and min(amounts, default=0) < 0 and any(one.doubtful for one in chosen):
            return Found()
        rows, off = [], []
        for one, amount in zip(chosen, amounts, strict=True):
            if amount < 0 and mixed:
                off.append(_row(one))
            elif amount or not self._is_modifier(one):
                rows.append(_row(one))
        return Found(tuple(rows), tuple(off), proven)

    def _is_modifier(self, match: Match) -> bool:
        start = self._scan.lines[match.first].start
        return _MODIFIER.match(self._scan.document.clean, start) is not None and match.numbers == 1


def _rank(match: Match, fitting: Counter[int]) -> int | None:
    """How sure a match is: 0 its product fits, 1 several numbers, 2 one amount, 3 only with a printed sum;
    None if it is no row: its product does not fit, and it is not clear that its numbers belong together.
    """
    if match.doubtful and not match.off:
        return 3
    if match.fits:
        return 0
    if match.fits is False and not (
        fitting[match.pattern] or (match.apart and match.last - match.first == 1)
    ):
        return None
    return 1 if match.numbers > 1 else 2


def _is_uniform(chosen: list[Match]) -> bool:
    """Whether numbers that only stand in front may count: every row has one, and there are two at least."""
    bare = sum(one.bare for one in chosen)
    return not bare or (bare > 1 and all(one.bare or one.numbers > 1 or one.off for one in chosen))


def amount_of(values: Mapping[str, Value], spec: ReadyList) -> Decimal:
    """What a row comes to; 0 where it does not say."""
    value = values.get(spec.total or "")
    meaning = value.meanings[0] if value else Decimal(0)
    return meaning if isinstance(meaning, Decimal) else Decimal(0)


def without_overlaps(matches: Iterable[Match]) -> list[Row]:
    """The matches as rows, the first of those that share a line."""
    taken: set[int] = set()
    rows = []
    for one in matches:
        own = range(one.first, one.last)
        if taken.isdisjoint(own):
            taken.update(own)
            rows.append(_row(one))
    return sorted(rows, key=lambda row: row.first)


def _row(match: Match) -> Row:
    return Row(match.first, match.last, match.values)
