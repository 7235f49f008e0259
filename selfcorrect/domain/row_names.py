"""The rows that somebody names, and how rows are named in sentences."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

from selfcorrect.domain.ledger import Ledger
from selfcorrect.language.values import show_raw
from selfcorrect.model.impact import ImpactError, Unanswered
from selfcorrect.model.suggest import suggest

Name = str | tuple[str, str]
"""An id, or a list and an id."""
_LIKELY: Final = 2_000
"""Ids among which the one that was meant is looked for."""
_TOLD: Final = 5
"""Places that a sentence names."""


class RowNames:
    """Finds rows by their ids; `alike` gives what ids are compared by where none is the one named."""

    def __init__(self, ledger: Ledger, alike: Callable[[str], str] | None = None) -> None:
        self._ids = ledger.by_id
        self._paths = ledger.paths
        self._alike = alike
        self._by_key: dict[str, list[tuple[str, int]]] | None = None

    def rows(self, names: Iterable[Name]) -> list[int]:
        """The numbers of the rows, each once. Raises ImpactError with every name that is not one row's."""
        found: dict[int, None] = {}
        wrong: list[Unanswered] = []
        for name in names:
            one = self._one(name)
            if isinstance(one, Unanswered):
                wrong.append(one)
            else:
                found[one] = None
        if wrong:
            raise ImpactError(wrong)
        return list(found)

    def _one(self, name: Name) -> int | Unanswered:
        where, text = (None, name) if isinstance(name, str) else name
        if where is not None and where not in self._ids:
            said = f"no list that references lead to is called {shown(where)}"
            return Unanswered("UNKNOWN_LIST", with_hint(said, where, self._ids))
        lists = list(self._ids) if where is None else [where]
        found = self._exactly(text, lists) or self._exactly(text.strip(), lists) or self._nearly(text, lists)
        if len(found) == 1:
            return found[0][1]
        if not found:
            return Unanswered("UNKNOWN_ROW", self._unknown(text, lists))
        places = listed([self._paths[row] for _, row in found])
        way_out = "; say in which list" if len({name for name, _ in found}) > 1 else ""
        said = f"{shown(text)} is the id of {len(found):,} rows: {places}{way_out}"
        return Unanswered("AMBIGUOUS_ROW", said)

    def _exactly(self, text: str, lists: Sequence[str]) -> list[tuple[str, int]]:
        return [(name, row) for name in lists for row in self._ids[name].get(text, ())]

    def _nearly(self, text: str, lists: Sequence[str]) -> list[tuple[str, int]]:
        """The rows whose ids are alike."""
        if self._alike is None:
            return []
        if self._by_key is None:
            self._by_key = {}
            for name, ids in self._ids.items():
                for own, rows in ids.items():
                    self._by_key.setdefault(self._alike(own), []).extend((name, row) for row in rows)
        return [(name, row) for name, row in self._by_key.get(self._alike(text), ()) if name in lists]

    def _unknown(self, text: str, lists: Sequence[str]) -> str:
        """That there is no such row, and which may have been meant: of very many ids some of those that start
        alike.
        """
        said = f"there is no row {shown(text)}"
        near = [own for name in lists for own in self._ids[name] if abs(len(own) - len(text)) < 4]
        if same := [own for own in near if own.casefold() == text.casefold()]:
            return f"{said}; did you mean {shown(same[0])}?"
        if len(near) > _LIKELY:
            near.sort(key=lambda own: own[:1].casefold() != text[:1].casefold())
        return with_hint(said, text, near[:_LIKELY])


def with_hint(said: str, name: str, options: Collection[str]) -> str:
    """A sentence about a name that is not known, with a way out."""
    hint = suggest(name, options) if len(name) < 100 else ""
    return f"{said}; {hint}" if hint else said


def shown(text: str) -> str:
    """A name as sentences quote it."""
    return f"`{show_raw(text)}`"


def listed(names: Sequence[str]) -> str:
    """The first few, and how many more there are."""
    more = len(names) - _TOLD
    return ", ".join(names[:_TOLD]) + (f" and {more:,} more" if more > 0 else "")
