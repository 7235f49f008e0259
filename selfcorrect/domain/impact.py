"""Which rows go stale when others change: a pure function of a shape and a candidate."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from selfcorrect.domain.ledger import Ledger, Part, parts_of, references_in
from selfcorrect.domain.row_names import Name, RowNames, listed, shown, with_hint
from selfcorrect.language.graphs import in_order, tangles, ways
from selfcorrect.language.shape import Shape
from selfcorrect.model.impact import (
    Changed,
    Impact,
    ImpactError,
    Reference,
    Row,
    Skipped,
    Stale,
    Step,
    Unanswered,
    Way,
)
from selfcorrect.model.report import Report, Violation

FULL: Final = 50
"""Steps up to which a way is told in full."""
ENDS: Final = 10
"""Rows at either end of a longer way that are told."""


def impact(
    shape: Shape,
    candidate: Any,
    changed: Iterable[Name],
    through: Iterable[str] = (),
    alike: Callable[[str], str] | None = None,
) -> Impact:
    """The rows that go stale when those `changed` do, however far they are.

    Followed are the references that `through` names, else all but those along which no change goes.
    `alike` gives what ids are compared by where none is the one named, letter by letter. Linear in rows plus
    references (the order costs a logarithm more). Raises ImpactError for rows that are not there.
    """
    parts = parts_of(shape)
    followed = _followed(parts, tuple(through))
    ledger = Ledger(parts, frozenset(part.path for part in followed), candidate)
    reach = _Reach(ledger, RowNames(ledger, alike).rows(changed))
    return Impact(
        changed=tuple(reach.changed()),
        stale=tuple(reach.stale()),
        references=tuple(reach.references()),
        through=tuple(part.path for part in followed),
        notes=tuple(_notes(ledger)),
    )


def with_doubts(found: Impact, report: Report) -> Impact:
    """The impact on a candidate that was read: what its reader left open or passed over may hide a row."""
    doubts = tuple(_doubt(one) for one in report.violations if one.origin == "reader")
    return replace(found, notes=(*doubts, *found.notes)) if doubts else found


def _doubt(one: Violation) -> str:
    """What a reader says, and of a folder in which file."""
    return f"{one.span.file}: {one.message}" if one.span and one.span.file else one.message


def _followed(parts: tuple[Part, ...], through: Sequence[str]) -> list[Part]:
    """The references that a change goes along."""
    known = list(references_in(parts))
    if not known:
        nowhere = "the pack declares no references between rows, so no change reaches another row"
        raise ImpactError((Unanswered("NO_REFERENCES", nowhere),))
    if not through:
        return [part for part in known if part.reach != "never"]
    wrong = [name for name in through if not any(_is_called(part, name) for part in known)]
    if wrong:
        names = [part.by for part in known]
        said = [with_hint(f"no reference is called {shown(name)}", name, names) for name in wrong]
        raise ImpactError([Unanswered("UNKNOWN_FIELD", sentence) for sentence in said])
    return [part for part in known if any(_is_called(part, name) for name in through)]


def _is_called(part: Part, name: str) -> bool:
    return name in (part.by, part.path, part.field.name)


class _Reach:
    """How far a change of some rows goes."""

    def __init__(self, ledger: Ledger, starts: Sequence[int]) -> None:
        self.ledger = ledger
        self.starts = starts
        self.after: list[list[int]] = [[] for _ in ledger.paths]
        for named in ledger.named:
            self.after[named.to].append(named.row)
        self.before = ways(self.after, starts)
        self.told = dict.fromkeys((*starts, *self.before))
        parts = tangles(self.after, self.told)
        self.on_ring = {row for part in parts if len(part) > 1 for row in part}
        self._rows: dict[int, Row] = {}

    def changed(self) -> Iterator[Changed]:
        """The rows that changed."""
        for row in self.starts:
            yield Changed(self.row(row), row in self.before, row in self.on_ring)

    def stale(self) -> Iterator[Stale]:
        """The others that are reached, in the order in which they have to be looked at."""
        found = self.ways()
        for row in in_order(self.after, found):
            steps, head, tail = found[row]
            way = (*head, Skipped(steps + 1 - 2 * ENDS), *tail) if tail else head
            yield Stale(self.row(row), steps, way, row in self.on_ring)

    def ways(self) -> dict[int, tuple[int, Way, Way]]:
        """The shortest way to each row that did not change itself: its steps, its start, and its end where
        that is apart. The row that one is reached from comes before it.
        """
        by = self.by()
        found: dict[int, tuple[int, Way, Way]] = {}
        starts = {row: (0, (Step(self.row(row)),), ()) for row in self.starts}
        for row, earlier in self.before.items():
            if row not in starts:
                known = starts[earlier] if earlier in starts else found[earlier]
                found[row] = _longer(*known, Step(self.row(row), by[row]))
        return found

    def by(self) -> dict[int, str]:
        """The first reference of each row that is reached to the one it is reached from."""
        found: dict[int, str] = {}
        for named in self.ledger.named:
            if self.before.get(named.row) == named.to:
                found.setdefault(named.row, named.by)
        return found

    def references(self) -> Iterator[Reference]:
        """All references between the rows that are told."""
        for named in self.ledger.named:
            if named.row in self.told and named.to in self.told:
                yield Reference(self.row(named.row), self.row(named.to), named.by)

    def row(self, number: int) -> Row:
        """A row as it is told, made once."""
        found = self._rows.get(number)
        if found is None:
            found = self._rows[number] = self.ledger.row(number)
        return found


def _longer(steps: int, head: Way, tail: Way, step: Step) -> tuple[int, Way, Way]:
    """A way with one more step. Once it is long, its start is shared with the ways that go on from it."""
    if steps < FULL:
        return steps + 1, (*head, step), ()
    if steps == FULL:
        return steps + 1, head[:ENDS], (*head[1 - ENDS :], step)
    return steps + 1, head, (*tail[1:], step)


def _notes(ledger: Ledger) -> Iterator[str]:
    """What leads nowhere, and so may hide a row that is stale."""
    several = [
        f"{shown(text)} ({listed([ledger.paths[row] for row in rows])})"
        for (_, text), rows in ledger.repeated.items()
    ]
    unknown = [f"{place} {shown(text)}" for place, text in ledger.unknown]
    unclear = [f"{place} {shown(text)}" for place, text in ledger.unclear]
    for places, one, many in (
        (ledger.no_objects, "row is no object", "rows are no objects"),
        (ledger.no_ids, "row has no id to refer to", "rows have no id to refer to"),
        (
            several,
            "id is that of several rows, and leads to none",
            "ids are those of several rows, and lead to none",
        ),
        (unknown, "reference names no row", "references name no row"),
        (unclear, "reference names one of several rows", "references name one of several rows"),
        (ledger.unread, "reference cannot be read", "references cannot be read"),
    ):
        if places:
            yield f"{len(places):,} {one if len(places) == 1 else many}: {listed(places)}"
