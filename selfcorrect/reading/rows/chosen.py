"""Where in a file's one value the rows are: in the list it is, or under one of its keys."""

from collections.abc import Sequence
from typing import Any, Final

from selfcorrect.model.quoting import quoted, shown
from selfcorrect.reading.forms.form import Unreadable
from selfcorrect.reading.rows.names import same_name

_MOST_NAMED: Final = 8


def where_rows_are(value: Any, rows_in: Sequence[str]) -> tuple[str, ...]:
    """The keys that lead to the rows, none where the value itself is their list, or a mapping of ids to them.

    `rows_in` names the keys that may hold them, the best first; else it is the one key that holds a list of
    mappings. Raises Unreadable where there is none.
    """
    if isinstance(value, list):
        if any(isinstance(item, dict) for item in value):
            return ()
        raise Unreadable("NO_ROWS", "this list holds no mappings, so there is no row in it")
    if not isinstance(value, dict):
        raise Unreadable("NO_ROWS", f"this is neither a list of rows nor a mapping that holds one, {_AS}")
    held = named_rows(value, rows_in)
    if held:
        return held
    paths = [path for name in rows_in if (path := _path(value, name))]
    empty = [".".join(path) for path in paths if not _at(value, path)]
    if empty:
        raise Unreadable("NO_ROWS", f"there is no row under {_listed(empty, 'or')}")
    lists = [key for key, held in value.items() if isinstance(held, list) and holds_rows(held)]
    if not lists and _is_rows_by_key(value, rows_in):
        return ()
    return (_only_list(value, lists, rows_in),)


def _is_rows_by_key(value: dict[str, Any], rows_in: Sequence[str]) -> bool:
    """Whether a mapping is one of ids to rows, and none of parts of a file of which one holds them."""
    inner = value.values()
    return len(value) > 1 and holds_rows(value) and not any(named_rows(one, rows_in) for one in inner)


def is_row(value: Any, rows_in: Sequence[str]) -> bool:
    """Whether the one value of a file is a row itself, as where a folder has a file for each.

    What says something besides lists and mappings is one, unless it has a list under one of the names.
    """
    if not isinstance(value, dict) or any(_path(value, name) for name in rows_in):
        return False
    return any(held is not None and not isinstance(held, list | dict) for held in value.values())


def named_rows(value: Any, rows_in: Sequence[str]) -> tuple[str, ...] | None:
    """The keys that lead to rows under one of these names; None where no name leads to any."""
    if not isinstance(value, dict):
        return None
    paths = [path for name in rows_in if (path := _path(value, name))]
    return next((path for path in paths if holds_rows(_at(value, path))), None)


def holds_rows(value: Any) -> bool:
    """Whether a value is a list of mappings, or a mapping of keys to them."""
    if isinstance(value, dict):
        return bool(value) and all(isinstance(one, dict) for one in value.values())
    return isinstance(value, list) and any(isinstance(item, dict) for item in value)


_AS: Final = "as `[{…}, {…}]` or `{tasks: […]}` would be"


def _path(value: dict[str, Any], name: str) -> tuple[str, ...] | None:
    """The keys as they are written that a name, maybe dotted, leads along."""
    whole = _key(value, name)
    if whole is not None:
        return (whole,)
    found: list[str] = []
    held: Any = value
    for part in name.split("."):
        key = _key(held, part) if isinstance(held, dict) else None
        if key is None:
            return None
        found.append(key)
        held = held[key]
    return tuple(found)


def _key(value: dict[str, Any], name: str) -> str | None:
    if name in value:
        return name
    wanted = same_name(name)
    return next((key for key in value if same_name(key) == wanted), None)


def _at(value: Any, path: tuple[str, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def _only_list(value: dict[str, Any], lists: list[str], rows_in: Sequence[str]) -> str:
    if len(lists) == 1:
        return lists[0]
    if lists:
        said = f"{_listed(lists)} are lists of mappings, and nothing says which of them holds the rows"
        raise Unreadable("NO_ROWS", said)
    sought = f"one under {_listed(list(rows_in), 'or')}" if rows_in else "one key that holds one"
    keys = f"; its keys: {_listed(list(value))}" if value else ""
    raise Unreadable(
        "NO_ROWS", f"there are no rows in this: looked for a list of mappings, or {sought}{keys}"
    )


def _listed(names: list[str], last: str = "and") -> str:
    """A few names in a sentence."""
    said = [quoted(name) for name in names[:_MOST_NAMED]]
    if len(names) > _MOST_NAMED:
        said.append(shown(f"{len(names) - _MOST_NAMED:,} more"))
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} {last} {said[-1]}"
