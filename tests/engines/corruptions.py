"""Records gone wrong as they do when people, programs and models copy a document, by chance."""

import copy
import re
from collections.abc import Callable
from decimal import Decimal
from random import Random
from typing import Any

from msgspec import Struct

AMOUNTS = (
    "subtotal",
    "net",
    "tax",
    "total",
    "allowance_total",
    "charge_total",
    "prepaid",
    "rounding",
    "amount_due",
    "tendered",
    "change",
)
CELLS = ("quantity", "unit_price", "amount")
_PRINTED = re.compile(r"(?<![\d.,'’])\d{1,3}(?:[.,'’ ]?\d{3})*[.,]\d{2}(?!\d)")


class Gone(Struct):
    """A record that is being spoilt, the document it is of, and chance. `offered` are the fields that a
    reader finds in the document.
    """

    record: dict[str, Any]
    text: str
    chance: Random
    offered: frozenset[str] = frozenset()

    @property
    def rows(self) -> list[dict[str, Any]]:
        return self.record.get("line_items") or []

    def amounts(self) -> list[str]:
        return [name for name in AMOUNTS if name in self.record]

    def other(self, value: Decimal) -> Decimal:
        """Another amount that the document prints."""
        printed = {Decimal(re.sub(r"\D", "", found)) / 100 for found in _PRINTED.findall(self.text)}
        return self.chance.choice(sorted(printed - {value}) or [value])

    def misread(self, value: Decimal) -> Decimal:
        """The value with one digit read as another."""
        digits = list(format(value, "f"))
        place = self.chance.choice([n for n, sign in enumerate(digits) if sign.isdigit()])
        digits[place] = self.chance.choice([digit for digit in "0123456789" if digit != digits[place]])
        return Decimal("".join(digits))

    def cell(self) -> tuple[dict[str, Any], str] | None:
        """A number in a row."""
        cells = [(row, name) for row in self.rows for name in CELLS if name in row]
        return self.chance.choice(cells) if cells else None


def _dropped_line(gone: Gone) -> None:
    if len(gone.rows) > 1:
        del gone.rows[gone.chance.randrange(len(gone.rows))]


def _repeated_line(gone: Gone) -> None:
    if gone.rows:
        row = copy.deepcopy(gone.chance.choice(gone.rows))
        gone.rows.insert(gone.chance.randrange(len(gone.rows) + 1), row)


def _decoy_total(gone: Gone) -> None:
    gone.record["total"] = gone.other(gone.record["total"])


def _wrong_subtotal(gone: Gone) -> None:
    name = "subtotal" if "subtotal" in gone.record else "net"
    if name in gone.record:
        gone.record[name] = gone.other(gone.record[name])


def _wrong_tax(gone: Gone) -> None:
    if "tax" in gone.record:
        tax = gone.record["tax"]
        gone.record["tax"] = gone.chance.choice([gone.other(tax), gone.misread(tax)])


def _misread_amount(gone: Gone) -> None:
    name = gone.chance.choice(gone.amounts())
    gone.record[name] = gone.misread(gone.record[name])


def _lost_sign(gone: Gone) -> None:
    name = gone.chance.choice(gone.amounts())
    gone.record[name] = -gone.record[name]


def _misread_cell(gone: Gone) -> None:
    if cell := gone.cell():
        row, name = cell
        row[name] = gone.misread(row[name])


def _misread_cell_elsewhere(gone: Gone) -> None:
    """The rows are in another order than the document's."""
    gone.chance.shuffle(gone.rows)
    _misread_cell(gone)


def _swapped_columns(gone: Gone) -> None:
    rows = [row for row in gone.rows if "unit_price" in row]
    if rows:
        row = gone.chance.choice(rows)
        row["unit_price"], row["amount"] = row["amount"], row["unit_price"]


def _swapped_rows(gone: Gone) -> None:
    """One column of two rows is mixed up."""
    if len(gone.rows) > 1:
        one, other = gone.chance.sample(gone.rows, 2)
        name = gone.chance.choice([name for name in CELLS if name in one and name in other])
        one[name], other[name] = other[name], one[name]


def _swapped_date(gone: Gone) -> None:
    record = gone.record
    year, month, day = record["date"].split("-")
    if "due_date" in record and gone.chance.random() < 0.5:
        record["date"], record["due_date"] = record["due_date"], record["date"]
    elif int(day) <= 12 and day != month:
        record["date"] = f"{year}-{day}-{month}"
    else:
        record["date"] = f"{int(year) + 3}-{month}-{day}"


def _missing_field(gone: Gone) -> None:
    del gone.record[gone.chance.choice(list(gone.record))]


def _missing_cell(gone: Gone) -> None:
    if gone.rows:
        row = gone.chance.choice(gone.rows)
        del row[gone.chance.choice(list(row))]


def _wrong_type(gone: Gone) -> None:
    name = gone.chance.choice(list(gone.record))
    gone.record[name] = gone.chance.choice(["n/a", {"a": 1}, [1], True, "see document"])


def _wrong_type_of_cell(gone: Gone) -> None:
    if cell := gone.cell():
        row, name = cell
        row[name] = gone.chance.choice(["many", [1], "1,2,3"])


def _made_up(gone: Gone) -> None:
    """A field that the document does not have, with an amount that it does not print."""
    left = [name for name in AMOUNTS if name not in gone.record and name not in gone.offered]
    if left:
        gone.record[gone.chance.choice(left)] = Decimal(gone.chance.randint(100_000_000, 999_999_999)) / 100


def _consistent_line(gone: Gone) -> None:
    """A wrong row, and everything that follows from it."""
    rows = [row for row in gone.rows if "unit_price" in row]
    if rows:
        row = gone.chance.choice(rows)
        more = row["unit_price"]
        row["quantity"], row["amount"] = row["quantity"] + 1, row["amount"] + more
        for name in ("subtotal", "net", "total", "amount_due"):
            if name in gone.record:
                gone.record[name] += more


def _scrambled(gone: Gone) -> None:
    """Amounts are any of those that the document prints, cells as well."""
    for name in gone.amounts():
        if gone.chance.random() < 0.5:
            gone.record[name] = gone.other(gone.record[name])
    for row in gone.rows:
        for name in CELLS:
            if name in row and gone.chance.random() < 0.3:
                row[name] = gone.other(row[name])


_ONES = (
    _dropped_line,
    _repeated_line,
    _decoy_total,
    _wrong_subtotal,
    _wrong_tax,
    _misread_amount,
    _misread_cell,
)


def _several(gone: Gone) -> None:
    for one in gone.chance.sample(_ONES, gone.chance.randint(2, 3)):
        one(gone)


def _as_texts(gone: Gone) -> None:
    """One mistake, in a record whose numbers are texts."""
    gone.chance.choice(_ONES)(gone)
    gone.record = {name: _text(value) for name, value in gone.record.items()}


def _text(value: Any) -> Any:
    if isinstance(value, list):
        return [{name: _text(inner) for name, inner in row.items()} for row in value]
    return str(value) if isinstance(value, Decimal) else value


KINDS: dict[str, Callable[[Gone], None]] = {
    kind.__name__.strip("_").replace("_", " "): kind
    for kind in (
        *_ONES,
        _lost_sign,
        _misread_cell_elsewhere,
        _swapped_columns,
        _swapped_rows,
        _swapped_date,
        _missing_field,
        _missing_cell,
        _wrong_type,
        _wrong_type_of_cell,
        _made_up,
        _consistent_line,
        _scrambled,
        _several,
        _as_texts,
    )
}


def spoilt(kind: str, truth: dict[str, Any], text: str, chance: Random, offered: frozenset[str]) -> Any:
    """The truthful record of a document gone wrong in one way; as it is where that way is not open."""
    gone = Gone(copy.deepcopy(truth), text, chance, offered)
    KINDS[kind](gone)
    return gone.record
