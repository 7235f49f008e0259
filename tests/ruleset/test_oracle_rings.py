"""Records whose rows refer to one another in all ways: the generated function agrees with the naive evaluator.

Chance alone makes hardly a ring, so keys and references are put into records that chance made.
"""

from datetime import date
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from selfcorrect.language.shape import Field, Shape
from tests.ruleset.comparing import assert_agree
from tests.ruleset.library import CONTEXT, RULES
from tests.ruleset.packs import Pack, pack
from tests.ruleset.records import DRAW, records
from tests.ruleset.strategies import packs

TODAY = date(2025, 2, 28)
KEYS = ["a", "b", "c", "d", "e", "a "]
"""Keys as they are given out to rows; blanks around them are part of them."""


@st.composite
def tangled(draw: DRAW, shape: Shape, record: dict[str, Any]) -> dict[str, Any]:
    """The record with references between the rows of its lists, to which some are added, and now and then a
    key that is missing or there twice.
    """
    made = dict(record)
    for one in shape.fields:
        if one.kind == "list" and one.key and isinstance(made.get(one.name), list):
            rows = [*made[one.name], *[{} for _ in range(draw(st.integers(0, 4)))]][: len(KEYS)]
            made[one.name] = [_row(draw, one, row, number) for number, row in enumerate(rows)]
        elif one.kind == "reference":
            made[one.name] = draw(st.sampled_from(KEYS))
    return made


def _row(draw: DRAW, rows: Field, row: Any, number: int) -> Any:
    if not isinstance(row, dict):
        return row
    names = st.sampled_from([*KEYS[:4] * 3, *KEYS, "z"])
    made = {**row, rows.key: draw(st.sampled_from([*[KEYS[number]] * 12, "a", None]))}
    for one in rows.fields:
        if one.kind == "reference":
            made[one.name] = draw(names)
        elif one.item and one.item.kind == "reference":
            made[one.name] = draw(st.lists(names, max_size=3))
    return made


@pytest.fixture(scope="module")
def library() -> Pack:
    return pack(CONTEXT, RULES)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(record=records(CONTEXT.shape).flatmap(lambda record: tangled(CONTEXT.shape, record)))
def test_the_library_agrees_with_the_oracle(library: Pack, record: dict[str, Any]) -> None:
    assert_agree(library, record, today=TODAY)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(packs(), st.data())
def test_random_packs_agree_with_the_oracle(made: Any, data: Any) -> None:
    context, drafts, some = made
    rules = pack(context, drafts)
    for record in some:
        assert_agree(rules, data.draw(tangled(context.shape, record)), today=TODAY)
