"""Random tables with their truth, for the tests of this room."""

from dataclasses import dataclass, field
from decimal import Decimal

from hypothesis import strategies as st

HEADINGS = {
    "description": ("Description", "Item", "Beschreibung", "Désignation", "Descrizione", "Omschrijving"),
    "quantity": ("Qty", "Quantity", "Menge", "Qté", "Quantità", "Aantal"),
    "unit_price": ("Unit price", "Price", "Einzelpreis", "Prix unitaire", "Prezzo", "Prijs"),
    "amount": ("Amount", "Line total", "Gesamtpreis", "Montant HT", "Importo", "Bedrag"),
    "tax_rate": ("VAT %", "VAT rate", "MwSt. %", "TVA %", "IVA %", "BTW %"),
    "position": ("Pos", "No.", "Pos.", "N°", "No", "Nr"),
    "article": ("Code", "SKU", "Art.-Nr.", "Réf.", "Codice", "Ref"),
}
WORDS = (
    "oak",
    "table",
    "steel",
    "M8",
    "screw",
    "round",
    "large",
    "desk",
    "lamp",
    "A4",
    "paper",
    "12mm",
    "support",
)
KINDS = {"quantity", "unit_price", "amount", "tax_rate", "position"}


@dataclass(frozen=True)
class Layout:
    """A table as it is printed: its columns in order, each with its width, the cells and the gap between."""

    columns: tuple[str, ...]
    language: int
    gap: int
    width: int
    rows: tuple[dict[str, str], ...]
    text: str = field(repr=False, default="")


@st.composite
def layouts(draw: st.DrawFn, *, blanks: bool) -> Layout:
    """A table in a random order of columns; with blank cells, or none."""
    extra = draw(st.lists(st.sampled_from(("tax_rate", "article")), unique=True, max_size=2))
    columns = draw(st.permutations(("description", "quantity", "unit_price", "amount", *extra)))
    if draw(st.booleans()):
        columns = ["position", *columns]
    rows = tuple(
        draw(_row(columns, number, blanks=blanks)) for number in range(1, draw(st.integers(2, 6)) + 1)
    )
    layout = Layout(
        tuple(columns),
        draw(st.integers(0, 5)),
        draw(st.integers(1 if blanks else 2, 7)),
        draw(st.integers(18, 40)),
        rows,
    )
    return Layout(layout.columns, layout.language, layout.gap, layout.width, rows, printed(layout))


@st.composite
def _row(draw: st.DrawFn, columns: list[str], number: int, *, blanks: bool) -> dict[str, str]:
    money = st.decimals("0.01", "9999.99", places=2)
    row = {
        "description": " ".join([f"thing{'abcdef'[number - 1]}", *draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=8))]),
        "quantity": str(draw(st.integers(1, 500))),
        "unit_price": str(draw(money)),
        "amount": str(draw(money)),
        "tax_rate": draw(st.sampled_from(("19 %", "7%", "5.5 %", "20.00%"))),
        "position": str(number),
        "article": draw(st.sampled_from(("A-100", "4711", "90012345", "X7", "B.12"))),
    }  # fmt: skip
    if blanks:
        for name in draw(
            st.lists(st.sampled_from(("quantity", "unit_price", "tax_rate", "article")), max_size=2)
        ):
            row[name] = ""
    return {name: row[name] for name in columns}


def printed(layout: Layout) -> str:
    """The table in columns, words to the left and numbers to the right, long words wrapped."""
    heads = {name: HEADINGS[name][layout.language] for name in layout.columns}
    widths = {
        name: max([len(heads[name]), *(len(row[name]) for row in layout.rows)]) for name in layout.columns
    }
    widths["description"] = max(min(widths["description"], layout.width), len(heads["description"]))
    lines = [_line(layout, heads, widths)]
    for row in layout.rows:
        first, *more = wrapped(row["description"], widths["description"])
        lines.append(_line(layout, row | {"description": first}, widths))
        blank = dict.fromkeys(layout.columns, "")
        lines += [_line(layout, blank | {"description": part}, widths) for part in more]
    return "\n".join(["Acme Ltd", "", *lines, "", "Subtotal      1.00", ""])


def wrapped(text: str, width: int) -> list[str]:
    """Words in lines as full as they go."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _line(layout: Layout, cells: dict[str, str], widths: dict[str, int]) -> str:
    parts = (
        cells[name].rjust(widths[name]) if name in KINDS else cells[name].ljust(widths[name])
        for name in layout.columns
    )
    return (" " * layout.gap).join(parts).rstrip()


def truth(layout: Layout) -> list[dict[str, object]]:
    """The rows as they are to be read."""
    return [
        {
            name: _value(name, cell)
            for name, cell in row.items()
            if cell and name not in {"position", "article"}
        }
        for row in layout.rows
    ]


def _value(name: str, cell: str) -> object:
    return cell if name == "description" else Decimal(cell.strip("% "))
