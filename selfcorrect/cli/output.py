"""Where reports go: caret text, one JSON document, or JSON lines, each as it comes."""

import os
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Literal, TextIO

from msgspec import Struct

from selfcorrect.cli.progress import Progress
from selfcorrect.cli.tally import Tally
from selfcorrect.model.report import Report
from selfcorrect.report.escape import printable
from selfcorrect.report.refusal import Refusal, Stamp
from selfcorrect.report.text import Style, leaves_open, render

Format = Literal["text", "json", "jsonl"]


class Channels(Struct, frozen=True):
    """Where a run writes: reports to `out`; on `err` what is about the run itself, with its progress."""

    out: TextIO
    err: TextIO
    progress: Progress

    def put(self, stream: TextIO, text: str) -> None:
        """Write to one of the two; a progress bar on the same terminal makes way."""
        if stream.isatty():
            self.progress.clear()
        stream.write(text)


class Output(ABC):
    """Writes what a run finds."""

    def __init__(self, channels: Channels) -> None:
        self.channels = channels

    @abstractmethod
    def report(self, report: Report, *, alone: bool) -> None:
        """One report; `alone` where its input holds nothing else."""

    def refusal(self, refusal: Refusal) -> None:
        """One input that could not be used."""
        label = style_of(self.channels.err).paint(f"error[{refusal.code}]", "error")
        self._aside(f"{label}: {printable(refusal.source)}: {printable(refusal.message)}")

    def note(self, source: str, sentence: str) -> None:
        """Something worth knowing about an input that was used."""
        label = style_of(self.channels.err).paint("note", "note")
        self._aside(f"{label}: {printable(source)}: {printable(sentence)}")

    def end(self, tally: Tally) -> None:  # noqa: B027 - a form may have nothing more to say
        """All there is has been said."""

    def _aside(self, line: str) -> None:
        self.channels.put(self.channels.err, line + "\n")


class TextOutput(Output):
    """For people. Of many records in one file, those that simply pass are only counted.

    `see` gives each code's reference to a standard.
    """

    def __init__(self, channels: Channels, see: Mapping[str, str]) -> None:
        super().__init__(channels)
        self._see = see
        self._style = style_of(channels.out)
        self._last: Literal["", "line", "block"] = ""

    def report(self, report: Report, *, alone: bool) -> None:
        """A block for what was found, one line for a pass."""
        is_block = bool(report.violations or report.readings) or not report.passed() or leaves_open(report)
        if is_block or alone:
            self._write(render(report, see=self._see, style=self._style), is_block=is_block)

    def end(self, tally: Tally) -> None:
        """The counts, unless the one report has already said them."""
        if tally.checked != 1 or tally.refusals:
            self._write(tally.summary(self._style), is_block=False)

    def _write(self, text: str, *, is_block: bool) -> None:
        gap = "\n" if self._last == "block" or (self._last and is_block) else ""
        self.channels.put(self.channels.out, f"{gap}{text}\n")
        self._last = "block" if is_block else "line"


def output(form: Format, channels: Channels, stamp: Stamp, see: Mapping[str, str]) -> Output:
    """The output of a form."""
    if form == "text":
        return TextOutput(channels, see)
    from selfcorrect.cli.output_json import JsonLinesOutput, JsonOutput

    return JsonOutput(channels, stamp) if form == "json" else JsonLinesOutput(channels)


def style_of(stream: TextIO) -> Style:
    """Colours on a terminal that has them, unless NO_COLOR is set."""
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return Style(colour=stream.isatty() and not plain)
