"""A side worked out in intervals, with its units or without; what was worked out once is kept with it."""

from typing import Any

from selfcorrect.language.expressions.expression import Expression
from selfcorrect.language.expressions.measured import Interval, Intervals, UnlikeError
from selfcorrect.language.expressions.parse import calculus_of, tokens_of
from selfcorrect.language.expressions.runs import Reader


def memory(side: Expression) -> dict[str, Any]:
    """What was worked out of a side before."""
    if side.known is None:
        side.known = {}
    return side.known


def measured(side: Expression) -> Interval | None:
    """The side with its units."""
    return _kept(side, "measured", Intervals(units=True))


def interval(side: Expression) -> Interval | None:
    """The side as numbers alone."""
    return _kept(side, "interval", Intervals(units=False))


def _kept(side: Expression, name: str, arithmetic: Intervals) -> Interval | None:
    known = memory(side)
    if name not in known:
        known[name] = worked_out(side, arithmetic)
    found: Interval | None = known[name]
    return found


def worked_out(side: Expression, arithmetic: Intervals, *, ignoring: str = "") -> Interval | None:
    """The side once more in another arithmetic."""
    tokens = [token for token in tokens_of(side) if token.kind != ignoring]
    recorder = _Recording(arithmetic)
    reader = Reader(calculus_of(side.notation).vocabulary, recorder)
    runs = reader.runs(tokens, 0, len(tokens))
    memory(side)["unlike"] = memory(side).get("unlike") or recorder.unlike
    value = runs[0].value if len(runs) == 1 else None
    return value if isinstance(value, Interval) else None


class _Recording:
    """Interval arithmetic that remembers whether unlike quantities were added."""

    def __init__(self, arithmetic: Intervals) -> None:
        self.arithmetic = arithmetic
        self.unlike = False
        self.number = arithmetic.number
        self.constant = arithmetic.constant
        self.measured = arithmetic.measured
        self.unary = arithmetic.unary
        self.root = arithmetic.root

    def binary(self, op: str, left: Interval, right: Interval) -> Interval:
        """An operation; a sum of unlike quantities has no value."""
        try:
            return self.arithmetic.binary(op, left, right)
        except UnlikeError:
            self.unlike = True
            raise ZeroDivisionError from None
