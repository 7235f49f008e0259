"""A pack made ready to use: check records, read documents."""

from collections.abc import Iterable, Iterator
from datetime import date

from selfcorrect.model.diagnostic import Diagnostic, PackError
from selfcorrect.model.marks import Mark, Span, extent
from selfcorrect.model.report import Report, Violation
from selfcorrect.pack.load import Pack
from selfcorrect.reading.read import Reading, read
from selfcorrect.ruleset.ruleset import RuleSet, compile_rules

AMBIGUOUS = "AMBIGUOUS_READING"


class Domain:
    """A loaded and compiled pack. Immutable; one serves any number of threads."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.rules: RuleSet = compile_rules(pack.rules, pack.context, pack.answer, pack.loop.coverage)

    @property
    def name(self) -> str:
        """The pack's name."""
        return self.pack.name

    @property
    def version(self) -> str:
        """The pack's version."""
        return self.pack.version

    @property
    def digest(self) -> str:
        """sha256 over the pack's files and the families it uses."""
        return self.pack.digest

    def check(self, record: object, *, document: str | None = None, today: date | None = None, source: str = "") -> Report:
        """Check a record (a mapping); with the `document` it came from, grounding rules take part.

        Never raises for bad data: what is wrong with the record is in the report.
        """
        return self.rules.check(record, document=document, today=today, source=source)

    def check_many(self, records: Iterable[object], *, today: date | None = None) -> Iterator[Report]:
        """Check records one by one, in order, as they come; memory does not grow with their number."""
        for record in records:
            yield self.rules.check(record, today=today)

    def read(self, text: str, *, today: date | None = None, source: str = "") -> Report:
        """Read a document and check what was read: the report has the candidate and the place of each value.

        Raises PackError if the pack has no reader.
        """
        if self.pack.reader is None:
            mark = Mark(f"{self.pack.shown}/pack.yaml", 1, 1)
            raise PackError((Diagnostic(mark, f"the pack `{self.name}` cannot read documents", "give it a reader.yaml, or a record"),))
        reading = read(self.pack.reader, self.pack.context.shape, text)
        doubts = tuple(_doubt(path, values, text, reading) for path, values in ((a.path, a.values) for a in reading.ambiguities))
        return self.rules.check(reading.candidate, document=text, today=today, source=source, spans=reading.spans, doubts=doubts)


def _doubt(path: str, values: tuple[str, ...], text: str, reading: Reading) -> Violation:
    """Several readings that nothing decides between. Graded E1: a reason to look, not proof of a mistake."""
    span: Span | None = reading.spans.get(path)
    return Violation(
        code=AMBIGUOUS,
        path=path,
        message=f"`{path}` can be read as {' or '.join(values)}, and nothing decides which.",
        expected=None,
        actual=None,
        severity="error",
        error_type="premise",
        grade="E1",
        origin="reader",
        suspects=(path,),
        span=extent(text, span) if span else None,
    )
