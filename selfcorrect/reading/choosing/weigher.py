"""Weighs candidates made of readings, and asks what depends on a value."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any, Final

from msgspec.structs import replace

from selfcorrect.model.report import Weight
from selfcorrect.reading.fields.offers import Option

Taken = dict[str, Option]
"""Readings by path."""

_MOST_KEPT: Final = 512
"""Weights that are remembered."""


def otherwise(value: Decimal) -> tuple[Decimal, ...]:
    """Other numbers than one: two of its last digits more and less, and a very different one."""
    exponent = value.as_tuple().exponent
    step = Decimal(2).scaleb(exponent if isinstance(exponent, int) else 0)
    return (value + step, value - step, value + 1 + abs(value))


class Weigher:
    """What rules say of candidates made of readings; `equations` are codes of rules that equate numbers."""

    def __init__(
        self,
        build: Callable[[Taken], dict[str, Any]],
        weigh: Callable[[dict[str, Any]], Weight],
        equations: frozenset[str],
    ) -> None:
        self._build = build
        self._weigh = weigh
        self._equations = equations
        self._known: dict[frozenset[tuple[str, int]], tuple[Weight, Taken]] = {}

    def weigh(self, taken: Taken) -> Weight:
        """What the rules say of a candidate."""
        # The readings are kept beside their weight, so that no identity is used again.
        key = frozenset((path, id(option)) for path, option in taken.items())
        known = self._known.get(key)
        if known is None:
            known = self._weigh(self._build(taken)), dict(taken)
            if len(self._known) < _MOST_KEPT:
                self._known[key] = known
        return known[0]

    def upholds(self, path: str, taken: Taken) -> bool:
        """Whether some equation holds exactly that would not if the number at a path were another.

        A tolerance of a cent is for sums that were rounded; a digit that was misread must not hide in it.
        """
        value = taken[path].value
        return isinstance(value, Decimal) and all(
            self.holds(path, other, taken) for other in otherwise(value)
        )

    def holds(self, path: str, otherwise: Any, taken: Taken) -> bool:
        """Whether another value at a path makes an equation fail that holds now."""
        before = self.weigh(taken).failing
        changed = {**taken, path: replace(taken[path], value=otherwise)}
        return not self._equations.isdisjoint(self.weigh(changed).failing - before)
