"""An expression as a value: what was printed, what it comes to, and how exactly it is known."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from selfcorrect.language.expressions.notation import Notation, Unit

if TYPE_CHECKING:
    # Loaded with the first expression that is read: checks of other records need no lexer.
    from selfcorrect.language.expressions.fractions import Pair
    from selfcorrect.language.expressions.signs import Number, Token


class Expression(Struct, eq=False, gc=False):
    """One side of an equation, or a quantity: a printed calculation and its value.

    `value` takes every printed number as exact and leaves units out; None where nothing comes out exactly
    (a root, π), or nothing at all, and then `trouble` says why. `printed` is the number where it is a
    single one; `tokens` are None where nobody has needed them yet; `units` what it is measured in, in the
    order printed; `shares` whether it has a percent sign.
    """

    text: str
    tokens: "Sequence[Token] | None"
    notation: Notation
    value: "Pair | None"
    trouble: str = ""
    printed: "Number | None" = None
    units: tuple[Unit, ...] = ()
    shares: bool = False
    operators: int = 0
    known: dict[str, Any] | None = None
    """What was worked out of it once. Nothing else of an expression ever changes."""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Expression({self.text!r})"
