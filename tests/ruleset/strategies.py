"""Random packs: rules that link over random shapes, with records."""

from typing import Any

from hypothesis import strategies as st

from selfcorrect.language.shape import Shape
from selfcorrect.ruleset.link import link_rules
from selfcorrect.ruleset.rule import Context, RuleDraft
from tests.ruleset.grammar import Grammar
from tests.ruleset.packs import VENDORS, draft
from tests.ruleset.records import DRAW, records, shapes

_AROUND = ["so_far", "earlier", "group"]


def _each(grammar: Grammar) -> tuple[list[str], list[tuple[str, str]], int]:
    """Bindings of `each`, the rows they name, how many independent lists they enter."""
    lists = [f for f in grammar.shape.fields if f.kind == "list" and f.fields]
    first = grammar.pick(lists)
    bindings, bases, independent = [f"r in {first.name}"], [("r", first.path)], 1
    inner = [f for f in first.fields if f.kind == "list" and f.fields]
    match grammar.draw(st.integers(0, 5)):
        case 0 if inner:
            return [*bindings, f"p in r.{inner[0].name}"], [*bases, ("p", inner[0].path)], 1
        case 1 if inner:
            return [f"p in {first.name}.{inner[0].name}"], [("p", inner[0].path)], 1
        case 2:
            other = grammar.pick(lists)
            return [*bindings, f"s in {other.name}"], [*bases, ("s", other.path)], 2
    return bindings, bases, independent


@st.composite
def drafts(draw: DRAW, shape: Shape, number: int) -> RuleDraft:
    """A rule that links: some of all rule keys."""
    grammar = Grammar(draw, shape, [("", "")], 2)
    keys: dict[str, Any] = {"at": "money1"}
    form = draw(
        st.sampled_from(
            ["record", "each", "each", "each", "around", "around", "per", "none", "rings", "every", "listed"]
        )
    )
    names: dict[str, str] = {}
    if form in ("each", "around", "per"):
        bindings, bases, independent = _each(grammar)
        last, row = bases[-1]
        keys.update(each=bindings, at=f"{last}.money1")
        grammar = Grammar(draw, shape, [("", ""), *bases], 2 - independent)
        if form == "per":
            keys["per"] = {"key": grammar.of(grammar.pick(["text", "money", "boolean"]), 1)}
            names = {"key": "other", "group": f"rows {row}"}
        elif form == "around":
            if draw(st.booleans()):
                keys["along"] = [grammar.of(grammar.pick(["text", "money", "boolean"]), 1)]
            if draw(st.booleans()):
                keys["order"] = [grammar.of(grammar.pick(["money", "date", "text"]), 1)]
            names = dict.fromkeys(_AROUND, f"rows {row}")
            names["index"] = "integer"
            bases = [*bases, *((name, row) for name in draw(st.sampled_from([(), ("previous",), ("next",)])))]
        grammar = Grammar(draw, shape, [("", ""), *bases], 2 - independent, names)
    elif form in ("every", "listed"):
        keys["each"] = "value in every money" if form == "every" else "value in [money1, rows.money1]"
        del keys["at"]
        grammar = Grammar(draw, shape, [("", "")], 1, {"value": "money"})
    if draw(st.integers(0, 2)) == 0:
        keys["when"] = grammar.boolean(2)
    if draw(st.integers(0, 3)) == 0:
        keys["let"] = {"part": grammar.money(2)}
        grammar.names = {**grammar.names, "part": "money"}
    if draw(st.integers(0, 5)) == 0:
        keys["when_missing"] = "fail"
    if form == "rings" and (cycles := grammar.cycles()):
        return draft(f"RULE_{number}", **{**keys, "none": _ring(grammar, cycles), "at": "ring"})
    if form == "none":
        source, row, independent = grammar.pick(grammar.sources())
        inner = Grammar(draw, shape, [("", ""), ("bad", row)], 2 - independent)
        return draft(
            f"RULE_{number}", **{**keys, "none": f"bad in {source} if {inner.boolean(2)}", "at": "bad"}
        )
    return draft(f"RULE_{number}", **keys, **_check(grammar))


def _ring(grammar: Grammar, cycles: str) -> str:
    """What no ring may be."""
    rows = cycles.removeprefix("cycles(").partition(",")[0]
    inner = Grammar(grammar.draw, grammar.shape, [("", "")], 1, {"ring": f"rows {rows}"})
    return f"ring in {cycles} if {inner.boolean(2)}" if grammar.draw(st.booleans()) else f"ring in {cycles}"


def _check(grammar: Grammar) -> dict[str, Any]:
    draw = grammar.draw
    if not draw(st.booleans()):
        return {"check": grammar.boolean(3)}
    kind = grammar.pick(["money", "money", "number", "date", "duration", "text"])
    keys: dict[str, Any] = {"check": f"{grammar.of(kind, 2)} == {grammar.of(kind, 2)}"}
    if kind == "money":
        options = ["0.01", "1 cent", "10 cents", "1%", "printed", "0.5 * count(rows)", grammar.money(1)]
    elif kind == "number":
        options = ["0.01", "12.5%", "printed"]
    else:
        options = ["1 minute", "2 days"] if kind != "text" else []
    for key in ("within", "warn_within"):
        if options and draw(st.integers(0, 2)) == 0:
            keys[key] = grammar.pick(options)
    return keys


SENSELESS = (
    "looks at nothing in the record",
    "reaches no further than",
    "is not a tolerance",
    "independent lists",
)
"""What linking says of rules that are well formed and mean nothing, or multiply too much; chance makes some."""


def makes_sense(rule: RuleDraft, context: Context) -> bool:
    """Whether a draft links; it must, unless it is senseless."""
    _, problems = link_rules((rule,), context)
    told = [str(problem) for problem in problems if not any(words in problem.message for words in SENSELESS)]
    assert told == [], rule
    return not problems


@st.composite
def packs(draw: DRAW) -> tuple[Context, list[RuleDraft], list[dict[str, Any]]]:
    """A pack and records for it."""
    shape = draw(shapes())
    context = Context(shape, {"vendors": VENDORS})
    rules = [draw(drafts(shape, number)) for number in range(draw(st.integers(1, 4)))]
    rules = [one for one in rules if makes_sense(one, context)]
    return context, rules, draw(st.lists(records(shape), min_size=3, max_size=3))
