"""The progress bar: on a terminal, when work is long."""

import io

from selfcorrect.cli.progress import Progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_nothing_where_there_is_no_terminal():
    stream = io.StringIO()
    progress = Progress(stream, 100, clock=iter(range(100)).__next__)
    for _ in range(5):
        progress.advance(10)
    progress.clear()
    assert stream.getvalue() == ""


def test_nothing_for_short_work():
    stream = Terminal()
    progress = Progress(stream, 100, clock=lambda: 0.0)
    progress.advance(100)
    progress.clear()
    assert stream.getvalue() == ""


def test_a_bar_that_makes_way():
    stream = Terminal()
    progress = Progress(stream, 100, clock=iter(range(100)).__next__)
    progress.advance(31)
    progress.clear()
    progress.clear()
    assert stream.getvalue() == "\r\x1b[K[#########---------------------]  31%  1 checked\r\x1b[K"


def test_the_line():
    progress = Progress(Terminal(), 50)
    assert progress.line() == "[------------------------------]   0%  0 checked"
    progress.advance(60)
    assert progress.line() == "[##############################] 100%  1 checked"
    assert Progress(Terminal(), 0).line() == "0 checked"
