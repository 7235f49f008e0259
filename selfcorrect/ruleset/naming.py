"""Rows by name: what the record itself calls those that a finding is about."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from selfcorrect.ruleset.compiled import PlaceParts

_LONGEST: Final = 60
"""Characters of a key that a message quotes."""
WRITTEN_OUT: Final = 12
"""Rows of a ring that a finding names."""


class Way(Struct, frozen=True):
    """A ring as a finding tells it: the numbers of its rows; which of a row's references leads on, where
    rows have several; and the keys of the first rows.
    """

    numbers: tuple[int, ...]
    items: tuple[int, ...]
    keys: tuple[Any, ...]

    def rows(self, index: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        """The indexes of its rows, where that of the first is `index`, each with which reference leads on."""
        outer = index[:-1]
        if not self.items:
            return [(*outer, number) for number in self.numbers]
        return [(*outer, *pair) for pair in zip(self.numbers, self.items, strict=True)]


def key_text(raw: object) -> str:
    """A key as a message has it: on one line, and not without an end; nothing for what is no text."""
    if not isinstance(raw, str):
        return ""
    head = raw[: 4 * _LONGEST]
    text = " ".join("".join(c if c.isprintable() else " " for c in head).split()).replace("`", "'")
    whole = not text or (len(text) <= _LONGEST and len(head) == len(raw))
    return text if whole else f"{text[:_LONGEST]}…"


def row_names(
    record: Any, keys: Mapping[str, str], place: PlaceParts, index: tuple[Any, ...]
) -> dict[int, str]:
    """The keys of the rows that a place leads through, by where in the place their number stands.

    `keys` are the fields that rows are known by, by the path of their list.
    """
    found: dict[int, str] = {}
    value, path = record, ""
    try:
        for n, part in enumerate(place if keys else ()):
            if isinstance(part, int):
                value = value[index[part]]
                key = keys.get(path)
                text = key_text(value[key]) if key is not None else ""
                # What is numbered as it stands is not named twice: `tasks 3`, not `tasks 3, 3`.
                if text and text != str(index[part] + 1):
                    found[n] = text
            else:
                path = f"{path}.{part}" if path else part
                value = value[part]
    except Exception:  # noqa: BLE001 - whatever a record lacks or raises, its row has a number
        return found
    return found


def along(way: Way) -> str:
    """A ring by the keys of its rows: `A → B → A`; of a long one the first rows."""
    names = [key_text(key) for key in way.keys]
    more = len(way.numbers) - len(names)
    left_out = [f"… {more:,} more …"] if more else []
    return " → ".join([*names, *left_out, names[0]])
