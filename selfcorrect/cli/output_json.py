"""Reports for programs: one JSON document, or JSON lines."""

from typing import TextIO

from selfcorrect.cli.output import Output
from selfcorrect.cli.tally import Tally
from selfcorrect.model.report import Report
from selfcorrect.report.json import closing, opening, report_line
from selfcorrect.report.refusal import Refusal, Stamp


class JsonLinesOutput(Output):
    """One report a line."""

    def report(self, report: Report, *, alone: bool) -> None:
        """A line."""
        self.out.write(report_line(report) + "\n")


class JsonOutput(Output):
    """One JSON document, written as reports come, so that memory stays flat.

    A run that is interrupted leaves it unfinished: half an answer is not to be taken for a whole one.
    """

    def __init__(self, out: TextIO, err: TextIO, stamp: Stamp) -> None:
        super().__init__(out, err)
        self._before = "\n"
        out.write(opening(stamp))

    def report(self, report: Report, *, alone: bool) -> None:
        """An element of `reports`."""
        self.out.write(self._before + report_line(report))
        self._before = ",\n"

    def refusal(self, refusal: Refusal) -> None:
        """Nothing yet: they stand together at the end."""

    def end(self, tally: Tally) -> None:
        """`errors`, and the end of the document."""
        if self._before != "\n":
            self.out.write("\n")
        self.out.write(closing(tuple(tally.refusals)) + "\n")
