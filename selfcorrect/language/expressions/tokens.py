"""A stretch of text to tokens: numbers, signs, words; LaTeX, Markdown and Unicode to the same ones.

Everything is one pass of a linear pattern, so that a hostile text costs no more than its length.
"""

import re
from collections.abc import Callable
from typing import Final

from selfcorrect.language.expressions.braces import Braces
from selfcorrect.language.expressions.notation import Notation
from selfcorrect.language.expressions.signs import (
    AFTER_MARK,
    BOUNDARIES,
    FUNCTIONS,
    LONGEST_RAISED,
    PATTERN,
    PLAIN_SIGNS,
    RAISED,
    RELATIONS,
    ROOTS,
    SHORT,
    SIGNS,
    SKIPPED,
    VULGAR,
    Number,
    Token,
    printed,
)

_new: Final = tuple.__new__
"""A named tuple made without its own constructor, which costs three times as much."""


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


class _Run(Braces):
    """One stretch being read."""

    def __init__(self, lexer: Lexer, text: str, dollars_are_marks: bool) -> None:
        super().__init__()
        self.lexer = lexer
        self.text = text
        self.marks = dollars_are_marks
        self.telling = False

    def tokens(self, start: int, end: int) -> list[Token]:
        """Every token, in order."""
        found = self.found
        for match in PATTERN.finditer(self.text, start, end):
            kind = match.lastgroup
            if kind == "space":
                continue
            text = match[0]
            if kind == "words":
                self.words(text, match.start())
            elif kind == "number" and not self.pending and text.isdecimal() and len(text) < SHORT:
                at, to = match.span()
                found.append(_new(Token, ("n", _new(Number, ((int(text), 1), 0, to - at, False)), at, to)))
            elif text in PLAIN_SIGNS:
                found.append(_new(Token, ("o", PLAIN_SIGNS[text], *match.span())))
            elif kind == "relation":
                found.append(_new(Token, ("r", RELATIONS[text], *match.span())))
            elif kind in _READ:
                _READ[kind](self, match)
            else:
                self.number(match)
        return found

    def words(self, text: str, start: int) -> None:
        """Words side by side: a phrase, or where one is telling each by itself."""
        found = self.found
        if text in FUNCTIONS:
            found.append(_new(Token, ("f", FUNCTIONS[text], start, start + len(text))))
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
        """`2 1/2`: a whole number and a proper fraction; an improper one is its own number. With a
        hyphen it may be a difference as well.
        """
        if "-" in match[0]:
            self.put("?", "a hyphen before a fraction", match)
            return
        whole, _, share = match[0].replace(" and ", " ").partition(" ")
        top, below = (int(part) for part in share.split("/"))
        if not 0 < top < below:
            at = match.start()
            for part in re.finditer(r"[0-9]+|/|and", match[0]):
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
            self.put("o", SIGNS[sign], match)

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

    def comma(self, match: re.Match[str]) -> None:
        """`0,30`: a decimal comma, or one that is missing a blank; nobody can tell."""
        self.put("?", "a comma between digits", match)

    def vulgar(self, match: re.Match[str]) -> None:
        """`½`, alone or right after a whole number."""
        share = VULGAR[match[0]]
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
        digits = match[0].translate(RAISED)
        self.put("p" if len(digits) < LONGEST_RAISED else "?", int(digits[:LONGEST_RAISED]), match)

    def other(self, match: re.Match[str]) -> None:
        """Any other sign: a unit's, a root's, a boundary, or one that nobody can work out."""
        sign = match[0]
        if sign in SKIPPED or not sign.isprintable():
            return
        if sign in ROOTS:
            self.put("f", ROOTS[sign], match)
        elif sign == "$" and self.marks:
            if not self.beside_relation(match):
                self.put(".", "$", match)
        elif sign in self.lexer.signs:
            if not self.joined(match):
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
            self.put("." if sign in BOUNDARIES and not self.ratio(match) else "?", sign, match)

    def joined(self, match: re.Match[str]) -> bool:
        """Put a sign together with the letters that touch it, if they are one: `US$`."""
        last = self.found[-1] if self.found else None
        if last is None or last.kind != "w" or last.end != match.start():
            return False
        words = last.value if isinstance(last.value, tuple) else (last.value,)
        sign = f"{words[-1]}{match[0]}"
        if sign not in self.lexer.notation.units:
            return False
        start = last.end - len(words[-1])
        self.found[-1:] = [Token("w", words[:-1], last.start, start - 1)] if words[:-1] else []
        self.found.append(Token("u", sign, start, match.end()))
        return True

    def beside_relation(self, match: re.Match[str]) -> bool:
        """Whether a mark of a formula stands right before a relation or after one: `3 + 4 = $8$`."""
        if self.found and self.found[-1].kind == "r":
            return True
        return AFTER_MARK.match(self.text, match.end()) is not None

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
    "comma": _Run.comma,
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
