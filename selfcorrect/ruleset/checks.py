"""The bodies of rules: `none`, `ask`, and how many rows a rule may multiply."""

import re
from typing import Final

from selfcorrect.language.functions import NEIGHBOURS
from selfcorrect.language.lower import lower, lower_condition
from selfcorrect.language.nodes import BOOLEAN, Aggregate, Const, Each, ListOf, Loop, Node, Not, Var
from selfcorrect.language.scope import ExpressionError, Scope
from selfcorrect.language.syntax import refuse
from selfcorrect.language.walk import children, variables
from selfcorrect.model.diagnostic import Diagnostic
from selfcorrect.model.marks import Marked
from selfcorrect.ruleset.ranges import BINDING, enter_list, part
from selfcorrect.ruleset.rule import Rule

HOLE: Final = re.compile(r"\{([^{}]*)\}")
"""A value that a question is about."""
MOST_PRODUCT: Final = 2
"""Lists that do not depend on one another and may be nested: 10⁴ rows make 10⁸ pairs, and that is enough."""


def link_none(source: Marked, scope: Scope) -> tuple[tuple[Loop, ...], Node]:
    """`row in list if condition`: loops over the list, and the condition that no row may meet, negated."""
    found = BINDING.match(source.value)
    if not found:
        refuse(source, 0, len(source.value), "`none` reads NAME in LIST, or NAME in LIST if CONDITION")
    name = found[1]
    middle = _condition(source.value, found.end())
    items = lower(part(source, found.end(), middle), scope)
    if items.type.kind != "list":
        refuse(source, found.end(), len(source.value), "`none` ranges over a list")
    loops, element, given = enter_list(items, name)
    if middle is None:
        bad: Node = given or Const(type=BOOLEAN, value=True)
    else:
        bad = lower_condition(part(source, middle + len(" if ")), scope.bind({name: element}))
    return loops, Not(type=BOOLEAN, operand=bad)


def _condition(text: str, start: int) -> int | None:
    """Where ` if ` stands outside brackets and quotation marks, or None."""
    depth, quote = 0, ""
    for at in range(start, len(text)):
        char = text[at]
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        else:
            depth += (char in "([") - (char in ")]")
            if not depth and text.startswith(" if ", at):
                return at
    return None


def link_question(source: Marked, scope: Scope) -> Node:
    """The fields a question names in braces, as a list node, so that what it reads is known."""
    nodes = tuple(
        lower(part(source, hole.start(1), hole.end(1)), scope) for hole in HOLE.finditer(source.value)
    )
    if not nodes:
        refuse(
            source,
            0,
            len(source.value),
            "a question names the fields it is about",
            "in braces: Is {vendor} the seller?",
        )
    return ListOf(type=nodes[0].type, items=nodes)


def check_products(code: Marked, rule: Rule) -> None:
    """Refuse a rule that multiplies more than two independent lists. Raises ExpressionError."""
    nodes = [node for node in (rule.check, rule.when) if node is not None]
    outer = _independent(rule.loops)
    worst = max((_product(node, outer) for node in nodes), default=outer)
    if worst > MOST_PRODUCT:
        message = f"`{code.value}` multiplies {worst} independent lists; {MOST_PRODUCT} is the most"
        raise ExpressionError(
            Diagnostic(
                code.mark,
                message,
                "name an inner part in `compute`, or compare by a key",
                width=len(code.value),
            )
        )


def _independent(loops: tuple[Loop, ...]) -> int:
    """Loops over lists that belong to no row: going down into a row's own list multiplies nothing, nor does
    going along a ring.
    """
    return sum(
        1
        for loop in loops
        if not variables(loop.source) or (isinstance(loop.source, Var) and loop.source.name in NEIGHBOURS)
    )


def _product(node: Node, outer: int) -> int:
    """The deepest nesting of lists under a node that stands inside `outer` others.

    An aggregate that looks at no outer row is worked out once, outside of all.
    """
    if isinstance(node, Aggregate) and not variables(node):
        outer = 0
    if not isinstance(node, Each):
        return max((_product(child, outer) for child in children(node)), default=outer)
    inside = outer + _independent(node.loops)
    parts = [part for part in (node.element, node.condition) if part is not None]
    sources = [_product(loop.source, outer) for loop in node.loops]
    return max(inside, *sources, *(_product(part, inside) for part in parts))
