"""The impact of a change as a Mermaid flowchart: arrows go the way the change goes."""

import re
from collections.abc import Iterator
from typing import Final

from selfcorrect.model.impact import Impact, Row
from selfcorrect.report.escape import shortened
from selfcorrect.report.impact_text import row_name

MOST_LINKS: Final = 500
"""Links that Mermaid draws unless its `maxEdges` is raised."""
_STYLES: Final = {
    "changed": "fill:#fde2e1,stroke:#b3261e,color:#410e0b,stroke-width:3px",
    "direct": "fill:#fff0c2,stroke:#8a6100,color:#332400",
    "through": "fill:#eef1f5,stroke:#5f6b7a,color:#1c2430",
}
_SIGN: Final = re.compile(r"(?<!\w)-|-(?!\w)|[^\w ,/=-]")
"""All but letters, digits, and signs that mean nothing in the Markdown that Mermaid takes labels for."""


def mermaid(impact: Impact) -> str:
    """The changed rows and those that go stale, with the references between them. No line feed at the end."""
    return "\n".join(_lines(impact))


def _lines(impact: Impact) -> Iterator[str]:
    yield "flowchart TD"
    numbers: dict[str, int] = {}
    looks = [(one.row, "changed") for one in impact.changed]
    looks += [(one.row, "direct" if one.direct else "through") for one in impact.stale]
    for number, (row, look) in enumerate(looks):
        numbers[row.path] = number
        yield f'    n{number}["{_label(row)}"]:::{look}'
    for one in impact.references:
        start, end = numbers[one.to.path], numbers[one.row.path]
        yield f'    n{start} -->|"by {_spelt(one.by)}"| n{end}'
    for look, style in _STYLES.items():
        if any(look == other for _, other in looks):
            yield f"    classDef {look} {style}"


def _label(row: Row) -> str:
    name = _spelt(shortened(row_name(row), 40))
    return f"{name}: {_spelt(shortened(row.title, 60))}" if row.title else name


def _spelt(text: str) -> str:
    """Text within quotes, of which nothing is taken for a sign of Mermaid's, of HTML or of Markdown."""
    text = text.replace("\ufb02", "fl")  # Mermaid's own mark for a sign that is spelt out
    return _SIGN.sub(lambda sign: f"#{ord(sign[0])};", text)
