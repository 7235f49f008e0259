"""Lines of a table that say how an amount came about: `3 x 1,80` above or below the row that it makes up."""

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.reading.lists.row import Row
from selfcorrect.reading.lists.tokens import read_token
from selfcorrect.reading.ready.lists import ReadyList
from selfcorrect.reading.scan import Scan
from selfcorrect.reading.values import Value

_TIMES: Final = re.compile(r" {0,2}(?:[x×*@X]|à) {0,2}(?=[^ x×*@Xà])")
_CENT: Final = Decimal("0.01")


class Product(Struct, frozen=True):
    """Two numbers of a line that says nothing else, by the fields they are; and what they make."""

    values: dict[str, Value]
    amount: Decimal


def find_products(
    scan: Scan, spec: ReadyList, names: tuple[str, ...], numbers: Iterable[int]
) -> dict[int, Product]:
    """The products among some lines by index; none where the table, of these fields, has columns for them."""
    count = next((name for name, kind in spec.kinds.items() if kind in {"number", "integer"}), None)
    price = next((name for name, kind in spec.kinds.items() if kind == "money"), None)
    if count is None or price is None or price == spec.total or count in names or price in names:
        return {}
    found = ((number, _product(scan, number, (count, price))) for number in numbers)
    return {number: product for number, product in found if product}


def _product(scan: Scan, number: int, names: tuple[str, str]) -> Product | None:
    line, clean = scan.lines[number], scan.document.clean
    if not clean[line.start].isdigit():
        return None
    times = _TIMES.search(clean, line.start, line.end)
    if times is None:
        return None
    token, each = read_token(scan, line.start, times.start()), read_token(scan, times.end(), line.end)
    count, price = token.value, each.value
    if not count or not price or token.form == "rate" or each.form != "number" or count.currency:
        return None
    if len(count.meanings) > 1 or len(price.meanings) > 1:
        return None
    return Product(dict(zip(names, (count, price), strict=True)), count.meanings[0] * price.meanings[0])


def with_products(spec: ReadyList, rows: list[Row], products: Mapping[int, Product]) -> list[Row]:
    """The rows with the products beside them, where just one row's total is what a product makes."""
    found = list(rows)
    for number, product in products.items():
        beside = [at for at, row in enumerate(rows) if number in {row.first - 1, row.last}]
        fitting = [at for at in beside if _is_total(spec, rows[at], product)]
        if len(fitting) == 1:
            row = found[fitting[0]]
            values = {**row.values, **product.values}
            ordered = {name: values[name] for name in spec.kinds if name in values}
            first, last = min(row.first, number), max(row.last, number + 1)
            found[fitting[0]] = replace(row, first=first, last=last, values=ordered)
    return found


def _is_total(spec: ReadyList, row: Row, product: Product) -> bool:
    total = row.values.get(spec.total or "")
    return total is not None and abs(total.meanings[0] - product.amount) < _CENT
