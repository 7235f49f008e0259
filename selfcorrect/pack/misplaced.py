"""Keys that one misplaced indent has put elsewhere, told once and not as seven errors."""

from collections.abc import Callable, Collection

from selfcorrect.model.marks import Marked
from selfcorrect.model.problems import Problems
from selfcorrect.model.yaml_nodes import Mapping, YamlNode, quoted
from selfcorrect.pack.keys import add_misplaced

Entry = tuple[Marked, YamlNode]


class Settled:
    """The entries of a mapping without those that belong elsewhere.

    `whole` is false where something was taken out; `broken` holds the names that lost keys this way.
    """

    __slots__ = ("broken", "entries", "whole")

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.broken: set[str] = set()
        self.whole = True


def lift_dedented(node: Mapping, keys: Collection[str], problems: Problems, *, always: bool) -> Settled:
    """Takes out keys that stand beside the entry whose keys they are.

    `always` says that such a key can be nothing else here; otherwise it must follow an entry left empty.
    """
    settled = Settled()
    strays: list[Marked] = []
    for key, value in node.entries:
        owner = settled.entries[-1] if settled.entries else None
        if key.value in keys and (always or (owner and is_empty(owner[1]))):
            strays.append(key)
            continue
        _tell_dedented(settled, strays, problems)
        strays = []
        settled.entries.append((key, value))
    _tell_dedented(settled, strays, problems)
    return settled


def _tell_dedented(settled: Settled, strays: list[Marked], problems: Problems) -> None:
    if not strays:
        return
    settled.whole = False
    if not settled.entries:
        add_misplaced(strays, "before any entry they could belong to", "indent under one", problems)
        return
    owner = settled.entries[-1][0].value
    settled.broken.add(owner)
    add_misplaced(strays, f"beside {quoted(owner)}", f"indent under {quoted(owner)}", problems)


def lift_nested(
    node: Mapping, owner: Marked, belongs: Callable[[Marked, YamlNode], bool], problems: Problems
) -> tuple[Mapping, bool]:
    """Takes out entries that `belongs` finds to stand one level too deep; says whether there were any."""
    strays = [key for key, value in node.entries if belongs(key, value)]
    if not strays:
        return node, False
    add_misplaced(strays, f"inside {quoted(owner.value)}", f"indent like {quoted(owner.value)}", problems)
    return Mapping(tuple(entry for entry in node.entries if entry[0] not in strays), node.mark), True


def is_empty(node: YamlNode) -> bool:
    """Whether nothing is written there."""
    return isinstance(node, Marked) and not node.value.strip()
