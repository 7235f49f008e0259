"""Cells under headings, as in CSV and in tables: what becomes of headings that repeat, or are empty."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from selfcorrect.model.quoting import quoted
from selfcorrect.reading.forms.form import Unreadable
from selfcorrect.reading.rows.troubles import Troubles

MOST: Final = 10_000
"""Columns of one table."""

_MOST_SHOWN: Final = 3


class Columns:
    """The headings of one table. Those that stand several times are one column with a list of values."""

    def __init__(self, headings: Sequence[str]) -> None:
        if len(headings) > MOST:
            raise Unreadable("TOO_LARGE", f"there are more than {MOST:,} columns in this")
        self.headings = tuple(heading or f"(column {number})" for number, heading in enumerate(headings, 1))
        counts = Counter(self.headings)
        self._repeated = {heading for heading, count in counts.items() if count > 1}

    def values(self, cells: Sequence[str | None]) -> dict[str, Any]:
        """The cells of a row by their headings, None where one is empty; a short row has fewer."""
        found: dict[str, Any] = dict(zip(self.headings, cells, strict=False))
        if not self._repeated:
            return found
        for heading in found.keys() & self._repeated:
            found[heading] = None
        for heading, cell in zip(self.headings, cells, strict=False):
            if cell and heading in self._repeated:
                held = found[heading]
                if held is None:
                    found[heading] = held = []
                held.append(cell)
        return found

    def number_of(self, column: str, item: int | None, cells: Sequence[str | None]) -> int | None:
        """Which cell holds a column's value, or the item-th of its values."""
        numbers = [number for number, heading in enumerate(self.headings) if heading == column]
        if column in self._repeated:
            numbers = [number for number in numbers if number < len(cells) and cells[number]]
            at = item or 0
        else:
            at = 0
        return numbers[at] if at < len(numbers) and numbers[at] < len(cells) else None

    def tell_extra(
        self, cells: Sequence[str | None], called: str, place: tuple[int, int], troubles: Troubles
    ) -> None:
        """A trouble where there are cells beyond the last heading."""
        extra = [cell for cell in cells[len(self.headings) :] if cell]
        if extra:
            shown = ", ".join(quoted(cell) for cell in extra[:_MOST_SHOWN])
            more = f" and {len(extra) - _MOST_SHOWN:,} more" if len(extra) > _MOST_SHOWN else ""
            headings = f"{len(self.headings)} heading{'s' if len(self.headings) > 1 else ''}"
            said = f"{called} has {len(cells)} cells under {headings}; not read: {shown}{more}"
            troubles.add("EXTRA_CELLS", said, *place)
