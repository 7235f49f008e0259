"""Repairs inputs: where what comes of each goes, and what it adds up to."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import click
from msgspec import Struct

from selfcorrect.cli.inputs import Input
from selfcorrect.cli.items import items
from selfcorrect.cli.output import style_of
from selfcorrect.cli.progress import Progress
from selfcorrect.domain.domain import Domain
from selfcorrect.loop.run import Plan, Task, run_many
from selfcorrect.loop.trace import Trace
from selfcorrect.model.exchange import FREE, Usage
from selfcorrect.model.outcome import Outcome
from selfcorrect.report.escape import printable
from selfcorrect.report.json import encoded, outcome_data
from selfcorrect.report.plain import plain
from selfcorrect.report.refusal import Refusal
from selfcorrect.report.text import Style, counted, render, severity_counts


class Ends(Struct, frozen=True):
    """Where records go, where what is unresolved goes (None: it is told on standard error), and the trace."""

    records: TextIO
    unresolved: TextIO | None
    trace: Trace | None

    @classmethod
    @contextmanager
    def opened(cls, output: str | None, unresolved: str | None, trace: str | None) -> "Iterator[Ends]":
        """The ends of those names, closed afterwards. Raises BadParameter for what cannot be written."""
        records = _writable(output, "--output")
        others = _writable(unresolved, "--unresolved")
        written = opened_trace(trace)
        try:
            yield cls(records or sys.stdout, others, written)
        finally:
            for end in (records, others, written):
                if end is not None:
                    end.close()


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
        failed = outcome.reason == "engine_failed"
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
    teller = _Teller(plan.domain, ends, progress)
    sizes: list[int] = []
    tasks = _tasks(inputs, document, teller, count, sizes)
    for number, outcome in enumerate(run_many(plan, tasks, concurrency)):
        count.add(outcome)
        teller.tell(outcome)
        progress.advance(sizes[number])
    progress.clear()
    if count.repaired + count.unresolved != 1 or count.refused:
        teller.say(count.summary())
    return count.status


def _tasks(
    inputs: Sequence[Input | Refusal], document: str | None, teller: "_Teller", count: Count, sizes: list[int]
) -> Iterator[Task]:
    """What there is to repair, one after the other; what cannot be used is told."""
    for given in inputs:
        for item in [given] if isinstance(given, Refusal) else items(given):
            if isinstance(item, Refusal):
                count.refuse()
                teller.refuse(item)
                continue
            if item.note:
                teller.note(item.source, item.note)
            sizes.append(item.size)
            if item.is_document:
                yield Task(document=item.value, source=item.source)
            else:
                yield Task(document=document, record=_record(item.value), source=item.source)


def _record(value: object) -> object:
    """A record that a session can start with: null is one, and says nothing."""
    return {} if value is None else value


class _Teller:
    """Tells people what has come of each input."""

    def __init__(self, domain: Domain, ends: Ends, progress: Progress) -> None:
        self._see = {rule.code: rule.see for rule in domain.rules.rules if rule.see}
        self._ends = ends
        self._progress = progress
        self._style = style_of(sys.stderr)

    def tell(self, outcome: Outcome) -> None:
        """A record to where records go, anything else to where that goes; and a line on standard error."""
        if outcome.resolved:
            self._put(self._ends.records, encoded(plain(outcome.candidate)))
        elif self._ends.unresolved is not None:
            self._put(self._ends.unresolved, encoded(outcome_data(outcome)))
        elif outcome.report is not None:
            self.say(render(outcome.report, see=self._see, style=self._style) + "\n")
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
    word = style.paint("not accepted" if outcome.decision != "stop" else "unresolved", "fail")
    because = printable(" ".join(outcome.because[:3]).rstrip("."))
    best = f"; best is attempt {outcome.version} of {len(outcome.attempts)}" if outcome.attempts else ""
    return f"{name}: {word}, {outcome.decision} ({outcome.reason}): {because}{best}{cost}"


def spent(usage: Usage) -> str:
    """`, 1,234 tokens, 0.0123 USD`, nothing for what was free."""
    if usage == FREE:
        return ""
    tokens = "an unknown number of tokens" if usage.tokens is None else counted(usage.tokens, "token")
    cost = "cost unknown" if usage.cost is None else f"{usage.cost:f} USD"
    return f", {tokens}, {cost}"


def _writable(name: str | None, option: str) -> TextIO | None:
    if name is None:
        return None
    try:
        return Path(name).open("w", encoding="utf-8", newline="\n")
    except OSError as error:
        raise _unwritable(name, option, error) from None


def opened_trace(name: str | None) -> Trace | None:
    """The trace of that name, if there is one. Raises BadParameter."""
    if name is None:
        return None
    try:
        return Trace.to(Path(name))
    except OSError as error:
        raise _unwritable(name, "--trace", error) from None


def _unwritable(name: str, option: str, error: OSError) -> click.BadParameter:
    why = (error.strerror or os.strerror(error.errno or 0)).lower()
    return click.BadParameter(f"{name} cannot be written: {why}", param_hint=f"'{option}'")
