"""Findings in words: a violation's sentence, its two sides, where it stands, why something is left open."""

from collections.abc import Mapping
from decimal import Decimal
from itertools import pairwise
from typing import Any

from selfcorrect.language.expressions.expression import Expression
from selfcorrect.language.numbers import CONTEXT, FRACTION_DIGITS
from selfcorrect.language.values import show_duration, show_raw, show_value
from selfcorrect.model.marks import Extent
from selfcorrect.model.report import Violation
from selfcorrect.ruleset.compiled import PlaceParts, RuleCard, Site
from selfcorrect.ruleset.runtime import CRASHED

_LAST_PLACE = Decimal(1).scaleb(-FRACTION_DIGITS)
_WIDEST = 120
"""Characters of a calculation that a message quotes."""
_LONGEST_VALUE = 300
"""Characters of a value that a question prints."""

_SAYS = {
    "WRONG_TYPE": "`{name}` should be {expected}",
    "NUMBER_OUT_OF_RANGE": "`{name}` has more than 18 integer or 9 fractional digits",
    "NOT_A_CHOICE": "`{name}` should be one of {expected}",
    "BAD_PATTERN": "`{name}` does not fit its pattern {expected}",
    "TOO_FEW": "`{name}` should have at least {expected}",
    "MISSING_FIELD": "`{name}` is missing",
    "DUPLICATE_KEY": "`{name}` is used more than once",
    "UNKNOWN_FIELD": "`{name}` is not a field here",
    CRASHED: "`{name}` could not be checked",
}
_NOUNS = {
    "money": "an amount of money",
    "integer": "a whole number",
    "text": "text",
    "percent": "a percentage",
    "object": "an object",
    "currency": "an ISO 4217 currency code",
    "date": "a date as YYYY-MM-DD",
    "datetime": "a date and time in ISO 8601",
    "time": "a time as HH:MM",
    "duration": "a duration such as 7:30, 90 min or PT1H",
    "quantity": "a number and its unit, such as 5 km",
    "expression": "a calculation such as 3 * 12",
}


def asked(value: Any) -> str:
    """A value as a question prints it: on one line, and not without an end."""
    text = " ".join(show_value(value).split()).replace("`", "'")
    clean = "".join(c if c.isprintable() else " " for c in text)
    return clean if len(clean) <= _LONGEST_VALUE else f"{clean[:_LONGEST_VALUE]}…"


def sortable(index: tuple[Any, ...]) -> tuple[tuple[int, str], ...]:
    """Rows as they are sorted: numbers by size, names before them."""
    return tuple((part, "") if isinstance(part, int) else (-1, part) for part in index)


def plain(value: Any) -> Any:
    """A value of a found row as plain data: a calculation as its text."""
    return value.text if isinstance(value, Expression) else value


def made(value: Any, other: Any) -> str:
    """What a value was worked out from, where it is a printed calculation, or is shown in the other's
    unit.
    """
    if not isinstance(value, Expression):
        return ""
    if value.printed is not None and (other is None or value.units == other.units):
        return ""
    return value.text if len(value.text) <= _WIDEST else f"{value.text[:_WIDEST]}…"


def both_made(expected: Any, actual: Any) -> tuple[str, ...]:
    """What two calculations were worked out from; nothing for other values, of which the rule says it."""
    if isinstance(expected, Expression) and isinstance(actual, Expression):
        return made(expected, actual), made(actual, None)
    return ()


def both_shown(rule: RuleCard, expected: Any, actual: Any) -> tuple[str | None, str | None]:
    """Both sides as texts; of two calculations what is expected in the unit of what is there."""
    if isinstance(expected, Expression) and isinstance(actual, Expression):
        from selfcorrect.language.expressions.show import show_beside, show_expression

        return show_beside(expected, actual), show_expression(actual)
    return shown(rule, expected), shown(rule, actual)


def message(
    rule: RuleCard,
    rows: str,
    sides: tuple[str | None, str | None],
    *worked: str,
) -> str:
    """The sentence of a violation: its rows, its two sides, what those were `worked` out from."""
    text = rule.says.strip().rstrip(".")
    if rows:
        text += f" ({rows})"
    if rule.sides and sides[0] is not None and sides[1] is not None:
        sources = worked or rule.sides
        expected, actual = (
            f"{made} = {value}" if made else value for made, value in zip(sources, sides, strict=True)
        )
        text += f": found {actual}, expected {expected}"
    return text + "."


def led(text: str, way: str) -> str:
    """A true sentence that a ring breaks, with the way along it."""
    return f"{text.removesuffix('.')}: {way}."


def denied(text: str, quote: str) -> str:
    """A true sentence that a model denies, with what it quotes against it."""
    return f'{text} A model that was asked says it does not hold: the document has "{quote}".'


def standing(place: PlaceParts, index: tuple[Any, ...], names: Mapping[int, str] = {}) -> str:
    """Where the finding stands, counted from 1, and what its rows are called: `items 3`, `tasks 4, A-12`.

    `names` are by where in the place the number of the row stands.
    """
    parts: list[str] = []
    for at, (before, n) in enumerate(pairwise(place), start=1):
        if isinstance(n, int) and n < len(index):
            parts.append(f"{before} {index[n] + 1}")
            parts += [names[at]] if at in names else []
    return ", ".join(parts)


def shown(rule: RuleCard, value: Any) -> str | None:
    """One side of a violation as a text, without the digits that only computing gave it."""
    if value is None:
        return None
    if value.__class__ is int:
        value = Decimal(value)
    if isinstance(value, Expression):
        from selfcorrect.language.expressions.show import show_expression

        return show_expression(value)
    if not isinstance(value, Decimal):
        return show_value(value)
    if rule.of_time:
        return show_duration(value)
    # What was computed has more digits than what is printed: a product zeros at its end, a quotient a tail.
    digits = value.as_tuple().exponent
    if isinstance(digits, int) and digits < -FRACTION_DIGITS and value.adjusted() < CONTEXT.prec - 10:
        value = value.quantize(_LAST_PLACE, context=CONTEXT)
    text = show_value(value)
    whole, _, fraction = text.partition(".")
    return f"{whole}.{fraction[:2]}{fraction[2:].rstrip('0')}" if len(fraction) > 2 else text


def shape_violation(
    site: Site, path: str, entry: tuple[Any, ...], span: Extent | None, names: Mapping[int, str]
) -> Violation:
    """What is wrong with the shape of a record, in full; `names` as `standing` has them."""
    finding = site.finding
    name = path or "the record"
    wanted = entry[2]
    noun = (
        _NOUNS.get(wanted, f"a {wanted}")
        if finding == "WRONG_TYPE"
        else f"{wanted} rows"
        if finding == "TOO_FEW"
        else wanted
    )
    text = _SAYS[finding].format(name=counted(site.place, entry[1], names) or name, expected=noun)
    if finding == CRASHED:
        text += f": it crashed with {entry[3]}"
    actual = None if finding in ("MISSING_FIELD", CRASHED) else show_raw(entry[3])
    if actual is not None and finding != "DUPLICATE_KEY":
        text += (
            f", and is {actual if finding == 'TOO_FEW' else quoted(entry[3])}"
            if finding != "UNKNOWN_FIELD"
            else ""
        )
    return Violation(
        code=site.code,
        path=path,
        message=text.replace("`the record`", "the record") + ".",
        expected=None if wanted is None else str(noun),
        actual=actual,
        severity=site.severity,
        error_type=site.error_type,
        grade="E3",
        origin="shape",
        # Which of the two rows is one too many nobody knows: it may be this one.
        suspects=(path, path.rpartition(".")[0]) if finding == "DUPLICATE_KEY" else (path,),
        rule=site.mark,
        span=span,
    )


def quoted(raw: object) -> str:
    """A value as it came, texts in quotation marks."""
    text = show_raw(raw)
    return f'"{text}"' if isinstance(raw, str) else text


def counted(place: PlaceParts, index: tuple[Any, ...], names: Mapping[int, str]) -> str:
    """The name of a field with its row counted from 1: `amount` of line_items 3."""
    last = (
        str(index[-1])
        if place and place[-1] == "*"
        else str(place[-1])
        if place and isinstance(place[-1], str)
        else ""
    )
    rows = standing(place, index, names)
    if not rows:
        return ""
    return f"{last}` of `{rows}" if last else rows


def reason(labels: Any, values: tuple[Any, ...]) -> str:
    """Why something was left open."""
    if isinstance(labels, str):
        return labels
    unknown = [label for label, value in zip(labels, values, strict=True) if value is None]
    return (
        f"{unknown[0]} is not known"
        if unknown
        else "it cannot be computed: a division by zero, or a result out of range"
    )
