"""Units that bare numbers were given in: `The rope is 3.2 m` makes a 3.2 in a later calculation metres.

A number that is given in several units, or counts something, implies none.
"""

from fractions import Fraction
from typing import Final

from selfcorrect.language.expressions.compare import agree
from selfcorrect.language.expressions.expression import Expression
from selfcorrect.language.expressions.fractions import Pair, reduced
from selfcorrect.language.expressions.notation import Unit
from selfcorrect.language.expressions.parse import Calculus, quantities
from selfcorrect.language.expressions.show import show_fraction
from selfcorrect.language.expressions.signs import Number, Token
from selfcorrect.language.expressions.stacks import HIGHEST, Run
from selfcorrect.language.expressions.units import units_between

_MOST: Final = 10_000
"""Numbers that are remembered."""


class Measures:
    """What the numbers of a text are measured in, as far as it says."""

    def __init__(self, calculus: Calculus) -> None:
        self.calculus = calculus
        self.known: dict[Pair, tuple[Unit, ...]] = {}

    def note_text(self, text: str) -> None:
        """The numbers that a text gives."""
        for quantity, _ in quantities(text, self.calculus.notation):
            if quantity.value is not None:
                self._note(reduced(quantity.value), quantity.units)

    def note(self, tokens: list[Token], run: Run) -> None:
        """The numbers of a calculation that are followed by a unit."""
        if not run.measures:
            return
        for n in range(run.first, run.last - 1):
            token, after = tokens[n], tokens[n + 1]
            if token.kind != "n" or not isinstance(token.value, Number) or after.kind != "w":
                continue
            measure = self.calculus.vocabulary.measure(after.value)  # type: ignore[arg-type]
            simple = measure is not None and len(measure.parts) == 1 and measure.parts[0][1] > 0
            unit, power = measure.parts[0] if measure and simple else (None, 0)
            raised = tokens[n + 2] if n + 2 < run.last else None
            if raised is not None and raised.kind == "p" and raised.start == after.end:
                power = min(int(raised.value), HIGHEST)  # type: ignore[call-overload]
            self._note(reduced(token.value.value), (unit,) * power if unit else ())

    def note_units(self, number: Number | None, units: tuple[Unit, ...]) -> None:
        """A number with its unit; several units say nothing of it."""
        if number is not None:
            self._note(reduced(number.value), units if len(units) == 1 else ())

    def _note(self, value: Pair, units: tuple[Unit, ...]) -> None:
        """Remember the units of a number, one for each power; none where two places say different ones."""
        if len(self.known) < _MOST:
            known = self.known.setdefault(value, units)
            if [unit.name for unit in known] != [unit.name for unit in units]:
                self.known[value] = ()

    def implied(
        self, tokens: list[Token], left: Run, side: Expression, right: Expression
    ) -> Expression | None:
        """The left side with the units its numbers were given in, where the right side is measured in
        others of the same kind and the bare numbers agree with it; None where nothing is implied.
        """
        found: list[Token] = []
        units: list[Unit] = []
        for token in tokens[left.first : left.last]:
            found.append(token)
            given = self.known.get(reduced(token.value.value), ()) if isinstance(token.value, Number) else ()
            if given:
                found += _measured(token.end, given)
                units += given
        same = right.units[0].name if len(right.units) == 1 else ""
        if all(unit.name == same for unit in units) or not agree(side, right):
            return None
        if left.operators == 1 and sum(token.kind == "w" for token in found) == 1:
            return self._by_factor(found, tuple(units), right)
        made = Expression(
            side.text, tuple(found), side.notation, side.value, units=tuple(units), operators=left.operators
        )
        return made if units_between(made, right) == "convert" else None

    def _by_factor(self, found: list[Token], units: tuple[Unit, ...], right: Expression) -> Expression | None:
        """`3.2 * 1000 = 3200 cm` of 3.2 m: a factor that converts, and not from one unit to the other."""
        numbers = [token for token in found if token.kind == "n"]
        unit, to, power = units[0], right.units[0], len(units)
        alike = (
            to.dimension == unit.dimension
            and to.name != unit.name
            and {one.name for one in right.units} == {to.name}
        )
        if len(numbers) != 2 or not alike or len(right.units) != power:
            return None
        measured, bare = (0, 1) if found[1].kind == "w" else (1, 0)
        factor = Fraction(*numbers[bare].value.value)  # type: ignore[attr-defined]
        operator = next((token.value for token in found if token.kind == "o"), "")
        if (
            operator not in ("*", "/")
            or (operator == "/" and bare == 0)
            or not self.converts(factor, (unit, to))
        ):
            return None
        wanted = (Fraction(*unit.factor) / Fraction(*to.factor)) ** power
        if unit.most or to.most or wanted == (factor if operator == "*" else 1 / factor):
            return None
        number = numbers[measured]
        value: Number = number.value  # type: ignore[assignment]
        tokens = (number, *_measured(number.end, units))
        text = f"{show_fraction(Fraction(*value.value), value.decimals)} {unit.name}"
        return Expression(text, tokens, right.notation, value.value, printed=value, units=units)

    def converts(self, factor: Fraction, units: tuple[Unit, Unit]) -> bool:
        """Whether a factor leads from one of two units to some other of its kind, or back."""
        if factor not in self.calculus.factors:
            return False
        others = {
            Fraction(*one.factor)
            for one in self.calculus.notation.units.values()
            if one.dimension == units[0].dimension and not one.most
        }
        return any(Fraction(*unit.factor) * by in others for unit in units for by in (factor, 1 / factor))


def _measured(at: int, units: tuple[Unit, ...]) -> list[Token]:
    """The tokens that make a number before them one of a unit, raised as often as it is there."""
    word = Token("w", tuple(units[0].name.split()), at, at)
    return [word, Token("p", len(units), at, at)] if len(units) > 1 else [word]
