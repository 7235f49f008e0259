"""faults.yaml: mistakes that a simulation injects, each with everything that is then to be found.

Expressions stay text here, with their marks; injecting links them over the sound record.
"""

from decimal import Decimal
from typing import Final, cast

from msgspec import Struct

from selfcorrect.model.marks import Mark, Marked
from selfcorrect.model.problems import Problems
from selfcorrect.model.words import SEVERITIES, Severity
from selfcorrect.model.yaml_nodes import Mapping, YamlNode, quoted
from selfcorrect.pack.files import Files
from selfcorrect.pack.keys import Keys, add_wrong_kind, listed
from selfcorrect.pack.load import Pack
from selfcorrect.pack.names import check_code

FAULTS_FILE: Final = "faults.yaml"
ACTS: Final = ("remove", "repeat", "set")
REPAIRS: Final = ("repaired_by", "chance")

_FAULT_KEYS: Final = ("says", "each", "let", "when", *ACTS, "finds", "unseen", *REPAIRS)
_FINDING_KEYS: Final = ("code", "at", "each", "when", "expected", "actual", "severity")


class FaultFinding(Struct, frozen=True):
    """A finding that a fault has: once, or once for every row of `each`, where `when` holds."""

    code: Marked
    at: Marked
    each: tuple[Marked, ...] = ()
    when: Marked | None = None
    expected: Marked | None = None
    actual: Marked | None = None
    severity: Severity | None = None


class Fault(Struct, frozen=True):
    """A mistake, injected once (or once for every row of `each`) where `when` holds.

    It takes out the places of `remove`, doubles the rows of `repeat`, and puts expressions at the places
    of `set`; `let` names parts. No rule finds a fault that is `unseen`; any other has all its `finds`.
    Feedback on a code of `repaired_by`, or of any finding where that is empty, repairs it with the `chance`
    (0 to 1) at an attempt.
    """

    code: str
    says: str
    mark: Mark
    each: tuple[Marked, ...] = ()
    let: tuple[tuple[Marked, Marked], ...] = ()
    when: Marked | None = None
    remove: tuple[Marked, ...] = ()
    repeat: tuple[Marked, ...] = ()
    set: tuple[tuple[Marked, Marked], ...] = ()
    finds: tuple[FaultFinding, ...] = ()
    unseen: bool = False
    repaired_by: tuple[Marked, ...] = ()
    chance: Decimal = Decimal(1)

    @property
    def repairing(self) -> frozenset[str]:
        """The codes whose feedback repairs it; none for what is unseen."""
        return frozenset(code.value for code in self.repaired_by or [found.code for found in self.finds])


def load_faults(pack: Pack) -> tuple[Fault, ...]:
    """The faults of a pack in file order; none if it has no faults.yaml. Raises PackError."""
    problems = Problems()
    files = Files(pack.folder, pack.shown, problems)
    node = files.node(FAULTS_FILE) if files.has(FAULTS_FILE) else None
    faults = _faults(node, problems) if node is not None else ()
    problems.stop_if_any()
    return faults


def _faults(node: YamlNode, problems: Problems) -> tuple[Fault, ...]:
    if not isinstance(node, Mapping):
        add_wrong_kind(node, "faults are a mapping of code to fault", problems)
        return ()
    found = (_fault(code, value, problems) for code, value in node.entries if check_code(code, problems))
    return tuple(fault for fault in found if fault)


def _fault(code: Marked, node: YamlNode, problems: Problems) -> Fault | None:
    keys = Keys(node, f"the fault {quoted(code.value)}", _FAULT_KEYS, problems, required=("says",))
    says = keys.text("says")
    fault = Fault(
        code=code.value,
        says=says.value if says else "",
        mark=code.mark,
        each=keys.texts("each"),
        let=keys.named("let"),
        when=keys.text("when"),
        remove=keys.texts("remove"),
        repeat=keys.texts("repeat"),
        set=keys.named("set"),
        finds=tuple(f for item in keys.items("finds") if (f := _finding(item, problems))),
        unseen=keys.flag("unseen"),
        repaired_by=keys.texts("repaired_by"),
        chance=keys.share("chance", Decimal(1)),
    )
    if not keys.whole:
        return None
    if not any(name in keys for name in ACTS):
        problems.at(code, f"{quoted(code.value)} needs one of {listed(ACTS)}")
    if fault.remove and fault.repeat:
        problems.at(code, f"{quoted(code.value)} has both `remove` and `repeat`", "write two faults")
    _check_finds(code, fault, problems, given="finds" in keys)
    _check_repairs(code, fault, problems, given=[name for name in REPAIRS if name in keys])
    return fault


def _check_finds(code: Marked, fault: Fault, problems: Problems, *, given: bool) -> None:
    if fault.unseen and fault.finds:
        problems.at(code, f"{quoted(code.value)} has both `finds` and `unseen`", "keep one of them")
    elif given and not fault.finds and not fault.unseen:
        said = f"the `finds` of {quoted(code.value)} are empty"
        problems.at(code, said, "write unseen: true where no rule finds the fault")
    elif not given and not fault.unseen:
        problems.at(code, f"{quoted(code.value)} needs `finds`, or `unseen: true`")


def _check_repairs(code: Marked, fault: Fault, problems: Problems, *, given: list[str]) -> None:
    if fault.unseen and given == ["chance"]:
        hint = "say repaired_by: the codes of rules that see it where there is a document"
        problems.at(code, f"{quoted(code.value)} has a `chance`, and nothing repairs what is `unseen`", hint)
    elif "repaired_by" in given and not fault.repaired_by:
        said = f"the `repaired_by` of {quoted(code.value)} is empty"
        problems.at(code, said, "write chance: 0 where nothing repairs the fault")


def _finding(node: YamlNode, problems: Problems) -> FaultFinding | None:
    keys = Keys(node, "a finding", _FINDING_KEYS, problems, required=("code", "at"))
    code, at = keys.text("code"), keys.text("at")
    severity = keys.choice("severity", SEVERITIES)
    if code is None or at is None:
        return None
    return FaultFinding(
        code=code,
        at=at,
        each=keys.texts("each"),
        when=keys.text("when"),
        expected=keys.text("expected"),
        actual=keys.text("actual"),
        severity=cast("Severity", severity.value) if severity else None,
    )
