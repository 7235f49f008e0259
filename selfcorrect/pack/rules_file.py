"""rules.yaml, and the `rules` of a family: each entry as a draft, every text with its marks."""

from collections.abc import Collection
from collections.abc import Mapping as Named
from typing import Final

from selfcorrect.model.marks import Mark, Marked
from selfcorrect.model.problems import Problems
from selfcorrect.model.yaml_nodes import Mapping, YamlNode, quoted
from selfcorrect.pack.keys import Keys, add_wrong_kind, listed
from selfcorrect.pack.misplaced import lift_dedented, lift_nested
from selfcorrect.pack.names import CODE, check_name, check_own_code
from selfcorrect.ruleset.rule import RuleDraft

FORMS: Final = ("check", "none", "ask")
RULE_TEXTS: Final = (
    "says",
    *FORMS,
    "when",
    "within",
    "warn_within",
    "at",
    "error_type",
    "severity",
    "grade",
    "see",
    "when_missing",
    "template",
    "repair",
)
RULE_LISTS: Final = ("each", "along", "order", "suspects")
RULE_NAMED: Final = ("per", "let")
RULE_KEYS: Final = (*RULE_TEXTS, *RULE_LISTS, *RULE_NAMED)


def read_rules(
    node: YamlNode,
    problems: Problems,
    parameters: Named[str, Marked] | None = None,
    optional: frozenset[str] = frozenset(),
) -> list[RuleDraft]:
    """The drafts of a mapping of code to rule, in file order, without those whose form is wrong."""
    if not isinstance(node, Mapping):
        add_wrong_kind(node, "rules are a mapping of code to rule", problems)
        return []
    settled = lift_dedented(node, RULE_KEYS, problems, always=True)
    given = dict(parameters or {})
    drafts = []
    for code, value in settled.entries:
        if code.value in settled.broken:
            continue
        texts = _rule(code, value, problems)
        if texts:
            drafts.append(RuleDraft(code, *texts, given, optional))
    return drafts


def refuse_repeated(drafts: list[RuleDraft], problems: Problems) -> None:
    """A problem for every code that an earlier rule has."""
    first: dict[str, Mark] = {}
    for draft in drafts:
        known = first.setdefault(draft.code.value, draft.code.mark)
        if known is not draft.code.mark:
            said = f"the code {quoted(draft.code.value)} is taken"
            problems.at(draft.code, said, f"it is defined at {known}")


def refuse_shadows(drafts: list[RuleDraft], fields: Collection[str], problems: Problems) -> None:
    """A problem for every name of `per` and `let` that hides a field of the candidate.

    A family cannot know a pack's fields: its rules are left out.
    """
    for draft in drafts:
        if draft.parameters or draft.optional:
            continue
        for name, _ in (pair for key in RULE_NAMED for pair in draft.named.get(key, ())):
            if name.value in fields:
                said = f"the candidate has a field {quoted(name.value)} already"
                problems.at(name, said, "choose another name")


_Parts = tuple[dict[str, Marked], dict[str, tuple[Marked, ...]], dict[str, tuple[tuple[Marked, Marked], ...]]]


def _rule(code: Marked, node: YamlNode, problems: Problems) -> _Parts | None:
    if _is_wrapped(code, node):
        problems.at(
            code, "rules stand at the top level of rules.yaml", "leave this line out, and indent less"
        )
        return None
    known = check_own_code(code, problems)
    if isinstance(node, Mapping):
        node, misplaced = lift_nested(node, code, _is_rule, problems)
        known &= not misplaced
    keys = Keys(node, f"the rule {quoted(code.value)}", RULE_KEYS, problems)
    texts = {name: text for name in RULE_TEXTS if (text := keys.text(name))}
    lists = {name: several for name in RULE_LISTS if (several := keys.texts(name))}
    named = {name: pairs for name in RULE_NAMED if name in keys and (pairs := keys.expressions(name))}
    for name, _ in (pair for several in named.values() for pair in several):
        known &= check_name(name, "a part", problems)
    if keys.whole and known:
        known = _is_complete(code, texts, problems)
    return (texts, lists, named) if keys.whole and known else None


def _is_complete(code: Marked, texts: dict[str, Marked], problems: Problems) -> bool:
    forms = [form for form in FORMS if form in texts]
    if "says" not in texts and not forms:
        problems.at(code, f"{quoted(code.value)} needs `says`, and one of {listed(FORMS)}")
        return False
    if "says" not in texts:
        problems.at(code, f"{quoted(code.value)} needs `says`", "a true sentence, such as: The lines add up.")
    if not forms:
        problems.at(code, f"{quoted(code.value)} needs one of {listed(FORMS)}")
    elif len(forms) > 1:
        problems.at(code, f"{quoted(code.value)} has {listed(forms)}, and a rule has one of them")
    return "says" in texts and len(forms) == 1


def _is_rule(key: Marked, value: YamlNode) -> bool:
    """Whether an entry among a rule's keys can only be another rule."""
    if key.value in RULE_KEYS or not isinstance(value, Mapping):
        return False
    return bool(CODE.fullmatch(key.value)) or any(inner.value in FORMS for inner, _ in value.entries)


def _is_wrapped(code: Marked, node: YamlNode) -> bool:
    """Whether all rules stand under a key of their own."""
    if CODE.fullmatch(code.value) or not isinstance(node, Mapping):
        return False
    return any(isinstance(value, Mapping) and CODE.fullmatch(key.value) for key, value in node.entries)
