"""The cells of a line as tokens: numbers, rates, measures (`4 kg`), texts and marks."""

import re
from collections.abc import Iterable
from decimal import Decimal
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.language.printed.numbers import DIGITS, SPACED, currency_source, meanings
from selfcorrect.model.marks import Span
from selfcorrect.reading.page.document import Line
from selfcorrect.reading.ready.reader import ReadyReader
from selfcorrect.reading.scan import Scan
from selfcorrect.reading.values import Value

Form = Literal["number", "rate", "measure", "text", "code", "mark"]

_DIGIT: Final = re.compile(r"[0-9]")
_LETTER: Final = re.compile(r"[^\W\d_]")
_LOWER: Final = re.compile(r"[a-zß-ÿ]")
_WORD: Final = re.compile(r"[^ \xa0]+")
_FLAG: Final = re.compile(r"(?!CR|DR|X)(?:[A-Z]{1,2}[0-9]?)?[*#]{0,2}|\([A-Z]\)")
"""A tax letter or mark after an amount: `12.50 A`, `5.40 SR`, `3.00*`."""
_PER: Final = re.compile(r"(?:/|per |pro |par |je )[ ]?[^\W\d_][^\s\d]{0,9}")
_UNIT: Final = re.compile(r"(?!(?:CR|DR)\b)[^\W\d_][^\s\d:,;=]{0,11}")
_TAX: Final = re.compile(r"[^\W\d_]{0,6}\.?[)*]?")
"""A tax's name after its rate: `19 % USt.`."""
_TIMES: Final = frozenset({"x", "X", "×", "*"})
_RATE_AFTER: Final = re.compile(r"(?:[^\W\d_]{1,5}|[^\W\d_]{0,3}[ ]?[(@=:])[ ]?(?=[0-9])")
_MISREAD: Final = re.compile(r"(?=.{0,3}[0-9])[0-9OoIlSB]{2,4}|[IlS]")
_DIGITS: Final = str.maketrans("OoIlSB", "001158")
"""A whole number with letters that text recognition puts for digits: `l8`; or such a letter alone."""
_LONG: Final = 7
_DOUBLED: Final = 2


class Token(Struct, frozen=True):
    """What a stretch of a line is.

    `value` is that of a number, rate or measure; `unit` the word of a measure (or the letters after a
    number); `whole` a number without decimals, `long` one that rather names than counts. A code holds
    digits and no letters but is no number: a date, an account. A mark is a sign or up to two capitals.
    `misread` is the number that letters may stand for, where only a number can be.
    """

    form: Form
    start: int
    end: int
    value: Value | None = None
    unit: Span | None = None
    whole: bool = False
    long: bool = False
    misread: Value | None = None

    @property
    def numeric(self) -> bool:
        """Whether it holds a number."""
        return self.value is not None


@lru_cache(maxsize=16)
def printed_pattern(ready: ReadyReader) -> re.Pattern[str]:
    """A whole cell with one number in it: signs, currency, a rate's sign, and what stands after it."""
    currency = currency_source(ready.reader.symbols)
    return re.compile(
        rf"(?P<open>\()?(?:[x×X@*][ \xa0]?)?(?:(?P<before>{currency})[ \xa0]?)?(?P<sign>[-+][ ]?)?"
        rf"(?:(?P<between>{currency})[ \xa0]?)?(?P<digits>{SPACED}|{DIGITS})"
        rf"(?P<minus>[ ]?-(?![\w-]))?(?P<close>\))?(?:[ \xa0]?(?P<rate>%))?"
        rf"(?:[ \xa0]?(?P<after>{currency})(?![^\W_]))?[ \xa0]?(?P<tail>[^\n]{{0,20}})"
    )


def read_token(scan: Scan, start: int, end: int) -> Token:
    """The token that fills a stretch."""
    clean = scan.document.clean
    if not _DIGIT.search(clean, start, end):
        short = end - start <= 3 and not _LOWER.search(clean, start, end)
        return Token("mark" if short else "text", start, end, misread=_misread(clean, start, end))
    match = printed_pattern(scan.ready).fullmatch(clean, start, end)
    found = _number(scan, match) if match else _rate_in_words(scan, start, end)
    if found:
        return found
    form: Form = "text" if _LETTER.search(clean, start, end) else "code"
    return Token(form, start, end, misread=_misread(clean, start, end))


def _misread(clean: str, start: int, end: int) -> Value | None:
    """The number that letters were taken for, an unsure one."""
    if end - start > 4 or not _MISREAD.fullmatch(clean, start, end):
        return None
    return Value((Decimal(clean[start:end].translate(_DIGITS)),), Span(start, end), sure=False)


def _number(scan: Scan, match: re.Match[str]) -> Token | None:
    """A number with what stands around it; None where that makes it something else."""
    form, unit = _form(match)
    currency = match["before"] or match["between"] or match["after"] or ""
    odd = currency and currency not in scan.ready.codes and not match["rate"]
    if odd and currency == match["after"]:
        form, unit, currency = "measure", Span(*match.span("after")), ""
    elif odd:
        return None
    if form is None or bool(match["open"]) != bool(match["close"]):
        return None
    digits = match["digits"]
    values = meanings(digits, scan.mark)
    if not values:
        return None
    whole = digits.isdigit()
    value = _value(scan, match, values, currency)
    long = whole and (len(digits) >= _LONG or (digits[0] == "0" and len(digits) > 1))
    return Token(form, match.start(), match.end(), value, unit, whole=whole, long=long)


def _form(match: re.Match[str]) -> tuple[Form | None, Span | None]:
    """What the words after a number make of it, and the unit they are."""
    tail = match["tail"].rstrip()
    if match["rate"]:
        return ("rate" if _TAX.fullmatch(tail) else None), None
    if not tail or tail in _TIMES or _PER.fullmatch(tail):
        return "number", None
    span = Span(match.start("tail"), match.start("tail") + len(tail))
    if _FLAG.fullmatch(tail):
        return "number", span if tail.isalpha() else None
    return ("measure", span) if _UNIT.fullmatch(tail) else (None, None)


def _value(scan: Scan, match: re.Match[str], values: tuple[object, ...], currency: str) -> Value:
    negative = bool(match["open"]) or (match["sign"] or "")[:1] == "-" or bool(match["minus"])
    start, end = match.span("digits")
    if negative and match["sign"]:
        start = match.start("sign")
    if match["open"]:
        start, end = match.start("open"), match.end("close")
    elif match["minus"]:
        end = match.end("minus")
    name = next((name for name in ("before", "between", "after") if currency and match[name]), "before")
    return Value(
        tuple(-value for value in values) if negative else values,  # type: ignore[operator]
        scan.document.printed(start, end),
        currency,
        max(0, match.start(name)),
        not scan.document.is_mended(start, end),
    )


def _rate_in_words(scan: Scan, start: int, end: int) -> Token | None:
    """A rate after a word or two: `SR @ 6%`, `S = 6 %`, `TVA 20%`."""
    lead = _RATE_AFTER.match(scan.document.clean, start, end)
    if not lead:
        return None
    found = read_token(scan, lead.end(), end)
    return Token("rate", start, end, found.value) if found.form == "rate" else None


def line_tokens(scan: Scan, line: Line) -> list[Token]:
    """The tokens of a line: its cells, and the numbers of a cell that holds nothing but numbers."""
    found: list[Token] = []
    for cell in line.cells:
        token = read_token(scan, cell.start, cell.end)
        parts = _numbers(scan, token, first=not found) if token.form in {"text", "code"} else None
        found += parts or [token]
    return found


def _numbers(scan: Scan, token: Token, *, first: bool) -> list[Token] | None:
    """The numbers that a text is made of, at least two; None where it says anything else.

    At the start of a line a number with a word is no measure: `1 Widget 2 5.00 10.00`.
    """
    if not scan.document.clean[token.start].isdigit():
        return None
    parts = trailing_numbers(scan, token)
    if len(parts) < 2 or parts[0].start > token.start:
        return None
    measures = [at for at, part in enumerate(parts) if part.form == "measure"]
    return None if measures and (first or measures != [0]) else parts


def trailing_numbers(scan: Scan, token: Token, most: int = 8) -> list[Token]:
    """The numbers, rates and measures that end a text, in order, with single spaces between them."""
    words = list(_WORD.finditer(scan.document.clean, token.start, token.end))
    found: list[Token] = []
    at = len(words)
    while at > 0 and len(found) < most:
        for width in (1, 2):
            start = words[at - width].start() if at >= width else -1
            part = read_token(scan, start, words[at - 1].end()) if start >= 0 else None
            if part and part.numeric and _is_apart(part, width, words[at - 1][0]):
                break
            if part and width == 1 and part.misread and len(found) > 1:
                break
        else:
            break
        found.append(part)
        at -= width
    return found[::-1]


def _is_apart(part: Token, width: int, last: str) -> bool:
    """Whether a word or two are a number on their own: not `12mm`, nor a rate with more than its sign."""
    if width == 1:
        return part.form != "measure"
    return part.form != "rate" or last == "%"


def leading_name(scan: Scan, token: Token) -> Token | None:
    """What starts a text and is no word of it: a position, an article's number, a quantity with its `x`."""
    clean = scan.document.clean
    word = _WORD.search(clean, token.start, token.end)
    if word is None or word.end() >= token.end or not _DIGIT.search(word[0]):
        return None
    end = word.end()
    rest = _WORD.match(clean, end + 1, token.end)
    if rest and (rest[0] in _TIMES or rest[0] == "%") and rest.end() < token.end:
        end = rest.end()
    return read_token(scan, token.start, end - (clean[end - 1] in ".)"))


def split_numbers(scan: Scan, token: Token) -> list[Token]:
    """A text that starts with amounts or rates as those and what is left: `19 % A-100`."""
    found = []
    while token.form == "text" and (first := leading_name(scan, token)):
        if first.form != "rate" and (first.form != "number" or first.whole):
            break
        found.append(first)
        token = shortened(scan, token, start=first.end)
    return [*found, token]


def shortened(scan: Scan, token: Token, start: int = -1, end: int = -1) -> Token:
    """A token read again with another start or end, without spaces."""
    clean = scan.document.clean
    first, last = max(token.start, start), token.end if end < 0 else end
    while first < last and clean[first] in " \xa0.:)" and first > token.start:
        first += 1
    while last > first and clean[last - 1] in " \xa0":
        last -= 1
    return read_token(scan, first, last)


def joined_texts(tokens: list[Token]) -> list[Token]:
    """The tokens with texts put together that only a doubled space parts."""
    found: list[Token] = []
    for token in tokens:
        before = found[-1] if found else None
        if before and before.form == token.form == "text" and token.start - before.end == _DOUBLED:
            found[-1] = Token("text", before.start, token.end)
        else:
            found.append(token)
    return found


def with_unit(tokens: list[Token], clean: str) -> list[Token]:
    """The tokens with the first number that a word parts from the next as a measure: `6,00  ud  38,60`."""
    for at in range(len(tokens) - 2):
        number, word, after = tokens[at : at + 3]
        if number.form == "number" and word.form in {"text", "mark"} and after.numeric:
            if number.unit or not _UNIT.fullmatch(clean, word.start, word.end):
                return tokens
            span = Span(word.start, word.end)
            joined = replace(number, form="measure", end=word.end, unit=span)
            return [*tokens[:at], joined, *tokens[at + 2 :]]
    return tokens


def without_marks(tokens: Iterable[Token]) -> list[Token]:
    """The tokens that say something."""
    return [token for token in tokens if token.form != "mark"]
