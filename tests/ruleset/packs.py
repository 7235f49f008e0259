"""Shapes, drafts and rule sets made by hand, in few words."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any, NamedTuple

from selfcorrect.language.shape import Field, Shape
from selfcorrect.model.marks import Mark, Marked
from selfcorrect.ruleset.compile import compile_rules
from selfcorrect.ruleset.compiled import Source
from selfcorrect.ruleset.link import link_rules
from selfcorrect.ruleset.rule import Context, Rule, RuleDraft
from selfcorrect.ruleset.ruleset import RuleSet

SHAPE_MARK = Mark("pack.yaml", 1, 1)
LISTS = ("each", "along", "order", "suspects")


def text(value: str, line: int = 1, column: int = 1) -> Marked:
    """A scalar of a rules file."""
    return Marked(value, Mark("rules.yaml", line, column))


def field(name: str, kind: Any, row: str = "", **keys: Any) -> Field:
    """A field of the row at path `row`; its own `fields` and `item` are given without a path."""
    path = f"{row}.{name}" if row else name
    if "of" in keys:
        keys["fields"] = tuple(field(n, k, path, **(more or {})) for n, k, more in keys.pop("of"))
    if "items" in keys:
        item_kind, more = keys.pop("items")
        keys["item"] = Field("", item_kind, path, SHAPE_MARK, **more)
    if isinstance(keys.get("required_when"), str):
        keys["required_when"] = Marked(keys["required_when"], SHAPE_MARK)
    return Field(name, kind, path, SHAPE_MARK, **keys)


def draft(code: str, **keys: Any) -> RuleDraft:
    """A rule as a rules file has it: texts, lists of texts, named texts."""
    lists, named, texts = {}, {}, {}
    for key, value in {"says": f"{code} holds.", **keys}.items():
        if key in LISTS:
            lists[key] = tuple(text(one) for one in ([value] if isinstance(value, str) else value))
        elif isinstance(value, dict):
            named[key] = tuple((text(name), text(one)) for name, one in value.items())
        else:
            texts[key] = text(value)
    return RuleDraft(text(code), texts, lists, named)


def link(drafts: Iterable[RuleDraft], context: Context) -> tuple[Rule, ...]:
    """The linked rules; every draft must link."""
    rules, problems = link_rules(tuple(drafts), context)
    assert problems == (), "\n".join(str(problem) for problem in problems)
    return rules


class Pack(NamedTuple):
    """Rules with what they were linked against, and compiled."""

    context: Context
    rules: tuple[Rule, ...]
    compiled: RuleSet

    def __repr__(self) -> str:
        return f"<pack of {len(self.rules)} rules>"


def pack(context: Context, drafts: Iterable[RuleDraft]) -> Pack:
    """The pack of drafts, all of which link."""
    rules = link(drafts, context)
    return Pack(context, rules, compile_rules(rules, context))


def ruleset(
    fields: tuple[Field, ...], *drafts: RuleDraft, money_in: str | None = None, **context: Any
) -> RuleSet:
    """The compiled rules over a shape of these fields."""
    return pack(Context(Shape(fields, money_in), **context), drafts).compiled


def found(rules: RuleSet, record: object, **keys: Any) -> list[tuple[str, str, str | None, str | None]]:
    """Violations as (code, path, expected, actual)."""
    return [(v.code, v.path, v.expected, v.actual) for v in rules.check(record, **keys).violations]


def left_open(rules: RuleSet, record: object, **keys: Any) -> list[tuple[str, str, str]]:
    """Rules that were not evaluated, as (code, path, reason)."""
    return [(n.code, n.path, n.reason) for n in rules.check(record, **keys).not_evaluated]


VENDORS = Source(
    "vendors",
    "name",
    {"name": "text", "limit": "money", "city": "text"},
    {
        "acme": {"name": "acme", "limit": Decimal("10.00"), "city": "Bonn"},
        "b": {"name": "b", "limit": None, "city": "Köln"},
    },
)
