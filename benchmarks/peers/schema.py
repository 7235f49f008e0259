"""jsonschema-rs says whether the shape is sound; code by hand does the arithmetic.

Where the shape is not sound the arithmetic is not done at all: a schema says that a value is wrong, not
what may still be concluded from the others.
"""

from collections.abc import Callable
from datetime import date
from typing import Any

import jsonschema_rs

from benchmarks.hand import CENTS, Finding
from benchmarks.peers.arithmetic import check as arithmetic

_TEXT = {"type": "string", "pattern": r"\S"}
_NUMBER = {"type": "number", "exclusiveMaximum": 10**18, "exclusiveMinimum": -(10**18), "multipleOf": 1e-9}
_DATE = {"type": "string", "format": "date"}
_PART = {
    "type": "object",
    "additionalProperties": False,
    "properties": {"reason": _TEXT, "amount": _NUMBER, "tax_rate": _NUMBER},
}
_LINE = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        **dict.fromkeys(("description", "unit"), _TEXT),
        **dict.fromkeys(
            ("quantity", "unit_price", "base_quantity", "discount", "discount_rate", "amount", "tax_rate"),
            _NUMBER,
        ),
    },
}
_RATE = {
    "type": "object",
    "additionalProperties": False,
    "properties": dict.fromkeys(("rate", "base", "tax"), _NUMBER),
}
SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "additionalProperties": False,
    "required": ["invoice_number", "date", "vendor", "currency", "total"],
    "properties": {
        "kind": {"enum": ["invoice", "credit_note"]},
        **dict.fromkeys(("invoice_number", "vendor", "customer", "corrects"), _TEXT),
        **dict.fromkeys(("date", "due_date"), _DATE),
        "currency": {"enum": sorted(CENTS)},
        "tax_included": {"type": "boolean"},
        "line_items": {"type": "array", "minItems": 1, "items": _LINE},
        **dict.fromkeys(("subtotal", "net", "tax", "total", "prepaid", "rounding", "amount_due"), _NUMBER),
        **dict.fromkeys(("allowance_total", "charge_total", "tendered", "change"), _NUMBER),
        "allowances": {"type": "array", "items": _PART},
        "charges": {"type": "array", "items": _PART},
        "tax_breakdown": {"type": "array", "items": _RATE},
    },
}


def checker(latest: date) -> Callable[[Any], list[Finding]]:
    """A function that checks one record of exact numbers."""
    validator = jsonschema_rs.Draft202012Validator(SCHEMA, validate_formats=True)

    def check(record: Any) -> list[Finding]:
        if validator.is_valid(record):
            return arithmetic(record, latest)
        return [finding for error in validator.iter_errors(record) for finding in _findings(error)]

    return check


def _findings(error: jsonschema_rs.ValidationError) -> list[Finding]:
    path = render(error.instance_path)
    kind = error.kind
    match kind.name:
        case "required":
            return [("MISSING_FIELD", str(getattr(kind, "property", "")), None, None)]
        case "additionalProperties":
            extra = getattr(kind, "unexpected", ())
            return [("UNKNOWN_FIELD", f"{path}.{name}".lstrip("."), None, None) for name in extra]
        case "enum" if path == "kind":
            return [("NOT_A_CHOICE", path, None, error.instance)]
        case "minItems":
            return [("TOO_FEW", path, None, None)]
        case "exclusiveMaximum" | "exclusiveMinimum" | "multipleOf":
            return [("NUMBER_OUT_OF_RANGE", path, None, error.instance)]
        case _ if error.instance is None:
            return [("MISSING_FIELD", path, None, None)]
        case _:
            return [("WRONG_TYPE", path, None, error.instance)]


def render(steps: Any) -> str:
    """Steps to a value as a path: `line_items[2].amount`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).lstrip(".")
