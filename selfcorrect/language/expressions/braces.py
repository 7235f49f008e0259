"""Commands and braces of LaTeX: what a brace closes depends on the command that opened it."""

import re

from selfcorrect.language.expressions.signs import COMMANDS, IGNORED, TEXTS, Number, Token


class Braces:
    r"""The tokens found so far, the braces that are open, and what commands wait for: `\frac` for two."""

    def __init__(self) -> None:
        self.found: list[Token] = []
        self.braces: list[str] = []
        self.pending: list[str] = []
        self.starts: list[int] = []

    def put(self, kind: str, value: object, match: re.Match[str]) -> None:
        """One more token."""
        self.found.append(Token(kind, value, match.start(), match.end()))

    def command(self, match: re.Match[str]) -> None:
        r"""A command of LaTeX: a sign, a group that opens with the next brace, or nothing that counts."""
        name = match[0][1:]
        if name in COMMANDS:
            self.put(*COMMANDS[name], match)
        elif name in ("frac", "dfrac", "tfrac", "cfrac"):
            self.pending.append("above")
            self.starts.append(match.start())
        elif name in ("binom", "dbinom", "tbinom"):
            self.pending.append("of")
            self.starts.append(match.start())
        elif name == "sqrt":
            self.put("f", 2, match)
            self.pending.append("root")
        elif name in TEXTS:
            self.pending.append("text")
        elif name == "boxed":
            self.pending.append("group")
        elif name == "$":
            self.put("u", "$", match)
        elif name not in IGNORED:
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
