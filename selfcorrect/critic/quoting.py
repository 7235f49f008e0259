"""How values of a record are printed into feedback: as data, never as instructions or markup."""

import re
from typing import Any, Final

from selfcorrect.language.values import show_raw, show_value
from selfcorrect.model.report import Violation

UNKNOWN: Final = "[unknown]"
"""What stands where a value is missing."""
VIOLATION_FIELDS: Final = (
    "code",
    "path",
    "message",
    "expected",
    "actual",
    "severity",
    "error_type",
    "grade",
    "origin",
    "suspects",
    "related",
)
"""What a template may say of a violation."""

LONGEST_DOCUMENT: Final = 200_000
"""Characters of a document that a prompt holds."""
THE_RECORD: Final = "the record"
"""How a path is called that leads nowhere further."""
_LONGEST_LINE: Final = 500
_LONGEST_BLOCK: Final = 500
_MOST_JOINED: Final = 20
_BACKQUOTES: Final = re.compile("`+")
_FENCE: Final = re.compile("`{3,}")


class Unknown:
    """A value that is not there: printed as a mark, false, empty; so is every part of it."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return False

    def __iter__(self) -> Any:
        return iter(())

    def __len__(self) -> int:
        return 0

    def __str__(self) -> str:
        return UNKNOWN


MISSING: Final = Unknown()


class Fenced(str):
    """Text that has its fence already and is printed as it is."""

    __slots__ = ()


def facts(violation: Violation) -> dict[str, Any]:
    """The fields of a violation that templates see, paths as people call them."""
    seen = {name: getattr(violation, name) for name in VIOLATION_FIELDS}
    called = {name: tuple(path or THE_RECORD for path in seen[name]) for name in ("suspects", "related")}
    return {**seen, **called, "path": violation.path or THE_RECORD}


def part(value: Any, name: str) -> Any:
    """A field of a row or of the facts; missing where there is none, whatever the value is."""
    found = value.get(name) if isinstance(value, dict) else None
    return MISSING if found is None else found


def is_known(value: Any) -> bool:
    """Whether the value is there."""
    return not (value is None or value is MISSING or (isinstance(value, str) and not value.strip()))


def inline(value: Any, longest: int = _LONGEST_LINE) -> str:
    """A value on one line, without control characters and backquotes, cut where it is very long."""
    if isinstance(value, Fenced):
        return value
    if not is_known(value):
        return UNKNOWN
    text = " ".join(_text(value).split())
    clean = "".join(c if c.isprintable() else " " for c in text).replace("`", "'")
    return clean if len(clean) <= longest else f"{clean[:longest]}…"


def fenced(value: Any) -> str:
    """A value as a block of data, inside a fence that the value cannot close."""
    if not is_known(value):
        return UNKNOWN
    text = _text(value)
    return Fenced(_block(text if len(text) <= _LONGEST_BLOCK else f"{text[:_LONGEST_BLOCK]}…", "data"))


def document_block(text: str) -> str:
    """A document as a block of data; what is beyond `LONGEST_DOCUMENT` is left out, and said to be."""
    return _limited(text, "document")


def record_block(text: str) -> str:
    """A record's JSON as a block of data; what is beyond `LONGEST_DOCUMENT` is left out, and said to be."""
    return _limited(text, "json")


def _limited(text: str, label: str) -> str:
    if len(text) <= LONGEST_DOCUMENT:
        return _block(text, label)
    left = len(text) - LONGEST_DOCUMENT
    return f"{_block(text[:LONGEST_DOCUMENT], label)}\n\n({left:,} more characters are left out.)"


def _block(text: str, label: str) -> str:
    """A block inside a fence that the text cannot close."""
    clean = text.replace("\r\n", "\n")
    if not clean.replace("\n", "").replace("\t", "").isprintable():
        clean = "".join(c if c.isprintable() or c in "\n\t" else " " for c in clean)
    longest = max((len(run) for run in _BACKQUOTES.findall(clean)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{label}\n{clean}\n{fence}"


def joined(value: Any, between: str = ", ") -> str:
    """The elements of a list, each on one line: the first ones, and how many more there are."""
    elements = value if isinstance(value, list | tuple) else (value,)
    told = [inline(element) for element in elements[:_MOST_JOINED]]
    more = len(elements) - len(told)
    return between.join([*told, f"{more:,} more"] if more else told)


def cut(text: str, longest: int) -> str:
    """A text without what is too long of it; a block of data that is cut ends all the same."""
    if len(text) <= longest:
        return text
    kept, fence = text[:longest].rstrip().rstrip("`").rstrip(), ""
    for run in _FENCE.findall(kept):
        if not fence:
            fence = run
        elif len(run) >= len(fence):
            fence = ""
    return f"{kept}\n{fence}\n[cut]" if fence else f"{kept}\n[cut]"


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return joined(value)
    if isinstance(value, dict | list | int | float):
        return show_raw(value)
    return show_value(value)
