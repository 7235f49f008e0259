"""Two expressions side by side: whether they agree, which is less, whether they measure the same thing.

Exact fractions come first and settle nearly all; intervals and units are looked at where they do not agree,
or where more than one unit is in play.
"""

from decimal import Context, Decimal
from fractions import Fraction
from typing import Final

from selfcorrect.language.expressions.expression import Expression
from selfcorrect.language.expressions.measured import TAIL, Interval, Intervals
from selfcorrect.language.expressions.parse import read_again, tokens_of
from selfcorrect.language.expressions.units import same_dimension, shifted, units_between
from selfcorrect.language.expressions.worked import interval, measured, memory, worked_out

__all__ = ["same_dimension", "units_between"]

OPERATIONS: Final = (
    "agree",
    "as_printed",
    "convert",
    "cut_off",
    "different",
    "equal",
    "less",
    "near",
    "number_of",
    "same_dimension",
    "units_between",
)
"""What the rule language does with calculations, by the names of the functions below."""
_QUOTIENTS: Final = Context(prec=38)
_LARGEST: Final = 10**18


def agree(left: Expression, right: Expression) -> bool | None:
    """Whether two sides are equal as far as they are printed; None where one cannot be worked out.

    What is printed with decimals stands for all that rounds to it, on either side and in either's operands.
    """
    if left.trouble or right.trouble:
        return None
    if not (left.units or right.units):
        return _agree_plainly(left, right)
    units = units_between(left, right)
    if units == "convert":
        found = _overlap(measured(left), measured(right))
        return _nearest_whole(left, right) if found is False else found
    return _agree_plainly(left, right) or _agree_in_some_unit(left, right)


def _agree_plainly(left: Expression, right: Expression) -> bool | None:
    """Whether the numbers agree, whatever they measure."""
    if _exactly(left, right):
        return True
    if left.printed is not None and right.printed is not None and _plainly_printed(left, right):
        # Two printed numbers are not the same for rounding to neighbours.
        return _as_shares_of(left, right)
    one, other = interval(left), interval(right)
    found = _overlap(one, other)
    if found is False and right.shares and _whole_percent(left, right):
        return True
    if found is False and right.shares:
        return _as_shares(left, one, other)
    if found is False and left.shares and not left.operators and not right.operators:
        # `50%`, told as 50.
        return _as_shares(right, other, one)
    return found


def _exactly(left: Expression, right: Expression) -> bool:
    """Whether the fractions are equal, or lie within what the number on one side rounds."""
    a, b = left.value, right.value
    if a is None or b is None:
        return False
    cross = a[0] * b[1] - b[0] * a[1]
    if not cross:
        return True
    for printed in (right.printed, left.printed):
        if printed is None or printed.decimals <= 0:
            continue
        if printed.digits >= TAIL and abs(cross) * 10**12 <= abs(a[0] * b[1]):
            return True
        if 2 * abs(cross) * 10**printed.decimals <= a[1] * b[1] and not (left.shares or right.shares):
            return True
    return False


def _plainly_printed(left: Expression, right: Expression) -> bool:
    """Whether two numbers are printed to an end that means something."""
    return not any(
        one is not None and (one.endless or one.digits >= TAIL) for one in (left.printed, right.printed)
    )


def _whole_percent(left: Expression, right: Expression) -> bool:
    """`2/3 = 67%`: a share to the nearest percent."""
    printed, a, b = right.printed, left.value, right.value
    if printed is None or printed.decimals or not left.operators or left.shares or a is None or b is None:
        return False
    return abs(Fraction(*a) - Fraction(*b)) <= Fraction(1, 200)


def _as_shares_of(left: Expression, right: Expression) -> bool | None:
    """Two printed numbers that differ, one of which may be so many percent: `50%`, told as 50."""
    if left.shares == right.shares or left.value is None or right.value is None:
        return False
    share, other = (left.value, right.value) if left.shares else (right.value, left.value)
    return share[0] * 100 * other[1] == other[0] * share[1]


def _as_shares(left: Expression, one: Interval | None, other: Interval | None) -> bool | None:
    """`15 / 60 * 100 = 25%`, `100% - 25 = 75%`: percent signs that only say what the numbers are."""
    if left.shares and any(token.value in ("*", "/", "^") for token in tokens_of(left)):
        return False
    if one is None or other is None:
        return None
    scaled = other._replace(low=other.low * 100, high=other.high * 100)
    if not left.shares:
        return _overlap(one, scaled)
    plain = worked_out(left, Intervals(units=False), ignoring="%")
    return _overlap(plain, scaled)


def _agree_in_some_unit(left: Expression, right: Expression) -> bool | None:
    """`$3 + 50 cents = 3.50`: a bare number that is the other side's in one of its units."""
    one, other = measured(left), measured(right)
    if one is None or other is None:
        return False
    if any(not unit.dimension for unit in (*left.units, *right.units)):
        # `24 = 2 dozen`
        return one.dimension == other.dimension and bool(_overlap(one, other))
    if left.units and right.units and one.dimension == other.dimension and _overlap(one, other):
        # `4 * 30 minutes = 2 hours`
        return True
    if right.units or len({unit.factor for unit in left.units}) < 2 or one.loose or one.free:
        return False
    scales = [Fraction(*unit.factor) for unit in left.units if unit.dimension == one.dimension]
    return any(_overlap(one, other._replace(low=other.low * s, high=other.high * s)) for s in scales)


def _nearest_whole(left: Expression, right: Expression) -> bool:
    """`1 lb = 454 g`: a conversion that no whole factor leads to, to the nearest whole number from 10 on."""
    if left.printed is None or right.printed is None or len(left.units) != 1 or len(right.units) != 1:
        return False
    factor = Fraction(*left.units[0].factor) / Fraction(*right.units[0].factor)
    told, value = right.value, in_unit_of(left, right)
    if factor.denominator == 1 or factor.numerator == 1 or told is None or value is None:
        return False
    return right.printed.digits > 1 and abs(value - Fraction(*told)) <= Fraction(1, 2)


def _overlap(one: Interval | None, other: Interval | None) -> bool | None:
    if one is None or other is None:
        return None
    return one.low <= other.high and other.low <= one.high


def equal(left: Expression, right: Expression) -> bool | None:
    """Whether two sides are equal with every printed number taken as exact, in units that agree."""
    if left.trouble or right.trouble:
        return None
    if not left.units and not right.units and left.value is not None and right.value is not None:
        return left.value[0] * right.value[1] == right.value[0] * left.value[1]
    units = bool(left.units and right.units)
    exactly = Intervals(units=units, rounded=False)
    one, other = worked_out(left, exactly), worked_out(right, exactly)
    if one is not None and other is not None and one.dimension != other.dimension:
        return False
    return _overlap(one, other)


def as_printed(left: Expression, right: Expression) -> bool | None:
    """Whether two sides are equal with their operands as they are printed, and only the results rounded."""
    if left.trouble or right.trouble:
        return None
    units = {unit.name for unit in (*left.units, *right.units)}
    if left.value is None or right.value is None or len(units) > 1 or left.shares or right.shares:
        return agree(left, right)
    if _exactly(left, right) or not units:
        return _exactly(left, right)
    # `2 dozen - 4 = 20`: of one unit, and right all the same.
    return _overlap(worked_out(left, Intervals(units=True, rounded=False)), measured(right))


def different(left: Expression, right: Expression) -> bool | None:
    """Whether two sides are not equal."""
    found = equal(left, right)
    return None if found is None else not found


def cut_off(left: Expression, right: Expression) -> bool | None:
    """Whether two sides agree, or the right one is the left with further decimals cut off, not rounded."""
    found, printed = agree(left, right), right.printed
    if found is not False:
        return found
    if printed is None or printed.decimals + right.shares <= 0 or (left.shares and not right.shares):
        return False
    value, told = value_of(left), value_of(right)
    if value is None or told is None or value * told < 0:
        return False
    place = Fraction(1, 10**printed.decimals) / (100 if right.shares else 1)
    return 0 <= abs(value) - abs(told) < place


def near(left: Expression, right: Expression, share: object) -> bool | None:
    """Whether the right side lies within a share (0.05: five percent) of the left, or agrees as printed."""
    found = agree(left, right)
    if found is not False:
        return found
    one, other = _sides(left, right)
    if one is None or other is None:
        return None
    slack = max(abs(one.low), abs(one.high)) * Fraction(str(share))
    return _overlap(one._replace(low=one.low - slack, high=one.high + slack), other)


def less(left: Expression, right: Expression, *, or_equal: bool) -> bool | None:
    """Whether the left side is less, or no more; what is printed may be rounded, and then either may hold."""
    if left.trouble or right.trouble:
        return None
    one, other = _sides(left, right)
    if one is None or other is None:
        return None
    if one.low == one.high and other.low == other.high:
        return one.low <= other.low if or_equal else one.low < other.low
    return one.low <= other.high


def _sides(left: Expression, right: Expression) -> tuple[Interval | None, Interval | None]:
    """Both sides as intervals, converted where that is needed."""
    if (left.units or right.units) and units_between(left, right) == "convert":
        return measured(left), measured(right)
    return interval(left), interval(right)


def value_of(side: Expression) -> Fraction | None:
    """The number a side comes to, without its units; of an interval its middle."""
    if side.value is not None:
        return Fraction(*side.value)
    found = None if side.trouble else interval(side)
    return None if found is None else (found.low + found.high) / 2


def number_of(side: Expression) -> Decimal | int | None:
    """The number a side comes to, rounded to 38 digits; None where nothing does, or it is out of range."""
    exact = side.value
    if exact is not None and exact[1] == 1 and -_LARGEST < exact[0] < _LARGEST:
        return exact[0]
    value = value_of(side)
    return None if value is None else _decimal(value)


def convert(side: Expression, unit: str) -> Decimal | None:
    """A quantity as a number of another unit; None where it measures something else, or the unit is none."""
    known = memory(side)
    name = f"in {unit}"
    if name not in known:
        wanted = read_again(f"1 {unit}", side.notation)
        value = converted(side, wanted) if wanted is not None and wanted.units else None
        known[name] = None if value is None else _decimal(value)
    found: Decimal | None = known[name]
    return found


def _decimal(value: Fraction) -> Decimal | None:
    if abs(value) >= _LARGEST:
        return None
    return _QUOTIENTS.divide(Decimal(value.numerator), Decimal(value.denominator))


def in_unit_of(side: Expression, other: Expression) -> Fraction | None:
    """The number a side comes to in the unit that another is printed in."""
    one, told = measured(side), measured(other)
    if one is None or told is None or not told.scale:
        return None
    value = (one.low + one.high) / 2
    if len(other.units) == 1 and other.units[0].offset[0]:
        value -= Fraction(*other.units[0].offset)
    return value / told.scale


def converted(side: Expression, unit: Expression) -> Fraction | None:
    """A quantity in another unit, given as an expression of one (`1 km`); None where they are unlike."""
    one, other = measured(side), measured(unit)
    if one is None or other is None or one.dimension != other.dimension or not other.low:
        return None
    if shifted(side, unit):
        offset = Fraction(*unit.units[0].offset)
        return ((one.low + one.high) / 2 - offset) / Fraction(*unit.units[0].factor)
    return (one.low + one.high) / 2 / other.low
