"""Front matter: a block of YAML between lines of dashes, or of TOML between lines of plus signs."""

import re
from datetime import date, time
from typing import Any, Final

from msgspec import Struct

from selfcorrect.model.quoting import quoted
from selfcorrect.reading.forms.form import Unreadable
from selfcorrect.reading.rows.item_columns import NAME
from selfcorrect.reading.rows.troubles import Troubles

LONGEST: Final = 2**20
"""Characters of front matter."""
LONGEST_TOML: Final = 2**16
"""Of TOML, whose reader is slower."""
_DEEPEST: Final = 40

_Place = tuple[int, int]
_BLOCK: Final = re.compile(r"\n*+(?P<fence>---|\+\+\+)[ \t]*+\n")
_ENDS: Final = {
    "---": re.compile(r"^(?:---|\.\.\.)[ \t]*+$", re.MULTILINE),
    "+++": re.compile(r"^\+\+\+[ \t]*+$", re.MULTILINE),
}
_LINE: Final = re.compile(rf"(?P<key>{NAME})[ \t]*+[:=](?:[ \t]++(?P<value>.*))?")
_ITEM: Final = re.compile(r"[ \t]*+-[ \t]++(?P<value>.*)")


class FrontMatter(Struct, frozen=True):
    """The values, where the block between its fences stands, where the body starts, how it was read."""

    values: dict[str, Any]
    start: int
    end: int
    body: int
    is_yaml: bool


def front_matter(text: str, troubles: Troubles) -> FrontMatter | None:
    """The front matter of a file; None where there is none. What is written badly is read line by line."""
    opening = _BLOCK.match(text)
    if opening is None:
        return None
    start = opening.end()
    closing = _ENDS[opening["fence"]].search(text, start, start + LONGEST)
    if closing is None:
        return None
    block = start, closing.start()
    is_yaml = opening["fence"] == "---"
    try:
        values = _yaml(text, *block, troubles) if is_yaml else _toml(text, *block)
    except Unreadable as error:
        said = f"the front matter is read line by line: {error.sentence}"
        troubles.add(error.code, said, *block)
        values, is_yaml = _line_by_line(text[slice(*block)]), False
    if not values:
        return None
    return FrontMatter(values, *block, min(closing.end() + 1, len(text)), is_yaml)


def place_in_matter(text: str, matter: FrontMatter, column: str, item: int | None) -> _Place | None:
    """Where the value of a column, or the item-th of its values, stands; of TOML's, where it may stand."""
    from selfcorrect.model.yaml_places import place_of

    block = text[matter.start : matter.end]
    if matter.is_yaml:
        found = place_of(block, (column,) if item is None else (column, item))
        return (matter.start + found[0], matter.start + found[1]) if found else None
    entry = rf"^[\"']?{re.escape(column)}[\"']?[ \t]*+[:=][ \t]*+(?P<value>.*)$"
    line = re.search(entry, block, re.MULTILINE)
    if line is None:
        return None
    end = line.end("value") if line["value"] and item is None else len(block)
    return matter.start + line.start("value"), matter.start + end


def _yaml(text: str, start: int, end: int, troubles: Troubles) -> dict[str, Any]:
    from selfcorrect.reading.rows.yaml_rows import yaml_values

    # Line ends in place of the lines above, so that a line that cannot be read is told as it counts.
    lead = text.count("\n", 0, start)
    found = yaml_values("\n" * lead + text[start:end])
    value = found.documents[0][0] if len(found.documents) == 1 else None
    if not isinstance(value, dict):
        return {}
    for repeat in found.repeats:
        said = f"the key {quoted(repeat.key)} stands twice in one mapping; the first value is read"
        troubles.add("DUPLICATE_KEY", said, start + repeat.place[0] - lead, start + repeat.place[1] - lead)
    return value


def _toml(text: str, start: int, end: int) -> dict[str, Any]:
    if end - start > LONGEST_TOML:
        raise Unreadable("TOO_LARGE", "there is more TOML in this than front matter has")
    if any(line.partition("=")[0].count(".") > _DEEPEST for line in text[start:end].split("\n")):
        # The reader's time grows with the square of a key's parts.
        raise _too_deep()
    import tomllib

    block = "\n" * text.count("\n", 0, start) + text[start:end]
    try:
        found: dict[str, Any] = _as_texts(tomllib.loads(block, parse_float=str), 0)
    except RecursionError as error:
        raise _too_deep() from error
    except ValueError as error:
        raise Unreadable("BAD_TOML", f"this is not TOML: {error}") from error
    return found


def _too_deep() -> Unreadable:
    return Unreadable("TOO_DEEP", f"nesting goes deeper than {_DEEPEST} levels")


def _as_texts(value: Any, depth: int) -> Any:
    """TOML types its values; here all are texts, as in YAML."""
    if depth > _DEEPEST:
        raise RecursionError
    match value:
        case dict():
            return {key: _as_texts(held, depth + 1) for key, held in value.items()}
        case list():
            return [_as_texts(held, depth + 1) for held in value]
        case bool():
            return "true" if value else "false"
        case date() | time():
            return value.isoformat()
    return str(value)


def _line_by_line(block: str) -> dict[str, Any]:
    """`key: value`, `key = value` and the `- items` below a key, with or without quotes."""
    values: dict[str, Any] = {}
    key = ""
    for line in block.split("\n"):
        entry = _LINE.fullmatch(line)
        item = _ITEM.fullmatch(line)
        if entry:
            key = entry["key"]
            values.setdefault(key, _bare(entry["value"] or ""))
        elif item and key:
            if not isinstance(values[key], list):
                values[key] = []
            values[key].append(_bare(item["value"]))
    return values


def _bare(value: str) -> str | None:
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
        value = value[1:-1]
    return value or None
