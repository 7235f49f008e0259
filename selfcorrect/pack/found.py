"""Checks lists that are found: that there is such a finder, that it gives what the rows have, and where it
looks.
"""

from collections.abc import Mapping
from typing import Final

from selfcorrect.language.shape import Field, Shape
from selfcorrect.model.marks import Marked
from selfcorrect.model.problems import Problems
from selfcorrect.model.suggest import suggest
from selfcorrect.model.yaml_nodes import quoted
from selfcorrect.pack.keys import listed
from selfcorrect.ruleset.compiled import Source

FINDERS_BY: Final = {"statements": "a source whose column `says` has the sentences that state each fact"}
"""Finders that look for what a source says."""
_SENTENCES: Final = "a|one week has {? exactly} {value} days; there are {value} days in a week"


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
    if field.item is not None:
        problems.at(name, f"{quoted(field.path)} is found, and has rows of fields", "of: {step: integer}")
    for given, what in ((field.at_least, "at_least"), (field.key, "key")):
        if given:
            problems.at(name, f"{quoted(field.path)} is found, and takes no `{what}`", "drop it")
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
        said = f"{quoted(where.value)} is no text of the candidate, nor are there texts"
        problems.at(where, said, suggest(where.value, places) or "a field, a list of texts, or LIST.FIELD")


def check_sentences(shape: Shape, sources: Mapping[str, Source], problems: Problems) -> None:
    """What `by` names is a source whose rows say in which sentences each fact is stated."""
    for field in shape.found:
        finder, name = field.find or "", field.find_by
        wanted = FINDERS_BY.get(finder)
        if name is None:
            if wanted:
                problems.add(field.mark, f"the finder {quoted(finder)} needs `by`", wanted)
        elif not wanted:
            problems.at(name, f"the finder {quoted(finder)} takes no `by`", "drop it")
        elif name.value not in sources:
            hint = suggest(name.value, sources) or "declare it under `sources`"
            problems.at(name, f"there is no source {quoted(name.value)}", hint)
        else:
            _check_rows(name, sources[name.value], shape, problems)


def _check_rows(name: Marked, source: Source, shape: Shape, problems: Problems) -> None:
    """The sentences of a source, each of which must be understood."""
    from selfcorrect.language.statements import check_sentence

    if "says" not in source.columns:
        said = f"the source {quoted(name.value)} has no column `says`"
        problems.at(name, said, "it has the sentences that state each fact")
        return
    for key, row in source.rows.items():
        trouble = check_sentence(str(row.get("says", "")), row.get("unless"), shape.notation)
        if trouble:
            said = f"the fact {quoted(key)} of {quoted(name.value)} cannot be looked for: {trouble}"
            problems.at(name, said, _SENTENCES)


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
