"""Where reports go: caret text, one JSON document, or JSON lines, each as it comes."""

import os
from collections.abc import Mapping
from typing import Final, Literal, TextIO

from selfcorrect.cli.tally import Tally
from selfcorrect.model.report import Report
from selfcorrect.report.escape import printable
from selfcorrect.report.json import Refusal, Stamp, closing, opening, report_line
from selfcorrect.report.text import Style, render

Format = Literal["text", "json", "jsonl"]
FORMATS: Final[tuple[Format, ...]] = ("text", "json", "jsonl")


class Output:
    """Writes what a run finds: reports to `out`; on `err` stands what is about the run itself."""

    def __init__(self, out: TextIO, err: TextIO) -> None:
        self.out = out
        self.err = err

    def report(self, report: Report, *, alone: bool) -> None:
        """One report; `alone` where its input holds nothing else."""
        raise NotImplementedError

    def refusal(self, refusal: Refusal) -> None:
        """One input that could not be used."""
        style = style_of(self.err)
        sentence = f"{printable(refusal.source)}: {printable(refusal.message)}"
        self.err.write(f"{style.paint(f'error[{refusal.code}]', 'error')}: {sentence}\n")

    def note(self, source: str, sentence: str) -> None:
        """Something worth knowing about an input that was used."""
        style = style_of(self.err)
        self.err.write(f"{style.paint('note', 'note')}: {printable(source)}: {printable(sentence)}\n")

    def end(self, tally: Tally) -> None:
        """All there is has been said."""


class TextOutput(Output):
    """For people. Of many records in one file, those that simply pass are only counted.

    `see` gives each code's reference to a standard.
    """

    def __init__(self, out: TextIO, err: TextIO, see: Mapping[str, str]) -> None:
        super().__init__(out, err)
        self._see = see
        self._style = style_of(out)
        self._last: Literal["", "line", "block"] = ""

    def report(self, report: Report, *, alone: bool) -> None:
        """A block for what was found, one line for a pass."""
        is_block = bool(report.violations) or not report.passed()
        if is_block or alone:
            self._write(render(report, see=self._see, style=self._style), is_block=is_block)

    def end(self, tally: Tally) -> None:
        """The counts, unless the one report has already said them."""
        if tally.checked != 1 or tally.refusals:
            self._write(tally.summary(self._style), is_block=False)

    def _write(self, text: str, *, is_block: bool) -> None:
        gap = "\n" if self._last == "block" or (self._last and is_block) else ""
        self.out.write(f"{gap}{text}\n")
        self._last = "block" if is_block else "line"


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


def output(form: Format, streams: tuple[TextIO, TextIO], stamp: Stamp, see: Mapping[str, str]) -> Output:
    """The output of a form, on stdout and stderr."""
    out, err = streams
    match form:
        case "json":
            return JsonOutput(out, err, stamp)
        case "jsonl":
            return JsonLinesOutput(out, err)
        case "text":
            return TextOutput(out, err, see)


def style_of(stream: TextIO) -> Style:
    """Colours on a terminal that has them, unless NO_COLOR is set."""
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return Style(colour=stream.isatty() and not plain)
