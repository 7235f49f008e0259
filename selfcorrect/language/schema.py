"""A candidate's shape as JSON Schema, in the plain keywords that engines of all kinds take.

Numbers are texts there: a model's JSON number passes through binary floats in many a client, a text does not.
"""

from typing import Any, Final

from selfcorrect.language.shape import Field, Kind, Shape
from selfcorrect.language.values import show_duration, show_value

_DECIMAL: Final = "a decimal number as 1234.50"
_FORMS: Final[dict[Kind, str]] = {
    "integer": "a whole number as 1234",
    "number": _DECIMAL,
    "money": _DECIMAL,
    "percent": "a decimal number, 19 for 19 %",
    "currency": "the ISO 4217 code, such as EUR",
    "date": "YYYY-MM-DD",
    "time": "HH:MM or HH:MM:SS, of 24 hours",
    "datetime": "YYYY-MM-DDTHH:MM:SS, with the offset from UTC if one is known",
    "duration": "hours and minutes as H:MM, or as in PT1H30M",
    "quantity": "a number and its unit as 5 km",
    "expression": "a calculation as 3 * 12",
}
"""How the text of a kind is written."""


def json_schema(shape: Shape) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a candidate, its fields as declared.

    Only what the shape requires always is required. A default and the fewest rows are told in words, as not
    every engine takes keywords for them. The caller may change what it gets.
    """
    return _object(shape.given)


def _object(fields: tuple[Field, ...]) -> dict[str, Any]:
    made: dict[str, Any] = {"type": "object", "properties": {field.name: _field(field) for field in fields}}
    if required := [field.name for field in fields if field.required]:
        made["required"] = required
    return {**made, "additionalProperties": False}


def _field(field: Field) -> dict[str, Any]:
    made = _value(field)
    if told := "; ".join(_told(field)):
        made["description"] = told
    return made


def _value(field: Field) -> dict[str, Any]:
    if field.kind == "list":
        return {"type": "array", "items": _field(field.item) if field.item else _object(field.fields)}
    if field.kind == "object":
        return _object(field.fields)
    if field.kind == "boolean":
        return {"type": "boolean"}
    return {"type": "string", **({"enum": list(field.choices)} if field.choices else {})}


def _told(field: Field) -> list[str]:
    """What is said of a field in words."""
    told = [_FORMS[field.kind]] if field.kind in _FORMS else []
    if field.to:
        told.append(f"names one of `{field.to}`")
    if field.pattern:
        told.append(f"fits the pattern {field.pattern}")
    if field.at_least:
        told.append(f"at least {field.at_least}")
    if field.if_absent is not None:
        show = show_duration if field.kind == "duration" else show_value
        told.append(f"{'empty' if field.kind == 'list' else show(field.if_absent)} if left out")
    return told
