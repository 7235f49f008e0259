"""What compiling gives: a source, what it names, and everything needed to tell its findings. Pure data.

Nothing here or below knows the typed form of a rule, so that a compiled rule set can be kept and used
again without parsing, linking or generating anything.
"""

from decimal import Decimal
from typing import Any, Literal

from msgspec import Struct

from selfcorrect.language.shape import Shape
from selfcorrect.model.marks import Mark
from selfcorrect.model.words import ErrorType, Grade, Intensity, Origin, Severity

PlaceParts = tuple[str | int, ...]
"""A place: names, and for each row entered the position of its number in a finding's index; a last `*`
stands for a name that the index holds."""


class RuleCard(Struct, frozen=True):
    """A rule as people speak of it.

    `reads` and `suspects` are patterns (`line_items[].amount`); `sides` the texts of what is expected
    and what is actual, where the check compares two sides. `question` is what a model is asked, the
    texts around the values it is about, and `about` the places of these (none for what is computed).
    """

    code: str
    says: str
    form: Literal["check", "none", "ask"]
    severity: Severity
    error_type: ErrorType
    grade: Grade
    origin: Origin
    mark: Mark
    see: str
    template: str
    reads: frozenset[str]
    suspects: tuple[str, ...]
    sides: tuple[str, str] | None = None
    of_time: bool = False
    equates: bool = False
    question: tuple[str, ...] = ()
    about: tuple[PlaceParts | None, ...] = ()
    repair: Intensity = "edit"

    @property
    def proves(self) -> bool:
        """Whether what it finds is proved, and blocks."""
        return self.severity == "error" and self.grade >= "E2"


class Site(Struct, frozen=True):
    """One kind of finding in one place: a rule's, or with `finding` the shape's.

    Findings are told by `rank`, which the sites of one rule share, and then by path.
    """

    code: str
    severity: Severity
    error_type: ErrorType
    place: PlaceParts
    rule: RuleCard | None = None
    suspects: tuple[PlaceParts, ...] = ()
    finding: str = ""
    mark: Mark | None = None
    rank: int = -1


class Source(Struct, frozen=True):
    """An independent table: rows by key, each a mapping of column to typed value.

    `columns` are kinds by name. With `ignore_case` keys of `rows` are in lower case.
    """

    name: str
    key: str
    columns: dict[str, str]
    rows: dict[str, dict[str, Any]]
    ignore_case: bool = False

    def find(self, key: str, column: str) -> Any:
        """The value in a column of the row with that key (for no column, the key); None if not there."""
        folded = key.strip().lower() if self.ignore_case else key.strip()
        row = self.rows.get(folded)
        if row is None:
            return None
        return row.get(column or self.key)


class Compiled(Struct, frozen=True):
    """A compiled rule set.

    `source` defines `check(record, document, facts, today)`, which gives (findings, left open, bits of
    the codes that apply); `constants` are what it names; `marks` the place in the pack behind a line;
    `bits` the bit of each code that counts for coverage; `upheld` for each field of the answer the bits
    of the rules that compare it with another; `proofs` for each site of a rule that objects
    with proof the candidate's fields it reads, and `equations` the codes of those that equate the numbers of
    several;
    `least` the coverage a pass needs; `finds` the shape, where it has lists that are found in texts; `keys`
    the fields by which rows are known, by the path of their list.
    """

    source: str
    constants: dict[str, Any]
    sites: tuple[Site, ...]
    rules: tuple[RuleCard, ...]
    bits: dict[str, int]
    marks: dict[int, Mark]
    sources: dict[str, Source]
    asks_today: bool
    upheld: tuple[tuple[str, int], ...] = ()
    proofs: dict[int, frozenset[str]] = {}
    equations: frozenset[str] = frozenset()
    least: Decimal = Decimal(0)
    finds: Shape | None = None
    keys: dict[str, str] = {}


def render(place: PlaceParts, index: tuple[object, ...]) -> str:
    """The path of a finding: `line_items[2].amount`; `line_items` if the index leads no further."""
    text = ""
    for part in place:
        if isinstance(part, int):
            if part >= len(index):
                return text
            text += f"[{index[part]}]"
        else:
            name = str(index[-1]) if part == "*" else part
            text += f".{name}" if text else name
    return text
