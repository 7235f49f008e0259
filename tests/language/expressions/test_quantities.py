"""What a field of the type `quantity` takes: a number with its unit, or a row of ever smaller ones."""

from decimal import Decimal
from functools import partial

import pytest

from selfcorrect.language.expressions.compare import convert
from selfcorrect.language.expressions.notation import Notation, Unit
from selfcorrect.language.values import BAD, read_worked_out

TIME = (("time", 1),)
HOUR, DAY, WEEK = (Unit(n, TIME, (f, 1)) for n, f in (("hour", 1), ("day", 8), ("week", 40)))
NOTATION = Notation(units={"h": HOUR, "hours": HOUR, "hour": HOUR, "d": DAY, "days": DAY, "w": WEEK})
read = partial(read_worked_out, "quantity", NOTATION)


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("4 h", 4),
        ("3 days", 24),
        ("1d 4h", 12),
        ("1 w 2 d 4 h", 60),
        ("1.5 d", 12),
        ("-2 h", -2),
    ],
)
def test_quantities_in_one_unit_or_several(text: str, hours: int) -> None:
    assert convert(read(text), "hour") == Decimal(hours)


@pytest.mark.parametrize("text", ["1d + 4h", "2-3 days", "3 * 4 h", "1 d 4", "2 d 3 apples", "soon", "4 h -"])
def test_calculations_and_ranges_are_no_quantity(text: str) -> None:
    assert read(text) is BAD
