"""The JSON Schema of a shape: what it says of every kind, which keywords it keeps to, and what it takes."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from selfcorrect.domain.load import load
from selfcorrect.language.printed.taken import taken
from selfcorrect.language.schema import json_schema
from selfcorrect.language.shape import Shape
from selfcorrect.pack.cases import load_cases
from selfcorrect.pack.load import load_pack
from tests.ruleset.packs import field

KEYWORDS = {"type", "properties", "items", "enum", "required", "description", "additionalProperties"}
DECIMAL = "a decimal number as 1234.50"

FIELDS: list[tuple[Any, dict[str, Any]]] = [
    (field("a", "text"), {"type": "string"}),
    (field("a", "text", pattern="[A-Z]{3}"), {"type": "string", "description": "fits the pattern [A-Z]{3}"}),
    (
        field("a", "integer"),
        {
            "type": "string",
            "description": "a whole number as 1234",
        },
    ),
    (field("a", "number"), {"type": "string", "description": DECIMAL}),
    (
        field("a", "money", if_absent=Decimal("0.00")),
        {"type": "string", "description": f"{DECIMAL}; 0.00 if left out"},
    ),
    (
        field("a", "percent"),
        {
            "type": "string",
            "description": "a decimal number, 19 for 19 %",
        },
    ),
    (field("a", "currency"), {"type": "string", "description": "the ISO 4217 code, such as EUR"}),
    (field("a", "date"), {"type": "string", "description": "YYYY-MM-DD"}),
    (field("a", "time"), {"type": "string", "description": "HH:MM or HH:MM:SS, of 24 hours"}),
    (
        field("a", "datetime"),
        {
            "type": "string",
            "description": "YYYY-MM-DDTHH:MM:SS, with the offset from UTC if one is known",
        },
    ),
    (
        field("a", "duration", if_absent=Decimal(5400)),
        {
            "type": "string",
            "description": "hours and minutes as H:MM, or as in PT1H30M; 1:30 if left out",
        },
    ),
    (field("a", "boolean", if_absent=False), {"type": "boolean", "description": "false if left out"}),
    (field("a", "choice", choices=("x", "y")), {"type": "string", "enum": ["x", "y"]}),
    (field("a", "reference", to="tasks"), {"type": "string", "description": "names one of `tasks`"}),
    (
        field("a", "list", items=("date", {}), at_least=2),
        {"type": "array", "items": {"type": "string", "description": "YYYY-MM-DD"}, "description": "at least 2"},
    ),
    (
        field("a", "list", of=[("z", "text", {"required": True}), ("b", "boolean", None)]),
        {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"z": {"type": "string"}, "b": {"type": "boolean"}},
                "required": ["z"],
                "additionalProperties": False,
            },
        },
    ),
    (
        field("a", "object", of=[("z", "text", None)]),
        {"type": "object", "properties": {"z": {"type": "string"}}, "additionalProperties": False},
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("one", "said"), FIELDS, ids=[f"{one.kind} {n}" for n, (one, _) in enumerate(FIELDS)]
)
def test_a_field_of_every_kind(one: Any, said: dict[str, Any]) -> None:
    made = json_schema(Shape((one,)))
    assert made == {"type": "object", "properties": {"a": said}, "additionalProperties": False}
    Draft202012Validator.check_schema(made)


def test_only_what_is_always_required_is_and_fields_keep_their_order() -> None:
    shape = Shape(
        (
            field("z", "text", required=True, severity="warning"),
            field("b", "text", required_when="z == 'x'"),
            field("a", "text", required=True),
        )
    )
    made = json_schema(shape)
    assert (made["required"], list(made["properties"])) == (["z", "a"], ["z", "b", "a"])


def keywords(schema: Any) -> Iterator[str]:
    """Every keyword of a schema and of those inside it."""
    yield from schema
    for inner in [*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else [])]:
        yield from keywords(inner)


def test_the_invoices_keep_to_plain_keywords() -> None:
    made = json_schema(load_pack("invoices", templates=False).context.shape)
    Draft202012Validator.check_schema(made)
    assert set(keywords(made)) == KEYWORDS
    assert made["required"] == ["invoice_number", "date", "vendor", "currency", "total"]


def texts(value: Any) -> Any:
    """A record with its numbers as texts."""
    if isinstance(value, dict):
        return {key: texts(item) for key, item in value.items()}
    if isinstance(value, list):
        return [texts(item) for item in value]
    return value if isinstance(value, bool) else str(value)


@pytest.fixture(scope="module")
def invoices() -> Any:
    return load_pack("invoices", templates=False)


@pytest.fixture(scope="module")
def validator(invoices: Any) -> Any:
    return Draft202012Validator(json_schema(invoices.context.shape))


def test_every_sound_record_of_the_invoices_is_valid(invoices: Any, validator: Any) -> None:
    # Scalars of YAML are texts, so that truth is the only kind that is not what the schema says.
    cases = [case for case in load_cases(invoices) if case.verdict == "pass" and case.finds == ()]
    sound = {case.name: texts(taken(case.record, invoices.context.shape)) for case in cases if case.record}
    assert len(sound) > 40
    wrong = {name: error.message for name in sound for error in validator.iter_errors(sound[name])}
    assert wrong == {}


def test_what_the_reader_reads_is_valid(invoices: Any, validator: Any) -> None:
    domain = load("invoices", templates=False)
    files = invoices.folder.glob("examples/*.txt")
    reports = {path.name: domain.read(path.read_text("utf-8")) for path in files}
    sound = {name: texts(report.candidate) for name, report in reports.items() if report.passed()}
    assert len(sound) > 5
    wrong = {name: error.message for name in sound for error in validator.iter_errors(sound[name])}
    assert wrong == {}


REFUSED = [
    ({"total": 5}, "5 is not of type 'string'"),
    ({"totl": "5"}, "Additional properties are not allowed ('totl' was unexpected)"),
    ({"kind": "bill"}, "'bill' is not one of ['invoice', 'credit_note']"),
    ({"line_items": [{"amount": None}]}, "None is not of type 'string'"),
    ({"vendor": None}, "None is not of type 'string'"),
]


@pytest.mark.parametrize(("change", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_what_the_schema_of_invoices_refuses(validator: Any, change: dict[str, Any], message: str) -> None:
    whole = {"invoice_number": "1", "date": "2025-01-02", "vendor": "A", "currency": "EUR", "total": "5"}
    assert [error.message for error in validator.iter_errors({**whole, **change})] == [message]
