"""What a critic template may contain: a closed list of Jinja's nodes, and names that exist.

Jinja's own sandbox lets `9**(9**7)` run and `range` fill the memory; here a template prints values, asks
whether they are there, and goes through one list at a time.
"""

from collections.abc import Iterator
from typing import Any, Final

from selfcorrect.critic.quoting import VIOLATION_FIELDS
from selfcorrect.language.shape import Field, Shape
from selfcorrect.model.suggest import suggest

FILTERS: Final = ("fenced", "join", "length", "lower", "upper")
TESTS: Final = ("known",)

_ALLOWED: Final = frozenset(
    {
        "Template",
        "Output",
        "TemplateData",
        "Name",
        "Getattr",
        "Const",
        "If",
        "For",
        "Filter",
        "Test",
        "Compare",
        "Operand",
        "And",
        "Or",
        "Not",
        "CondExpr",
    }
)
_ARITHMETIC: Final = frozenset({"Add", "Sub", "Mul", "Div", "FloorDiv", "Mod", "Pow", "Neg", "Pos", "Concat"})
_WORDS: Final = {
    "Call": ("a template calls nothing", f"values pass through filters: {', '.join(FILTERS)}"),
    "Getitem": ("a template picks nothing by position", "write row.field, or go through a list with for"),
    "Slice": ("a template picks nothing by position", "go through the list with for"),
    "Assign": ("a template sets nothing", ""),
    "AssignBlock": ("a template sets nothing", ""),
    "Macro": ("a template defines nothing", ""),
    "CallBlock": ("a template calls nothing", ""),
    "Include": ("a template stands alone", ""),
    "Import": ("a template stands alone", ""),
    "FromImport": ("a template stands alone", ""),
    "Extends": ("a template stands alone", ""),
    "Block": ("a template stands alone", ""),
}
_COMPARISONS: Final = frozenset({"eq", "ne", "in", "notin"})
_LOOP_FIELDS: Final = ("index", "first", "last", "length")
_DEEPEST: Final = 30
_MOST_NODES: Final = 3000

Finding = tuple[int, str, str, str]
"""Line, sentence, way out, and the word on that line that it is about (empty for the line)."""
Names = dict[str, "tuple[Field, ...] | None"]
"""The names in scope with the fields below them; None where those are not known."""


class TemplateCheck:
    """One walk over a template's nodes; what is wrong is collected in `found`."""

    def __init__(self, shape: Shape | None) -> None:
        self.found: list[Finding] = []
        self._shape = shape
        self._count = 0

    def check(self, root: Any) -> list[Finding]:
        """Everything wrong with a parsed template."""
        self._visit(
            root,
            {"violation": None, "candidate": self._shape.fields if self._shape else None},
            0,
            in_loop=False,
        )
        return self.found

    def _visit(self, node: Any, names: Names, depth: int, *, in_loop: bool) -> None:
        self._count += 1
        if self._count > _MOST_NODES or depth > _DEEPEST:
            if not self.found:
                self._say(node, "this template is too large or nested too deeply", "split it by code")
            return
        kind = type(node).__name__
        if kind not in _ALLOWED:
            self._refuse(node, kind)
            return
        check = getattr(self, f"_check_{kind.lower()}", None)
        if check:
            check(node, names)
        if kind == "For":
            self._loop(node, names, depth, in_loop=in_loop)
            return
        for child in node.iter_child_nodes():
            self._visit(child, names, depth + 1, in_loop=in_loop)

    def _loop(self, node: Any, names: Names, depth: int, *, in_loop: bool) -> None:
        if in_loop:
            self._say(node, "a loop cannot stand inside a loop", "print the inner list with join")
            return
        if node.recursive or type(node.target).__name__ != "Name":
            self._say(node, "a loop reads {% for row in list %}")
            return
        self._visit(node.iter, names, depth + 1, in_loop=True)
        inner: Names = {**names, "loop": None, node.target.name: self._rows(node.iter, names)}
        for child in (*node.body, *([node.test] if node.test else [])):
            self._visit(child, inner, depth + 1, in_loop=True)
        for child in node.else_:
            self._visit(child, names, depth + 1, in_loop=True)

    def _check_name(self, node: Any, names: Names) -> None:
        if node.name not in names:
            self._say(node, f"unknown name `{node.name}`", suggest(node.name, names), node.name)

    def _check_getattr(self, node: Any, names: Names) -> None:
        name = node.attr
        base = type(node.node).__name__ == "Name" and node.node.name
        if name.startswith("_"):
            self._say(node, f"`{name}` is no field", "", name)
        elif base in ("violation", "loop"):
            known = VIOLATION_FIELDS if base == "violation" else _LOOP_FIELDS
            if name not in known:
                self._say(node, f"a {base} has no `{name}`", suggest(name, known), name)
        else:
            self._check_field(node, self._below(node.node, names))

    def _check_field(self, node: Any, fields: tuple[Field, ...] | None) -> None:
        if fields is not None and node.attr not in (known := [field.name for field in fields]):
            self._say(node, f"unknown field `{node.attr}`", suggest(node.attr, known), node.attr)

    def _check_filter(self, node: Any, names: Names) -> None:
        del names
        if node.name not in FILTERS:
            self._say(node, f"unknown filter `{node.name}`", suggest(node.name, FILTERS), node.name)
        elif node.kwargs or node.dyn_args or node.dyn_kwargs or len(node.args) > (node.name == "join"):
            self._say(node, f"the filter `{node.name}` takes no such argument", "", node.name)

    def _check_test(self, node: Any, names: Names) -> None:
        del names
        if node.name not in TESTS or node.args or node.kwargs:
            self._say(node, f"unknown test `{node.name}`", "write: is known", node.name)

    def _check_compare(self, node: Any, names: Names) -> None:
        del names
        if any(operand.op not in _COMPARISONS for operand in node.ops):
            self._say(node, "a template compares with ==, !=, in and not in only", "a rule judges figures")

    def _below(self, node: Any, names: Names) -> tuple[Field, ...] | None:
        """The fields a path can go on with; None where that is not known."""
        if type(node).__name__ == "Name":
            return names.get(node.name)
        if (
            type(node).__name__ == "Getattr"
            and type(node.node).__name__ == "Name"
            and node.node.name == "violation"
        ):
            return ()
        field = self._field(node, names)
        if field is None:
            return None
        return field.fields if field.kind == "object" else ()

    def _rows(self, node: Any, names: Names) -> tuple[Field, ...] | None:
        """The fields of the rows of a list."""
        field = self._field(node, names)
        if field and field.kind != "list":
            self._say(node, f"`{field.name}` is no list", "", field.name)
        return field.fields if field else None

    def _field(self, node: Any, names: Names) -> Field | None:
        if type(node).__name__ != "Getattr":
            return None
        fields = self._below(node.node, names)
        return next((field for field in fields or () if field.name == node.attr), None)

    def _refuse(self, node: Any, kind: str) -> None:
        if kind in _ARITHMETIC:
            self._say(node, "a template does not calculate", "a rule's expected and actual say the figures")
            return
        message, hint = _WORDS.get(kind, (f"`{kind}` is not part of critic templates", ""))
        self._say(node, message, hint)

    def _say(self, node: Any, message: str, hint: str = "", word: str = "") -> None:
        self.found.append((node.lineno or 1, message, hint, word))


def lines_of(findings: list[Finding], source: str) -> Iterator[tuple[Finding, int, int]]:
    """Each finding with its column and width: Jinja tells the line only, so the word is looked for on it."""
    lines = source.split("\n")
    for finding in findings:
        line = lines[finding[0] - 1] if finding[0] <= len(lines) else ""
        at = line.find(finding[3]) if finding[3] else -1
        start = at if at >= 0 else len(line) - len(line.lstrip())
        yield finding, start + 1, len(finding[3]) if at >= 0 else max(1, len(line.strip()))
