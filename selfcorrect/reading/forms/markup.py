"""HTML to the text a page shows: tables as rows of cells, hidden parts, scripts and comments left out."""

import re
from typing import Final

from selfcorrect.reading.forms.encoding import bom_encoding, decoded, decoded_as
from selfcorrect.reading.forms.form import FormText, Unreadable
from selfcorrect.reading.forms.hidden import BLOCKS, shown
from selfcorrect.reading.forms.tables import TableCell, span_of, table_lines
from selfcorrect.reading.forms.tags import Tag, tokens

_LARGEST: Final = 16 * 2**20
"""Characters of a page; an invoice has a hundredth of it."""
_DEEPEST: Final = 30
"""Tables in tables; what is deeper is text with gaps."""
_KEPT: Final = "\x00"
"""A space that does not collapse, until the line is done."""
_GAP: Final = _KEPT * 2
_ROOM: Final = 100_000
_ROOM_EACH: Final = 4
"""Characters of a page's text that its tables may take in all; the second for each of the page itself."""

_CHARSET: Final = re.compile(
    rb"<meta[^>]{0,200}charset\s{0,9}=[\s\"']{0,9}([A-Za-z0-9_-]{1,40})", re.IGNORECASE
)
_LINE_END: Final = re.compile(r"\r\n?")
_DOUBLE: Final = re.compile(" {2,}")
_SPACES: Final = re.compile(r"[ \t\r\n\f]+")
_NO_BREAKS: Final = re.compile(r"[ \xa0]{2,}")
_APART: Final = frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "blockquote", "pre"})
"""Blocks with an empty line before and after them."""
_AMOUNT_START: Final = re.compile(r"[-+]?[0-9$€£¥₹₩₺]")


def page_text(data: bytes) -> FormText:
    """The text of an HTML file's bytes. Raises Unreadable for what is no text, or too much."""
    declared = _CHARSET.search(data, 0, 4096)
    if bom_encoding(data) or declared is None or b"\x00" in data:
        found = decoded(data)
    else:
        found = decoded_as(data, declared[1].decode("ascii"))
    return FormText(html_text(found.text), found.note)


def html_text(markup: str) -> str:
    """The text of a page. Linear in its length. Raises Unreadable for one of more than 16 Mi characters."""
    if len(markup) > _LARGEST:
        raise Unreadable("TOO_LARGE", f"this page is larger than {_LARGEST // 2**20} MiB")
    page = _Page(len(markup))
    for token in shown(tokens(_LINE_END.sub("\n", markup.replace(_KEPT, " ")))):
        if isinstance(token, str):
            page.add(token)
        elif token.closing:
            page.close(token.name)
        else:
            page.open(token)
    return page.text()


class _Flow:
    """Lines one below the other: the page's, or a cell's."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._pieces: list[str] = []

    def add(self, piece: str) -> None:
        """Go on with the line."""
        if self._pieces and _AMOUNT_START.match(piece):
            last = self._pieces[-1][-1]
            if last.islower() or last in ":)":
                # `<span>Total</span><span>5.00</span>`: what parts the two is in a style sheet.
                self._pieces.append(_GAP)
        self._pieces.append(piece)

    def gap(self) -> None:
        """Go on with the line after a wide gap; nothing at its start."""
        if self._pieces:
            self._pieces.append(_GAP)

    def end_line(self, *, always: bool = False) -> None:
        """End the line; one without text is left out, unless it is said to be there."""
        line = _DOUBLE.sub(" ", "".join(self._pieces)).strip(" \xa0").replace(_KEPT, " ").rstrip()
        self._pieces.clear()
        if line or always:
            self.lines.append(line)

    def apart(self) -> None:
        """End the line, and leave an empty one before what comes next."""
        self.end_line()
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def ended(self) -> list[str]:
        """All lines, without empty ones at either end."""
        self.end_line()
        first, last = 0, len(self.lines)
        while first < last and not self.lines[first]:
            first += 1
        while last > first and not self.lines[last - 1]:
            last -= 1
        return self.lines[first:last]


class _Table:
    """A table that is open: its rows so far, and the flow it stands in."""

    def __init__(self, outer: _Flow) -> None:
        self.outer = outer
        self.rows: list[list[TableCell]] = []
        self._in_row = False
        self._cell: tuple[_Flow, Tag] | None = None

    def open_row(self) -> None:
        """Start a row."""
        self.rows.append([])
        self._in_row = True

    def open_cell(self, tag: Tag) -> _Flow:
        """Start a cell, and its row if that was left out; gives the flow for what is in it."""
        if not self._in_row:
            self.open_row()
        flow = _Flow()
        self._cell = flow, tag
        return flow

    def close_cell(self) -> _Flow:
        """End the cell, if one is open; gives the flow for what follows."""
        if self._cell:
            flow, tag = self._cell
            columns, rows = (span_of(tag.attributes.get(name, "")) for name in ("colspan", "rowspan"))
            self.rows[-1].append(TableCell(flow.ended(), columns, rows))
            self._cell = None
        return self.outer

    def close_row(self) -> _Flow:
        """End the row, and its cell."""
        self._in_row = False
        return self.close_cell()


class _Page:
    """A page in the making."""

    def __init__(self, size: int) -> None:
        self._flow = _Flow()
        self._tables: list[_Table] = []
        self._deeper = 0
        self._in_pre = 0
        self._room = _ROOM + _ROOM_EACH * size

    def add(self, text: str) -> None:
        """Text, its spaces collapsed as on a page."""
        if self._in_pre:
            first, *others = text.expandtabs(8).replace(" ", _KEPT).split("\n")
            self._flow.add(first or _KEPT)
            for line in others:
                self._flow.end_line(always=True)
                self._flow.add(line or _KEPT)
            return
        piece = _SPACES.sub(" ", text)
        if piece:
            self._flow.add(_NO_BREAKS.sub(" ", piece) if self._tables else piece)

    def open(self, tag: Tag) -> None:
        """A start tag."""
        match tag.name:
            case "br":
                self._flow.end_line(always=True)
            case "sub" | "sup":
                # A footnote's mark is no further digit of an amount.
                self._flow.add(" ")
            case "dd":
                self._flow.gap()
            case "hr":
                self._flow.end_line()
                self._flow.lines.append("-----")
            case "table" | "tr" | "td" | "th":
                self._open_table_part(tag)
            case _:
                self._break(tag.name)
                self._in_pre += tag.name == "pre"

    def close(self, name: str) -> None:
        """An end tag."""
        match name:
            case "sub" | "sup":
                self._flow.add(" ")
            case "dt" | "br":
                pass
            case "table":
                self._close_table()
            case "td" | "th" if self._in_table():
                self._flow = self._tables[-1].close_cell()
            case "tr" | "tbody" | "thead" | "tfoot" if self._in_table():
                self._flow = self._tables[-1].close_row()
            case "td" | "th":
                pass
            case _:
                self._break(name)
                self._in_pre = max(self._in_pre - (name == "pre"), 0)

    def text(self) -> str:
        """All of it, whatever was left open."""
        while self._tables:
            self._close_table()
        return "\n".join(self._flow.ended())

    def _in_table(self) -> bool:
        return bool(self._tables) and not self._deeper

    def _break(self, name: str) -> None:
        if name in _APART:
            self._flow.apart()
        elif name in BLOCKS:
            self._flow.end_line()

    def _open_table_part(self, tag: Tag) -> None:
        if tag.name == "table":
            self._flow.end_line()
            if self._deeper or len(self._tables) == _DEEPEST:
                self._deeper += 1
            else:
                self._tables.append(_Table(self._flow))
        elif not self._in_table():
            self._flow.end_line() if tag.name == "tr" else self._flow.gap()
        elif tag.name == "tr":
            self._flow = self._tables[-1].close_row()
            self._tables[-1].open_row()
        else:
            self._tables[-1].close_cell()
            self._flow = self._tables[-1].open_cell(tag)

    def _close_table(self) -> None:
        if self._deeper:
            self._deeper -= 1
            self._flow.end_line()
        elif self._tables:
            table = self._tables.pop()
            self._flow = table.close_row()
            self._flow.end_line()
            lines = table_lines(table.rows, self._room)
            self._room -= sum(map(len, lines))
            self._flow.lines += lines
