"""Where the sentences of a text stand."""

import re
from bisect import bisect_right
from functools import cached_property
from typing import Final

_END: Final = re.compile(r"[.!?](?=\s)|\n")


class Sentences:
    """The sentences of a text: up to a full stop, a mark or the end of a line."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in _END.finditer(self.text))]

    def __len__(self) -> int:
        return len(self._starts)

    def __getitem__(self, number: int) -> str:
        """The text of one, by its number."""
        starts = self._starts
        return self.text[starts[number] : starts[number + 1] if number + 1 < len(starts) else None]

    def at(self, place: int) -> int:
        """The number of the sentence that an offset lies in."""
        return bisect_right(self._starts, place) - 1
