"""What a change of rows does to the rows that refer to them.

There may be very many. They are frozen, so that none can hold itself: no garbage is looked for in them.
"""

from collections.abc import Sequence

from msgspec import Struct


class Row(Struct, frozen=True, gc=False):
    """A row of a list: its `path` (`tasks[3]`), its id (None where its key gives none), a title."""

    list: str
    path: str
    id: str | None = None
    title: str | None = None


class Step(Struct, frozen=True, gc=False):
    """A row on a way, and the reference `by` which it names the row before; empty where the way starts."""

    row: Row
    by: str = ""


class Skipped(Struct, frozen=True, gc=False):
    """So many rows of a long way that are not told."""

    count: int


Way = tuple[Step | Skipped, ...]
"""A way that a change goes, from the changed row on; each row refers to the one before."""


class Changed(Struct, frozen=True, gc=False):
    """A row that changed. `reached`: a way leads to it from a changed row too; `ring`: from itself."""

    row: Row
    reached: bool = False
    ring: bool = False


class Stale(Struct, frozen=True, gc=False):
    """A row that has to be looked at again: the shortest `way` to it has so many `steps`. On a `ring` its own
    change comes back to it.
    """

    row: Row
    steps: int
    way: Way
    ring: bool = False

    @property
    def direct(self) -> bool:
        """Whether it refers to a changed row itself."""
        return self.steps == 1


class Reference(Struct, frozen=True, gc=False):
    """That a row names another one, `to`, under `by`."""

    row: Row
    to: Row
    by: str


class Impact(Struct, frozen=True, gc=False):
    """The rows that go stale, in the order in which they have to be looked at: each after those it refers to.

    `through` are the references that were followed, as `tasks.depends_on`; `references` those between all the
    rows told here; `notes` say what leads nowhere, or was not read.
    """

    changed: tuple[Changed, ...]
    stale: tuple[Stale, ...]
    references: tuple[Reference, ...] = ()
    through: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class Unanswered(Struct, frozen=True, gc=False):
    """Why an impact cannot be told: a code and a sentence."""

    code: str
    message: str


class ImpactError(LookupError):
    """What was asked for is not there, or is not one row; `reasons` are all there are."""

    def __init__(self, reasons: Sequence[Unanswered]) -> None:
        super().__init__("; ".join(reason.message for reason in reasons))
        self.reasons = tuple(reasons)
