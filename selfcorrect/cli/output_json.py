"""Reports for programs: one JSON document, or JSON lines."""

from selfcorrect.cli.output import Channels, Output
from selfcorrect.cli.tally import Tally
from selfcorrect.model.report import Report
from selfcorrect.report.json import closing, opening, report_line
from selfcorrect.report.refusal import Refusal, Stamp


class JsonLinesOutput(Output):
    """One report a line."""

    def report(self, report: Report, *, alone: bool) -> None:
        """A line."""
        self.channels.put(self.channels.out, report_line(report) + "\n")


class JsonOutput(Output):
    """One JSON document, written as reports come, so that memory stays flat.

    A run that is interrupted leaves it unfinished: half an answer is not to be taken for a whole one.
    """

    def __init__(self, channels: Channels, stamp: Stamp) -> None:
        super().__init__(channels)
        self._before = "\n"
        self._put(opening(stamp))

    def report(self, report: Report, *, alone: bool) -> None:
        """An element of `reports`."""
        self._put(self._before + report_line(report))
        self._before = ",\n"

    def refusal(self, refusal: Refusal) -> None:
        """Nothing yet: they stand together at the end."""

    def end(self, tally: Tally) -> None:
        """`errors`, and the end of the document."""
        if self._before != "\n":
            self._put("\n")
        self._put(closing(tuple(tally.refusals)) + "\n")

    def _put(self, text: str) -> None:
        self.channels.put(self.channels.out, text)
