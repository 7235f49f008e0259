"""Every node kind, function and rule key once: the generated function agrees with the naive evaluator."""

from datetime import date
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from selfcorrect.language import nodes
from selfcorrect.language.functions import FUNCTIONS
from selfcorrect.language.walk import below
from tests.ruleset.comparing import assert_agree
from tests.ruleset.library import CONTEXT, RULES
from tests.ruleset.packs import Pack, pack
from tests.ruleset.records import records

TODAY = date(2025, 2, 28)
CALCULATIONS = ("agrees", "as_printed", "convert", "same_dimension", "units", "value")
"""Functions of printed calculations: an oracle for them would be a second lexer and a second arithmetic, so
tests.ruleset.test_found and tests.language.expressions say by hand what they come to.
"""


@pytest.fixture(scope="module")
def library() -> Pack:
    return pack(CONTEXT, RULES)


def all_nodes(library: Pack) -> list[nodes.Node]:
    tops: list[Any] = []
    for rule in library.rules:
        tops += [
            rule.check,
            rule.when,
            rule.expected,
            *rule.along,
            *rule.order,
            *(node for _, node in rule.per),
        ]
        tops += [loop.source for loop in rule.loops]
    return [node for top in tops if top is not None for node in below(top)]


def test_the_library_uses_every_kind_of_node(library: Pack) -> None:
    kinds = {kind for kind in vars(nodes).values() if isinstance(kind, type) and issubclass(kind, nodes.Node)}
    assert kinds - {type(node) for node in all_nodes(library)} == {nodes.Node}


def test_the_library_uses_every_function(library: Pack) -> None:
    used = {node.function for node in all_nodes(library) if isinstance(node, nodes.Aggregate | nodes.Call)}
    assert set(FUNCTIONS) - used == {"lookup", "cycles", "closure", "reaches", *CALCULATIONS}


def test_the_library_uses_every_rule_key() -> None:
    used = {key for one in RULES for keys in (one.texts, one.lists, one.named) for key in keys}
    assert used == {
        "says",
        "check",
        "none",
        "ask",
        "each",
        "per",
        "along",
        "order",
        "when",
        "let",
        "within",
        "warn_within",
        "at",
        "suspects",
        "severity",
        "when_missing",
    }


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(record=records(CONTEXT.shape))
def test_the_library_agrees_with_the_oracle(library: Pack, record: dict[str, Any]) -> None:
    assert_agree(library, record, today=TODAY)
    assert_agree(library, record, today=TODAY, document="Invoice of a: 2.50 and 2025-01-01")


SOUND: dict[str, Any] = {
    "currency": "EUR", "date": "2025-01-01", "total": 10, "subtotal": 8, "tax": 2, "box": {"width": 2, "tags": ["a"]}, "tags": ["red"],
    "items": [
        {"id": "a", "name": "x", "quantity": 2, "price": 3, "amount": 6, "rate": 7, "taxable": True, "day": "2025-01-01", "hours": "8:00", "needs": [], "parts": []},
        {"id": "b", "name": "x", "quantity": 1, "price": 8, "amount": 2, "rate": 7, "taxable": True, "day": "2025-01-02", "hours": "1:00", "parent": "a", "needs": ["a"], "parts": []},
    ],
    "rates": [{"rate": 7, "base": 8, "item": "a"}],
}  # fmt: skip


def leaves(value: Any) -> int:
    return (
        sum(map(leaves, value.values() if isinstance(value, dict) else value))
        if isinstance(value, dict | list)
        else 1
    )


def without(value: Any, number: int, put: Any) -> tuple[Any, int]:
    """The value with its leaf of that number replaced."""
    if isinstance(value, dict):
        made: dict[str, Any] = {}
        for key, part in value.items():
            made[key], number = without(part, number, put)
        return made, number
    if isinstance(value, list):
        items = []
        for part in value:
            item, number = without(part, number, put)
            items.append(item)
        return items, number
    return (put if number == 0 else value), number - 1


@pytest.mark.parametrize("put", [None, "x", -1, "2024-12-31", [], {}], ids=repr)
def test_every_single_change_to_a_sound_record_agrees(library: Pack, put: Any) -> None:
    for number in range(leaves(SOUND)):
        assert_agree(library, without(SOUND, number, put)[0], today=TODAY)
