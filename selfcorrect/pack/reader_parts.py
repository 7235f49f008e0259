"""What the parts of a reader.yaml are made of: word templates, patterns, chosen words."""

from collections.abc import Iterable
from typing import NamedTuple

from selfcorrect.language.patterns import PatternError, check_pattern
from selfcorrect.model.marks import Marked
from selfcorrect.model.problems import Problems
from selfcorrect.model.yaml_nodes import quoted
from selfcorrect.pack.keys import Keys, listed
from selfcorrect.reading.page.patterns import TemplateProblem
from selfcorrect.reading.page.words import expand


class Named(NamedTuple):
    """What a reader.yaml names for its fields and lists: currency signs with their codes, areas and passages
    with the labels that start them.
    """

    symbols: dict[str, tuple[str, ...]]
    areas: dict[str, tuple[str, ...]]
    passages: dict[str, tuple[str, ...]]


class ReaderParts:
    """Reads texts of a reader.yaml; those with a mistake are told and left out."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems

    def named_labels(
        self, keys: Keys, name: str, known: Iterable[str] | None = None
    ) -> dict[str, tuple[str, ...]]:
        """Labels by name; the names are those of `known`, or any."""
        node = keys.mapping(name)
        if node is None:
            return {}
        names = [key.value for key, _ in node.entries] if known is None else list(known)
        inner = Keys(node, f"`{name}`", names, self.problems)
        return {one: self.labels(inner, one) for one in names if one in inner}

    def labels(self, keys: Keys, name: str) -> tuple[str, ...]:
        """Word templates; those with a mistake are told and left out."""
        return tuple(text.value for text in keys.texts(name) if self.fine(expand(text.value), text, 0))

    def chosen(self, keys: Keys, name: str, options: Iterable[str]) -> list[str]:
        """Texts that each are one of the options."""
        options = tuple(options)
        found = []
        for text in keys.texts(name):
            if text.value in options:
                found.append(text.value)
            else:
                self.problems.at(text, f"`{name}` takes {listed(options)}, not {quoted(text.value)}")
        return found

    def fine(self, made: object, block: Marked, offset: int) -> bool:
        """Whether a pattern was understood; says so if not."""
        if not isinstance(made, TemplateProblem):
            return True
        self.problems.add(block.at(offset + made.offset), made.message, made.hint, made.width)
        return False

    def pattern(self, text: Marked | None) -> str | None:
        """A pattern that RE2 takes. A | block's last line end is not part of it."""
        if text is None:
            return None
        pattern = text.value.strip("\n")
        try:
            check_pattern(pattern)
        except PatternError as error:
            self.problems.at(text, f"this pattern cannot be used: {error}", "patterns are RE2's")
            return None
        return pattern

    def passage(self, keys: Keys, known: Iterable[str]) -> str:
        """The passage that something stands in."""
        return next(iter(self.chosen(keys, "passage", known)), "")
