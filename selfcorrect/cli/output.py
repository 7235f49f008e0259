"""Where reports go: caret text, one JSON document, or JSON lines, each as it comes."""

import os
from collections.abc import Mapping
from typing import Final, Literal, TextIO

from selfcorrect.cli.tally import Tally
from selfcorrect.model.report import Report
from selfcorrect.report.escape import printable
from selfcorrect.report.refusal import Refusal, Stamp
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


def output(form: Format, streams: tuple[TextIO, TextIO], stamp: Stamp, see: Mapping[str, str]) -> Output:
    """The output of a form, on stdout and stderr."""
    if form == "text":
        return TextOutput(*streams, see)
    from selfcorrect.cli.output_json import JsonLinesOutput, JsonOutput

    return JsonOutput(*streams, stamp) if form == "json" else JsonLinesOutput(*streams)


def style_of(stream: TextIO) -> Style:
    """Colours on a terminal that has them, unless NO_COLOR is set."""
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return Style(colour=stream.isatty() and not plain)
