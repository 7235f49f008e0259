"""Units as exact fractions of base units: those of pint, and what a pack says itself."""

import re
from fractions import Fraction
from functools import cache
from typing import Any, Final

from selfcorrect.language.expressions.notation import Dimension, Unit
from selfcorrect.model.marks import Marked
from selfcorrect.model.problems import Problems
from selfcorrect.model.suggest import suggest
from selfcorrect.model.yaml_nodes import quoted

_SIZE: Final = re.compile(
    r"(?P<low>[0-9]{1,18}(?:\.[0-9]{1,18})?)(?: to (?P<high>[0-9]{1,18}(?:\.[0-9]{1,18})?))?"
    r"(?: (?P<unit>[^0-9].*))?",
    re.ASCII,
)
_COMPOUND: Final = re.compile(
    r"[A-Za-z_]{1,40}(?:\^[2-4])?(?: ?[*/] ?[A-Za-z_]{1,40}(?:\^[2-4])?){0,4}", re.ASCII
)
_SIZES: Final = "a number and a unit, or a range: 0.01 dollar, 365 to 366 day, 1 mile / hour"


class Units:
    """The units of one notation as they are met."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        self.found: dict[str, Unit] = {}

    def named(self, name: Marked, size: Marked | None, measures: Marked | None) -> Unit | None:
        """A unit by its name: of a size in others, the base of a measure of its own, or as pint has it."""
        if measures is not None:
            unit: Unit | None = Unit(_spoken(name), ((measures.value, 1),))
        elif size is not None:
            unit = self._sized(name, size)
        else:
            unit = from_pint(name.value)
            if unit is None:
                self._unknown(name, name.value)
        if unit is not None:
            self.found[name.value] = unit
        return unit

    def _sized(self, name: Marked, size: Marked) -> Unit | None:
        match = _SIZE.fullmatch(size.value.strip())
        if match is None:
            self.problems.at(size, f"{quoted(size.value)} is no size of a unit", _SIZES)
            return None
        name_of_base = match["unit"]
        base = self.found.get(name_of_base) or from_pint(name_of_base) if name_of_base else Unit("", ())
        if base is None:
            self._unknown(size, match["unit"])
            return None
        low, high = (Fraction(match[part] or match["low"]) for part in ("low", "high"))
        if not 0 < low <= high:
            self.problems.at(size, f"{quoted(size.value)} is no size of a unit", _SIZES)
            return None
        return Unit(
            _spoken(name),
            base.dimension,
            _pair(low * Fraction(*base.factor)),
            most=_pair(high * Fraction(*(base.most or base.factor))) if high != low or base.most else None,
        )

    def _unknown(self, at: Marked, unit: str) -> None:
        size = "give its size: is: 0.45 kilogram; or what it measures: measures: NAME"
        near = suggest(unit, self.found)
        hint = near if near.endswith("?") else size
        self.problems.at(at, f"{quoted(unit)} is no unit that pint knows", hint)


def _spoken(name: Marked) -> str:
    return name.value.replace("_", " ")


@cache
def _registry() -> Any:
    """pint's units, with fractions for factors."""
    import pint

    return pint.UnitRegistry(non_int_type=Fraction, cache_folder=None)


def from_pint(text: str) -> Unit | None:
    """A unit of pint's, or a product of some (`mile / hour`), None if it has none of that name."""
    if not _COMPOUND.fullmatch(text):
        return None
    registry = _registry()
    try:
        unit = registry.parse_units(text, case_sensitive=True)
        factor, _ = registry.get_root_units(unit, check_nonmult=False)
        dimension = _dimension(unit.dimensionality)
    except Exception:  # noqa: BLE001 - whatever pint makes of a pack's word, it is no unit then
        return None
    definition = registry._units.get(str(unit))  # noqa: SLF001 - pint gives offsets no other way
    offset = getattr(getattr(definition, "converter", None), "offset", None)
    if dimension is None:
        return None
    return Unit(text.replace("_", " "), dimension, _pair(Fraction(factor)), _pair(Fraction(offset or 0)))


def _dimension(found: Any) -> Dimension | None:
    """A dimension of whole powers."""
    parts = [(str(base).strip("[]"), Fraction(power)) for base, power in found.items()]
    if any(power.denominator != 1 for _, power in parts):
        return None
    return tuple(sorted((base, int(power)) for base, power in parts if power))


def _pair(value: Fraction) -> tuple[int, int]:
    return value.numerator, value.denominator
