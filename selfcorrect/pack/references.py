"""Checks what the fields of a shape say of one another: keys of lists, references, their inverses, and
what is found in which texts.
"""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from selfcorrect.language.shape import SCALAR_KINDS, Field, walk
from selfcorrect.model.marks import Marked
from selfcorrect.model.problems import Problems
from selfcorrect.model.suggest import suggest
from selfcorrect.model.yaml_nodes import quoted
from selfcorrect.pack.found import check_finder, check_texts


class Pointer(Struct, frozen=True):
    """A name that `field` gives under a key, and what it must name: see `check_pointers`."""

    key: str
    field: Field
    name: Marked


Names = Literal["key", "to", "inverse", "find", "in", "with"]

_TEXTS: Final = ("text", "choice", "currency", "reference")


def check_pointers(fields: tuple[Field, ...], pointers: Sequence[Pointer], problems: Problems) -> None:
    """A `key` names a single value of the list's rows, `to` a list with a key, `inverse` nothing yet."""
    keys = {pointer.field.path: pointer for pointer in pointers if pointer.key == "key"}
    lists = {field.path: field for field in walk(fields) if field.kind == "list" and field.fields}
    taken: dict[tuple[str, str], Field] = {}
    for pointer in pointers:
        if pointer.key == "key":
            _check_key(pointer, problems)
        elif pointer.key == "to":
            _check_target(pointer, lists, problems)
            if key := keys.get(pointer.name.value):
                _check_referable(key, problems)
        elif pointer.key == "find":
            check_finder(pointer.field, pointer.name, problems)
        elif pointer.key in ("in", "with"):
            check_texts(fields, pointer.name, problems)
        elif pointer.key == "inverse":
            _check_inverse(pointer, lists, taken, problems)


def _check_key(pointer: Pointer, problems: Problems) -> None:
    names = [field.name for field in pointer.field.fields if field.kind in SCALAR_KINDS]
    if pointer.name.value not in names:
        said = f"`key` names no single value of the rows of {quoted(pointer.field.path)}"
        problems.at(pointer.name, said, suggest(pointer.name.value, names))


def _check_target(pointer: Pointer, lists: dict[str, Field], problems: Problems) -> None:
    target = lists.get(pointer.name.value)
    if target is None:
        said = f"`to` names no list of rows: {quoted(pointer.name.value)}"
        problems.at(pointer.name, said, suggest(pointer.name.value, lists))
    elif target.key is None:
        said = f"the rows of {quoted(target.path)} have no `key` that a reference could name"
        problems.at(pointer.name, said, f"add key: {{field: …}} at {quoted(target.path)}")


def _check_referable(key: Pointer, problems: Problems) -> None:
    """A reference is a text, so what it names must be one. Told once, however many references there are."""
    kind = next((field.kind for field in key.field.fields if field.name == key.name.value), None)
    if kind in SCALAR_KINDS and kind not in _TEXTS:
        rows, name = quoted(key.field.path), quoted(key.name.value)
        said = f"references name the rows of {rows} by {name}, which is of the type `{kind}` and no text"
        problems.at(key.name, said, f"declare it as {key.name.value}: text, and write it so in records")


def _check_inverse(
    pointer: Pointer, lists: dict[str, Field], taken: dict[tuple[str, str], Field], problems: Problems
) -> None:
    target = lists.get(pointer.field.to or "")
    if target is None:
        return
    name = pointer.name.value
    if any(field.name == name for field in target.fields) or (target.path, name) in taken:
        problems.at(pointer.name, f"{quoted(target.path)} has {quoted(name)} already", "choose another name")
    taken[target.path, name] = pointer.field
