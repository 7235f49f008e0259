"""cases/*.yaml: tests of a pack, as data."""

from collections.abc import Sequence as Many
from datetime import date
from typing import TYPE_CHECKING, Any, Final, cast

from msgspec import Struct

from selfcorrect.language.numbers import parse_number
from selfcorrect.language.values import BAD, read_value
from selfcorrect.model.marks import Mark, Marked
from selfcorrect.model.problems import Problems
from selfcorrect.model.words import SEVERITIES, Severity, Verdict
from selfcorrect.model.yaml_nodes import Mapping, Sequence, YamlNode, plain, quoted
from selfcorrect.pack.case_rows import read_case_rows
from selfcorrect.pack.changes import read_changes
from selfcorrect.pack.files import Files
from selfcorrect.pack.keys import Keys, pairs
from selfcorrect.pack.load import Pack

if TYPE_CHECKING:
    from selfcorrect.reading.filling.opened import RawRows

FOLDER: Final = "cases"

_FILE_KEYS: Final = ("sound", "cases")
_CASE_KEYS: Final = (
    "name",
    "change",
    "record",
    "document",
    "reads",
    "finds",
    "not_evaluated",
    "verdict",
    "today",
)
_FINDING_KEYS: Final = ("code", "at", "expected", "actual", "severity")
_OPEN_KEYS: Final = ("code", "at")
_VERDICTS: Final[tuple[Verdict, ...]] = ("pass", "fail", "unverified")


class Wanted(Struct, frozen=True):
    """A finding as a case or a fault expects it. What is None may be anything."""

    code: str
    at: str | None = None
    expected: str | None = None
    actual: str | None = None
    severity: str | None = None

    def __str__(self) -> str:
        text = self.code if self.at is None else f"{self.code} at {self.at or 'the record'}"
        if self.severity not in (None, "error"):
            text += f" ({self.severity})"
        both = (("expected", self.expected), ("actual", self.actual))
        sides = [f"{name} {value}" for name, value in both if value is not None]
        return f"{text}: {', '.join(sides)}" if sides else text


def agree(want: str | None, got: str | None) -> bool:
    """Whether a value is the one that was wanted: any if none was, and numbers as numbers (38 is 38.00)."""
    if want is None or want == got:
        return True
    if got is None:
        return False
    try:
        return parse_number(want.strip()) == parse_number(got.strip())
    except ValueError:
        return False


class ExpectedFinding(Struct, frozen=True):
    """A finding that a case expects. What is None is not compared."""

    code: str
    at: str | None
    mark: Mark
    expected: str | None = None
    actual: str | None = None
    severity: Severity | None = None


class Case(Struct, frozen=True):
    """One test: a record (None if the case has only a document), and all that is to be found in it.

    Of a pack that reads rows, `rows` are those of the document.

    `record` is plain data whose scalars are the texts of the file. `finds` and `not_evaluated` are whole
    lists, in order; None is not compared. `reads` are values by path, as plain data.
    """

    name: str
    mark: Mark
    record: Any = None
    document: str | None = None
    document_name: str = ""
    rows: "RawRows | None" = None
    reads: tuple[tuple[str, Any], ...] = ()
    finds: tuple[ExpectedFinding, ...] | None = None
    not_evaluated: tuple[ExpectedFinding, ...] | None = None
    verdict: Verdict | None = None
    today: date | None = None


def load_cases(pack: Pack) -> tuple[Case, ...]:
    """All cases of a pack by file name, in order. Raises PackError holding every diagnostic."""
    problems = Problems()
    files = Files(pack.folder, pack.shown, problems)
    found: list[Case] = []
    for name in files.names(FOLDER, ".yml"):
        problems.add(Mark(files.place(name), 0, 0), "a file of cases ends in .yaml", "give it that name")
    for name in files.names(FOLDER, ".yaml"):
        node = files.node(name)
        if node is not None:
            found += _CaseFile(node, pack, files, problems).cases()
    _refuse_repeated(found, problems)
    problems.stop_if_any()
    return tuple(found)


class _CaseFile:
    """One file of cases, which share a sound record."""

    def __init__(self, node: YamlNode, pack: Pack, files: Files, problems: Problems) -> None:
        self.pack = pack
        self.files = files
        self.problems = problems
        self.keys = Keys(node, "a file of cases", _FILE_KEYS, problems, required=("cases",))
        self.sound = self.sound_record()

    def sound_record(self) -> YamlNode | None:
        """The sound record's nodes: given in place, or in a file of the pack."""
        if isinstance(self.keys.node("sound"), Mapping):
            return self.keys.mapping("sound")
        name = self.keys.text("sound")
        return self.files.node(name.value, name) if name else None

    def cases(self) -> list[Case]:
        """The cases of the file that could be read."""
        found = (self.case(item) for item in self.keys.items("cases"))
        return [case for case in found if case]

    def case(self, node: YamlNode) -> Case | None:
        """One case."""
        keys = Keys(node, "a case", _CASE_KEYS, self.problems, required=("name",))
        name = keys.text("name")
        document = keys.text("document")
        rows = read_case_rows(self.pack, document, self.files, self.problems) if document else None
        text = self.files.text(document.value, document) if document and rows is None else None
        verdict = keys.choice("verdict", _VERDICTS)
        case = Case(
            name=name.value if name else "",
            mark=name.mark if name else keys.mark,
            record=self.record(keys),
            document=text,
            document_name=document.value if document else "",
            rows=rows,
            reads=tuple((path.value, plain(value)) for path, value in pairs(keys.mapping("reads"))),
            finds=self.findings(keys, "finds", _FINDING_KEYS),
            not_evaluated=self.findings(keys, "not_evaluated", _OPEN_KEYS),
            verdict=cast("Verdict", verdict.value) if verdict else None,
            today=self.day(keys.text("today")),
        )
        if keys.whole and "reads" in keys and not document:
            self.problems.add(keys.mark, "a case with `reads` needs a `document`")
        if keys.whole and not _asserts(case):
            self.problems.add(case.mark, "this case asserts nothing", _ASSERT, len(case.name))
        return case if keys.whole else None

    def record(self, keys: Keys) -> Any:
        """The record of a case: its own, or the sound one with the case's changes."""
        changes = keys.mapping("change")
        if "record" in keys:
            if changes:
                self.problems.add(keys.mark, "a case has `change` or `record`, not both")
            given = keys.mapping("record")
            return plain(given) if given else None
        if self.sound is None:
            if "sound" not in self.keys and "document" not in keys:
                hint = "add record: to the case, or sound: to the file"
                self.problems.add(keys.mark, "this case has nothing to check", hint)
            return None
        if "document" in keys and changes is None:
            return None
        return read_changes(plain(self.sound), changes, self.problems)

    def findings(self, keys: Keys, name: str, known: Many[str]) -> tuple[ExpectedFinding, ...] | None:
        """The findings listed under a key; None if there is no such key."""
        node = keys.node(name)
        if node is None:
            return None
        if isinstance(node, Sequence) and not node.items:
            return ()
        return tuple(self.finding(item, known) for item in keys.items(name))

    def finding(self, node: YamlNode, known: Many[str]) -> ExpectedFinding:
        """One expected finding."""
        keys = Keys(node, "a finding", known, self.problems, required=("code",))
        code = keys.text("code")
        severity = keys.choice("severity", SEVERITIES)
        return ExpectedFinding(
            code=code.value if code else "",
            at=_value(keys.text("at")),
            mark=code.mark if code else keys.mark,
            expected=_value(keys.text("expected")),
            actual=_value(keys.text("actual")),
            severity=cast("Severity", severity.value) if severity else None,
        )

    def day(self, text: Marked | None) -> date | None:
        """A date."""
        value = read_value("date", text.value) if text else None
        if text and value is BAD:
            self.problems.at(text, f"{quoted(text.value)} is no date", "write it as 2025-03-14")
            return None
        return cast("date | None", value)


def _asserts(case: Case) -> bool:
    return any((case.reads, case.verdict, case.finds is not None, case.not_evaluated is not None))


_ASSERT: Final = "say all that is found, finds: [] for nothing; or `reads`, `verdict`, `not_evaluated`"


def _value(text: Marked | None) -> str | None:
    return text.value if text else None


def _refuse_repeated(cases: list[Case], problems: Problems) -> None:
    first: dict[tuple[str, str], Case] = {}
    for case in cases:
        known = first.setdefault((case.mark.file, case.name), case)
        if known is not case:
            said = f"a case of this name stands on line {known.mark.line} already"
            problems.add(case.mark, said, "choose another name", len(case.name))
