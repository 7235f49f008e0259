"""Names at the head of a document and of its areas."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from selfcorrect.language.patterns import fits
from selfcorrect.model.marks import Span
from selfcorrect.reading.page.areas import area_at, first_cell
from selfcorrect.reading.page.document import Cell
from selfcorrect.reading.page.keys import label_key
from selfcorrect.reading.page.labels import Phrase
from selfcorrect.reading.ready.reader import ReadyField
from selfcorrect.reading.scan import Scan
from selfcorrect.reading.values import Value, date_value, text_value

_FIRST_LINES: Final = 5
_HEAD: Final = 12
"""Lines at a document's head in which a company's full name is looked for."""
_LONGEST: Final = 80
_REGISTERED: Final = re.compile(r" ?\([A-Z0-9 .:-]{0,12}[0-9][A-Z0-9-]{2,15}\)$")
"""A number in a register after a company's name: `SDN BHD (126926-H)`."""
_ADDRESS: Final = re.compile(r" ?(?:,| [-|\u00b7\u2022] )[^\n]{0,80}?[0-9]")
"""What parts a name from an address on its line, which has a number in it."""
_PERSON: Final = re.compile(r", ?(?:[^\W\d_]{1,5}\. ?){1,3}[A-Z]|,? (?:c/o|Attn:?|attn:?) ")
"""What parts a company from a person of it: `Oak & Son, z. Hd. Jane Roe`."""
_AMOUNT: Final = re.compile(r"[0-9][.,][0-9]{2}(?![0-9])")
_WORD: Final = re.compile(r"[^\W\d_]+")
_SHORT: Final = 2
"""Letters of the words beside a legal form that make no name."""
_LETTERS: Final = re.compile(r"[^\W\d_](?:.*[^\W\d_]|(?<=[^\x00-\u02ff]))")
"""Two letters, or one of a script whose letters are words."""


def names_of_areas(scan: Scan, field: ReadyField) -> Iterator[Value]:
    """The first line under the headings of the field's areas, where it is no key with its value."""
    for area in scan.area_heads:
        first = first_cell(scan.lines, scan.areas, area) if area.name in field.spec.area_labels else None
        if first is None:
            continue
        number, cell = first
        known = (scan.is_label(phrase) for phrase in scan.phrases[number] if phrase.start == cell.start)
        name = None if any(known) else _name(scan, cell)
        if name and (field.spec.pattern is None or fits(field.spec.pattern, str(name.meanings[0]))):
            yield name


def first_name(scan: Scan, field: ReadyField, free: list[int]) -> Value | None:
    """The name at a document's head, with its legal form where that is printed near it.

    None where the head also has a company of another name: it may be either's document.
    """
    first = _first(scan, field, free)
    if first is None or scan.ready.name_ending is None:
        return first
    full = _companies(scan)
    text = str(first.meanings[0]).casefold()
    if text in full or not full:
        return first
    longer = [name for key, name in full.items() if key.split()[0].strip(",.") == text.split()[0].strip(",.")]
    if len(longer) == 1:
        return longer[0]
    # A shop or a branch, and right under it whose it is: either may be meant. Further down it may as well be
    # the customer.
    under = [name for name in full.values() if _is_under(scan, first, name)]
    if len(full) != 1 or not under:
        return None
    return _joined(first, under[0]) if _is_form(scan, under[0]) else replace(under[0], sure=False)


def _is_form(scan: Scan, name: Value) -> bool:
    """Whether a name is little more than a legal form, the rest of the name above it: `Co. (M) Sdn Bhd`."""
    words = _WORD.findall(scan.ready.without_ending(str(name.meanings[0])))
    return max(map(len, words), default=0) <= _SHORT


def _joined(first: Value, last: Value) -> Value:
    """A name over two lines, if they are one."""
    span = Span(first.span.start, last.span.end)
    return Value((f"{first.meanings[0]} {last.meanings[0]}",), span, sure=False)


def _is_under(scan: Scan, name: Value, other: Value) -> bool:
    """Whether a name has the line under another one's, in its block."""
    pairs = pairwise(scan.lines[:_FIRST_LINES])
    return any(
        above.start <= name.span.start < above.end
        and below.start <= other.span.start < below.end
        and above.block == below.block
        for above, below in pairs
    )


def _first(scan: Scan, field: ReadyField, free: list[int]) -> Value | None:
    """The first cell that is no title, where no label comes before it."""
    for at, number in enumerate(free[:_FIRST_LINES]):
        if number > at:
            return None
        phrases = scan.phrases[number]
        if number in scan.stacks.steps or _is_label(scan, number):
            return None
        titled = {p.start for p in phrases if scan.ready.titles.names(p.key)}
        if titled and scan.is_title(number):
            # Behind a title stand its number and date.
            titled |= {cell.start for cell in scan.lines[number].cells if cell.start > min(titled)}
        cells = [
            c for c in scan.lines[number].cells if c.start not in titled and not _is_title(scan, field, c)
        ]
        if not cells:
            continue
        if _is_greeted(scan, cells[0]):
            return None
        first = next((p for p in phrases if p.start == cells[0].start), None)
        labelled = first and (first.colon or _is_keyed(scan, first, cells[0]))
        name = None if labelled else _name(scan, cells[0])
        if name or labelled or len(cells) == len(scan.lines[number].cells):
            return name
    return None


def _is_keyed(scan: Scan, phrase: Phrase, cell: Cell) -> bool:
    """Whether a cell is a label or heads an area, or starts with what the document is: `Facture pour …`."""
    bare = scan.document.clean[cell.start].isalnum()
    first = scan.document.clean[cell.start : cell.end].split(" ", 1)[0]
    known = phrase.key in scan.known or phrase.key in scan.ready.area_keys
    return bare and (known or scan.ready.titles.names(label_key(first)))


def _is_label(scan: Scan, number: int) -> bool:
    """Whether a line starts with a strong label, and other cells follow."""
    strong = (not label.weak for p in scan.phrases[number][:1] for label in scan.known.get(p.key, ()))
    return len(scan.lines[number].cells) > 1 and any(strong)


def _is_greeted(scan: Scan, cell: Cell) -> bool:
    """Whether a cell is the first line of who a letter is to: `Frau Sabine Koch`, `An die`."""
    text = scan.document.clean[cell.start : cell.end]
    greeted = label_key(text.split(" ", 1)[0]) in scan.ready.salutations
    return greeted and not scan.ready.has_ending(text)


def _companies(scan: Scan) -> dict[str, Value]:
    """The companies in a document's head by their legal forms, but for those in an area of their own."""
    found: dict[str, Value] = {}
    for number, line in enumerate(scan.lines[:_HEAD]):
        labelled = {p.cell + after for p in scan.phrases[number] if p.colon for after in (0, 1)}
        for at, cell in enumerate(line.cells):
            if at in labelled or area_at(scan.areas[number], cell.start - line.left):
                continue
            name = _name(scan, cell)
            if name and scan.ready.has_ending(str(name.meanings[0])):
                found.setdefault(str(name.meanings[0]).casefold(), name)
    return found


def _is_numbers(text: str) -> bool:
    """Whether a text is rather an address or a number: `12 Mill Lane`, `ABN 61 117 204 958`, `GST 7 %`."""
    digits = sum(c.isdigit() for c in text)
    starts = text[0].isdigit() and text.partition(" ")[0].isdigit()
    letters = sum(c.isalpha() for c in text)
    return "%" in text or starts or digits > letters or _AMOUNT.search(text) is not None


def _is_title(scan: Scan, field: ReadyField, cell: Cell) -> bool:
    key = label_key(scan.document.clean[cell.start : cell.end])
    return key in field.never or (bool(field.never_starts) and key.startswith(field.never_starts))


def end_of_name(scan: Scan, text: str) -> int:
    """Where a name ends that an address, a number or a person follows: `Weber GmbH, Hauptstr. 1`."""
    end = scan.ready.end_of_name(text)
    if end == len(text) and (person := _PERSON.search(text)) and not scan.ready.has_ending(text):
        end = person.start()
    cut = _REGISTERED.search(text, 0, end) or _ADDRESS.search(text, 0, end)
    return cut.start() if cut else end


def _name(scan: Scan, cell: Cell) -> Value | None:
    """A cell as a name; of one that goes on with an address, what comes before it."""
    text = scan.document.clean[cell.start : cell.end]
    end = end_of_name(scan, text)
    text = text[:end]
    if (
        not _LETTERS.search(text)
        or len(text) > _LONGEST
        or text[-1] in ",:;!?"
        or any(fits(pattern, text) for pattern in scan.ready.patterns)
        or _is_numbers(text)
        or date_value(scan, cell.start, cell.end)
    ):
        return None
    return text_value(scan, cell.start, cell.start + end)
