"""Puts faults into a sound record, and says what is then to be found."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from decimal import Decimal
from typing import Any

from msgspec import Struct

from selfcorrect.engines.edits import Action, Edit, NoSuchPlaceError, edited
from selfcorrect.language.numbers import CONTEXT, FRACTION_DIGITS
from selfcorrect.language.values import show_duration, show_value
from selfcorrect.model.diagnostic import Diagnostic, PackError
from selfcorrect.model.marks import Marked
from selfcorrect.pack.cases import Wanted
from selfcorrect.pack.faults import Fault, FaultFinding
from selfcorrect.report.values import value_at
from selfcorrect.ruleset.query import Answer, Query, QueryDraft, link_query
from selfcorrect.ruleset.rule import Context

_LAST_PLACE = Decimal(1).scaleb(-FRACTION_DIGITS)
UNKNOWN = "unknown"
"""What is shown for a value that the sound record does not give; no finding ever has it."""


class Injection(Struct, frozen=True):
    """A record with a fault in it: what was changed, and the complete findings, in no particular order."""

    record: Any
    edits: tuple[Edit, ...]
    finds: tuple[Wanted, ...]

    @property
    def place(self) -> str:
        """The paths that were changed."""
        return ", ".join(edit.path for edit in self.edits)


class LinkedFault:
    """A fault whose expressions are linked: one query for the change, one for each finding."""

    def __init__(self, fault: Fault, change: Query, finds: Sequence[Query]) -> None:
        self.fault = fault
        self._change = change
        self._finds = finds

    def inject(self, record: Any, today: date | None = None) -> list[Injection]:
        """The record with the fault in it, once for every row that can have it.

        The record itself stays as it is. Where a value to be set is unknown, or what is to be removed is
        not there, nothing is injected.
        """
        made = self._made(record, today)
        found = [query.run(record, today=today) for query in self._finds] if made else []
        return [Injection(faulty, edits, self._found(found, answer)) for faulty, edits, answer in made]

    def changes(self, record: Any, today: date | None = None) -> list[tuple[Edit, ...]]:
        """The edits of every injection, in the same order; what is then found is not worked out."""
        return [edits for _, edits, _ in self._made(record, today)]

    def _made(self, record: Any, today: date | None) -> list[tuple[Any, tuple[Edit, ...], Answer]]:
        """The faulty records, each with its edits and the row that was changed."""
        made = []
        for answer in self._change.run(record, today=today):
            if None in answer.values.values():
                continue
            edits = tuple(_edit(key, path, answer, record) for key, path in answer.paths.items())
            with suppress(NoSuchPlaceError):
                made.append((edited(record, edits), edits, answer))
        return made

    def _found(self, found: list[list[Answer]], change: Answer) -> tuple[Wanted, ...]:
        return tuple(
            _wanted(finding, answer)
            for finding, answers in zip(self.fault.finds, found, strict=True)
            for answer in answers
            if _same_row(answer, change)
        )


class Faults(Mapping[str, LinkedFault]):
    """The faults of a pack by code, in file order. Each is linked when it is first asked for, which
    raises PackError if it does not link.
    """

    def __init__(self, faults: Sequence[Fault], context: Context) -> None:
        self._faults = {fault.code: fault for fault in faults}
        self._context = context
        self._linked: dict[str, LinkedFault] = {}

    def __getitem__(self, code: str) -> LinkedFault:
        if code not in self._linked:
            self._linked[code] = _surely_linked(self._faults[code], self._context)
        return self._linked[code]

    def __contains__(self, code: object) -> bool:
        return code in self._faults

    def __iter__(self) -> Iterator[str]:
        return iter(self._faults)

    def __len__(self) -> int:
        return len(self._faults)


def link_fault(fault: Fault, context: Context) -> tuple[LinkedFault | None, tuple[Diagnostic, ...]]:
    """The fault ready to be injected, or everything that is wrong with its expressions."""
    change, problems = link_query(_change_draft(fault), context)
    finds = []
    for finding in fault.finds:
        query, more = link_query(_finding_draft(fault, finding), context)
        problems += tuple(problem for problem in more if problem not in problems)
        finds.append(query)
    if problems or change is None:
        return None, problems
    return LinkedFault(fault, change, [query for query in finds if query is not None]), ()


def inject(fault: Fault, record: Any, context: Context, today: date | None = None) -> list[Injection]:
    """Links a fault and injects it. Raises PackError if it does not link."""
    return _surely_linked(fault, context).inject(record, today)


def _surely_linked(fault: Fault, context: Context) -> LinkedFault:
    linked, problems = link_fault(fault, context)
    if linked is None:
        raise PackError(problems)
    return linked


def _change_draft(fault: Fault) -> QueryDraft:
    values = tuple((f"set {n}", text) for n, (_, text) in enumerate(fault.set))
    return QueryDraft(each=fault.each, let=fault.let, when=fault.when, values=values, places=_places(fault))


def _finding_draft(fault: Fault, finding: FaultFinding) -> QueryDraft:
    sides = (("expected", finding.expected), ("actual", finding.actual))
    return QueryDraft(
        each=(*fault.each, *finding.each),
        let=fault.let,
        when=finding.when,
        values=tuple((name, text) for name, text in sides if text is not None),
        places=(*_places(fault), ("at", finding.at)),
    )


def _places(fault: Fault) -> tuple[tuple[str, Marked], ...]:
    actions: tuple[tuple[Action, tuple[Marked, ...]], ...] = (
        ("remove", fault.remove),
        ("repeat", fault.repeat),
        ("set", tuple(place for place, _ in fault.set)),
    )
    return tuple((f"{action} {n}", text) for action, texts in actions for n, text in enumerate(texts))


def _same_row(answer: Answer, change: Answer) -> bool:
    """Whether a finding belongs to a change: the same rows, and the same places where `each` lists fields."""
    here = {key: path for key, path in answer.paths.items() if key != "at"}
    return here == change.paths and answer.index[: len(change.index)] == change.index


def _edit(key: str, path: str, change: Answer, record: Any) -> Edit:
    action = key.partition(" ")[0]
    if action == "set" and key in change.parts:
        return Edit("set", path, show_value(change.values[key]), _number_in(record, path, change.parts[key]))
    if action == "set":
        return Edit("set", path, _plain(change.values[key], change.kinds[key]))
    return Edit("remove" if action == "remove" else "repeat", path)


_NUMBER = re.compile(r"[0-9][0-9,]*(?:\.[0-9]+)?")


def _number_in(record: Any, path: str, part: tuple[int, int]) -> tuple[int, int]:
    """The number in a part of a text, so that its unit stays; the whole part where there is none, or
    several.
    """
    text = value_at(record, path)
    found = list(_NUMBER.finditer(text, *part)) if isinstance(text, str) else []
    return found[0].span() if len(found) == 1 else part


def _wanted(finding: FaultFinding, answer: Answer) -> Wanted:
    return Wanted(
        code=finding.code.value,
        at=answer.paths["at"],
        expected=_shown(answer, "expected"),
        actual=_shown(answer, "actual"),
        severity=finding.severity,
    )


def _shown(answer: Answer, side: str) -> str | None:
    if side not in answer.values:
        return None
    value = answer.values[side]
    if value is not None and answer.kinds[side] == "duration":
        return show_duration(Decimal(value))
    if isinstance(value, Decimal) and value.as_tuple().exponent < -FRACTION_DIGITS:  # type: ignore[operator]
        # As findings do: the tail of a quotient says nothing.
        value = value.quantize(_LAST_PLACE, context=CONTEXT)
    return UNKNOWN if value is None else show_value(value)


def _plain(value: Any, kind: str) -> Any:
    """A typed value as records have it: dates, times and durations as text, numbers as they are."""
    if kind == "duration" and value is not None:
        return show_duration(Decimal(value))
    return show_value(value) if hasattr(value, "isoformat") else value
