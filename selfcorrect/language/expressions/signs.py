"""The signs of calculations: what each means, and the one pattern that finds them, numbers and words."""

import re
from typing import Final, NamedTuple

from selfcorrect.language.expressions.fractions import Pair


class Number(NamedTuple):
    """A printed number: its value, the decimals and digits printed, whether dots say that it goes on, and
    whether it is a fraction in itself (`½`, `2 1/2`, a word).
    """

    value: Pair
    decimals: int = 0
    digits: int = 1
    endless: bool = False


class Token(NamedTuple):
    """A token: `kind` is one of the letters below, `start` and `end` offsets in the text.

    n number · o operator (+ - * / ^ C) · ( and ) · f root, by its degree · ! factorial · % percent ·
    u unit sign, before or after a number · w words · p power raised (²) · k a constant by its name · r
    relation · . a boundary · ? what cannot be worked out
    """

    kind: str
    value: object
    start: int
    end: int


SIGNS: Final = {
    "+": "+",
    "-": "-",
    "−": "-",
    "–": "-",
    "*": "*",
    "×": "*",
    "·": "*",
    "⋅": "*",
    "∙": "*",
    "∗": "*",
    "✕": "*",
    "✖": "*",
    "⨯": "*",
    "/": "/",
    "÷": "/",
    "∕": "/",
    "⁄": "/",
    "^": "^",
}
PLAIN_SIGNS: Final = {sign: op for sign, op in SIGNS.items() if sign not in "-–*"}
"""Signs that are operators wherever they stand."""
RELATIONS: Final = {
    "=": "=",
    "==": "=",
    "＝": "=",
    "≈": "≈",
    "≃": "≈",
    "≅": "≈",
    "~=": "≈",
    "≐": "≈",
    "<": "<",
    ">": ">",
    "<=": "≤",
    ">=": "≥",
    "≤": "≤",
    "⩽": "≤",
    "≥": "≥",
    "⩾": "≥",
    "≠": "≠",
    "!=": "≠",
}
COMMANDS: Final[dict[str, tuple[str, object]]] = {
    **dict.fromkeys(("cdot", "times", "ast"), ("o", "*")),
    "div": ("o", "/"),
    **dict.fromkeys(("approx", "simeq", "cong", "doteq"), ("r", "≈")),
    **dict.fromkeys(("ne", "neq"), ("r", "≠")),
    **dict.fromkeys(("le", "leq", "leqslant"), ("r", "≤")),
    **dict.fromkeys(("ge", "geq", "geqslant"), ("r", "≥")),
    "lt": ("r", "<"),
    "gt": ("r", ">"),
    "%": ("%", "%"),
    "pi": ("k", "pi"),
    "degree": ("u", "°"),
    **dict.fromkeys(("implies", "Rightarrow", "rightarrow", "to", "iff", "therefore", "because"), (".", "")),
    **dict.fromkeys(("\\", "(", ")", "[", "]"), (".", "")),
}
IGNORED: Final = frozenset(
    (*",;:!> ", "left", "right", "big", "Big", "bigg", "Bigg", "displaystyle", "quad", "qquad", "limits")
)
TEXTS: Final = frozenset(("text", "mathrm", "textbf", "mathbf", "mbox", "textit", "rm", "operatorname"))
VULGAR: Final = {
    "½": (1, 2),
    "⅓": (1, 3),
    "⅔": (2, 3),
    "¼": (1, 4),
    "¾": (3, 4),
    "⅕": (1, 5),
    "⅖": (2, 5),
    "⅗": (3, 5),
    "⅘": (4, 5),
    "⅙": (1, 6),
    "⅚": (5, 6),
    "⅛": (1, 8),
    "⅜": (3, 8),
    "⅝": (5, 8),
    "⅞": (7, 8),
}
RAISED: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
SHORT: Final = 10
_LONGEST: Final = 400
"""Digits of a number that is read: the longest float has some 310 before its point."""

LETTER: Final = r"[^\W\d_⁰¹²³⁴⁵⁶⁷⁸⁹½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]"
"""A letter; raised digits and fractions are none, whatever Unicode says."""
WORD: Final = rf"{LETTER}+(?:['’-]{LETTER}+)*"
PATTERN: Final = re.compile(
    rf"(?P<words>{WORD}(?:[ ]{WORD})*)"
    r"""
    | (?P<space>\s+)
    | (?P<date>[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?![0-9]))
    | (?P<mixed>[0-9]{1,6}(?:[ ]|[ ]and[ ]|-)[0-9]{1,4}/[0-9]{1,4}(?![0-9.,/]))
    | (?P<comma>(?![0-9]{1,3}(?:,[0-9]{3})+(?!,?[0-9]))[0-9]+(?:\.[0-9]+){0,4}(?:,[0-9]+(?:\.[0-9]+)?)+)
    | (?P<number>(?:[0-9]{1,3}(?:(?:,|\{,\}|\\,)[0-9]{3})+(?![0-9])
         |[0-9]{1,3}(?:[\ \u202f\u00a0][0-9]{3})+(?![0-9,])|[0-9]+)
         (?:\.[0-9]+)?(?P<repeats>\.?\\overline\{[0-9]+\})?|\.[0-9]+)
         (?P<exponent>[eE][+-]?[0-9]+(?![0-9A-Za-z]))?(?P<endless>\.\.\.|…|\\ldots|\\dots)?
    | (?P<relation>(?<![0-9)])!=|==|<=|>=|(?<=[\ ])!=|~=|[=＝≈≃≅≐<>≤⩽≥⩾≠])
    | (?P<power>\*\*)
    | (?P<sign>[-+−–*×·⋅∙∗✕✖⨯/÷∕⁄^])
    | (?P<vulgar>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])
    | (?P<degree>(?:\^\{?\\circ\}?|°)[ ]?(?:[CFK](?![A-Za-z]))?)
    | (?P<raised>⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)
    | (?P<short>\\[dtc]?frac\s*[0-9]\s*[0-9])
    | (?P<command>\\(?:[A-Za-z]+|.))
    | (?P<bracket>[()\[\]{}])
    | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
AFTER_MARK: Final = re.compile(r"[ ]*[=≈<>≤≥≠]")
LONGEST_RAISED: Final = 5
FUNCTIONS: Final = {"sqrt": 2, "cbrt": 3}
ROOTS: Final = {"√": 2, "∛": 3, "∜": 4}
SKIPPED: Final = frozenset("&`\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f")
"""What has no width, and what aligns or marks code."""
BOUNDARIES: Final = frozenset(',;:.!?→⇒⟹|"“”()')


def printed(match: re.Match[str]) -> Number | None:
    """The number that a match of the pattern prints; None for one of more digits than are read."""
    text = match["number"]
    if text.isdecimal() and len(text) < SHORT and match.end("number") == match.end():
        return Number((int(text), 1), 0, len(text))
    if len(text) > _LONGEST:
        return None
    repeated = match["repeats"] or ""
    whole, _, shares = text[: len(text) - len(repeated)].partition(".")
    whole = re.sub(r"[^0-9]", "", whole)
    value = (int(whole + shares or "0"), 10 ** len(shares))
    if repeated:
        digits = re.sub(r"[^0-9]", "", repeated)
        below = 10 ** len(shares) * (10 ** len(digits) - 1)
        value = (value[0] * (10 ** len(digits) - 1) + int(digits), below)
        return Number(value, 0, len(whole))
    decimals = len(shares)
    if exponent := match["exponent"]:
        places = int(exponent[1:]) if len(exponent) < LONGEST_RAISED else _LONGEST
        if abs(places) >= _LONGEST:
            return None
        value = (value[0] * 10 ** max(places, 0), value[1] * 10 ** max(-places, 0))
        decimals -= places
    return Number(value, decimals, len((whole + shares).lstrip("0")) or 1, bool(match["endless"]))
