"""What the critic says about a plan can be done: the judge takes no repair back that the templates ask for."""

import json
from typing import Any

import pytest

from selfcorrect.domain.load import load
from selfcorrect.loop.session import Session

PLANS = load("ledger_plans")
A = {"id": "A", "title": "Dig", "status": "planned"}
B = {"id": "B", "title": "Pour", "status": "planned", "depends_on": ["A"]}
C = {"id": "C", "title": "Build", "status": "planned", "depends_on": ["B"]}

REPAIRS = [
    (
        "a parent that is no row is taken out",
        [A, {**B, "parent": "Z"}],
        [A, B],
        ("UNKNOWN_PARENT", ("tasks[1].parent",)),
        ("retain", "checks_pass"),
    ),
    (
        "a row is no part of itself any more",
        [{**A, "parent": "A"}, B],
        [A, B],
        ("PART_OF_ITSELF", ("tasks[0].parent",)),
        ("retain", "checks_pass"),
    ),
    (
        "one of two rows that are parts of one another is the whole",
        [{**A, "parent": "B"}, {**B, "parent": "A"}],
        [A, {**B, "parent": "A"}],
        ("CIRCULAR_PARTS", ("tasks[0].parent", "tasks[1].parent")),
        ("retain", "checks_pass"),
    ),
    (
        "a reference of a ring is taken out",
        [{**A, "depends_on": ["C"]}, B, C],
        [A, B, C],
        ("CIRCULAR", ("tasks[0].depends_on[0]", "tasks[2].depends_on[0]", "tasks[1].depends_on[0]")),
        ("retain", "checks_pass"),
    ),
    (
        "a row that is there twice is taken out, and the rows behind it move up",
        [A, B, B, C],
        [A, B, C],
        ("DUPLICATE_ID", ("tasks[2].id", "tasks[2]")),
        ("retain", "checks_pass"),
    ),
    (
        "another row goes with the one that is there twice",
        [A, B, B, C],
        [A, B],
        ("DUPLICATE_ID", ("tasks[2].id", "tasks[2]")),
        ("inspect", "unsupported_objection"),
    ),
]


@pytest.mark.parametrize(
    ("before", "after", "found", "ends"), [case[1:] for case in REPAIRS], ids=[case[0] for case in REPAIRS]
)
def test_what_the_templates_ask_for_is_accepted(
    before: list[Any], after: list[Any], found: tuple[str, tuple[str, ...]], ends: tuple[str, str]
) -> None:
    session = Session(PLANS, document="A plan.")
    session.start()
    step = session.submit(json.dumps({"tasks": before}))
    assert step.request is not None
    feedback = step.request.feedback
    assert feedback is not None
    assert (feedback.codes, feedback.suspects) == ((found[0],), found[1])
    step = session.submit(json.dumps({"tasks": after}))
    assert step.outcome is not None
    assert (step.outcome.decision, step.outcome.reason) == ends
