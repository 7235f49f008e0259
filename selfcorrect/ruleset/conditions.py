"""Conditions of rules: their parts, which rows they speak of, and what they make certain."""

from selfcorrect.language.nodes import And, Call, Node
from selfcorrect.language.walk import variables
from selfcorrect.ruleset.emitter import Emitter
from selfcorrect.ruleset.expressions import flattened
from selfcorrect.ruleset.rule import Rule


def wheres(rule: Rule) -> tuple[Node, ...]:
    """The parts of a rule's `when`, all of which must hold."""
    return flattened(And, (rule.when,)) if rule.when is not None else ()


def of_rows(condition: Node, rule: Rule) -> bool:
    """Whether a condition speaks of single rows: under `per` it says which rows are grouped at all."""
    names = variables(condition)
    of_group = {"group", *(f"per {name}" for name, _ in rule.per)}
    return bool(names & {loop.var.name for loop in rule.loops}) and not names & of_group


def implied(emitter: Emitter, condition: Node) -> tuple[str, ...]:
    """Locals that are known where a condition holds."""
    if isinstance(condition, Call) and condition.function == "present":
        return emitter.value(condition.arguments[0]).needs
    return ()


def rounds(expected: Node, actual: Node) -> bool:
    """Whether one side is the other rounded to the currency's unit, which is positive and a power of ten."""
    if not isinstance(expected, Call) or expected.function != "round" or len(expected.arguments) < 2:
        return False
    value, unit = expected.arguments
    return value == actual and isinstance(unit, Call) and unit.function == "cent"
