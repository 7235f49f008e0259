"""Numbers as people print them: which way a document writes them, and what a printed one can mean."""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Final

from msgspec import Struct

DIGITS: Final = r"[0-9]+(?:[.,'’\xa0][0-9]+)*"
"""Digits with single separators between them, for `re`; RE2 writes the no-break space another way."""
SPACED: Final = r"[0-9]{1,3}(?: [0-9]{3})+(?:[.,][0-9]+)?"
"""Thousands set apart by plain spaces: only where wide gaps or labels keep it from its neighbours."""

_GROUPS: Final = "'’\u00a0 "
_WITHOUT_GROUPS: Final = str.maketrans("", "", _GROUPS)
_FRACTIONS: Final = re.compile(r"[0-9](?<![0-9.,].)[0-9.,]*[.,][0-9]+(?![0-9]|[.,][0-9])")
_ALONE: Final = re.compile(
    r"(?:^|(?<=  )|(?<=[\t|]))[0-9][0-9.,' \xa0]{0,20}[.,][0-9]{2}(?= ?[A-Z*]?(?:  |\t| ?\||$))", re.MULTILINE
)
"""An amount with two decimals that has a cell for itself."""
_FRACTION_ALONE: Final = re.compile(
    r"(?:^|(?<=  )|(?<=[\t|]))[0-9]{1,12}[.,][0-9][0-9.,]{0,20}(?=  |\t| ?\||$)", re.MULTILINE
)
_THOUSANDS: Final = re.compile(r"[0-9]{1,3}(?:[,.'’\xa0 ][0-9]{3})+|[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}")
"""Groups of three; or, as in India, of two before the last three: `1,07,545`."""
_GROUPED: Final = re.compile(r"[1-9][0-9]{0,2}([.,])[0-9]{3}(?:\1[0-9]{3})*")
"""Digits in groups of three, behind one and the same mark."""
_LEAST_GROUPED: Final = 3
_LONGEST: Final = 40


class Amount(Struct, frozen=True):
    """A printed number: what it can mean (one value, or two where the style leaves it open), where, and
    the sign or code of a currency beside it with its place.
    """

    values: tuple[Decimal, ...]
    start: int
    end: int
    currency: str = ""
    currency_at: int = 0


def decimal_mark(tokens: Iterable[str]) -> str | None:
    """The decimal mark, point or comma, of printed numbers, by those that leave no doubt."""
    points = commas = 0
    for token in tokens:
        mark = _sure_mark(token)
        points += mark == "."
        commas += mark == ","
    if points == commas:
        return None
    return "." if points > commas else ","


def mark_of_thousands(tokens: Iterable[str]) -> str | None:
    """The mark that parts thousands in printed amounts, none of which has another number of digits behind
    its mark than three: all have the same one, and they are three at least.
    """
    found = [_GROUPED.fullmatch(token) for token in tokens if "." in token or "," in token]
    marks = {match[1] if match else None for match in found}
    return marks.pop() if len(found) >= _LEAST_GROUPED and len(marks) == 1 else None


def fractions(clean: str) -> Iterator[re.Match[str]]:
    """The numbers of a text with a point or comma in them, left to right."""
    return _FRACTIONS.finditer(clean)


def amounts_alone(clean: str) -> list[str]:
    """The amounts that have a cell for themselves."""
    return [match[0] for match in _ALONE.finditer(clean)]


def fractions_alone(clean: str) -> list[str]:
    """The numbers with a point or comma that have a cell for themselves."""
    return _FRACTION_ALONE.findall(clean)


def mark_of_all(clean: str) -> str | None:
    """The decimal mark of all the numbers in a text, whatever they are."""
    return decimal_mark(_FRACTIONS.findall(clean))


def _sure_mark(token: str) -> str | None:
    point, comma = token.rfind("."), token.rfind(",")
    if point < 0 and comma < 0:
        return None
    if point >= 0 and comma >= 0:
        return "." if point > comma else ","
    mark = "." if point >= 0 else ","
    other = "," if mark == "." else "."
    if token.count(mark) > 1:
        return other if _THOUSANDS.fullmatch(token) else None
    return mark if len(token) - max(point, comma) != 4 else None


def meanings(token: str, mark: str | None) -> tuple[Decimal, ...]:
    """What digits with separators can mean where the decimal mark is `mark` (None: not known).

    Nothing for what is no number (`12.03.2025`), two values for `1,234` where the mark is not known.
    """
    if len(token) > _LONGEST:
        return ()
    texts = _readings(token, mark)
    return tuple(Decimal(text) for text in texts)


def _readings(token: str, mark: str | None) -> tuple[str, ...]:
    plain = token.translate(_WITHOUT_GROUPS)
    point, comma = plain.rfind("."), plain.rfind(",")
    grouped = len(plain) < len(token)
    last = max(point, comma)
    whole = token[: len(token) - len(plain) + last] if last >= 0 else token
    if grouped and not _THOUSANDS.fullmatch(whole):
        return ()
    if last < 0:
        return (plain,)
    if point >= 0 and comma >= 0:
        return _mixed(plain, last)
    sign = plain[last]
    if plain.count(sign) > 1:
        return (plain.replace(sign, ""),) if _THOUSANDS.fullmatch(plain) else ()
    return _single(plain, sign, mark, grouped=grouped)


def _mixed(plain: str, last: int) -> tuple[str, ...]:
    """Both marks: the last one is the decimal mark, the other stands between thousands."""
    whole, fraction = plain[:last], plain[last + 1 :]
    if plain[last] in whole or not _THOUSANDS.fullmatch(whole):
        return ()
    return (f"{whole.replace('.', '').replace(',', '')}.{fraction}",)


def _single(plain: str, sign: str, mark: str | None, *, grouped: bool) -> tuple[str, ...]:
    """One mark, once: decimal, unless three digits follow one to three."""
    whole, fraction = plain.split(sign)
    as_decimal = f"{whole}.{fraction}"
    if len(fraction) != 3 or len(whole) > 3 or whole.startswith("0") or grouped or mark == sign:
        return (as_decimal,)
    if mark is None:
        return (whole + fraction, as_decimal)
    return (whole + fraction,)


def currency_source(symbols: Iterable[str]) -> str:
    """A currency's sign, word or code as an expression, the longest first; the same in `re` and RE2."""
    signs = [re.escape(sign) for sign in sorted(symbols, key=len, reverse=True) if len(sign) > 1]
    single = "".join(re.escape(sign) for sign in symbols if len(sign) == 1)
    return f"(?:{'|'.join([*signs, '[A-Z]{3}', *([f'[{single}]'] if single else [])])})"


def amount_pattern(symbols: Iterable[str]) -> re.Pattern[str]:
    """Finds numbers with their currency in a line; rates, dates and parts of words are none."""
    currency = currency_source(symbols)
    glued = rf"(?!{currency}(?!\w))"
    return re.compile(
        rf"(?<![\w.,/:-])(?P<open>\((?=[^)]{{1,40}}\))|[-+] ?)?"
        rf"(?:(?P<before>{currency})[ \xa0]?)?(?P<sign>[-+])?"
        rf"(?P<digits>{SPACED}|{DIGITS})(?P<minus>-(?![\w-]))?"
        rf"(?!(?=[\w%]){glued}|[-/:'’][0-9]|[ \xa0]?(?:%|[.,][0-9]))"
        rf"(?:[ \xa0]?(?P<after>{currency})(?!\w))?"
    )


def find_amounts(
    pattern: re.Pattern[str], clean: str, start: int, end: int, mark: str | None
) -> Iterator[Amount]:
    """The numbers in a stretch of a line, left to right."""
    for match in pattern.finditer(clean, start, end):
        values = meanings(match["digits"], mark)
        if values:
            yield _amount(match, values)


def _amount(match: re.Match[str], values: tuple[Decimal, ...]) -> Amount:
    lead = (match["open"] or "")[:1]
    closed = lead == "(" and match.string[match.end() : match.end() + 1] == ")"
    negative = lead == "-" or closed or match["sign"] == "-" or bool(match["minus"])
    if negative:
        values = tuple(-value for value in values)
    start, end = match.span("digits")
    if lead == "-" or closed:
        start = match.start("open")
    elif match["sign"]:
        start = match.start("sign")
    if closed:
        end = match.end() + 1
    elif match["minus"]:
        end += 1
    name = "after" if match["after"] else "before"
    return Amount(values, start, end, match[name] or "", max(0, match.start(name)))
