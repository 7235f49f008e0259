"""What a repair must not get away with: evidence taken out, and things broken that nobody had suspected."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import inf
from typing import Any, Final

from msgspec import Struct

from selfcorrect.loop.version import Version
from selfcorrect.model.exchange import Feedback
from selfcorrect.model.paths import covers, meets, pattern_of, row_of
from selfcorrect.model.report import Violation

LOST: Final = "EVIDENCE_LOST"
_ROWS_ALIKE: Final = 3
_MOST_ROWS: Final = 30
"""Rows that lack the same, and rows in all, of those with something taken out that are looked at."""

Evaluated = Callable[[Any], frozenset[str]]
"""The codes that can be evaluated for a record."""
Reads = Mapping[str, frozenset[str]]
Owed = tuple[tuple[str, int], ...]
"""Lists that lack rows, by path, and how many rows they had."""


class _Gone(Struct, frozen=True):
    """What was there: a value, an object with what was `within` it, or rows of a list, some of which may be
    `left`.
    """

    path: str
    rows: int = 0
    left: int = 0
    within: tuple["_Gone", ...] = ()


class Ground(Struct, frozen=True):
    """What evidence is weighed by: what rules read, which of them can be `evaluated` for a record, and the
    patterns of fields that have a value even where they are absent.
    """

    reads: Reads
    evaluated: Evaluated
    defaults: frozenset[str] = frozenset()

    def lost(self, gone: _Gone, codes: Iterable[str]) -> list[str]:
        """Those of some codes that read what is gone; of a list with rows left, anything in it."""
        pattern = pattern_of(gone.path)
        below = covers if gone.left else str.__eq__
        return [
            code for code in sorted(codes) if any(below(pattern, one) for one in self.reads.get(code, ()))
        ]


def lost_evidence(
    candidate: Any, evaluated: frozenset[str], earlier: Sequence[Version], ground: Ground
) -> tuple[Violation, ...]:
    """A finding for each field that an earlier version had and this one lacks, if a rule that could be
    evaluated then no longer can: otherwise leaving a field out would be the cheapest repair.

    What grounding had faulted may go, and a field with a default is never gone. Rows are compared by number
    in lists that did not shrink; of one that did, it is asked whether its rows together still say as much.
    That rows are gone at all is for `owed`.
    """
    found: dict[str, list[str]] = {}
    read = frozenset().union(*ground.reads.values()) - ground.defaults
    for version in earlier:
        was = version.candidate
        gone = _read_of(_gone(was, candidate) if version.usable else (), read)
        faulted = _Faulted(version)
        kept = {one.path: one for one in gone if not faulted.allows(one)}
        for row, together in _sampled(_by_row(kept)).items():
            before, now = version.evaluated, evaluated
            if row:
                before, now = ground.evaluated(_alone(was, row)), ground.evaluated(_alone(candidate, row))
            for path in together:
                known = found.setdefault(path, [])
                known += [code for code in ground.lost(kept[path], before - now) if code not in known]
    return tuple(_finding(path, codes) for path, codes in found.items() if codes)


def owed(now: Version, base: Version, feedback: Feedback | None) -> Owed:
    """The lists that have lost rows though neither they nor their rows were suspected as a whole. What the
    base lacks already stays owed until it is there again. What grounding had faulted may go.
    """
    if not now.usable or not base.usable:
        return ()
    told = (*feedback.suspects, *feedback.places) if feedback else ()
    rows = dict(_lists(now.candidate))
    lacking = {path: had for path, had in base.owed if rows.get(path, 0) < had}
    faulted = _Faulted(base)
    lacking |= {
        one.path: max(one.rows, lacking.get(one.path, 0))
        for one in _gone(base.candidate, now.candidate)
        if one.rows > one.left and not faulted.allows(one)
    }
    return tuple(
        (path, had) for path, had in lacking.items() if had - rows.get(path, 0) > _licence(path, told)
    )


def regressions(now: Version, base: Version, feedback: Feedback | None, reads: Reads) -> tuple[str, ...]:
    """What holds in the base and no longer does, though nothing it depends on was suspected; and what rows
    are owed.
    """
    suspects = _suspects(feedback)
    failed = {code for code, _ in base.pairs}
    broken = [
        f"{code} held at {path or 'the record'}, and nothing that it depends on was suspected."
        for code, path in sorted(now.pairs)
        if code in base.evaluated - failed and not _touches(reads.get(code, frozenset()), suspects)
    ]
    rows = dict(_lists(now.candidate))
    gone = [
        f"{path} had {had:,} {'row' if had == 1 else 'rows'} and has {rows.get(path, 0):,}, and none of them"
        " was suspected as a whole."
        for path, had in now.owed
    ]
    return (*broken, *gone)


def _suspects(feedback: Feedback | None) -> frozenset[str]:
    """What an engine was told to look at, as patterns."""
    return frozenset(map(pattern_of, (*feedback.suspects, *feedback.places))) if feedback else frozenset()


def _touches(patterns: Iterable[str], suspects: Iterable[str]) -> bool:
    return any(meets(suspect, pattern) for suspect in suspects for pattern in patterns)


def _licence(path: str, told: Iterable[str]) -> float:
    """How many rows of a list may go: all, where the list itself was suspected, else those that were."""
    pattern = pattern_of(path)
    if any(covers(pattern_of(one), pattern) for one in told):
        return inf
    return len({one for one in told if pattern_of(one) == f"{pattern}[]"})


def _gone(before: Any, now: Any, path: str = "") -> Iterator[_Gone]:
    """What was there before and is not any more. A list with some rows left is not looked into, as nobody
    can say which they are; nor is what has become of another type, which is a finding of its own.
    """
    stack = [(path, before, now)]
    while stack:
        path, before, now = stack.pop()
        lacks = _is_missing(now)
        if isinstance(before, list):
            left = len(now) if isinstance(now, list) else 0
            if lacks or left < len(before):
                if lacks or isinstance(now, list):
                    yield _Gone(path, len(before), left)
            else:
                stack += reversed([(f"{path}[{n}]", row, now[n]) for n, row in enumerate(before)])
        elif isinstance(before, dict):
            if lacks:
                parts = [_gone(part, None, _below(path, key)) for key, part in before.items()]
                yield _Gone(path, within=tuple(chain.from_iterable(parts)))
            elif isinstance(now, dict):
                both = [(_below(path, key), part, now.get(key)) for key, part in before.items()]
                stack += reversed(both)
        elif lacks and not _is_missing(before):
            yield _Gone(path)


def _read_of(gone: Iterable[_Gone], read: Collection[str]) -> Iterator[_Gone]:
    """What is gone and some rule reads: a value, an object or else what is within it, rows of a list."""
    for one in gone:
        pattern = pattern_of(one.path)
        if pattern in read or (one.left and any(covers(pattern, other) for other in read)):
            yield one
        else:
            yield from _read_of(one.within, read)


def _below(path: str, key: Any) -> str:
    return f"{path}.{key}" if path else str(key)


def _is_missing(value: Any) -> bool:
    """Whether rules take the value for none: an absent one, null, or a blank text."""
    return value is None or (isinstance(value, str) and not value.strip())


class _Faulted:
    """What grounding has faulted in a version: the document was said not to have it."""

    def __init__(self, version: Version) -> None:
        found = (v for v in version.report.violations if v.error_type == "grounding")
        self._paths = {path for violation in found for path in violation.suspects if path}
        self._rows: dict[str, set[str]] = {}
        for path in self._paths:
            for row in _around(path):
                if row.endswith("]"):
                    self._rows.setdefault(row[: row.rindex("[")], set()).add(row)

    def allows(self, gone: _Gone) -> bool:
        """Whether it may go: a value, all of an object, as many rows as are gone."""
        if not self._paths:
            return False
        if not self._paths.isdisjoint(_around(gone.path)):
            return True
        if 0 < gone.rows - gone.left <= len(self._rows.get(gone.path, ())):
            return True
        return bool(gone.within) and all(map(self.allows, gone.within))


def _around(path: str) -> Iterator[str]:
    """A path, and everything it stands in."""
    while path:
        yield path
        path = path[: max(path.rfind("."), path.rfind("["), 0)]


def _by_row(paths: Iterable[str]) -> dict[str, list[str]]:
    """Paths by the row they stand in; the record's own fields are under no row."""
    found: dict[str, list[str]] = {}
    for path in paths:
        found.setdefault(row_of(path), []).append(path)
    return found


def _sampled(by_row: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """A few rows of all that lack the same: one that is found is enough to block, and asking costs."""
    found: dict[str, list[str]] = {}
    seen: Counter[tuple[str, ...]] = Counter()
    for row, paths in by_row.items():
        lacks = tuple(map(pattern_of, paths))
        seen[lacks] += 1
        if not row or (seen[lacks] <= _ROWS_ALIKE and len(found) < _MOST_ROWS):
            found[row] = paths
    return found


def _alone(candidate: Any, row: str) -> Any:
    """The record with that row only in its list, so that what can be evaluated is so for the row."""
    if not isinstance(candidate, dict):
        return candidate
    name, _, rest = row.partition("[")
    head, _, after = name.partition(".")
    if head not in candidate:
        return candidate
    value = candidate[head]
    if after:
        return {**candidate, head: _alone(value, f"{after}[{rest}" if rest else after)}
    number, _, below = rest.partition("]")
    if not isinstance(value, list) or not number.isdecimal() or int(number) >= len(value):
        return {**candidate, head: []}
    element = value[int(number)]
    return {**candidate, head: [_alone(element, below.lstrip(".")) if below else element]}


def _lists(value: Any) -> Iterator[tuple[str, int]]:
    """The paths of all lists, and how many rows they have."""
    stack = [(value, "")]
    while stack:
        value, path = stack.pop()
        if isinstance(value, dict):
            stack += [(part, _below(path, key)) for key, part in value.items()]
        elif isinstance(value, list):
            yield path, len(value)
            stack += [(part, f"{path}[{n}]") for n, part in enumerate(value)]


def _finding(path: str, codes: Sequence[str]) -> Violation:
    could = f"`{'`, `'.join(codes)}` can no longer be evaluated"
    return Violation(
        code=LOST,
        path=path,
        message=f"`{path}` was there before, and without it {could}.",
        expected=None,
        actual=None,
        severity="error",
        error_type="missing",
        grade="E3",
        origin="engine",
        suspects=(path,),
    )
