"""An expression as a value: what was printed, what it comes to, and how exactly it is known."""

from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from selfcorrect.language.expressions.notation import Notation, Unit

if TYPE_CHECKING:
    # Loaded with the first expression that is read: checks of other records need no lexer.
    from selfcorrect.language.expressions.fractions import Pair
    from selfcorrect.language.expressions.tokens import Number, Token


class Expression(Struct, frozen=True, eq=False):
    """One side of an equation, or a quantity: a printed calculation and its value.

    `value` takes every printed number as exact and leaves units out; None where nothing comes out exactly
    (a root, π), or nothing at all, and then `trouble` says why. `printed` is the number where it is a
    single one; `units` what it is measured in, in the order printed; `shares` whether it has a percent sign.
    """

    text: str
    tokens: "tuple[Token, ...]"
    notation: Notation
    value: "Pair | None"
    trouble: str = ""
    printed: "Number | None" = None
    units: tuple[Unit, ...] = ()
    shares: bool = False
    operators: int = 0
    noun: str = ""
    known: dict[str, Any] = field(default_factory=dict)
    """What was worked out of it once."""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Expression({self.text!r})"
