"""What a repair must not get away with: evidence taken out, and things broken that nobody had suspected."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from selfcorrect.loop.version import Version
from selfcorrect.model.exchange import Feedback
from selfcorrect.model.paths import covers, meets, pattern_of, row_of
from selfcorrect.model.report import Violation

LOST: Final = "EVIDENCE_LOST"
_MOST_ROWS: Final = 50
"""Rows with something taken out that are looked at one by one."""

Evaluated = Callable[[Any], frozenset[str]]
"""The codes that can be evaluated for a record."""
Reads = Mapping[str, frozenset[str]]


def lost_evidence(
    candidate: Any, evaluated: frozenset[str], earlier: Sequence[Version], reads: Reads, ask: Evaluated
) -> tuple[Violation, ...]:
    """A finding for each field that an earlier version had and this one lacks, if a rule that could be
    evaluated then no longer can: otherwise leaving a field out would be the cheapest repair.

    What grounding had faulted may go. Rows are compared by number in lists that did not shrink; that rows
    are gone is for `regressions`.
    """
    found: dict[str, list[str]] = {}
    leaves = set(_leaves(candidate))
    for version in earlier:
        if not version.usable:
            continue
        gone = [p for p in _taken_out(version.candidate, candidate, leaves) if not _ungrounded(p, version)]
        for row, paths in _by_row(gone).items():
            before, now = version.evaluated, evaluated
            if row:
                before, now = ask(_alone(version.candidate, row)), ask(_alone(candidate, row))
            for path in paths:
                codes = [code for code in sorted(before - now) if pattern_of(path) in reads.get(code, ())]
                if codes:
                    known = found.setdefault(path, [])
                    known += [code for code in codes if code not in known]
    return tuple(_finding(path, codes) for path, codes in found.items())


def regressions(now: Version, base: Version, feedback: Feedback | None, reads: Reads) -> tuple[str, ...]:
    """What holds in the base and no longer does, though nothing it depends on was suspected; and rows that
    are gone though neither they nor their list were.
    """
    told = (*feedback.suspects, *feedback.places) if feedback else ()
    suspects = {pattern_of(path) for path in told}
    failed = {code for code, _ in base.pairs}
    broken = [
        f"{code} held at {path or 'the record'}, and nothing that it depends on was suspected."
        for code, path in sorted(now.pairs)
        if code in base.evaluated - failed and not _touches(reads.get(code, frozenset()), suspects)
    ]
    return (*broken, *_rows_gone(now, base, suspects))


def _touches(patterns: Iterable[str], suspects: Iterable[str]) -> bool:
    return any(meets(suspect, pattern) for suspect in suspects for pattern in patterns)


def _rows_gone(now: Version, base: Version, suspects: set[str]) -> Iterator[str]:
    if not now.usable or not base.usable:
        return
    before, after = dict(_lists(base.candidate)), dict(_lists(now.candidate))
    for path, rows in before.items():
        left = after.get(path, 0)
        pattern = pattern_of(path)
        allowed = any(covers(one, pattern) or one == f"{pattern}[]" for one in suspects)
        if left < rows and not allowed:
            yield f"{path} had {rows} rows and has {left}, and none of them was suspected as a whole."


def _taken_out(before: Any, now: Any, leaves: set[str]) -> list[str]:
    """Paths of values that are not there any more, but for those in lists that have fewer rows now."""
    shrunk = {path for path, rows in _lists(before) if 0 < dict(_lists(now)).get(path, 0) < rows}
    gone = (path for path in _leaves(before) if path not in leaves)
    return [path for path in gone if not any(path.startswith(f"{one}[") for one in shrunk)]


def _ungrounded(path: str, version: Version) -> bool:
    """Whether the document was said not to have the value."""
    return any(
        violation.error_type == "grounding" and any(meets(path, one) for one in violation.suspects)
        for violation in version.report.violations
    )


def _by_row(paths: Iterable[str]) -> dict[str, list[str]]:
    """Paths by the row they stand in, the first rows only; none for the record's own fields."""
    found: dict[str, list[str]] = {}
    for path in paths:
        row = row_of(path)
        if row in found or len(found) <= _MOST_ROWS:
            found.setdefault(row, []).append(path)
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
    if not isinstance(value, list) or not number.isdigit() or int(number) >= len(value):
        return {**candidate, head: []}
    element = value[int(number)]
    return {**candidate, head: [_alone(element, below.lstrip(".")) if below else element]}


def _leaves(value: Any, path: str = "") -> Iterator[str]:
    """The paths of all values that are there, depth first."""
    stack = [(value, path)]
    while stack:
        value, path = stack.pop()
        if isinstance(value, dict):
            stack += [(part, f"{path}.{key}" if path else str(key)) for key, part in value.items()]
        elif isinstance(value, list):
            stack += [(part, f"{path}[{n}]") for n, part in enumerate(value)]
        elif value is not None:
            yield path


def _lists(value: Any) -> Iterator[tuple[str, int]]:
    """The paths of all lists, and how many rows they have."""
    stack = [(value, "")]
    while stack:
        value, path = stack.pop()
        if isinstance(value, dict):
            stack += [(part, f"{path}.{key}" if path else str(key)) for key, part in value.items()]
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
