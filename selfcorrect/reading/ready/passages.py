"""Texts that are written out and not laid out: their passages, the steps in one, what one says last.

A passage starts at a line that a heading starts (`Solution:`, `## Problem`), and ends at the next one's.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final, NamedTuple

from selfcorrect.language.shape import Shape
from selfcorrect.model.marks import Span
from selfcorrect.reading.page.words import expand
from selfcorrect.reading.spec import FieldReader, ListReader, Reader

_LINE: Final = re.compile(r"[^\n]+")
_MOST_HEADS: Final = 200
"""Places, from the end, at which a text may say a value last."""
_INK: Final = re.compile(r"\S")
_QUESTION: Final = re.compile(r"\?[ \t]*(?=\n|$)")
_LONGEST_PROBLEM: Final = 2000
_BLANK: Final = re.compile(r"\n[ \t]*\n")
_MARKUP: Final = r"[ \t>#*_]*"
_NUMBER: Final = r"\(?([0-9]{1,4})\)?[ \t]*[.):](?![0-9])"
_BULLET: Final = re.compile(r"[ \t]*[-*•‣–][ \t]+")
_MOST_STEPS: Final = 10_000
"""Steps that are told apart; what follows belongs to the last."""
_NAME: Final = r"[^\W\d_]\w{0,20}"
_LONGEST: Final = 300
"""Characters of a value."""
_SENTENCE: Final = re.compile(r"[.!?]+(?:[ \t]|$)")


class Passage(NamedTuple):
    """What a passage has for a field: its text and where it stands; for a list its items and where each
    does.
    """

    path: str
    value: str | list[str]
    spans: tuple[Span, ...]


class Passages:
    """A reader's passages made ready, for the fields and lists that say which one they stand in."""

    def __init__(self, reader: Reader, shape: Shape) -> None:
        self.reader = reader
        self.kinds = {field.path: field for field in shape.fields}
        self.notation = shape.notation
        self.fields = tuple(spec for spec in reader.fields if spec.passage or spec.last)
        self.lists = tuple(spec for spec in reader.lists if spec.find)

    @property
    def alone(self) -> bool:
        """Whether nothing else is read, so that nobody need look at labels and tables."""
        return len(self.fields) + len(self.lists) == len(self.reader.fields) + len(self.reader.lists)

    def __getstate__(self) -> dict[str, object]:
        made = ("_heads", "_numbered", "_lasts")
        return {name: value for name, value in self.__dict__.items() if name not in made}

    @cached_property
    def _heads(self) -> re.Pattern[str] | None:
        """The start of a line that heads a passage, one group for each."""
        told = self.reader.passages.values()
        if not told:
            return None
        either = "|".join(f"({_either(labels)})" for labels in told)
        return re.compile(rf"(?im)^{_MARKUP}(?:{either})(?:[ \t]+[0-9]{{1,3}})?{_MARKUP}(?::{_MARKUP}|$)")

    @cached_property
    def _numbered(self) -> dict[str, re.Pattern[str]]:
        """The numbers of steps, by the list: at the start of a line, and with a word before it anywhere."""
        found = {}
        for spec in self.lists:
            words = _either(spec.labels) if spec.labels else r"(?!)"
            line = rf"^{_MARKUP}(?:(?:{words})[ \t]+)?{_NUMBER}"
            inside = rf"(?<=[\s.;])(?:{words})[ \t]+([0-9]{{1,4}})[ \t]*[:.)](?![0-9])"
            found[spec.path] = re.compile(f"(?im){line}|{inside}")
        return found

    @cached_property
    def _lasts(self) -> dict[str, tuple[Any, tuple[str, ...]]]:
        """What stands before a field's value, by the field: a pattern with a group for each sentence, and
        what ends the value in each.
        """
        found = {}
        for spec in self.fields:
            if spec.last:
                pairs = [text.split("{value}") for text in spec.last]
                heads = "|".join(f"({_head(before)})" for before, _ in pairs)
                found[spec.path] = (
                    re.compile(f"(?i)(?:{heads})"),
                    tuple(after for _, after in pairs),
                )
        return found

    def find(self, text: str) -> list[Passage]:
        """What the passages of a text have for each field and list."""
        parts = self.split(text)
        found = [self.field(spec, text, parts) for spec in self.fields]
        found += [self.steps(spec, text, parts) for spec in self.lists]
        return [one for one in found if one]

    def split(self, text: str) -> dict[str, Span]:
        """The passages of a text by name, the first of each; what no heading stands above under no name."""
        heads = list(self._heads.finditer(text)) if self._heads else []
        names = list(self.reader.passages)
        parts = {"": Span(0, heads[0].start() if heads else len(text))}
        for head, after in zip(heads, [*heads[1:], None], strict=False):
            number = (head.lastindex or 1) - 1
            span = Span(head.end(), after.start() if after else len(text))
            if after is None and number + 1 < len(names) and names[number + 1] not in parts:
                # What comes next has no heading of its own, so this one ends with its paragraph, or its line.
                end = _paragraph(text, span)
                parts[names[number + 1]] = Span(end, span.end)
                span = Span(span.start, end)
            parts.setdefault(names[number], span)
        return parts

    def within(self, name: str, parts: dict[str, Span]) -> Span | None:
        """Where a passage is looked for: under its heading, else before all headings if none else is it."""
        if not name or name in parts:
            return parts.get(name, parts[""])
        others = [part for other, part in parts.items() if other]
        return None if others and not _is_first(parts, name, self.reader) else parts[""]

    def field(self, spec: FieldReader, text: str, parts: dict[str, Span]) -> Passage | None:
        """A field: a whole passage, or what is said last."""
        if not spec.last:
            span = parts.get(spec.passage)
            span = _stripped(text, span) if span else None
            return Passage(spec.path, text[span.start : span.end], (span,)) if span else None
        whole = self.within(spec.passage, parts)
        if whole is None:
            return None
        pattern, ends = self._lasts[spec.path]
        end, tried = whole.end, 0
        # The last one counts: most texts say it in their last line.
        while end > whole.start:
            start = max(text.rfind("\n", whole.start, end) + 1, whole.start)
            for head in reversed(list(pattern.finditer(text, start, end))):
                tried += 1
                if tried > _MOST_HEADS:
                    return None
                stop = self.end(text, head.end(), end, ends[(head.lastindex or 1) - 1])
                found = self.value(spec, text, head.end(), stop)
                if found:
                    return Passage(spec.path, text[found.start : found.end], (found,))
            end = start - 1
        return None

    @staticmethod
    def end(text: str, start: int, last: int, mark: str) -> int:
        """Where a value ends: at its mark, else with its sentence or line."""
        line = min(last, start + _LONGEST)
        if mark.strip() == "}":
            return _closing(text, start, line)
        if mark.strip():
            at = text.find(mark.strip(), start, line)
            return start if at < 0 else at
        stop = _SENTENCE.search(text, start, line)
        return stop.start() if stop else line

    def value(self, spec: FieldReader, text: str, start: int, end: int) -> Span | None:
        """Where the value of a field stands in what was captured."""
        if self.kinds[spec.path].kind not in ("expression", "quantity"):
            return _stripped(text, Span(start, end))
        from selfcorrect.language.expressions.parse import first_expression

        found = first_expression(text[start:end], self.notation)
        return Span(start + found[0], start + found[1]) if found else None

    def steps(self, spec: ListReader, text: str, parts: dict[str, Span]) -> Passage | None:
        """The steps of a passage: those that numbers start where there are some, else its lines."""
        whole = self.within(spec.passage, parts)
        spans = tuple(self.pieces(spec, text, whole)) if whole else ()
        return Passage(spec.path, [text[span.start : span.end] for span in spans], spans) if spans else None

    def pieces(self, spec: ListReader, text: str, whole: Span) -> Iterator[Span]:
        """The stretches of a passage that are steps."""
        numbers = _ascending(list(self._numbered[spec.path].finditer(text, whole.start, whole.end)))
        starts = [match.start() for match in numbers]
        first = starts[0] if starts else whole.end
        lines = [
            Span(*match.span()) for match in _LINE.finditer(text, whole.start, first) if match[0].strip()
        ]
        ends = [*starts[1:], whole.end]
        pieces = [*lines, *(Span(*pair) for pair in zip(starts, ends, strict=False))]
        if len(pieces) > _MOST_STEPS:
            pieces = [*pieces[: _MOST_STEPS - 1], Span(pieces[_MOST_STEPS - 1].start, whole.end)]
        for piece in pieces:
            stripped = _stripped(text, piece)
            if stripped:
                yield stripped


def _ascending(matches: list[re.Match[str]]) -> list[re.Match[str]]:
    """The numbers of steps: two at least, the first of them 0 or 1, and none of them far from the one before;
    they may begin anew.

    A line that starts with a number by chance numbers nothing.
    """
    found: list[re.Match[str]] = []
    last = 0
    for match in matches:
        number = int(match[1] or match[2])
        if (not found and number <= 1) or (found and (number == 1 or 0 <= number - last <= 3)):
            found.append(match)
            last = number
    return found if len(found) > 1 else []


def _closing(text: str, start: int, end: int) -> int:
    """Where the brace closes that stands open before a stretch; its start where none does."""
    depth = 1
    for at in range(start, end):
        depth += (text[at] == "{") - (text[at] == "}")
        if not depth:
            return at
    return start


def _paragraph(text: str, span: Span) -> int:
    """Where the first paragraph of a stretch ends: before a blank line, else with its first line that has
    text.
    """
    first = _INK.search(text, span.start, span.end)
    start = first.start() if first else span.start
    blank = _BLANK.search(text, start, span.end)
    if blank:
        return blank.start()
    question = _QUESTION.search(text, start, min(span.end, start + _LONGEST_PROBLEM))
    if question:
        return question.end()
    return first.end() if first else span.end


def _is_first(parts: dict[str, Span], name: str, reader: Reader) -> bool:
    """Whether what stands before all headings can be a passage: those that have one come after it."""
    order = list(reader.passages)
    return name in order and all(order.index(other) > order.index(name) for other in parts if other)


def _stripped(text: str, span: Span) -> Span | None:
    """A stretch without the white space at its ends; None for nothing else."""
    inner = text[span.start : span.end]
    left = len(inner) - len(inner.lstrip())
    stripped = inner.strip()
    return Span(span.start + left, span.start + left + len(stripped)) if stripped else None


def _either(labels: tuple[str, ...]) -> str:
    """A pattern for any of some labels."""
    texts = {text for label in labels for text in _expanded(label)}
    ordered = sorted(texts, key=lambda text: (-len(text), text))
    return "|".join(r"[ \t]+".join(map(re.escape, text.split())) for text in ordered)


def _expanded(label: str) -> list[str]:
    found = expand(label)
    return [str(one) for one in found] if isinstance(found, list | tuple) else [label]


def _head(text: str) -> str:
    """The pattern of what stands before a value, from a word's start on."""
    parts = (r"[ \t]*".join(map(re.escape, re.split(r"\s+", part))) for part in text.split("{name}"))
    return (r"\b" if text[:1].isalnum() else "") + _NAME.join(parts)
