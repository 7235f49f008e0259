"""`compute:` of pack.yaml: values made from fields, each from fields and values above it."""

import ast
from collections.abc import Iterable

from selfcorrect.language.scope import ExpressionError
from selfcorrect.language.shape import Shape
from selfcorrect.language.syntax import Syntax
from selfcorrect.model.marks import Marked
from selfcorrect.model.problems import Problems
from selfcorrect.model.yaml_nodes import quoted
from selfcorrect.pack.keys import Keys
from selfcorrect.pack.names import check_name

Computed = tuple[tuple[Marked, Marked], ...]


def read_compute(keys: Keys, shape: Shape, problems: Problems) -> tuple[Computed, bool]:
    """The computed values in order, and whether rules can be judged by them.

    A value that uses one below it is a problem; so are values that use one another in a circle.
    """
    found = keys.expressions("compute")
    fields = {field.name for field in shape.fields}
    for name, _ in found:
        if check_name(name, "a value", problems) and name.value in fields:
            said = f"the candidate has a field {quoted(name.value)} already"
            problems.at(name, said, "choose another name")
    before = len(problems)
    uses = {name.value: _names(text) & {other.value for other, _ in found} for name, text in found}
    for at, (name, _) in enumerate(found):
        _check_order(name, uses, [below.value for below, _ in found[at + 1 :]], problems)
    return found, len(problems) == before


def _check_order(name: Marked, uses: dict[str, set[str]], below: list[str], problems: Problems) -> None:
    used = uses[name.value]
    if name.value in used:
        problems.at(name, f"{quoted(name.value)} is computed from itself", "name what it is made from")
        return
    for other in below:
        if other not in used:
            continue
        if name.value in _reached(other, uses):
            said = f"{quoted(name.value)} and {quoted(other)} are computed from one another, in a circle"
            problems.at(name, said, "one of them must be made from fields alone")
        else:
            said = f"{quoted(name.value)} is computed from {quoted(other)}, which stands below it"
            problems.at(name, said, f"order matters here: put {quoted(other)} above {quoted(name.value)}")
        return


def _reached(start: str, uses: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    ahead = [start]
    while ahead:
        new = uses[ahead.pop()] - found
        found |= new
        ahead += new
    return found


def _names(text: Marked) -> set[str]:
    """The names that an expression uses and does not bind itself; none for what is no expression."""
    try:
        tree = Syntax(text).root
    except ExpressionError:
        return set()
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    return _ids(names, ast.Load) - _ids(names, ast.Store)


def _ids(names: Iterable[ast.Name], use: type[ast.expr_context]) -> set[str]:
    return {name.id for name in names if isinstance(name.ctx, use)}
