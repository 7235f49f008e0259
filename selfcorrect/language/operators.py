"""What operators give for which types: the type checker's tables."""

from typing import Final

from selfcorrect.language.nodes import DURATION, NUMBER, Type
from selfcorrect.language.scope import family

_MOMENTS: Final = ("date", "datetime")
_UNORDERED: Final = ("boolean", "choice", "currency", "reference")


def arithmetic(op: str, left: Type, right: Type) -> Type | tuple[str, str]:
    """The type of `left op right`, or a message and a hint why there is none."""
    if left.numeric and right.numeric:
        return _numbers(op, left, right)
    if left.kind == "duration" or right.kind == "duration":
        return _with_duration(op, left, right)
    if op == "-" and left.kind == right.kind and left.kind in _MOMENTS:
        return DURATION
    if left.kind in _MOMENTS and right.numeric:
        return f"a {left} and a number do not add up", "say of what: days(30)"
    return f"`{op}` has no meaning between {describe(left)} and {describe(right)}", ""


def _numbers(op: str, left: Type, right: Type) -> Type | tuple[str, str]:
    kinds = {left.kind, right.kind}
    if kinds == {"money", "percent"}:
        return (
            "an amount of money and a percentage do not combine",
            "percent(rate) is the fraction: 0.19 for 19",
        )
    if op == "*" and left.kind == right.kind == "money":
        return "two amounts of money cannot be multiplied", ""
    if op == "/":
        return left if left.kind == "money" and right.kind != "money" else NUMBER
    if "money" in kinds:
        return Type("money")
    if left.literal and right.literal:
        return left
    if left.literal or right.literal:
        return right if left.literal else left
    return left if left.kind == right.kind else NUMBER


def _with_duration(op: str, left: Type, right: Type) -> Type | tuple[str, str]:
    if left.kind == right.kind:
        if op in "+-":
            return DURATION
        return NUMBER if op == "/" else ("two durations cannot be multiplied", "")
    if left.kind in _MOMENTS and op in "+-":
        return left
    if right.kind in _MOMENTS and op == "+":
        return right
    if (right.numeric and op in "*/") or (left.numeric and op == "*"):
        return DURATION
    return (
        f"`{op}` has no meaning between {describe(left)} and {describe(right)}",
        "say of what: hours(8), days(30)",
    )


def comparison(op: str, left: Type, right: Type) -> tuple[str, str] | None:
    """Why `left op right` has no meaning (a message and a hint), or None if it has."""
    if {left.kind, right.kind} == {"money", "percent"} and not (left.literal or right.literal):
        return (
            "an amount of money and a percentage do not compare",
            "percent(rate) is the fraction: 0.19 for 19",
        )
    if left.kind in ("list", "row") or right.kind in ("list", "row"):
        return (
            f"{describe(left)} and {describe(right)} do not compare",
            "sum(), count(), all() and any() make one value of a list",
        )
    if family(left.kind) != family(right.kind):
        return f"{describe(left)} and {describe(right)} do not compare", _way_out(left, right)
    if op not in ("==", "!=") and left.kind in _UNORDERED:
        return f"{describe(left)} has no order", "only `==` and `!=` have a meaning here"
    return None


def _way_out(left: Type, right: Type) -> str:
    kinds = {left.kind, right.kind}
    if "duration" in kinds and (left.numeric or right.numeric):
        return "say of what: hours(8), days(30)"
    if kinds & {"text", "choice"} and (left.numeric or right.numeric):
        return "texts stand in quotation marks"
    return ""


_SAID: Final = {
    "money": "an amount of money",
    "integer": "a whole number",
    "percent": "a percentage",
    "boolean": "a condition",
}


def describe(kind: Type) -> str:
    """The type in a sentence: `a date`, `an amount of money`, `a list of dates`, `the record`."""
    text = str(kind)
    if kind.kind == "row" and not kind.row:
        return text
    return _SAID.get(text) or (f"an {text}" if text[0] in "aeio" else f"a {text}")
