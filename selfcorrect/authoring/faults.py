"""Whether an injected fault is found as it declares."""

from datetime import date

from selfcorrect.authoring.differences import differences
from selfcorrect.engines.edits import path_key
from selfcorrect.engines.injection import Injection
from selfcorrect.ruleset.ruleset import RuleSet


def check_injection(injection: Injection, rules: RuleSet, today: date | None = None) -> tuple[str, ...]:
    """The whole list of findings against what the fault declares; empty where they agree."""
    found = rules.check(injection.record, today=today).violations
    return differences(
        sorted(injection.finds, key=lambda want: (want.code, path_key(want.at or ""))),
        sorted(found, key=lambda violation: (violation.code, path_key(violation.path))),
    )
