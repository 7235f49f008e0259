"""What cannot be read of a file, gathered; a bound for files in which nothing can."""

from typing import Final

from selfcorrect.reading.forms.form import Unreadable
from selfcorrect.reading.rows.raw import Trouble

MOST: Final = 100
"""Troubles of one file that are told one by one."""
MOST_MET: Final = 100_000
"""Troubles of a file that is worth reading at all."""
MOST_ROWS: Final = 1_000_000
"""Rows of one file: more take gigabytes."""


class Troubles:
    """The troubles of one file, in the order in which they were met."""

    def __init__(self) -> None:
        self._found: list[Trouble] = []
        self._more = 0

    def add(self, code: str, message: str, start: int, end: int) -> None:
        """One more, with the stretch of the file's text that it is about. Raises Unreadable: too many."""
        if len(self._found) < MOST:
            self._found.append(Trouble(code, message, (start, end)))
            return
        self._more += 1
        if self._more > MOST_MET:
            first = self._found[0].message
            said = f"more than {MOST_MET:,} places in this cannot be read; the first: {first}"
            raise Unreadable("TOO_MANY_TROUBLES", said)

    def told(self) -> tuple[Trouble, ...]:
        """All of them; of those beyond the bound, how many."""
        if not self._more:
            return tuple(self._found)
        rest = f"and {self._more:,} more places in this file cannot be read"
        return (*self._found, Trouble("MORE_TROUBLES", rest))


def check_count(rows: int) -> None:
    """Raises Unreadable where there are too many rows."""
    if rows > MOST_ROWS:
        raise Unreadable("TOO_LARGE", f"there are more than {MOST_ROWS:,} rows in this")
