"""Sentences that state a known fact: `a week has {value} days`, found in texts by patterns of a source."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, Final, NamedTuple

from selfcorrect.language.expressions.notation import Notation
from selfcorrect.language.numbers import CONTEXT, in_range
from selfcorrect.language.patterns import PatternError, compile_pattern
from selfcorrect.language.sentences import Sentences

LONGEST: Final = 4000
"""Characters of one pattern."""
_DIGITS: Final = r"[0-9]{1,12}(?:,[0-9]{3}){0,4}(?:\.[0-9]{1,9})?(?:/[0-9]{1,6})?"
_PIECE: Final = re.compile(r"\{\?\s*([^{}]+)\}|(\{value\})|([^\s{}]+)")
_WORD: Final = re.compile(r"[^\W\d_]+")
_BEFORE: Final = r"(?:^|[^\w.,/^*×+=-]|[.,]\s|\s)"
_AFTER: Final = r"(?:$|[^\w.,/^*×%-]|[.,](?:$|[^0-9]))"
_MARKS: Final = str.maketrans("$\\{}", "    ")
"""Marks of formulas, which say nothing here."""
_DEGREES: Final = r"\s*(?:degrees?|°|\^\s*circ)"


class Statement(NamedTuple):
    """A sentence about a fact: the fact's key, the number it says, and where that stands."""

    fact: str
    value: Decimal | int
    place: tuple[int, int]


class Sentence(NamedTuple):
    """A pattern of a fact, the words that a text must have to fit it, and what keeps a text from being
    judged.
    """

    fact: str
    pattern: str
    words: frozenset[str]
    unless: str | None


class FactTable:
    """The facts of a source made ready. Raises PatternError for a pattern that is none."""

    def __init__(self, rows: Mapping[str, Mapping[str, Any]], key: str, notation: Notation) -> None:
        cardinals = notation.cardinals
        self.cardinals = {word: n for n, word in enumerate(cardinals)}
        number = "|".join([_DIGITS, *map(re.escape, cardinals[::-1])])
        supposed = "|".join(map(re.escape, notation.suppositions))
        self._supposed = rf"(?i)\b(?:{supposed})\b" if supposed else None
        sentences = [
            (
                Sentence(str(row.get(key, name)), pattern(says, number), frozenset(), row.get("unless")),
                pieces_of(says),
            )
            for name, row in rows.items()
            for says in split(str(row.get("says", "")))
        ]
        often = Counter(word for _, pieces in sentences for piece in pieces for word in piece)
        # Found by its rarest word, or words that stand for one another: most texts hold none of them.
        self.sentences: dict[str, list[Sentence]] = {}
        for sentence, pieces in sentences:
            needed = frozenset(word for piece in pieces if len(piece) == 1 for word in piece)
            rarest = min(
                pieces, key=lambda piece: sum(often[word] for word in piece), default=frozenset(("",))
            )
            for word in rarest:
                self.sentences.setdefault(word, []).append(sentence._replace(words=needed))

        self._keys = frozenset(self.sentences)

    def find(self, texts: Sequence[str | None]) -> Iterator[tuple[int, Statement]]:
        """Every statement of some texts, with the number of its text from 1."""
        words = set(_WORD.findall("\n".join(filter(None, texts)).lower()))
        possible = [
            sentence
            for word in (*sorted(words & self._keys), "")
            for sentence in self.sentences.get(word, ())
            if sentence.words <= words
        ]
        if possible:
            for number, text in enumerate(texts, 1):
                yield from ((number, one) for one in self._of(text, possible))

    def _of(self, text: str | None, possible: list[Sentence]) -> list[Statement]:
        """The statements of one text, in order."""
        if not text:
            return []
        # RE2 takes no lone surrogates; what stands in for one is as long.
        plain = text.translate(_MARKS).encode("utf-8", "replace").decode()
        found: dict[tuple[int, int], Statement] = {}
        sentences = Sentences(plain)
        for sentence in possible:
            if self._excused(sentence, plain):
                continue
            for match in compile_pattern(sentence.pattern, LONGEST).finditer(plain):
                value = self.number(match[1])
                if value is not None and not self._is_supposed(sentences[sentences.at(match.start(1))]):
                    found.setdefault(match.span(1), Statement(sentence.fact, value, match.span(1)))
        return [found[place] for place in sorted(found)]

    def _is_supposed(self, sentence: str) -> bool:
        """Whether a sentence only supposes what it says."""
        return bool(self._supposed and compile_pattern(self._supposed, LONGEST).search(sentence))

    @staticmethod
    def _excused(sentence: Sentence, text: str) -> bool:
        """Whether a text says that something else than usual is spoken of."""
        return (
            bool(sentence.unless)
            and compile_pattern(f"(?i){sentence.unless}", LONGEST).search(text) is not None
        )

    def number(self, text: str) -> Decimal | int | None:
        """The number that digits or a word say."""
        word = text.lower()
        if word in self.cardinals:
            return self.cardinals[word]
        top, _, below = text.replace(",", "").partition("/")
        try:
            return in_range(CONTEXT.divide(Decimal(top), Decimal(below)) if below else Decimal(top))
        except (InvalidOperation, ZeroDivisionError, ValueError):
            return None


def split(says: str) -> list[str]:
    """The patterns of a fact, one by one."""
    return [part.strip() for part in says.split(";") if part.strip()]


def check_sentence(says: str, unless: str | None, notation: Notation) -> str:
    """What is wrong with the sentences of a fact, or with what excuses them; empty where nothing is."""
    try:
        for one in split(says):
            compile_pattern(pattern(one, "|".join([_DIGITS, *map(re.escape, notation.cardinals)])), LONGEST)
        if unless:
            compile_pattern(f"(?i){unless}", LONGEST)
    except PatternError as error:
        return str(error)
    return "" if split(says) else "it has no sentence"


def pieces_of(says: str) -> list[frozenset[str]]:
    """For each place of a pattern that is not optional the words, in lower case, of which a text must have
    one.
    """
    pieces = (words.lower() for optional, value, words in _PIECE.findall(says) if not optional and not value)
    several = [words.split("|") for words in pieces if words != "degrees"]
    return [
        frozenset(_WORD.findall(word)[0] for word in words)
        for words in several
        if all(map(_WORD.search, words))
    ]


def pattern(says: str, number: str = _DIGITS) -> str:
    """The RE2 expression of a sentence: words with alternatives `a|one`, optional ones `{? the}`, one
    `{value}`.

    Raises PatternError for any other form.
    """
    if says.count("{value}") != 1:
        raise PatternError("a sentence has one {value}")
    if _PIECE.sub("", says).strip():
        raise PatternError("braces enclose {value}, or {? an optional word}")
    text, gap = "", ""
    for optional, value, words in _PIECE.findall(says):
        if optional:
            inner = _alternatives(optional)
            text += f"(?:{gap}(?:{inner}))?" if gap else f"(?:(?:{inner})\\s+)?"
            continue
        if words == "degrees":
            text += _DEGREES
        else:
            text += f"{gap}({number})" if value else f"{gap}(?:{_alternatives(words)})"
        gap = r"\s+"
    return f"(?i){_BEFORE}{text}{_AFTER}"


def _alternatives(words: str) -> str:
    return "|".join(r"\s+".join(map(re.escape, word.split())) for word in words.split("|"))
