"""JSON element by element: the standard library reads each, and so each has its place at no cost."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from selfcorrect.model.exact_json import integer_of, number_of
from selfcorrect.reading.forms.form import Unreadable

_SPACE: Final = re.compile(r"[ \t\n\r]*+")


class Element(Struct, frozen=True):
    """A value in a list or an object: its key (None in a list), where that starts, and its own extent."""

    key: str | None
    start: int
    at: int
    end: int
    value: Any

    @property
    def place(self) -> tuple[int, int]:
        """From the key on."""
        return self.start, self.end


class Scanner:
    """Reads values of one text. Numbers are exact; a key that stands twice keeps its first value."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.repeated: dict[str, None] = {}
        """Keys that stood twice in what was read; to be emptied by who asks."""
        self._decoder = json.JSONDecoder(
            object_pairs_hook=self._object, parse_float=number_of, parse_int=integer_of
        )

    def whole(self) -> Any:
        """The one value of the text. Raises Unreadable."""
        value, end = self._value(self.skipped(0))
        if self.skipped(end) < len(self.text):
            raise self._error("extra data", self.skipped(end))
        return value

    def elements(self, at: int) -> Iterator[Element]:
        """What stands in the list or object that starts at `at`. Raises Unreadable."""
        closing = "}" if self.text[at] == "{" else "]"
        at = self.skipped(at + 1)
        if self.text[at : at + 1] == closing:
            return
        while True:
            element = self._element(at, in_object=closing == "}")
            yield element
            at = self.skipped(element.end)
            sign = self.text[at : at + 1]
            if sign == closing:
                return
            if sign != ",":
                raise self._error("expecting ',' delimiter", at)
            at = self.skipped(at + 1)

    def end_of(self, at: int) -> int:
        """Where the value that starts here ends. Raises Unreadable."""
        return self._value(at)[1]

    def skipped(self, at: int) -> int:
        """The place of what is not white space."""
        space = _SPACE.match(self.text, at)
        return space.end() if space else at

    def _element(self, start: int, *, in_object: bool) -> Element:
        key, at = None, start
        if in_object:
            if self.text[at : at + 1] != '"':
                raise self._error("expecting property name enclosed in double quotes", at)
            key, at = self._value(at)
            at = self.skipped(at)
            if self.text[at : at + 1] != ":":
                raise self._error("expecting ':' delimiter", at)
            at = self.skipped(at + 1)
        value, end = self._value(at)
        return Element(key, start, at, end, value)

    def _value(self, at: int) -> tuple[Any, int]:
        try:
            return self._decoder.raw_decode(self.text, at)
        except json.JSONDecodeError as error:
            raise self._error(f"{error.msg[0].lower()}{error.msg[1:]}", error.pos) from error
        except RecursionError as error:
            raise Unreadable("TOO_DEEP", "this is nested too deeply to hold rows") from error

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            found = {}
            for key, value in pairs:
                if key in found:
                    self.repeated[key] = None
                found.setdefault(key, value)
        return found

    def _error(self, message: str, at: int) -> Unreadable:
        line = self.text.count("\n", 0, at) + 1
        column = at - self.text.rfind("\n", 0, at)
        place = f"line {line}, column {column}" if "\n" in self.text else f"column {column}"
        return Unreadable("BAD_JSON", f"this is not JSON at {place}: {message}")
