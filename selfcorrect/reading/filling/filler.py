"""Fills the fields of a mapping from the columns of a raw one.

Rows with the same columns share a plan: which column may fill which field. It is made once, so that a row
costs a look at each of its cells.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from selfcorrect.language.shape import NUMERIC
from selfcorrect.reading.filling.names import folded, value_in
from selfcorrect.reading.filling.outcomes import NOTHING, REFUSED, Open
from selfcorrect.reading.filling.ready import Target

_MOST_PLANS: Final = 2000
_CLOSED: Final = frozenset({"choice", "boolean"})
_OPEN: Final = NUMERIC | {"date", "datetime"}
"""Kinds whose values a column may leave open."""
_LONGEST_BLANK: Final = 40


class Cell(NamedTuple):
    """A column, and the keys that lead on within its values; whether several fields look at it."""

    column: str
    parts: tuple[str, ...] = ()
    shared: bool = False

    @property
    def place(self) -> tuple[str, tuple[str, ...]]:
        """The column and the keys."""
        return self.column, self.parts


class Slot:
    """A field that is filled. `take` makes a value of what a cell holds; `take_in`, of fields that have
    fields, is told the path as well that the value will have.
    """

    __slots__ = (
        "is_list",
        "is_plain",
        "is_settled",
        "name",
        "parents",
        "spaces",
        "take",
        "take_in",
        "target",
    )

    def __init__(
        self,
        target: Target,
        take: Callable[[Any], Any],
        take_in: Callable[[Any, str], Any] | None = None,
    ) -> None:
        self.target = target
        self.take = take
        self.take_in = take_in
        self.name = target.field.name
        self.parents = target.parents
        self.is_list = target.field.kind == "list"
        self.spaces = " " in target.words
        self.is_plain = not self.is_list and take_in is None
        self.is_settled = target.kind not in _OPEN


class Source(NamedTuple):
    """Where a field has its value from: the cell, and what it holds."""

    target: Target
    cell: Cell
    raw: Any


class Opened(NamedTuple):
    """A value that is left open: where it belongs, and the path of that."""

    held: Any
    at: Any
    path: str
    value: Open


class Unread:
    """A column that fills nothing: how many mappings have something there, and the path of the first."""

    __slots__ = ("count", "first")

    def __init__(self, first: str) -> None:
        self.first = first
        self.count = 0


class Plan(NamedTuple):
    """For each field that has a column the cells that may fill it, the best first; and columns without one.

    Most fields have one cell that no other looks at. Its column stands before the cells: it is taken at once.
    """

    slots: tuple[tuple[Slot, str | None, tuple[Cell, ...]], ...]
    unread: tuple[str, ...]


class _Shared:
    """The cells of one mapping that several fields look at: who took each, and who could not hold it."""

    __slots__ = ("refused", "taken")

    def __init__(self) -> None:
        self.taken: dict[Any, list[Slot]] = {}
        self.refused: list[tuple[Slot, Cell, Any]] = []


class Filler:
    """Fills mappings of one kind. `opened` and `unread` gather what is met on the way."""

    def __init__(
        self, slots: Sequence[Slot], reads_over: Callable[[str], bool], blanks: frozenset[str]
    ) -> None:
        self.opened: list[Opened] = []
        self.unread: dict[str, Unread] = {}
        self._slots = slots
        self._reads_over = reads_over
        self._blanks = blanks
        self._plans: dict[tuple[str, ...], Plan] = {}
        self._index: dict[str, list[tuple[int, int, tuple[str, ...]]]] = {}
        for number, slot in enumerate(slots):
            for rank, name in enumerate(slot.target.names):
                for column, parts in _ways(name):
                    self._index.setdefault(column, []).append((number, rank, parts))

    @property
    def targets(self) -> tuple[Target, ...]:
        """The fields that are filled."""
        return tuple(slot.target for slot in self._slots)

    def fill(self, values: Mapping[str, Any], prefix: str) -> dict[str, Any]:
        """The fields of a mapping; `prefix` is what their paths start with."""
        plan = self.plan(values)
        made: dict[str, Any] = {}
        shared: _Shared | None = None
        for slot, column, cells in plan.slots:
            if column is not None and slot.is_plain:
                raw = values[column]
                if raw is None or self._is_blank(raw, slot):
                    continue
                value = slot.take(raw)
                if value is REFUSED:
                    value = raw
            else:
                shared = shared or _Shared()
                value = self._value(slot, cells, values, prefix, shared)
            if value is not NOTHING:
                self._put(made, slot, value, prefix)
        if shared and shared.refused:
            for slot, cell, raw in shared.refused:
                self._hand_on(made, slot, raw, shared.taken.setdefault(cell.place, []))
        for column in plan.unread:
            if not self._is_blank(values[column], None):
                unread = self.unread.get(column) or self.unread.setdefault(column, Unread(prefix))
                unread.count += 1
        return made

    def plan(self, values: Mapping[str, Any]) -> Plan:
        """Which columns may fill which fields."""
        columns = tuple(values)
        plan = self._plans.get(columns)
        if plan is None:
            plan = self._made(columns)
            if len(self._plans) < _MOST_PLANS:
                self._plans[columns] = plan
        return plan

    def source(self, values: Mapping[str, Any], path: str) -> Source | None:
        """The cell that the field at a path is filled from."""
        return next((one for one in self.sources(values, path)), None)

    def sources(self, values: Mapping[str, Any], path: str = "") -> Iterator[Source]:
        """The cells that fields are filled from; with a `path` that of one field."""
        for slot, _, cells in self.plan(values).slots:
            if path and slot.target.path != path:
                continue
            for cell in cells:
                raw = value_in(values[cell.column], cell.parts)
                if not self._is_blank(raw, slot) and (
                    not cell.shared or self._take(slot, raw, "") not in (NOTHING, REFUSED)
                ):
                    yield Source(slot.target, cell, raw)
                    break

    def _value(
        self, slot: Slot, cells: tuple[Cell, ...], values: Mapping[str, Any], prefix: str, shared: _Shared
    ) -> Any:
        """What a field takes from the first of its cells that says something; without one a list is empty."""
        value: Any = [] if slot.is_list else NOTHING
        for cell in cells:
            raw = values[cell.column]
            if cell.parts:
                raw = value_in(raw, cell.parts)
            if self._is_blank(raw, slot):
                continue
            found = self._take(slot, raw, prefix)
            if found is NOTHING:
                continue
            if not cell.shared:
                return raw if found is REFUSED else found
            if found is not REFUSED:
                shared.taken.setdefault(cell.place, []).append(slot)
                return found
            shared.refused.append((slot, cell, raw))
            value = NOTHING
        return value

    def _take(self, slot: Slot, raw: Any, prefix: str) -> Any:
        return slot.take(raw) if slot.take_in is None else slot.take_in(raw, prefix + slot.target.path)

    def _made(self, columns: tuple[str, ...]) -> Plan:
        found: dict[int, list[tuple[int, int, Cell]]] = {}
        uses: dict[tuple[str, tuple[str, ...]], int] = {}
        unread = []
        for column in columns:
            name = folded(column)
            ways = self._index.get(name, ())
            for number, rank, parts in ways:
                cell = Cell(column, parts)
                found.setdefault(number, []).append((rank, len(parts), cell))
                uses[cell.place] = uses.get(cell.place, 0) + 1
            if not ways and not self._reads_over(name):
                unread.append(column)
        slots = []
        for number, ranked in sorted(found.items()):
            ranked.sort(key=lambda one: one[:2])
            cells = tuple(cell._replace(shared=uses[cell.place] > 1) for _, _, cell in ranked)
            alone = len(cells) == 1 and not cells[0].shared and not cells[0].parts
            slots.append((self._slots[number], cells[0].column if alone else None, cells))
        return Plan(tuple(slots), tuple(unread))

    def _is_blank(self, raw: Any, slot: Slot | None) -> bool:
        if raw.__class__ is str:
            if "!" < raw < "\x7f" and not self._blanks:
                return False
            if not raw or raw.isspace():
                return not (raw and slot and slot.spaces)
            return bool(self._blanks) and len(raw) <= _LONGEST_BLANK and folded(raw) in self._blanks
        return raw is None or (not raw and isinstance(raw, list | dict))

    def _put(self, made: dict[str, Any], slot: Slot, value: Any, prefix: str) -> None:
        for parent in slot.parents:
            within = made.setdefault(parent, {})
            if not isinstance(within, dict):
                return
            made = within
        made[slot.name] = value
        if slot.is_settled:
            return
        if value.__class__ is Open:
            self._open(made, slot.name, prefix + slot.target.path, value)
        elif slot.is_list and isinstance(value, list):
            for number, item in enumerate(value):
                if item.__class__ is Open:
                    self._open(value, number, f"{prefix}{slot.target.path}[{number}]", item)

    def _open(self, held: Any, at: Any, path: str, value: Open) -> None:
        held[at] = None
        self.opened.append(Opened(held, at, path, value))

    def _hand_on(self, made: dict[str, Any], slot: Slot, raw: Any, takers: list[Slot]) -> None:
        """What a field could not hold goes to it as it is where no other took it, so that the shape tells.

        That a text took it says nothing of a word that means none of the choices.
        """
        is_word = slot.target.kind == "choice" and isinstance(raw, str)
        if any(not is_word or taker.target.kind in _CLOSED for taker in takers):
            return
        takers.append(slot)
        self._put(made, slot, raw, "")


def _ways(name: str) -> list[tuple[str, tuple[str, ...]]]:
    """A name as that of a column, and if it has dots as keys within the values of one."""
    pieces = name.split(".")
    if not all(pieces):
        return [(name, ())]
    return [(".".join(pieces[:n]), tuple(pieces[n:])) for n in range(len(pieces), 0, -1)]
