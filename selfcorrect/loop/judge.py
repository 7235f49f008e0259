"""The judge: a pure function of the history, whose first matching condition decides.

It looks at rules and versions only. A detector's signal would never stop a loop whose blocking findings
grew fewer, and an objection without proof starts a look and never a change.
"""

from collections.abc import Sequence

from msgspec import Struct

from selfcorrect.loop.version import Version
from selfcorrect.model.words import Decision, Reason


class Ruling(Struct, frozen=True):
    """A decision, why, in sentences as well, and the number of the best version so far."""

    decision: Decision
    reason: Reason
    because: tuple[str, ...]
    base: int


def judge(history: Sequence[Version], spent: Sequence[str]) -> Ruling:
    """What to do after the last of some versions.

    `spent` says, a sentence each, which limits are reached. The base is the version with the least that
    blocks, then the highest coverage, then the earliest.
    """
    base = min(history, key=lambda version: version.rank)
    decision, reason, because = _decided(history, spent)
    return Ruling(decision, reason, because, base.number)


def _decided(history: Sequence[Version], spent: Sequence[str]) -> tuple[Decision, Reason, tuple[str, ...]]:
    now, earlier = history[-1], history[:-1]
    if not now.pairs:
        return _without_blocking(now)
    if (again := _oscillates(now, earlier)) is not None:
        return "stop", "oscillation", (f"The answer is that of version {again.number} again.",)
    if (why := _converged(now, earlier)) is not None:
        return "stop", "converged", (why,)
    if spent:
        return "stop", "ceiling", tuple(spent)
    if worse := _overshoot(now, earlier):
        return "rollback", "overshoot", worse
    return "revise", "violations", (_counted(now),)


def _without_blocking(now: Version) -> tuple[Decision, Reason, tuple[str, ...]]:
    """Nothing forbids to accept: whether enough speaks for it."""
    if not now.evaluated:
        return "defer", "unverifiable", ("No rule could be evaluated.",)
    # That rows are gone which nobody suspected is no proof of a mistake, but is not passed over either.
    if objections := (*now.objections, *now.regressions):
        return "inspect", "unsupported_objection", objections
    if not now.report.passed():
        return "inspect", "low_coverage", now.report.unverified or ("The checks do not pass.",)
    return "retain", "checks_pass", ("Nothing that blocks was found.",)


def _oscillates(now: Version, earlier: Sequence[Version]) -> Version | None:
    """An earlier version, not the last, with the same answer, while the last one's is another; none where
    things have become better.
    """
    if not now.usable or _improves(now, earlier) or (earlier and earlier[-1].answer == now.answer):
        return None
    return next((one for one in earlier[:-1] if one.usable and one.answer == now.answer), None)


def _converged(now: Version, earlier: Sequence[Version]) -> str | None:
    """Why another attempt would bring nothing new; None where it might."""
    if not earlier or _improves(now, earlier):
        return None
    last = earlier[-1]
    if now.findings == last.findings:
        return f"Version {now.number} has the same findings as the one before."
    if now.usable and last.usable and now.answer == last.answer:
        return f"Version {now.number} gives the same answer as the one before."
    return None


def _improves(now: Version, earlier: Sequence[Version]) -> bool:
    """Whether less blocks than in any version before."""
    return all(now.rank[:2] < one.rank[:2] for one in earlier)


def _overshoot(now: Version, earlier: Sequence[Version]) -> tuple[str, ...]:
    """What the last repair made worse than the base before it."""
    if not earlier:
        return ()
    base = min(earlier, key=lambda version: version.rank)
    if now.usable and not base.usable:
        return ()
    if base.usable and not now.usable:
        return (f"Version {now.number} is no record.",)
    if len(now.pairs) > len(base.pairs):
        said = f"Version {now.number} has {len(now.pairs)} findings that block, version {base.number} has"
        return (f"{said} {len(base.pairs)}.", *now.regressions)
    return now.regressions


def _counted(now: Version) -> str:
    number = len(now.pairs)
    return "1 finding blocks." if number == 1 else f"{number} findings block."
