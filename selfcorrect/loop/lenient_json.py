"""One JSON value as models write it: taken where it can mean one thing only, else the place of what is wrong.

Beside JSON itself this takes comments, commas before a closing bracket, single and typographic quotes, keys
without any, line ends inside of texts, and Python's True, False and None. Nothing is completed or dropped,
ever. That is why json-repair is not used: it closes what was cut off, keeps the last of two values of one
key, makes 12.5 of `12.50 EUR` and floats of all money.

Time is linear in the text, and nothing recurses.
"""

import re
from typing import Any, Final, Literal

from selfcorrect.model.exact_json import DEEPEST, integer_of, number_of

Fault = Literal["syntax", "cut off", "repeated key"]


class LenientError(Exception):
    """A value cannot be read. `what` says why, at the offset `at`."""

    def __init__(self, fault: Fault, what: str, at: int) -> None:
        super().__init__(what)
        self.fault: Fault = fault
        self.what = what
        self.at = at


def read_value(text: str, at: int) -> tuple[Any, int]:
    """The list or object that begins at an offset, and the offset behind it. Raises LenientError."""
    reading = _Reading(text, at)
    return reading.value(), reading.at


_BLANKS: Final = r"(?:[\s\ufeff\u200b]++|//[^\n]*+|#[^\n]*+|/\*(?:[^*]++|\*(?!/))*+\*/)*+"
"""Space and comments."""
_SPACE: Final = re.compile(_BLANKS)
_QUOTES: Final = {
    '"': '"',
    "'": "'",
    **dict.fromkeys("“”„", "“”"),
    **dict.fromkeys("‘’‚", "‘’"),
}
"""What closes a text by its opening quote; typographic ones open and close in many a way."""
_INNER: Final = {
    opening: rf"[^{closing}\\]*+(?:\\.[^{closing}\\]*+)*+" for opening, closing in _QUOTES.items()
}
_TEXTS: Final = {
    opening: re.compile(rf"{inner}[{_QUOTES[opening]}]", re.DOTALL) for opening, inner in _INNER.items()
}
"""The rest of a text by its opening quote."""
_NAMED: Final = r"[A-Za-z_$][\w$-]*+"
_NAME: Final = re.compile(_NAMED)
_QUOTED: Final = "|".join(
    rf"{opening}{inner}(?:\\?+\Z|[{_QUOTES[opening]}])" for opening, inner in _INNER.items()
)
_KEY: Final = rf"(?:{_NAMED}|{_QUOTED}){_BLANKS}(?::|\Z)"
OPENING: Final = re.compile(
    rf"(?:\[\s*+)?\{{(?!\s*+\{{){_BLANKS}(?P<begun>(?=\}}|/\*|\Z|{_KEY}))?", re.DOTALL
)
"""A brace, alone or in a list, and whether an object has `begun` with it: a key and a colon follow, or what
may become one before the text is cut off. Anything else is a brace in prose.
"""
_HEX: Final = "[0-9A-Fa-f]"
_ESCAPE: Final = re.compile(rf"\\(?:u({_HEX}{{4}})|x({_HEX}{{2}})|U00(0{_HEX}{{5}}|10{_HEX}{{4}})|([\s\S]))")
"""JSON's escapes, and those that Python and JavaScript have for any character."""
_ESCAPED: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"} | {c: c for c in "\"'\\/“”‘’"}
_HALVES: Final = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*+)(\.[0-9]++)?+([eE][-+]?[0-9]++)?+(?![\w.])")
_WORD: Final = re.compile(r"-?[A-Za-z]++(?!\w)")
_WORDS: Final[dict[str, Any]] = {
    "true": True,
    "True": True,
    "false": False,
    "False": False,
    "null": None,
    "None": None,
    "NaN": float("nan"),
    "Infinity": float("inf"),
    "-Infinity": float("-inf"),
}
_TOKEN: Final = re.compile(r"[^\s,\]}]{1,24}")
_BEFORE: Final = re.compile(r"[0-9][0-9.,]*,$")
_BEHIND: Final = re.compile(r"[0-9](?:[0-9.,]*[0-9])?")
"""A number up to its comma, and what may be the rest of it."""
_FENCE: Final = "```"
_OPENED: Final = object()


class _Open:
    """A list or an object that is not closed yet; `key` is the one whose value comes next."""

    __slots__ = ("close", "key", "made")

    def __init__(self, bracket: str) -> None:
        self.made: Any = {} if bracket == "{" else []
        self.close = "}" if bracket == "{" else "]"
        self.key = ""

    def add(self, value: Any) -> None:
        if self.close == "}":
            self.made[self.key] = value
        else:
            self.made.append(value)


class _Reading:
    """The reading of one value, and where it is."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at

    def value(self) -> Any:
        """The whole value."""
        stack: list[_Open] = []
        while True:
            value = self.scalar_or_opened(stack)
            while value is not _OPENED or self.closes(stack[-1]):
                if value is _OPENED:
                    value = stack.pop().made
                if not stack:
                    return value
                stack[-1].add(value)
                self.comma(stack[-1])
                value = _OPENED

    def scalar_or_opened(self, stack: list[_Open]) -> Any:
        """A scalar; or `_OPENED`, after the bracket of a list or an object."""
        char = self.next()
        if char in "{[":
            if len(stack) == DEEPEST:
                raise self.fault(f"it is nested deeper than {DEEPEST} levels")
            stack.append(_Open(char))
            self.at += 1
            return _OPENED
        if char in _TEXTS:
            return self.string()
        if found := _NUMBER.match(self.text, self.at):
            self.at = found.end()
            return (number_of if found[1] or found[2] else integer_of)(found[0])
        found = _WORD.match(self.text, self.at)
        if found is None or found[0] not in _WORDS:
            raise self.fault(f"`{self.token()}` is no value")
        self.at = found.end()
        return _WORDS[found[0]]

    def closes(self, inside: _Open) -> bool:
        """Whether the closing bracket is here; if not, an object's next key is read."""
        if self.next() == inside.close:
            self.at += 1
            return True
        if inside.close == "}":
            self.key(inside)
        return False

    def key(self, inside: _Open) -> None:
        start = self.at
        if self.text[start] in _TEXTS:
            key = self.string()
        elif found := _NAME.match(self.text, start):
            key, self.at = found[0], found.end()
        else:
            raise self.fault(self.no_key())
        if self.next() != ":":
            raise self.fault(f"a colon is missing after the key `{key[:40]}`")
        self.at += 1
        if key in inside.made:
            self.at = start
            raise self.fault(f"`{key[:40]}`", "repeated key")
        inside.key = key

    def no_key(self) -> str:
        before = _BEFORE.search(self.text, max(0, self.at - 24), self.at)
        behind = _BEHIND.match(self.text, self.at)
        if before and behind:
            self.at = before.start()
            return f"`{before[0]}{behind[0][:24]}` has a comma between its digits"
        return f"a key is missing before `{self.token()}`"

    def comma(self, inside: _Open) -> None:
        """Goes behind the comma after a value; the closing bracket stays to be read."""
        char = self.next()
        if char == ",":
            self.at += 1
        elif char != inside.close:
            raise self.fault(f"a comma or `{inside.close}` is missing before `{self.token()}`")

    def string(self) -> str:
        start = self.at + 1
        found = _TEXTS[self.text[self.at]].match(self.text, start)
        if found is None:
            raise self.fault("a text is not closed", "cut off")
        self.at = found.end()
        raw = self.text[start : found.end() - 1]
        return self.unescaped(raw, start) if "\\" in raw else raw

    def unescaped(self, raw: str, start: int) -> str:
        def one(escape: re.Match[str]) -> str:
            if code := escape[1] or escape[2] or escape[3]:
                return chr(int(code, 16))
            if escape[4] not in _ESCAPED:
                self.at = start + escape.start()
                raise self.fault(f"`{escape[0]}` means nothing in a text")
            return _ESCAPED[escape[4]]

        return _HALVES.sub(_joined, _ESCAPE.sub(one, raw))

    def next(self) -> str:
        """The next character that is no space and in no comment. Raises where the text ends."""
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at
        if self.at == len(self.text) or self.text.startswith((_FENCE, "/*"), self.at):
            raise self.fault("an object is not closed", "cut off")
        return self.text[self.at]

    def token(self) -> str:
        """What stands here, in few characters. Raises where that may be the beginning of something longer."""
        found = _TOKEN.match(self.text, self.at)
        if found is not None and found.end() == len(self.text):
            raise self.fault("an object is not closed", "cut off")
        return found[0] if found else self.text[self.at]

    def fault(self, what: str, fault: Fault = "syntax") -> LenientError:
        return LenientError(fault, what, self.at)


def _joined(halves: re.Match[str]) -> str:
    """One character of the two halves that JSON escapes it as."""
    return halves[0].encode("utf-16", "surrogatepass").decode("utf-16")
