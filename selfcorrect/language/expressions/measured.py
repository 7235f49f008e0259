"""Values as intervals with dimensions: what is left to look at where exact fractions do not agree.

A number printed with decimals stands for all that round to it; one of 13 or more digits for those within
1e-12 of it, as a float's tail; one that goes on (`0.333...`) for all that start so.
"""

from fractions import Fraction
from math import isqrt
from typing import Final, NamedTuple

from selfcorrect.language.expressions import fractions
from selfcorrect.language.expressions.fractions import IrrationalError, TooLargeError
from selfcorrect.language.expressions.notation import Dimension
from selfcorrect.language.expressions.signs import Number
from selfcorrect.language.expressions.vocabulary import Measure, dimension_of

TAIL: Final = 13
"""Digits from which on the last ones are a float's and mean nothing."""
_TAIL: Final = Fraction(1, 10**12)
_SCALE: Final = 10**50
_PI: Final = (
    Fraction(314159265358979323846264338327950288419716939937510, 10**50),
    Fraction(314159265358979323846264338327950288419716939937511, 10**50),
)
_MOST_DEGREE: Final = 64
"""Of a root that does not come out: nobody writes a higher one."""
_ZERO: Final = Fraction(0)


class Interval(NamedTuple):
    """All values from `low` to `high`, in base units of `dimension`; `scale` is how many of these the unit
    has that the number was printed in.

    `unitless` is a bare number. `free` says that such a one is a factor, which may stand for anything by
    anything (`5 hours * 10 = $50`); `loose` that unlike units were multiplied or divided, of which one
    may be meant by the other (`5 hours * $10 = $50`).
    """

    low: Fraction
    high: Fraction
    dimension: Dimension = ()
    scale: Fraction = Fraction(1)
    unitless: bool = True
    free: bool = False
    loose: bool = False


def around(number: Number) -> Interval:
    """What a printed number stands for."""
    value = Fraction(*number.value)
    if number.endless:
        place = Fraction(1, 10**number.decimals)
        return Interval(value, value + place)
    if number.digits >= TAIL and number.decimals > 0:
        slack = max(abs(value) * _TAIL, Fraction(0))
        return Interval(value - slack, value + slack)
    if number.decimals > 0:
        half = Fraction(1, 2 * 10**number.decimals)
        return Interval(value - half, value + half)
    return Interval(value, value)


class Intervals:
    """Interval arithmetic; with `units` also that of dimensions, without it numbers alone.

    With `rounded` false, printed numbers are taken as exact.
    """

    def __init__(self, *, units: bool, rounded: bool = True) -> None:
        self.units = units
        self.rounded = rounded

    def number(self, number: Number) -> Interval:
        """A printed number."""
        if self.rounded or number.endless:
            return around(number)
        value = Fraction(*number.value)
        return Interval(value, value)

    def constant(self, name: str) -> Interval:
        """π."""
        del name
        return Interval(*_PI)

    def measured(self, value: Interval, measure: Measure) -> Interval:
        """A value with units after it."""
        if not self.units:
            return value
        scale = most = Fraction(1)
        for unit, power in measure.parts:
            factor = Fraction(*unit.factor)
            upto = Fraction(*unit.most) if unit.most else factor
            ends = sorted((factor**power, upto**power))
            scale, most = scale * ends[0], most * ends[1]
        ends = sorted((value.low * scale, value.high * scale, value.low * most, value.high * most))
        low, high = ends[0], ends[-1]
        if len(measure.parts) == 1 and measure.parts[0][1] == 1 and measure.parts[0][0].offset[0]:
            shift = Fraction(*measure.parts[0][0].offset)
            low, high = low + shift, high + shift
        dimension = _joined(value.dimension, dimension_of(measure.parts), 1)
        return value._replace(
            low=low, high=high, dimension=dimension, scale=value.scale * scale, unitless=False
        )

    def binary(self, op: str, left: Interval, right: Interval) -> Interval:
        """An operation. Raises UnlikeError for a sum of unlike quantities."""
        if op in "+-":
            return self._sum(op, left, right)
        if op == "*":
            return _product(left, right, 1)
        if op == "/":
            if left.unitless and not right.unitless and right.scale:
                # `150/60 hours`: so many hours, and nothing by the hour.
                bare = Interval(right.low / right.scale, right.high / right.scale)
                return _in_unit(self.binary("/", left, bare), right)
            if right.low <= 0 <= right.high:
                raise ZeroDivisionError
            ends = sorted((1 / right.low, 1 / right.high))
            inverse = right._replace(low=ends[0], high=ends[1])
            return _product(left, inverse, -1)
        if op == "^":
            return _power(left, right)
        if left.low != left.high or right.low != right.high:
            raise IrrationalError
        return _exactly(fractions.choose(_pair(left.low), _pair(right.low)))

    def _sum(self, op: str, left: Interval, right: Interval) -> Interval:
        sign = 1 if op == "+" else -1
        if left.unitless != right.unitless and (left.dimension or right.dimension):
            # `$5 + 3`: the bare number is of the same unit; that `1 dozen + 6` adds is of none.
            if left.unitless:
                left = _in_unit(left, right)
            else:
                right = _in_unit(right, left)
        if left.dimension != right.dimension:
            if (
                not (left.free or right.free or left.loose or right.loose)
                and apart(left.dimension, right.dimension) != 1
            ):
                raise UnlikeError(left.dimension, right.dimension)
            # What it is a sum of nobody can say, but that is no mistake yet.
            left = left._replace(free=True)
        ends = (right.low, right.high) if sign > 0 else (-right.high, -right.low)
        free, loose = left.free or right.free, left.loose or right.loose
        return left._replace(low=left.low + ends[0], high=left.high + ends[1], free=free, loose=loose)

    def unary(self, op: str, value: Interval) -> Interval:
        """A sign, a hundredth, a factorial."""
        if op == "neg":
            return value._replace(low=-value.high, high=-value.low)
        if op == "%":
            return value._replace(low=value.low / 100, high=value.high / 100)
        if value.low != value.high:
            raise IrrationalError
        return _exactly(fractions.factorial(_pair(value.low)))

    def root(self, degree: int, value: Interval) -> Interval:
        """A root, to some fifty digits."""
        if not 0 < degree <= _MOST_DEGREE:
            raise TooLargeError
        dimension = tuple((base, power // degree) for base, power in value.dimension)
        low, high = _root(value.low, degree), _root(value.high, degree)
        exact = value.low == value.high and low[0] ** degree == value.low
        return Interval(low[0], low[0] if exact else high[1], dimension, unitless=value.unitless)


def apart(left: Dimension, right: Dimension) -> int:
    """By how many base measures two dimensions differ; a power more or less of one counts as one."""
    found = dict(left)
    for base, power in right:
        found[base] = found.get(base, 0) - power
    return sum(abs(power) for power in found.values())


class UnlikeError(ArithmeticError):
    """A sum of quantities that are not of one dimension."""

    def __init__(self, left: Dimension, right: Dimension) -> None:
        super().__init__()
        self.dimensions = (left, right)


def _in_unit(bare: Interval, other: Interval) -> Interval:
    scale = other.scale
    ends = sorted((bare.low * scale, bare.high * scale))
    return Interval(ends[0], ends[1], other.dimension, scale, False)


def _joined(left: Dimension, right: Dimension, sign: int) -> Dimension:
    if not right:
        return left
    found = dict(left)
    for base, power in right:
        found[base] = found.get(base, 0) + sign * power
    return tuple(sorted((base, power) for base, power in found.items() if power))


def _product(left: Interval, right: Interval, sign: int) -> Interval:
    """The product; with a negative `sign`, `right` is turned round already and its dimension is not."""
    if left.low == left.high and right.low == right.high:
        low = high = left.low * right.low
    else:
        ends = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
        low, high = min(ends), max(ends)
    if max(low.numerator.bit_length(), low.denominator.bit_length()) > fractions.MOST_BITS:
        raise TooLargeError
    scale = left.scale * right.scale if sign > 0 else left.scale / right.scale
    dimension = _joined(left.dimension, right.dimension, sign)
    unitless = left.unitless and right.unitless
    return Interval(
        low,
        high,
        dimension,
        scale,
        unitless,
        free=left.free or right.free or (left.unitless != right.unitless),
        loose=left.loose or right.loose or not (left.unitless or right.unitless),
    )


def _power(base: Interval, exponent: Interval) -> Interval:
    if exponent.low != exponent.high:
        raise IrrationalError
    degree = exponent.low.denominator
    times = exponent.low.numerator
    if degree != 1:
        base = Intervals(units=True).root(degree, base)
    ends = [Fraction(*fractions.power(_pair(end), (times, 1))) for end in (base.low, base.high)]
    low, high = min(ends), max(ends)
    if base.low < 0 < base.high and times % 2 == 0:
        low = _ZERO
    dimension = tuple((name, power * times) for name, power in base.dimension)
    scale = base.scale**times if abs(times) < 100 else Fraction(1)
    return Interval(low, high, dimension, scale, base.unitless)


def _root(value: Fraction, degree: int) -> tuple[Fraction, Fraction]:
    """A root from below and from above."""
    if value < 0:
        if degree % 2 == 0:
            raise IrrationalError
        low, high = _root(-value, degree)
        return -high, -low
    try:
        exact = Fraction(*fractions.root(_pair(value), degree))
    except IrrationalError:
        scaled = value.numerator * _SCALE**degree // value.denominator
        below = isqrt(scaled) if degree == 2 else fractions.whole_root(scaled, degree)
        return Fraction(below, _SCALE), Fraction(below + 1, _SCALE)
    return exact, exact


def _pair(value: Fraction) -> tuple[int, int]:
    return value.numerator, value.denominator


def _exactly(pair: tuple[int, int]) -> Interval:
    value = Fraction(*pair)
    return Interval(value, value)
