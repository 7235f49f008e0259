"""How the units of two sides go together."""

from typing import Literal

from selfcorrect.language.expressions.expression import Expression
from selfcorrect.language.expressions.measured import apart
from selfcorrect.language.expressions.parse import tokens_of
from selfcorrect.language.expressions.worked import measured, memory

Units = Literal["plain", "same", "convert", "dropped", "unlike"]
"""How the units of two sides go together: there are none to compare, they are the same, one has to be
converted, one was left out (`100 km / 2 h = 50 km`), or they measure different things.
"""


def units_between(left: Expression, right: Expression) -> Units:
    """How the units of two sides go together."""
    if not left.units or not (left.operators or right.units):
        return "plain"
    known = memory(left).get("beside")
    if known is not None and known[0] is right:
        return known[1]  # type: ignore[no-any-return]
    found = _units_between(left, right)
    memory(left)["beside"] = (right, found)
    return found


def _units_between(left: Expression, right: Expression) -> Units:
    several = len({unit.name for unit in left.units}) > 1
    if not right.units and not (several and left.operators):
        return "plain"
    if not several and right.units == left.units[:1] and (len(left.units) == 1 or _is_sum(left)):
        return "same"
    one, other = measured(left), measured(right)
    if memory(left).get("unlike"):
        return "unlike"
    if one is None or other is None:
        return "plain"
    if not right.units:
        return "convert" if not one.dimension and not one.free and _cancels(left) else "plain"
    if one.dimension == other.dimension:
        if one.free:
            return "plain"
        return "convert" if several or one.scale != other.scale or shifted(left, right) else "same"
    if one.free or (one.loose and not one.dimension):
        # `$250 / $10 = 25 days`: a count of anything.
        return "plain"
    return "dropped" if apart(one.dimension, other.dimension) == 1 else "unlike"


def _is_sum(side: Expression) -> bool:
    """Whether a side only adds and subtracts."""
    return all(token.value in ("+", "-") for token in tokens_of(side) if token.kind == "o")


def shifted(left: Expression, right: Expression) -> bool:
    """Whether some unit has its zero elsewhere, as degrees have."""
    return any(unit.offset[0] for unit in (*left.units, *right.units))


def _cancels(side: Expression) -> bool:
    """Whether a side divides like by like in unlike units: `12 inches / 10 feet`."""
    return len({unit.factor for unit in side.units}) > 1 and len({unit.dimension for unit in side.units}) == 1


def same_dimension(left: Expression, right: Expression) -> bool | None:
    """Whether both sides measure the same thing, as far as they say."""
    if left.trouble or right.trouble:
        return None
    return units_between(left, right) != "unlike"
