"""Families: rules that packs share, with parameters that a pack fills in."""

import re
from typing import Final

from msgspec import Struct

from selfcorrect.model.marks import Marked
from selfcorrect.model.problems import Problems
from selfcorrect.model.suggest import suggest
from selfcorrect.model.yaml_nodes import YamlNode, quoted
from selfcorrect.pack.files import Files
from selfcorrect.pack.keys import Keys, listed, pairs
from selfcorrect.pack.names import check_name
from selfcorrect.pack.pack_file import Use
from selfcorrect.pack.rules_file import read_rules
from selfcorrect.ruleset.rule import RuleDraft

FOLDER: Final = "rules"

_KEYS: Final = ("family", "summary", "parameters", "rules")
_PARAMETER_KEYS: Final = ("says", "default", "optional")
_NAME: Final = re.compile(r"[a-z0-9_]{1,80}")


class Parameter(Struct, frozen=True):
    """A parameter of a family: what stands in for it, or whether it may be left out."""

    name: str
    default: Marked | None
    optional: bool


def read_family(use: Use, own: Files, shared: Files, problems: Problems) -> list[RuleDraft]:
    """The drafts of the family that a pack uses: of `rules/` in the pack, else of those that come with us."""
    if not _NAME.fullmatch(use.family.value):
        problems.at(
            use.family, f"{quoted(use.family.value)} is no name of a family", "small letters, digits, _"
        )
        return []
    name = f"{FOLDER}/{use.family.value}.yaml"
    files = own if own.has(name) else shared
    if not files.has(name):
        _no_family(use.family, own, shared, problems)
        return []
    node = files.node(name)
    return _drafts(node, use, problems) if node is not None else []


def _no_family(family: Marked, own: Files, shared: Files, problems: Problems) -> None:
    found = (*own.names(FOLDER, ".yaml"), *shared.names(FOLDER, ".yaml"))
    names = [path.removeprefix(f"{FOLDER}/").removesuffix(".yaml") for path in found]
    problems.at(family, f"there is no family {quoted(family.value)}", suggest(family.value, names))


def _drafts(node: YamlNode, use: Use, problems: Problems) -> list[RuleDraft]:
    keys = Keys(node, f"the family {quoted(use.family.value)}", _KEYS, problems, required=("family", "rules"))
    declared = [_parameter(name, value, problems) for name, value in pairs(keys.mapping("parameters"))]
    rules = keys.mapping("rules")
    if rules is None:
        return []
    given = _given(use, declared, problems)
    values = {parameter.name: parameter.default for parameter in declared if parameter.default} | given
    optional = frozenset(p.name for p in declared if p.optional and p.name not in values)
    drafts = read_rules(rules, problems, values, optional)
    # A rule that speaks of a parameter nobody gave would only repeat that it is missing.
    whole = all(p.name in values or p.name in optional for p in declared) and not use.spoilt
    return drafts if whole else []


def _parameter(name: Marked, node: YamlNode, problems: Problems) -> Parameter:
    check_name(name, "a parameter", problems)
    if isinstance(node, Marked):
        return Parameter(name.value, None, optional=False)
    keys = Keys(node, f"the parameter {quoted(name.value)}", _PARAMETER_KEYS, problems)
    keys.text("says")
    default, optional = keys.expression("default"), keys.flag("optional")
    if default and optional:
        said = f"the parameter {quoted(name.value)} has both `default` and `optional`"
        problems.at(name, said, "keep one of them")
    return Parameter(name.value, default, optional)


def _given(use: Use, declared: list[Parameter], problems: Problems) -> dict[str, Marked]:
    names = [parameter.name for parameter in declared]
    given = {name.value: text for name, text in use.given if name.value in names}
    told = set(use.spoilt)
    for name, _ in use.given:
        if name.value not in names:
            said = f"the family {quoted(use.family.value)} has no parameter {quoted(name.value)}"
            hint = suggest(name.value, names)
            problems.at(name, said, hint)
            # Where it was meant for a parameter, that one is misspelt and not missing.
            told |= {name for name in names if hint == f"did you mean {quoted(name)}?"}
    needed = [p.name for p in declared if not p.optional and not p.default]
    missing = [name for name in needed if name not in given and name not in told]
    if missing:
        hint = f"- {use.family.value}: {{{missing[0]}: …}}"
        problems.at(use.family, f"the family {quoted(use.family.value)} needs {listed(missing)}", hint)
    return given
