"""What parts the cells of a file: comma, semicolon, tab or bar."""

import csv
import re
from typing import Final

_SAID: Final = re.compile(r"sep=(?P<sign>[,;\t|])[ \t]*\n", re.IGNORECASE)
"""The line by which spreadsheets say it."""
_SIGNS: Final = "\t;,|"
_SAMPLE: Final = 64 * 1024
_MOST_RECORDS: Final = 20


def delimiter_of(text: str, suffix: str) -> tuple[str, int]:
    """The sign, and where the headings start.

    It is the sign under which the most records have as many cells as the first one, which has several.
    """
    said = _SAID.match(text)
    if said:
        return said["sign"], said.end()
    usual = "\t" if suffix == ".tsv" else ","
    lines = text[:_SAMPLE].split("\n")
    if len(text) > _SAMPLE and len(lines) > 1:
        lines.pop()
    best = max(_SIGNS, key=lambda sign: (_fit(lines, sign), sign == usual))
    return (best if _fit(lines, best)[1] > 1 else usual), 0


def _fit(lines: list[str], sign: str) -> tuple[float, int]:
    """The share of the records that agree with the first one, and how many cells it has."""
    widths: list[int] = []
    try:
        for record in csv.reader((f"{line}\n" for line in lines), delimiter=sign, skipinitialspace=True):
            if any(record):
                widths.append(len(record))
            if len(widths) > _MOST_RECORDS:
                break
    except csv.Error:  # a cell of more than 128 KiB
        pass
    if not widths or widths[0] < 2:
        return 0.0, 1
    return sum(width == widths[0] for width in widths) / len(widths), widths[0]
