"""Drafts to rules: every text of a rule lowered and checked, with what it leaves unsaid filled in."""

import re
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from selfcorrect.language.scope import ExpressionError, Scope, scope_of
from selfcorrect.language.shape import walk
from selfcorrect.model.diagnostic import Diagnostic
from selfcorrect.ruleset import defaults
from selfcorrect.ruleset.linker import Linker, lower_bounded
from selfcorrect.ruleset.ranges import link_each
from selfcorrect.ruleset.rule import Context, Rule, RuleDraft

_NAMES: Final = re.compile(r"[^\W\d]\w*")
_QUOTED: Final = re.compile(r"\"[^\"]*\"|'[^']*'")


def link_rules(
    drafts: Sequence[RuleDraft], context: Context
) -> tuple[tuple[Rule, ...], tuple[Diagnostic, ...]]:
    """The rules that drafts say, in order, and every diagnostic: one at most for each text of a pack.

    A draft that mentions an optional parameter which is not given falls away without one. Rules for
    the shape (`required_when`, references) come first.
    """
    scope, problems = base_scope(context)
    rules: list[Rule] = []
    for field in walk(context.shape.fields):
        for shape_draft in (
            defaults.presence(field, context.shape),
            defaults.resolution(field, context.shape),
        ):
            if shape_draft:
                rules += link_rule(shape_draft, scope, problems)
    for draft in drafts:
        if falls_away(draft) is None:
            rules += link_rule(draft, scope, problems)
    return tuple(rules), tuple(problems)


def falls_away(draft: RuleDraft) -> str | None:
    """The optional parameter, not given, that a rule of a family mentions; None if there is none."""
    texts = [
        # The rows first: without them nothing else that is missing matters.
        *(text for several in draft.lists.values() for text in several),
        *(text for key, text in draft.texts.items() if key not in ("says", "see", "template", "repair")),
        *(text for pairs in draft.named.values() for _, text in pairs),
    ]
    for text in texts:
        for name in _NAMES.findall(_QUOTED.sub("", text.value)):
            if name in draft.optional:
                return str(name)
    return None


def base_scope(context: Context) -> tuple[Scope, list[Diagnostic]]:
    """The scope of all rules of a pack, with its computed values; diagnostics of those that do not link."""
    columns = {name: source.columns for name, source in context.sources.items()}
    scope = scope_of(context.shape, columns)
    problems: list[Diagnostic] = []
    for name, text in context.compute:
        try:
            scope = scope.compute({name.value: lower_bounded(text, scope)})
        except ExpressionError as error:
            problems.append(error.diagnostic)
    return scope, problems


def link_rule(draft: RuleDraft, scope: Scope, problems: list[Diagnostic]) -> list[Rule]:
    """The rule that a draft says; several of one code where its `each` ranges over several fields.

    What is wrong with its texts goes to `problems`, and then there is no rule.
    """
    scope = replace(scope, parameters=draft.parameters) if draft.parameters else scope
    try:
        ranges = link_each(draft.lists.get("each", ()), scope)
    except ExpressionError as error:
        problems.append(error.diagnostic)
        return []
    found: list[Diagnostic] = []
    rules = [Linker(draft, scope, one, found).rule() for one in ranges]
    # A rule over several fields has the same mistake in each.
    problems.extend(dict.fromkeys(found))
    return [rule for rule in rules if rule is not None]
