"""What is read of a list, as short lines, for the tests of this room."""

from decimal import Decimal
from typing import Any

from selfcorrect.reading.lists.find import Rows, find_lists
from selfcorrect.reading.scan import Scan
from tests.reading.invoices import ready

COLUMNS = {
    "line_items": ("description", "quantity", "unit", "unit_price", "discount", "amount", "tax_rate"),
    "tax_breakdown": ("rate", "base", "tax"),
    "allowances": ("reason", "amount", "tax_rate"),
    "charges": ("reason", "amount", "tax_rate"),
}


def ways(text: str, path: str = "line_items") -> tuple[Rows, ...]:
    """The ways to read a list."""
    spec = next(spec for spec in ready().lists if spec.path == path)
    return find_lists(Scan(ready(), text), spec)


def rows(text: str, path: str = "line_items") -> list[dict[str, Any]]:
    """The likeliest rows of a list, as plain values; a value with two meanings as a tuple of them."""
    found = ways(text, path)
    return [plain(row.values) for row in found[0].rows] if found else []


def plain(values: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value.meanings[0] if len(value.meanings) == 1 else value.meanings
        for name, value in values.items()
    }


def said(text: str, path: str = "line_items") -> list[str]:
    """The likeliest rows as lines: `Oak table | 2 | pcs | 180.00 | | 360.00 | 20`, the last blanks left out."""
    return [line(row, path) for row in rows(text, path)]


def line(row: dict[str, Any], path: str) -> str:
    cells = (row.get(name, "") for name in COLUMNS[path])
    return " | ".join(format(cell, "f") if isinstance(cell, Decimal) else str(cell) for cell in cells).rstrip(
        " |"
    )


def lines(expected: str) -> list[str]:
    """The lines of an expectation, without indentation."""
    return [line.strip() for line in expected.strip().splitlines() if line.strip()]
