"""How one value of a record is read: what generated code calls when a value is not of the likeliest form."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from selfcorrect.language.expressions.notation import Notation
from selfcorrect.language.patterns import fits
from selfcorrect.language.values import BAD, READERS, Unreadable, read_worked_out

Read = Callable[[list[Any], tuple[Any, ...], Any], Any]
"""`read(findings, index, raw)`: the typed value, None if missing or wrong; what is wrong is a finding."""


class FieldReading(Struct, frozen=True):
    """The reading of a scalar field: its kind, the sites of what may be wrong with it, its default; of a
    calculation also how it is written.
    """

    kind: str
    wrong: int
    out_of_range: int
    missing: int | None
    default: Any
    choices: tuple[int, tuple[str, ...]] | None
    pattern: tuple[int, str] | None
    notation: Notation | None = None

    def reader(self) -> Read:
        """The function."""
        missing, default, kind = self.missing, self.default, self.kind
        read = READERS[kind] if self.notation is None else partial(read_worked_out, kind, self.notation)
        wrong, out_of_range = self.wrong, self.out_of_range
        judge = self.judge() if self.choices or self.pattern else None

        def read_field(out: list[Any], index: tuple[Any, ...], raw: Any) -> Any:
            try:
                if raw.__class__ is not str and isinstance(raw, str):
                    raw = str.__str__(raw)
                if raw is None or (raw.__class__ is str and (not raw or raw.isspace())):
                    if missing is not None:
                        out.append((missing, index, None, None))
                    return default
                value = read(raw)
            except Exception:  # noqa: BLE001 - a value whose own methods raise is none of any kind
                value = BAD
            if value.__class__ is Unreadable:
                out.append((wrong if value is BAD else out_of_range, index, kind, raw))
                return None
            return value if judge is None else judge(out, index, value)

        return read_field

    def judge(self) -> Read:
        """A further look at a typed value: no choice is unknown; a bad pattern leaves the value."""
        choices, pattern = self.choices, self.pattern

        def judge(out: list[Any], index: tuple[Any, ...], value: Any) -> Any:
            if choices and value not in choices[1]:
                out.append((choices[0], index, ", ".join(choices[1]), value))
                return None
            if pattern and not fits(pattern[1], value):
                out.append((pattern[0], index, pattern[1], value))
            return value

        return judge


class PartReading(Struct, frozen=True):
    """The reading of a list (`kind` "list") or an object ("dict") that is neither in its usual form."""

    kind: str
    wrong: int
    missing: int | None
    null_is_wrong: bool

    def reader(self) -> Read:
        """The function."""
        a_list, wrong, missing, null_is_wrong = (
            self.kind == "list",
            self.wrong,
            self.missing,
            self.null_is_wrong,
        )

        def read_part(out: list[Any], index: tuple[Any, ...], raw: Any) -> Any:
            try:
                if a_list and isinstance(raw, list | tuple):
                    return list(raw)
                if not a_list and isinstance(raw, Mapping):
                    return dict(raw)
            except Exception:  # noqa: BLE001 - what cannot be gone through is no list and no object
                out.append((wrong, index, "list" if a_list else "object", raw))
                return None
            blank = raw is None or (isinstance(raw, str) and (not raw or raw.isspace()))
            if not blank or null_is_wrong:
                out.append((wrong, index, "list" if a_list else "object", raw))
            elif missing is not None:
                out.append((missing, index, None, None))
            return None

        return read_part
