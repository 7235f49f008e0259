"""Ids: when two are the same, how they stand in a cell, and how the candidate has them."""

import re
import unicodedata
from collections.abc import Iterator
from decimal import Decimal
from functools import cached_property
from typing import Any, Final

from selfcorrect.language.patterns import compile_pattern
from selfcorrect.reading.filling.names import folded
from selfcorrect.reading.filling.outcomes import NOTHING, REFUSED
from selfcorrect.reading.spec import Ids

_UNSEEN: Final = re.compile(
    "[\x00\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff]"
)
"""Characters without a width."""
_ZEROS: Final = re.compile(r"(?<![0-9])0+(?=[0-9])")
_PARTED: Final = re.compile(r"[,;\n，；、]|<br ?/?>", re.IGNORECASE)
_BULLET: Final = re.compile(r"[-*+•][ \t]+")
_AFTER_PREFIX: Final = "-_ :./"
_NO_ID: Final = frozenset("-–—−_.…·?/\\|*~ \t")
"""Signs that say that there is nothing, where nothing else stands in a cell."""
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def clean_id(text: str) -> str:
    """An id as it is printed: in one Unicode form, without what nobody sees and without spaces around it."""
    if text.isascii() and "\0" not in text:
        return text.strip()
    text = unicodedata.normalize("NFKC", text)
    seen = _UNSEEN.sub("", text)
    return (seen if seen == text else unicodedata.normalize("NFKC", seen)).strip()


class IdKeys:
    """Which ids are the same: those with one key. Picklable: expressions are made when first used."""

    def __init__(self, spec: Ids) -> None:
        self.spec = spec
        groups = ((prefix, number) for number, group in enumerate(spec.same_prefix) for prefix in group)
        known = {clean_id(prefix).rstrip(_AFTER_PREFIX): number for prefix, number in groups}
        self._longest = sorted(known, key=len, reverse=True)
        self._numbers = [known[prefix] for prefix in self._longest]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_prefix"}

    def key(self, text: str) -> str:
        """What ids are compared by."""
        text, mark = clean_id(text), ""
        if self._longest and (found := self._prefix.match(text)):
            text, mark = text[found.end() :], f"\0{self._numbers[(found.lastindex or 1) - 1]}\0"
        if self.spec.ignore_zeros:
            text = _ZEROS.sub("", text)
        if self.spec.ignore_case:
            text = text.casefold()
            text = text if text.isascii() else unicodedata.normalize("NFKC", text)
        return mark + text

    @cached_property
    def _prefix(self) -> re.Pattern[str]:
        """A prefix, and what parts it from the rest: each has a group of its own, the longest comes first."""
        texts = [
            rf"({re.escape(one)}){_EDGE if one[-1:].isalpha() else ''}[{_AFTER_PREFIX}]?(?=.)"
            if one
            else "()"
            for one in self._longest
        ]
        return re.compile("|".join(texts), re.IGNORECASE | re.DOTALL)


_EDGE: Final = r"(?![^\W\d_])"


class IdTable:
    """The ids of the rows, and how cells name them. An id stands in the candidate as the first row prints it
    that has it; one that no row has as it is printed where it stands.
    """

    def __init__(self, keys: IdKeys, names: tuple[str, ...]) -> None:
        self._keys = keys
        self._names = names
        self._first: dict[str, str] = {}
        self._known: dict[str, tuple[str, bool]] = {}
        pattern = keys.spec.pattern
        self._pattern = compile_pattern(pattern) if pattern else None

    def add(self, printed: str) -> None:
        """A row's id."""
        self._first.setdefault(self._keys.key(printed), printed)

    def settle(self) -> None:
        """All rows have been added."""
        self._known.clear()

    def printed(self, text: str) -> str:
        """An id as the candidate has it."""
        return self._found(text)[0]

    def one(self, raw: Any) -> Any:
        """The id that a cell is."""
        if isinstance(raw, list) and len(raw) == 1:
            raw = raw[0]
        text = raw if raw.__class__ is str else self._text(raw)
        if text is None:
            return REFUSED
        found = next(self._matches(text), text) if self._pattern else text
        return NOTHING if _is_none(found) else self.printed(found)

    def several(self, raw: Any) -> Any:
        """The ids in a cell. An item of a list that is none stays as it is."""
        if isinstance(raw, list):
            return [one for _, _, one in self.in_list(raw)]
        text = raw if raw.__class__ is str else self._text(raw)
        return REFUSED if text is None else [one for _, one in self.in_text(text)]

    def in_list(self, raw: list[Any]) -> Iterator[tuple[int, str, Any]]:
        """The ids of a list: of which item, as which part of its text, and as the candidate has it."""
        for number, item in enumerate(raw):
            text = self._text(item)
            if text is not None:
                for part, one in self._of_item(text):
                    yield number, part, one
            elif item is not None:
                yield number, "", item

    def in_text(self, text: str) -> Iterator[tuple[str, str]]:
        """The ids in a cell's text, each once: the part of it that is one, and as the candidate has it."""
        seen = set()
        for part in self._matches(text) if self._pattern else self._parts(text):
            one = self.printed(part)
            if one not in seen and not _is_none(part):
                seen.add(one)
                yield part, one

    def _of_item(self, text: str) -> Iterator[tuple[str, str]]:
        """An item of a list is one id, or several where all of them are known."""
        if self._pattern or self._found(text)[1]:
            found = list(self.in_text(text)) if self._pattern else [(text, self.printed(text))]
        else:
            found = list(self.in_text(text))
            if not all(self._found(part)[1] for part, _ in found):
                found = [(text, self.printed(text))]
        yield from found

    def _text(self, raw: Any) -> str | None:
        """What can be an id, as a text."""
        match raw:
            case str():
                return raw
            case bool():
                return None
            case int():
                return str(raw)
            case Decimal():
                return f"{raw:f}"
            case float() if raw.is_integer():
                return str(int(raw))
            case dict():
                return self._text_in(raw)
        return None

    def _text_in(self, held: dict[Any, Any]) -> str | None:
        """The id of a row that stands where its id could."""
        keys = {folded(key): value for key, value in held.items() if isinstance(key, str)}
        found = next((keys[name] for name in self._names if keys.get(name) is not None), None)
        return None if isinstance(found, dict) else self._text(found)

    def _found(self, text: str) -> tuple[str, bool]:
        known = self._known.get(text)
        if known is None:
            first = self._first.get(self._keys.key(text))
            known = self._known[text] = (first or clean_id(text), first is not None)
        return known

    def _matches(self, text: str) -> Iterator[str]:
        """What the pattern finds: its first group, if it has one. The whole text where it finds nothing."""
        # RE2 takes no half characters, of which JSON may be full.
        plain = text if text.isascii() else _SURROGATE.sub("\ufffd", text)
        found = False
        assert self._pattern is not None  # noqa: S101 - who asks has looked
        for match in self._pattern.finditer(plain):
            part = match[1] if self._pattern.groups else match[0]
            if part:
                found = True
                yield part
        if not found:
            yield text.strip()

    def _parts(self, text: str) -> Iterator[str]:
        """The parts of a text, at commas, semicolons and line ends; at spaces where that makes known ids."""
        if text.startswith("[") and text.endswith("]") and text.count("[") == 1:
            text = text[1:-1]
        for part in map(_bare, _PARTED.split(text)):
            words = part.split() if " " in part or "\t" in part else ()
            if len(words) > 1 and not self._found(part)[1] and all(self._found(word)[1] for word in words):
                yield from words
            elif part:
                yield part


def _bare(part: str) -> str:
    """A part without spaces, a bullet and quotes around it."""
    part = part.strip()
    if part[:1].isalnum():
        return part
    if bullet := _BULLET.match(part):
        part = part[bullet.end() :]
    quoted = len(part) > 1 and part[0] == part[-1] and part[0] in "'\"`"
    return part[1:-1].strip() if quoted else part


def _is_none(text: str) -> bool:
    """Whether a text only says that there is nothing."""
    return not text[:1].isalnum() and all(sign in _NO_ID for sign in text)
