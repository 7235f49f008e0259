"""What the names in an expression stand for."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.language.nodes import Get, Node, Record, Type
from selfcorrect.language.shape import NUMERIC, ROOT, WORKED_OUT, Field, Shape
from selfcorrect.model.diagnostic import Diagnostic
from selfcorrect.model.marks import Marked

RECORD = Record(type=Type("row", row=ROOT))


class ExpressionError(Exception):
    """An expression that cannot be linked. Carries the one diagnostic."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class Scope(Struct, frozen=True):
    """The names an expression may use, nearest first: a rule's variables, parameters, fields, computed
    values, then `document`.

    `rows` are the shape's fields by row path; `sources` column kinds by source; `parameters` the
    texts a family's parameters stand for; `inverses` maps (list, name) to the row path and field whose
    references it turns round.
    """

    rows: Mapping[str, tuple[Field, ...]]
    variables: Mapping[str, Node] = {}
    computed: Mapping[str, Node] = {}
    parameters: Mapping[str, Marked] = {}
    sources: Mapping[str, Mapping[str, str]] = {}
    money_in: str | None = None
    inverses: Mapping[tuple[str, str], tuple[str, str]] = {}

    def bind(self, variables: Mapping[str, Node]) -> "Scope":
        """This scope with more variables."""
        return replace(self, variables={**self.variables, **variables})

    def compute(self, values: Mapping[str, Node]) -> "Scope":
        """This scope with more computed values of the record."""
        return replace(self, computed={**self.computed, **values})

    def of_record(self) -> "Scope":
        """The scope of what a pack says about the record as a whole: no rule's names, no parameters."""
        return replace(self, variables={}, parameters={})

    def field(self, row: str, name: str) -> Field | None:
        """The field of that name in a row."""
        return next((f for f in self.rows[row] if f.name == name), None)

    def names(self) -> list[str]:
        """Everything that a bare name can mean here."""
        fields = (field.name for field in self.rows[ROOT])
        return [*self.variables, *self.parameters, *fields, *self.computed, *self.sources]


def scope_of(shape: Shape, sources: Mapping[str, Mapping[str, str]] | None = None) -> Scope:
    """The scope of a pack's expressions, with no variables yet."""
    rows = shape.rows()
    inverses = {
        (refers.to, refers.inverse): (row, field.name)
        for row, fields in rows.items()
        for field in fields
        if row and (refers := field.item or field).to and refers.inverse
    }
    return Scope(rows, sources=sources or {}, money_in=shape.money_in, inverses=inverses)


def type_of(field: Field) -> Type:
    """The type of a field's value: a list of rows for a list of objects, a row for an object."""
    if field.kind == "list":
        item = type_of(field.item) if field.item else Type("row", row=field.path)
        return Type("list", item=item)
    return Type("row", row=field.path) if field.kind == "object" else Type(field.kind, row=field.to)


def get(base: Node, field: Field) -> Get:
    """The field of a row, typed."""
    return Get(type=type_of(field), base=base, name=field.name)


def family(kind: str) -> str:
    """Kinds that compare with one another share a family: numbers, texts, or the kind itself."""
    if kind in NUMERIC:
        return "number"
    if kind in WORKED_OUT:
        return "expression"
    return "text" if kind in ("text", "choice", "currency", "reference") else kind
