"""The functions of scalars, one implementation each (see `language.functions`)."""

from decimal import Decimal
from typing import Final

from selfcorrect.language.nodes import Call
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
    "year": "Decimal({0}.year)",
    "weekday": "Decimal({0}.isoweekday())",
    "lower": "{0}.lower()",
    "strip": "{0}.strip()",
    "length": "Decimal(len({0}))",
}
_MAY_FAIL: Final = frozenset({"power", "mod"})


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
    value = emitter.value(node.arguments[0])
    unit = (
        emitter.value(node.arguments[1]) if len(node.arguments) > 1 else Code(emitter.writer.constant(_ONE))
    )
    code = Code(f"round_to({value.text}, {unit.text})", join(value, unit))
    certain = len(node.arguments) == 1 or (
        isinstance(node.arguments[1], Call) and node.arguments[1].function == "cent"
    )
    return code if certain else emitter.local(node, guarded(code))


def _cent(emitter: Emitter, node: Call) -> Code:
    currency = emitter.place(node.arguments[0])
    return emitter.local(node, f"minor_unit({currency.text})", nullable=False)


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
