"""The function of a compiled rule set, made of its source."""

import linecache
from datetime import date
from decimal import Decimal
from functools import partial
from types import CodeType
from typing import Any
from zlib import crc32

from selfcorrect.language.currencies import CENT, CURRENCIES, UNITS
from selfcorrect.language.expressions.expression import Expression
from selfcorrect.language.numbers import bucket, divide, modulo, power, round_to, to_unit
from selfcorrect.language.patterns import fits
from selfcorrect.language.printed.facts import appears, mentions, numbers, resembles
from selfcorrect.ruleset import runtime
from selfcorrect.ruleset.compiled import Compiled, Source
from selfcorrect.ruleset.found import FoundRows
from selfcorrect.ruleset.readings import FieldReading, PartReading


def build(compiled: Compiled, code: CodeType | None = None) -> Any:
    """The function of a compiled source, registered with linecache so that a traceback shows its lines.

    `code` is the compiled source, where it is at hand.
    """
    name = source_name(compiled)
    linecache.cache[name] = (len(compiled.source), None, compiled.source.splitlines(keepends=True), name)
    namespace: dict[str, Any] = {
        **_NAMESPACE,
        **{key: made(value) for key, value in compiled.constants.items()},
        "lookup": partial(_look_up, compiled.sources),
        "UNASKED": runtime.UNASKED,
    }
    if "Expression" in compiled.source or compiled.finds:
        # Loaded where a shape has printed calculations: checks of other records need no lexer.
        from selfcorrect.language.expressions import compare

        namespace |= {name: getattr(compare, name) for name in compare.OPERATIONS}
    if "Graph(" in compiled.source:
        # The same for records whose rows refer to one another.
        from selfcorrect.ruleset.graph import Graph

        namespace["Graph"] = Graph
    exec(code or compile(compiled.source, name, "exec"), namespace)  # noqa: S102 - our own source: no text of a pack is in it
    return namespace["check"]


def source_name(compiled: Compiled) -> str:
    """The file name that tracebacks through the source show."""
    return f"<selfcorrect rules {crc32(compiled.source.encode('utf-8', 'replace')):08x}>"


def made(constant: Any) -> Any:
    """A constant as the code uses it: readings become functions."""
    return constant.reader() if isinstance(constant, FieldReading | PartReading) else constant


def _look_up(sources: dict[str, Source], source: tuple[str, str], key: str, column: str) -> Any:
    return sources[source[1]].find(key, column)


_NAMESPACE: dict[str, Any] = {
    "__builtins__": {
        **{f.__name__: f for f in (abs, bool, dict, enumerate, int, len, list, set, str, tuple)},
        "Exception": Exception,
        "ValueError": ValueError,
    },
    "Decimal": Decimal,
    "iso_date": date.fromisoformat,
    "ZERO": Decimal(0),
    "CENT": CENT,
    "HUNDREDTH": Decimal("0.01"),
    "CURRENCIES": CURRENCIES,
    "UNITS": UNITS,
    "bucket": bucket,
    "divide": divide,
    "modulo": modulo,
    "power": power,
    "round_to": round_to,
    "to_unit": to_unit,
    "fits": fits,
    "appears": appears,
    "numbers": numbers,
    "mentions": mentions,
    "resembles": resembles,
    "Expression": Expression,
    "FoundRows": FoundRows,
    "Prefix": runtime.Prefix,
    **{
        f.__name__: f
        for f in (
            runtime.charge,
            runtime.shift,
            runtime.moved,
            runtime.between,
            runtime.gap,
            runtime.contains,
            runtime.distinct,
            runtime.ascending,
            runtime.peak,
            runtime.tolerance_of_print,
            runtime.iso_week,
            runtime.iso_month,
            runtime.grouped,
            runtime.repeated,
            runtime.rows_by,
            runtime.as_dict,
            runtime.unknown_fields,
            runtime.crashed,
        )
    },
}
