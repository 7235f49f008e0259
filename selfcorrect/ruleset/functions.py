"""The functions of scalars, one implementation each (see `language.functions`)."""

from decimal import Decimal
from typing import Final

from selfcorrect.language.nodes import Call, Node
from selfcorrect.language.shape import ROOT
from selfcorrect.ruleset.emitter import Code, Emit, Emitter, guarded, join, known
from selfcorrect.ruleset.tables import table

_ONE: Final = Decimal(1)
_TEXTS: Final = {
    "abs": "abs({0})",
    "power": "power({0}, {1})",
    "mod": "modulo({0}, {1})",
    "percent": "({0} * HUNDREDTH)",
    "days": "({0} * 86400)",
    "hours": "({0} * 3600)",
    "minutes": "({0} * 60)",
    "week": "iso_week({0})",
    "month": "iso_month({0})",
    "year": "{0}.year",
    "weekday": "{0}.isoweekday()",
    "lower": "{0}.lower()",
    "strip": "{0}.strip()",
    "length": "len({0})",
    "resembles": "resembles({0}, {1})",
    "mentions": "mentions({0}, {1})",
    "value": "number_of({0})",
    "units": "units_between({0}, {1})",
    "agrees": "agree({0}, {1})",
    "as_printed": "as_printed({0}, {1})",
    "same_dimension": "same_dimension({0}, {1})",
    "convert": "convert({0}, {1})",
}
_MAY_FAIL: Final = frozenset({"power", "mod", "value", "agrees", "as_printed", "same_dimension", "convert"})


def call(emitter: Emitter, node: Call) -> Code:
    """The code of a call."""
    return _CALLS.get(node.function, _strict_call)(emitter, node)


def _strict_call(emitter: Emitter, node: Call) -> Code:
    codes = [emitter.value(argument) for argument in node.arguments]
    text = _TEXTS[node.function].format(*(code.text for code in codes))
    if node.function in _MAY_FAIL:
        return emitter.local(node, guarded(Code(text, join(*codes))))
    return Code(text, join(*codes))


def _present(emitter: Emitter, node: Call) -> Code:
    code = emitter.value(node.arguments[0])
    return Code(f"({known(code.needs)})" if code.needs else "True")


def _first_known(emitter: Emitter, node: Call) -> Code:
    codes = [emitter.place(argument) for argument in node.arguments]
    text = codes[-1].text
    for code in reversed(codes[:-1]):
        text = f"{code.text} if {code.text} is not None else {text}" if code.needs else code.text
    return emitter.local(node, text, nullable=all(code.needs for code in codes))


def _round(emitter: Emitter, node: Call) -> Code:
    value, *units = (emitter.value(argument) for argument in node.arguments)
    if not units:
        return Code(f"to_unit({value.text}, {emitter.writer.constant(_ONE)})", value.needs)
    code = Code(f"({value.text}, {units[0].text})", join(value, *units))
    if _is_cent(node.arguments[1]):
        return Code(f"to_unit{code.text}", code.needs)
    return emitter.local(node, guarded(Code(f"round_to{code.text}", code.needs)))


def _is_cent(node: Node) -> bool:
    return isinstance(node, Call) and node.function == "cent"


def _cent(emitter: Emitter, node: Call) -> Code:
    currency = emitter.place(node.arguments[0])
    return emitter.local(node, f"UNITS.get({currency.text})")


def _matches(emitter: Emitter, node: Call) -> Code:
    text, pattern = (emitter.value(argument) for argument in node.arguments)
    return Code(f"fits({pattern.text}, {text.text})", text.needs)


def _today(emitter: Emitter, _: Call) -> Code:
    emitter.asks_today = True
    return Code("today")


def _numbers(emitter: Emitter, node: Call) -> Code:
    code = emitter.value(node.arguments[0])
    return emitter.local(node, guarded(Code(f"numbers({code.text})", code.needs)))


def _resolves(emitter: Emitter, node: Call) -> Code:
    code = emitter.value(node.arguments[0])
    rows = node.arguments[0].type.row or ROOT
    return Code(f"({code.text} in {table(rows)})", (*code.needs, *emitter.list_needs(rows)))


def _appears(emitter: Emitter, node: Call) -> Code:
    code = emitter.value(node.arguments[0])
    emitter.labels["document"] = "document"
    return Code(f"appears({code.text}, facts)", (*code.needs, "document"))


_CALLS: Final[dict[str, Emit]] = {
    "present": _present,
    "first_known": _first_known,
    "round": _round,
    "cent": _cent,
    "matches": _matches,
    "today": _today,
    "numbers": _numbers,
    "appears": _appears,
    "resolves": _resolves,
}
