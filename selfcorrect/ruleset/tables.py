"""Tables of rows: a list's rows by key, for references, and the rows that refer to a row, for inverses."""

from collections.abc import Mapping

from selfcorrect.language.nodes import Closure, Cycles, Deref, Inverse, Node, Reaches
from selfcorrect.language.scope import get
from selfcorrect.language.shape import Field, walk
from selfcorrect.language.walk import below
from selfcorrect.ruleset.rule import Rule


def table(rows: str) -> str:
    """The name of the table of a list's rows by key; None in it marks a key that several rows have."""
    return f"by_key_{_plain(rows)}"


def inverse_table(rows: str, via: str) -> str:
    """The name of the table of rows by the key they refer to."""
    return f"referring_{_plain(rows)}__{_plain(via)}"


def graph(path: str, via: str) -> str:
    """The name of the graph of a list's rows along a reference."""
    return f"graph_{_plain(path)}__{_plain(via)}"


def _plain(name: str) -> str:
    return "".join(c if c.isascii() and c.isalnum() else "_" if c in "._" else f"_{ord(c):x}_" for c in name)


def key_of(rows: Mapping[str, tuple[Field, ...]], base: Node) -> Node:
    """The node that reads the key of a row."""
    path = base.type.row or ""
    declared = next(f for fields in rows.values() for f in fields if f.path == path)
    key = next(f for f in rows[path] if f.name == declared.key)
    return get(base, key)


def keyed(fields: tuple[Field, ...]) -> list[Field]:
    """The lists whose rows have a key."""
    return [field for field in walk(fields) if field.kind == "list" and field.key]


def parts(rule: Rule) -> list[Node]:
    """Every node of a rule, tolerances included."""
    tops = [
        rule.check,
        rule.when,
        *rule.along,
        *rule.order,
        *(node for _, node in rule.per),
        *(loop.source for loop in rule.loops),
    ]
    tops += [tolerance.value for tolerance in (rule.within, rule.warn_within) if tolerance]
    return [part for top in tops if top is not None for part in below(top)]


def refers(node: Node) -> bool:
    """Whether a node goes through a table, or along references."""
    return any(isinstance(part, Deref | Inverse | Cycles | Closure | Reaches) for part in below(node))
