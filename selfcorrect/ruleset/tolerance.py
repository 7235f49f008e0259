"""`within`: how far the two sides of an equality may lie apart."""

import re
from decimal import Decimal
from typing import Final

from selfcorrect.language.lower import lower
from selfcorrect.language.nodes import Const, Type
from selfcorrect.language.numbers import parse_number
from selfcorrect.language.operators import describe
from selfcorrect.language.scope import Scope
from selfcorrect.language.shape import WORKED_OUT
from selfcorrect.language.syntax import refuse
from selfcorrect.language.values import SECONDS
from selfcorrect.model.marks import Marked
from selfcorrect.ruleset.rule import Tolerance

_CENTS: Final = re.compile(r"([0-9]{1,6}) cents?", re.ASCII)
_SHARE: Final = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?) ?%", re.ASCII)
_WORDY: Final = re.compile(r"[0-9.,]+ ?[a-z]+", re.ASCII)
_PLACE: Final = "1 place"
_FORMS: Final = "0.01, 1 cent, 1%, printed, 1 place, or an expression; of times: 1 minute"
_TIME: Final = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?) ([a-z]+)", re.ASCII)
_MOMENTS: Final = ("date", "datetime", "duration")


def link_tolerance(source: Marked, scope: Scope, sides: Type) -> Tolerance:
    """The tolerance that a `within` text says, for an equality of values of type `sides`.

    Raises ExpressionError for a form that does not fit.
    """
    text = source.value.strip()
    if sides.kind in _MOMENTS:
        return _of_time(source, text, scope)
    if sides.kind in WORKED_OUT:
        return _of_calculations(source, text)
    if not sides.numeric:
        refuse(source, 0, len(text), f"{describe(sides)} is equal or not: a tolerance has no meaning here")
    if text == _PLACE:
        return Tolerance("place", None)
    if text == "printed":
        return Tolerance("printed", None)
    if cents := _CENTS.fullmatch(text):
        return Tolerance("cents", _literal(cents[1]))
    if share := _SHARE.fullmatch(text):
        return Tolerance("share", _literal(share[1], Decimal("0.01")))
    if _WORDY.fullmatch(text) or "," in text:
        refuse(source, 0, len(text), f"`{text}` is not a tolerance", _FORMS)
    node = lower(source, scope)
    if not node.type.numeric:
        refuse(
            source,
            0,
            len(text),
            f"a tolerance is a number, and this is {describe(node.type)}",
            _FORMS,
        )
    if isinstance(node, Const) and node.value < 0:
        refuse(source, 0, len(text), "a tolerance is not negative")
    return Tolerance("amount", node)


def _of_time(source: Marked, text: str, scope: Scope) -> Tolerance:
    found = _TIME.fullmatch(text)
    if found and found[2] in SECONDS:
        return Tolerance("amount", _literal(found[1], SECONDS[found[2]]))
    node = None if found else lower(source, scope)
    if node is None or node.type.kind != "duration":
        refuse(source, 0, len(text), f"`{text}` is not a stretch of time", "1 minute, 12 hours, 2 days")
    return Tolerance("amount", node)


def _of_calculations(source: Marked, text: str) -> Tolerance:
    if text in ("printed", _PLACE):
        return Tolerance("printed" if text == "printed" else "place", None)
    if share := _SHARE.fullmatch(text):
        return Tolerance("share", _literal(share[1], Decimal("0.01")))
    return refuse(source, 0, len(text), f"`{text}` is no tolerance of calculations", "printed, 1 place, 5%")


def _literal(text: str, factor: Decimal = Decimal(1)) -> Const:
    return Const(type=Type("number", literal=True), value=parse_number(text) * factor)
