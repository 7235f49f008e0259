"""What is computed where: which rules and sums ride along while rows are read, and which come later."""

from collections.abc import Iterable

from msgspec import Struct

from selfcorrect.language.nodes import (
    Aggregate,
    Arith,
    Call,
    Choose,
    Closure,
    Cycles,
    Each,
    Get,
    Inverse,
    Loop,
    Node,
    Reaches,
    Record,
    Var,
)
from selfcorrect.language.walk import below, children, rewrite, size, variables
from selfcorrect.ruleset.aggregates import index_keys
from selfcorrect.ruleset.rule import Rule
from selfcorrect.ruleset.tables import parts, refers

_NEIGHBOURS = frozenset({"previous", "next", "earlier", "so_far", "group", "index"})


class Plan(Struct, frozen=True):
    """The order of work.

    `fused` rules and `sums` (closed aggregates) run in the loop that reads the rows of a list, by the
    list's path; `closed` are the other aggregates that depend on no row, inner ones first; `indexes`
    are (list, field of its rows) by which rows are bucketed, `shared` what several rules on the record
    compute, `special` the rules that look at neighbours or groups, `tables` what is looked up in rows.
    """

    fused: dict[str, list[int]]
    sums: dict[str, list[Aggregate]]
    closed: list[Aggregate]
    indexes: list[tuple[Loop, Node]]
    shared: list[Node]
    special: frozenset[int]
    tables: "Tables"


class Tables(Struct, frozen=True):
    """What is looked up in the rows of the record once they are read: (row path, field) of the tables of
    referring rows, and of the graphs along references.
    """

    inverses: frozenset[tuple[str, str]]
    graphs: frozenset[tuple[str, str]]


def tables_of(nodes: Iterable[Node]) -> Tables:
    """The tables that nodes need."""
    inverses: set[tuple[str, str]] = set()
    graphs: set[tuple[str, str]] = set()
    for node in nodes:
        if isinstance(node, Inverse):
            inverses.add((node.rows, node.via))
        elif isinstance(node, Cycles | Closure | Reaches):
            graphs.add((node.path, node.via))
    return Tables(frozenset(inverses), frozenset(graphs))


def plan(rules: tuple[Rule, ...]) -> Plan:
    """The plan for a rule set."""
    fused: dict[str, list[int]] = {}
    sums: dict[str, list[Aggregate]] = {}
    closed: list[Aggregate] = []
    indexes: dict[tuple[Node, Node], tuple[Loop, Node]] = {}
    apart: set[int] = set()
    for number, rule in enumerate(rules):
        nodes = parts(rule)
        for node in nodes:
            if isinstance(node, Aggregate) and not variables(node):
                _place(node, sums, closed)
            if isinstance(node, Each):
                for loop in node.loops:
                    for mine in index_keys(loop, node.condition):
                        indexes.setdefault((loop.source, mine), (loop, mine))
        if _special(rule, nodes):
            apart.add(number)
            continue
        path = list_path(rule.loops)
        if path and _rides_along(nodes, rule.loops):
            fused.setdefault(path, []).append(number)
    closed.sort(key=size)
    shared = _shared(rules)
    tables = tables_of(node for rule in rules for node in parts(rule))
    return Plan(fused, sums, closed, list(indexes.values()), shared, frozenset(apart), tables)


def _shared(rules: tuple[Rule, ...]) -> list[Node]:
    """What two rules on the record compute alike, inner parts first."""
    users: dict[Node, int] = {}
    for rule in rules:
        if not rule.loops:
            for node in dict.fromkeys(parts(rule)):
                if isinstance(node, Arith | Choose) or (
                    isinstance(node, Call) and node.function == "first_known"
                ):
                    users[node] = users.get(node, 0) + 1
    # A part that speaks of a row of a list inside it cannot stand alone.
    return sorted((node for node, count in users.items() if count > 1 and not variables(node)), key=size)


def _place(node: Aggregate, sums: dict[str, list[Aggregate]], closed: list[Aggregate]) -> None:
    over = node.over
    if isinstance(over, Each):
        path = list_path(over.loops)
        inner = [part for top in (over.element, over.condition) if top is not None for part in below(top)]
        if path and _rides_along(inner, over.loops):
            found = sums.setdefault(path, [])
            if node not in found:
                found.append(node)
            return
    if node not in closed:
        closed.append(node)


def list_path(loops: tuple[Loop, ...]) -> str:
    """The path of the list that loops enter from the record down, each in the row before; or empty."""
    path = ""
    base: Node | None = None
    for loop in loops:
        source = loop.source
        if not isinstance(source, Get) or not (
            isinstance(source.base, Record) if base is None else source.base == base
        ):
            return ""
        path = f"{path}.{source.name}" if path else source.name
        base = loop.var
    return path


def _special(rule: Rule, nodes: list[Node]) -> bool:
    """Whether a rule looks at neighbours or groups."""
    if rule.per or rule.along or rule.order:
        return True
    return any(isinstance(node, Var) and node.name in _NEIGHBOURS for node in nodes)


def _rides_along(nodes: list[Node], loops: tuple[Loop, ...]) -> bool:
    """Whether nodes need nothing but the rows they are in and the record's scalars."""
    sources = {loop.source for loop in loops}
    outer = {loop.var.name for loop in loops[:-1]}
    bare = [
        child
        for node in nodes
        if not isinstance(node, Get)
        for child in children(node)
        if isinstance(child, Var)
    ]
    if any(var.name in outer for var in bare) or any(
        isinstance(node, Var) and node.name in outer for node in nodes[:1]
    ):
        return False
    asked = [child for node in nodes if not _asks_presence(node) for child in children(node)]
    if any(child in sources for child in asked if isinstance(child, Get)):
        # The list itself is not read yet; all that is known of it is that it is there.
        return False
    for node in nodes:
        if isinstance(node, Aggregate) and not variables(node):
            return False
        if refers(node) or (isinstance(node, Call) and node.function == "resolves"):
            return False
        if (
            isinstance(node, Get)
            and isinstance(node.base, Record)
            and node.type.kind == "list"
            and node not in sources
        ):
            return False
        if isinstance(node, Each) and any(not variables(loop.source) for loop in node.loops):
            return False
    return True


def _asks_presence(node: Node) -> bool:
    return isinstance(node, Call) and node.function == "present"


def canonical(rule: Rule) -> Rule:
    """The rule with the names of inner loops made uniform, so that equal sums are recognised as one."""
    from msgspec.structs import replace

    names = {
        name: _uniform(node)
        for name in ("check", "when", "expected", "actual")
        if (node := getattr(rule, name)) is not None
    }
    return replace(rule, **names)


_LETTERS = "ijklmnpqrstuvwxyz"


def _uniform(node: Node, depth: int = 0) -> Node:
    if not any(isinstance(part, Each) for part in below(node)):
        return node

    def change(part: Node) -> Node | None:
        if not isinstance(part, Each):
            return None
        loops: list[Loop] = []
        bound: dict[str, Var] = {}
        for n, loop in enumerate(part.loops):
            source = _uniform(_renamed(loop.source, bound), depth + n)
            var = Var(type=loop.var.type, name=f"{_LETTERS[(depth + n) % len(_LETTERS)]}[]")
            bound[loop.var.name] = var
            loops.append(Loop(var, source))
        inner = depth + len(loops)
        condition = part.condition and _uniform(_renamed(part.condition, bound), inner)
        element = _uniform(_renamed(part.element, bound), inner)
        return Each(type=part.type, loops=tuple(loops), element=element, condition=condition)

    return rewrite(node, change)


def _renamed(node: Node, bound: dict[str, Var]) -> Node:
    def change(part: Node) -> Node | None:
        if isinstance(part, Var):
            return bound.get(part.name)
        if isinstance(part, Each) and any(loop.var.name in bound for loop in part.loops):
            return _hiding(part, bound)
        return None

    return rewrite(node, change)


def _hiding(part: Each, bound: dict[str, Var]) -> Node:
    """Renaming under loops of which one has a name that is bound outside already: it means its own row."""
    loops: list[Loop] = []
    for loop in part.loops:
        loops.append(Loop(loop.var, _renamed(loop.source, bound)))
        bound = {name: var for name, var in bound.items() if name != loop.var.name}
    condition = part.condition and _renamed(part.condition, bound)
    return Each(
        type=part.type, loops=tuple(loops), element=_renamed(part.element, bound), condition=condition
    )
