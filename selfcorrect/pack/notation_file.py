"""notation.yaml, typed: how the calculations of a pack's texts are written.

Units are looked up in pint when a pack is linked, and kept as exact fractions: checking needs no registry.
"""

import re
from fractions import Fraction
from typing import Final

from selfcorrect.language.expressions.notation import Notation, Unit
from selfcorrect.model.marks import Marked
from selfcorrect.model.problems import Problems
from selfcorrect.model.yaml_nodes import Mapping, YamlNode, quoted
from selfcorrect.pack.keys import Keys, listed, pairs
from selfcorrect.pack.units import Units

NOTATION_KEYS: Final = (
    "operators",
    "relations",
    "of",
    "numbers",
    "units",
    "per",
    "powers",
    "functions",
    "joins",
    "relative",
    "articles",
    "steps",
    "rests",
    "cardinals",
    "denials",
    "suppositions",
)
UNIT_KEYS: Final = ("words", "is", "measures")
_OPERATORS: Final = ("+", "-", "*", "/", "^")
_RELATIONS: Final = ("=", "≈", "<", ">", "≤", "≥", "≠")
_NUMBER: Final = re.compile(r"([0-9]{1,18})(?:/([1-9][0-9]{0,17}))?", re.ASCII)
_POWER: Final = re.compile(r"[2-6]", re.ASCII)


def read_notation(node: YamlNode, problems: Problems) -> Notation:
    """The notation that a notation.yaml describes. What is wrong is left out and told."""
    return _NotationFile(problems).notation(node)


class _NotationFile:
    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        self.spelled: list[tuple[Marked, str, Unit]] = []

    def notation(self, node: YamlNode) -> Notation:
        """The whole file."""
        keys = Keys(node, "the notation", NOTATION_KEYS, self.problems)
        notation = Notation(
            operators=self.words_for(keys, "operators", _OPERATORS),
            relations=self.words_for(keys, "relations", _RELATIONS),
            of=self.words(keys, "of"),
            numbers=self.numbers(keys),
            units=self.units(keys.mapping("units")),
            per=self.words(keys, "per"),
            powers=self.powers(keys),
            functions=self.words(keys, "functions"),
            joins=self.words(keys, "joins"),
            relative=self.words(keys, "relative"),
            articles=self.words(keys, "articles"),
            steps=self.words(keys, "steps"),
            rests=self.words(keys, "rests"),
            cardinals=tuple(text.value.lower() for text in keys.texts("cardinals")),
            denials=tuple(text.value for text in keys.texts("denials")),
            suppositions=tuple(text.value for text in keys.texts("suppositions")),
        )
        for text, word, unit in self.spelled:
            if not _is_read(word, unit, notation):
                said = f"{quoted(word)} is never read as a unit: some part of it means something else"
                self.problems.at(text, said, "drop it, or spell it as one word or sign")
        return notation

    def words(self, keys: Keys, name: str) -> frozenset[str]:
        """Words, compared in lower case."""
        return frozenset(text.value.lower() for text in keys.texts(name))

    def words_for(self, keys: Keys, name: str, signs: tuple[str, ...]) -> dict[str, str]:
        """The words for each of some signs."""
        found: dict[str, str] = {}
        for sign, value in pairs(keys.mapping(name)):
            if sign.value not in signs:
                said = f"{quoted(sign.value)} is none of the signs that `{name}` gives words for"
                self.problems.at(sign, said, f"they are {listed(signs)}")
                continue
            for text in self.texts(value, sign):
                self.enter(found, text, sign.value)
        return found

    def texts(self, node: YamlNode, name: Marked) -> tuple[Marked, ...]:
        """One text or several under a name."""
        holder = Mapping(((name, node),), name.mark)
        return Keys(holder, quoted(name.value), (name.value,), self.problems).texts(name.value)

    def enter(self, found: dict[str, str], text: Marked, value: str) -> None:
        """A word, which can mean one thing only."""
        word = " ".join(text.value.lower().split())
        if found.get(word, value) != value:
            self.problems.at(text, f"{quoted(word)} stands for {found[word]} already")
        found[word] = value

    def numbers(self, keys: Keys) -> dict[str, tuple[int, int]]:
        """Words for numbers: `half: 1/2`, `dozen: 12`."""
        found: dict[str, tuple[int, int]] = {}
        for name, text in keys.named("numbers"):
            number = _NUMBER.fullmatch(text.value)
            if number is None:
                self.problems.at(
                    text, f"{quoted(text.value)} is no number", "a whole number or a fraction: 12, 1/2"
                )
                continue
            found[" ".join(name.value.lower().split())] = (int(number[1]), int(number[2] or 1))
        return found

    def powers(self, keys: Keys) -> dict[str, int]:
        """Words that raise the unit after them: `square: 2`."""
        found: dict[str, int] = {}
        for name, text in keys.named("powers"):
            if _POWER.fullmatch(text.value):
                found[name.value.lower()] = int(text.value)
            else:
                self.problems.at(text, f"{quoted(text.value)} is no power", "a whole number from 2 to 6")
        return found

    def units(self, node: Mapping | None) -> dict[str, Unit]:
        """Every word and sign for a unit, by itself."""
        known = Units(self.problems)
        words: dict[str, Unit] = {}
        first: dict[str, str] = {}
        for name, value in pairs(node):
            texts, unit = self.unit(name, value, known)
            for text in (name, *texts) if unit else ():
                word = " ".join(text.value.replace("_", " ").split())
                if first.setdefault(word, name.value) != name.value:
                    self.problems.at(text, f"{quoted(word)} stands for {quoted(first[word])} already")
                    continue
                assert unit is not None  # noqa: S101 - else there are no texts
                words[word] = unit
                self.spelled.append((text, word, unit))
        return words

    def unit(self, name: Marked, node: YamlNode, known: Units) -> tuple[tuple[Marked, ...], Unit | None]:
        """One unit: its words, and what it is."""
        if not isinstance(node, Mapping):
            return self.texts(node, name), known.named(name, None, None)
        keys = Keys(node, f"the unit {quoted(name.value)}", UNIT_KEYS, self.problems)
        said, measures = keys.text("is"), keys.text("measures")
        if said and measures:
            self.problems.at(measures, f"{keys.what} has both `is` and `measures`", "keep one of them")
        return keys.texts("words"), known.named(name, said, measures)


def _is_read(word: str, unit: Unit, notation: Notation) -> bool:
    """Whether a number with a unit's word or sign is so much of that unit."""
    from selfcorrect.language.expressions.parse import read_expression
    from selfcorrect.language.expressions.worked import measured

    wanted = 5 * Fraction(*unit.factor) + Fraction(*unit.offset)
    for text in (f"5 {word}", f"{word}5"):
        side = read_expression(text, notation)
        value = measured(side) if side is not None and (side.units or side.shares) else None
        if value is not None and value.low == wanted and value.dimension == unit.dimension:
            return True
    return False
