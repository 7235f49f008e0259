"""Linked rules to a rule set."""

from collections.abc import Sequence
from decimal import Decimal

from msgspec.structs import replace

from selfcorrect.model.report import root_of
from selfcorrect.ruleset.compiled import Compiled, RuleCard
from selfcorrect.ruleset.generate import generate
from selfcorrect.ruleset.rule import Context, Rule
from selfcorrect.ruleset.ruleset import RuleSet


def compile_rules(
    rules: Sequence[Rule], context: Context, answer: tuple[str, ...] = (), least: Decimal = Decimal(0)
) -> RuleSet:
    """The rule set for linked rules.

    `answer` names fields that some rule must compare with another before a report passes; `least` is
    the coverage it needs, from 0 to 1.
    """
    compiled = generate(tuple(rules), context)
    money_in = context.shape.money_in
    upheld = tuple((field, _upholding(compiled, field, money_in)) for field in answer)
    sites = enumerate(compiled.sites)
    proofs = {n: _fields(site.rule, money_in) for n, site in sites if site.rule and site.rule.proves}
    proving = (rule for rule in compiled.rules if rule.proves and rule.equates)
    equations = frozenset(rule.code for rule in proving if len(rule.reads - {money_in}) > 1)
    finds = context.shape if context.shape.found else None
    return RuleSet(
        replace(compiled, upheld=upheld, proofs=proofs, equations=equations, least=least, finds=finds)
    )


def _fields(rule: RuleCard, money_in: str | None) -> frozenset[str]:
    """The candidate's fields that a rule reads. The currency says only how an amount is rounded."""
    return frozenset(root_of(read) for read in rule.reads - {money_in})


def _upholding(compiled: Compiled, field: str, money_in: str | None) -> int:
    """The bits of the rules that compare a field with another one.

    The currency says only how an amount is rounded; a hint, a warning or what is no proof upholds nothing.
    """
    found = 0
    for rule in compiled.rules:
        reads = rule.reads - {money_in}
        of_field = sum(read == field or read.startswith((f"{field}[", f"{field}.")) for read in reads)
        if rule.proves and 0 < of_field < len(reads):
            found |= compiled.bits.get(rule.code, 0)
    return found
