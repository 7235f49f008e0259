"""Findings as generated code gives them, told in full."""

import re
from collections.abc import Mapping
from decimal import Decimal
from itertools import pairwise, zip_longest
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.language.expressions.expression import Expression
from selfcorrect.language.numbers import CONTEXT, FRACTION_DIGITS
from selfcorrect.language.values import show_duration, show_raw, show_value
from selfcorrect.model.marks import Extent, Lines, Span
from selfcorrect.model.report import Answered, FoundItem, NotEvaluated, Question, Violation, nearest_span
from selfcorrect.ruleset.compiled import PlaceParts, RuleCard, Site, render
from selfcorrect.ruleset.found import Filled
from selfcorrect.ruleset.runtime import CRASHED, UNASKED

_LAST_PLACE = Decimal(1).scaleb(-FRACTION_DIGITS)
_ROW = re.compile(r"\[([0-9]+)\](?:\.\w+)?")
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


class Telling(Struct, eq=False):
    """The findings of one check, told when they are asked for, and once.

    `found` are (site, index, expected, actual[, group]), `left_open` (site, index, labels, values), as
    generated code gives them, and `applied` the bits of the codes that apply; `doubts` are the reader's, and
    `filled` says where the rows of found lists stand.
    """

    sites: tuple[Site, ...]
    found: list[Any]
    left_open: list[Any]
    applied: int = 0
    document: str | None = None
    spans: Mapping[str, Span] = {}
    doubts: tuple[Violation, ...] = ()
    filled: Filled | None = None
    lines: Lines | None = None
    told: tuple[Violation, ...] | None = None
    told_open: tuple[NotEvaluated, ...] | None = None

    @property
    def violations(self) -> tuple[Violation, ...]:
        """Violations, the reader's doubts first, then in pack order and by path."""
        if self.told is None:
            sites = self.sites
            found = sorted(self.found, key=lambda entry: (sites[entry[0]].rank, _sortable(entry[1])))
            told = (self.violation(sites[entry[0]], entry) for entry in found)
            self.told = (*self.doubts, *told)
        return self.told

    @property
    def not_evaluated(self) -> tuple[NotEvaluated, ...]:
        """What was left open, in pack order and by path."""
        if self.told_open is None:
            found = sorted(self.left_open, key=lambda entry: (entry[0], _sortable(entry[1])))
            self.told_open = tuple(self.open(self.sites[entry[0]], entry) for entry in found)
        return self.told_open

    @property
    def questions(self) -> tuple[Question, ...]:
        """What a model would have to be asked, in pack order and by path."""
        asked = [entry for entry in self.left_open if entry[2] is UNASKED]
        asked.sort(key=lambda entry: (entry[0], _sortable(entry[1])))
        return tuple(self.question(self.sites[entry[0]], entry) for entry in asked)

    @property
    def found_lists(self) -> dict[str, tuple[FoundItem, ...]]:
        """What was found in the candidate's texts, by the list that declares it."""
        filled = self.filled
        if filled is None:
            return {}
        return {
            name: tuple(
                FoundItem(
                    {key: _told(getattr(row, key)) for key in filled.names[name]},
                    filled.path((name, 0), (n,)),
                    self.extent((name, 0), (n,), ""),
                )
                for n, row in enumerate(rows)
            )
            for name, rows in filled.rows.items()
        }

    def answered(self, answers: Mapping[tuple[str, str], Answered]) -> "Telling":
        """The findings with questions answered, by code and path; those that are not among `answers` stay."""
        found, left_open = [*self.found], []
        for entry in self.left_open:
            site = self.sites[entry[0]]
            answer = (
                answers.get((site.code, self.path(site.place, entry[1]))) if entry[2] is UNASKED else None
            )
            if answer is None:
                left_open.append(entry)
            elif answer.holds is None:
                left_open.append((entry[0], entry[1], answer.said, ()))
            elif not answer.holds:
                found.append((entry[0], entry[1], None, entry[3][0], answer.said))
        return replace(self, found=found, left_open=left_open, told=None, told_open=None)

    def path(self, place: PlaceParts, index: tuple[object, ...]) -> str:
        """The path of a finding."""
        return self.filled.path(place, index) if self.filled else render(place, index)

    def extent(self, place: PlaceParts, index: tuple[object, ...], path: str) -> Extent | None:
        """Where a finding stands in the document."""
        if self.document is None:
            return None
        span = self.filled.span(place, index, self.spans) if self.filled else None
        span = span or nearest_span(self.spans, path)
        if span is None:
            return None
        if self.lines is None:
            self.lines = Lines(self.document)
        return self.lines.extent(span)

    def rows(self, site: Site, index: tuple[Any, ...]) -> str:
        """Where a finding stands, counted from 1: `line_items 3`."""
        path = self.path(site.place, index) if self.filled and self.filled.row(site.place, index) else ""
        return _ROW.sub(lambda row: f" {int(row[1]) + 1}", path) if path else _rows(site.place, index)

    def open(self, site: Site, entry: tuple[Any, ...]) -> NotEvaluated:
        """What was left open."""
        return NotEvaluated(site.code, self.path(site.place, entry[1]), _reason(entry[2], entry[3]))

    def question(self, site: Site, entry: tuple[Any, ...]) -> Question:
        """A question with the values it is about."""
        rule, index, values = site.rule, entry[1], entry[3]
        assert rule is not None  # noqa: S101 - only rules ask
        shown = [_asked(value) for value in values]
        text = "".join(before + value for before, value in zip_longest(rule.question, shown, fillvalue=""))
        paths = [self.path(place, index) if place is not None else "" for place in rule.about]
        path = self.path(site.place, index)
        return Question(site.code, path, text, rule.says, tuple(zip(paths, shown, strict=True)))

    def violation(self, site: Site, entry: tuple[Any, ...]) -> Violation:
        """A finding in full."""
        index, expected, actual = entry[1], entry[2], entry[3]
        rule, path = site.rule, self.path(site.place, index)
        span = self.extent(site.place, index, path)
        if rule is None:
            return _shape_violation(site, path, entry, span)
        crashed = site.code == CRASHED
        sides = (None, None) if crashed else _both_shown(rule, expected, actual)
        group = entry[4] if len(entry) > 4 and rule.form != "ask" else ()
        related = (self.path(site.place, other) for other in group if other != index)
        return Violation(
            code=site.code,
            path=path,
            message=f"`{rule.code}` could not be checked: it crashed with {actual}"
            if crashed
            else _denied(_message(rule, self.rows(site, index), sides), entry[4])
            if rule.form == "ask"
            else _message(rule, self.rows(site, index), sides, *_both_made(expected, actual)),
            expected=sides[0],
            actual=sides[1],
            severity=site.severity,
            error_type=site.error_type,
            grade=rule.grade,
            origin=rule.origin,
            suspects=tuple(dict.fromkeys(self.path(place, index) for place in site.suspects)),
            related=tuple(dict.fromkeys(place for place in related if place != path)),
            rule=rule.mark,
            span=span,
        )


def _asked(value: Any) -> str:
    """A value as a question prints it: on one line, and not without an end."""
    text = " ".join(show_value(value).split()).replace("`", "'")
    clean = "".join(c if c.isprintable() else " " for c in text)
    return clean if len(clean) <= _LONGEST_VALUE else f"{clean[:_LONGEST_VALUE]}…"


def _sortable(index: tuple[Any, ...]) -> tuple[tuple[int, str], ...]:
    return tuple((part, "") if isinstance(part, int) else (-1, part) for part in index)


def _told(value: Any) -> Any:
    """A value of a found row as plain data: a calculation as its text."""
    return value.text if isinstance(value, Expression) else value


def _made(value: Any, other: Any) -> str:
    """What a value was worked out from, where it is a printed calculation, or is shown in the other's
    unit.
    """
    if not isinstance(value, Expression):
        return ""
    if value.printed is not None and (other is None or value.units == other.units):
        return ""
    return value.text if len(value.text) <= _WIDEST else f"{value.text[:_WIDEST]}…"


def _both_made(expected: Any, actual: Any) -> tuple[str, ...]:
    """What two calculations were worked out from; nothing for other values, of which the rule says it."""
    if isinstance(expected, Expression) and isinstance(actual, Expression):
        return _made(expected, actual), _made(actual, None)
    return ()


def _both_shown(rule: RuleCard, expected: Any, actual: Any) -> tuple[str | None, str | None]:
    """Both sides as texts; of two calculations what is expected in the unit of what is there."""
    if isinstance(expected, Expression) and isinstance(actual, Expression):
        from selfcorrect.language.expressions.show import show_beside, show_expression

        return show_beside(expected, actual), show_expression(actual)
    return _shown(rule, expected), _shown(rule, actual)


def _message(
    rule: RuleCard,
    rows: str,
    sides: tuple[str | None, str | None],
    *worked: str,
) -> str:
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


def _denied(text: str, quote: str) -> str:
    """A true sentence that a model denies, with what it quotes against it."""
    return f'{text} A model that was asked says it does not hold: the document has "{quote}".'


def _rows(place: tuple[str | int, ...], index: tuple[Any, ...]) -> str:
    """Where the finding stands, counted from 1: `line_items 3`."""
    steps = pairwise(place)
    return ", ".join(
        f"{before} {index[n] + 1}" for before, n in steps if isinstance(n, int) and n < len(index)
    )


def _shown(rule: RuleCard, value: Any) -> str | None:
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


def _shape_violation(site: Site, path: str, entry: tuple[Any, ...], span: Extent | None) -> Violation:
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
    message = _SAYS[finding].format(name=_counted(site.place, entry[1]) or name, expected=noun)
    if finding == CRASHED:
        message += f": it crashed with {entry[3]}"
    actual = None if finding in ("MISSING_FIELD", CRASHED) else show_raw(entry[3])
    if actual is not None and finding != "DUPLICATE_KEY":
        message += (
            f", and is {actual if finding == 'TOO_FEW' else _quoted(entry[3])}"
            if finding != "UNKNOWN_FIELD"
            else ""
        )
    return Violation(
        code=site.code,
        path=path,
        message=message.replace("`the record`", "the record") + ".",
        expected=None if wanted is None else str(noun),
        actual=actual,
        severity=site.severity,
        error_type=site.error_type,
        grade="E3",
        origin="shape",
        suspects=(path,),
        rule=site.mark,
        span=span,
    )


def _quoted(raw: object) -> str:
    text = show_raw(raw)
    return f'"{text}"' if isinstance(raw, str) else text


def _counted(place: tuple[str | int, ...], index: tuple[Any, ...]) -> str:
    """The name of a field with its row counted from 1: `amount` of line_items 3."""
    last = (
        str(index[-1])
        if place and place[-1] == "*"
        else str(place[-1])
        if place and isinstance(place[-1], str)
        else ""
    )
    rows = _rows(place, index)
    if not rows:
        return ""
    return f"{last}` of `{rows}" if last else rows


def _reason(labels: Any, values: tuple[Any, ...]) -> str:
    if isinstance(labels, str):
        return labels
    unknown = [label for label, value in zip(labels, values, strict=True) if value is None]
    return (
        f"{unknown[0]} is not known"
        if unknown
        else "it cannot be computed: a division by zero, or a result out of range"
    )
