"""Queries: expressions of the rule language worked out over a record, row by row.

Cases and faults need them: what a mistake changes and what it makes the rules find is written in the
pack's own language. They are compiled by the same generator as rules are.
"""

from collections.abc import Callable, Iterator
from datetime import date
from decimal import getcontext, setcontext
from functools import cached_property, partial
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.language.nodes import Loop, Node
from selfcorrect.language.numbers import CONTEXT
from selfcorrect.language.scope import ExpressionError, Scope
from selfcorrect.language.walk import below
from selfcorrect.model.diagnostic import Diagnostic
from selfcorrect.model.marks import Marked
from selfcorrect.ruleset.compiled import render
from selfcorrect.ruleset.found import Filled, facts_of, fill_record
from selfcorrect.ruleset.function import build
from selfcorrect.ruleset.generate import Generator
from selfcorrect.ruleset.link import base_scope
from selfcorrect.ruleset.linker import lower_bounded, place_named
from selfcorrect.ruleset.lookups import write_tables
from selfcorrect.ruleset.plan import tables_of
from selfcorrect.ruleset.ranges import Range, link_each
from selfcorrect.ruleset.rule import Context
from selfcorrect.ruleset.sites import numbered

Linked = TypeVar("Linked")


class QueryDraft(Struct, frozen=True):
    """A query as texts: the rows it ranges over, named parts, a condition, and what to work out by name."""

    each: tuple[Marked, ...] = ()
    let: tuple[tuple[Marked, Marked], ...] = ()
    when: Marked | None = None
    values: tuple[tuple[str, Marked], ...] = ()
    places: tuple[tuple[str, Marked], ...] = ()


class Answer(Struct, frozen=True):
    """One row of a query's answer: where (the number of every row entered), values by name (None is
    unknown), paths by name (`line_items[2].amount`), and the kinds of the values. A place in a found list is
    part of the text at its path: `parts` says from where to where.
    """

    index: tuple[int, ...]
    values: dict[str, Any]
    paths: dict[str, str]
    kinds: dict[str, str]
    parts: dict[str, tuple[int, int]] = {}


class _Part(Struct, frozen=True):
    """A query over one range."""

    loops: tuple[Loop, ...]
    when: Node | None
    values: dict[str, Node]
    places: dict[str, tuple[str | int, ...]]

    def nodes(self) -> Iterator[Node]:
        """All that is worked out in it."""
        tops = [
            *(loop.source for loop in self.loops),
            *self.values.values(),
            *([self.when] if self.when else []),
        ]
        return (part for top in tops for part in below(top))


class Query:
    """A compiled query."""

    def __init__(self, parts: list[_Part], context: Context) -> None:
        self._parts = parts
        self._context = context

    def run(self, record: object, *, document: str | None = None, today: date | None = None) -> list[Answer]:
        """The answer: a row for every row of the range in which the condition holds, in order."""
        record, filled = fill_record(record, self._context.shape, self._facts)
        before = getcontext()
        setcontext(CONTEXT)
        try:
            rows = self._function(record, document, None, today or date.today())  # noqa: DTZ011 - the day where the program runs
        finally:
            setcontext(before)
        return [self._answer(number, index, values, filled) for number, index, values in rows]

    def _answer(
        self, number: int, index: tuple[int, ...], values: tuple[Any, ...], filled: Filled | None
    ) -> Answer:
        part = self._parts[number]
        path = filled.path if filled else render
        paths = {name: path(place, index) for name, place in part.places.items()}
        found = {name: filled.place(place, index) for name, place in part.places.items()} if filled else {}
        kinds = {name: node.type.kind for name, node in part.values.items()}
        parts = {name: place for name, place in found.items() if place}
        return Answer(index, dict(zip(part.values, values, strict=True)), paths, kinds, parts)

    @cached_property
    def _facts(self) -> dict[str, Any]:
        return facts_of(self._context.shape, self._context.sources)

    @cached_property
    def _function(self) -> Any:
        return build(_Generator((), self._context).query(self._parts))


class _Generator(Generator):
    """The generator of rule sets, asked for values instead of findings."""

    def query(self, parts: list[_Part]) -> Any:
        """The function of a query: `check(record, document, facts, today)` gives (part, index, values)."""
        writer = self.writer
        with writer.block("def check(record, document, facts, today):"):
            writer.line("answers = []")
            self.start("answers")
            self.convert()
            write_tables(self.emitter, tables_of(node for part in parts for node in part.nodes()))
            for number, part in enumerate(parts):
                with self.emitter.inside():
                    self.part(number, part)
            writer.line("return answers")
        return self.generated()

    def part(self, number: int, part: _Part) -> None:
        """One range of a query."""
        with self.nested(part.loops) as index, self.emitter.inside():
            if part.when is not None:
                condition = self.emitter.place(part.when)
                with self.writer.block(f"if {condition.text}:"), self.emitter.inside():
                    self.answer(number, part, index)
            else:
                self.answer(number, part, index)

    def answer(self, number: int, part: _Part, index: str) -> None:
        """One row of the answer."""
        values = "".join(f"{self.emitter.total(node)}, " for node in part.values.values())
        self.writer.line(f"answers.append(({number}, {index}, ({values})))")


def link_query(draft: QueryDraft, context: Context) -> tuple[Query | None, tuple[Diagnostic, ...]]:
    """The query that a draft says, or what is wrong with it: one diagnostic for each text at most."""
    scope, _ = base_scope(context)
    problems: list[Diagnostic] = []
    try:
        ranges = link_each(draft.each, scope)
    except ExpressionError as error:
        return None, (error.diagnostic,)
    parts = [_link(draft, scope, one, problems) for one in ranges]
    return (None, tuple(dict.fromkeys(problems))) if problems else (Query(parts, context), ())


def _link(draft: QueryDraft, scope: Scope, one: Range, problems: list[Diagnostic]) -> _Part:
    inner = scope.bind(one.names)
    part = _Part(one.loops, None, {}, {})

    def attempt(link: Callable[[], Linked]) -> Linked | None:
        try:
            return link()
        except ExpressionError as error:
            problems.append(error.diagnostic)
            return None

    for name, text in draft.let:
        node = attempt(partial(lower_bounded, text, inner))
        inner = inner.bind({name.value: node}) if node is not None else inner
    if draft.when is not None:
        part = replace(part, when=attempt(partial(lower_bounded, draft.when, inner, condition=True)))
    for key, text in draft.values:
        if (node := attempt(partial(lower_bounded, text, inner))) is not None:
            part.values[key] = node
    for key, text in draft.places:
        if (place := attempt(partial(place_named, text, inner, one.loops))) is not None:
            part.places[key] = numbered(place, one.loops)
    return part
