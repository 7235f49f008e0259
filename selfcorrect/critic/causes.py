"""Which findings say the same thing, and which come first: causes before what follows from them."""

from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Final

from msgspec import Struct

from selfcorrect.model.paths import meets, pattern_of
from selfcorrect.model.report import Violation

MOST: Final = 100
"""Findings that are compared with one another; what comes after them keeps its order."""

Reads = Mapping[str, frozenset[str]]
"""The fields each code's rule reads, as patterns."""


class Cause(Struct, frozen=True):
    """A finding, and others that the same mistake explains."""

    violation: Violation
    explains: tuple[Violation, ...] = ()


def causes(violations: Sequence[Violation], reads: Reads) -> tuple[Cause, ...]:
    """Every finding once, in groups of one cause each; causes stand before what follows from them.

    One finding follows from another if its rule reads what the other suspects, and not the other way round.
    It is the same mistake if the two are off by the same amount as well, or suspect the same places.
    """
    compared, rest = violations[:MOST], violations[MOST:]
    ordered = _in_order(compared, reads)
    groups: list[list[Violation]] = []
    for violation in ordered:
        group = next((group for group in groups if _same_mistake(group[0], violation, reads)), None)
        if group is None:
            groups.append([violation])
        else:
            group.append(violation)
    found = [Cause(first, tuple(others)) for first, *others in groups]
    return (*found, *(Cause(violation) for violation in rest))


def _in_order(violations: Sequence[Violation], reads: Reads) -> list[Violation]:
    """Causes first, otherwise as they come, and so where findings follow from one another in a ring."""
    waiting = list(violations)
    ordered: list[Violation] = []
    while waiting:
        first = next(
            (one for one in waiting if not any(_follows(one, other, reads) for other in waiting)), waiting[0]
        )
        waiting.remove(first)
        ordered.append(first)
    return ordered


def _follows(violation: Violation, cause: Violation, reads: Reads) -> bool:
    return _looks_at(violation, cause, reads) and not _looks_at(cause, violation, reads)


def _looks_at(violation: Violation, other: Violation, reads: Reads) -> bool:
    """Whether a finding's rule reads what another finding suspects."""
    if violation is other:
        return False
    seen = reads.get(violation.code, frozenset())
    return any(meets(pattern_of(suspect), pattern) for suspect in other.suspects for pattern in seen)


def _same_mistake(first: Violation, violation: Violation, reads: Reads) -> bool:
    if first.suspects and set(first.suspects) == set(violation.suspects):
        return True
    off = _off_by(first)
    return bool(off) and off == _off_by(violation) and _looks_at(violation, first, reads)


def _off_by(violation: Violation) -> Decimal | None:
    """How far actual and expected are apart, without sign; None where they are no numbers."""
    if violation.expected is None or violation.actual is None:
        return None
    try:
        return abs(Decimal(violation.expected) - Decimal(violation.actual))
    except InvalidOperation:
        return None
