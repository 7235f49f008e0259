"""Findings as generated code gives them, told in full."""

import re
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.model.marks import Extent, Lines, Span
from selfcorrect.model.report import (
    Answered,
    FoundItem,
    NotEvaluated,
    Places,
    Question,
    Violation,
    nearest_span,
)
from selfcorrect.ruleset.compiled import PlaceParts, RuleCard, Site, render
from selfcorrect.ruleset.found import Filled
from selfcorrect.ruleset.messages import (
    asked,
    both_made,
    both_shown,
    denied,
    led,
    message,
    plain,
    reason,
    shape_violation,
    sortable,
    standing,
)
from selfcorrect.ruleset.naming import Way, along, row_names
from selfcorrect.ruleset.runtime import CRASHED, UNASKED

Sides = tuple[str | None, str | None]
"""What is expected and what is there, as texts."""

_ROW = re.compile(r"\[([0-9]+)\](?:\.\w+)?")


class Telling(Struct, eq=False):
    """The findings of one check, told when they are asked for, and once.

    `found` are (site, index, expected, actual[, group]), `left_open` (site, index, labels, values), as
    generated code gives them, and `applied` the bits of the codes that apply; `doubts` are the reader's, and
    `filled` says where the rows of found lists stand, and `places` where all does that was read from files of
    rows. A group is the indexes of its rows, or the way along a ring. Rows of the `record` are known by their
    `keys`.
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
    places: Places | None = None
    record: Any = None
    keys: Mapping[str, str] = {}

    @property
    def violations(self) -> tuple[Violation, ...]:
        """Violations, the reader's doubts first, then in pack order and by path."""
        if self.told is None:
            sites = self.sites
            found = sorted(self.found, key=lambda entry: (sites[entry[0]].rank, sortable(entry[1])))
            told = (self.violation(sites[entry[0]], entry) for entry in found)
            self.told = (*map(self.placed, self.doubts), *told)
        return self.told

    @property
    def not_evaluated(self) -> tuple[NotEvaluated, ...]:
        """What was left open, in pack order and by path."""
        if self.told_open is None:
            found = sorted(self.left_open, key=lambda entry: (entry[0], sortable(entry[1])))
            self.told_open = tuple(self.open(self.sites[entry[0]], entry) for entry in found)
        return self.told_open

    @property
    def questions(self) -> tuple[Question, ...]:
        """What a model would have to be asked, in pack order and by path."""
        asked = [entry for entry in self.left_open if entry[2] is UNASKED]
        asked.sort(key=lambda entry: (entry[0], sortable(entry[1])))
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
                    {key: plain(getattr(row, key)) for key in filled.names[name]},
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

    def placed(self, doubt: Violation) -> Violation:
        """A finding of the reader with its place, which nobody looks for before it is told."""
        if self.places is None or doubt.span is not None:
            return doubt
        return replace(doubt, span=self.places.extent(doubt.path))

    def extent(self, place: PlaceParts, index: tuple[object, ...], path: str) -> Extent | None:
        """Where a finding stands in the document."""
        if self.places is not None:
            return self.places.extent(path)
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
        if path:
            return _ROW.sub(lambda row: f" {int(row[1]) + 1}", path)
        return standing(site.place, index, self.names(site.place, index))

    def names(self, place: PlaceParts, index: tuple[Any, ...]) -> dict[int, str]:
        """What the rows that a place leads through are called."""
        return row_names(self.record, self.keys, place, index)

    def open(self, site: Site, entry: tuple[Any, ...]) -> NotEvaluated:
        """What was left open."""
        return NotEvaluated(site.code, self.path(site.place, entry[1]), reason(entry[2], entry[3]))

    def question(self, site: Site, entry: tuple[Any, ...]) -> Question:
        """A question with the values it is about."""
        rule, index, values = site.rule, entry[1], entry[3]
        assert rule is not None  # noqa: S101 - only rules ask
        shown = [asked(value) for value in values]
        text = "".join(before + value for before, value in zip_longest(rule.question, shown, fillvalue=""))
        paths = [self.path(place, index) if place is not None else "" for place in rule.about]
        path = self.path(site.place, index)
        return Question(site.code, path, text, rule.says, tuple(zip(paths, shown, strict=True)))

    def suspects(self, site: Site, index: tuple[Any, ...], way: Way | None) -> Iterator[str]:
        """The paths of where the mistake may be; on a ring, those places in each of its rows."""
        rows = [index] if way is None else way.rows(index)
        return (self.path(place, row) for place in site.suspects for row in rows)

    def related(self, site: Site, index: tuple[Any, ...], group: Any) -> Iterator[str]:
        """The paths of the other rows of a group, or of a ring in its order."""
        others = group.rows(index) if isinstance(group, Way) else group
        return (self.path(site.place, other) for other in others if other != index)

    def sentence(self, site: Site, rule: RuleCard, entry: tuple[Any, ...], sides: Sides) -> str:
        """What a finding says."""
        index, expected, actual = entry[1], entry[2], entry[3]
        if site.code == CRASHED:
            return f"`{rule.code}` could not be checked: it crashed with {actual}"
        text = message(rule, self.rows(site, index), sides, *both_made(expected, actual))
        if rule.form == "ask":
            return denied(text, entry[4])
        return led(text, along(entry[4])) if isinstance(entry[-1], Way) else text

    def violation(self, site: Site, entry: tuple[Any, ...]) -> Violation:
        """A finding in full."""
        index, expected, actual = entry[1], entry[2], entry[3]
        rule, path = site.rule, self.path(site.place, index)
        span = self.extent(site.place, index, path)
        if rule is None:
            return shape_violation(site, path, entry, span, self.names(site.place, index))
        sides = (None, None) if site.code == CRASHED else both_shown(rule, expected, actual)
        group = entry[4] if len(entry) > 4 and rule.form != "ask" else ()
        way = group if isinstance(group, Way) else None
        return Violation(
            code=site.code,
            path=path,
            message=self.sentence(site, rule, entry, sides),
            expected=sides[0],
            actual=along(way) if way else sides[1],
            severity=site.severity,
            error_type=site.error_type,
            grade=rule.grade,
            origin=rule.origin,
            suspects=tuple(dict.fromkeys(self.suspects(site, index, way))),
            related=tuple(dict.fromkeys(p for p in self.related(site, index, group) if p != path)),
            rule=rule.mark,
            span=span,
        )
