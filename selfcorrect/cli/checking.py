"""Checks inputs one after the other; whatever goes wrong with one does not stop the next."""

import os
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from msgspec import Struct

from selfcorrect.cli.asked import open_questions
from selfcorrect.cli.inputs import Input
from selfcorrect.cli.items import Item, items
from selfcorrect.cli.output import Output
from selfcorrect.cli.tally import Tally
from selfcorrect.domain.domain import Domain
from selfcorrect.model.diagnostic import PackError
from selfcorrect.model.report import Report
from selfcorrect.report.escape import shortened
from selfcorrect.report.refusal import Refusal

if TYPE_CHECKING:
    from selfcorrect.engines.engine import Engine


class Question(Struct, frozen=True):
    """What every input is checked against: a domain, the document records came from, the day; whether to
    explain how documents are read; and whom to ask semantic questions.
    """

    domain: Domain
    document: str | None = None
    today: date | None = None
    explain: bool = False
    critic: "Engine | None" = None


class Run(Struct, frozen=True):
    """Where what is found goes, and what it adds up to."""

    output: Output
    tally: Tally


def check_all(inputs: Sequence[Input | Refusal], question: Question, run: Run) -> int:
    """Check everything and give the exit status: 0 to 3."""
    for given in inputs:
        if isinstance(given, Refusal):
            _refuse(given, run)
            continue
        alone = given.form != "records"
        for item in items(given):
            if isinstance(item, Refusal):
                _refuse(item, run)
            else:
                _check(item, question, run, alone=alone)
    run.output.channels.progress.clear()
    run.output.end(run.tally)
    return run.tally.status


def _check(item: Item, question: Question, run: Run, *, alone: bool) -> None:
    if item.note:
        run.output.note(item.source, item.note)
    try:
        report, failure = _asked(_report(item, question), question)
        run.tally.add(report)
        if failure:
            run.tally.fail()
        for sentence in _left_open(report, failure, question):
            run.output.note(item.source, sentence)
    except PackError as error:
        for diagnostic in error.diagnostics:
            _refuse(Refusal(item.source, "BAD_PACK", diagnostic.message), run)
        return
    except Exception as error:  # a defect of ours must not cost the other inputs their check
        if os.environ.get("SELFCORRECT_DEBUG"):
            raise
        sentence = f"internal error: {shortened(f'{type(error).__name__}: {error}', 200)}"
        _refuse(Refusal(item.source, "INTERNAL_ERROR", sentence), run)
        return
    run.output.report(report, alone=alone)
    run.output.channels.progress.advance(item.size)


def _report(item: Item, question: Question) -> Report:
    if item.is_document:
        return question.domain.read(
            item.value, source=item.source, today=question.today, explain=question.explain
        )
    if item.is_rows:
        return question.domain.read_raw(
            item.value, source=item.source, today=question.today, explain=question.explain
        )
    return question.domain.check(
        item.value, document=question.document, today=question.today, source=item.source
    )


def _asked(report: Report, question: Question) -> tuple[Report, str]:
    """The report with its questions answered, where there is somebody to ask; and what failed."""
    if question.critic is None:
        return report, ""
    from selfcorrect.loop.asking import answered

    return answered(report, question.domain, question.critic, question.today)


def _left_open(report: Report, failure: str, question: Question) -> list[str]:
    """Why questions stay open that somebody was asked."""
    if failure or question.critic is None:
        return [failure] * bool(failure)
    return open_questions(report, question.domain)


def _refuse(refusal: Refusal, run: Run) -> None:
    run.tally.refuse([refusal])
    run.output.refusal(refusal)
