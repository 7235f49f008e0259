"""Checks lists that are found: that there is such a finder, that it gives what the rows have, and where it
looks.
"""

from selfcorrect.language.shape import Field
from selfcorrect.model.marks import Marked
from selfcorrect.model.suggest import suggest
from selfcorrect.pack.keys import listed
from selfcorrect.pack.problems import Problems
from selfcorrect.pack.yaml_nodes import quoted


def check_finder(field: Field, name: Marked, problems: Problems) -> None:
    """`find` names a finder, and the list stands in no other and has rows of what that gives, as it gives
    them.
    """
    from selfcorrect.language.finders import FINDERS

    finder = FINDERS.get(name.value)
    if finder is None:
        problems.at(
            name,
            f"there is no finder {quoted(name.value)}",
            suggest(name.value, FINDERS) or f"finders are {listed(tuple(FINDERS))}",
        )
        return
    if "." in field.path:
        problems.at(
            name,
            f"{quoted(field.path)} is found, and stands in another list",
            "declare it at the top of `candidate`",
        )
    for inner in field.fields:
        kind = finder.gives.get(inner.name)
        if kind is None:
            said = f"the finder {quoted(name.value)} gives no {quoted(inner.name)}"
            hint = suggest(inner.name, finder.gives) or f"it gives {listed(tuple(finder.gives))}"
            problems.add(inner.mark, said, hint)
        elif inner.kind != kind:
            said = f"{quoted(inner.name)} is of the type `{kind}` as the finder {quoted(name.value)} gives it"
            problems.add(inner.mark, said, f"{inner.name}: {kind}")


def check_texts(fields: tuple[Field, ...], where: Marked, problems: Problems) -> None:
    """`in` names a text of the candidate, a list of texts, or a text in the rows of a list."""
    if where.value not in (places := texts_of(fields)):
        said = f"`in` names no texts of the candidate: {quoted(where.value)}"
        problems.at(where, said, suggest(where.value, places) or "a field, a list of texts, or LIST.FIELD")


def texts_of(fields: tuple[Field, ...]) -> list[str]:
    """The paths of texts that a finder can look at."""
    given = [field for field in fields if field.find is None]
    found = [field.path for field in given if field.kind == "text"]
    found += [field.path for field in given if field.item and field.item.kind == "text"]
    return found + [
        inner.path
        for field in given
        if field.kind == "list"
        for inner in field.fields
        if inner.kind == "text"
    ]
