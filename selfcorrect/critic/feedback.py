"""Report to feedback: what an engine is told, causes before what follows from them, each once."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from selfcorrect.critic.causes import Cause, Reads, causes
from selfcorrect.critic.quoting import THE_RECORD, cut, inline
from selfcorrect.critic.templates import Templates
from selfcorrect.model.exchange import Feedback
from selfcorrect.model.report import Report, Violation, root_of
from selfcorrect.model.words import Intensity

SEVERE: Final = 0.7
"""The share of evaluated rules that fail from which on making anew is asked for instead of editing. The
threshold of CyberCorrect's controller, for an error's severity between 0 and 1."""
_ITEM: Final = re.compile(r"(\w+)\[([0-9]+)\]")
_TOLD_IN_FULL: Final = 5
_TOLD_SHORTLY: Final = 10
_LONGEST_CAUSE: Final = 1500
LONGEST: Final = 8000
"""Characters of a feedback, but for what ends it where it is cut."""
_NOTHING_YET: Final = "There is no record so far. Make one from the document."


class Critic:
    """Turns reports into feedback, by templates; `reads` are the fields that each code's rule reads, `severe`
    the codes of what cannot be edited.
    """

    def __init__(self, templates: Templates, reads: Reads, severe: frozenset[str] = frozenset()) -> None:
        self._templates = templates
        self._reads = reads
        self._severe = severe

    def feedback(
        self,
        report: Report,
        *,
        signal: float = 0.0,
        before: str = "",
    ) -> Feedback:
        """What to tell about a report.

        `signal` is the share of rules that fail, 0 to 1; `before` stands above everything else. Findings
        that block come first. Those without proof and warnings are told as something to look at; they make
        nothing a suspect, but for what a reader itself was in doubt about.
        """
        blocking = [violation for violation in report.violations if violation.blocks]
        doubts = [v for v in report.violations if not v.blocks and v.severity != "hint"]
        suspected = [*blocking, *(violation for violation in doubts if violation.origin == "reader")]
        told = causes(blocking, self._reads)
        severe = signal > SEVERE or report.candidate is None or self._is_severe(told)
        intensity: Intensity = "regenerate" if severe else "edit"
        start = _start(told, report.candidate) if intensity == "regenerate" else ""
        task = _task(intensity, start) if report.candidate is not None else _NOTHING_YET
        lead = inline(before, _LONGEST_CAUSE) if before else ""
        parts = [lead, task, *self._told(told, report.candidate), *_to_look_at(doubts)]
        return Feedback(
            text=cut("\n\n".join(part for part in parts if part), LONGEST),
            suspects=_each(path for violation in suspected for path in violation.suspects),
            places=_each(violation.path for violation in suspected),
            codes=_each(violation.code for violation in suspected),
            error_types=_each(violation.error_type for violation in blocking),
            intensity=intensity,
            start=start,
        )

    def _is_severe(self, told: Sequence[Cause]) -> bool:
        """Whether a cause is one that cannot be edited."""
        return any(cause.violation.code in self._severe for cause in told)

    def _told(self, found: Sequence[Cause], candidate: Any) -> list[str]:
        """Each cause: the first ones in full, then shortly, then only counted."""
        full = [self._in_full(n, cause, candidate) for n, cause in enumerate(found[:_TOLD_IN_FULL], 1)]
        lines = _shortly([cause.violation for cause in found[_TOLD_IN_FULL:]])
        return [*full, "\n".join(lines)] if lines else full

    def _in_full(self, number: int, cause: Cause, candidate: Any) -> str:
        told = self._templates.render(cause.violation, candidate)
        text = f"{number}. {cut(told, _LONGEST_CAUSE)}"
        if not cause.explains:
            return text
        others = [_place(violation) for violation in cause.explains[:_TOLD_SHORTLY]]
        more = len(cause.explains) - len(others)
        told = "; ".join([*others, f"{more:,} more"] if more else others)
        return f"{text}\n\nThe same mistake explains: {told}."


def _shortly(found: Sequence[Violation]) -> list[str]:
    """Findings on a line each, and the rest of them counted."""
    lines = [f"- {_line(violation)}" for violation in found[:_TOLD_SHORTLY]]
    rest = Counter(violation.code for violation in found[_TOLD_SHORTLY:])
    if rest:
        counted = ", ".join(f"{code} ({number:,})" for code, number in sorted(rest.items()))
        lines.append(f"- and more: {counted}")
    return lines


def _task(intensity: Intensity, start: str) -> str:
    if intensity == "edit":
        return "Change only what is named below, and leave everything else as it is."
    where = f"from `{inline(start)}` on" if start else "from the beginning"
    if start.endswith("]"):
        return f"What is named below carries on. Make it anew {where}, and leave what stands before as it is."
    return f"Little of this holds together. Make it anew {where}, from the document, instead of editing."


def _to_look_at(doubts: Sequence[Violation]) -> list[str]:
    """Findings without proof: a reason to look, never a reason to change."""
    if not doubts:
        return []
    head = "While at it, look at these again, and change them only if the document says otherwise:"
    return ["\n".join([head, "", *_shortly(doubts)])]


def _line(violation: Violation) -> str:
    """A finding in a sentence; a rule's own says what should be so."""
    fails = " fails" if violation.origin == "rule" else ""
    return f"**{violation.code}** at {_called(violation)}{fails}: {inline(violation.message)}"


def _place(violation: Violation) -> str:
    return f"{violation.code} at {_called(violation)}"


def _called(violation: Violation) -> str:
    return inline(violation.path or THE_RECORD)


def _start(found: Sequence[Cause], candidate: Any) -> str:
    """The first field of the candidate, in its own order, that a cause suspects; of a list of texts, whose
    order means something, the first item.
    """
    order = {name: n for n, name in enumerate(candidate)} if isinstance(candidate, dict) else {}
    paths = {path for cause in found for path in cause.violation.suspects}
    first = min({root_of(path) for path in paths} & order.keys(), key=lambda name: order[name], default="")
    items = [match for path in paths if (match := _ITEM.fullmatch(path)) and match[1] == first]
    whole = first in paths
    if whole or not items or not all(isinstance(item, str) for item in candidate[first]):
        return first
    return f"{first}[{min(int(item[2]) for item in items)}]"


def _each(names: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(names))
