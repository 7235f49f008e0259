"""A stretch of text to tokens: numbers, signs, words; LaTeX, Markdown and Unicode to the same ones.

Everything is one pass of a linear pattern, so that a hostile text costs no more than its length.
"""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from selfcorrect.language.expressions.fractions import Pair
from selfcorrect.language.expressions.notation import Notation


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


_DIGITS: Final = r"[0-9]+"
_SIGNS: Final = {
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
_PLAIN_SIGNS: Final = {sign: op for sign, op in _SIGNS.items() if sign not in "-–*"}
"""Signs that are operators wherever they stand."""
_RELATIONS: Final = {
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
_COMMANDS: Final[dict[str, tuple[str, object]]] = {
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
_IGNORED: Final = frozenset(
    (*",;:!> ", "left", "right", "big", "Big", "bigg", "Bigg", "displaystyle", "quad", "qquad", "limits")
)
_TEXTS: Final = frozenset(("text", "mathrm", "textbf", "mathbf", "mbox", "textit", "rm", "operatorname"))
_VULGAR: Final = {
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
_RAISED: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_SHORT: Final = 10
_LONGEST: Final = 400
"""Digits of a number that is read: the longest float has some 310 before its point."""

LETTER: Final = r"[^\W\d_⁰¹²³⁴⁵⁶⁷⁸⁹½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]"
"""A letter; raised digits and fractions are none, whatever Unicode says."""
WORD: Final = rf"{LETTER}+(?:['’-]{LETTER}+)*"
_PATTERN: Final = re.compile(
    rf"(?P<words>{WORD}(?:[ ]{WORD})*)"
    r"""
    | (?P<space>\s+)
    | (?P<date>[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?![0-9]))
    | (?P<mixed>[0-9]{1,6}(?:[ ]|[ ]and[ ]|-)[0-9]{1,4}/[0-9]{1,4}(?![0-9.,/]))
    | (?P<number>(?:[0-9]{1,3}(?:(?:,|\{,\}|\\,)[0-9]{3})+(?![0-9])|[0-9]{1,3}(?:[
    \u202f\u00a0][0-9]{3})+(?![0-9,])|[0-9]+) (?:\.[0-9]+)?(?P<repeats>\.?\\overline\{[0-9]+\})?|\.[0-9]+)
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
_LONGEST_RAISED: Final = 5
_new: Final = tuple.__new__
"""A named tuple made without its own constructor, which costs three times as much."""
_FUNCTIONS: Final = {"sqrt": 2, "cbrt": 3}
_ROOTS: Final = {"√": 2, "∛": 3, "∜": 4}
_SKIPPED: Final = frozenset("&`\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f")
"""What has no width, and what aligns or marks code."""
_BOUNDARIES: Final = frozenset(',;:.!?→⇒⟹|"“”()')


def printed(match: re.Match[str]) -> Number | None:
    """The number that a match of the pattern prints; None for one of more digits than are read."""
    text = match["number"]
    if text.isdecimal() and len(text) < _SHORT and match.end("number") == match.end():
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
        places = int(exponent[1:]) if len(exponent) < _LONGEST_RAISED else _LONGEST
        if abs(places) >= _LONGEST:
            return None
        value = (value[0] * 10 ** max(places, 0), value[1] * 10 ** max(-places, 0))
        decimals -= places
    return Number(value, decimals, len((whole + shares).lstrip("0")) or 1, bool(match["endless"]))


class Lexer:
    """Reads tokens in one notation. With `dollars_are_marks`, `$` encloses formulas and is no currency.

    Words side by side are one token, unless one of them is `telling`: then each is looked at.
    """

    def __init__(self, notation: Notation, telling: frozenset[str] = frozenset()) -> None:
        self.notation = notation
        self.telling = telling
        self.signs = {sign: unit for sign, unit in notation.units.items() if not sign[0].isalpha()}

    def tokens(self, text: str, start: int, end: int, *, dollars_are_marks: bool = False) -> list[Token]:
        """The tokens between two offsets."""
        return self.read(text, start, end, dollars_are_marks=dollars_are_marks)[0]

    def read(
        self, text: str, start: int, end: int, *, dollars_are_marks: bool = False
    ) -> tuple[list[Token], bool]:
        """The tokens between two offsets, and whether some of the words among them may be telling."""
        run = _Run(self, text, dollars_are_marks)
        return run.tokens(start, end), run.telling


class _Run:
    """One stretch being read."""

    def __init__(self, lexer: Lexer, text: str, dollars_are_marks: bool) -> None:
        self.lexer = lexer
        self.text = text
        self.marks = dollars_are_marks
        self.found: list[Token] = []
        self.telling = False
        self.braces: list[str] = []
        self.pending: list[str] = []
        self.starts: list[int] = []

    def tokens(self, start: int, end: int) -> list[Token]:
        """Every token, in order."""
        found = self.found
        for match in _PATTERN.finditer(self.text, start, end):
            kind = match.lastgroup
            if kind == "space":
                continue
            text = match[0]
            if kind == "words":
                self.words(text, match.start())
            elif kind == "number" and not self.pending and text.isdecimal() and len(text) < _SHORT:
                at, to = match.span()
                found.append(_new(Token, ("n", _new(Number, ((int(text), 1), 0, to - at, False)), at, to)))
            elif text in _PLAIN_SIGNS:
                found.append(_new(Token, ("o", _PLAIN_SIGNS[text], *match.span())))
            elif kind == "relation":
                found.append(_new(Token, ("r", _RELATIONS[text], *match.span())))
            elif kind in _READ:
                _READ[kind](self, match)
            else:
                self.number(match)
        return found

    def words(self, text: str, start: int) -> None:
        """Words side by side: a phrase, or where one is telling each by itself."""
        found = self.found
        if text in _FUNCTIONS:
            found.append(_new(Token, ("f", _FUNCTIONS[text], start, start + len(text))))
            return
        words = text.split(" ")
        if self.lexer.telling.isdisjoint(text.lower().split(" ")):
            if found and found[-1].kind == "w":
                self.telling = True
            found.append(_new(Token, ("w", tuple(words), start, start + len(text))))
            return
        self.telling = True
        for word in words:
            found.append(_new(Token, ("w", word, start, start + len(word))))
            start += len(word) + 1

    def put(self, kind: str, value: object, match: re.Match[str]) -> None:
        """One more token."""
        self.found.append(Token(kind, value, match.start(), match.end()))

    def number(self, match: re.Match[str]) -> None:
        """A number as printed."""
        number = printed(match)
        if number is None:
            self.put("?", "too large", match)
            return
        if self.pending and self.pending[-1] == "below" and number.digits == 1:
            # `\frac{5x}6`
            self.pending.pop()
            self.put("(", "(", match)
            self.put("n", number, match)
            self.put(")", ")", match)
            self.put(")", ")", match)
            return
        self.put("n", number, match)

    def mixed(self, match: re.Match[str]) -> None:
        """`2 1/2`: a whole number and a proper fraction; with a hyphen, or improper, they are three
        numbers.
        """
        whole, _, share = match[0].replace(" and ", " ").replace("-", " ").partition(" ")
        top, below = (int(part) for part in share.split("/"))
        if not 0 < top < below or "-" in match[0]:
            at = match.start()
            for part in re.finditer(r"[0-9]+|[-/]|and", match[0]):
                kind = "n" if part[0].isdigit() else "w" if part[0] == "and" else "o"
                value: object = Number((int(part[0]), 1), 0, len(part[0])) if kind == "n" else part[0]
                self.found.append(Token(kind, value, at + part.start(), at + part.end()))
            return
        self.put("n", Number((int(whole) * below + top, below), 0, len(whole)), match)

    def sign(self, match: re.Match[str]) -> None:
        """An operator. Asterisks that enclose words are marks; a dash between digits is a range."""
        sign, start, end = match[0], match.start(), match.end()
        before = self.text[start - 1 : start]
        after = self.text[end : end + 1]
        if sign == "*":
            self.star(match)
        elif sign == "–" and before.isdigit() and after.isdigit():
            self.put("?", "a range", match)
        elif sign in "-–" and before.isalpha() and after.isalpha():
            self.put(".", sign, match)
        else:
            self.put("o", _SIGNS[sign], match)

    def power(self, match: re.Match[str]) -> None:
        """`**` between operands is a power; around words it only makes them bold."""
        last = self.found[-1] if self.found else None
        blanks = match.start() - last.end if last else 0
        after = self.text[match.end() + blanks : match.end() + blanks + 1]
        if last and last.kind in "n)w" and (after.isdigit() or (after and after in "(-")):
            self.put("o", "^", match)

    def star(self, match: re.Match[str]) -> None:
        """An asterisk between operands is a product; around words it only makes them stand out."""
        after = self.text[match.end() : match.end() + 1]
        last = self.found[-1] if self.found else None
        opens = last is None or last.kind == "."
        if not (opens and after.strip()) and after and after not in ".,;:!?\n":
            self.put("o", "*", match)

    def date(self, match: re.Match[str]) -> None:
        """A date is nothing to calculate with."""
        self.put("?", "a date", match)

    def vulgar(self, match: re.Match[str]) -> None:
        """`½`, alone or right after a whole number."""
        share = _VULGAR[match[0]]
        last = self.found[-1] if self.found else None
        if last and last.kind == "n" and last.end == match.start():
            assert isinstance(last.value, Number)  # noqa: S101 - what a number's token holds
            whole = last.value.value
            value = (whole[0] * share[1] + share[0] * whole[1], whole[1] * share[1])
            self.found[-1] = Token("n", Number(value, 0, last.value.digits), last.start, match.end())
            return
        self.put("n", Number(share), match)

    def short(self, match: re.Match[str]) -> None:
        r"""`\frac12`."""
        top, below = (int(digit) for digit in match[0] if digit.isdigit())
        self.put("n" if below else "?", Number((top, below)), match)

    def degree(self, match: re.Match[str]) -> None:
        """A degree sign: of an angle, or with the letter after it of a temperature."""
        letter = match[0][-1]
        self.put("u", f"°{letter}" if letter in "CFK" else "°", match)

    def raised(self, match: re.Match[str]) -> None:
        """`²`."""
        digits = match[0].translate(_RAISED)
        self.put("p" if len(digits) < _LONGEST_RAISED else "?", int(digits[:_LONGEST_RAISED]), match)

    def command(self, match: re.Match[str]) -> None:
        r"""A command of LaTeX: a sign, a group that opens with the next brace, or nothing that counts."""
        name = match[0][1:]
        if name in _COMMANDS:
            self.put(*_COMMANDS[name], match)
        elif name in ("frac", "dfrac", "tfrac", "cfrac"):
            self.pending.append("above")
            self.starts.append(match.start())
        elif name in ("binom", "dbinom", "tbinom"):
            self.pending.append("of")
            self.starts.append(match.start())
        elif name == "sqrt":
            self.put("f", 2, match)
            self.pending.append("root")
        elif name in _TEXTS:
            self.pending.append("text")
        elif name == "boxed":
            self.pending.append("group")
        elif name == "$":
            self.put("u", "$", match)
        elif name not in _IGNORED:
            self.put("?", name, match)

    def bracket(self, match: re.Match[str]) -> None:
        """Brackets: braces are groups of LaTeX, and close as what they were opened for."""
        sign = match[0]
        if sign in "([":
            if sign == "[" and self.pending and self.pending[-1] == "root":
                self.braces.append("degree")
                self.put("(", "degree", match)
                return
            self.put("(", sign, match)
        elif sign == "]" and self.braces and self.braces[-1] == "degree":
            self.braces.pop()
            self.degree_of_root(match)
        elif sign in ")]":
            self.put(")", sign, match)
        elif sign == "{":
            self.opened(match)
        else:
            self.closed(match)

    def degree_of_root(self, match: re.Match[str]) -> None:
        r"""`\sqrt[3]`: the degree between the brackets, which must be one number."""
        root, opening, number = self.found[-3:] if len(self.found) > 2 else (None, None, None)
        inside = number.value if number is not None else None
        if root is None or opening is None or opening.value != "degree" or not isinstance(inside, Number):
            self.put("?", "a degree", match)
            return
        degree = inside.value[0] if inside.value[1] == 1 else 0
        self.found[-3:] = [Token("f", degree, root.start, match.end())]

    def opened(self, match: re.Match[str]) -> None:
        """`{`."""
        kind = self.pending.pop() if self.pending else "group"
        if kind in ("above", "of"):
            # The fraction starts with its command.
            start = self.starts.pop() if self.starts else match.start()
            self.found.append(Token("(", "(", start, match.end()))
        if kind != "text":
            self.put("(", "(", match)
        self.braces.append(kind)

    def closed(self, match: re.Match[str]) -> None:
        """`}`."""
        kind = self.braces.pop() if self.braces else "none"
        if kind == "none":
            self.put("?", "}", match)
        elif kind != "text":
            self.put(")", ")", match)
        if kind in ("above", "of"):
            self.put("o", "/" if kind == "above" else "C", match)
            self.pending.append("below")
        elif kind == "below":
            self.put(")", ")", match)

    def other(self, match: re.Match[str]) -> None:
        """Any other sign: a unit's, a root's, a boundary, or one that nobody can work out."""
        sign = match[0]
        if sign in _SKIPPED or not sign.isprintable():
            return
        if sign in _ROOTS:
            self.put("f", _ROOTS[sign], match)
        elif sign == "$" and self.marks:
            self.put(".", "$", match)
        elif sign in self.lexer.signs:
            self.put("u", sign, match)
        elif sign == "%":
            self.put("%", sign, match)
        elif sign == "π":
            self.put("k", "pi", match)
        elif (
            sign == "!" and self.found and self.found[-1].end == match.start() and self.found[-1].kind in "n)"
        ):
            self.put("!", sign, match)
        else:
            self.put("." if sign in _BOUNDARIES and not self.ratio(match) else "?", sign, match)

    def ratio(self, match: re.Match[str]) -> bool:
        """Whether a colon stands between digits: a ratio, or a time of day."""
        if match[0] != ":":
            return False
        start, end = match.span()
        before, after = self.text[max(start - 2, 0) : start].rstrip(), self.text[end : end + 2].lstrip()
        return before[-1:].isdigit() and after[:1].isdigit()


_READ: Final[dict[str | None, Callable[[_Run, re.Match[str]], None]]] = {
    "sign": _Run.sign,
    "date": _Run.date,
    "mixed": _Run.mixed,
    "power": _Run.power,
    "vulgar": _Run.vulgar,
    "degree": _Run.degree,
    "raised": _Run.raised,
    "short": _Run.short,
    "command": _Run.command,
    "bracket": _Run.bracket,
    "other": _Run.other,
}
