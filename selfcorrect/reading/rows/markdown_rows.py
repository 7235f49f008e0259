"""Rows of Markdown, by what it holds: a table, else a checklist, else what makes the file one row."""

from typing import Any, Final

from selfcorrect.reading.forms.form import Unreadable
from selfcorrect.reading.rows.checklists import Checklist
from selfcorrect.reading.rows.front_matter import FrontMatter, front_matter
from selfcorrect.reading.rows.item_columns import Found, add_value
from selfcorrect.reading.rows.md_lines import Line, lines_of
from selfcorrect.reading.rows.md_tables import table_rows
from selfcorrect.reading.rows.names import same_name
from selfcorrect.reading.rows.pages import STATUS, boxes, head_lines, linked, sections_said, title_of
from selfcorrect.reading.rows.raw import BOXES, TITLE, RawFile, RawRow
from selfcorrect.reading.rows.troubles import Troubles

_NOTHING: Final = "there is no table, no checklist and no front matter in this, so it holds no row"
_LEAST_HEAD_LINES: Final = 2
"""A single `Note: …` at the head of a file is prose."""


def markdown_file(text: str, name: str, *, page_first: bool = False) -> RawFile:
    """The rows of a Markdown text. Raises Unreadable where it holds none.

    `page_first` is for the files of a folder: where a file's head makes it a row, what its body holds are its
    own lists, and no rows.
    """
    return _Markdown(text, name).read(page_first=page_first)


class _Markdown:
    """One file, its front matter and its lines."""

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name
        self.troubles = Troubles()
        self.matter = front_matter(text, self.troubles)
        found = lines_of(text, self.matter.body if self.matter else 0)
        if found.open_fence:
            said = "this code block is never closed; what stands behind it is not read"
            self.troubles.add("UNCLOSED_FENCE", said, *found.open_fence)
        self.lines = found.lines
        self.title = title_of(self.lines)

    def read(self, *, page_first: bool) -> RawFile:
        page = self._page() if page_first else None
        found = page or self._table() or self._checklist() or self._page()
        if found is None:
            told = self.troubles.told()
            why = f"; {told[0].message}" if told else ""
            raise Unreadable("NO_ROWS", f"{_NOTHING}{why}")
        return found

    def _table(self) -> RawFile | None:
        rows, headings = table_rows(self.lines, self.troubles)
        if not rows:
            return None
        told = self.troubles.told()
        return RawFile(self.name, "table", self.text, rows, self._head(), told, headings)

    def _checklist(self) -> RawFile | None:
        checklist = Checklist(self.troubles)
        checklist.read(self.lines)
        rows = [item.row() for item in checklist.items]
        if not rows:
            return None
        return RawFile(self.name, "checklist", self.text, rows, self._head(), self.troubles.told())

    def _head(self) -> dict[str, Any]:
        """What a file of rows says beside them."""
        values: dict[str, Any] = {} if self.title is None else {TITLE: self.title.value}
        for one in _said_at_head(self.lines):
            add_value(values, one.column, one.value)
        return {**values, **(self.matter.values if self.matter else {})}

    def _page(self) -> RawFile | None:
        found = page_columns(self.lines)
        if not found and self.matter is None:
            return None
        values: dict[str, Any] = {}
        for one in found:
            add_value(values, one.column, one.value)
        if self.matter:
            values.update(self.matter.values)
        for column, value in _referred(values).items():
            values.setdefault(column, value)
        if self.title:
            values[TITLE] = self.title.value
        values[BOXES] = [held for held, _ in boxes(self.lines)]
        span = _span(self.text, self.matter, found)
        return RawFile(self.name, "page", self.text, [RawRow(values, span)], {}, self.troubles.told())


def page_columns(lines: list[Line]) -> list[Found]:
    """The columns of a file that is one row, but for its front matter."""
    head, sections = head_lines(lines), sections_said(lines)
    if sections or len(head) >= _LEAST_HEAD_LINES:
        return [*head, *sections]
    return []


def _said_at_head(lines: list[Line]) -> list[Found]:
    head = head_lines(lines)
    return head if len(head) >= _LEAST_HEAD_LINES else []


def _referred(values: dict[str, Any]) -> dict[str, str]:
    """What a status refers to: `superseded by [ADR-5](0005-queues.md)`."""
    statuses = [held for column, held in values.items() if same_name(column) == STATUS]
    found = (linked(held) for held in statuses if isinstance(held, str))
    return dict(one for one in found if one)


def _span(text: str, matter: FrontMatter | None, found: list[Found]) -> tuple[int, int]:
    """The front matter, else the lines at the head, else the first line that says something."""
    if matter:
        return matter.start, max(matter.start, matter.end - 1)
    start, end = found[0].start, found[0].end
    for one in found:
        if "\n#" in text[end : one.start]:
            break
        end = max(end, one.end)
    return text.rfind("\n", 0, start) + 1, end
