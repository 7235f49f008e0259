"""The bounded search among readings: the candidates that the fewest rules object to, the best labelled
of these first.
"""

from heapq import heappop, heappush
from typing import Final

from msgspec import Struct

from selfcorrect.model.marks import Span
from selfcorrect.reading.choosing.weigher import Taken, Weigher
from selfcorrect.reading.fields.offers import WORSE, Option, Strength

MOST_CANDIDATES: Final = 150
"""Candidates that are weighed for one document that is read the first time."""


class Effort(Struct, frozen=True):
    """How far a search goes: how many candidates are weighed, how many choices are searched together, and how
    many readings of each are tried.
    """

    candidates: int = MOST_CANDIDATES
    choices: int = 10
    options: int = 6


MORE: Final = Effort(candidates=2000, choices=16, options=12)
"""For a document that is read again because something in it was read wrong."""
ABSENT: Final = object()
"""The value of a field that the document does not have after all."""


def is_tied(options: tuple[Option, ...]) -> bool:
    """Whether labels alone decide nothing between readings, the best of which come first."""
    return len(options) > 1 and options[0].loss == options[1].loss


class Search:
    """A search over choices, each with its readings. `best` are the readings that labels decide for;
    `columns` those that are tried of each choice, none where more than can be tried are labelled best; `open`
    the choices that were searched.
    """

    def __init__(
        self,
        choices: dict[str, tuple[Option, ...]],
        weigher: Weigher,
        required: frozenset[str],
        effort: Effort,
    ) -> None:
        self._choices = choices
        self._weigher = weigher
        self._required = required
        self._effort = effort
        self.best: Taken = {path: options[0] for path, options in choices.items() if not is_tied(options)}
        self._places: dict[Span, dict[str, Option]] = {}
        for path, options in choices.items():
            for option in options:
                if option.span is not None:
                    self._places.setdefault(option.span, {})[path] = option
        self.columns = {path: self._column(path) for path in choices}
        self.open: tuple[str, ...] = ()

    def _column(self, path: str) -> tuple[Option, ...]:
        """The readings tried; where all labels are another field's too, that they are not this one's."""
        options = self._choices[path]
        head = [option for option in options if option.loss == options[0].loss]
        if len(head) > self._effort.options:
            return ()
        tried = options[: self._effort.options]
        if path in self._required or not all(self._is_shared(path, option) for option in head):
            return tried
        return (*tried, Option(ABSENT, None, head[0].strength, tried[-1].loss + WORSE))

    def _is_shared(self, path: str, option: Option) -> bool:
        """Whether a place is read for another field, too, and weakly for one of the two."""
        others = self._others(path, option)
        return any(Strength.WEAK in (option.strength, other.strength) for other in others.values())

    def _others(self, path: str, option: Option) -> dict[str, Option]:
        found = self._places.get(option.span, {}) if option.span else {}
        return {place: other for place, other in found.items() if place != path}

    def run(self, wanted: list[str]) -> list[Taken]:
        """The best candidates, equal in losses and in how many rules object; none where the bound was
        reached before everything as well labelled was tried, for then nothing is proved.
        """
        self.open = tuple(wanted) if len(wanted) <= self._effort.choices else ()
        if not self.open:
            return []
        solutions: list[Taken] = []
        least: tuple[int, int] | None = None
        heap: list[tuple[int, tuple[int, ...]]] = [(0, (0,) * len(self.open))]
        seen = {heap[0][1]}
        for _ in range(self._effort.candidates):
            if not heap or (least and least[0] == 0 and heap[0][0] > least[1]):
                return solutions
            loss, at = heappop(heap)
            self._push_following(heap, seen, loss, at)
            taken = self._taken(at)
            failing = len(self._weigher.weigh(taken).failing)
            if (least and failing > least[0]) or not self._is_fair(taken):
                continue
            if least is None or failing < least[0]:
                least, solutions = (failing, loss), [taken]
            elif (failing, loss) == least:
                solutions.append(taken)
        return solutions if not heap else []

    def _taken(self, at: tuple[int, ...]) -> Taken:
        picked = zip(self.open, at, strict=True)
        return self.best | {path: self.columns[path][number] for path, number in picked}

    def _push_following(
        self,
        heap: list[tuple[int, tuple[int, ...]]],
        seen: set[tuple[int, ...]],
        loss: int,
        at: tuple[int, ...],
    ) -> None:
        """Adds the combinations that differ in one choice's next reading."""
        for place, path in enumerate(self.open):
            column, number = self.columns[path], at[place]
            if number + 1 == len(column):
                continue
            following = (*at[:place], number + 1, *at[place + 1 :])
            if following not in seen:
                seen.add(following)
                heappush(heap, (loss + column[number + 1].loss - column[number].loss, following))

    def _is_fair(self, taken: Taken) -> bool:
        """Whether a field is given up only where an equation upholds the one that its value is then.

        Otherwise leaving out a field would be the cheapest way to silence a rule.
        """
        return all(
            self._is_upheld_elsewhere(path, taken) for path in self.open if taken[path].value is ABSENT
        )

    def _is_upheld_elsewhere(self, path: str, taken: Taken) -> bool:
        others = self._others(path, self._choices[path][0])
        here = (
            place for place, other in others.items() if place in taken and taken[place].span == other.span
        )
        return any(self._weigher.upholds(place, taken) for place in here)
