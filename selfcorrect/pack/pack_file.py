"""pack.yaml: what a pack is called, the candidate's shape, the families it uses, and its limits."""

import re
from decimal import Decimal
from typing import Final

from msgspec import Struct

from selfcorrect.language.shape import Field, Shape
from selfcorrect.model.marks import Marked
from selfcorrect.model.problems import Problems
from selfcorrect.model.suggest import suggest
from selfcorrect.model.yaml_nodes import Mapping, YamlNode, quoted
from selfcorrect.pack.compute import Computed, read_compute
from selfcorrect.pack.files import Files
from selfcorrect.pack.keys import Keys, add_misplaced, add_wrong_kind
from selfcorrect.pack.misplaced import is_empty
from selfcorrect.pack.shape_file import is_field, read_shape
from selfcorrect.pack.sources import read_sources
from selfcorrect.ruleset.compiled import Source

PACK_KEYS: Final = (
    "pack",
    "version",
    "summary",
    "use",
    "money_in",
    "candidate",
    "compute",
    "sources",
    "answer",
    "loop",
)
_LOOP_KEYS: Final = ("attempts", "coverage")
_MOST_ATTEMPTS: Final = 100
_NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,79}")


class LoopLimits(Struct, frozen=True):
    """The bounds of a repair loop: attempts, the first included, and the coverage a result must reach."""

    attempts: int = 3
    coverage: Decimal = Decimal("0.8")


class Use(Struct, frozen=True):
    """A family that a pack uses, and the texts it gives for the family's parameters, in order.

    `spoilt` names the parameters whose text could not be read.
    """

    family: Marked
    given: tuple[tuple[Marked, Marked], ...] = ()
    spoilt: frozenset[str] = frozenset()


class Sheet(Struct, frozen=True):
    """What pack.yaml says. `linkable` is false where rules must not be judged by its shape and sources."""

    name: str
    version: str
    summary: str
    use: tuple[Use, ...]
    shape: Shape
    compute: Computed
    sources: dict[str, Source]
    answer: tuple[str, ...]
    loop: LoopLimits
    linkable: bool


def read_pack_file(node: YamlNode, files: Files, problems: Problems) -> Sheet:
    """The sheet of a pack; whatever is wrong with it is in `problems`."""
    node, whole = _settled(node, problems)
    needed = ("pack", "candidate") if whole else ("pack",)
    keys = Keys(node, "pack.yaml", PACK_KEYS, problems, required=needed)
    candidate = keys.mapping("candidate")
    shape = read_shape(candidate, problems) if candidate else None
    sources = read_sources(keys.mapping("sources"), files, problems)
    known = shape or Shape(())
    compute, ordered = read_compute(keys, known, problems)
    money_in = _money_in(keys, shape, problems)
    return Sheet(
        name=_name(keys, problems),
        version=_plain(keys, "version", "0"),
        summary=_plain(keys, "summary", ""),
        use=_uses(keys, problems),
        shape=Shape(known.fields, money_in),
        compute=compute,
        sources=sources or {},
        answer=_answer(keys, shape, problems),
        loop=_loop(keys, problems),
        linkable=shape is not None and sources is not None and keys.whole and whole and ordered,
    )


def _settled(node: YamlNode, problems: Problems) -> tuple[YamlNode, bool]:
    """pack.yaml without fields that a misplaced indent put beside `candidate`; whether there were none."""
    candidate = node.get("candidate") if isinstance(node, Mapping) else None
    if not isinstance(node, Mapping) or candidate is None:
        return node, True
    empty = is_empty(candidate)
    strays = [
        key for key, value in node.entries if key.value not in PACK_KEYS and (empty or is_field(key, value))
    ]
    if not strays:
        return node, True
    add_misplaced(strays, "beside `candidate`", "indent under `candidate`", problems)
    gone = [*strays, *(key for key, _ in node.entries if empty and key.value == "candidate")]
    return Mapping(tuple(entry for entry in node.entries if entry[0] not in gone), node.mark), False


def _plain(keys: Keys, name: str, default: str) -> str:
    text = keys.text(name)
    return text.value.strip() if text else default


def _name(keys: Keys, problems: Problems) -> str:
    text = keys.text("pack")
    if text and not _NAME.fullmatch(text.value):
        problems.at(text, f"{quoted(text.value)} is no name of a pack", "letters, digits, _ and -")
    return text.value if text else ""


def _uses(keys: Keys, problems: Problems) -> tuple[Use, ...]:
    if isinstance(keys.node("use"), Marked):
        return tuple(Use(text) for text in keys.texts("use"))
    found: dict[str, Use] = {}
    for item in keys.items("use"):
        use = _use(item, problems)
        if use is None:
            continue
        first = found.setdefault(use.family.value, use)
        if first is not use:
            said = f"the family {quoted(use.family.value)} is used already"
            hint = f"it stands on line {first.family.mark.line}; a pack uses a family once"
            problems.at(use.family, said, hint)
    return tuple(found.values())


def _use(item: YamlNode, problems: Problems) -> Use | None:
    if isinstance(item, Marked) and item.value.strip():
        return Use(item)
    if not isinstance(item, Mapping) or len(item.entries) != 1:
        add_wrong_kind(item, "a use is a family's name, or the name with its parameters", problems, _USE)
        return None
    family, parameters = item.entries[0]
    given = Keys(item, "a use", (family.value,), problems).expressions(family.value)
    named = parameters.entries if isinstance(parameters, Mapping) else ()
    return Use(family, given, frozenset(name.value for name, _ in named) - {name.value for name, _ in given})


def _money_in(keys: Keys, shape: Shape | None, problems: Problems) -> str | None:
    text = keys.text("money_in")
    if text is None or shape is None:
        return None
    field = _field(text, shape, "money_in", problems)
    if field and field.kind != "currency":
        said = f"`money_in` names a currency, and {quoted(field.name)} is of the type `{field.kind}`"
        problems.at(text, said, f"declare it as {field.name}: currency")
    return text.value


def _answer(keys: Keys, shape: Shape | None, problems: Problems) -> tuple[str, ...]:
    texts = keys.texts("answer")
    if shape is None:
        return ()
    for text in texts:
        _field(text, shape, "answer", problems)
    return tuple(text.value for text in texts)


def _field(text: Marked, shape: Shape, key: str, problems: Problems) -> Field | None:
    names = {field.name: field for field in shape.fields}
    if text.value not in names:
        said = f"`{key}` names no field of the candidate: {quoted(text.value)}"
        problems.at(text, said, suggest(text.value, names))
    return names.get(text.value)


def _loop(keys: Keys, problems: Problems) -> LoopLimits:
    node = keys.mapping("loop")
    if node is None:
        return LoopLimits()
    loop = Keys(node, "`loop`", _LOOP_KEYS, problems)
    attempts = loop.count("attempts", LoopLimits().attempts, 1)
    if attempts > _MOST_ATTEMPTS:
        problems.add(loop.mark, f"a loop has at most {_MOST_ATTEMPTS} attempts")
    return LoopLimits(attempts, loop.share("coverage", LoopLimits().coverage))


_USE: Final = "as in: - money, or - graph: {rows: tasks}"
