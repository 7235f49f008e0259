"""A pack made ready to use: check records, read documents."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.language.shape import Shape
from selfcorrect.model.diagnostic import Diagnostic, PackError
from selfcorrect.model.marks import Mark
from selfcorrect.model.report import Report
from selfcorrect.ruleset.compiled import Compiled
from selfcorrect.ruleset.ruleset import RuleSet

if TYPE_CHECKING:
    from selfcorrect.critic.feedback import Critic
    from selfcorrect.domain.row_names import Name
    from selfcorrect.model.impact import Impact
    from selfcorrect.pack.load import Pack
    from selfcorrect.reading.filling.opened import RawRows
    from selfcorrect.reading.filling.ready import ReadyRows
    from selfcorrect.reading.read import Reading
    from selfcorrect.reading.ready.reader import ReadyReader
    from selfcorrect.reading.start import Start


class Made(Struct, frozen=True):
    """What remains of a pack once it is compiled: enough to check and to read. Pure data.

    `pack_digest` is that of the pack alone where another reader stands in for its own.
    """

    name: str
    version: str
    summary: str
    digest: str
    shown: str
    folder: Path
    shape: Shape
    ready: "ReadyReader | None"
    compiled: Compiled
    templates_checked: bool
    answer: tuple[str, ...] = ()
    attempts: int = 3
    rows: "ReadyRows | None" = None
    pack_digest: str = ""


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
        """sha256 over the pack's files and the families it uses, and over another reader that stands in."""
        return self.made.digest

    @cached_property
    def pack(self) -> "Pack":
        """The pack in full, loaded again from its folder: what authors' tools look at. Raises PackError."""
        from selfcorrect.pack.load import load_pack

        pack = load_pack(self.made.folder)
        if pack.digest != (self.made.pack_digest or self.made.digest):
            said = f"the pack `{self.name}` has changed since it was loaded"
            raise PackError((Diagnostic(Mark(self.made.shown, 0, 0), said, "load it again"),))
        return pack

    @cached_property
    def critic(self) -> "Critic":
        """What turns reports into feedback. Loads the pack's templates. Raises PackError."""
        from selfcorrect.critic.feedback import Critic

        templates = self.pack.templates
        assert templates is not None  # noqa: S101 - a pack that is loaded in full has them
        severe = frozenset(rule.code for rule in self.rules.rules if rule.repair == "regenerate")
        return Critic(templates, self.reads, severe)

    @cached_property
    def reads(self) -> dict[str, frozenset[str]]:
        """The fields that each code's rule reads, as patterns (`line_items[].amount`)."""
        found: dict[str, frozenset[str]] = {}
        for rule in self.rules.rules:
            found[rule.code] = found.get(rule.code, frozenset()) | rule.reads
        return found

    @cached_property
    def defaults(self) -> frozenset[str]:
        """The fields, as patterns, that have a value even where they are absent."""
        from selfcorrect.language.walk import row_prefixes

        shape = self.made.shape
        prefixes = row_prefixes(shape.fields)
        return frozenset(
            f"{prefixes[row]}{field.name}"
            for row, fields in shape.rows().items()
            for field in fields
            if field.if_absent is not None
        )

    @property
    def reads_texts(self) -> bool:
        """Whether its reader finds fields and lists in documents; one of rows need not."""
        made = self.made
        if made.rows is None or made.ready is None:
            return made.ready is not None
        return bool(made.ready.reader.fields or made.ready.reader.lists)

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of a candidate."""
        from selfcorrect.language.schema import json_schema

        return json_schema(self.made.shape)

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

    def impact(self, record: object, changed: "Iterable[Name]", *, through: Iterable[str] = ()) -> "Impact":
        """The rows of a record (or of a report's candidate, and what its reader left open) that go stale
        when those `changed` do.

        Each of these is an id, or a list and an id. Followed are the references that `through` names, else
        all but those of which the pack says `impact: false`.
        Raises ImpactError (a LookupError) for what is not there, or is not one row.
        """
        from selfcorrect.domain.impact import impact, with_doubts

        candidate = record.candidate if isinstance(record, Report) else record
        rows = self.made.rows
        found = impact(self.made.shape, candidate, changed, through, rows.ids.key if rows else None)
        return with_doubts(found, record) if isinstance(record, Report) else found

    def read(
        self, text: str, *, today: date | None = None, source: str = "", explain: bool = False
    ) -> Report:
        """Read a document and check what was read: the report has the candidate and the place of each value,
        and with `explain` every reading that was weighed, and why one was taken.

        Raises PackError if the pack has no reader, TypeError for a `text` that is none.
        """
        _expect(today, date, "today")
        if not isinstance(text, str):
            raise TypeError(f"a document is text, not {type(text).__name__}: decode it first")
        from selfcorrect.domain.doubts import doubts_of

        reading = self.reading(text, today=today)
        doubts = doubts_of(reading, text)
        report = self.rules.check(
            reading.candidate, document=text, today=today, source=source, spans=reading.spans, doubts=doubts
        )
        if not explain:
            return report
        from selfcorrect.domain.explain import explain as explained

        ready = self.made.ready
        paths = [one.path for one in ready.lists] + [one.spec.path for one in ready.fields] if ready else []
        return replace(report, readings=explained(reading, text, paths))

    def read_file(
        self,
        path: str | Path,
        *,
        today: date | None = None,
        source: str = "",
        explain: bool = False,
    ) -> Report:
        """Read a file that the pack accepts, and check what was read: a document, or where the pack reads
        rows a file or folder of these, all of which are one candidate.

        Raises Unreadable for what is not accepted or has nothing to read, OSError for a path that cannot be
        read, PackError if the pack has no reader.
        """
        from selfcorrect.domain.files import read_file

        _expect(today, date, "today")
        return read_file(self, Path(path), today, source or str(path), explain=explain)

    def read_rows(
        self,
        rows: Iterable[Mapping[str, Any]],
        head: Mapping[str, Any] | None = None,
        *,
        today: date | None = None,
        source: str = "",
    ) -> Report:
        """Read rows that are in memory already as one candidate, through the columns, ids and values of the
        pack's reader, and check it. `head` is what stands beside them.

        Raises PackError if the pack reads no rows.
        """
        from selfcorrect.reading.filling.opened import rows_given

        return self.read_raw(rows_given(rows, head, source), today=today, source=source)

    def read_raw(
        self, raw: "RawRows", *, today: date | None = None, source: str = "", explain: bool = False
    ) -> Report:
        """Make a candidate of raw rows, and check it. Raises PackError if the pack reads no rows."""
        from selfcorrect.domain.rows import report_on

        _expect(today, date, "today")
        return report_on(self, raw, today, source, explain=explain)

    def reading(self, text: str, *, today: date | None = None) -> "Reading":
        """What the reader finds in a document, with the readings of each field and why one was taken.

        Raises PackError if the pack has no reader.
        """
        from selfcorrect.reading.read import read

        ready = self.made.ready
        if ready is not None and self.reads_texts and ready.passages.alone:
            # There is nothing that rules could decide.
            return read(ready, text)
        return self.readings(text, today=today)(None)

    def readings(self, text: str, *, today: date | None = None) -> "Callable[[Start | None], Reading]":
        """A document that can be read more than once: a function of a start, of which only what it suspects
        is read anew, and with more effort. Raises PackError if the pack has no reader.
        """
        from selfcorrect.reading.choosing.choose import Judge
        from selfcorrect.reading.choosing.search import MORE
        from selfcorrect.reading.read import decide, find_choices

        made = self.made
        if made.ready is None:
            mark = Mark(f"{made.shown}/pack.yaml", 1, 1)
            message = f"the pack `{self.name}` cannot read documents"
            raise PackError((Diagnostic(mark, message, "give it a reader.yaml, or check a record"),))
        if not self.reads_texts:
            mark = Mark(f"{made.shown}/reader.yaml", 1, 1)
            message = f"the pack `{self.name}` reads rows, and no documents"
            raise PackError((Diagnostic(mark, message, "describe `fields` or `lists` for these"),))
        rules = self.rules
        required = frozenset(field.path for field in made.shape.fields if field.required)
        judge = Judge(partial(rules.weigh, today=today), rules.reach, rules.compiled.equations, required)
        again, choices = replace(judge, effort=MORE), find_choices(made.ready, text)
        return lambda start: decide(choices, made.shape, again if start else judge, start)


def _expect(given: object, kind: type, name: str) -> None:
    """Refuse an argument of another kind: it is the caller's mistake, and must not become the record's."""
    if given is not None and not isinstance(given, kind):
        raise TypeError(f"`{name}` is of type {type(given).__name__}, and should be {kind.__name__}")
