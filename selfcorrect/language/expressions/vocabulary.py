"""Words to tokens: `times`, `half of`, `3 dozen`, `is`; what is left are phrases: nouns, names, units,
prose.
"""

from typing import Final, NamedTuple

from selfcorrect.language.expressions.fractions import multiply
from selfcorrect.language.expressions.notation import Dimension, Notation, Unit
from selfcorrect.language.expressions.signs import Number, Token

_STARTS: Final = frozenset("n(fuk")
_ENDS: Final = frozenset("n)%!ukpw")
JOIN: Final = "join"
"""The value of a boundary that is a word."""
_MOST_BETWEEN: Final = 4
"""Words between a unit and what it is by: `42 grams of protein per week`."""
_MOST_KEPT: Final = 5000
"""Phrases whose units are remembered."""


class Measure(NamedTuple):
    """What a phrase after a number is measured in: units with their powers, whether it says so with a single
    letter, which may as well be an unknown of algebra, and how many words it takes up to its last unit.
    """

    parts: tuple[tuple[Unit, int], ...]
    letter: bool = False
    words: int = 1


class Vocabulary:
    """The words of a notation, by their first."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.entries: dict[str, list[tuple[tuple[str, ...], str, object]]] = {}
        for kind, words in (
            ("o", notation.operators),
            ("R", notation.relations),
            ("number", notation.numbers),
        ):
            for phrase, value in words.items():
                self._enter(phrase, kind, value)
        for phrase in notation.of:
            self._enter(phrase, "of", None)
        self.percents = frozenset(
            word for word, unit in notation.units.items() if not unit.dimension and unit.factor == (1, 100)
        )
        for phrase in self.percents:
            self._enter(phrase, "%", "%")
        for several in self.entries.values():
            several.sort(key=lambda entry: -len(entry[0]))
        self.joins = notation.joins
        self._verbs = frozenset(word for phrase in notation.relations for word in phrase.split())
        self.says_more = notation.functions.union(
            phrase for phrase in notation.operators if " " not in phrase
        )
        self._measures: dict[tuple[str, ...], Measure | None] = {}

    def _enter(self, phrase: str, kind: str, value: object) -> None:
        words = tuple(phrase.split())
        self.entries.setdefault(words[0], []).append((words, kind, value))

    def read(self, tokens: list[Token]) -> list[Token]:
        """Tokens with words turned into what they mean between their neighbours, the rest gathered to
        phrases.
        """
        found: list[Token] = []
        position, count, entries = 0, len(tokens), self.entries
        while position < count:
            token = tokens[position]
            if token.kind != "w":
                found.append(token)
                position += 1
                continue
            word = token.value
            if word.__class__ is tuple:
                _gather(found, token)
                position += 1
                continue
            if str(word).lower() in self.joins:
                found.append(Token(".", JOIN, token.start, token.end))
                position += 1
                continue
            if word in entries or (word := str(word).lower()) in entries:
                used = self._meaning(str(word), tokens, position, found)
                if used:
                    position += used
                    continue
            _gather(found, Token("w", (token.value,), token.start, token.end))
            position += 1
        return found

    @property
    def telling(self) -> frozenset[str]:
        """The words that may mean something between their neighbours."""
        return self.joins.union(
            self.entries,
            (word for several in self.entries.values() for words, _, _ in several for word in words),
            self.notation.cardinals,
        )

    def _meaning(self, first: str, tokens: list[Token], at: int, found: list[Token]) -> int:
        """Put what the words at a position mean; how many words it took, 0 for none."""
        for words, kind, value in self.entries[first]:
            end = at + len(words)
            if (
                len(words) > 1
                and tuple(str(t.value).lower() for t in tokens[at:end] if t.kind == "w") != words
            ):
                continue
            token = Token(kind, value, tokens[at].start, tokens[end - 1].end)
            if self._puts(token, found, tokens[end : end + 2]):
                return len(words)
        return 0

    def _puts(self, token: Token, found: list[Token], after: list[Token]) -> bool:
        """Put what words mean between what was `found` before and what comes `after`, if they mean it
        there.
        """
        last, following = found[-1] if found else None, after[0] if after else None
        if token.kind == "number":
            return self._number(token, last, found, after)
        if token.kind == "%":
            if last is None or last.kind not in "n)":
                return False
            found.append(token)
            return True
        signed = token.kind == "R" and following is not None and following.value in ("+", "-")
        if not signed and (following is None or following.kind not in _STARTS):
            return False
        if token.kind == "of":
            if not shares(found):
                return False
            found.append(Token("o", "*", token.start, token.end))
            return True
        if last is None or last.kind not in _ENDS:
            return False
        if token.kind == "o" and last.kind == "w" and not self._counted(found):
            return False
        found.append(token)
        return True

    def _counted(self, found: list[Token]) -> bool:
        """Whether the phrase that was read last is what a number before it counts, and says nothing of it."""
        words: tuple[str, ...] = found[-1].value  # type: ignore[assignment]
        return len(found) > 1 and found[-2].kind in _ENDS and words[-1].lower() not in self._verbs

    def _number(self, token: Token, last: Token | None, found: list[Token], after: list[Token]) -> bool:
        """A word for a number: a share before `of`, also several of it, or a multiple before a number."""
        value: tuple[int, int] = token.value  # type: ignore[assignment]
        if value[0] < value[1]:
            of = after and after[0].kind == "w" and str(after[0].value).lower() in self.notation.of
            if not (of and len(after) > 1 and after[1].kind in _STARTS):
                return False
            if last is not None and last.kind == "n" and isinstance(last.value, Number):
                several = last.value._replace(value=multiply(last.value.value, value), decimals=0)
                found[-1] = Token("n", several, last.start, token.end)
            else:
                found.append(Token("n", Number(value), token.start, token.end))
            return True
        if not (after and after[0].kind == "n") or value[1] != 1:
            return False
        found.append(Token("n", Number(value), token.start, token.end))
        found.append(Token("o", "*", token.start, token.end))
        return True

    def measure(self, words: tuple[str, ...]) -> Measure | None:
        """What a phrase after a number says that it is measured in, by its first words; None for nothing."""
        known = self._measures
        if words in known:
            return known[words]
        found = self._measured(words)
        if len(known) < _MOST_KEPT:
            known[words] = found
        return found

    def _measured(self, words: tuple[str, ...]) -> Measure | None:
        parts: list[tuple[Unit, int]] = []
        sign, at, letter, last = 1, 0, False, 0
        while at < len(words):
            power = self.notation.powers.get(words[at].lower(), 0)
            at += bool(power)
            unit, used = self._unit(words, at)
            if unit is None:
                break
            letter = letter or (used == 1 and len(words[at]) == 1)
            parts.append((unit, sign * (power or 1)))
            last = at = at + used
            per = next(
                (
                    n
                    for n in range(at, min(at + _MOST_BETWEEN, len(words) - 1))
                    if words[n].lower() in self.notation.per
                ),
                None,
            )
            if per is None:
                break
            sign, at = -1, per + 1
        return Measure(tuple(parts), letter, last) if parts else None

    def _unit(self, words: tuple[str, ...], at: int) -> tuple[Unit | None, int]:
        units = self.notation.units
        for length in (2, 1):
            if len(words) - at < length:
                continue
            phrase = " ".join(words[at : at + length])
            unit = units.get(phrase) or (units.get(phrase.lower()) if len(phrase) > 1 else None)
            if unit is not None:
                return unit, length
        return None, 0


def _gather(found: list[Token], token: Token) -> None:
    """A phrase, as part of one that stands right before it."""
    last = found[-1] if found else None
    if last is not None and last.kind == "w":
        found[-1] = Token("w", (*last.value, *token.value), last.start, token.end)  # type: ignore[misc]
    else:
        found.append(token)


def shares(found: list[Token]) -> bool:
    """Whether what was read last is a share of something: `20%`, `1/3`, `½`, `half`."""
    last = found[-1] if found else None
    if last is None:
        return False
    if last.kind in ("%", ")"):
        return True
    if last.kind != "n" or not isinstance(last.value, Number):
        return False
    fraction = len(found) > 2 and found[-2].value == "/" and found[-3].kind == "n"
    return fraction or last.value.value[1] != 1


def dimension_of(parts: tuple[tuple[Unit, int], ...]) -> Dimension:
    """The dimension of units with their powers."""
    found: dict[str, int] = {}
    for unit, power in parts:
        for base, exponent in unit.dimension:
            found[base] = found.get(base, 0) + exponent * power
    return tuple(sorted((base, power) for base, power in found.items() if power))
