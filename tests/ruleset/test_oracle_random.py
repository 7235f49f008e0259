"""Random packs and records: the generated function agrees with the naive evaluator, finding by finding."""

from datetime import date
from typing import Any

from hypothesis import HealthCheck, given, note, settings

from tests.ruleset.comparing import assert_agree
from tests.ruleset.packs import pack
from tests.ruleset.strategies import packs

TODAY = date(2025, 2, 28)
DOCUMENT = "Invoice of acme\n2.50 and -1, 3 x 10 = 30.00 a"


@settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))
@given(packs())
def test_generated_code_agrees_with_the_oracle(made: Any) -> None:
    context, drafts, records = made
    for one in drafts:
        note(
            f"{one.code.value}: "
            + repr(
                {k: v.value for k, v in one.texts.items()}
                | {k: [t.value for t in v] for k, v in one.lists.items()}
                | {k: {a.value: b.value for a, b in v} for k, v in one.named.items()}
            )
        )
    rules = pack(context, drafts)
    for record in records:
        assert_agree(rules, record, today=TODAY)
        assert_agree(rules, record, today=TODAY, document=DOCUMENT)
