"""The compiled rule set beside the oracle: whole lists of findings, and on failure the generated code."""

from collections import Counter
from typing import Any

from selfcorrect.ruleset.ruleset import RuleSet
from tests.ruleset.oracle import Oracle
from tests.ruleset.packs import Pack

Seen = dict[str, Any]


def compiled(rules: RuleSet, record: object, **given: Any) -> Seen:
    """What the generated function finds, in the oracle's terms."""
    report = rules.check(record, **given)
    shape: list[tuple[str, str, str, str | None]] = []
    by_rule = []
    for v in report.violations:
        if v.rule is not None and v.rule.file == "rules.yaml":
            by_rule.append((v.code, v.path, v.severity, v.expected, v.actual, v.related))
        elif v.code in SHAPE_RULES and v.actual is None and v.expected is None:
            shape.append((v.code, v.path, v.severity, None))
        else:
            shape.append((v.code, v.path, v.severity, v.actual))
    return {
        "shape": Counter(shape),
        "rules": by_rule,
        "open": [(entry.code, entry.path) for entry in report.not_evaluated],
        "coverage": (report.coverage.applicable, report.coverage.evaluated),
    }


SHAPE_RULES = ("MISSING_FIELD", "UNKNOWN_REFERENCE")


def expected(rules: Pack, record: object, **given: Any) -> Seen:
    """What the semantics say."""
    oracle = Oracle(rules.rules, rules.context, record, **given)
    shape = [v for v in oracle.violations if len(v) == 4]
    by_rule = [v for v in oracle.violations if len(v) == 6]
    shape_codes = {rule.code for rule in rules.rules if rule.mark.file == "pack.yaml"}
    shape += [(*v[:3], None) for v in by_rule if v[0] in shape_codes]
    return {
        "shape": Counter(shape),
        "rules": [v for v in by_rule if v[0] not in shape_codes],
        "open": oracle.open,
        "coverage": oracle.coverage,
    }


def assert_agree(rules: Pack, record: object, **given: Any) -> None:
    """The generated function finds exactly what the oracle finds."""
    ours, theirs = compiled(rules.compiled, record, **given), expected(rules, record, **given)
    if ours != theirs:
        texts = "\n".join(f"{rule.code}: {rule}" for rule in rules.rules)
        differences = [
            f"{key}\n  compiled {ours[key]}\n  oracle   {theirs[key]}"
            for key in ours
            if ours[key] != theirs[key]
        ]
        raise AssertionError("\n".join([rules.compiled.code, texts, f"record: {record!r}", *differences]))
