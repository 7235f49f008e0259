"""Repairs inputs: what is told of each, and what it adds up to."""

import sys
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Final, TextIO

import click
from msgspec.structs import replace

from selfcorrect.cli.arguments import see_of
from selfcorrect.cli.asked import open_questions
from selfcorrect.cli.ends import Ends
from selfcorrect.cli.inputs import Input
from selfcorrect.cli.items import Item, items
from selfcorrect.cli.output import style_of
from selfcorrect.cli.progress import Progress
from selfcorrect.domain.domain import Domain
from selfcorrect.loop.run import Plan, Task, run_many
from selfcorrect.model.exchange import FREE, Usage
from selfcorrect.model.outcome import Outcome
from selfcorrect.model.report import Report
from selfcorrect.report.escape import printable
from selfcorrect.report.json import encoded, outcome_data
from selfcorrect.report.plain import plain
from selfcorrect.report.refusal import Refusal
from selfcorrect.report.text import Style, counted, leaves_open, render, severity_counts

_MOST_DOUBTS: Final = 3
"""What was not read well of one input, as far as it is told one by one."""


class Count:
    """What has come of the inputs so far."""

    def __init__(self) -> None:
        self.repaired = self.unresolved = self.refused = self.attempts = 0
        self.usage: Usage = FREE
        self.status = 0

    def add(self, outcome: Outcome) -> None:
        """Count an outcome."""
        self.repaired += outcome.resolved
        self.unresolved += not outcome.resolved
        self.attempts += len(outcome.attempts)
        self.usage += outcome.usage
        failed = outcome.reason == "engine_failed" or bool(outcome.unanswered)
        self.status = max(self.status, 3 if failed else 0 if outcome.resolved else 1)

    def refuse(self) -> None:
        """Count an input that cannot be used."""
        self.refused += 1
        self.status = max(self.status, 2)

    def summary(self) -> str:
        """`3 inputs: 2 accepted, 1 unresolved; 5 attempts, 12,345 tokens, 0.0123 USD`."""
        whole = self.repaired + self.unresolved
        parts = [f"{self.repaired:,} accepted"] + [f"{self.unresolved:,} unresolved"] * bool(self.unresolved)
        text = f"{counted(whole, 'input')}: {', '.join(parts)}; {counted(self.attempts, 'attempt')}"
        text += spent(self.usage)
        return text + (f"; {self.refused:,} could not be used" if self.refused else "")


def repair_all(
    inputs: Sequence[Input | Refusal], document: str | None, plan: Plan, ends: Ends, concurrency: int
) -> int:
    """Repair everything and give the exit status: 0 to 3."""
    count = Count()
    progress = Progress(sys.stderr, sum(given.size() for given in inputs if isinstance(given, Input)))
    teller = _Teller(plan, ends, progress)
    begun: deque[Item | Refusal] = deque()
    for outcome in run_many(plan, _tasks(inputs, document, plan.domain, begun), concurrency):
        item = _reached(begun, teller, count)
        count.add(outcome)
        teller.tell(outcome)
        progress.advance(item.size if item else 0)
    _reached(begun, teller, count)
    progress.clear()
    if count.repaired + count.unresolved + count.refused != 1:
        teller.say(count.summary())
    return count.status


def _tasks(
    inputs: Sequence[Input | Refusal], document: str | None, domain: Domain, begun: deque[Item | Refusal]
) -> Iterator[Task]:
    """What there is to repair, taken some way ahead. All of it goes to `begun` as well, with what cannot be
    used in between, to be told in its turn.
    """
    for given in inputs:
        for item in [given] if isinstance(given, Refusal) else items(given):
            if isinstance(item, Item) and item.is_rows:
                yield _task_of_rows(item, domain, begun)
                continue
            begun.append(item)
            if isinstance(item, Refusal):
                continue
            if item.is_document:
                yield Task(document=item.value, source=item.source)
            else:
                yield Task(document=document, record=_record(item.value), source=item.source)


def _task_of_rows(item: Item, domain: Domain, begun: deque[Item | Refusal]) -> Task:
    """Rows are repaired from what the reader makes of them; what it could not read is said beside."""
    report = domain.read_raw(item.value, source=item.source)
    doubts = [one.message for one in report.violations if one.origin == "reader" and one.severity == "error"]
    more = f" And {len(doubts) - _MOST_DOUBTS:,} more." if len(doubts) > _MOST_DOUBTS else ""
    note = " ".join(filter(None, (item.note and f"{item.note}.", *doubts[:_MOST_DOUBTS]))) + more
    begun.append(replace(item, note=note))
    return Task(document=item.value.text, record=report.candidate, source=item.source)


def _reached(begun: deque[Item | Refusal], teller: "_Teller", count: Count) -> Item | None:
    """The next that was begun; what stands before it and cannot be used is told. None at the end."""
    while begun:
        item = begun.popleft()
        if isinstance(item, Item):
            if item.note:
                teller.note(item.source, item.note)
            return item
        count.refuse()
        teller.refuse(item)
    return None


def _record(value: object) -> object:
    """A record that a session can start with: null is one, and says nothing."""
    return {} if value is None else value


class _Teller:
    """Tells people what has come of each input."""

    def __init__(self, plan: Plan, ends: Ends, progress: Progress) -> None:
        self._asked = plan.domain if plan.critic else None
        self._see = see_of(plan.domain)
        self._ends = ends
        self._progress = progress
        self._style = style_of(sys.stderr)
        self._gap = ""

    def tell(self, outcome: Outcome) -> None:
        """A record to where records go, anything else to where that goes; and a line on standard error."""
        report = outcome.report
        if outcome.resolved:
            self._put(self._ends.records, encoded(plain(outcome.candidate)))
            if report and (report.violations or leaves_open(report)):
                self._report(report)
        elif self._ends.unresolved is not None:
            self._put(self._ends.unresolved, encoded(outcome_data(outcome)))
        elif report is not None:
            self._report(report)
        for sentence in self._left_open(outcome):
            self.note(outcome.source, sentence)
        self.say(outcome_line(outcome, self._style))

    def refuse(self, refusal: Refusal) -> None:
        """An input that cannot be used."""
        label = self._style.paint(f"error[{refusal.code}]", "error")
        self.say(f"{label}: {printable(refusal.source)}: {printable(refusal.message)}")

    def note(self, source: str, sentence: str) -> None:
        """Something worth knowing about an input."""
        self.say(f"{self._style.paint('note', 'note')}: {printable(source)}: {printable(sentence)}")

    def say(self, text: str) -> None:
        """A line on standard error, out of the way of the progress bar."""
        self._progress.clear()
        click.echo(text, err=True)
        self._gap = "\n"

    def _left_open(self, outcome: Outcome) -> list[str]:
        if outcome.unanswered:
            return [outcome.unanswered]
        return open_questions(outcome.report, self._asked) if outcome.report and self._asked else []

    def _report(self, report: Report) -> None:
        self.say(self._gap + render(report, see=self._see, style=self._style) + "\n")

    def _put(self, stream: TextIO, line: str) -> None:
        if stream.isatty():
            self._progress.clear()
        stream.write(line + "\n")
        stream.flush()


def outcome_line(outcome: Outcome, style: Style) -> str:
    """`invoice.txt: accepted at attempt 2, checks_pass`, or why not, and what it cost."""
    name = printable(outcome.source or "record")
    cost = spent(outcome.usage)
    if outcome.resolved:
        word = style.paint("accepted", "pass")
        beside = severity_counts(outcome.report.violations) if outcome.report else []
        noted = f", {', '.join(beside)}" if beside else ""
        return f"{name}: {word} at attempt {outcome.version} ({outcome.reason}){noted}{cost}"
    stopped = outcome.decision == "stop"
    word = style.paint("unresolved" if stopped else "not accepted", "fail")
    because = printable(said(outcome.because[:3]).rstrip("."))
    which = f"; {'best is ' * stopped}attempt {outcome.version} of {len(outcome.attempts)}"
    told = because + (which if outcome.attempts else "")
    return f"{name}: {word}, {outcome.decision} ({outcome.reason}): {told}{cost}"


def said(because: Sequence[str]) -> str:
    """Reasons as one text. What engines and reports say has no full stop of its own."""
    return " ".join(f"{one.rstrip('.')}." for one in because)


def spent(usage: Usage) -> str:
    """`, 1,234 tokens, 0.0123 USD`, nothing for what was free."""
    if usage == FREE:
        return ""
    tokens = "an unknown number of tokens" if usage.tokens is None else counted(usage.tokens, "token")
    cost = "cost unknown" if usage.cost is None else f"{usage.cost:f} USD"
    return f", {tokens}, {cost}"
