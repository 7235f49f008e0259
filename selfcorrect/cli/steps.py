"""A session told step by step: what came back, what was found, fed back and decided."""

from collections.abc import Iterator, Mapping, Sequence

from selfcorrect.cli.repairing import outcome_line, said
from selfcorrect.loop.events import Event
from selfcorrect.model.exchange import Feedback
from selfcorrect.model.outcome import Attempt, Outcome
from selfcorrect.report.escape import printable_lines, shortened
from selfcorrect.report.json import readable
from selfcorrect.report.text import Style, counted, render


class Steps:
    """Tells the events of sessions. `see` gives each code's reference to a standard."""

    def __init__(self, see: Mapping[str, str], style: Style) -> None:
        self._see = see
        self._style = style

    def tell(self, events: Sequence[Event]) -> Iterator[str]:
        """A block of text for each thing worth telling, in order; the last is the outcome's line."""
        for event in events:
            if event.attempt is not None:
                yield self._attempt(event.attempt)
            elif event.outcome is not None:
                yield self._outcome(event.outcome)
            elif event.failure is not None and event.request is not None:
                label = self._style.paint("failure", "fail")
                yield f"{label}: {event.request.id}: {shortened(event.failure.message, 500)}"
            elif event.reply is not None and event.request is not None and event.request.questions:
                yield f"{counted(len(event.request.questions), 'question')} answered"

    def _attempt(self, attempt: Attempt) -> str:
        made = f", made from attempt {attempt.parent}" if attempt.parent else ""
        parts = [self._style.paint(f"--- attempt {attempt.version}{made}", "bold")]
        if attempt.feedback is not None:
            parts.append(self._feedback(attempt.feedback))
        if attempt.candidate is not None:
            parts.append(printable_lines(readable(attempt.candidate)))
        parts.append(render(attempt.report, see=self._see, style=self._style))
        because = shortened(said(attempt.because), 500)
        decision = self._style.paint("decision", "bold")
        parts.append(f"{decision}: {attempt.decision} ({attempt.reason}). {because}")
        return "\n\n".join(parts)

    def _outcome(self, outcome: Outcome) -> str:
        """How it ended; the best version's findings again, where it is not the last one."""
        line = outcome_line(outcome, self._style)
        if outcome.report is None or outcome.version == len(outcome.attempts):
            return line
        title = self._style.paint(f"--- the best version: attempt {outcome.version}", "bold")
        return "\n\n".join([title, render(outcome.report, see=self._see, style=self._style), line])

    def _feedback(self, feedback: Feedback) -> str:
        text = printable_lines(feedback.text).split("\n")
        lines = "\n".join(f"| {line}".rstrip() for line in text)
        return f"{self._style.paint('feedback', 'bold')}\n\n{lines}"
