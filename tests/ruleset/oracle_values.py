"""The values of the oracle: operators and functions of the rule language on known values, in plain Python."""

import re
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_EVEN, Decimal
from decimal import Context as DecimalContext
from fractions import Fraction
from typing import Any

import re2

from selfcorrect.language.currencies import CURRENCIES
from selfcorrect.language.printed.facts import numbers


def near(expected: Any, actual: Any, limit: Decimal | None) -> bool:
    if expected == actual:
        return True
    if limit is None:
        return False
    gap = expected - actual
    if isinstance(gap, timedelta):
        gap = seconds(gap)
    return bool(abs(gap) <= limit)


def seconds(gap: timedelta) -> Decimal:
    return Decimal(gap // timedelta(microseconds=1)).scaleb(-6)


def minor_unit(currency: Any) -> Decimal:
    return Decimal(1).scaleb(-CURRENCIES.get(currency, 2))


def conjunction(values: list[Any]) -> bool | None:
    if False in values:
        return False
    return None if None in values else True


def disjunction(values: list[Any]) -> bool | None:
    if True in values:
        return True
    return None if None in values else False


def contains(item: Any, items: list[Any] | None) -> bool | None:
    if item is None or items is None:
        return None
    if any(other is not None and other == item for other in items):
        return True
    return None if any(other is None for other in items) else False


def compare(op: str, left: Any, right: Any) -> bool:
    match op:
        case "==":
            return bool(left == right)
        case "!=":
            return bool(left != right)
        case "<":
            return bool(left < right)
        case "<=":
            return bool(left <= right)
        case ">":
            return bool(left > right)
    return bool(left >= right)


def arithmetic(op: str, left: Any, right: Any) -> Any:
    if isinstance(left, date) and isinstance(right, date):
        return seconds(left - right)
    if isinstance(left, date):
        return moved(left, -right if op == "-" else right)
    if isinstance(right, date):
        return moved(right, left)
    match op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
    return divided(left, right)


def divided(left: Decimal, right: Decimal) -> Decimal | None:
    return None if right == 0 else DecimalContext(prec=38, rounding=ROUND_HALF_EVEN).divide(left, right)


def moved(moment: date, gap: Decimal) -> date | None:
    try:
        if isinstance(moment, datetime):
            return moment + timedelta(microseconds=int(gap * 1_000_000))
        return moment + timedelta(days=int(gap / 86400))
    except OverflowError:
        return None


def fits(pattern: str, value: str) -> bool:
    try:
        return re2.fullmatch(pattern, value) is not None
    except UnicodeError:
        return False


def total(items: list[Any]) -> Decimal | None:
    if None in items:
        return None
    result = Decimal(0)
    for item in items:
        result += item
    return result


def distinct(items: list[Any]) -> list[Any] | None:
    if any(item is None for item in items):
        return None
    found: list[Any] = []
    for item in items:
        if item not in found:
            found.append(item)
    return found


def peak(spans: list[list[Any]]) -> Decimal | None:
    """The most at one moment, looked for at every start and end, and right after it."""
    rows = [(*span, Decimal(1))[:3] for span in spans]
    if any(None in row or row[1] < row[0] for row in rows):
        return None
    moments = [moment for start, end, _ in rows for moment in (start, end)]
    at = [sum(w for start, end, w in rows if start <= t < end or start == t == end) for t in moments]
    after = [sum(w for start, end, w in rows if start <= t < end) for t in moments]
    return Decimal(max([0, *at, *after]))


AGGREGATES: dict[str, Any] = {
    "sum": total,
    "count": lambda items: Decimal(len(items)),
    "min": lambda items: None if not items or None in items else min(items),
    "max": lambda items: None if not items or None in items else max(items),
    "only": lambda items: items[0] if len(items) == 1 else None,
    "first": lambda items: items[0] if items else None,
    "last": lambda items: items[-1] if items else None,
    "distinct": distinct,
    "sorted": lambda items: None if None in items else sorted(items),
    "peak": peak,
}


def rounded(value: Decimal, unit: Decimal = Decimal(1)) -> Decimal | None:
    if unit <= 0:
        return None
    steps = abs(Fraction(value)) / Fraction(unit) + Fraction(1, 2)
    whole = steps.numerator // steps.denominator
    return Decimal(-whole if value < 0 else whole) * unit


def power(base: Decimal, exponent: Decimal) -> Decimal | None:
    if exponent != int(exponent) or abs(exponent) > 64 or (base == 0 and exponent < 0):
        return None
    result = Decimal(1)
    for _ in range(abs(int(exponent))):
        result = result * base
        if base and abs(result.adjusted()) > 60:
            return None
    return divided(Decimal(1), result) if exponent < 0 else result


def modulo(left: Decimal, right: Decimal) -> Decimal | None:
    if right == 0 or left.adjusted() - right.adjusted() > 58:
        return None
    return left - right * Decimal(Fraction(left) // Fraction(right))


def iso_week(day: date) -> str:
    year, week, _ = day.isocalendar()
    return f"{year}-W{week:02}"


def mentions(texts: list[str | None], number: Decimal) -> Decimal:
    """How many texts print a number, by a pattern of its digits."""
    whole, _, share = f"{abs(number):f}".partition(".")
    share = share.rstrip("0")
    digits = f"(?:{whole}|{int(whole):,})" + (rf"\.{share}0*" if share else r"(?:\.0+)?")
    alone = re.compile(rf"(?<![0-9])(?<![0-9][.,]){digits}(?![.,]?[0-9])")
    return Decimal(sum(alone.search(text) is not None for text in texts if text))


def resembles(one: Decimal, other: Decimal) -> bool:
    """Whether a digit of one number was changed, or two neighbours of it swapped, so that it is the other."""
    a, b = (f"{abs(value).normalize():f}" for value in (one, other))
    significant = sum(character.isdigit() for character in a.lstrip("0."))
    changed = {a[:n] + digit + a[n + 1 :] for n in range(len(a)) for digit in "0123456789" if a[n] != "."}
    pairs = [n for n in range(len(a) - 1) if "." not in a[n : n + 2]]
    swapped = {a[:n] + a[n + 1] + a[n] + a[n + 2 :] for n in pairs}
    return significant > 1 and b != a and b in changed | swapped


FUNCTIONS: dict[str, Any] = {
    "abs": abs,
    "round": rounded,
    "power": power,
    "mod": modulo,
    "percent": lambda value: value * Decimal("0.01"),
    "days": lambda value: value * 24 * 60 * 60,
    "hours": lambda value: value * 60 * 60,
    "minutes": lambda value: value * 60,
    "week": iso_week,
    "month": lambda day: f"{day:%Y-%m}" if day.year >= 1000 else f"{day.year:04}-{day.month:02}",
    "year": lambda day: Decimal(day.year),
    "weekday": lambda day: Decimal(day.weekday() + 1),
    "lower": str.lower,
    "strip": str.strip,
    "length": lambda value: Decimal(len(value)),
    "matches": lambda value, pattern: fits(pattern, value),
    "numbers": numbers,
    "mentions": mentions,
    "resembles": resembles,
}
