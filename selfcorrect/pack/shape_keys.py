"""The keys of a field, and which of them belong to which type."""

from typing import Final

from selfcorrect.language.shape import SCALAR_KINDS, Kind
from selfcorrect.model.problems import Problems
from selfcorrect.model.yaml_nodes import mark_of
from selfcorrect.pack.keys import Keys, listed

FIELD_KEYS: Final = (
    "type",
    "required",
    "required_when",
    "if_absent",
    "pattern",
    "at_least",
    "of",
    "key",
    "to",
    "inverse",
    "impact",
    "find",
    "in",
    "by",
    "with",
    "code",
    "severity",
)
_BELONGS: Final[dict[str, tuple[str, ...]]] = {
    "pattern": ("text", "reference"),
    "if_absent": (*SCALAR_KINDS, "list"),
    "at_least": ("list",),
    "key": ("list",),
    "of": ("list", "object", "choice"),
    "to": ("reference",),
    "inverse": ("reference",),
    "impact": ("reference", "list"),
    "find": ("list",),
    "in": ("list",),
    "by": ("list",),
    "with": ("list",),
}
"""Keys that only some kinds have."""
_FIND: Final = "a list that is found says by which finder and in which texts: find: equations, in: steps"
NEEDS: Final = {"list": "of", "object": "of", "choice": "of", "reference": "to"}


def suits(keys: Keys, kind: Kind, problems: Problems) -> bool:
    """Whether the keys given are those of the kind."""
    needed = NEEDS.get(kind)
    if needed and needed not in keys:
        problems.add(keys.mark, f"{keys.what} is a {kind} and needs `{needed}`")
        return False
    for name, kinds in _BELONGS.items():
        node = keys.node(name)
        if node is not None and kind not in kinds:
            hint = f"it belongs to {listed(kinds)}" if len(kinds) < len(SCALAR_KINDS) else ""
            problems.add(mark_of(node), f"`{name}` means nothing for the type `{kind}`", hint)
    if ("find" in keys) != ("in" in keys):
        one, other = ("find", "in") if "find" in keys else ("in", "find")
        problems.add(keys.mark, f"{keys.what} has `{one}`, and not `{other}`", _FIND)
        return False
    if "required" in keys and "if_absent" in keys:
        problems.add(keys.mark, f"{keys.what} has both `required` and `if_absent`", "keep one of them")
    return True
