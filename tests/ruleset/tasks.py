"""Tasks that refer to one another, in few words."""

from typing import Any

from selfcorrect.ruleset.ruleset import RuleSet
from tests.ruleset.packs import draft, field, ruleset

TASKS = field(
    "tasks",
    "list",
    key="id",
    of=[
        ("id", "text", {}),
        ("status", "text", {}),
        ("parent", "reference", {"to": "tasks", "inverse": "parts"}),
        ("needs", "list", {"items": ("reference", {"to": "tasks", "codes": {"*": "UNKNOWN"}})}),
    ],
)
CIRCULAR = draft(
    "CIRCULAR",
    says="No task waits for itself, not even through others.",
    none="ring in cycles(tasks, needs)",
    at="ring",
)
RING = ruleset((TASKS,), CIRCULAR)


def plan(**needs: list[str] | str) -> dict[str, Any]:
    """A record of tasks by id, with what each needs; a text is its parent."""
    return {
        "tasks": [
            {"id": name, "parent" if isinstance(to, str) else "needs": to or None}
            for name, to in needs.items()
        ]
    }


def told(rules: RuleSet, record: object) -> list[tuple[Any, ...]]:
    """What is told of every finding: path, message, actual, related, suspects."""
    return [(v.path, v.message, v.actual, v.related, v.suspects) for v in rules.check(record).violations]
