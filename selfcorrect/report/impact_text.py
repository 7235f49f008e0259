"""The impact of a change as text: the rows that go stale in order, each with the way to it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from selfcorrect.model.impact import Changed, Impact, Row, Skipped, Stale, Step, Way
from selfcorrect.report.escape import printable, shortened
from selfcorrect.report.text import PLAIN, Style, counted

_LONGEST: Final = 8
"""Rows of a way that are told in full; of a longer one as many at its start and end as `_ENDS` says."""
_ENDS: Final = (3, 4)
_WIDE: Final = 16
"""Characters of an id up to which titles stand in one column."""


def impact_text(impact: Impact, source: str, style: Style = PLAIN) -> str:
    """What changed, what goes stale, what leads nowhere, and the counts. No line feed at the end."""
    names = _Names([*(one.row for one in impact.changed), *(one.row for one in impact.stale)])
    blocks = ["\n".join(_changed(one, names, style) for one in impact.changed)]
    if impact.stale:
        blocks.append("\n".join(_stale_lines(impact.stale, names, style)))
    if impact.notes:
        blocks.append("\n".join(note_line(note, style) for note in impact.notes))
    blocks.append(f"{printable(source)}: {summary(impact, style)}")
    return "\n\n".join(blocks)


def summary(impact: Impact, style: Style = PLAIN) -> str:
    """`3 rows go stale: 2 directly, 1 through others`."""
    if not impact.stale:
        return style.paint("nothing goes stale", "pass")
    direct = sum(one.direct for one in impact.stale)
    numbers = ((direct, "directly"), (len(impact.stale) - direct, "through others"))
    said = ", ".join(f"{number:,} {how}" for number, how in numbers if number)
    verb = "goes" if len(impact.stale) == 1 else "go"
    stale = style.paint(f"{counted(len(impact.stale), 'row')} {verb} stale", "unverified")
    return f"{stale}: {said}"


def note_line(note: str, style: Style = PLAIN) -> str:
    """A sentence about what leads nowhere."""
    return f"{style.paint('note', 'note')}: {printable(note)}"


def row_name(row: Row) -> str:
    """The id of a row, its place where it has none."""
    return row.path if row.id is None else row.id


class _Names:
    """What rows are called: by their ids, with the list where rows of several are told, and the place where
    one id is that of several.
    """

    def __init__(self, rows: Sequence[Row]) -> None:
        self._several = len({row.list for row in rows}) > 1
        self._known = Counter((row.list, row.id) for row in rows)

    def of(self, row: Row) -> str:
        """The name of a row, in one line."""
        name = shortened(row_name(row), 80)
        if row.id is None:
            return name
        place = f" ({printable(row.path)})" if self._known[row.list, row.id] > 1 else ""
        return f"{printable(row.list)} {name}{place}" if self._several else f"{name}{place}"


def _changed(one: Changed, names: _Names, style: Style) -> str:
    again = ""
    if one.ring:
        again = " (on a ring: the change comes back to it)"
    elif one.reached:
        again = " (goes stale itself, by another change)"
    title = f"  {shortened(one.row.title)}" if one.row.title else ""
    return f"{style.paint('changed', 'bold')}: {names.of(one.row)}{title}{again}"


def _stale_lines(stale: tuple[Stale, ...], names: _Names, style: Style) -> Iterator[str]:
    """Two lines a row: its number in the order and its name, and the way to it."""
    digits = len(f"{len(stale):,}")
    widest = max((len(name) for one in stale if len(name := names.of(one.row)) <= _WIDE), default=0)
    for number, one in enumerate(stale, 1):
        name = names.of(one.row)
        title = f"  {shortened(one.row.title)}" if one.row.title else ""
        ring = "  (on a ring)" if one.ring else ""
        shown = f"{style.paint(name, 'bold')}{' ' * (widest - len(name) if title or ring else 0)}"
        yield f"{number:{digits},}  {shown}{title}{ring}"
        yield f"{' ' * digits}  {style.paint(_way(one.way, names), 'dim')}"


def _way(way: Way, names: _Names) -> str:
    """`T-1 <- T-2 by depends_on <- T-7 by parent`: who names whom."""
    head, tail = _ENDS
    if len(way) <= _LONGEST:
        parts = [_step(step, names) for step in way]
    else:
        left = sum(step.count if isinstance(step, Skipped) else 1 for step in way[head:-tail])
        first, last = ([_step(step, names) for step in end] for end in (way[:head], way[-tail:]))
        parts = [*first, f"… {left:,} more …", *last]
    return " <- ".join(parts)


def _step(step: Step | Skipped, names: _Names) -> str:
    if isinstance(step, Skipped):
        return f"… {step.count:,} more …"
    return f"{names.of(step.row)} by {printable(step.by)}" if step.by else names.of(step.row)
