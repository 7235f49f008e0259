"""notation.yaml: what a good file says, and everything that is said of a bad one."""

import pytest

from selfcorrect.language.expressions.notation import Notation, Unit
from selfcorrect.model.problems import Problems
from selfcorrect.model.yaml_nodes import compose, quoted
from selfcorrect.pack.notation_file import read_notation

Said = tuple[str, int, int, int, str]
"""Message, line, column, width, hint."""


def read(text: str) -> tuple[Notation, list[Said]]:
    """The notation, and everything that is wrong with it."""
    problems = Problems()
    node = compose(text, "notation.yaml", problems)
    assert node is not None
    notation = read_notation(node, problems)
    found = problems.diagnostics()
    return notation, [(d.message, d.mark.line, d.mark.column, d.width, d.hint) for d in found]


GOOD = """\
operators:
  "+": plus
  "*": [Times, multiplied  by]
relations:
  "=": is
of: [of]
numbers:
  half: 1/2
  Two  Thirds: 2/3
  twice: 2
units:
  kilometre: [km, kms]
  second: s
  degree_Celsius: °C
  mph:
    is: 1 mile / hour
  month:
    is: 28 to 31 day
    words: months
  season:
    is: 3 month
  dozen:
    is: 12
  dollar:
    measures: dollars
    words: [$, US$]
  cent:
    is: 0.01 dollar
per: per
powers: {square: 2}
functions: [sin, Log]
steps: step
rests: remainder
cardinals: [zero, One]
denials: Not true
"""
LENGTH, TIME = (("length", 1),), (("time", 1),)


def test_what_a_file_says() -> None:
    notation, said = read(GOOD)
    assert said == []
    assert notation.operators == {"plus": "+", "times": "*", "multiplied by": "*"}
    assert notation.relations == {"is": "="}
    assert notation.numbers == {"half": (1, 2), "two thirds": (2, 3), "twice": (2, 1)}
    assert notation.powers == {"square": 2}
    assert (set(notation.of), set(notation.per)) == ({"of"}, {"per"})
    assert set(notation.functions) == {"sin", "log"}
    assert (set(notation.steps), set(notation.rests)) == ({"step"}, {"remainder"})
    assert (notation.cardinals, notation.denials) == (("zero", "one"), ("Not true",))


def test_units_are_exact_fractions_of_base_units() -> None:
    kilometre = Unit("kilometre", LENGTH, (1000, 1))
    day = 86400
    month = Unit("month", TIME, (28 * day, 1), most=(31 * day, 1))
    dollar = Unit("dollar", (("dollars", 1),))
    assert read(GOOD)[0].units == {
        "kilometre": kilometre,
        "km": kilometre,
        "kms": kilometre,
        "second": (second := Unit("second", TIME)),
        "s": second,
        "degree Celsius": (celsius := Unit("degree Celsius", (("temperature", 1),), offset=(5463, 20))),
        "°C": celsius,
        "mph": Unit("mph", (("length", 1), ("time", -1)), (1397, 3125)),
        "month": month,
        "months": month,
        "season": Unit("season", TIME, (84 * day, 1), most=(93 * day, 1)),
        "dozen": Unit("dozen", (), (12, 1)),
        "dollar": dollar,
        "$": dollar,
        "US$": dollar,
        "cent": Unit("cent", (("dollars", 1),), (1, 100)),
    }


def test_an_empty_file_says_nothing() -> None:
    notation, said = read("{}\n")
    assert said == []
    assert {getattr(notation, name) or None for name in Notation.__struct_fields__} == {None}


KEYS = "its keys are `operators`, `relations`, `of`, `numbers`, `units`, `per`, `powers`, `functions`, `joins`, `relative`, `articles`, `steps` and 4 more"  # fmt: skip
SIZES = "a number and a unit, or a range: 0.01 dollar, 365 to 366 day, 1 mile / hour"
UNKNOWN = "give its size: is: 0.45 kilogram; or what it measures: measures: NAME"
BAD: dict[str, tuple[str, list[Said]]] = {
    "a list": ("- a\n", [("the notation is a mapping of keys; here stands a list", 1, 1, 1, KEYS)]),
    "unknown keys": (
        "operator: {}\nlexicon: x\n",
        [
            ("unknown key `operator` in the notation", 1, 1, 8, "did you mean `operators`?"),
            ("unknown key `lexicon` in the notation", 2, 1, 7, KEYS),
        ],
    ),
    "operators as a text": (
        "operators: plus\n",
        [("`operators` takes a mapping; here stands a text", 1, 12, 4, "")],
    ),
    "no operator": (
        "operators:\n  '%': percent\n  '+': plus\n",
        [
            (
                "`%` is none of the signs that `operators` gives words for",
                2,
                4,
                1,
                "they are `+`, `-`, `*`, `/`, `^`",
            )
        ],
    ),
    "no relation": (
        "relations:\n  '==': equals\n",
        [
            (
                "`==` is none of the signs that `relations` gives words for",
                2,
                4,
                2,
                "they are `=`, `≈`, `<`, `>`, `≤`, `≥`, `≠`",
            )
        ],
    ),
    "a word for two operators": (
        "operators:\n  '+': [plus, and]\n  '-': [minus, And]\n",
        [("`and` stands for + already", 3, 16, 3, "")],
    ),
    "words as a mapping": (
        "operators:\n  '+': {a: b}\nof: {a: b}\n",
        [
            ("`+` takes a text; here stands a mapping", 2, 8, 1, ""),
            ("`of` takes a text; here stands a mapping", 3, 5, 1, ""),
        ],
    ),
    "numbers that are none": (
        "numbers:\n  half: 0.5\n  dozen: '12'\n  nothing: 1/0\n  list: [1]\n",
        [
            ("`0.5` is no number", 2, 9, 3, "a whole number or a fraction: 12, 1/2"),
            ("`1/0` is no number", 4, 12, 3, "a whole number or a fraction: 12, 1/2"),
            ("`list` takes a text; here stands a list", 5, 9, 1, ""),
        ],
    ),
    "powers that are none": (
        "powers:\n  square: two\n  cubic: 7\n",
        [
            ("`two` is no power", 2, 11, 3, "a whole number from 2 to 6"),
            ("`7` is no power", 3, 10, 1, "a whole number from 2 to 6"),
        ],
    ),
    "an unknown unit": (
        "units:\n  zorkmid: [zm]\n",
        [("`zorkmid` is no unit that pint knows", 2, 3, 7, UNKNOWN)],
    ),
    "an unknown unit beside a known one": (
        "units:\n  metre: m\n  zorkmid: [zm]\n",
        [("`zorkmid` is no unit that pint knows", 3, 3, 7, UNKNOWN)],
    ),
    "a sign that is never read": (
        "units:\n  dollar:\n    measures: money\n    words: [$, d.]\n",
        [
            (
                "`d.` is never read as a unit: some part of it means something else",
                4,
                16,
                2,
                "drop it, or spell it as one word or sign",
            )
        ],
    ),
    "a unit misspelt": (
        "units:\n  meter: m\n  metr: x\n",
        [("`metr` is no unit that pint knows", 3, 3, 4, "did you mean `meter`?")],
    ),
    "a word for two units": (
        "units:\n  metre: m\n  mile: [mi, m]\n",
        [("`m` stands for `metre` already", 3, 14, 1, "")],
    ),
    "a size and a measure": (
        "units:\n  dollar:\n    measures: dollars\n    is: 2 metre\n",
        [("the unit `dollar` has both `is` and `measures`", 3, 15, 7, "keep one of them")],
    ),
    "an unknown key of a unit": (
        "units:\n  metre:\n    word: m\n",
        [("unknown key `word` in the unit `metre`", 3, 5, 4, "did you mean `words`?")],
    ),
    "sizes that are none": (
        "units:\n  a:\n    is: a few\n  b:\n    is: 0 metre\n  c:\n    is: 3 to 2 metre\n",
        [
            ("`a few` is no size of a unit", 3, 9, 5, SIZES),
            ("`0 metre` is no size of a unit", 5, 9, 7, SIZES),
            ("`3 to 2 metre` is no size of a unit", 7, 9, 12, SIZES),
        ],
    ),
    "a size in an unknown unit": (
        "units:\n  cent:\n    is: 0.01 dollar\n",
        [("`dollar` is no unit that pint knows", 3, 9, 11, UNKNOWN)],
    ),
    "a size in a unit misspelt": (
        "units:\n  dollar:\n    measures: money\n  cent:\n    is: 0.01 dolar\n",
        [("`dolar` is no unit that pint knows", 5, 9, 10, "did you mean `dollar`?")],
    ),
    "nothing": (
        "units:\n  metre:\n",
        [("`metre` takes a text, and nothing stands here", 2, 9, 1, "")],
    ),
}


@pytest.mark.parametrize(("text", "says"), BAD.values(), ids=BAD)
def test_everything_wrong_is_said(text: str, says: list[Said]) -> None:
    assert read(text)[1] == says


def test_what_is_right_beside_it_is_kept() -> None:
    notation, said = read(BAD["no operator"][0] + BAD["a word for two units"][0])
    assert len(said) == 2
    assert notation.operators == {"plus": "+"}
    assert {word: unit.name for word, unit in notation.units.items()} == {
        "metre": "metre",
        "m": "metre",
        "mile": "mile",
        "mi": "mile",
    }


@pytest.mark.parametrize(
    "name",
    ["a" * 100, "9**9**9", "metre + second", "metre ** 0.5", "__import__", "metre * " * 6 + "m", "kelvin^9"],
)
def test_a_name_is_never_worked_out(name: str) -> None:
    notation, said = read(f"units:\n  {name!r}: word\n")
    assert [one[0] for one in said] == [f"{quoted(name)} is no unit that pint knows"]
    assert notation.units == {}
