"""A pack made ready to use: check records, read documents."""

from collections.abc import Iterable, Iterator
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from selfcorrect.language.shape import Shape
from selfcorrect.model.diagnostic import Diagnostic, PackError
from selfcorrect.model.marks import Mark, extent
from selfcorrect.model.report import Report, Violation
from selfcorrect.ruleset.compiled import Compiled
from selfcorrect.ruleset.ruleset import RuleSet

if TYPE_CHECKING:
    from selfcorrect.pack.load import Pack
    from selfcorrect.reading.read import Ambiguity
    from selfcorrect.reading.spec import Reader

AMBIGUOUS = "AMBIGUOUS_READING"


class Made(Struct, frozen=True):
    """What remains of a pack once it is compiled: enough to check and to read. Pure data."""

    name: str
    version: str
    summary: str
    digest: str
    shown: str
    folder: Path
    shape: Shape
    reader: "Reader | None"
    compiled: Compiled
    templates_checked: bool


class Domain:
    """A loaded and compiled pack. Immutable; one serves any number of threads."""

    def __init__(self, made: Made, rules: RuleSet | None = None) -> None:
        self.made = made
        self.rules = rules or RuleSet(made.compiled)

    @property
    def name(self) -> str:
        """The pack's name."""
        return self.made.name

    @property
    def version(self) -> str:
        """The pack's version."""
        return self.made.version

    @property
    def digest(self) -> str:
        """sha256 over the pack's files and the families it uses."""
        return self.made.digest

    @cached_property
    def pack(self) -> "Pack":
        """The pack in full, loaded again from its folder: what authors' tools look at."""
        from selfcorrect.pack.load import load_pack

        return load_pack(self.made.folder)

    def check(
        self, record: object, *, document: str | None = None, today: date | None = None, source: str = ""
    ) -> Report:
        """Check a record (a mapping); with the `document` it came from, grounding rules take part.

        Never raises for bad data: what is wrong with the record is in the report. TypeError for a
        `document` that is no text or a `today` that is no date.
        """
        _expect(document, str, "document")
        _expect(today, date, "today")
        return self.rules.check(record, document=document, today=today, source=source)

    def check_many(self, records: Iterable[object], *, today: date | None = None) -> Iterator[Report]:
        """Check records one by one, in order, as they come; memory does not grow with their number."""
        check = self.rules.check
        for record in records:
            yield check(record, today=today)

    def read(self, text: str, *, today: date | None = None, source: str = "") -> Report:
        """Read a document and check what was read: the report has the candidate and the place of each value.

        Raises PackError if the pack has no reader, TypeError for a `text` that is none.
        """
        _expect(today, date, "today")
        if not isinstance(text, str):
            raise TypeError(f"a document is text, not {type(text).__name__}: decode it first")
        from selfcorrect.reading.read import read

        made = self.made
        if made.reader is None:
            mark = Mark(f"{made.shown}/pack.yaml", 1, 1)
            message = f"the pack `{self.name}` cannot read documents"
            raise PackError((Diagnostic(mark, message, "give it a reader.yaml, or check a record"),))
        reading = read(made.reader, made.shape, text)
        doubts = tuple(_doubt(ambiguity, text) for ambiguity in reading.ambiguities)
        return self.rules.check(
            reading.candidate, document=text, today=today, source=source, spans=reading.spans, doubts=doubts
        )


def _expect(given: object, kind: type, name: str) -> None:
    """Refuse an argument of another kind: it is the caller's mistake, and must not become the record's."""
    if given is not None and not isinstance(given, kind):
        raise TypeError(f"`{name}` is of type {type(given).__name__}, and should be {kind.__name__}")


def _doubt(ambiguity: "Ambiguity", text: str) -> Violation:
    """Several readings that nothing decides between. Graded E1: a reason to look, not proof of a mistake."""
    options = " or ".join(ambiguity.values)
    return Violation(
        code=AMBIGUOUS,
        path=ambiguity.path,
        message=f"`{ambiguity.path}` can be read as {options}, and nothing decides which.",
        expected=None,
        actual=None,
        severity="error",
        error_type="premise",
        grade="E1",
        origin="reader",
        suspects=(ambiguity.path,),
        span=extent(text, ambiguity.spans[0]) if ambiguity.spans else None,
    )
